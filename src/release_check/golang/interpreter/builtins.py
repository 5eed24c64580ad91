"""Predeclared names: types, constants and functions of the language itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from release_check.golang.interpreter import typing
from release_check.golang.parsing import NEW_VALUE
from release_check.golang.types import BYTES, MapType, SliceType, Type, UnknownType
from release_check.golang.values import (
    CONSTANTS,
    COPIED,
    Array,
    Cell,
    GoPanic,
    Map,
    Native,
    Place,
    Pointer,
    Slice,
    Struct,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from release_check.golang.interpreter.evaluator import Evaluator

_ANY = UnknownType("any")


def _append(ev: Evaluator, arguments: list[Value], _place: Place) -> Value:
    first, *items = arguments
    if isinstance(first, Unknown):
        return first
    doubt = items[0] if len(items) == 1 and type(items[0]) is Unknown else None
    return _extended(ev, first, items, doubt)


def append_spread(ev: Evaluator, first: Value, last: Value) -> Value:
    """`append(first, last...)`."""
    if isinstance(first, Unknown):
        return first
    if isinstance(last, str):
        return _extended(ev, first, list(typing.encoded(last)), None)
    doubt = last.open if isinstance(last, Slice) else last if isinstance(last, Unknown) else None
    return _extended(ev, first, list(last) if isinstance(last, Slice) else [], doubt)


def _extended(ev: Evaluator, first: Value, items: list[Value], doubt: Unknown | None) -> Slice | None:
    known = first if isinstance(first, Slice) else None
    if first is None and not items and doubt is None:
        # nothing appended to nil is nil
        return None
    if known is not None:
        base = typing.underlying(ev, known.type)
        cast = typing.constant_type(ev, base.elem) if isinstance(base, SliceType) else None
        if cast is not None:
            items = [typing.convert(ev, cast, item) if type(item) in CONSTANTS else item for item in items]
        ev.spend(len(known) >> 8, ev.nowhere)
    items = [item.copy() if type(item) in COPIED else item for item in items]
    result = _in_place(ev, known, items) if known is not None and known.shared is not None else None
    if result is None:
        result = Slice(known.type if known is not None else SliceType(_ANY), first or ())
        result.extend(items)
    result.open = known.open if known is not None else None
    result.open = result.open or doubt
    return result


def _in_place(ev: Evaluator, first: Slice, items: list[Value]) -> Slice | None:
    """What is appended to a part of an array that has room for it, which changes the array; None where it has none."""
    shared = first.shared
    if shared is None or first.full or shared[1] + len(first) + len(items) > shared[0].end:
        return None
    backing, offset = shared
    for position, item in enumerate(items, offset + len(first)):
        backing.put(position, ev.taint(item))
    result = Slice(first.type, [*first, *items])
    result.shared = shared
    backing.parts.append((result, offset))
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
        return len(typing.encoded(value))
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


def _delete(ev: Evaluator, arguments: list[Value], place: Place) -> Value:
    holder, key = arguments
    if isinstance(holder, Map):
        if isinstance(key, Unknown | Struct | Slice):
            holder.open = key if isinstance(key, Unknown) else Unknown("map key", place.file, place.line)
        elif ev.uncertain:
            if key in holder:
                holder[key] = ev.uncertain_cause
        else:
            holder.pop(key, None)
    return None


def _copy(ev: Evaluator, arguments: list[Value], place: Place) -> Value:
    target, source = arguments
    if isinstance(source, str):
        source = Slice(BYTES, typing.encoded(source))
    if isinstance(target, Slice) and isinstance(source, Slice):
        count = min(len(target), len(source))
        for index, item in enumerate(source[:count]):
            target.put(index, ev.taint(item.copy() if type(item) in COPIED else item))
        return target.open or source.open or count
    if isinstance(target, Slice) and isinstance(source, Unknown):
        target.put_all([source] * len(target))
    return Unknown("copy", place.file, place.line) if isinstance(source, Unknown) else 0


def _panic(_ev: Evaluator, _arguments: list[Value], place: Place) -> Value:
    raise GoPanic("panic", place.file, place.line)


def _least(pick: str) -> Native:
    def call(_ev: Evaluator, arguments: list[Value], place: Place) -> Value:
        try:
            return min(arguments) if pick == "min" else max(arguments)
        except TypeError:
            return Unknown(pick, place.file, place.line)

    return Native(pick, call)


def _clear(ev: Evaluator, arguments: list[Value], _place: Place) -> Value:
    value = arguments[0]
    if isinstance(value, Map):
        if ev.uncertain:
            value.update(dict.fromkeys(value, ev.uncertain_cause))
            value.open = value.open or ev.uncertain_cause
        else:
            value.clear()
    elif isinstance(value, Slice):
        base = typing.underlying(ev, value.type)
        if isinstance(base, SliceType):
            value.put_all([ev.taint(typing.zero(ev, base.elem)) for _ in value])
    return None


def _capacity(ev: Evaluator, arguments: list[Value], place: Place) -> Value:
    value = arguments[0]
    known = value is None or isinstance(value, Array)
    # what a slice has room for is not kept
    return _length(ev, arguments, place) if known else Unknown("cap", place.file, place.line)


def _nothing(_ev: Evaluator, _arguments: list[Value], _place: Place) -> Value:
    return None


UNIVERSE: dict[str, Value] = {
    **typing.BASICS,
    "true": True,
    "false": False,
    "nil": None,
    "append": Native("append", _append),
    "len": Native("len", _length),
    "cap": Native("cap", _capacity),
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
