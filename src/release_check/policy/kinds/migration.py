"""Rules on how stored state comes forward (guide: "Resources - State Migration")."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from release_check.history import (
    by_migrate_state,
    carried,
    differences,
    disorder,
    had,
    has_flat_state,
    implied_type,
    is_readable,
    is_settled,
    migrate_state_gaps,
    type_words,
)
from release_check.model import (
    Address,
    Attribute,
    Change,
    ChangeKind,
    Entity,
    Era,
    Level,
    Location,
    TypedBy,
    Upgrader,
)
from release_check.policy.case import Case
from release_check.policy.hits import Hit, in_scope, is_exempt, location_of
from release_check.policy.kinds.migration_steps import Found, Step, at_work, last_released, new_in, steps
from release_check.policy.kinds.saved_schemas import frozen_differs, not_plain
from release_check.policy.rule import MigrationMatch, MigrationTest, Rule

_RANKS = list(Level)


def migration_hits(rule: Rule, match: MigrationMatch, case: Case) -> Iterator[Hit]:
    """One hit for each resource, or attribute, where the test finds something; what it found there is told together."""
    for step in steps(case):
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
    levels = [row.level or rule.level for row in rows]
    thing = after if after is not None else step.after
    source = rows[0].source
    yield Hit(
        rule=rule,
        address=address,
        location=Location(case.ref, source.file, source.line) if source else location_of(case, address, thing),
        before=before if path else step.before,
        after=thing,
        level=min(levels, key=_RANKS.index),
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

    return new_in(step, look)


def _incomplete(step: Step) -> Iterator[Found]:
    def look(entity: Entity) -> Iterator[Found]:
        for upgrader in at_work(entity):
            for wrong in _lacks(upgrader, entity.era):
                yield Found(f"the upgrader for version {upgrader.version} {wrong}", upgrader.source)

    return new_in(step, look)


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
        for upgrader in at_work(entity):
            if upgrader.keys is not None and upgrader.keys.asserts:
                keys = ", ".join(upgrader.keys.asserts)
                yield Found(f"{upgrader.function or 'the function'} on {keys}", upgrader.source)

    return new_in(step, look)


def _untested(step: Step) -> Iterator[Found]:
    evidence = step.case.evidence
    if evidence is None:
        return
    known = {one.function for one in at_work(step.before)} if step.before and not step.case.standing else set()
    for upgrader in at_work(step.after):
        name, source = upgrader.function, upgrader.source
        if name and name not in known and source is not None:
            folder = source.file.rpartition("/")[0]
            if not evidence.tests.name(name.partition(".")[0], folder):
                yield Found(name, source)


# Types ----------------------------------------------------------------------------------------------


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
    return last_released(step, version) is not None


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

    return new_in(step, look)


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
    MigrationTest.FROZEN_DIFFERS: frozen_differs,
    MigrationTest.FROZEN_NOT_PLAIN: not_plain,
    MigrationTest.TYPE_UNREADABLE: _type_unreadable,
    MigrationTest.MIGRATE_STATE_GAP: _migrate_state_gap,
    MigrationTest.MECHANISM_TOO_OLD: _mechanism_too_old,
    MigrationTest.MECHANISM_TOO_NEW: _mechanism_too_new,
}
