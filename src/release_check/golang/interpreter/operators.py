"""Operators over values that may be unknown."""

from __future__ import annotations

import operator
from collections.abc import Callable

from release_check.golang.values import (
    Bound,
    Closure,
    External,
    GoError,
    Map,
    Native,
    Pointer,
    Slice,
    Struct,
    Unknown,
    Value,
    is_nil,
)

Explain = Callable[[str], Unknown]


def unary(symbol: str, value: Value, explain: Explain) -> Value:
    """`!x`, `-x`, `+x`, `^x`, `<-x`."""
    if symbol == "!" and isinstance(value, bool):
        return not value
    if symbol in ("-", "+", "^") and isinstance(value, int | float) and not isinstance(value, bool):
        return -value if symbol == "-" else value if symbol == "+" else ~int(value)
    return value if isinstance(value, Unknown) else explain(f"operator {symbol}")


def binary(symbol: str, left: Value, right: Value, explain: Explain) -> Value:
    """Any operator but `&&` and `||`, which look at their right side only when they have to."""
    if symbol in ("==", "!="):
        same = equal(left, right)
        if same is None:
            return explain(f"comparison with {_name(left, right)}")
        return same if symbol == "==" else not same
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        return explain(f"{symbol} with {_name(left, right)}")
    function = _ARITHMETIC.get(symbol)
    scalar = (int, float, str)
    if function is None or not isinstance(left, scalar) or not isinstance(right, scalar):
        return explain(f"operator {symbol}")
    try:
        if symbol in ("/", "%") and isinstance(left, int) and isinstance(right, int):
            return _divide(symbol, left, right)
        return function(left, right)
    except (TypeError, ValueError, ArithmeticError):
        return explain(f"operator {symbol}")


def equal(left: Value, right: Value) -> bool | None:
    """Whether two values are equal; None where that is not settled."""
    if left is None or right is None:
        return is_nil(right if left is None else left)
    if isinstance(left, External) and isinstance(right, External):
        return True if (left.path, left.name) == (right.path, right.name) else None
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        return None
    if isinstance(left, Struct) and isinstance(right, Struct):
        return _structs_equal(left, right)
    if isinstance(left, Slice | Map | Closure | Bound | Native | GoError):
        return left is right
    if isinstance(left, Pointer) or isinstance(right, Pointer):
        return bool(left == right)
    if isinstance(left, bool) != isinstance(right, bool):
        return False
    return bool(left == right)


def _structs_equal(left: Struct, right: Struct) -> bool | None:
    if left is right:
        return True
    answer: bool | None = True
    for name in left.fields.keys() | right.fields.keys():
        if name not in left.fields or name not in right.fields:
            answer = None
            continue
        same = equal(left.fields[name], right.fields[name])
        if same is False:
            return False
        if same is None:
            answer = None
    return answer


def _name(left: Value, right: Value) -> str:
    return (
        (left if isinstance(left, Unknown) else right).construct
        if isinstance(left, Unknown) or isinstance(right, Unknown)
        else "an unknown value"
    )


def _divide(symbol: str, left: int, right: int) -> int:
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
