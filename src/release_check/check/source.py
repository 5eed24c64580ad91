"""Where snapshots come from: a repository's refs, or whatever stands before them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from release_check.check.reading import Reading
from release_check.git import Repository
from release_check.model import Provider


class SnapshotSource(Protocol):
    """Gives the provider's schemas at a ref."""

    def __call__(self, ref: str, only: Collection[tuple[str, str]] | None = None) -> Provider:
        """The whole snapshot, or the part of it that `only` names by kind and type.

        What is given may hold more than was asked for.

        Raises:
            UsageProblem: there is no such ref.
            IncompleteError: no provider was found there.
        """
        ...


class GitSource:
    """Reads from the repository each time, but for the last few whole snapshots; a `SnapshotSource`."""

    def __init__(self, repository: Repository, reading: Reading, *, keep: int = 3) -> None:
        """Take the repository, how its source is read, and how many whole snapshots are kept.

        A base and a candidate are asked for again as the candidate and base of the next release, so that two or three
        spare most of the work; each holds all of a large provider.
        """
        self._repository = repository
        self._reading = reading
        self._keep = keep
        self._whole: dict[str, Provider] = {}

    def __call__(self, ref: str, only: Collection[tuple[str, str]] | None = None) -> Provider:
        """The snapshot at a ref, or the part of it that is asked for."""
        held = self._whole.pop(ref, None)
        if held is None and only is not None:
            return self._reading.provider(self._repository.tree(ref), only)
        provider = held if held is not None else self._reading.provider(self._repository.tree(ref))
        self._whole[ref] = provider
        while len(self._whole) > self._keep:
            del self._whole[next(iter(self._whole))]
        return provider
