"""Rules that hold what a changelog claims against what the schemas show."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from release_check.changelog import Claim, Intent, claims_in
from release_check.model import Address, Attribute, Entity, Provider
from release_check.policy.case import Case
from release_check.policy.hits import Hit, location_of
from release_check.policy.kinds.telling import is_told, matcher_of
from release_check.policy.rule import ClaimMatch, Rule


def claim_hits(rule: Rule, match: ClaimMatch, case: Case, hits: Sequence[Hit]) -> Iterator[Hit]:
    """Each address that the schemas show unchanged, though an entry says that something happened to it.

    Where an entry may mean several addresses, such as a resource and a data source of one type, and something happened
    to one of them, it is believed.
    """
    del hits
    if not is_told(case) or case.before is None or case.evidence is None:
        return
    seen: set[Address] = set()
    for entry in case.evidence.changelog.entries:
        for claim in claims_in(entry):
            meant = list(_meant(claim, case)) if claim.intent in match.intents else []
            if not meant or not all(_is_untrue(claim.intent, address, case) for address in meant):
                continue
            if meant[0] not in seen:
                seen.add(meant[0])
                after = _thing(case.after, meant[0])
                said = f"{entry.place} says: {_SAID[claim.intent]}"
                location = location_of(case, meant[0], after)
                yield Hit(rule=rule, address=meant[0], location=location, after=after, values={"detail": said})


_SAID: Mapping[Intent, str] = {
    Intent.REMOVE: "removed",
    Intent.DEPRECATE: "deprecated",
    Intent.REQUIRE: "required",
}


def _meant(claim: Claim, case: Case) -> Iterator[Address]:
    """Every address that a claim may mean, in snapshots of both sides."""
    matcher = matcher_of(case)
    named = matcher.types_by_name(claim.parts[-1]) if len(claim.parts) == 1 else frozenset()
    types = matcher.types_of(claim.entry)
    for kind, entity_type, entity in case.after.entities():
        if entity_type in named and claim.intent is not Intent.REQUIRE:
            yield Address(kind, entity_type)
        elif not named and entity_type and entity_type in types:
            for path, _ in entity.walk():
                names = path.lower().split(".")
                if names[-1] == claim.parts[-1] and _in_order(claim.parts, names):
                    yield Address(kind, entity_type, path)


def _in_order(parts: Sequence[str], names: Sequence[str]) -> bool:
    rest = iter(names)
    return all(part in rest for part in parts)


def _is_untrue(intent: Intent, address: Address, case: Case) -> bool:
    """Whether the schemas show for certain that a claim does not hold: it stood there before, and stands unchanged."""
    before, after = (_thing(side, address) for side in (case.before, case.after))
    if before is None or after is None or before.unknown or after.unknown:
        return False
    if any(change.address.covers(address) or address.covers(change.address) for change in case.changes):
        return False
    above = [_thing(case.after, one) for one in address.above()]
    return not any(_HAPPENED[intent](one) for one in (after, *above) if one is not None)


def _thing(provider: Provider | None, address: Address) -> Attribute | Entity | None:
    if provider is None:
        return None
    if not address.path:
        return provider.entity(address.kind, address.type)
    return provider.attribute(address.kind, address.type, address.path)


def _is_gone(thing: Attribute | Entity) -> bool:
    return thing.removed is not None if isinstance(thing, Attribute) else thing.soft_removed is not None


_HAPPENED: Mapping[Intent, Callable[[Attribute | Entity], bool]] = {
    Intent.REMOVE: _is_gone,
    Intent.DEPRECATE: lambda thing: thing.deprecated is not None or _is_gone(thing),
    Intent.REQUIRE: lambda thing: isinstance(thing, Attribute) and (thing.required or thing.min_items > 0),
}
