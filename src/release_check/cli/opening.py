"""What every command that reads a repository begins with."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from release_check.check import Reading
    from release_check.configuration import Configuration
    from release_check.git import Repository


@contextlib.contextmanager
def opened(repo: str) -> Iterator[Repository]:
    """The repository at a path, until the end of the block.

    Raises:
        UsageProblem: there is none.
    """
    from release_check.git import Repository

    with Repository.open(repo) as repository:
        yield repository


def configured(repository: Repository, config: str | None) -> Configuration:
    """The configuration that is asked for, or the repository's own.

    Raises:
        UsageProblem: it says something that it cannot.
    """
    from release_check.configuration import read_configuration

    return read_configuration(repository, config)


def reading_of(settings: Configuration, environment: Mapping[str, str]) -> Reading:
    """How source is read: the configuration's settings, and what the command line puts over them."""
    from release_check.check import Reading

    return Reading(environment={**settings.environment, **environment}, entrypoint=settings.content.entrypoint)
