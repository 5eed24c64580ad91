"""Predeclared names: types, constants and functions of the language itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from release_check.golang.interpreter import typing
from release_check.golang.parsing import NEW_VALUE
from release_check.golang.types import MapType, SliceType, Type, UnknownType
from release_check.golang.values import Cell, GoPanic, Map, Native, Place, Pointer, Slice, Struct, Unknown, Value

if TYPE_CHECKING:
    from release_check.golang.interpreter.evaluator import Evaluator

_ANY = UnknownType("any")


def _append(_ev: Evaluator, arguments: list[Value], _place: Place) -> Value:
    first, *rest = arguments
    if isinstance(first, Unknown):
        return first
    result = Slice(first.type if isinstance(first, Slice) else SliceType(_ANY), first or ())
    if isinstance(first, Slice):
        result.open = first.open
    for item in rest:
        if isinstance(item, Unknown) and len(rest) == 1 and type(item) is Unknown:
            result.open = result.open or item
        result.append(item.copy() if type(item) is Struct else item)
    return result


def append_spread(first: Value, last: Value) -> Value:
    """`append(first, last...)`."""
    if isinstance(first, Unknown):
        return first
    result = Slice(first.type if isinstance(first, Slice) else SliceType(_ANY), first or ())
    result.open = first.open if isinstance(first, Slice) else None
    if isinstance(last, Slice):
        result.extend(last)
        result.open = result.open or last.open
    elif isinstance(last, Unknown):
        result.open = last
    return result


def _length(_ev: Evaluator, arguments: list[Value], place: Place) -> Value:
    value = arguments[0]
    if isinstance(value, Pointer):
        value = value.load()
    if value is None:
        return 0
    if isinstance(value, Map | Slice):
        return len(value) if value.open is None else value.open
    if isinstance(value, str):
        return len(value.encode())
    return value if isinstance(value, Unknown) else Unknown("len", place.file, place.line)


def _make(ev: Evaluator, arguments: list[Value], place: Place) -> Value:
    kind: Type = arguments[0]
    base = typing.underlying(ev, kind)
    if isinstance(base, MapType):
        return Map(kind)
    if isinstance(base, SliceType):
        length = arguments[1] if len(arguments) > 1 else 0
        made = Slice(kind)
        if isinstance(length, int) and length <= 100_000:
            made.extend(typing.zero(ev, base.elem) for _ in range(length))
        else:
            made.open = Unknown("length of make", place.file, place.line)
        return made
    return Unknown("make", place.file, place.line)


def _new(ev: Evaluator, arguments: list[Value], _place: Place) -> Value:
    if not isinstance(arguments[0], Type):
        return Cell({"value": arguments[0]}, "value")
    value = typing.zero(ev, arguments[0])
    return Pointer(value) if isinstance(value, Struct) else Cell({"value": value}, "value")


def _delete(ev: Evaluator, arguments: list[Value], _place: Place) -> Value:
    holder, key = arguments
    if isinstance(holder, Map):
        if ev.uncertain:
            if key in holder:
                holder[key] = ev.uncertain_cause
        elif isinstance(key, Unknown):
            holder.open = key
        else:
            holder.pop(key, None)
    return None


def _copy(ev: Evaluator, arguments: list[Value], place: Place) -> Value:
    target, source = arguments
    if isinstance(target, Slice) and isinstance(source, Slice):
        count = min(len(target), len(source))
        target[:count] = [ev.taint(item) for item in source[:count]]
        return count
    return Unknown("copy", place.file, place.line) if isinstance(source, Unknown) else 0


def _panic(_ev: Evaluator, _arguments: list[Value], place: Place) -> Value:
    raise GoPanic("panic", place.file, place.line)


def _least(pick: str) -> Native:
    def call(_ev: Evaluator, arguments: list[Value], place: Place) -> Value:
        if any(isinstance(value, Unknown) for value in arguments):
            return Unknown(pick, place.file, place.line)
        return min(arguments) if pick == "min" else max(arguments)

    return Native(pick, call)


def _clear(_ev: Evaluator, arguments: list[Value], _place: Place) -> Value:
    if isinstance(arguments[0], Map):
        arguments[0].clear()
    return None


def _nothing(_ev: Evaluator, _arguments: list[Value], _place: Place) -> Value:
    return None


UNIVERSE: dict[str, Value] = {
    **typing.BASICS,
    "true": True,
    "false": False,
    "nil": None,
    "append": Native("append", _append),
    "len": Native("len", _length),
    "cap": Native("cap", _length),
    "make": Native("make", _make),
    "new": Native("new", _new),
    NEW_VALUE: Native("new of a value", _new),
    "delete": Native("delete", _delete),
    "copy": Native("copy", _copy),
    "panic": Native("panic", _panic),
    "recover": Native("recover", _nothing),
    "print": Native("print", _nothing),
    "println": Native("println", _nothing),
    "close": Native("close", _nothing),
    "clear": Native("clear", _clear),
    "min": _least("min"),
    "max": _least("max"),
}
