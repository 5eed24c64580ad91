"""Rules on how stored state comes forward (guide: "Resources - State Migration")."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from release_check.history import (
    Difference,
    by_migrate_state,
    carried,
    differences,
    disorder,
    first_with,
    had,
    has_flat_state,
    implied_type,
    is_readable,
    is_settled,
    last_with,
    migrate_state_gaps,
    type_words,
)
from release_check.model import (
    Address,
    Attribute,
    Change,
    ChangeKind,
    Entity,
    EntityKind,
    Era,
    Level,
    Location,
    Source,
    TypedBy,
    Upgrader,
)
from release_check.policy.case import Case
from release_check.policy.hits import Hit, in_scope, is_exempt, location_of
from release_check.policy.rule import MigrationMatch, MigrationTest, Rule


class Found(NamedTuple):
    """Something that a test found."""

    detail: str
    source: Source | None = None
    level: Level | None = None
    """How much it weighs, where that is not the rule's own."""
    path: str = ""
    """The attribute that it is about; empty for the resource."""


class Step(NamedTuple):
    """A resource as it stood at the base and as it stands at the candidate."""

    case: Case
    address: Address
    before: Entity | None
    after: Entity

    @property
    def both_settled(self) -> bool:
        """Whether the versions of both are known."""
        return self.before is not None and is_settled(self.before) and is_settled(self.after)


def migration_hits(rule: Rule, match: MigrationMatch, case: Case) -> Iterator[Hit]:
    """One hit for each resource, or attribute, where the test finds something; what it found there is told together."""
    for step in _steps(case):
        by_path: dict[str, list[Found]] = {}
        for found in _TESTS[match.test](step):
            by_path.setdefault(found.path, []).append(found)
        for path, rows in by_path.items():
            yield from _hits(rule, match, step, path, rows)


def _hits(rule: Rule, match: MigrationMatch, step: Step, path: str, rows: list[Found]) -> Iterator[Hit]:
    case, address = step.case, Address(step.address.kind, step.address.type, path)
    before, after = (_attribute(side, address) for side in (case.before, case.after))
    if not in_scope(match, case, address, before, after) or is_exempt(rule, case, address, before, after):
        return
    levels = [row.level for row in rows if row.level is not None]
    thing = after if after is not None else step.after
    source = rows[0].source
    yield Hit(
        rule=rule,
        address=address,
        location=Location(case.ref, source.file, source.line) if source else location_of(case, address, thing),
        before=before if path else step.before,
        after=thing,
        level=min(levels, key=list(Level).index) if levels else None,
        values={
            "old": step.before.schema_version if step.before is not None else None,
            "new": step.after.schema_version,
            "detail": "; ".join(dict.fromkeys(row.detail for row in rows)),
        },
    )


def _attribute(side: object, address: Address) -> Attribute | None:
    if side is None or not address.path:
        return None
    found: Attribute | None = side.attribute(address.kind, address.type, address.path)  # type: ignore[attr-defined]
    return found


def _steps(case: Case) -> tuple[Step, ...]:
    """The resources that the release touches, or all where what stands is judged too."""
    known: tuple[Step, ...] | None = case.__dict__.get("_migration_steps")
    if known is None:
        known = case.__dict__["_migration_steps"] = tuple(_found_steps(case))
    return known


def _found_steps(case: Case) -> Iterator[Step]:
    for name, after in case.after.resources.items():
        before = case.before.resources.get(name) if case.before is not None else None
        if after.soft_removed is None and (case.standing or (before is not after and before != after)):
            yield Step(case, Address(EntityKind.RESOURCE, name), before, after)


def _new(step: Step, look: Callable[[Entity], Iterable[Found]]) -> Iterator[Found]:
    """What is found in the resource and was not there to be found at the base."""
    known = set()
    if step.before is not None and not step.case.standing:
        known = {found.detail for found in look(step.before)}
    yield from (found for found in look(step.after) if found.detail not in known)


# Versions -------------------------------------------------------------------------------------------------------------


def _version_decreased(step: Step) -> Iterator[Found]:
    if step.before is not None and step.both_settled and step.after.schema_version < step.before.schema_version:
        yield Found("")


def _version_skipped(step: Step) -> Iterator[Found]:
    between = _between(step)
    lost = between - carried(step.after)
    if lost:
        released = had(step.case.timeline, step.address, frozenset(lost))
        if released:
            yield Found(_listed(released))


def _between(step: Step) -> frozenset[int]:
    """The versions that a release passes over."""
    if step.before is None or not step.both_settled:
        return frozenset()
    return frozenset(range(step.before.schema_version + 1, step.after.schema_version))


def _version_without_cause(step: Step) -> Iterator[Found]:
    before, after = step.before, step.after
    if before is None or not step.both_settled or after.schema_version <= before.schema_version:
        return
    if before.schema_version in carried(after) or before.state_upgraders != after.state_upgraders:
        return
    if "attrs" in (*before.unknown, *after.unknown) or differences(after.attrs, after.era, before.attrs, before.era):
        return
    yield Found("")


def _upgrader_missing(step: Step) -> Iterator[Found]:
    before, after = step.before, step.after
    if before is None or not step.both_settled or after.schema_version <= before.schema_version:
        return
    if before.schema_version not in carried(after):
        yield Found(f"version {before.schema_version}")


def _upgrader_dropped(step: Step) -> Iterator[Found]:
    if step.before is None or not step.both_settled:
        return
    lost = carried(step.before) - carried(step.after)
    lost = frozenset(version for version in lost if version < step.before.schema_version)
    if lost:
        yield Found(_listed(lost))


def _listed(versions: Iterable[int]) -> str:
    ordered = [str(version) for version in sorted(versions)]
    return f"version{'s' if len(ordered) > 1 else ''} {', '.join(ordered)}"


# Upgraders ------------------------------------------------------------------------------------------------------------


def _out_of_order(step: Step) -> Iterator[Found]:
    def look(entity: Entity) -> Iterator[Found]:
        detail = disorder(entity) if is_settled(entity) else None
        if detail is not None:
            yield Found(detail, entity.upgraders[0].source)

    return _new(step, look)


def _at_work(entity: Entity) -> Iterator[Upgrader]:
    """The upgraders that some state goes through."""
    return (upgrader for upgrader in entity.upgraders if upgrader.version < entity.schema_version)


def _incomplete(step: Step) -> Iterator[Found]:
    def look(entity: Entity) -> Iterator[Found]:
        for upgrader in _at_work(entity):
            for wrong in _lacks(upgrader, entity.era):
                yield Found(f"the upgrader for version {upgrader.version} {wrong}", upgrader.source)

    return _new(step, look)


def _lacks(upgrader: Upgrader, era: Era) -> Iterator[str]:
    framework = era is Era.FRAMEWORK
    if upgrader.typed is TypedBy.NONE:
        yield "reads the prior state and has no PriorSchema" if framework else "has no Type"
    if upgrader.typed is TypedBy.OTHER:
        yield "has a Type that is not a saved schema's CoreConfigSchema().ImpliedType()"
    if not upgrader.upgrades:
        yield "has no StateUpgrader" if framework else "has no Upgrade function"
    if not upgrader.numbered:
        yield "has no Version"


def _not_total(step: Step) -> Iterator[Found]:
    def look(entity: Entity) -> Iterator[Found]:
        for upgrader in _at_work(entity):
            if upgrader.keys is not None and upgrader.keys.asserts:
                keys = ", ".join(upgrader.keys.asserts)
                yield Found(f"{upgrader.function or 'the function'} on {keys}", upgrader.source)

    return _new(step, look)


def _untested(step: Step) -> Iterator[Found]:
    evidence = step.case.evidence
    if evidence is None:
        return
    known = {one.function for one in _at_work(step.before)} if step.before and not step.case.standing else set()
    for upgrader in _at_work(step.after):
        name, source = upgrader.function, upgrader.source
        if name and name not in known and source is not None:
            folder = source.file.rpartition("/")[0]
            if not evidence.tests.name(name.partition(".")[0], folder):
                yield Found(name, source)


def _not_plain(step: Step) -> Iterator[Found]:
    def look(entity: Entity) -> Iterator[Found]:
        for upgrader in _at_work(entity):
            if upgrader.extra:
                yield Found(f"for version {upgrader.version} {', '.join(upgrader.extra)}", upgrader.source)

    return _new(step, look)


# Saved schemas and types ----------------------------------------------------------------------------------------------


def _frozen_differs(step: Step) -> Iterator[Found]:
    if not is_settled(step.after):
        return
    for upgrader in _at_work(step.after):
        if upgrader.saved is None or (not step.case.standing and _was_saved(upgrader, step)):
            continue
        released = _last_with(step, upgrader.version)
        if released is None:
            continue
        version, entity = released
        if "attrs" in entity.unknown:
            continue
        found = differences(upgrader.saved, step.after.era, entity.attrs, entity.era)
        if found:
            rows = "; ".join(_difference(one, version) for one in found[:_SHOWN])
            more = f"; and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
            detail = f"for version {upgrader.version}, last released in {version}: {rows}{more}"
            source = next((one.saved_at for one in found if one.saved_at is not None), upgrader.source)
            yield Found(detail, source, Level.ERROR if _is_decoded_with(upgrader, step) else None)


_SHOWN = 5


def _difference(one: Difference, version: str) -> str:
    saved = f"{one.saved} at {one.saved_at.file}:{one.saved_at.line}" if one.saved_at is not None else one.saved
    real = f"{one.real} at {one.real_at.file}:{one.real_at.line}" if one.real_at is not None else one.real
    return f"{one.path} is saved as {saved}, and was {real} in {version}"


def _was_saved(upgrader: Upgrader, step: Step) -> bool:
    """Whether the same was saved at the base already."""
    if step.before is None:
        return False
    eras = step.after.era, step.before.era
    return any(
        one.version == upgrader.version
        and one.saved is not None
        and not differences(upgrader.saved or {}, eras[0], one.saved, eras[1])
        for one in _at_work(step.before)
    )


def _last_with(step: Step, version: int) -> tuple[str, Entity] | None:
    """The last release with a schema version, and the resource as it stood there."""
    base = step.case.base
    if base is not None and step.before is not None and step.before.schema_version == version:
        return str(base.version), step.before
    found = last_with(step.case.timeline, step.address, version)
    return (str(found[0].version), found[1]) if found is not None else None


def _is_decoded_with(upgrader: Upgrader, step: Step) -> bool:
    """Whether state is decoded with the saved schema: in the framework, and of flat state always."""
    if step.after.era is Era.FRAMEWORK:
        return True
    oldest = first_with(step.case.timeline, step.address, upgrader.version)
    return oldest is not None and has_flat_state(oldest) is True


def _type_unreadable(step: Step) -> Iterator[Found]:
    before, after = step.before, step.after
    if before is None or not step.both_settled or after.schema_version > before.schema_version:
        return
    flat = has_flat_state(before) is True
    for change in _changes_of(step.case).get(step.address, ()):
        if not isinstance(change.before, Attribute) or not isinstance(change.after, Attribute):
            continue
        types = implied_type(change.before, before.era), implied_type(change.after, after.era)
        if is_readable(*types, flat=flat) is False:
            words = f"{type_words(types[0])} as {type_words(types[1])}"
            yield Found(words, change.source, path=change.address.path)


def _changes_of(case: Case) -> Mapping[Address, list[Change]]:
    known: dict[Address, list[Change]] | None = case.__dict__.get("_shape_changes")
    if known is None:
        known = case.__dict__["_shape_changes"] = {}
        for change in case.changes:
            if change.kind in (ChangeKind.TYPE_CHANGED, ChangeKind.NESTING_CHANGED):
                known.setdefault(change.address.entity, []).append(change)
    return known


# MigrateState ---------------------------------------------------------------------------------------------------------


def _migrate_state_gap(step: Step) -> Iterator[Found]:
    if not is_settled(step.after):
        return
    source = step.after.migration.source if step.after.migration is not None else None
    known: set[str] = set()
    if step.before is not None and not step.case.standing:
        known = {detail for _version, detail in migrate_state_gaps(step.before)}
    for version, detail in migrate_state_gaps(step.after):
        if detail not in known and (version is None or _was_released(step, version)):
            yield Found(detail, source)


def _was_released(step: Step, version: int) -> bool:
    return _last_with(step, version) is not None


def _mechanism_too_old(step: Step) -> Iterator[Found]:
    """MigrateState that comes in, or carries a further version, where the SDK has StateUpgraders."""
    before, after = step.before, step.after
    if not after.migrate_state or after.era is Era.FRAMEWORK or has_flat_state(after) is not False:
        return
    source = after.migration.source if after.migration is not None else None
    if before is None or not before.migrate_state:
        yield Found("", source)
    elif step.both_settled and after.schema_version > before.schema_version:
        own = before.schema_version
        if own not in after.state_upgraders and own in by_migrate_state(after):
            yield Found("", source)


def _mechanism_too_new(step: Step) -> Iterator[Found]:
    def look(entity: Entity) -> Iterator[Found]:
        if entity.upgraders and has_flat_state(entity) is True:
            yield Found(f"Terraform {entity.sdk}", entity.upgraders[0].source)

    return _new(step, look)


_TESTS: Mapping[MigrationTest, Callable[[Step], Iterator[Found]]] = {
    MigrationTest.VERSION_DECREASED: _version_decreased,
    MigrationTest.VERSION_SKIPPED: _version_skipped,
    MigrationTest.VERSION_WITHOUT_CAUSE: _version_without_cause,
    MigrationTest.UPGRADER_MISSING: _upgrader_missing,
    MigrationTest.UPGRADER_DROPPED: _upgrader_dropped,
    MigrationTest.UPGRADERS_OUT_OF_ORDER: _out_of_order,
    MigrationTest.UPGRADER_INCOMPLETE: _incomplete,
    MigrationTest.UPGRADER_NOT_TOTAL: _not_total,
    MigrationTest.UPGRADE_UNTESTED: _untested,
    MigrationTest.FROZEN_DIFFERS: _frozen_differs,
    MigrationTest.FROZEN_NOT_PLAIN: _not_plain,
    MigrationTest.TYPE_UNREADABLE: _type_unreadable,
    MigrationTest.MIGRATE_STATE_GAP: _migrate_state_gap,
    MigrationTest.MECHANISM_TOO_OLD: _mechanism_too_old,
    MigrationTest.MECHANISM_TOO_NEW: _mechanism_too_new,
}
