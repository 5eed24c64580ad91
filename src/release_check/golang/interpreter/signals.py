"""What leaves a block: pairs of a word and a label or value. None means that the block went on to its end."""

from __future__ import annotations

from typing import Any, TypeAlias

Signal: TypeAlias = Any
NAMED_RESULTS = object()
"""What a bare return gives back: the values of the named results."""
BREAK: Signal = ("break", None)
CONTINUE: Signal = ("continue", None)
FALLTHROUGH: Signal = ("fallthrough", None)
