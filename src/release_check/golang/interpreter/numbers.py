"""The sizes of Go's numbers."""

from __future__ import annotations

from release_check.golang.types import Basic, Named, Type

_SIZES = {
    **{f"int{bits}": (bits, True) for bits in (8, 16, 32, 64)},
    **{f"uint{bits}": (bits, False) for bits in (8, 16, 32, 64)},
    "int": (64, True),
    "uint": (64, False),
    "uintptr": (64, False),
}
INTEGERS = frozenset(_SIZES)
FLOATS = frozenset({"float32", "float64"})


def basic_name(kind: Type) -> str:
    """The name of the predeclared type that a scalar's type is made of, as far as that was looked up; or empty."""
    rounds = 0
    while isinstance(kind, Named) and kind.resolved is not None and rounds < 50:
        kind = kind.resolved
        rounds += 1
    return kind.name if isinstance(kind, Basic) else ""


def wrapped(value: int, name: str) -> int:
    """A whole number as a predeclared type holds it, of which it may be too large."""
    bits, signed = _SIZES[name]
    value &= (1 << bits) - 1
    return value - (1 << bits) if signed and value >> (bits - 1) else value
