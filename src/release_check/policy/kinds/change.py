"""Rules that fire at changes."""

from __future__ import annotations

from collections.abc import Iterator

from release_check.model import RELEASE, Attribute, Change, ChangeKind, Location
from release_check.policy.case import Case
from release_check.policy.hits import Hit, in_scope, is_exempt, location_of
from release_check.policy.reverts import is_repair
from release_check.policy.rule import ChangeMatch, Rule


def change_hits(rule: Rule, match: ChangeMatch, case: Case) -> Iterator[Hit]:
    """Each change that the rule's conditions hold of, or all of them as one."""
    found = [change for change in case.changes if change.kind in match.changes and _matches(rule, match, case, change)]
    if match.gather:
        if found:
            yield Hit(
                rule=rule,
                address=RELEASE,
                location=_location(case, found[0]),
                changes=tuple(found),
                values={"changes": found},
            )
        return
    for change in found:
        yield Hit(
            rule=rule,
            address=change.address,
            location=_location(case, change),
            changes=(change,),
            before=change.before,
            after=change.after,
            values={"old": change.old, "new": change.new},
        )


def _matches(rule: Rule, match: ChangeMatch, case: Case, change: Change) -> bool:
    before = change.before if isinstance(change.before, Attribute) else None
    after = change.after if isinstance(change.after, Attribute) else None
    if not in_scope(match, case, change.address, before, after):
        return False
    bound = change.new if change.kind in _BINDING else ()
    if is_exempt(rule, case, change.address, before, after, bound):
        return False
    return not (change.kind in _ADDITIONS and is_repair(case, change))


_BINDING = {
    ChangeKind.CONFLICTS_ADDED,
    ChangeKind.EXACTLY_ONE_OF_ADDED,
    ChangeKind.AT_LEAST_ONE_OF_ADDED,
    ChangeKind.REQUIRED_WITH_ADDED,
}
"""Changes that bind several attributes together, which they name."""

_ADDITIONS = {ChangeKind.ATTRIBUTE_ADDED, ChangeKind.ENTITY_ADDED}


def _location(case: Case, change: Change) -> Location | None:
    gone = change.after is None
    return location_of(case, change.address, change.before if gone else change.after, at_base=gone)
