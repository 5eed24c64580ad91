"""Operators over values that may be unknown."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING

from release_check.golang.interpreter import assertions
from release_check.golang.interpreter.numbers import FLOATS, INTEGERS, basic_name, wrapped
from release_check.golang.types import Type
from release_check.golang.values import (
    NAMED,
    Array,
    Bound,
    Closure,
    External,
    GoError,
    Map,
    Native,
    Pointer,
    Slice,
    Struct,
    Typed,
    Unknown,
    Value,
    is_nil,
    with_type,
)

if TYPE_CHECKING:
    from release_check.golang.interpreter.evaluator import Evaluator

Explain = Callable[[str], Unknown]

_BITS = 10_000
"""Numbers of more are no constants of Go's."""
_CHARACTERS = 4_000_000


def unary(symbol: str, value: Value, explain: Explain) -> Value:
    """`!x`, `-x`, `+x`, `^x`, `<-x`."""
    if symbol == "!" and isinstance(value, bool):
        return not value
    if symbol in ("-", "+", "^") and isinstance(value, int | float) and not isinstance(value, bool):
        if symbol == "^" and isinstance(value, float):
            return explain("operator ^")
        found: Value = -value if symbol == "-" else value if symbol == "+" else ~int(value)
        return _of_type(found, value.type) if isinstance(value, Typed) else found
    return value if isinstance(value, Unknown) else explain(f"operator {symbol}")


def binary(ev: Evaluator, symbol: str, left: Value, right: Value, explain: Explain) -> Value:
    """Any operator but `&&` and `||`, which look at their right side only when they have to."""
    if symbol in ("==", "!="):
        same = equal(ev, left, right)
        if same is None:
            return explain(f"comparison with {_name(left, right)}")
        return same if symbol == "==" else not same
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        return explain(f"{symbol} with {_name(left, right)}")
    function = _ARITHMETIC.get(symbol)
    scalar = (int, float, str)
    if function is None or not isinstance(left, scalar) or not isinstance(right, scalar):
        return explain(f"operator {symbol}")
    kind = left.type if isinstance(left, Typed) else None
    if kind is None and isinstance(right, Typed) and symbol not in _SHIFTS:
        kind = right.type
    try:
        if kind is not None:
            left, right = _same_kind(left, right, kind)
        if not _sensible(symbol, left, right):
            return explain(f"a value that {symbol} makes too large")
        if symbol in ("/", "%") and isinstance(left, int):
            found: Value = _divide(symbol, left, right)
        else:
            found = function(left, right)
    except (TypeError, ValueError, ArithmeticError):
        return explain(f"operator {symbol}")
    return found if kind is None or found is True or found is False else _of_type(found, kind)


_SHIFTS = frozenset({"<<", ">>"})


def _same_kind(left: Value, right: Value, kind: Type) -> tuple[Value, Value]:
    """Operands of a declared type, where a constant may be written with a point or without."""
    name = basic_name(kind)
    if name in INTEGERS:
        return (_whole(left), _whole(right))
    return (float(left), float(right)) if name in FLOATS else (left, right)


def _whole(value: Value) -> Value:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _of_type(value: Value, kind: Type) -> Value:
    name = basic_name(kind)
    if name in INTEGERS and isinstance(value, int):
        value = wrapped(value, name)
    return with_type(value, kind)


def _sensible(symbol: str, left: Value, right: Value) -> bool:
    """Whether what comes out is of a size that anybody means."""
    if isinstance(left, int) and isinstance(right, int):
        if symbol in _SHIFTS:
            return right < _BITS and left.bit_length() + right < _BITS
        return symbol != "*" or left.bit_length() + right.bit_length() < _BITS
    return not isinstance(left, str) or symbol != "+" or len(left) + len(right) < _CHARACTERS


def equal(ev: Evaluator, left: Value, right: Value) -> bool | None:
    """Whether two values are equal; None where that is not settled."""
    if left is None or right is None:
        return is_nil(right if left is None else left)
    if isinstance(left, External) and isinstance(right, External):
        return True if (left.path, left.name) == (right.path, right.name) else None
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        return None
    if isinstance(left, Struct) and isinstance(right, Struct):
        return _structs_equal(ev, left, right)
    if isinstance(left, Array) and isinstance(right, Array):
        return _all([equal(ev, *pair) for pair in zip(left, right, strict=False)])
    if isinstance(left, Slice | Map | Closure | Bound | Native | GoError):
        return left is right
    if isinstance(left, Pointer) or isinstance(right, Pointer):
        return bool(left == right)
    if isinstance(left, bool) != isinstance(right, bool):
        return False
    if type(left) in NAMED and type(right) in NAMED and left.type is not right.type:
        # only in interfaces are two types compared
        return bool(left == right) and assertions.identical(left.type, right.type)
    return bool(left == right)


def _all(answers: list[bool | None]) -> bool | None:
    return False if False in answers else None if None in answers else True


def _structs_equal(ev: Evaluator, left: Struct, right: Struct) -> bool | None:
    if left is right:
        return True
    if left.type is not right.type and assertions.identical(left.type, right.type) is False:
        return False
    names = left.fields.keys() | right.fields.keys()
    return _all([equal(ev, _field(ev, left, name), _field(ev, right, name)) for name in sorted(names)])


def _field(ev: Evaluator, struct: Struct, name: str) -> Value:
    if name in struct.fields:
        return ev.force(struct.fields[name])
    return ev.select(struct, name, ev.nowhere)


def _name(left: Value, right: Value) -> str:
    return (
        (left if isinstance(left, Unknown) else right).construct
        if isinstance(left, Unknown) or isinstance(right, Unknown)
        else "an unknown value"
    )


def _divide(symbol: str, left: int, right: Value) -> Value:
    if isinstance(right, float):
        # a constant if the left side is one, and else whole numbers
        exact = left / right
        if symbol == "%" or not exact.is_integer():
            raise ValueError
        return exact
    quotient = abs(left) // abs(right)
    if (left < 0) != (right < 0):
        quotient = -quotient
    return quotient if symbol == "/" else left - right * quotient


_ARITHMETIC: dict[str, Callable[[Value, Value], Value]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "%": operator.mod,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "<<": operator.lshift,
    ">>": operator.rshift,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "&^": lambda left, right: left & ~right,
}
