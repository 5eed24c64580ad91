"""How policies look back over a line: earlier snapshots, read when asked for, and no more of them than is asked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from release_check.check.reading import Progress, silent, unparsed
from release_check.history import Release
from release_check.model import Entity, IncompleteError, Provider

Entities = Collection[tuple[str, str]]
"""Entities by kind and type."""


class Past:
    """The line's entities; a `Timeline`."""

    def __init__(
        self,
        releases: Sequence[Release],
        read: Callable[[Release, Entities], Provider],
        *,
        touched: Entities = (),
        known: Mapping[str, Provider] | None = None,
        progress: Progress = silent,
    ) -> None:
        """Look back over a line.

        Args:
            releases: the line in order of version, its last the base.
            read: reads some entities of a release.
            touched: the entities that the candidate changes. What is asked of one is likely asked of all, so they are
                read together.
            known: providers that were read whole already, by ref.
            progress: told what is being read.
        """
        self.releases = releases
        self.gaps: list[str] = []
        """One sentence for each release that was asked for and could not be read."""
        self._read = read
        self._together = [frozenset(touched)]
        self._known = dict(known or {})
        self._progress = progress
        self._parts: dict[tuple[str, frozenset[tuple[str, str]]], Provider | None] = {}

    def meet(self, touched: Entities, known: Provider | None) -> None:
        """Look back for another candidate of the same line too.

        Args:
            touched: the entities that it changes.
            known: the base, where it was read.
        """
        self._together.append(frozenset(touched).difference(*self._together))
        if known is not None:
            self._known[known.ref] = known

    def entity(self, release: Release, kind: str, entity_type: str) -> Entity | None:
        """One entity as it was at a release; None where it was not there, or where `gaps` says that it is not known."""
        provider = self._known.get(release.ref)
        if provider is not None:
            return provider.entity(kind, entity_type)
        wanted = (kind, entity_type)
        alone = frozenset({wanted})
        part = self._part(release, next((group for group in self._together if wanted in group), alone))
        return part.entity(kind, entity_type) if part is not None else None

    def _part(self, release: Release, only: frozenset[tuple[str, str]]) -> Provider | None:
        key = (release.ref, only)
        if key not in self._parts:
            self._progress(f"looking back at {release.ref}")
            try:
                part = self._read(release, only)
            except IncompleteError as error:
                self._parts[key] = None
                self._note(release, str(error))
            else:
                self._parts[key] = part
                for sentence in unparsed(part.coverage, release.ref):
                    self._note(release, sentence)
        return self._parts[key]

    def _note(self, release: Release, sentence: str) -> None:
        gap = f"What {release.ref} announced is not known. {sentence}"
        if gap not in self.gaps:
            self.gaps.append(gap)
