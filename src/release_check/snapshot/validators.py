"""What a validator allows, read off its call."""

from __future__ import annotations

from typing import Any

from release_check.golang.interpreter import Evaluator
from release_check.golang.values import (
    Closure,
    External,
    ExternalCall,
    ExternalElement,
    GoPanic,
    Slice,
    Thunk,
    Unknown,
    Value,
)

_READABLE = frozenset(
    {
        "StringInSlice",
        "IntInSlice",
        "IntBetween",
        "IntAtLeast",
        "IntAtMost",
        "FloatBetween",
        "ToDiagFunc",
        "FloatAtLeast",
        "FloatAtMost",
        "All",
    }
)


def allowed_values(ev: Evaluator, raw: Value) -> tuple[Any, ...]:
    """The values that a ValidateFunc lets through where its call lists them or their limits; else nothing."""
    if isinstance(raw, Thunk):
        node = raw.node
        if raw.waiting and (node[0] != "call" or node[2][0] != "sel" or node[2][3] not in _READABLE):
            return ()
        raw = ev.force(raw)
    return _read(_passed_on(ev, raw) if isinstance(raw, Closure) else raw)


def _passed_on(ev: Evaluator, closure: Closure) -> Value:
    """What a function of two arguments hands them to, where it does nothing else; the function itself otherwise."""
    try:
        ev.parse(closure)
        body = closure.body
        if body is None or len(body) != 1 or body[0][0] != "return" or len(closure.parameters) != 2:
            return closure
        result = ev.call(closure, [Unknown(name) for name in ("value", "key")], closure.place)
    except GoPanic:
        return closure
    if isinstance(result, tuple) and result and isinstance(result[0], ExternalElement):
        result = result[0].of
    return result.function if isinstance(result, ExternalCall) else closure


def _read(value: Value) -> tuple[Any, ...]:
    if not isinstance(value, ExternalCall) or not isinstance(value.function, External):
        return ()
    name, arguments = value.function.name, value.arguments
    if name == "ToDiagFunc" and arguments:
        return _read(arguments[0])
    if name == "All":
        # each must hold; what two of them say is not put together
        said = [values for values in map(_read, arguments) if values]
        return said[0] if len(said) == 1 else ()
    if name in ("StringInSlice", "IntInSlice") and arguments:
        return _plain(arguments[0])
    numbers = [item for item in arguments if isinstance(item, int | float)]
    if len(numbers) != len(arguments):
        return ()
    if name in ("IntBetween", "FloatBetween") and len(numbers) == 2:
        return (f">= {numbers[0]}", f"<= {numbers[1]}")
    if name in ("IntAtLeast", "FloatAtLeast") and numbers:
        return (f">= {numbers[0]}",)
    if name in ("IntAtMost", "FloatAtMost") and numbers:
        return (f"<= {numbers[0]}",)
    return ()


def _plain(values: Value) -> tuple[Any, ...]:
    if not isinstance(values, Slice) or values.open is not None:
        return ()
    if not all(isinstance(item, str | int | float) for item in values):
        return ()
    return tuple(sorted(str(item) if isinstance(item, str) else item + 0 for item in values))
