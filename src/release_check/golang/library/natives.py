"""Making a function of ours callable from Go."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from release_check.golang.types import BYTES, Basic, SliceType
from release_check.golang.values import Native, Place, Slice, Unknown, Value

if TYPE_CHECKING:
    from release_check.golang.interpreter.evaluator import Evaluator

STRINGS = SliceType(Basic("string"))
__all__ = ["BYTES", "STRINGS", "pure", "strings"]


def pure(name: str, function: Callable[..., Any]) -> Native:
    """A function of known values only: any unknown argument makes the result unknown."""

    def call(_ev: Evaluator, arguments: list[Value], place: Place) -> Value:
        for value in arguments:
            if isinstance(value, Unknown) or (isinstance(value, Slice) and (value.open or _holds_unknown(value))):
                return Unknown(f"{name} of an unknown value", place.file, place.line)
        try:
            return function(*arguments)
        except (TypeError, ValueError, IndexError, AttributeError, OverflowError):
            return Unknown(name, place.file, place.line)

    return Native(name, call)


def _holds_unknown(values: Slice) -> bool:
    return any(isinstance(value, Unknown) for value in values)


def strings(items: Any) -> Slice:
    """A `[]string`."""
    return Slice(STRINGS, items)
