"""What an attribute holds: type, element, nesting."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import Any

from release_check.history.modes import is_settable
from release_check.history.pairs import Pair
from release_check.model import Attribute, Change, ChangeKind


class Shift(enum.Enum):
    """How the shape of an attribute moved."""

    NONE = None
    WIDENED = ChangeKind.TYPE_WIDENED
    RETYPED = ChangeKind.TYPE_CHANGED
    RENESTED = ChangeKind.NESTING_CHANGED


_WIDER = {("int", "float"), ("int", "number"), ("float", "number")}
_COLLECTIONS = {"list", "set", "map"}


def shape_changes(pair: Pair) -> Iterator[Change]:
    """The type or nesting, as one change."""
    shift = _shift(pair.before, pair.after)
    if shift is Shift.NONE and _blockness_matters(pair.before, pair.after):
        shift = Shift.RENESTED
    if shift is not Shift.NONE:
        yield pair.change(shift.value, old=describe(pair.before), new=describe(pair.after))


def describe(attribute: Attribute) -> str:
    """The shape in words: `list of string`, `set of blocks`."""
    if attribute.type not in _COLLECTIONS:
        return f"{attribute.type} block" if attribute.block else attribute.type
    if attribute.block:
        return f"{attribute.type} of blocks"
    if attribute.elem is not None and attribute.elem.type:
        return f"{attribute.type} of {describe(attribute.elem)}"
    return f"{attribute.type} of object" if attribute.below else attribute.type


def is_opaque(attribute: Attribute) -> bool:
    """Whether the source settles nothing of it but its name."""
    return not attribute.type and "type" in attribute.unknown


def has_same_nesting(before: Attribute, after: Attribute) -> bool:
    """Whether both hold named attributes, or neither does, so that what lies below can be compared.

    A map whose element is a resource holds strings all the same: the SDK ignores what is nested there. Where an element
    is not given, or an object whose attributes are not, it is not known to differ.
    """
    if bool(before.below) is bool(after.below) or before.type == after.type == "map":
        return True
    plain = before if after.below else after
    if plain.type in _COLLECTIONS and not plain.block:
        return plain.elem is None or plain.elem.type == "object"
    return plain.block or plain.type == "object"


def is_nesting_settled(before: Attribute, after: Attribute) -> bool:
    """Whether a name that is nested on one side only is known to be absent from the other."""
    for side in (before, after):
        elem = side.elem
        if {"attrs", "elem"} & {*side.unknown, *(elem.unknown if elem is not None else ())}:
            return False
    if bool(before.below) is bool(after.below):
        return True
    plain = before if after.below else after
    return plain.block or plain.type == "object"


def _shift(before: Attribute, after: Attribute) -> Shift:
    if not before.type or not after.type or "type" in (*before.unknown, *after.unknown):
        return Shift.NONE
    nested = any(side.block or side.below or side.type == "object" for side in (before, after))
    if before.type != after.type:
        if nested:
            return Shift.RENESTED
        return Shift.WIDENED if (before.type, after.type) in _WIDER else Shift.RETYPED
    if before.type in _COLLECTIONS:
        return _element_shift(before, after)
    return Shift.RETYPED if _loses_attributes(before.cty, after.cty) else Shift.NONE


def _loses_attributes(before: Any, after: Any) -> bool:
    """Whether an object type lacks an attribute that it had, or gives it another type; what it gains breaks nothing."""
    if not isinstance(before, list) or not isinstance(after, list) or before[0] != "object" or after[0] != "object":
        return before is not None and after is not None and before != after
    old, new = before[1] or {}, after[1] or {}
    return any(name not in new or _loses_attributes(kind, new[name]) for name, kind in old.items())


def _element_shift(before: Attribute, after: Attribute) -> Shift:
    if "elem" in (*before.unknown, *after.unknown):
        return Shift.NONE
    if not has_same_nesting(before, after):
        return Shift.RENESTED
    if before.elem is None or after.elem is None or before.below or after.below:
        return Shift.NONE
    return _shift(before.elem, after.elem)


def _blockness_matters(before: Attribute, after: Attribute) -> bool:
    """Whether a block became an attribute or the reverse, where an operator has written one.

    An attribute in `SchemaConfigModeAttr` takes block syntax as well.
    """
    if before.block is after.block or after.config_mode == "attr":
        return False
    return is_settable(before) and is_settable(after)
