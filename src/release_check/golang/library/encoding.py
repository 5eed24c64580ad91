"""`encoding/json`, with which some providers read what they declare from text in their source."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from release_check.golang.interpreter import calls, typing
from release_check.golang.types import EMPTY_INTERFACE, Basic, InterfaceType, MapType, SliceType
from release_check.golang.values import Cell, GoError, Map, Native, Place, Slice, Unknown, Value

if TYPE_CHECKING:
    from release_check.golang.interpreter.evaluator import Evaluator

_OBJECT = MapType(Basic("string"), EMPTY_INTERFACE)
_ARRAY = SliceType(EMPTY_INTERFACE)


def _unmarshal(ev: Evaluator, arguments: list[Value], place: Place) -> Value:
    """`json.Unmarshal` into a map or an interface; what it would put elsewhere is not settled."""
    data, target = arguments
    text = typing.convert(ev, Basic("string"), data) if isinstance(data, Slice) else data
    unknown = Unknown("json.Unmarshal", place.file, place.line)
    if not isinstance(text, str):
        calls.fill(ev, target, unknown)
        return unknown
    try:
        found = json.loads(text, parse_int=float, parse_constant=_refuse)
    except ValueError:
        return GoError("json: invalid")
    if isinstance(target, Cell) and _takes_anything(ev, target.load()):
        target.store(ev.taint(_value(found)))
    else:
        calls.fill(ev, target, unknown)
    return None


def _refuse(_name: str) -> Any:
    raise ValueError("not JSON")


def _takes_anything(ev: Evaluator, value: Value) -> bool:
    """Whether a variable is nil, as far as known an interface, or a map of interfaces."""
    if value is None:
        return True
    base = typing.underlying(ev, value.type) if isinstance(value, Map) else None
    return isinstance(base, MapType) and isinstance(typing.underlying(ev, base.elem), InterfaceType) and not value


def _value(found: Any) -> Value:
    if isinstance(found, dict):
        return Map(_OBJECT, {key: _value(item) for key, item in found.items()})
    if isinstance(found, list):
        return Slice(_ARRAY, [_value(item) for item in found])
    return found


MEMBERS: dict[tuple[str, str], Value] = {("encoding/json", "Unmarshal"): Native("json.Unmarshal", _unmarshal)}
