"""The life of an address over the whole version graph: on every line, what became of it in which release.

Each release is compared with the one that operators come to it from. A pre-release is compared with the pre-release
before it, and passed by where a final release is looked at, as operators on final releases do.
"""

from __future__ import annotations

import datetime
import enum
import re
from collections.abc import Callable, Iterator, Sequence

import msgspec

from release_check.history.graph import VersionGraph
from release_check.history.lifecycle import ANNOUNCED, Standing, State, standing
from release_check.history.renames import Rename, renames
from release_check.history.state_versions import Carrier, Migrating, migrating
from release_check.history.tags import Release
from release_check.model import Address, Entity, EntityKind, IncompleteError, Source

Look = Callable[[Release, str, str], Entity | None]
"""An entity at a release by kind and type, None where there was none; raises `IncompleteError` where nobody knows."""


class LifeStep(enum.StrEnum):
    """What became of an address in a release."""

    INTRODUCED = "introduced"
    READDED = "re-added"
    DEPRECATED = "deprecated"
    REWORDED = "deprecation reworded"
    DEPRECATION_WITHDRAWN = "deprecation withdrawn"
    SOFT_REMOVED = "soft-removed"
    SOFT_REMOVAL_WITHDRAWN = "soft removal withdrawn"
    DELETED = "deleted"
    RENAMED_TO = "renamed to"
    RENAMED_FROM = "renamed from"
    REPLACED_BY = "replaced by"
    SCHEMA_VERSION = "schema version"
    UPGRADERS_CHANGED = "upgraders changed"
    TAKES_OVER = "takes over state of"


class Happening(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a life, in one release."""

    step: LifeStep
    release: Release
    base: Release | None
    """The release that operators come from."""
    message: str | None = None
    on: Address | None = None
    """What carries the announcement, where that is a block or entity around the address."""
    other: Address | None = None
    """The other half of a rename or replacement."""
    announced: tuple[Release, ...] = ()
    """Of what went: the final releases on the line that told of it without a break, the first of them first."""
    schema_version: int | None = None
    """Of a resource whose schema version, or what carries state of earlier ones, changed: the version."""
    carriers: tuple[Carrier, ...] = ()
    """What carries state of earlier versions from then on."""
    source: Source | None = None
    """The line that shows it: at the release, or, of what went, at the base."""


def days_between(earlier: Release, later_date: str) -> int:
    """Whole days from a release to a date in ISO form."""
    moments = (datetime.datetime.fromisoformat(text) for text in (earlier.date, later_date))
    first, last = moments
    return (last - first).days


def life(graph: VersionGraph, look: Look, address: Address) -> tuple[Happening, ...]:
    """Every step of an address's life, in order of version, over all lines.

    What the source does not settle, or what cannot be read, is taken for what it was in the release before.

    Args:
        graph: the releases.
        look: gives an entity at a release; is asked once for each release and type.
        address: an attribute, block or entity.
    """
    return tuple(_Lives(graph, look, address).walk())


class _Point(msgspec.Struct, frozen=True):
    """An address at a release."""

    standing: Standing
    lived: bool = False
    announced: tuple[Release, ...] = ()


_NOWHERE = _Point(Standing(State.ABSENT))


class _Lives:
    def __init__(self, graph: VersionGraph, look: Look, address: Address) -> None:
        self.graph = graph
        self.address = address
        self._ask = look
        self._seen: dict[tuple[str, str, str], Entity | None] = {}
        self._unread: set[str] = set()
        self._points: dict[str, _Point] = {}
        self._told: set[Address] = set()
        self._migrating: dict[str, Migrating | None] = {}

    def walk(self) -> Iterator[Happening]:
        for release in self.graph.releases:
            base = self.predecessor(release)
            before = self._points.get(base.ref, _NOWHERE) if base is not None else _NOWHERE
            now = standing(self.entity(release), self.address.path)
            if now.state is State.UNKNOWN or release.ref in self._unread:
                now = before.standing
            self._points[release.ref] = self._point(release, before, now)
            yield from self._steps(release, base, before, now)

    def predecessor(self, release: Release) -> Release | None:
        if release.version.prerelease is not None:
            below = [one for one in self.graph.releases if one.version < release.version]
            if below and below[-1].version.final == release.version.final:
                return below[-1]
        return self.graph.base(release.version).release

    def entity(self, release: Release) -> Entity | None:
        return self.look(release, self.address.kind, self.address.type)

    def look(self, release: Release, kind: str, entity_type: str) -> Entity | None:
        key = (release.ref, kind, entity_type)
        if key not in self._seen:
            try:
                self._seen[key] = self._ask(release, kind, entity_type)
            except IncompleteError:
                self._seen[key] = None
                self._unread.add(release.ref)
        return self._seen[key]

    def _point(self, release: Release, before: _Point, now: Standing) -> _Point:
        announced: tuple[Release, ...] = ()
        if now.state in ANNOUNCED:
            announced = before.announced if release.version.prerelease else (*before.announced, release)
        return _Point(now, before.lived or now.state is not State.ABSENT, announced)

    def _steps(self, release: Release, base: Release | None, before: _Point, now: Standing) -> Iterator[Happening]:
        was = before.standing
        entity = self.entity(release)

        def happening(step: LifeStep, message: str | None = None, other: Address | None = None) -> Happening:
            around = now.at if now.at is not None and now.at != self.address.path else None
            announcing = step in (LifeStep.DEPRECATED, LifeStep.SOFT_REMOVED, LifeStep.REWORDED)
            return Happening(
                step=step,
                release=release,
                base=base,
                message=message,
                on=Address(self.address.kind, self.address.type, around) if announcing and around is not None else None,
                other=other,
                announced=before.announced if step is LifeStep.DELETED else (),
                source=self._source(base if step is LifeStep.DELETED else release),
            )

        if now.state is State.ABSENT:
            if was.state is not State.ABSENT:
                yield happening(LifeStep.DELETED)
                yield from self._other_halves(happening, base, release)
            return
        if was.state is State.ABSENT:
            yield happening(LifeStep.READDED if before.lived else LifeStep.INTRODUCED)
        for step in _changes(was, now):
            yield happening(step, now.message if step in _TELLING else None)
        yield from self._migrations(happening, base, release)
        if entity is not None and was.state is not now.state:
            yield from self._other_halves(happening, base, release)

    def _migrations(
        self, happening: Callable[..., Happening], base: Release | None, release: Release
    ) -> Iterator[Happening]:
        """What became of a resource's schema version, and of what carries state forward."""
        if self.address.path or self.address.kind != EntityKind.RESOURCE:
            return
        entity = self.entity(release)
        before = self._migrating.get(base.ref) if base is not None else None
        now = migrating(entity) if entity is not None else None
        self._migrating[release.ref] = now or before
        if now is None:
            return
        was = before or Migrating(0, (), ())
        step = LifeStep.SCHEMA_VERSION if now.version != was.version else LifeStep.UPGRADERS_CHANGED
        if [one.step for one in now.carriers] != [one.step for one in was.carriers] or now.version != was.version:
            told = happening(step)
            yield msgspec.structs.replace(told, schema_version=now.version, carriers=now.carriers)
        for name in now.takes_over:
            if name not in was.takes_over:
                yield happening(LifeStep.TAKES_OVER, None, Address(self.address.kind, name))

    def _source(self, release: Release | None) -> Source | None:
        entity = self.entity(release) if release is not None else None
        if entity is None:
            return None
        level, source = entity.attrs, entity.source
        for name in self.address.path.split(".") if self.address.path else ():
            attribute = level.get(name)
            if attribute is None:
                break
            level, source = attribute.below, attribute.source or source
        return source

    def _other_halves(
        self, happening: Callable[..., Happening], base: Release | None, release: Release
    ) -> Iterator[Happening]:
        if base is None:
            return
        if not self.address.path:
            yield from self._successors(happening, base, release)
            return
        line = _Line(self.graph.leading_to(base), self.look)
        sides = self.entity(base), self.entity(release)
        for rename in renames(self.address.kind, self.address.type, *sides, line):
            if rename.old == self.address and rename.new not in self._told:
                self._told.add(rename.new)
                step = LifeStep.REPLACED_BY if rename.replacement else LifeStep.RENAMED_TO
                yield happening(step, None, rename.new)
            elif rename.new == self.address and _comes(rename) and rename.old not in self._told:
                self._told.add(rename.old)
                yield happening(LifeStep.RENAMED_FROM, None, rename.old)

    def _successors(self, happening: Callable[..., Happening], base: Release, release: Release) -> Iterator[Happening]:
        """Entities of the same kind that the deprecation message names."""
        entity = self.entity(release) or self.entity(base)
        message = (entity.deprecated or entity.soft_removed or "") if entity is not None else ""
        prefix = self.address.type.partition("_")[0]
        named = re.findall(rf"\b{re.escape(prefix)}_\w+", message) if prefix else []
        for name in dict.fromkeys(named):
            other = Address(self.address.kind, name)
            if other in (self.address, *self._told) or self.look(release, other.kind, name) is None:
                continue
            self._told.add(other)
            yield happening(LifeStep.RENAMED_TO, None, other)


class _Line:
    """A `Timeline` over what was looked at."""

    def __init__(self, releases: Sequence[Release], look: Look) -> None:
        self.releases = releases
        self.entity = look


_TELLING = frozenset({LifeStep.DEPRECATED, LifeStep.REWORDED, LifeStep.SOFT_REMOVED})


def _comes(rename: Rename) -> bool:
    return rename.new_is_added and not rename.replacement


def _changes(was: Standing, now: Standing) -> Iterator[LifeStep]:
    """How an announcement came, changed or went between two states of what stands."""
    if was.state is State.SOFT_REMOVED and now.state is not State.SOFT_REMOVED:
        yield LifeStep.SOFT_REMOVAL_WITHDRAWN
    if was.state is State.DEPRECATED and now.state is State.ACTIVE:
        yield LifeStep.DEPRECATION_WITHDRAWN
    if now.state is State.DEPRECATED:
        if was.state is not State.DEPRECATED:
            yield LifeStep.DEPRECATED
        elif was.message != now.message:
            yield LifeStep.REWORDED
    if now.state is State.SOFT_REMOVED and was.state is not State.SOFT_REMOVED:
        yield LifeStep.SOFT_REMOVED
