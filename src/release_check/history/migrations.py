"""Which states of earlier schema versions come forward, and by what.

Carries out the guide "Resources - State Migration": upgraders take state of each version in turn to the next, or in the
framework straight to the current one; before them MigrateState, whose cases lead on by fallthrough or call.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from release_check.history.lifecycle import Timeline, finals_of
from release_check.history.tags import Release
from release_check.model import Address, Entity, Era

_JSON_SINCE = (0, 12)
"""The version of Terraform whose SDK brought JSON state and StateUpgraders."""

_RECENT = 30
"""Final releases in which a version that came and went is looked for."""


def has_flat_state(entity: Entity) -> bool | None:
    """Whether an entity's SDK writes flat state, and has MigrateState alone; None where its version is not known."""
    if entity.era is not Era.SDK_V1:
        return False
    numbers = tuple(int(part) for part in entity.sdk.split("-")[0].split(".")[:2] if part.isdigit())
    return numbers < _JSON_SINCE if len(numbers) == 2 else None


def is_settled(entity: Entity) -> bool:
    """Whether an entity's schema version and upgraders are known."""
    return not {"schema_version", "state_upgraders"} & set(entity.unknown)


def carried(entity: Entity) -> frozenset[int]:
    """The schema versions whose state an entity takes forward to its current one, as far as it says so."""
    return frozenset(entity.state_upgraders) | by_migrate_state(entity)


def by_migrate_state(entity: Entity) -> frozenset[int]:
    """The versions that its MigrateState takes: those below the first upgrader, or else the current version."""
    if not entity.migrate_state:
        return frozenset()
    target = target_of_migrate_state(entity)
    if entity.migration is None or entity.migration.total:
        return frozenset(range(target))
    return frozenset(case.version for case in entity.migration.cases if case.version < target)


def target_of_migrate_state(entity: Entity) -> int:
    """The version up to which a MigrateState leads: that of the first upgrader, or else the current one."""
    return min([*entity.state_upgraders, entity.schema_version])


def migrate_state_gaps(entity: Entity) -> Iterator[tuple[int | None, str]]:
    """What is missing in a MigrateState's switch: the version concerned, and what it is in words."""
    migration = entity.migration
    if migration is None or migration.total:
        return
    target = target_of_migrate_state(entity)
    cases = {case.version: case for case in migration.cases}
    for version in range(target):
        if version not in cases:
            yield version, f"version {version} has no case"
        else:
            reached = cases[version].leads_to
            if reached is not None and reached < target:
                yield None, f"the case for version {version} leads to {reached} and not on to {target}"
    if not migration.refuses:
        yield None, "a version without a case is no error"


def disorder(entity: Entity) -> str | None:
    """What is wrong with the order of an SDK resource's upgraders, as the SDK itself checks it; None for nothing."""
    if entity.era is Era.FRAMEWORK or not entity.upgraders:
        return None
    versions = [upgrader.version for upgrader in entity.upgraders]
    for one, other in itertools.pairwise(versions):
        if other == one:
            return f"version {one} stands twice"
        if other < one:
            return f"version {other} stands after {one}"
        if other > one + 1:
            return f"{other} follows {one}"
    if versions[-1] >= entity.schema_version:
        return f"version {versions[-1]} is not below the current one, {entity.schema_version}"
    if versions[-1] < entity.schema_version - 1:
        return f"the last takes version {versions[-1]}, and the current one is {entity.schema_version}"
    return None


def last_with(timeline: Timeline, address: Address, version: int) -> tuple[Release, Entity] | None:
    """The last final release of the line in which an entity had a schema version, with the entity.

    Halves the line, taking versions to rise along it: where one fell and rose again, a stretch may be missed.
    """
    line = finals_of(timeline)

    def at(index: int) -> Entity | None:
        return timeline.entity(line[index], address.kind, address.type)

    low, high = 0, len(line)
    while low < high:
        middle = (low + high) // 2
        entity = at(middle)
        if entity is None or entity.schema_version <= version:
            low = middle + 1
        else:
            high = middle
    found = at(low - 1) if low else None
    return (line[low - 1], found) if found is not None and found.schema_version == version else None


def first_with(timeline: Timeline, address: Address, version: int) -> Entity | None:
    """The entity in the first final release of the line in which it had a schema version, versions taken to rise."""
    line = finals_of(timeline)
    low, high = 0, len(line)
    while low < high:
        middle = (low + high) // 2
        entity = timeline.entity(line[middle], address.kind, address.type)
        if entity is None or entity.schema_version < version:
            low = middle + 1
        else:
            high = middle
    return timeline.entity(line[low], address.kind, address.type) if low < len(line) else None


def had(timeline: Timeline, address: Address, versions: frozenset[int]) -> frozenset[int]:
    """Those of some schema versions that an entity had in one of the last final releases of the line.

    Looks at each of them, since a version that came and went leaves no trace elsewhere; and at no more than a few
    dozen, since providers are known to jump by hundreds.
    """
    found: set[int] = set()
    for release in list(reversed(finals_of(timeline)))[:_RECENT]:
        if found >= versions:
            break
        entity = timeline.entity(release, address.kind, address.type)
        if entity is not None and entity.schema_version in versions:
            found.add(entity.schema_version)
    return frozenset(found)
