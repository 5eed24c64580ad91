"""The only place that starts a program: git, with everything off that a repository could make it run.

A repository is hostile input, its configuration included. Only plumbing is called that runs nothing of its own accord;
what could make it do so (file system monitor, hooks, lazy fetching, prompts) is overridden here. That is what git's
`safe.directory` and `safe.bareRepository` guard against, so they are lifted for our own processes: a checkout that
belongs to another user, as containers in continuous integration have it, is read like any other.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from release_check.model import IncompleteError

_OVERRIDES = (
    "core.fsmonitor=false",
    f"core.hooksPath={os.devnull}",
    "safe.bareRepository=all",
    "safe.directory=*",
)

_ENVIRONMENT = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    # Older gits do not know the line above; with no protocol allowed their fetch ends before it starts anything.
    "GIT_ALLOW_PROTOCOL": "",
    # An object is what its id says, so that what is stored by id can be trusted.
    "GIT_NO_REPLACE_OBJECTS": "1",
    "LC_ALL": "C",
    "LANGUAGE": "C",
}

_REPOINTING = (
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_CONFIG",
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_PARAMETERS",
    "GIT_DIR",
    "GIT_GRAFT_FILE",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_NAMESPACE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
    "GIT_REPLACE_REF_BASE",
    "GIT_SHALLOW_FILE",
    "GIT_WORK_TREE",
)
"""What a git hook that calls us has set for its own repository, which need not be the one that we were asked about."""


class GitError(Exception):
    """A git command that failed, with what it said on standard error."""

    def __init__(self, status: int, said: str) -> None:
        super().__init__(said)
        self.status = status
        self.said = said

    @property
    def reason(self) -> str:
        """The first thing that git complained of, without its prefix."""
        lines = [
            line for line in self.said.splitlines() if line.startswith(("fatal:", "error:"))
        ] or self.said.splitlines()
        return (
            lines[0].removeprefix("fatal: ").removeprefix("error: ").rstrip(".") if lines else f"status {self.status}"
        )


class Git:
    """Git commands on one folder or, once it is known, one git directory."""

    def __init__(self, folder: Path, git_dir: str | None = None) -> None:
        self._folder = folder
        self._options = [] if git_dir is None else [f"--git-dir={git_dir}"]

    def run(self, *arguments: str, stdin: bytes = b"", environment: Mapping[str, str] | None = None) -> bytes:
        """Run one command to its end and give its standard output.

        Raises:
            GitError: it failed.
            IncompleteError: there is no git on this machine.
        """
        done = subprocess.run(
            self._command(arguments),
            input=stdin,
            capture_output=True,
            cwd=self._folder,
            env=_environment(environment),
            check=False,
        )
        if done.returncode:
            raise GitError(done.returncode, done.stderr.decode("utf-8", "backslashreplace"))
        return done.stdout

    def converse(self, *arguments: str) -> Conversation:
        """Start a command that answers on standard output what it is asked on standard input.

        Raises:
            IncompleteError: there is no git on this machine.
        """
        return Conversation(
            subprocess.Popen(
                self._command(arguments),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=self._folder,
                env=_environment(None),
            )
        )

    def _command(self, arguments: Sequence[str]) -> list[str]:
        overrides = [part for override in _OVERRIDES for part in ("-c", override)]
        return [_program(), "--no-pager", *overrides, *self._options, *arguments]


class Conversation:
    """A running command, asked line by line."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        if process.stdin is None or process.stdout is None:
            raise ValueError("a conversation needs both pipes")
        self._questions = process.stdin
        self.answers = process.stdout
        self._owner = os.getpid()

    @property
    def ours(self) -> bool:
        """Whether this very process started it; after a fork two would read each other's answers."""
        return self._owner == os.getpid()

    def ask(self, questions: bytes) -> None:
        """Send lines.

        Raises:
            OSError: the command has ended.
        """
        self._questions.write(questions)
        self._questions.flush()

    def close(self) -> None:
        """End it; it only reads, so nothing is lost."""
        if self.ours:
            self._process.kill()
            self._process.wait()
        for pipe in (self._questions, self.answers):
            try:
                pipe.close()
            except OSError:
                continue


def _program() -> str:
    found = shutil.which("git")
    # A relative hit is the current folder, which on Windows comes before the path and may be the repository itself.
    if found is None or not Path(found).is_absolute():
        raise IncompleteError("git was not found: install it, or put it on the PATH.")
    return found


def _environment(additions: Mapping[str, str] | None) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in _REPOINTING}
    return {**kept, **_ENVIRONMENT, **(additions or {})}
