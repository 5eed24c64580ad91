"""Who sets an attribute: required, optional, computed, and what moves between them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from release_check.history.pairs import Pair
from release_check.model import Attribute, Change, ChangeKind, EntityKind


class Mode(msgspec.Struct, frozen=True):
    """The three flags of an attribute; None where the source does not settle one."""

    required: bool | None
    optional: bool | None
    computed: bool | None

    @property
    def computed_only(self) -> bool:
        """Whether no operator can set it."""
        return self.computed is True and self.required is False and self.optional is False


def mode_of(attribute: Attribute) -> Mode:
    """The flags of an attribute; for a block of the framework, which carries none, what its content lets one do."""
    if is_flagless(attribute):
        settable = any(is_settable(child) for child in attribute.below.values())
        return Mode(None if attribute.min_items else False, settable, None if settable else True)
    unknown = attribute.unknown
    return Mode(
        None if "required" in unknown else attribute.required,
        None if "optional" in unknown else attribute.optional,
        None if "computed" in unknown else attribute.computed,
    )


def is_settable(attribute: Attribute) -> bool:
    """Whether an operator may write it, at least in part."""
    mode = mode_of(attribute)
    return mode.required is True or mode.optional is True


def is_flagless(attribute: Attribute) -> bool:
    """Whether it is a block without flags of its own, as the framework has them."""
    return attribute.block and not (
        attribute.required
        or attribute.optional
        or attribute.computed
        or {"required", "optional", "computed"} & set(attribute.unknown)
    )


def mode_changes(pair: Pair) -> Iterator[Change]:
    """Required, optional and computed: at most one change for each attribute."""
    before, after = mode_of(pair.before), mode_of(pair.after)
    if before == after:
        return
    could_set = before.optional is True or before.required is True
    if after.required is True and before.required is False and before.optional is True:
        yield pair.change(ChangeKind.OPTIONAL_TO_REQUIRED)
    elif after.required is True and before.computed_only:
        yield pair.change(ChangeKind.COMPUTED_TO_REQUIRED)
    elif after.computed_only and could_set:
        yield pair.change(ChangeKind.COMPUTED_ONLY_NOW)
    elif after.optional is True and after.required is False:
        if before.required is True:
            yield pair.change(ChangeKind.REQUIRED_TO_OPTIONAL)
        elif before.computed_only:
            yield pair.change(ChangeKind.SETTABLE_NOW)
        elif before.optional is True:
            yield from _computed_changes(pair, before.computed, after.computed)


def _computed_changes(pair: Pair, before: bool | None, after: bool | None) -> Iterator[Change]:
    """Whether the provider fills in what is left out; in its own configuration, which has no state, it cannot."""
    if pair.address.kind == EntityKind.PROVIDER:
        return
    if before is True and after is False:
        yield pair.change(ChangeKind.COMPUTED_DROPPED)
    elif before is False and after is True:
        yield pair.change(ChangeKind.COMPUTED_ADDED)
