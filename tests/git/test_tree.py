from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from release_check.git import Repository
from release_check.model import IncompleteError


def test_files_are_listed_with_their_blob_ids(tmp_path: Path, make_repository: Any, git: Any) -> None:
    files = {"main.go": "package main\n", "a/b/c.go": "package b\n", 'a b/it\'s "odd"\n.go': "x", "größe.go": "y"}
    provider = make_repository(tmp_path, {"v1.0.0": files})

    with Repository.open(provider) as repository:
        tree = repository.tree("v1.0.0")
        assert {*tree.files} == {*files}
        assert tree.files["a/b/c.go"] == git(provider, "rev-parse", "v1.0.0:a/b/c.go")
        assert {path: content.decode() for path, content in tree.read_many(files).items()} == files
        assert tree.files is tree.files, "listed once"


def test_symbolic_links_and_submodules_are_no_files(tmp_path: Path, make_repository: Any, git: Any) -> None:
    provider = make_repository(tmp_path, {"v1.0.0": {"main.go": "package main\n"}})
    link = git(provider, "hash-object", "-w", "--stdin", stdin=b"/etc/passwd")
    head = git(provider, "rev-parse", "HEAD")
    git(provider, "update-index", "--add", "--cacheinfo", f"120000,{link},link.go")
    git(provider, "update-index", "--add", "--cacheinfo", f"160000,{head},module")
    git(provider, "update-index", "--add", "--cacheinfo", f"100755,{link},executable.go")
    git(provider, "commit", "--quiet", "--message=links")

    with Repository.open(provider) as repository:
        assert [*repository.tree("HEAD").files] == ["executable.go", "main.go"]


def test_a_path_that_is_not_utf_8_can_still_be_shown_and_read(tmp_path: Path, make_repository: Any, git: Any) -> None:
    provider = make_repository(tmp_path, {"v1.0.0": {"main.go": "package main\n"}})
    _add(git, provider, [(b"caf\xe9.go", b"package latin\n")])

    with Repository.open(provider) as repository:
        assert [*repository.tree("HEAD").files] == ["caf\\xe9.go", "main.go"]
        assert repository.tree("HEAD").read("caf\\xe9.go") == b"package latin\n"


def test_two_paths_that_would_look_the_same_are_refused(tmp_path: Path, make_repository: Any, git: Any) -> None:
    provider = make_repository(tmp_path, {"v1.0.0": {"main.go": "package main\n"}})
    _add(git, provider, [(b"caf\xe9.go", b"package latin\n"), (b"caf\\xe9.go", b"package hidden\n")])

    with (
        Repository.open(provider) as repository,
        pytest.raises(IncompleteError, match=r"^Two files are called caf\\xe9\.go: rename the one"),
    ):
        _ = repository.tree("HEAD").files


def test_contents_come_in_the_order_asked_for_however_many(tmp_path: Path, make_repository: Any) -> None:
    files: dict[str, str | bytes] = {f"{number:03}.go": f"package p{number % 7}\n" for number in range(230)}
    files |= {
        "empty.go": "",
        "binary": bytes(range(256)) * 9,
        "large.go": "x" * 3_000_000,
        "no-newline.go": "package p",
    }
    provider = make_repository(tmp_path, {"v1.0.0": files})

    with Repository.open(provider) as repository:
        tree = repository.tree("v1.0.0")
        wanted = sorted(files, reverse=True)
        read = tree.read_many(wanted)
        assert [*read] == wanted
        assert read == {path: text if isinstance(text, bytes) else text.encode() for path, text in files.items()}
        assert tree.read_many([]) == {}
        assert tree.read_many(iter(["empty.go", "empty.go"])) == {"empty.go": b""}


def test_a_file_that_is_not_there_is_a_key_error(tmp_path: Path, make_repository: Any) -> None:
    with Repository.open(make_repository(tmp_path, {"v1.0.0": {"main.go": ""}})) as repository:
        tree = repository.tree("v1.0.0")
        with pytest.raises(KeyError, match=r"other\.go"):
            tree.read("other.go")
        with pytest.raises(KeyError, match=r"other\.go"):
            tree.read_many(["main.go", "other.go"], skip_absent=True)
        assert tree.read("main.go") == b""


def test_a_tree_without_files_is_empty(tmp_path: Path, make_repository: Any) -> None:
    with Repository.open(make_repository(tmp_path, {"v1.0.0": {}})) as repository:
        assert repository.tree("v1.0.0").files == {}


def _add(git: Any, folder: Path, files: list[tuple[bytes, bytes]]) -> None:
    for path, content in files:
        name = git(folder, "hash-object", "-w", "--stdin", stdin=content)
        git(folder, "update-index", "--add", "-z", "--index-info", stdin=f"100644 {name}\t".encode() + path + b"\0")
    git(folder, "commit", "--quiet", f"--message={len(files)} files {os.fsdecode(files[0][0])!r}")


def test_a_tree_is_listed_alike_beside_another_and_by_itself(tmp_path: Path, make_repository: Any, git: Any) -> None:
    first = {"main.go": "package main\n", "a/one.go": "1", "a/two.go": "2", "b.go": "b", "größe.go": "y"}
    second = {"main.go": "package main // changed\n", "a/two.go": "2", "a/a.go": "new", "z.go": "z", "größe.go": "y"}
    provider = make_repository(tmp_path, {"v1.0.0": first, "v1.1.0": second})
    link = git(provider, "hash-object", "-w", "--stdin", stdin=b"/etc/passwd")
    git(provider, "update-index", "--cacheinfo", f"120000,{link},z.go")
    git(provider, "update-index", "--add", "--chmod=+x", "a/two.go")
    git(provider, "commit", "--quiet", "--message=links")
    refs = ["v1.0.0", "v1.1.0", "HEAD", "v1.1.0", "v1.0.0"]
    alone = []
    for ref in refs:
        with Repository.open(provider) as repository:
            alone.append([*repository.tree(ref).files.items()])

    with Repository.open(provider) as repository:
        trees = [repository.tree(ref) for ref in refs]
        assert [[*tree.files.items()] for tree in trees] == alone
        other = [repository.tree(git(provider, "rev-parse", ref)) for ref in reversed(refs)]
        assert [[*tree.files.items()] for tree in other] == alone[::-1]


def test_two_paths_that_look_the_same_are_refused_beside_another_tree_too(
    tmp_path: Path, make_repository: Any, git: Any
) -> None:
    provider = make_repository(tmp_path, {"v1.0.0": {"main.go": "package main\n"}})
    _add(git, provider, [(b"caf\xe9.go", b"package latin\n")])
    git(provider, "tag", "v1.1.0")
    _add(git, provider, [(b"caf\\xe9.go", b"package hidden\n")])

    with Repository.open(provider) as repository:
        first = repository.tree("v1.1.0")
        assert "caf\\xe9.go" in first.files
        with pytest.raises(IncompleteError, match=r"^Two files are called"):
            _ = repository.tree("HEAD").files
