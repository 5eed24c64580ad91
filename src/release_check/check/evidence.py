"""What a candidate says of itself, read when a rule asks for it, and no more of it."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from typing import Protocol

from release_check.changelog import Brought, Changelog, Entry, Step, exemption_of, new_entries, read_changelog
from release_check.check.candidate import Candidate
from release_check.check.telling import Telling
from release_check.check.test_files import TestFiles
from release_check.docs import Pages
from release_check.git import Repository
from release_check.git.worktree import REF as WORKING_TREE
from release_check.history import Release, VersionGraph
from release_check.model import DroppedRetry
from release_check.snapshot.retries import dropped_retries

_BY_ITSELF = Telling()


class Files(Protocol):
    """The files of a candidate."""

    @property
    def files(self) -> Mapping[str, str]:
        """Path to blob."""
        ...

    def read_many(self, paths: Iterable[str], *, skip_absent: bool = False) -> Mapping[str, bytes]:
        """The contents of several; those that this copy of the repository lacks may be left out."""
        ...


class TreeEvidence:
    """Reads from the candidate's files; an `Evidence`."""

    def __init__(
        self,
        tree: Files,
        step: Step,
        *,
        base: Files | None = None,
        provider: str = "",
        telling: Telling = _BY_ITSELF,
        since: Files | None = None,
    ) -> None:
        """Take the candidate and the step that it makes.

        Args:
            tree: the candidate's files.
            step: what it is.
            base: the files of the release that an operator comes from.
            provider: the provider's name, which its types begin with.
            telling: how the provider tells of its releases, and the request if any.
            since: the files where the request branched off; None for those of the base.
        """
        self._tree = tree
        self._step = step
        self._base = base
        self._provider = provider
        self._telling = telling
        self._since = since

    @functools.cached_property
    def changelog(self) -> Changelog:
        """Changelog, fragments and upgrade guides."""
        request = self._telling.request
        body = request.body if request is not None else None
        return read_changelog(self._tree.files, self._tree.read_many, self._step, self._telling.changelog, body=body)

    @functools.cached_property
    def brought(self) -> Brought | None:
        """What the request brings to the changelog, and whether it may do without; None where there is none."""
        request, settings = self._telling.request, self._telling.changelog
        if request is None:
            return None
        origin = self._since or self._base
        earlier: tuple[Entry, ...] = ()
        if self._since is not None:
            earlier = read_changelog(self._since.files, self._since.read_many, self._step, settings).entries
        before = origin.files if origin is not None else {}
        paths = sorted({*self._tree.files, *before})
        changed = [path for path in paths if self._tree.files.get(path) != before.get(path)]
        return Brought(
            entries=new_entries(self.changelog.entries, earlier),
            exemption=exemption_of(request, changed, settings),
        )

    @functools.cached_property
    def pages(self) -> Pages:
        """The pages of the candidate."""
        return Pages(self._tree.files, self._tree.read_many, self._provider, self._telling.docs)

    @functools.cached_property
    def pages_before(self) -> Pages | None:
        """The pages of the base; None for a first release."""
        return Pages(self._base.files, self._base.read_many, self._provider) if self._base is not None else None

    @functools.cached_property
    def tests(self) -> TestFiles:
        """The tests of the candidate."""
        return TestFiles(self._tree.files, self._tree.read_many)

    @functools.cached_property
    def dropped_retries(self) -> tuple[DroppedRetry, ...]:
        """Errors that an operation was tried again on at the base, and is not at the candidate."""
        return dropped_retries(self._base, self._tree) if self._base is not None else ()


def evidence_of(
    candidate: Candidate, graph: VersionGraph, repository: Repository, provider: str, telling: Telling
) -> TreeEvidence:
    """What reads what a candidate says of itself."""
    since = telling.request.since if telling.request is not None else None
    origin = candidate.base.release
    base = repository.tree(origin.ref) if origin is not None else None
    return TreeEvidence(
        candidate.tree,
        Step(
            version=candidate.version,
            base=origin.version if origin is not None else None,
            before=base.files if base is not None else None,
            line=tuple(release.version for release in _line(graph, origin)),
            tagged=candidate.tree.ref != WORKING_TREE and _is_tagged(candidate, graph),
        ),
        base=base,
        provider=provider,
        telling=telling,
        since=repository.tree(since) if since is not None else None,
    )


def _is_tagged(candidate: Candidate, graph: VersionGraph) -> bool:
    """Whether the commit is the release of that version, so that what still waits in fragments then was not told."""
    return any(one.version == candidate.version and one.commit == candidate.tree.commit for one in graph.releases)


def _line(graph: VersionGraph, origin: Release | None) -> tuple[Release, ...]:
    return graph.leading_to(origin) if origin is not None else ()
