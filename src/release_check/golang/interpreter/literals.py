"""Composite literals, with elided types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from release_check.golang.interpreter import typing
from release_check.golang.scope import Scope
from release_check.golang.tree import Node
from release_check.golang.types import (
    ExternalType,
    MapType,
    Named,
    PointerType,
    SliceType,
    StructType,
    Type,
    UnknownType,
)
from release_check.golang.values import (
    CONSTANTS,
    COPIED,
    Array,
    GoPanic,
    Map,
    Place,
    Pointer,
    Slice,
    Struct,
    Thunk,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from release_check.golang.interpreter.evaluator import Evaluator

_UNKNOWN = UnknownType("element of an outside type")
_LONGEST = 100_000
_EAGER = frozenset({"lit", "func", "lazyfunc"})


def composite(ev: Evaluator, node: Node, scope: Scope) -> Value:
    """A literal that names its type."""
    if node[2] is None:
        return ev.unknown("literal without a type", node, scope)
    return build(ev, node, ev.type(node[2], scope), scope)


def build(ev: Evaluator, node: Node, kind: Type, scope: Scope) -> Value:
    """A literal of a given type; for a pointer type, the pointer to it."""
    if isinstance(kind, PointerType):
        inner = build(ev, node, kind.elem, scope)
        return Pointer(inner) if isinstance(inner, Struct) else inner
    base = typing.underlying(ev, kind)
    if isinstance(base, MapType):
        return _map(ev, node, kind, base.elem, base.key, scope)
    if isinstance(base, SliceType):
        return _slice(ev, node, kind, base.elem, scope, base.length)
    if isinstance(base, StructType):
        return _struct(ev, node, kind, base, scope)
    if isinstance(base, ExternalType):
        return _outside(ev, node, kind, scope)
    return ev.unknown("literal of an unknown type", node, scope)


def _element(ev: Evaluator, node: Node, kind: Type, scope: Scope) -> Value:
    word = node[0]
    if word == "lit":
        return node[2]
    if word == "comp":
        return build(ev, node, kind if node[2] is None else ev.type(node[2], scope), scope)
    if word == "amp" and node[2][0] == "comp" and node[2][2] is None:
        return build(ev, node[2], kind, scope)
    value = ev.eval(node, scope)
    return value.copy() if type(value) in COPIED else value


def _guarded(ev: Evaluator, node: Node, kind: Type, scope: Scope) -> Value:
    depth, uncertain = ev.depth, ev.uncertain
    try:
        return _element(ev, node, kind, scope)
    except (GoPanic, RecursionError) as panic:
        ev.depth, ev.uncertain = depth, uncertain
        return ev.failed(panic, scope.unit.file.path, scope.unit.line + node[1])


def _waits(ev: Evaluator, kind: Type, node: Node) -> bool:
    if node[0] != "call":
        return False
    if isinstance(kind, PointerType):
        kind = kind.elem
    return isinstance(kind, ExternalType) and (kind.path, kind.name) in ev.options.lazy_types


def _later(node: Node, scope: Scope) -> bool:
    """Whether the value of a lazy field is worth waiting with."""
    if node[0] == "id":
        # a local variable may be set anew before anybody asks
        return scope.holder(node[2]) is None
    return node[0] not in _EAGER


def _map(ev: Evaluator, node: Node, kind: Type, elem: Type, key_type: Type, scope: Scope) -> Map:
    result = Map(kind)
    lazy = bool(ev.options.lazy_types)
    cast, key_cast = typing.constant_type(ev, elem), typing.constant_type(ev, key_type)
    for key_node, value_node, row in node[3]:
        if key_node is None:
            result.open = ev.unknown("map literal without keys", node, scope)
            continue
        key = _element(ev, key_node, key_type, scope)
        if key_cast is not None and type(key) in CONSTANTS:
            key = typing.convert(ev, key_cast, key)
        if lazy and _waits(ev, elem, value_node):
            value: Value = Thunk(value_node, scope)
        else:
            value = _guarded(ev, value_node, elem, scope)
            if cast is not None and type(value) in CONSTANTS:
                value = typing.convert(ev, cast, value)
        if isinstance(key, Unknown | Struct | Slice):
            # keys of several values are not worth what comparing them costs
            result.open = key if isinstance(key, Unknown) else ev.unknown("map key", node, scope)
            continue
        result[key] = value
        if value_node[0] != "comp":
            result.places[key] = Place(scope.unit.file.path, scope.unit.line + row)
    return result


def _slice(ev: Evaluator, node: Node, kind: Type, elem: Type, scope: Scope, length: int | None) -> Slice:
    result = Slice(kind) if length is None else Array(kind)
    cast = typing.constant_type(ev, elem)
    position: int | None = 0
    for key_node, value_node, _row in node[3]:
        value = _guarded(ev, value_node, elem, scope)
        if cast is not None and type(value) in CONSTANTS:
            value = typing.convert(ev, cast, value)
        if key_node is None and position == len(result):
            result.append(value)
            position += 1
            continue
        index = ev.eval(key_node, scope) if key_node is not None else position
        position = index + 1 if isinstance(index, int) else None
        if not isinstance(index, int) or not 0 <= index <= _LONGEST:
            result.open = ev.unknown("index in a slice literal", node, scope)
            continue
        while len(result) <= index:
            result.append(typing.zero(ev, elem))
        result[index] = value
    if length == typing.OPEN_LENGTH:
        result.type = SliceType(elem, len(result))
    while length is not None and len(result) < min(length, _LONGEST):
        result.append(typing.zero(ev, elem))
    if length is not None and length > _LONGEST:
        result.open = ev.unknown("array of great length", node, scope)
    return result


def _struct(ev: Evaluator, node: Node, kind: Type, base: StructType, scope: Scope) -> Struct:
    result = Struct(kind, {}, scope.unit.file.path, scope.unit.line + node[1])
    lazy = ev.options.lazy_fields
    for position, (key_node, value_node, _row) in enumerate(node[3]):
        if key_node is not None:
            name = key_node[2]
        elif position < len(base.order):
            name = base.order[position]
        else:
            continue
        declared = typing.field_type(ev, base, name) or _UNKNOWN
        if (name in lazy and _later(value_node, scope)) or _waits(ev, declared, value_node):
            result.fields[name] = Thunk(value_node, scope)
        else:
            value = _guarded(ev, value_node, declared, scope)
            if type(value) in CONSTANTS and (cast := typing.constant_type(ev, declared)) is not None:
                value = typing.convert(ev, cast, value)
            result.fields[name] = value
    return result


def _outside(ev: Evaluator, node: Node, kind: Type, scope: Scope) -> Value:
    elements = node[3]
    file, line = scope.unit.file.path, scope.unit.line + node[1]
    if elements and elements[0][0] is None:
        # unkeyed: a slice of the outside module's, as far as can be told
        return Slice(kind, [_guarded(ev, value, _UNKNOWN, scope) for _key, value, _row in elements])
    if elements and elements[0][0][0] != "id":
        return _map(ev, node, kind, _UNKNOWN, _UNKNOWN, scope)
    base = kind
    while isinstance(base, Named):
        base = typing.underlying(ev, base)
    type_name = base.name if isinstance(base, ExternalType) else ""
    lazy = ev.lazy_fields(type_name)
    fields: dict[str, Value] = {}
    for key_node, value_node, _row in elements:
        name = key_node[2]
        if value_node[0] == "lit":
            fields[name] = value_node[2]
        elif name in lazy and _later(value_node, scope):
            fields[name] = Thunk(value_node, scope)
        else:
            fields[name] = _guarded(ev, value_node, _UNKNOWN, scope)
    return Struct(kind if isinstance(kind, Named) else base, fields, file, line)
