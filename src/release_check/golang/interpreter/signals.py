"""What leaves a block: pairs of a word and a label or value. None means that the block went on to its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

Signal: TypeAlias = Any
NAMED_RESULTS = object()
"""What a bare return gives back: the values of the named results."""
BREAK: Signal = ("break", None)
CONTINUE: Signal = ("continue", None)
FALLTHROUGH: Signal = ("fallthrough", None)


def maybe(possible: list[Signal], cause: Any) -> Signal:
    """One of several signals, None among them, of which it is not settled which."""
    return ("maybe", possible, cause)


def each(signal: Signal, change: Callable[[Signal], Signal]) -> Signal:
    """A signal, or each that it may be, changed."""
    if signal is not None and signal[0] == "maybe":
        left = [None if one is None else change(one) for one in signal[1]]
        return maybe(left, signal[2]) if any(one is not None for one in left) else None
    return None if signal is None else change(signal)
