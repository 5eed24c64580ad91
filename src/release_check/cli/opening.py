"""What every command that reads a repository begins with."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from release_check.cli.failure import say

if TYPE_CHECKING:
    from release_check.changelog import Request
    from release_check.check import Reading, SnapshotSource, Telling
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


def telling_of(settings: Configuration, request: Request | None = None) -> Telling:
    """How the provider tells of its releases: the configuration's settings, and the pull request that is judged."""
    from release_check.check import Telling

    return Telling(changelog=settings.content.changelog, docs=settings.content.documentation, request=request)


@contextlib.contextmanager
def sourced(repository: Repository, reading: Reading, cache: Path | None) -> Iterator[SnapshotSource]:
    """Where snapshots come from: the store in a folder and then the repository, or the repository alone."""
    from release_check import api

    with api.sourced(repository, reading, cache, say) as source:
        yield source


def printed_of(
    texts: Sequence[str],
) -> tuple[Mapping[str, tuple[str, bytes]], tuple[str, bytes] | None]:
    """What Terraform printed: of some refs, and of what is judged or shown last; each as file and content.

    Args:
        texts: `FILE` or `REF=FILE` of each `--from-json`.

    Raises:
        UsageProblem: a file cannot be read.
    """
    from release_check.cli.files import read_file

    named: dict[str, tuple[str, bytes]] = {}
    last: tuple[str, bytes] | None = None
    for text in texts:
        ref, separator, file = text.partition("=")
        if separator and not Path(text).exists():
            named[ref] = (file, read_file(file))
        else:
            last = (text, read_file(text))
    return named, last
