"""What the release before did and this one undoes."""

from __future__ import annotations

from release_check.history import Release, State, entity_changes, state_of
from release_check.model import Address, Change, Entity
from release_check.policy.case import Case


def is_revert(case: Case, change: Change) -> bool:
    """Whether a change undoes what came with the base, so that nobody could lean on it for longer than one release.

    It does where the step from the release before the base to the candidate does not show it, and what it changes was
    there before the base as it is after it: present, or for a deletion absent.
    """
    before_base = _before_base(case)
    if before_base is None:
        return False
    address = change.address.entity
    earlier = case.timeline.entity(before_base, address.kind, address.type)
    if (state_of(earlier, change.address.path) is State.ABSENT) is not (change.after is None):
        return False
    remaining = _remaining(case, address, earlier)
    return not any(one.kind is change.kind and one.address.covers(change.address) for one in remaining)


def _remaining(case: Case, address: Address, earlier: Entity | None) -> tuple[Change, ...]:
    """What an entity shows of both steps together; asked again for each of its changes."""
    known: dict[Address, tuple[Change, ...]] = case.__dict__.setdefault("_remaining_changes", {})
    if address not in known:
        known[address] = tuple(entity_changes(address.kind, address.type, earlier, case.entity_after(address)))
    return known[address]


def is_repair(case: Case, change: Change) -> bool:
    """Whether an addition brings back what the base had lost."""
    return is_revert(case, change)


def _before_base(case: Case) -> Release | None:
    """The final release before the base on its line."""
    finals = [release for release in case.timeline.releases if release.version.prerelease is None]
    return finals[-2] if len(finals) > 1 and case.base is not None and finals[-1] == case.base else None
