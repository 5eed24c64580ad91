"""A repository is hostile input: nothing that it configures runs, and nothing outside of it is read."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from release_check.git import Repository
from release_check.model import IncompleteError

RELEASES = {"v1.0.0": {"main.go": "package main\n", ".gitattributes": "*.go filter=evil diff=evil\n"}}


@pytest.fixture
def evil(tmp_path: Path, make_repository: Any, git: Any) -> Path:
    """A repository whose configuration names a program wherever it can."""
    provider: Path = make_repository(tmp_path, RELEASES)
    program = tmp_path / "program"
    program.write_text(f'#!/bin/sh\ntouch "{tmp_path}/ran"\nexit 1\n')
    program.chmod(0o755)
    for name in (
        "core.fsmonitor", "core.pager", "core.editor", "core.sshCommand", "core.askPass", "core.gitProxy",
        "core.alternateRefsCommand", "credential.helper", "diff.external", "diff.evil.textconv", "diff.evil.command",
        "filter.evil.clean", "filter.evil.smudge", "filter.evil.process", "gpg.program", "sequence.editor",
        "pager.ls-tree", "pager.for-each-ref", "uploadpack.packObjectsHook", "remote.origin.uploadpack",
    ):  # fmt: skip
        git(provider, "config", name, str(program))
    for command in ("rev-parse", "for-each-ref", "cat-file", "ls-tree", "ls-files", "merge-base"):
        git(provider, "config", f"alias.{command}", f"!{program}")
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    for hook in ("fsmonitor-watchman", "post-index-change", "reference-transaction", "post-checkout"):
        (hooks / hook).symlink_to(program)
    git(provider, "config", "core.hooksPath", str(hooks))
    return provider


def test_nothing_that_a_repository_configures_is_run(evil: Path, git: Any) -> None:
    ran = evil.parent / "ran"
    # The tests' own set-up may have set it off already.
    ran.unlink(missing_ok=True)
    (evil / "main.go").write_text("package changed\n")
    os.utime(evil / ".gitattributes")

    with Repository.open(evil) as repository:
        repository.tags()
        tree = repository.tree("v1.0.0")
        tree.read_many(tree.files)
        working = repository.working_tree()
        assert working.read("main.go") == b"package changed\n"
        working.read_many(working.files)
        repository.is_ancestor("v1.0.0", "HEAD")
    assert not ran.exists()

    git(evil, "status")
    assert ran.exists(), "the trap is set: git itself walks into it"


def test_a_missing_object_is_not_fetched_by_a_program_of_the_repository_s_choice(evil: Path, git: Any) -> None:
    ran = evil.parent / "ran"
    git(evil, "config", "--unset", "core.fsmonitor")
    git(evil, "config", "remote.origin.url", str(evil))
    git(evil, "config", "remote.origin.promisor", "true")
    git(evil, "config", "extensions.partialClone", "origin")
    git(evil, "config", "core.repositoryFormatVersion", "1")
    git(evil, "config", "protocol.allow", "always")
    name = git(evil, "hash-object", "--stdin", stdin=b"package missing\n")
    commit = _commit(git, evil, name)
    (evil / ".git/refs/tags/v2.0.0").write_text(f"{commit}\n")
    ran.unlink(missing_ok=True)

    with Repository.open(evil) as repository:
        files = repository.tree("v2.0.0")
        assert files.files == {"main.go": name}
        with pytest.raises(IncompleteError, match=r"^main\.go of v2\.0\.0 is not among the objects"):
            files.read("main.go")
        assert files.read_many(files.files, skip_absent=True) == {}
    assert not ran.exists()

    with pytest.raises(subprocess.CalledProcessError):
        git(evil, "cat-file", "blob", name)
    assert ran.exists(), "the trap is set: git itself walks into it"


def _commit(git: Any, folder: Path, blob: str) -> str:
    """A commit on a tree on a blob that is not there."""
    tree = git(folder, "mktree", "--missing", stdin=f"100644 blob {blob}\tmain.go\n".encode())
    who = "A <a@example.invalid> 0 +0000"
    commit = f"tree {tree}\nauthor {who}\ncommitter {who}\n\nmissing\n".encode()
    return git(folder, "hash-object", "-t", "commit", "-w", "--stdin", stdin=commit)


def test_the_environment_of_a_hook_that_calls_us_does_not_repoint_the_repository(
    tmp_path: Path, make_repository: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    provider = make_repository(tmp_path, {"v1.0.0": {"main.go": "package main\n"}})
    other = make_repository(tmp_path / "other", {"v9.0.0": {"other.go": ""}})
    for name, value in {
        "GIT_DIR": other / ".git",
        "GIT_WORK_TREE": other,
        "GIT_INDEX_FILE": other / ".git/index",
        "GIT_OBJECT_DIRECTORY": other / ".git/objects",
        "GIT_NAMESPACE": "other",
        "GIT_PREFIX": "sub/",
    }.items():
        monkeypatch.setenv(name, str(value))

    with Repository.open(provider) as repository:
        assert [tag.name for tag in repository.tags()] == ["v1.0.0"]
        assert [*repository.working_tree().files] == ["main.go"]
