from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from release_check.git import Repository
from release_check.model import IncompleteError, UsageProblem

RELEASES = {
    "v1.0.0": {"main.go": "package main\n"},
    "v1.1.0": {"main.go": "package main // 1.1\n", "sub/new.go": "package sub\n"},
}


def test_a_repository_is_opened_from_any_folder_in_it(tmp_path: Path, make_repository: Any) -> None:
    provider = make_repository(tmp_path, RELEASES)

    for folder in (provider, str(provider), provider / "sub"):
        with Repository.open(folder) as repository:
            assert [tag.name for tag in repository.tags()] == ["v1.0.0", "v1.1.0"]
            assert not repository.bare
            assert not repository.shallow
            assert repository.lacks == ""
            assert [*repository.working_tree().files] == ["main.go", "sub/new.go"]


def test_a_relative_path_means_the_current_folder(
    tmp_path: Path, make_repository: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(make_repository(tmp_path, RELEASES))
    with Repository.open(".") as repository:
        monkeypatch.chdir("/")
        assert repository.tree("v1.0.0").read("main.go") == b"package main\n"


def test_a_bare_repository_has_tags_and_trees_and_no_working_tree(tmp_path: Path, make_repository: Any) -> None:
    with Repository.open(make_repository(tmp_path, RELEASES, bare=True)) as repository:
        assert repository.bare
        assert repository.tree("v1.1.0").read("sub/new.go") == b"package sub\n"
        with pytest.raises(
            UsageProblem, match=r"is a bare repository without a working tree: name a ref with --ref\.$"
        ):
            repository.working_tree()


def test_a_bare_repository_needs_no_config_file(tmp_path: Path, make_repository: Any) -> None:
    provider = make_repository(tmp_path, RELEASES, bare=True)
    (provider / "config").unlink()

    with Repository.open(provider) as repository:
        assert repository.bare
        assert len(repository.tags()) == 2
        assert repository.tree("v1.0.0").read("main.go") == b"package main\n"


def test_a_bare_repository_is_found_even_where_git_wants_it_named(
    tmp_path: Path, make_repository: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    provider = make_repository(tmp_path, RELEASES, bare=True)
    (tmp_path / "config").write_text("[safe]\n\tbareRepository = explicit\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "config"))

    with Repository.open(provider) as repository:
        assert len(repository.tags()) == 2


def test_a_linked_worktree_has_its_own_files_and_the_common_tags(
    tmp_path: Path, make_repository: Any, git: Any
) -> None:
    provider = make_repository(tmp_path, RELEASES)
    git(provider, "worktree", "add", "--quiet", str(tmp_path / "linked"), "v1.0.0")
    (tmp_path / "linked/main.go").write_text("package linked\n")

    with Repository.open(tmp_path / "linked") as repository:
        tree = repository.working_tree()
        assert [tag.name for tag in repository.tags()] == ["v1.0.0", "v1.1.0"]
        assert tree.read_many(tree.files) == {"main.go": b"package linked\n"}
        assert tree.commit == git(provider, "rev-parse", "v1.0.0")


def test_a_repository_with_sha256_ids_is_read(tmp_path: Path, git: Any) -> None:
    git(tmp_path, "init", "--quiet", "--object-format=sha256")
    (tmp_path / "main.go").write_text("package main\n")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message=first")
    git(tmp_path, "tag", "v1.0.0")
    (tmp_path / "main.go").write_text("package other\n")

    with Repository.open(tmp_path) as repository:
        tree, working = repository.tree("v1.0.0"), repository.working_tree()
        assert repository.tags()[0].commit == tree.commit == git(tmp_path, "rev-parse", "HEAD")
        assert len(tree.commit) == 64
        assert tree.read("main.go") == b"package main\n"
        assert working.files == {"main.go": git(tmp_path, "hash-object", "main.go")}


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("missing", r"missing is no folder: name that of a git repository with --repo\.$"),
        ("file", r"file is no folder: name that of a git repository with --repo\.$"),
        ("folder", r"folder is no git repository: name the folder of one with --repo\.$"),
    ],
)
def test_what_is_no_repository_is_a_usage_problem(tmp_path: Path, path: str, says: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()

    with pytest.raises(UsageProblem, match=says):
        Repository.open(tmp_path / path)


def test_a_repository_that_git_cannot_read_is_told_with_git_s_own_reason(tmp_path: Path, make_repository: Any) -> None:
    provider = make_repository(tmp_path, RELEASES)
    (provider / ".git/config").write_text("[core\n")

    with pytest.raises(
        IncompleteError, match=r"^git cannot read .*: mend what it complains of \(bad config line 1 in .*\)\.$"
    ):
        Repository.open(provider)


def test_without_git_the_sentence_says_to_install_it(
    tmp_path: Path, make_repository: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    provider = make_repository(tmp_path, RELEASES)
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(IncompleteError, match=r"^git was not found: install it, or put it on the PATH\.$"):
        Repository.open(provider)


def test_a_git_in_the_current_folder_is_not_taken_for_git(
    tmp_path: Path, make_repository: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    provider = make_repository(tmp_path, RELEASES)
    (provider / "git").write_text("#!/bin/sh\ntouch ran\n")
    (provider / "git").chmod(0o755)
    monkeypatch.setenv("PATH", ".")
    monkeypatch.chdir(provider)

    with pytest.raises(IncompleteError, match="git was not found"):
        Repository.open(provider)
    assert not (provider / "ran").exists()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a folder away")
def test_a_checkout_that_belongs_to_another_user_is_read_like_any_other(
    tmp_path: Path, make_repository: Any, git: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    provider = make_repository(tmp_path, RELEASES)
    for path in [provider, *provider.rglob("*")]:
        os.lchown(path, 4711, 4711)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    with pytest.raises(Exception, match="returned non-zero"):
        git(provider, "status")

    with Repository.open(provider) as repository:
        assert len(repository.tags()) == 2
        assert [*repository.working_tree().files] == ["main.go", "sub/new.go"]


def test_where_a_git_refuses_another_user_s_checkout_the_sentence_says_what_allows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusing = tmp_path / "git"
    refusing.write_text("#!/bin/sh\necho \"fatal: detected dubious ownership in repository at '$PWD'\" >&2\nexit 128\n")
    refusing.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")

    with pytest.raises(
        IncompleteError, match=r"belongs to another user .*`git config --global --add safe.directory .*`"
    ):
        Repository.open(tmp_path)


def test_a_repository_without_tags_says_how_to_get_them(tmp_path: Path, make_repository: Any, git: Any) -> None:
    provider = make_repository(tmp_path, RELEASES)
    git(provider, "tag", "--delete", "v1.0.0", "v1.1.0")

    with Repository.open(provider) as repository:
        assert repository.tags() == ()
        assert repository.lacks == "This repository has no tags: `git fetch --tags` brings those of its origin."


def test_without_a_commit_there_is_no_candidate(tmp_path: Path, git: Any) -> None:
    git(tmp_path, "init", "--quiet")

    with Repository.open(tmp_path) as repository:
        with pytest.raises(UsageProblem, match=r"has no commit yet: commit first\.$"):
            repository.working_tree()
        with pytest.raises(UsageProblem, match=r"^There is no tag, branch or commit HEAD in this repository: .*--tags"):
            repository.tree("HEAD")


def test_the_git_folder_itself_has_no_working_tree(tmp_path: Path, make_repository: Any) -> None:
    with Repository.open(make_repository(tmp_path, RELEASES) / ".git") as repository:
        assert len(repository.tags()) == 2
        with pytest.raises(UsageProblem, match="is no working tree: name the folder that holds it, or a ref"):
            repository.working_tree()


@pytest.mark.parametrize(
    ("ancestor", "descendant", "expected"),
    [
        ("v1.0.0", "v2.0.0", True),
        ("v2.0.0", "v1.0.0", False),
        ("v1.0.0", "v1.0.0", True),
        ("v1.0.1", "v2.0.0", False),
        ("v1.0.0", "v1.0.1", True),
        ("v9.0.0", "v1.0.0", False),
    ],
)
def test_ancestry_follows_commits(
    tmp_path: Path, make_repository: Any, ancestor: str, descendant: str, expected: bool
) -> None:
    releases = {tag: {"main.go": tag} for tag in ("v1.0.0", "v2.0.0", "v1.0.1", "v9.0.0")}
    provider = make_repository(tmp_path, releases, parents={"v1.0.1": "v1.0.0", "v9.0.0": ""}, bare=True)

    with Repository.open(provider) as repository:
        assert repository.is_ancestor(ancestor, descendant) is expected


def test_ancestry_of_an_unknown_ref_is_a_usage_problem(tmp_path: Path, make_repository: Any) -> None:
    with (
        Repository.open(make_repository(tmp_path, RELEASES)) as repository,
        pytest.raises(UsageProblem, match=r"no tag, branch or commit v7\.0\.0"),
    ):
        repository.is_ancestor("v7.0.0", "v1.0.0")


def test_nothing_is_written_to_the_repository(tmp_path: Path, make_repository: Any, git: Any) -> None:
    provider = make_repository(tmp_path, RELEASES)
    # What git would refresh the index for, if it were let.
    shutil.copy(provider / "main.go", provider / "copy")
    (provider / "copy").replace(provider / "main.go")
    before = _state(provider)

    with Repository.open(provider) as repository:
        repository.tags()
        tree = repository.tree("v1.0.0")
        tree.read_many(tree.files)
        working = repository.working_tree()
        working.read_many(working.files)
        repository.is_ancestor("v1.0.0", "v1.1.0")
        with pytest.raises(UsageProblem):
            repository.tree("nothing")

    assert _state(provider) == before
    git(provider, "status")
    assert _state(provider) != before, "git itself refreshes the index, so that the comparison above can fail"


def _state(folder: Path) -> dict[str, tuple[int, int]]:
    return {str(path): (path.lstat().st_mtime_ns, path.lstat().st_ino) for path in sorted(folder.rglob("*"))}


def test_a_tree_that_somebody_holds_is_given_again(tmp_path, make_repository):
    with Repository.open(make_repository(tmp_path, {"v1.0.0": {"a": "a"}, "v1.1.0": {"a": "b"}})) as repository:
        held = repository.tree("v1.0.0")
        assert repository.tree("v1.0.0") is held
        assert repository.tree(held.commit) is not held
        assert repository.tree("v1.1.0").files != held.files
