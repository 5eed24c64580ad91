"""What an attribute accepts and does: defaults, replacement, limits, allowed values, secrecy."""

from __future__ import annotations

from collections.abc import Iterator

from release_check.history.allowed import is_narrower
from release_check.history.modes import is_settable, mode_of
from release_check.history.pairs import Pair
from release_check.model import Attribute, Change, ChangeKind, EntityKind


def default_changes(pair: Pair) -> Iterator[Change]:
    """A default that came, went or became another, where leaving the attribute out was possible before and after.

    A DefaultFunc yields what the environment holds: unknown, and so neither a default nor the lack of one. What is no
    resource has no defaults in the framework, where the code fills in what is left out: unknown after a port.
    """
    before, after = pair.before, pair.after
    if not pair.known("default", "funcs") or "default" in before.funcs or "default" in after.funcs:
        return
    if pair.ported and pair.address.kind != EntityKind.RESOURCE:
        return
    if mode_of(before).optional is True and mode_of(after).optional is True and before.default != after.default:
        yield pair.change(ChangeKind.DEFAULT_CHANGED, old=before.default, new=after.default)


def force_new_changes(pair: Pair) -> Iterator[Change]:
    """Replacement on a change of value: only a resource is ever replaced, and only by what an operator sets."""
    if pair.address.kind != EntityKind.RESOURCE or not pair.known("force_new"):
        return
    if pair.before.force_new is pair.after.force_new or not (is_settable(pair.before) and is_settable(pair.after)):
        return
    yield pair.change(ChangeKind.FORCE_NEW_ADDED if pair.after.force_new else ChangeKind.FORCE_NEW_DROPPED)


def sensitive_changes(pair: Pair) -> Iterator[Change]:
    """Whether Terraform hides the value."""
    if pair.known("sensitive") and pair.before.sensitive is not pair.after.sensitive:
        yield pair.change(ChangeKind.SENSITIVE_ADDED if pair.after.sensitive else ChangeKind.SENSITIVE_REMOVED)


def write_only_changes(pair: Pair) -> Iterator[Change]:
    """An attribute that was stored and no longer is."""
    if pair.known("write_only") and pair.after.write_only and not pair.before.write_only:
        yield pair.change(ChangeKind.WRITE_ONLY_ADDED)


def limit_changes(pair: Pair) -> Iterator[Change]:
    """How many items may stand: limits that became tighter."""
    before, after = pair.before, pair.after
    if not (is_settable(before) and is_settable(after)):
        return
    if pair.known("min_items") and _least(after) > _least(before):
        yield pair.change(ChangeKind.MIN_ITEMS_RAISED, old=before.min_items, new=after.min_items)
    if pair.known("max_items") and after.max_items and (not before.max_items or after.max_items < before.max_items):
        yield pair.change(ChangeKind.MAX_ITEMS_LOWERED, old=before.max_items or None, new=after.max_items)


def _least(attribute: Attribute) -> int:
    """The fewest items that are accepted; one is no limit on a block, which either stands or does not."""
    return 0 if attribute.block and attribute.min_items == 1 else attribute.min_items


def allowed_value_changes(pair: Pair) -> Iterator[Change]:
    """Values that were accepted and no longer are, as far as the source lists them or their limits.

    A validation before that lists nothing may have been as narrow: unknown.
    """
    before, after = pair.before, pair.after
    if not pair.known("allowed_values", "funcs") or not after.allowed_values or not is_settable(before):
        return
    if not before.allowed_values and any(function.startswith("validate") for function in before.funcs):
        return
    if is_narrower(before.allowed_values, after.allowed_values):
        yield pair.change(ChangeKind.ALLOWED_VALUES_NARROWED, old=before.allowed_values, new=after.allowed_values)


def diff_suppress_changes(pair: Pair) -> Iterator[Change]:
    """A suppression of differences that is gone; the framework has other means, which a port may have taken."""
    if pair.ported or not pair.known("funcs") or not (is_settable(pair.before) and is_settable(pair.after)):
        return
    if "diff_suppress" in pair.before.funcs and "diff_suppress" not in pair.after.funcs:
        yield pair.change(ChangeKind.DIFF_SUPPRESS_REMOVED)
