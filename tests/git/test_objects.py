"""Clones that lack something, damage, and the process behind it all."""

from __future__ import annotations

import os
import re
import shlex
import signal
from pathlib import Path
from typing import Any

import pytest

from release_check.git import Repository, objects, process
from release_check.model import IncompleteError, UsageProblem

RELEASES = {
    "v1.0.0": {"main.go": "package main\n", "same.go": "package same\n"},
    "v1.1.0": {"main.go": "package main // 1.1\n", "same.go": "package same\n"},
    "v2.0.0": {"main.go": "package main // 2.0\n", "same.go": "package same\n"},
}


@pytest.fixture
def origin(tmp_path: Path, make_repository: Any, git: Any) -> Path:
    provider: Path = make_repository(tmp_path, RELEASES, bare=True)
    git(provider, "config", "uploadpack.allowFilter", "true")
    git(provider, "config", "uploadpack.allowAnySHA1InWant", "true")
    return provider


def _clone(git: Any, origin: Path, *options: str) -> Path:
    folder = origin.parent / "clone"
    git(origin.parent, "clone", "--quiet", *options, f"file://{origin}", str(folder))
    return folder


def _command_in(sentence: object) -> list[str]:
    """The command that a sentence advises, as words."""
    found = re.search(r"`git ([^`]+)`", str(sentence))
    assert found, sentence
    return shlex.split(found[1])


def test_a_shallow_clone_works_and_says_what_it_lacks(origin: Path, git: Any) -> None:
    clone = _clone(git, origin, "--depth=1")

    with Repository.open(clone) as repository:
        assert repository.shallow
        assert repository.working_tree().read("main.go") == b"package main // 2.0\n"
        assert [tag.name for tag in repository.tags()] == ["v2.0.0"]
        with pytest.raises(UsageProblem, match=r"^There is no tag, branch or commit 1f2e3d in .*shallow clone"):
            repository.tree("1f2e3d")
        lacks = repository.lacks

    assert lacks == "This is a shallow clone without the older releases: `git fetch --tags --unshallow` brings them."
    git(clone, *_command_in(lacks))
    with Repository.open(clone) as repository:
        assert not repository.shallow
        assert repository.lacks == ""
        assert [tag.name for tag in repository.tags()] == [*RELEASES]


def test_a_shallow_clone_does_not_guess_at_ancestry(origin: Path, git: Any) -> None:
    clone = _clone(git, origin, "--depth=1")
    git(clone, "fetch", "--quiet", "--depth=1", "origin", "tag", "v1.0.0")

    with Repository.open(clone) as repository:
        assert repository.is_ancestor("v2.0.0", "v2.0.0")
        with pytest.raises(
            IncompleteError, match=r"shallow clone .*`git fetch --tags --unshallow`.*; v2\.0\.0 may build on"
        ):
            repository.is_ancestor("v1.0.0", "v2.0.0")


@pytest.mark.parametrize("filters", ["blob:none", "tree:0"])
def test_a_partial_clone_says_which_command_mends_it_and_fetches_nothing_itself(
    origin: Path, git: Any, filters: str
) -> None:
    clone = _clone(git, origin, "--bare", f"--filter={filters}")

    with Repository.open(clone) as repository:
        assert len(repository.tags()) == 3
        with pytest.raises(
            IncompleteError, match=r"this is a partial clone: `git fetch .*` brings what it left out"
        ) as told:
            repository.tree("v1.0.0").read("main.go")
    git(clone, *_command_in(told.value))
    git(origin.parent, "-C", str(origin), "symbolic-ref", "HEAD", "refs/heads/gone")
    with Repository.open(clone) as repository:
        assert repository.tree("v1.0.0").read("main.go") == b"package main\n"


def test_what_a_clone_lacks_can_be_left_out(origin: Path, git: Any) -> None:
    clone = _clone(git, origin, "--filter=blob:none")

    with Repository.open(clone) as repository:
        tree = repository.tree("v1.0.0")
        assert tree.read_many(["main.go", "same.go"], skip_absent=True) == {"same.go": b"package same\n"}
        assert tree.read_many(["same.go", "main.go"], skip_absent=True) == {"same.go": b"package same\n"}


def test_a_partial_clone_without_a_config_file_is_known_by_its_packs(origin: Path, git: Any) -> None:
    clone = _clone(git, origin, "--bare", "--filter=blob:none")
    (clone / "config").unlink()

    with Repository.open(clone) as repository:
        tree = repository.tree("v1.0.0")
        assert tree.read_many(tree.files, skip_absent=True) == {}
        with pytest.raises(
            IncompleteError, match=r"^main\.go of v1\.0\.0 is not among the objects, this is a partial clone"
        ):
            tree.read("main.go")


@pytest.mark.parametrize("content", [b"", b"garbage", b"half", None])
def test_a_damaged_blob_is_incomplete(tmp_path: Path, git: Any, content: bytes | None) -> None:
    (tmp_path / "main.go").write_bytes(bytes(range(256)) * 400)
    (tmp_path / "other.go").write_text("package other\n")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message=first")
    git(tmp_path, "tag", "v1.0.0")
    _damage(git, tmp_path, "v1.0.0:main.go", content)

    with Repository.open(tmp_path) as repository:
        tree = repository.tree("v1.0.0")
        with pytest.raises(IncompleteError, match="the repository is damaged: `git fsck` says more, and a fresh clone"):
            tree.read_many(["main.go", "other.go"])
        assert tree.read("other.go") == b"package other\n"


@pytest.mark.parametrize("content", [b"", b"garbage", b"half", None])
def test_a_damaged_tree_is_incomplete(tmp_path: Path, git: Any, content: bytes | None) -> None:
    (tmp_path / "main.go").write_text("package main\n")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message=first")
    git(tmp_path, "tag", "v1.0.0")
    _damage(git, tmp_path, "v1.0.0^{tree}", content)

    with (
        Repository.open(tmp_path) as repository,
        pytest.raises(
            IncompleteError, match=r"^The files of v1\.0\.0 cannot be listed, the repository is damaged: `git fsck`"
        ),
    ):
        _ = repository.tree("v1.0.0").files


def test_a_damaged_commit_in_between_is_incomplete(origin: Path, git: Any) -> None:
    git(origin, "tag", "--delete", "v1.1.0")
    _damage(git, origin, "v2.0.0~1", None)

    with (
        Repository.open(origin) as repository,
        pytest.raises(IncompleteError, match=r"^The history of v2\.0\.0 cannot be read, the repository is damaged"),
    ):
        repository.is_ancestor("v1.0.0", "v2.0.0")


def _damage(git: Any, folder: Path, name: str, content: bytes | None) -> None:
    found = git(folder, "rev-parse", name)
    place = folder / git(folder, "rev-parse", "--git-path", f"objects/{found[:2]}/{found[2:]}")
    half = place.read_bytes()[: place.stat().st_size // 2]
    place.unlink()
    if content is not None:
        place.write_bytes(half if content == b"half" else content)


def test_an_object_is_what_its_id_says_even_where_another_was_put_in_its_place(origin: Path, git: Any) -> None:
    git(origin, "replace", git(origin, "rev-parse", "v1.0.0:main.go"), git(origin, "rev-parse", "v2.0.0:main.go"))
    assert git(origin, "show", "v1.0.0:main.go") == "package main // 2.0"

    with Repository.open(origin) as repository:
        assert repository.tree("v1.0.0").read("main.go") == b"package main\n"


def test_one_process_answers_all_reads_and_ends_with_the_repository(
    origin: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = _watch(monkeypatch)
    with Repository.open(origin) as repository:
        for tag in RELEASES:
            tree = repository.tree(tag)
            tree.read("main.go")
            tree.read_many(tree.files)
        assert len(started) == 1
        assert started[0].poll() is None
    assert started[0].returncode is not None


def test_what_is_asked_ahead_fits_the_smallest_pipe() -> None:
    assert objects._WINDOW * len("f" * 64 + "\n") <= 4096


def test_a_tree_can_be_read_after_its_repository_was_closed(origin: Path) -> None:
    with Repository.open(origin) as repository:
        tree = repository.tree("v1.0.0")
    try:
        assert tree.read("main.go") == b"package main\n"
    finally:
        repository.close()


def test_the_process_ends_when_nobody_holds_the_repository(origin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started = _watch(monkeypatch)
    assert Repository.open(origin).tree("v1.0.0").read("main.go") == b"package main\n"
    assert started[0].returncode is not None


def test_when_the_process_is_killed_the_sentence_says_to_try_again(
    origin: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = _watch(monkeypatch)
    with Repository.open(origin) as repository:
        tree = repository.tree("v1.0.0")
        started[0].send_signal(signal.SIGKILL)
        started[0].wait()
        with pytest.raises(IncompleteError, match=r"^git ended while [0-9a-f]{40} was read: run the command again\.$"):
            tree.read("main.go")
        assert tree.read("main.go") == b"package main\n"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_forked_process_reads_through_a_git_of_its_own(origin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started = _watch(monkeypatch)
    with Repository.open(origin) as repository:
        tree = repository.tree("v1.0.0")
        child = os.fork()
        if child == 0:
            right = tree.read("main.go") == b"package main\n" and len(started) == 2
            repository.close()
            os._exit(0 if right else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert tree.read("same.go") == b"package same\n", "its own git is still there"
        assert len(started) == 1


def _watch(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The conversations' processes, as they are started."""
    started: list[Any] = []
    original = process.Conversation.__init__

    def note(self: process.Conversation, running: Any) -> None:
        started.append(running)
        original(self, running)

    monkeypatch.setattr(process.Conversation, "__init__", note)
    return started
