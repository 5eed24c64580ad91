"""Assignment to variables, fields, elements and what pointers point to."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING

from release_check.golang.interpreter import selection, typing
from release_check.golang.scope import Scope
from release_check.golang.tree import Node
from release_check.golang.types import MapType, SliceType, StructType
from release_check.golang.values import (
    CONSTANTS,
    COPIED,
    NAMED,
    Map,
    PackageRef,
    Pointer,
    Slice,
    Struct,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from release_check.golang.interpreter.evaluator import Evaluator


def assign(ev: Evaluator, target: Node, value: Value, scope: Scope) -> None:
    """Store a value where an expression says."""
    place(ev, target, scope)(value)


def place(ev: Evaluator, target: Node, scope: Scope) -> Callable[[Value], None]:
    """Where an expression says that a value is to be stored, its operands evaluated, as what stores it."""
    kind = target[0]
    if kind == "id":
        if target[2] == "_":
            return _nowhere
        _mark(ev, target, scope)
        return functools.partial(_variable, ev, target[2], scope)
    if kind == "sel":
        _mark(ev, target, scope)
        return functools.partial(_field, ev, target, scope, ev.eval(target[2], scope))
    if kind == "index":
        _mark(ev, target, scope)
        holder = ev.eval(target[2], scope)
        return functools.partial(_element, ev, target, scope, holder, ev.eval(target[3], scope))
    if kind == "star":
        pointer = ev.eval(target[2], scope)
        if isinstance(pointer, Pointer):
            return functools.partial(_pointed, ev, pointer)
        if pointer is None:
            raise ev.panic("nil dereference", target, scope)
    return _nowhere


def _nowhere(_value: Value) -> None:
    return None


def _pointed(ev: Evaluator, pointer: Pointer, value: Value) -> None:
    if ev.uncertain and type(pointer) is Pointer:
        target = pointer.target
        target.fields.update(dict.fromkeys(target.fields, ev.uncertain_cause))
        if isinstance(value, Struct):
            target.fields.update(dict.fromkeys(value.fields, ev.uncertain_cause))
        return
    if type(value) in CONSTANTS:
        value = _like(ev, pointer.load(), value)
    pointer.store(ev.taint(value))


def _like(ev: Evaluator, current: Value, value: Value) -> Value:
    """A constant as the type of what it takes the place of."""
    return typing.convert(ev, current.type, value) if type(current) in NAMED else value


def _mark(ev: Evaluator, target: Node, scope: Scope) -> None:
    """Note a package variable that is stored into."""
    while target[0] in ("sel", "index", "star"):
        target = target[2]
    if target[0] == "id" and scope.holder(target[2]) is None:
        entry = scope.unit.file.package.entries.get(target[2])
        if entry is not None:
            ev.mutated.add(entry)


def _variable(ev: Evaluator, name: str, scope: Scope, value: Value) -> None:
    holder = scope.holder(name)
    if holder is None:
        holder = scope.unit.file.package.values
        ev.package_level(scope.unit, name)
    current = holder.get(name)
    if type(value) in CONSTANTS:
        value = _like(ev, current, value)
    value = ev.taint(value)
    if type(current) is Struct and type(value) is Struct:
        # a pointer to the variable must see the new value
        current.become(value)
    else:
        holder[name] = value


def _field(ev: Evaluator, target: Node, scope: Scope, base: Value, value: Value) -> None:
    name = target[3]
    if isinstance(base, PackageRef):
        package = ev.program.package(base.path)
        if package is not None:
            package.values[name] = ev.taint(value)
            entry = ev.look_up(package, name)
            if entry is not None:
                ev.mutated.add(entry)
        return
    if isinstance(base, Pointer):
        base = ev.force(base.load())
    if base is None:
        raise ev.panic(f"nil dereference at .{name}", target, scope)
    if isinstance(base, Struct):
        struct = owner(ev, base, name)
        if type(value) in CONSTANTS:
            value = _as_field(ev, struct, name, value)
        value = ev.taint(value)
        current = struct.fields.get(name)
        if type(current) is Struct and type(value) is Struct and current.type is value.type:
            current.become(value)
        else:
            struct.fields[name] = value


def _as_field(ev: Evaluator, struct: Struct, name: str, value: Value) -> Value:
    base = typing.underlying(ev, struct.type)
    kind = typing.field_type(ev, base, name) if isinstance(base, StructType) else None
    return typing.assigned(ev, kind, value) if kind is not None else value


def owner(ev: Evaluator, struct: Struct, name: str) -> Struct:
    """The struct that holds a field: the value itself, or one that it embeds."""
    base = typing.underlying(ev, struct.type)
    if name in struct.fields or not isinstance(base, StructType) or name in base.fields:
        return struct
    for embedded in base.embedded:
        inner = selection.select(ev, struct, embedded, ev.nowhere)
        inner = inner.load() if isinstance(inner, Pointer) else inner
        if isinstance(inner, Struct):
            found = owner(ev, inner, name)
            declared = typing.underlying(ev, found.type)
            if name in found.fields or not isinstance(declared, StructType) or name in declared.fields:
                return found
    return struct


def _element(ev: Evaluator, target: Node, scope: Scope, holder: Value, key: Value, value: Value) -> None:
    if isinstance(holder, Pointer):
        holder = ev.force(holder.load())
    if holder is None:
        raise ev.panic("assignment to an entry of a nil map", target, scope)
    if not isinstance(holder, Map | Slice):
        return
    if type(value) in CONSTANTS:
        base = typing.underlying(ev, holder.type)
        value = typing.assigned(ev, base.elem, value) if isinstance(base, MapType | SliceType) else value
    value = ev.taint(value.copy() if type(value) in COPIED else value)
    if isinstance(holder, Map):
        _entry(ev, target, scope, holder, key, value)
    elif isinstance(key, Unknown) or not isinstance(key, int):
        # any of its elements may be the one
        holder.put_all([ev.unknown("index", target, scope)] * len(holder))
    elif 0 <= key < len(holder):
        current = holder[key]
        if type(current) is Struct and type(value) is Struct and current.type is value.type:
            current.become(value)
        else:
            holder.put(key, value)
    elif holder.open is None:
        raise ev.panic("index out of range", target, scope)


def _entry(ev: Evaluator, target: Node, scope: Scope, holder: Map, key: Value, value: Value) -> None:
    if isinstance(key, Unknown):
        # it may be one that is there already, but then the program would say the same thing twice
        holder.open = ev.unknown(f"key {key.construct}", target, scope)
    elif isinstance(key, Struct | Slice):
        holder.open = ev.unknown("map key", target, scope)
    else:
        holder[key] = value
