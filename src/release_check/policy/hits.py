"""Where a rule's conditions hold: hits, from which findings are made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from release_check.history import announcement, was_soft_removed, was_soft_removed_before
from release_check.model import Address, Attribute, Bump, Change, Entity, Level, Location
from release_check.policy.case import Case
from release_check.policy.conditions import HistoryCondition, SoftRemoval, all_hold, holds
from release_check.policy.rule import Rule, Scope


class Hit(msgspec.Struct, frozen=True, kw_only=True):
    """A place where a rule's conditions hold, whether or not the release's bump allows it."""

    rule: Rule
    address: Address
    location: Location | None
    also: tuple[Address, ...] = ()
    """Further addresses that it speaks of, such as the new name in a rename."""
    changes: tuple[Change, ...] = ()
    """The changes it comes from."""
    before: Attribute | Entity | None = None
    after: Attribute | Entity | None = None
    values: Mapping[str, Any] = {}
    """What messages may name beside the address."""
    least_bump: Bump | None = None
    """What it needs, where that is not the rule's own."""
    level: Level | None = None
    """How much it weighs, where that is not the rule's own."""


def in_scope(scope: Scope, case: Case, address: Address, before: Attribute | None, after: Attribute | None) -> bool:
    """Whether everything that a rule asks around a place holds for certain; the dear questions last."""
    if scope.entities and address.kind not in scope.entities:
        return False
    if scope.bumps and case.bump not in scope.bumps:
        return False
    here = [
        holds(scope.before, before),
        holds(scope.after, after),
        holds(scope.entity_before, case.entity_before(address)) if scope.entity_before is not None else True,
        holds(scope.entity_after, case.entity_after(address)) if scope.entity_after is not None else True,
    ]
    if all_hold(here) is not True:
        return False
    return scope.history is None or _has_history(scope.history, case, address)


def is_exempt(
    rule: Rule,
    case: Case,
    address: Address,
    before: Attribute | None,
    after: Attribute | None,
    bound: Sequence[str] = (),
) -> bool:
    """Whether one of a rule's exemptions covers a place; `bound` are further paths that a change binds together."""
    for exemption in rule.unless:
        if exemption.renaming is not None:
            paths = {address.path, *bound}
            renamed = any(
                {one.old.path, one.new.path} & paths for one in case.renames_of(address) if not one.replacement
            )
            if renamed is not exemption.renaming:
                continue
        if exemption.suppressed_nothing and not _suppressed_nothing(case, address):
            continue
        if in_scope(exemption, case, address, before, after):
            return True
    return False


def _suppressed_nothing(case: Case, address: Address) -> bool:
    source = case.code_before
    return source is not None and source.suppresses_nothing(address.kind, address.type, address.path)


def location_of(
    case: Case, address: Address, thing: Attribute | Entity | None, *, at_base: bool = False
) -> Location | None:
    """The line that shows a thing, or else its entity: at the candidate, or, of what is gone, at the base."""
    entity = case.entity_before(address) if at_base else case.entity_after(address)
    source = next((one.source for one in (thing, entity) if one is not None and one.source is not None), None)
    if source is None:
        return None
    ref = case.base.ref if at_base and case.base is not None else case.ref
    return Location(ref, source.file, source.line)


def _has_history(condition: HistoryCondition, case: Case, address: Address) -> bool:
    series = case.version.series if case.version is not None else _coming_series(case)
    if condition.announced is not None:
        wanted = condition.announced if isinstance(condition.announced, tuple) else (condition.announced,)
        if announcement(case.timeline, address, series) not in wanted:
            return False
    if condition.soft_removed is None:
        return True
    if condition.soft_removed in (SoftRemoval.NEVER, SoftRemoval.EVER):
        return was_soft_removed(case.timeline, address) is (condition.soft_removed is SoftRemoval.EVER)
    earlier = was_soft_removed_before(case.timeline, address, series)
    return earlier is (condition.soft_removed is SoftRemoval.EARLIER_MAJOR)


def _coming_series(case: Case) -> tuple[int, ...]:
    """The MAJOR that a candidate without a version may belong to: the next, which is where removals belong."""
    return case.base.version.next(Bump.MAJOR).series if case.base is not None else (0,)
