from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from release_check.git import Repository
from release_check.git.process import Git
from release_check.model import IncompleteError

FILES = {"main.go": "package main\n", "sub/deep/a.go": "package deep\n", "z.go": "package z\n"}

UNTOUCHED = {path: text.encode() for path, text in FILES.items()}


@pytest.fixture
def provider(tmp_path: Path, make_repository: Any, git: Any) -> Path:
    folder: Path = make_repository(tmp_path, {"v1.0.0": FILES})
    _age(folder, git)
    return folder


def _age(folder: Path, git: Any) -> None:
    """Have git look at files that are older than its index, as after any checkout but the very last moment of one."""
    for path in folder.rglob("*"):
        if path.is_file() and ".git" not in path.parts:
            os.utime(path, (1_600_000_000, 1_600_000_000))
    git(folder, "update-index", "--refresh", "-q")


def _files(folder: Path) -> dict[str, bytes]:
    with Repository.open(folder) as repository:
        tree = repository.working_tree()
        return {**tree.read_many(tree.files)}


def test_the_candidate_is_called_working_tree_and_stands_on_head(provider: Path, git: Any) -> None:
    with Repository.open(provider) as repository:
        tree = repository.working_tree()
        assert (tree.ref, tree.commit) == ("working tree", git(provider, "rev-parse", "HEAD"))
        assert tree.date == repository.tree("HEAD").date == "2020-01-01T12:00:00Z"


def test_untouched_it_is_its_commit(provider: Path) -> None:
    with Repository.open(provider) as repository:
        assert repository.working_tree().files == repository.tree("HEAD").files
        assert _files(provider) == UNTOUCHED


CHANGES: list[tuple[str, Callable[[Path, Any], object], dict[str, bytes | None]]] = [
    ("modified", lambda at, git: (at / "main.go").write_text("package other\n"), {"main.go": b"package other\n"}),
    ("modified and staged", lambda at, git: _stage(at, git, "main.go", b"staged\n"), {"main.go": b"staged\n"}),
    (
        "staged, then modified again",
        lambda at, git: (_stage(at, git, "main.go", b"staged\n"), (at / "main.go").write_bytes(b"later\n")),
        {"main.go": b"later\n"},
    ),
    ("new and staged", lambda at, git: _stage(at, git, "new.go", b"new\n"), {"new.go": b"new\n"}),
    ("new, only announced", lambda at, git: _stage(at, git, "new.go", b"new\n", "-N"), {"new.go": b"new\n"}),
    ("new and not staged", lambda at, git: (at / "new.go").write_bytes(b"new\n"), {}),
    ("deleted", lambda at, git: (at / "main.go").unlink(), {"main.go": None}),
    ("deleted and staged", lambda at, git: git(at, "rm", "--quiet", "main.go"), {"main.go": None}),
    ("taken out of the index", lambda at, git: git(at, "rm", "--quiet", "--cached", "z.go"), {"z.go": None}),
    (
        "renamed and staged",
        lambda at, git: git(at, "mv", "main.go", "name.go"),
        {"main.go": None, "name.go": b"package main\n"},
    ),
    ("executable", lambda at, git: (at / "main.go").chmod(0o755), {}),
    ("touched", lambda at, git: os.utime(at / "main.go"), {}),
    (
        "copied over itself",
        lambda at, git: ((at / "t").write_text(FILES["main.go"]), (at / "t").replace(at / "main.go")),
        {},
    ),
    ("emptied", lambda at, git: (at / "main.go").write_bytes(b""), {"main.go": b""}),
    (
        "replaced by a link",
        lambda at, git: ((at / "main.go").unlink(), (at / "main.go").symlink_to(at / "z.go")),
        {"main.go": None},
    ),
    (
        "replaced by a folder",
        lambda at, git: ((at / "main.go").unlink(), (at / "main.go").mkdir()),
        {"main.go": None},
    ),
    (
        "replaced by a pipe",
        lambda at, git: ((at / "main.go").unlink(), os.mkfifo(at / "main.go")),
        {"main.go": None},
    ),
    (
        "its folder replaced by a file",
        lambda at, git: ((at / "sub").rename(at.parent / "moved"), (at / "sub").write_bytes(b"")),
        {"sub/deep/a.go": None},
    ),
    (
        "the index says to take no notice",
        lambda at, git: (
            git(at, "update-index", "--assume-unchanged", "main.go"),
            (at / "main.go").write_bytes(b"unnoticed\n"),
        ),
        {"main.go": b"unnoticed\n"},
    ),
    (
        "not checked out",
        lambda at, git: git(at, "sparse-checkout", "set", "--no-cone", "/main.go"),
        {},
    ),
    (
        "not checked out, index of folders",
        lambda at, git: git(at, "sparse-checkout", "set", "--cone", "--sparse-index"),
        {},
    ),
    ("index of the fourth version", lambda at, git: git(at, "update-index", "--index-version=4"), {}),
    ("index in two parts", lambda at, git: git(at, "update-index", "--split-index"), {}),
]


@pytest.mark.parametrize(("change", "expected"), [case[1:] for case in CHANGES], ids=[case[0] for case in CHANGES])
def test_tracked_files_are_taken_as_they_are_on_disk(
    provider: Path, git: Any, change: Callable[[Path, Any], object], expected: dict[str, bytes | None]
) -> None:
    change(provider, git)

    files = _files(provider)
    assert files == {path: text for path, text in (UNTOUCHED | expected).items() if text is not None}
    with Repository.open(provider) as repository:
        for path, name in repository.working_tree().files.items():
            assert name == git(provider, "hash-object", "--stdin", stdin=files[path])


def _stage(at: Path, git: Any, path: str, text: bytes, *options: str) -> None:
    (at / path).write_bytes(text)
    git(at, "add", *options, path)


def test_links_are_never_followed(provider: Path, tmp_path: Path, git: Any) -> None:
    secret = tmp_path / "secret"
    (secret / "deep").mkdir(parents=True)
    (secret / "deep/a.go").write_text("secret")
    (provider / "link.go").symlink_to(secret / "deep/a.go")
    git(provider, "add", "link.go")
    (provider / "sub").rename(tmp_path / "moved")
    (provider / "sub").symlink_to(secret)

    assert _files(provider) == {"main.go": b"package main\n", "z.go": b"package z\n"}


def test_a_file_in_conflict_is_read_once_as_it_is_on_disk(provider: Path, git: Any) -> None:
    git(provider, "checkout", "--quiet", "-b", "other")
    _stage(provider, git, "main.go", b"package ours\n")
    git(provider, "commit", "--quiet", "--message=ours")
    git(provider, "checkout", "--quiet", "main")
    _stage(provider, git, "main.go", b"package theirs\n")
    git(provider, "commit", "--quiet", "--message=theirs")
    with pytest.raises(Exception, match="merge"):
        git(provider, "merge", "--quiet", "other")

    assert _files(provider)["main.go"] == (provider / "main.go").read_bytes()
    assert b"<<<<<<<" in _files(provider)["main.go"]


def test_an_edit_that_keeps_size_and_time_is_seen(provider: Path) -> None:
    before = (provider / "main.go").stat()
    (provider / "main.go").write_text("package niam\n")
    os.utime(provider / "main.go", ns=(before.st_atime_ns, before.st_mtime_ns))
    assert (provider / "main.go").stat().st_size == before.st_size

    assert _files(provider)["main.go"] == b"package niam\n"


def test_an_edit_in_the_moment_the_index_was_written_is_seen(provider: Path, git: Any) -> None:
    for attempt in range(20):
        _stage(provider, git, "main.go", b"package m%02d\n" % attempt)
        (provider / "main.go").write_bytes(b"package n%02d\n" % attempt)
        assert _files(provider)["main.go"] == b"package n%02d\n" % attempt


def test_line_ends_that_git_would_turn_are_taken_as_they_are(provider: Path, git: Any) -> None:
    git(provider, "config", "core.autocrlf", "true")
    (provider / "main.go").write_bytes(b"package main\r\n")
    time.sleep(0.01)

    assert _files(provider)["main.go"] == b"package main\r\n"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that are opened."""
    names: list[str] = []
    original = os.open

    def note(path: Any, *arguments: Any, **options: Any) -> int:
        if path != os.devnull:
            names.append(Path(os.fsdecode(path)).name)
        return original(path, *arguments, **options)

    monkeypatch.setattr(os, "open", note)
    return names


def test_unchanged_files_are_not_opened(provider: Path, opened: list[str]) -> None:
    (provider / "z.go").write_text("package changed\n")

    with Repository.open(provider) as repository:
        assert len(repository.working_tree().files) == 3
    assert opened == ["z.go"]


def test_a_file_that_is_not_older_than_the_index_is_opened(provider: Path, opened: list[str]) -> None:
    os.utime(provider / ".git/index", (1_600_000_000, 1_600_000_000))

    with Repository.open(provider) as repository:
        assert repository.working_tree().files == repository.tree("HEAD").files
    assert opened == ["main.go", "a.go", "z.go"]


def test_where_git_shows_its_index_otherwise_every_file_is_read(
    provider: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = Git.run

    def otherwise(self: Git, *arguments: str, **options: Any) -> bytes:
        said = original(self, *arguments, **options)
        return said.replace(b"  ctime: ", b"  born: ") if "--debug" in arguments else said

    monkeypatch.setattr(Git, "run", otherwise)
    (provider / "z.go").write_text("package changed\n")
    assert _files(provider) == UNTOUCHED | {"z.go": b"package changed\n"}


def test_an_index_that_cannot_be_understood_is_incomplete(provider: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    original = Git.run
    monkeypatch.setattr(
        Git,
        "run",
        lambda self, *arguments, **options: original(self, *arguments, **options) + b"?" * ("-t" in arguments),
    )

    with pytest.raises(IncompleteError, match=r"is in a form that is not known: judge a ref with --ref\.$"):
        _files(provider)


def test_a_damaged_index_is_incomplete(provider: Path) -> None:
    (provider / ".git/index").write_bytes(b"garbage")

    with pytest.raises(IncompleteError, match=r"^The index of .* cannot be read: `git status` says more \(.+\)\.$"):
        _files(provider)


def test_without_an_index_nothing_is_tracked(provider: Path) -> None:
    (provider / ".git/index").unlink()

    assert _files(provider) == {}


def test_a_file_that_cannot_be_opened_is_incomplete(provider: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (provider / "main.go").write_text("package changed\n")

    original = os.open

    def refuse(path: Any, *arguments: Any) -> int:
        if os.fsdecode(path).endswith("main.go"):
            raise PermissionError(13, "Permission denied")
        return original(path, *arguments)

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(IncompleteError, match=r"main\.go cannot be read: Permission denied\.$"):
        _files(provider)


def test_a_file_that_changes_while_it_is_judged_is_incomplete(provider: Path) -> None:
    (provider / "main.go").write_text("package changed\n")
    with Repository.open(provider) as repository:
        tree = repository.working_tree()
        assert len(tree.files) == 3
        (provider / "main.go").write_text("package again\n")
        with pytest.raises(IncompleteError, match=r"^main\.go has changed while it was read: run the command again\.$"):
            tree.read("main.go")


def test_a_file_that_is_not_there_is_a_key_error(provider: Path) -> None:
    with Repository.open(provider) as repository, pytest.raises(KeyError, match="other"):
        repository.working_tree().read("other.go")
