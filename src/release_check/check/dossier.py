"""What an HTML page shows beside its subject, gathered where repository and snapshots are at hand."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable, Iterator

import msgspec

from release_check.check.graph import graph_view
from release_check.check.lives import life
from release_check.check.plan import plan
from release_check.check.reading import Progress, Reading, silent
from release_check.check.source import SnapshotSource
from release_check.git import Repository, Tree
from release_check.git.worktree import REF as WORKING_TREE
from release_check.history import VersionGraph
from release_check.model import (
    KINDS,
    Address,
    AddressError,
    Entity,
    EntityKind,
    IncompleteError,
    Location,
    Provider,
    UsageProblem,
)
from release_check.report import Audit, Dossier, Excerpt, Life, Plan, Report, findings_of, places_of, reports_of
from release_check.report.order import standing

_BEFORE, _AFTER = 2, 6
_EXCERPTS = 600
"""How many places have their lines on a page: more would make it too heavy for a phone."""
_LIVES = 150
_LONGEST = 400
"""Letters of a line, of which generated code has some that nobody reads to the end."""


def dossier(
    repository: Repository,
    graph: VersionGraph,
    source: SnapshotSource,
    subject: Report | Audit | Life | Plan,
    *,
    reading: Reading,
    lives: bool = False,
    progress: Progress = silent,
) -> Dossier:
    """Gather what surrounds a subject.

    An audit, which has every snapshot read, is given the lives of what was found and the plan for the next MAJOR as
    well; a report the lives where they are asked for. What cannot be read is left out: the subject itself says so.

    Args:
        repository: where the source is.
        graph: the releases.
        source: gives the snapshots.
        subject: what the page is about.
        reading: how the working tree is read.
        lives: follow what a report found over all releases, which reads a part of each.
        progress: told what is being done.
    """
    progress("drawing the version graph")
    reports = reports_of(subject) if isinstance(subject, Audit) else None
    followed, more = _lives(graph, source, subject, progress) if lives or reports is not None else ((), 0)
    gathered = Dossier(
        subject=subject,
        graph=graph_view(repository, graph, reports),
        lives=followed,
        more_lives=more,
        plan=_plan(repository, graph, source, reading, progress) if isinstance(subject, Audit) else None,
    )
    progress("looking up source lines")
    return msgspec.structs.replace(gathered, excerpts=tuple(_excerpts(repository, places_of(gathered)[:_EXCERPTS])))


def _plan(
    repository: Repository, graph: VersionGraph, source: SnapshotSource, reading: Reading, progress: Progress
) -> Plan | None:
    newest = graph.base(None).release
    if newest is None:
        return None
    try:
        return plan(repository, graph, source, ref=newest.ref, reading=reading, progress=progress)
    except (IncompleteError, UsageProblem):
        return None


def _lives(
    graph: VersionGraph, source: SnapshotSource, subject: Report | Audit | Life | Plan, progress: Progress
) -> tuple[tuple[Life, ...], int]:
    """The lives of what findings stand at, by address, and how many there would be more."""
    found = list(dict.fromkeys(_addresses(subject)))
    followed = sorted(found[:_LIVES])
    shared = _remembering(source, frozenset((address.kind, address.type) for address in followed))
    lives = []
    for address in followed:
        try:
            lives.append(life(graph, shared, address, progress=progress))
        except (IncompleteError, UsageProblem):
            continue
    return tuple(lives), max(len(found) - _LIVES, 0)


def _addresses(subject: Report | Audit | Life | Plan) -> Iterator[Address]:
    """Where findings stand, errors first."""
    for finding in standing(findings_of(subject)):
        try:
            address = Address.parse(finding.address)
        except AddressError:
            continue
        if address.type or address.path:
            yield address


def _remembering(source: SnapshotSource, wanted: frozenset[tuple[str, str]]) -> SnapshotSource:
    """The source, each release asked once for all the entities that are wanted, and no more of it held."""
    parts: dict[str, Provider] = {}

    def remembered(ref: str, only: Collection[tuple[str, str]] | None = None) -> Provider:
        if only is None or not wanted.issuperset(only):
            return source(ref, only)
        if ref not in parts:
            parts[ref] = _part(source(ref, wanted), wanted)
        return parts[ref]

    return remembered


def _part(provider: Provider, wanted: frozenset[tuple[str, str]]) -> Provider:
    groups: dict[str, dict[str, Entity]] = {key: {} for kind, key in KINDS.items() if kind != EntityKind.PROVIDER}
    for kind, name in wanted:
        entity = provider.entity(kind, name)
        if kind != EntityKind.PROVIDER and entity is not None:
            groups[KINDS[kind]][name] = entity
    return msgspec.structs.replace(provider, **groups)


def _excerpts(repository: Repository, places: Iterable[Location]) -> Iterator[Excerpt]:
    for ref, members in itertools.groupby(sorted(places, key=lambda place: place.ref), key=lambda place: place.ref):
        wanted = list(members)
        try:
            tree = repository.working_tree() if ref == WORKING_TREE else repository.tree(ref)
            texts = _texts(tree, {place.file for place in wanted})
        except (IncompleteError, UsageProblem):
            continue
        for place in wanted:
            lines = texts.get(place.file, [])
            first = max(place.line - _BEFORE, 1)
            cut = lines[first - 1 : place.line + _AFTER]
            if cut:
                shown = tuple(row if len(row) <= _LONGEST else f"{row[:_LONGEST]} …" for row in cut)
                yield Excerpt(location=place, first=first, lines=shown)


def _texts(tree: Tree, files: Iterable[str]) -> dict[str, list[str]]:
    known = sorted(file for file in files if file in tree.files)
    read: Callable[[bytes], str] = lambda content: content.decode("utf-8", "replace")  # noqa: E731
    return {path: read(content).split("\n") for path, content in tree.read_many(known, skip_absent=True).items()}
