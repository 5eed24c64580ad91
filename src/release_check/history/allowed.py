"""Allowed values, as the snapshot writes them: values one by one, or limits such as `>= 1`."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

import msgspec

_LIMIT = re.compile(r"^(>=|<=) (-?\d+(?:\.\d+)?)$")


def is_narrower(before: Sequence[Any], after: Sequence[Any]) -> bool:
    """Whether something that was accepted before no longer is; no values at all mean that everything is accepted."""
    if not after:
        return False
    if not before:
        return True
    old, new = _range(before), _range(after)
    if old is not None and new is not None:
        return new.least > old.least or new.most < old.most
    if old is not None:
        return True
    return any(not _accepts(after, new, value) for value in before)


class _Range(msgspec.Struct, frozen=True):
    least: float
    most: float


def _range(values: Sequence[Any]) -> _Range | None:
    """The limits, or None where values are listed."""
    found = [_LIMIT.match(value) if isinstance(value, str) else None for value in values]
    if not all(found):
        return None
    limits = {match[1]: float(match[2]) for match in found if match is not None}
    return _Range(limits.get(">=", -math.inf), limits.get("<=", math.inf))


def _accepts(values: Sequence[Any], limits: _Range | None, value: Any) -> bool:
    if limits is None:
        return value in values
    return isinstance(value, int | float) and limits.least <= value <= limits.most
