"""Assignment to variables, fields, elements and what pointers point to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from release_check.golang.interpreter import expressions
from release_check.golang.scope import Scope
from release_check.golang.tree import Node
from release_check.golang.types import StructType
from release_check.golang.values import Map, PackageRef, Pointer, Slice, Struct, Unknown, Value

if TYPE_CHECKING:
    from release_check.golang.interpreter.evaluator import Evaluator


def assign(ev: Evaluator, target: Node, value: Value, scope: Scope) -> None:
    """Store a value where an expression says."""
    kind = target[0]
    _mark(ev, target, scope)
    if kind == "id":
        _variable(ev, target[2], value, scope)
    elif kind == "sel":
        _field(ev, target, value, scope)
    elif kind == "index":
        _element(ev, target, value, scope)
    elif kind == "star":
        pointer = ev.eval(target[2], scope)
        if isinstance(pointer, Pointer):
            pointer.store(ev.taint(value))


def _mark(ev: Evaluator, target: Node, scope: Scope) -> None:
    """Note a package variable that is stored into."""
    while target[0] in ("sel", "index", "star"):
        target = target[2]
    if target[0] == "id" and scope.holder(target[2]) is None:
        entry = scope.unit.file.package.entries.get(target[2])
        if entry is not None:
            ev.mutated.add(entry)


def _variable(ev: Evaluator, name: str, value: Value, scope: Scope) -> None:
    if name == "_":
        return
    holder = scope.holder(name)
    if holder is None:
        holder = scope.unit.file.package.values
        ev.package_level(scope.unit, name)
    current = holder.get(name)
    value = ev.taint(value)
    if type(current) is Struct and type(value) is Struct and current is not value:
        # a pointer to the variable must see the new value
        current.type, current.fields = value.type, dict(value.fields)
        current.file, current.line = value.file, value.line
    else:
        holder[name] = value


def _field(ev: Evaluator, target: Node, value: Value, scope: Scope) -> None:
    base = ev.eval(target[2], scope)
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
        base = base.load()
    if base is None:
        raise ev.panic(f"nil dereference at .{name}", target, scope)
    if isinstance(base, Struct):
        owner(ev, base, name).fields[name] = ev.taint(value)


def owner(ev: Evaluator, struct: Struct, name: str) -> Struct:
    """The struct that holds a field: the value itself, or one that it embeds."""
    from release_check.golang.interpreter import typing

    base = typing.underlying(ev, struct.type)
    if name in struct.fields or not isinstance(base, StructType) or name in base.fields:
        return struct
    for embedded in base.embedded:
        inner = expressions.select(ev, struct, embedded, ev.nowhere)
        inner = inner.load() if isinstance(inner, Pointer) else inner
        if isinstance(inner, Struct):
            found = owner(ev, inner, name)
            declared = typing.underlying(ev, found.type)
            if name in found.fields or not isinstance(declared, StructType) or name in declared.fields:
                return found
    return struct


def _element(ev: Evaluator, target: Node, value: Value, scope: Scope) -> None:
    holder = ev.eval(target[2], scope)
    if isinstance(holder, Pointer):
        holder = holder.load()
    key = ev.eval(target[3], scope)
    if holder is None:
        raise ev.panic("assignment to an entry of a nil map", target, scope)
    if isinstance(holder, Map):
        if isinstance(key, Unknown):
            holder.open = ev.unknown(f"key {key.construct}", target, scope)
            return
        if type(value) is Struct:
            value = value.copy()
        try:
            holder[key] = ev.taint(value)
        except TypeError:
            holder.open = ev.unknown("map key", target, scope)
    elif isinstance(holder, Slice):
        if isinstance(key, int) and 0 <= key < len(holder):
            holder[key] = ev.taint(value)
        else:
            holder.open = ev.unknown("index", target, scope)
