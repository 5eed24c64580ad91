"""`math`, `time` and `net/http` constants."""

from __future__ import annotations

import http
import math
from collections.abc import Callable

from release_check.golang.library.natives import pure
from release_check.golang.types import ExternalType
from release_check.golang.values import Value, with_type

_LIMITS = {
    **{f"MaxInt{bits}": 2 ** (bits - 1) - 1 for bits in (8, 16, 32, 64)},
    **{f"MinInt{bits}": -(2 ** (bits - 1)) for bits in (8, 16, 32, 64)},
    **{f"MaxUint{bits}": 2**bits - 1 for bits in (8, 16, 32, 64)},
    "MaxInt": 2**63 - 1,
    "MinInt": -(2**63),
    "MaxUint": 2**64 - 1,
    "MaxFloat64": 1.7976931348623157e308,
    "MaxFloat32": 3.4028234663852886e38,
    "SmallestNonzeroFloat64": 5e-324,
    "Pi": math.pi,
    "E": math.e,
}

_DURATION = ExternalType("time", "Duration")
_DURATIONS = {
    "Nanosecond": 1,
    "Microsecond": 10**3,
    "Millisecond": 10**6,
    "Second": 10**9,
    "Minute": 60 * 10**9,
    "Hour": 3600 * 10**9,
}


def _duration(value: int) -> str:
    """`time.Duration.String`."""
    count, sign = abs(int(value)), "-" if value < 0 else ""
    if count < _DURATIONS["Second"]:
        unit, size = next(((name, size) for name, size in _SMALL_UNITS if count >= size), ("s", 1))
        return f"{sign}{_decimal(count, size)}{unit}"
    minutes, rest = divmod(count, _DURATIONS["Minute"])
    text = f"{_decimal(rest, _DURATIONS['Second'])}s"
    if minutes:
        hours, minutes = divmod(minutes, 60)
        text = (f"{hours}h" if hours else "") + f"{minutes}m{text}"
    return sign + text


_SMALL_UNITS = (("ms", 10**6), ("µs", 10**3), ("ns", 1))


def _decimal(count: int, unit: int) -> str:
    whole, part = divmod(count, unit)
    digits = str(part).zfill(len(str(unit)) - 1).rstrip("0") if part else ""
    return f"{whole}.{digits}" if digits else str(whole)


def _counted_in(unit: int) -> Callable[[int], int]:
    return lambda value: int(int(value) / unit)


_DURATION_METHODS: dict[str, Callable[[int], Value]] = {
    "String": _duration,
    "Hours": lambda value: int(value) / _DURATIONS["Hour"],
    "Minutes": lambda value: int(value) / _DURATIONS["Minute"],
    "Seconds": lambda value: int(value) / _DURATIONS["Second"],
    **{f"{name}s": _counted_in(_DURATIONS[name]) for name in ("Millisecond", "Microsecond", "Nanosecond")},
}

_LAYOUTS = {
    "RFC3339": "2006-01-02T15:04:05Z07:00",
    "RFC3339Nano": "2006-01-02T15:04:05.999999999Z07:00",
    "RFC1123": "Mon, 02 Jan 2006 15:04:05 MST",
    "DateOnly": "2006-01-02",
    "DateTime": "2006-01-02 15:04:05",
}

_STATUS_EXCEPTIONS = {
    200: "StatusOK",
    203: "StatusNonAuthoritativeInfo",
    226: "StatusIMUsed",
    407: "StatusProxyAuthRequired",
    413: "StatusRequestEntityTooLarge",
    414: "StatusRequestURITooLong",
    416: "StatusRequestedRangeNotSatisfiable",
    418: "StatusTeapot",
    505: "StatusHTTPVersionNotSupported",
}


def _status_names() -> dict[str, int]:
    names = {}
    for status in http.HTTPStatus:
        words = "".join(word.capitalize() for word in status.name.split("_"))
        names[_STATUS_EXCEPTIONS.get(status.value, f"Status{words}")] = status.value
    return names


_METHODS = ("Get", "Head", "Post", "Put", "Patch", "Delete", "Connect", "Options", "Trace")

MEMBERS: dict[tuple[str, str], Value] = {
    **{("math", name): value for name, value in _LIMITS.items()},
    ("math", "Pow"): pure("math.Pow", lambda base, exponent: float(base) ** float(exponent)),
    ("math", "Floor"): pure("math.Floor", lambda value: float(math.floor(value))),
    ("math", "Ceil"): pure("math.Ceil", lambda value: float(math.ceil(value))),
    ("math", "Max"): pure("math.Max", max),
    ("math", "Min"): pure("math.Min", min),
    ("time", "Duration"): _DURATION,
    **{("time", name): with_type(value, _DURATION) for name, value in _DURATIONS.items()},
    **{("time", f"Duration.{name}"): pure(f"Duration.{name}", made) for name, made in _DURATION_METHODS.items()},
    **{("time", name): value for name, value in _LAYOUTS.items()},
    **{("net/http", name): value for name, value in _status_names().items()},
    **{("net/http", f"Method{name}"): name.upper() for name in _METHODS},
}
