"""The life of one address over all releases."""

from __future__ import annotations

from collections.abc import Sequence

from release_check import history
from release_check.check.reading import Progress, silent
from release_check.check.source import SnapshotSource
from release_check.history import Carrier, Happening, LifeStep, Release, State, VersionGraph
from release_check.model import Address, Entity, EntityKind, IncompleteError, Location, StoredKeys, UsageProblem
from release_check.report import Carried, Life, LifeEvent, Notice, SchemaVersionSpan

_NO_KEYS = StoredKeys()


def life(graph: VersionGraph, source: SnapshotSource, address: Address, *, progress: Progress = silent) -> Life:
    """Follow an address over the version graph, reading no more than its entity at each release.

    Args:
        graph: the releases.
        source: gives the snapshots.
        address: an attribute, block or entity.
        progress: told what is being done.

    Raises:
        UsageProblem: no release has anything at that address.
        IncompleteError: no release can be read.
    """
    reader = _Reader(source, progress)
    happenings = history.life(graph, reader.entity, address)
    newest = graph.base(None).release or graph.releases[-1]
    standing = _at(reader, newest, address)
    if reader.provider is None:
        raise IncompleteError(reader.gaps[0] if reader.gaps else "There is no release to be read.")
    if not happenings and not reader.gaps:
        raise UsageProblem(f"No release has anything at {address}.{_hint(standing)}")
    line = graph.leading_to(newest)
    main = {release.ref for release in line}
    return Life(
        provider=reader.provider,
        address=str(address),
        releases=len(graph.releases),
        newest=newest.ref,
        state=_state(standing, address, happenings),
        events=tuple(_event(one, main) for one in happenings),
        schema_versions=_schema_versions(reader, line, address),
        incomplete=tuple(reader.gaps),
    )


class _Reader:
    """Reads entities at releases, and notes what cannot be read."""

    def __init__(self, source: SnapshotSource, progress: Progress) -> None:
        self.provider: str | None = None
        self.gaps: list[str] = []
        self._source = source
        self._progress = progress
        self._known: dict[tuple[str, str, str], Entity | None] = {}

    def entity(self, release: Release, kind: str, entity_type: str) -> Entity | None:
        key = (release.ref, kind, entity_type)
        if key not in self._known:
            self._known[key] = self._read(release, kind, entity_type)
        return self._known[key]

    def _read(self, release: Release, kind: str, entity_type: str) -> Entity | None:
        self._progress(f"looking at {release.ref}")
        try:
            part = self._source(release.ref, {(kind, entity_type)})
        except IncompleteError as error:
            gap = f"{release.ref}: {error}"
            if gap not in self.gaps:
                self.gaps.append(gap)
            raise
        self.provider = part.provider
        return part.entity(kind, entity_type)


def _schema_versions(reader: _Reader, line: Sequence[Release], address: Address) -> tuple[SchemaVersionSpan, ...]:
    """The schema versions of a resource along a line, where it had more than one."""
    if address.path or address.kind != EntityKind.RESOURCE:
        return ()
    found = history.schema_versions(line, lambda release: _at(reader, release, address))
    if len(found) < 2:
        return ()
    newest = max((one.last for one in found), key=lambda release: release.version)
    return tuple(
        SchemaVersionSpan(
            version=one.version,
            first=one.first.ref,
            last=one.last.ref,
            current=one.last is newest,
            carried=_carried(one.carrier, newest.ref) if one.carrier is not None else None,
        )
        for one in found
    )


def _carried(one: Carrier, ref: str) -> Carried:
    keys = one.keys or _NO_KEYS
    return Carried(
        version=one.version,
        to=one.to,
        by=one.by,
        sets=keys.sets,
        drops=keys.drops,
        renames=keys.renames,
        location=Location(ref, one.source.file, one.source.line) if one.source is not None else None,
    )


def _at(reader: _Reader, release: Release, address: Address) -> Entity | None:
    try:
        return reader.entity(release, address.kind, address.type)
    except IncompleteError:
        return None


def _state(entity: Entity | None, address: Address, happenings: tuple[Happening, ...]) -> str:
    state = history.state_of(entity, address.path)
    return State.DELETED if state is State.ABSENT and happenings else state


def _event(one: Happening, main: set[str]) -> LifeEvent:
    gone = one.step is LifeStep.DELETED
    shown = one.base if gone and one.base is not None else one.release
    notice = None
    if one.announced:
        first = one.announced[0]
        notice = Notice(
            since=first.ref, releases=len(one.announced), days=history.days_between(first, one.release.date)
        )
    return LifeEvent(
        event=one.step,
        version=str(one.release.version),
        ref=one.release.ref,
        date=one.release.date,
        message=one.message,
        on=str(one.on) if one.on is not None else None,
        other=str(one.other) if one.other is not None else None,
        notice=notice,
        after=one.base.ref if one.base is not None and one.release.ref not in main else None,
        schema_version=one.schema_version,
        carried=tuple(_carried(carrier, one.release.ref) for carrier in one.carriers),
        location=Location(shown.ref, one.source.file, one.source.line) if one.source is not None else None,
    )


def _hint(entity: Entity | None) -> str:
    if entity is None:
        return " `release-check snapshot REF` shows what there is."
    names = ", ".join(sorted(entity.attrs)[:20])
    return f" Its entity has {names}{', and more' if len(entity.attrs) > 20 else ''}." if names else ""
