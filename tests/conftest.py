"""What tests in several folders need."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

import pytest

from release_check.git import create_repository
from release_check.git.scratch import Files


class MakeRepository(Protocol):
    def __call__(
        self,
        folder: Path,
        releases: Mapping[str, Files],
        *,
        parents: Mapping[str, str] | None = None,
        bare: bool = False,
    ) -> Path: ...


@pytest.fixture
def make_repository() -> MakeRepository:
    """Give a function that makes a repository at `folder/provider` from a mapping tag → {path: text}.

    Each tag's mapping is the whole tree. Dates and identity are fixed, so commit ids are the same on every run.
    """

    def make(
        folder: Path, releases: Mapping[str, Files], *, parents: Mapping[str, str] | None = None, bare: bool = False
    ) -> Path:
        return create_repository(folder / "provider", releases, parents=parents, bare=bare)

    return make
