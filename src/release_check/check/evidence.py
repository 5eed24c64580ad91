"""What a candidate says of itself, read when a rule asks for it, and no more of it."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from typing import Protocol

from release_check.changelog import Changelog, Step, read_changelog
from release_check.check.candidate import Candidate
from release_check.check.test_files import TestFiles
from release_check.docs import Pages
from release_check.git import Repository
from release_check.history import Release, VersionGraph


class Files(Protocol):
    """The files of a candidate."""

    @property
    def files(self) -> Mapping[str, str]:
        """Path to blob."""
        ...

    def read_many(self, paths: Iterable[str]) -> Mapping[str, bytes]:
        """The contents of several."""
        ...


class TreeEvidence:
    """Reads from the candidate's files; an `Evidence`."""

    def __init__(self, tree: Files, step: Step, *, base: Files | None = None, provider: str = "") -> None:
        """Take the candidate and the step that it makes.

        Args:
            tree: the candidate's files.
            step: what it is.
            base: the files of the release that an operator comes from.
            provider: the provider's name, which its types begin with.
        """
        self._tree = tree
        self._step = step
        self._base = base
        self._provider = provider

    @functools.cached_property
    def changelog(self) -> Changelog:
        """Changelog, fragments and upgrade guides."""
        return read_changelog(self._tree.files, self._tree.read_many, self._step)

    @functools.cached_property
    def pages(self) -> Pages:
        """The pages of the candidate."""
        return Pages(self._tree.files, self._tree.read_many, self._provider)

    @functools.cached_property
    def pages_before(self) -> Pages | None:
        """The pages of the base; None for a first release."""
        return Pages(self._base.files, self._base.read_many, self._provider) if self._base is not None else None

    @functools.cached_property
    def tests(self) -> TestFiles:
        """The tests of the candidate."""
        return TestFiles(self._tree.files, self._tree.read_many)


def evidence_of(candidate: Candidate, graph: VersionGraph, repository: Repository, provider: str) -> TreeEvidence:
    """What reads what a candidate says of itself."""
    origin = candidate.base.release
    base = repository.tree(origin.ref) if origin is not None else None
    return TreeEvidence(
        candidate.tree,
        Step(
            version=candidate.version,
            base=origin.version if origin is not None else None,
            before=base.files if base is not None else None,
            line=tuple(release.version for release in _line(graph, origin)),
            tagged=any(
                one.version == candidate.version and one.commit == candidate.tree.commit for one in graph.releases
            ),
        ),
        base=base,
        provider=provider,
    )


def _line(graph: VersionGraph, origin: Release | None) -> tuple[Release, ...]:
    return graph.leading_to(origin) if origin is not None else ()
