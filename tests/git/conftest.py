"""A git of the tests' own, to bring repositories into states that nobody wants."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Protocol

import pytest


class RunGit(Protocol):
    def __call__(self, folder: Path, *arguments: str, stdin: bytes = b"") -> str: ...


@pytest.fixture
def git() -> RunGit:
    """Give a function that runs git in a folder, with a fixed identity and no configuration but the repository's."""
    environment = {
        **os.environ,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_DATE": "1000000000 +0000",
        "GIT_COMMITTER_DATE": "1600000000 +0200",
        "LC_ALL": "C",
    } | {f"GIT_{who}_{what}": f"{who}@example.invalid" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}

    def run(folder: Path, *arguments: str, stdin: bytes = b"") -> str:
        done = subprocess.run(
            ["git", "-C", str(folder), *arguments], check=True, capture_output=True, input=stdin, env=environment
        )
        return os.fsdecode(done.stdout).removesuffix("\n")

    return run
