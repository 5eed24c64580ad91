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
    from release_check.check import GitSource, StoredSource, opened_store

    # what is shown as Terraform sees it is no snapshot to be kept
    if cache is None or reading.as_served:
        yield GitSource(repository, reading)
        return
    with opened_store(cache, say) as (store, _folder):
        yield StoredSource(repository, reading, store)


def readings_of(
    settings: Configuration, environment: Mapping[str, str], printed: Sequence[str]
) -> tuple[Reading, Reading]:
    """How refs are read, and how the one is that is judged, or shown last.

    The configuration says how all are; variables of the command line, and a FILE without a ref, are for the last alone,
    so that a preview of it is held against what the others are without.

    Args:
        settings: the configuration.
        environment: variables of the command line.
        printed: `FILE` or `REF=FILE` of each `--from-json`.

    Raises:
        UsageProblem: a file cannot be read.
    """
    from release_check.check import Reading
    from release_check.cli.files import read_file

    named: dict[str, tuple[str, bytes]] = {}
    last: tuple[str, bytes] | None = None
    for text in printed:
        ref, separator, file = text.partition("=")
        if separator and not Path(text).exists():
            named[ref] = (file, read_file(file))
        else:
            last = (text, read_file(text))
    entrypoint, own = settings.content.entrypoint, settings.environment
    return (
        Reading(environment=own, entrypoint=entrypoint, printed=named, as_served=bool(printed)),
        Reading(
            environment={**own, **environment},
            entrypoint=entrypoint,
            printed=named,
            instead=last,
            as_served=bool(printed),
        ),
    )
