"""Rules that fire at what the candidate declares, where the release brings it about."""

from __future__ import annotations

from collections.abc import Iterator

from release_check.model import Address, Attribute, Entity
from release_check.policy.case import Case
from release_check.policy.conditions import holds
from release_check.policy.hits import Hit, in_scope, is_exempt, location_of
from release_check.policy.kinds.functions import lingers
from release_check.policy.rule import Rule, StateMatch, StateOf


def state_hits(rule: Rule, match: StateMatch, case: Case) -> Iterator[Hit]:
    """Each attribute or entity that is in the state."""
    if match.bumps and case.bump not in match.bumps:
        return
    found = _entities(match, case) if match.of is StateOf.ENTITY else _attributes(match, case)
    for address, before, after in found:
        old = before if isinstance(before, Attribute) else None
        new = after if isinstance(after, Attribute) else None
        if not in_scope(match, case, address, old, new) or is_exempt(rule, case, address, old, new):
            continue
        users = lingers(case, address) if match.in_code else ""
        if users is not None:
            yield Hit(
                rule=rule,
                address=address,
                location=location_of(case, address, after),
                before=before,
                after=after,
                values={"detail": users},
            )


def _attributes(match: StateMatch, case: Case) -> Iterator[tuple[Address, Attribute | None, Attribute]]:
    if match.before is not None or case.standing:
        for one in case.beside:
            if (one.before is not None or match.before is None) and holds(match.after, one.after) is True:
                yield one.address, one.before, one.after
        return
    for address, before, after in case.differing:
        if before is None or holds(match.after, before) is False:
            yield address, before, after


def _entities(match: StateMatch, case: Case) -> Iterator[tuple[Address, Entity | None, Entity]]:
    for kind, entity_type, after in case.after.entities():
        before = case.before.entity(kind, entity_type) if case.before is not None else None
        if match.entity_before is None and not case.standing:
            if before is not None and holds(match.entity_after, before) is not False:
                continue
        elif match.entity_before is not None and before is None:
            continue
        yield Address(kind, entity_type), before, after
