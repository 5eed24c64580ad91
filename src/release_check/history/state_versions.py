"""The schema versions that a resource had over its releases, and what takes state of each forward."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import msgspec

from release_check.history.migrations import by_migrate_state, is_settled, target_of_migrate_state
from release_check.history.tags import Release
from release_check.model import Entity, Era, Source, StoredKeys


class Carrier(msgspec.Struct, frozen=True, kw_only=True):
    """What takes state of one schema version forward."""

    version: int
    to: int
    """The version that the state has afterwards."""
    by: str = ""
    """The name of the function; empty where it has none."""
    keys: StoredKeys | None = None
    """What that function does with the stored keys."""
    source: Source | None = None

    @property
    def step(self) -> tuple[int, int]:
        """Which step it is, whatever carries it out."""
        return self.version, self.to


class Migrating(NamedTuple):
    """A resource's schema version, what carries state of earlier ones, and the types whose state it takes over."""

    version: int
    carriers: tuple[Carrier, ...]
    takes_over: tuple[str, ...]


class SchemaVersion(msgspec.Struct, frozen=True, kw_only=True):
    """One schema version of a resource along a line."""

    version: int
    first: Release
    last: Release
    carrier: Carrier | None = None
    """What takes its state forward at the end of the line; None for the version there, and where nothing does."""


def carriers(entity: Entity) -> tuple[Carrier, ...]:
    """What takes state of each earlier version forward, in order of version, MigrateState before the upgraders."""
    return tuple(sorted(_carriers(entity), key=lambda one: one.version))


def migrating(entity: Entity) -> Migrating | None:
    """How a resource migrates state; None where the source does not settle it."""
    if not is_settled(entity):
        return None
    taken = {name for mover in entity.movers for name in mover.takes}
    return Migrating(entity.schema_version, carriers(entity), tuple(sorted(taken)))


def schema_versions(line: Iterable[Release], look: Callable[[Release], Entity | None]) -> tuple[SchemaVersion, ...]:
    """The versions that a resource had in the releases of a line, as far as the source settles them.

    Args:
        line: the releases in order.
        look: gives the resource at a release, None where there was none or nobody knows.
    """
    spans: dict[int, tuple[Release, Release]] = {}
    last: Entity | None = None
    for release in line:
        entity = look(release)
        if entity is None or not is_settled(entity):
            continue
        last = entity
        first = spans.get(entity.schema_version, (release, release))[0]
        spans[entity.schema_version] = (first, release)
    carried = {one.version: one for one in reversed(carriers(last))} if last is not None else {}
    return tuple(
        SchemaVersion(version=version, first=first, last=final, carrier=carried.get(version))
        for version, (first, final) in sorted(spans.items())
    )


def _carriers(entity: Entity) -> Iterator[Carrier]:
    migration = entity.migration
    target = target_of_migrate_state(entity)
    leads = {case.version: case.leads_to for case in migration.cases} if migration is not None else {}
    for version in by_migrate_state(entity):
        yield Carrier(
            version=version,
            to=leads.get(version) or target,
            by=(migration.function if migration is not None else "") or "MigrateState",
            keys=migration.keys if migration is not None else None,
            source=migration.source if migration is not None else None,
        )
    for upgrader in entity.upgraders:
        if upgrader.version < entity.schema_version:
            yield Carrier(
                version=upgrader.version,
                to=entity.schema_version if entity.era is Era.FRAMEWORK else upgrader.version + 1,
                by=upgrader.function,
                keys=upgrader.keys,
                source=upgrader.source,
            )
