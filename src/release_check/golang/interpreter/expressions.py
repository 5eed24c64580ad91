"""Expressions: one function per kind of node, and selection."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from release_check.golang.interpreter import operators, typing
from release_check.golang.interpreter.literals import composite
from release_check.golang.scope import Scope
from release_check.golang.tree import Node
from release_check.golang.types import ExternalType, MapType, Named, PointerType, StructType, Type
from release_check.golang.values import (
    Bound,
    Cell,
    Closure,
    Deferred,
    External,
    ExternalCall,
    ExternalElement,
    ExternalField,
    GoError,
    GoPanic,
    Map,
    Native,
    PackageRef,
    Place,
    Pointer,
    Slice,
    Spread,
    Struct,
    Thunk,
    Unknown,
    Value,
    type_of,
)

if TYPE_CHECKING:
    from release_check.golang.interpreter.evaluator import Evaluator
    from release_check.golang.packages import Entry

_MISSING = object()


def _identifier(ev: Evaluator, node: Node, scope: Scope) -> Value:
    name = node[2]
    current: Scope | None = scope
    while current is not None:
        names = current.vars
        if name in names:
            return names[name]
        current = current.parent
    return ev.package_level(scope.unit, name)


def _literal(_ev: Evaluator, node: Node, _scope: Scope) -> Value:
    return node[2]


def _selector(ev: Evaluator, node: Node, scope: Scope) -> Value:
    operand = ev.eval(node[2], scope)
    if type(operand) is PackageRef:
        return ev.member(operand.path, node[3], scope.unit.file.path, scope.unit.line + node[1])
    return select(ev, operand, node[3], ev.place(node, scope))


def select(ev: Evaluator, value: Value, name: str, place: Place) -> Value:
    """`value.name`: a field or method, through pointers and embedding.

    Raises:
        GoPanic: the value is nil.
    """
    target = value.load() if isinstance(value, Pointer) else value
    if isinstance(target, Thunk):
        target = ev.force(target)
    if isinstance(target, Struct):
        return _select_struct(ev, value, target, name, place)
    if isinstance(target, Unknown):
        return ExternalField(target, name, place.file, place.line)
    if target is None:
        raise GoPanic(f"nil dereference at .{name}", place.file, place.line)
    if isinstance(target, Type):
        return _method_expression(ev, target, name, place)
    if isinstance(target, GoError) and name == "Error":
        return Native("Error", lambda _ev, _arguments, _place: target.message)
    kind = type_of(target)
    if isinstance(kind, Named):
        method = ev.method(kind, name)
        if method is not None:
            return Bound(method, value)
    return ExternalField(target, name, place.file, place.line)


def _select_struct(ev: Evaluator, value: Value, target: Struct, name: str, place: Place) -> Value:
    fields = target.fields
    if name in fields:
        found = fields[name]
        if isinstance(found, Thunk):
            found = fields[name] = ev.force(found)
        return found
    kind = target.type
    if isinstance(kind, Named):
        method = ev.method(kind, name)
        if method is not None:
            return Bound(method, value if isinstance(value, Pointer) else target)
    base = typing.underlying(ev, kind)
    if isinstance(base, ExternalType):
        zero = ev.options.zero_field
        if zero is not None:
            unset = zero(base.path, base.name, name)
            if not isinstance(unset, Unknown):
                return unset
        return ExternalField(target, name, place.file, place.line)
    if not isinstance(base, StructType):
        return ExternalField(target, name, place.file, place.line)
    declared = typing.field_type(ev, base, name)
    if declared is not None:
        unset = typing.zero(ev, declared)
        if isinstance(unset, Struct):
            fields[name] = unset
        return unset
    promoted = _promoted(ev, target, base, name, place)
    return promoted if promoted is not _MISSING else Unknown(f"no field {name} in {kind}", place.file, place.line)


def _promoted(ev: Evaluator, target: Struct, base: StructType, name: str, place: Place) -> Value:
    outside: Value = _MISSING
    for embedded in base.embedded:
        inner = _select_struct(ev, target, target, embedded, place)
        holder = inner.load() if isinstance(inner, Pointer) else inner
        if isinstance(holder, Unknown):
            outside = ExternalField(holder, name, place.file, place.line)
            continue
        if not isinstance(holder, Struct):
            kind = type_of(holder)
            method = ev.method(kind, name) if isinstance(kind, Named) else None
            if method is not None:
                return Bound(method, holder)
            continue
        if isinstance(holder.type, ExternalType):
            if name in holder.fields:
                return _select_struct(ev, inner, holder, name, place)
            outside = _select_struct(ev, inner, holder, name, place)
            continue
        if _provides(ev, holder, name):
            return _select_struct(ev, inner, holder, name, place)
    return outside


def _provides(ev: Evaluator, holder: Struct, name: str) -> bool:
    if name in holder.fields:
        return True
    base = typing.underlying(ev, holder.type)
    if isinstance(base, StructType) and name in base.fields:
        return True
    return typing.has_method(ev, holder, name) is not False or _field_below(ev, base, name)


def _field_below(ev: Evaluator, base: Type, name: str) -> bool:
    if not isinstance(base, StructType):
        return False
    for embedded in base.embedded:
        kind = typing.field_type(ev, base, embedded)
        inner = typing.underlying(ev, kind.elem if isinstance(kind, PointerType) else kind) if kind else None
        if isinstance(inner, StructType) and (name in inner.fields or _field_below(ev, inner, name)):
            return True
    return False


def _method_expression(ev: Evaluator, kind: Type, name: str, place: Place) -> Value:
    if isinstance(kind, PointerType):
        kind = kind.elem
    method = ev.method(kind, name) if isinstance(kind, Named) else None
    if method is None:
        return Unknown(f"method expression {name}", place.file, place.line)
    found = method
    return Native(name, lambda ev, arguments, _place: ev.invoke(found, arguments[1:], Bound(found, arguments[0]), ()))


def field(ev: Evaluator, struct: Value, name: str) -> Value:
    """A field of a struct value or of a pointer to one, forced; None where it is unset and has no known zero."""
    target = struct.load() if isinstance(struct, Pointer) else struct
    if not isinstance(target, Struct):
        return None
    if name in target.fields:
        found = target.fields[name]
        if isinstance(found, Thunk):
            found = target.fields[name] = ev.force(found)
        return found
    return None


def _call(ev: Evaluator, node: Node, scope: Scope) -> Value:
    callee = node[2]
    types: tuple[Type, ...] = ()
    if callee[0] == "inst":
        types = tuple(ev.type(argument, scope) for argument in callee[3])
        function = ev.eval(callee[2], scope)
        if isinstance(function, Type):
            function = typing.instantiate(function, types)
        elif isinstance(function, Native) and function.name in _TAKES_TYPE_ARGUMENT:
            return function.call(ev, list(types), ev.place(node, scope))
    else:
        function = ev.eval(callee, scope)
    if isinstance(function, Type):
        return typing.convert(ev, function, ev.eval(node[3][0], scope)) if node[3] else None
    if type(function) is Native and function.name in _TAKES_TYPE:
        return function.call(
            ev, [_type_argument(ev, node[3][0], scope), *_arguments(ev, node, scope, 1)], ev.place(node, scope)
        )
    value = ev.call(function, _arguments(ev, node, scope, 0), ev.place(node, scope), types)
    if isinstance(value, ExternalCall) and types and not value.types:
        value.types = types
    return value


_TAKES_TYPE = frozenset({"make", "new"})
_TAKES_TYPE_ARGUMENT = frozenset({"reflect.TypeFor"})


def _type_argument(ev: Evaluator, node: Node, scope: Scope) -> Type:
    return ev.type(node, scope)


def _arguments(ev: Evaluator, node: Node, scope: Scope, skip: int) -> list[Value]:
    nodes = node[3]
    arguments = [ev.eval(argument, scope) for argument in nodes[skip:]]
    if len(arguments) == 1 and type(arguments[0]) is tuple:
        return list(arguments[0])
    if node[4] and arguments:
        last = arguments[-1]
        if last is None:
            arguments.pop()
        else:
            arguments[-1] = Spread(last)
    return arguments


def unforced(ev: Evaluator, node: Node, scope: Scope) -> Value:
    """The value of an expression that is only passed on: what waits keeps waiting, and what may wait is not begun."""
    kind = node[0]
    if kind == "id":
        return _identifier(ev, node, scope)
    if kind == "sel":
        operand = ev.eval(node[2], scope)
        target = operand.load() if isinstance(operand, Pointer) else operand
        if isinstance(target, Struct) and isinstance(target.fields.get(node[3]), Thunk):
            return target.fields[node[3]]
        if type(operand) is PackageRef:
            return ev.member(operand.path, node[3], scope.unit.file.path, scope.unit.line + node[1])
        return select(ev, operand, node[3], ev.place(node, scope))
    if kind == "call" and ev.options.lazy_types and node[2][0] != "inst":
        function = ev.eval(node[2], scope)
        if isinstance(function, Closure | Bound):
            arguments = _arguments(ev, node, scope, 0)
            results = deferrable(ev, function)
            if not results:
                return ev.call(function, arguments, ev.place(node, scope))
            waiting = Deferred(node, scope, function, arguments, ev.place(node, scope))
            # what makes it may fail, but does not in a provider that was released
            return waiting if results == 1 else (waiting, None)
    return ev.eval(node, scope)


_RESULT = re.compile(rb"\)[ \t]*(?:\*([\w.]+)|\(\*([\w.]+), error\))[ \t]*\{[ \t]*$", re.MULTILINE)


def deferrable(ev: Evaluator, function: Closure | Bound) -> int:
    """How many results a function has that makes a value of a lazy type (and maybe an error); 0 for all others.

    Read off the first line of its text, so that the function need not be parsed for it.
    """
    closure = function.closure if isinstance(function, Bound) else function
    entry = closure.entry
    if entry is None:
        return 0
    if entry.deferrable is None:
        entry.deferrable = _deferrable(ev, entry)
    return entry.deferrable


def _deferrable(ev: Evaluator, entry: Entry) -> int:
    match = _RESULT.search(entry.declaration.text[: entry.declaration.text.find(b"\n") + 1])
    if match is None:
        return 0
    package, _, name = (match[1] or match[2]).decode().rpartition(".")
    named: Node = ("sel", 0, ("id", 0, package), name) if package else ("id", 0, name)
    kind = typing.underlying(ev, typing.resolve(ev, named, Scope(entry.unit)))
    if isinstance(kind, ExternalType) and (kind.path, kind.name) in ev.options.lazy_types:
        return 1 if match[1] else 2
    return 0


def _function(_ev: Evaluator, node: Node, scope: Scope) -> Value:
    if node[0] == "lazyfunc":
        return Closure("function literal", (), (), (), scope.unit, scope, (), node[2], node[1])
    return Closure("function literal", node[2], node[3], node[4], scope.unit, scope, (), None, node[1])


def _unary(ev: Evaluator, node: Node, scope: Scope) -> Value:
    return operators.unary(node[2], ev.eval(node[3], scope), lambda what: ev.unknown(what, node, scope))


def _binary(ev: Evaluator, node: Node, scope: Scope) -> Value:
    operator = node[2]
    left = ev.eval(node[3], scope)
    if operator == "&&":
        if left is False:
            return False
        right = ev.eval(node[4], scope)
        return right if left is True else (False if right is False else left)
    if operator == "||":
        if left is True:
            return True
        right = ev.eval(node[4], scope)
        return right if left is False else (True if right is True else left)
    right = ev.eval(node[4], scope)
    return operators.binary(operator, left, right, lambda what: ev.unknown(what, node, scope))


def _star(ev: Evaluator, node: Node, scope: Scope) -> Value:
    value = ev.eval(node[2], scope)
    if isinstance(value, Type):
        return PointerType(value)
    if isinstance(value, Pointer):
        return ev.force(value.load())
    if value is None:
        raise ev.panic("nil dereference", node[2], scope)
    return value


def _address(ev: Evaluator, node: Node, scope: Scope) -> Value:
    operand = node[2]
    if operand[0] == "id":
        holder = scope.holder(operand[2])
        value = ev.eval(operand, scope)
        if isinstance(value, Struct):
            return Pointer(value)
        if holder is not None:
            return Cell(holder, operand[2])
        return Cell(scope.unit.file.package.values, operand[2])
    value = ev.eval(operand, scope)
    if isinstance(value, Struct):
        return Pointer(value)
    if isinstance(value, Unknown):
        return value
    return Cell({"value": value}, "value")


def _index(ev: Evaluator, node: Node, scope: Scope) -> Value:
    holder = ev.eval(node[2], scope)
    if isinstance(holder, Pointer):
        holder = ev.force(holder.load())
    if isinstance(holder, Type):
        return typing.instantiate(holder, (ev.type(node[3], scope),))
    if isinstance(holder, Native) and holder.name in _TAKES_TYPE_ARGUMENT:
        kind, generic = ev.type(node[3], scope), holder
        return Native(holder.name, lambda ev, arguments, place: generic.call(ev, [kind, *arguments], place))
    if isinstance(holder, Closure | Native):
        return holder
    key = ev.eval(node[3], scope)
    return lookup(ev, holder, key, node, scope)[0]


def lookup(ev: Evaluator, holder: Value, key: Value, node: Node, scope: Scope) -> tuple[Value, Value]:
    """`holder[key]` with whether it is there."""
    if isinstance(holder, Unknown):
        found = ExternalElement(holder, key, False, scope.unit.file.path, scope.unit.line + node[1])
        return found, found
    if isinstance(key, Unknown):
        unknown = ev.unknown(f"index {key.construct}", node, scope)
        return unknown, unknown
    if isinstance(holder, Map):
        return _map_lookup(ev, holder, key)
    if isinstance(holder, Slice | str):
        if not isinstance(key, int) or isinstance(key, bool):
            return ev.unknown("index", node, scope), False
        if not 0 <= key < len(holder):
            if isinstance(holder, Slice) and holder.open is not None:
                return holder.open, holder.open
            raise ev.panic("index out of range", node, scope)
        return (ord(holder[key]) if isinstance(holder, str) else ev.force(holder[key])), True
    if holder is None:
        return ev.unknown("value missing from a nil map", node, scope), False
    return ev.unknown("index", node, scope), False


def _map_lookup(ev: Evaluator, holder: Map, key: Value) -> tuple[Value, Value]:
    try:
        value = holder.get(key, _MISSING)
    except TypeError:
        return Unknown("map key"), Unknown("map key")
    if value is not _MISSING:
        if isinstance(value, Thunk):
            value = holder[key] = ev.force(value)
        return value, True
    if holder.open is not None:
        return holder.open, holder.open
    kind = typing.underlying(ev, holder.type)
    return (typing.zero(ev, kind.elem) if isinstance(kind, MapType) else None), False


def _slice(ev: Evaluator, node: Node, scope: Scope) -> Value:
    value = ev.eval(node[2], scope)
    low = ev.eval(node[3], scope) if node[3] is not None else 0
    high = ev.eval(node[4], scope) if node[4] is not None else None
    if isinstance(value, Pointer):
        value = value.load()
    if value is None:
        return None
    if not isinstance(value, Slice | str) or not isinstance(low, int) or not isinstance(high, int | None):
        return value if isinstance(value, Unknown) else ev.unknown("slice expression", node, scope)
    if isinstance(value, str):
        return value.encode()[low:high].decode("utf-8", "replace")
    cut = Slice(value.type, value[low:high])
    cut.open = value.open
    return cut


def assertion(ev: Evaluator, node: Node, scope: Scope) -> tuple[Value, Value]:
    """`x.(T)` with whether it holds."""
    value = ev.eval(node[2], scope)
    wanted = ev.type(node[3], scope)
    held = typing.matches(ev, value, wanted)
    if held is None:
        return value, ev.unknown("type assertion", node, scope)
    return (value, True) if held else (typing.zero(ev, wanted), False)


def _assert(ev: Evaluator, node: Node, scope: Scope) -> Value:
    value, held = assertion(ev, node, scope)
    if held is False:
        raise ev.panic("type assertion fails", node, scope)
    return value


def _conversion(ev: Evaluator, node: Node, scope: Scope) -> Value:
    operand = ev.eval(node[3], scope)
    wanted = ev.type(node[2], scope)
    return typing.convert(ev, wanted, operand)


def _instance(ev: Evaluator, node: Node, scope: Scope) -> Value:
    value = ev.eval(node[2], scope)
    types = tuple(ev.type(argument, scope) for argument in node[3])
    if isinstance(value, Type):
        return typing.instantiate(value, types)
    if isinstance(value, Closure):
        function = value
        return Native(function.name, lambda ev, arguments, place: ev.call(function, arguments, place, types))
    if isinstance(value, External):
        external = value
        return Native(external.name, lambda ev, arguments, place: _typed_call(ev, external, arguments, place, types))
    return value


def _typed_call(
    ev: Evaluator, function: External, arguments: list[Value], place: Place, types: tuple[Type, ...]
) -> Value:
    value = ev.call(function, arguments, place)
    if isinstance(value, ExternalCall):
        value.types = types
    return value


def typed(ev: Evaluator, node: Node, kind: Type, scope: Scope) -> Value:
    """An expression that is stored as a declared type."""
    value = ev.eval(node, scope)
    if isinstance(value, bool | Unknown) or value is None or not isinstance(value, str | int | float):
        return value.copy() if type(value) is Struct and node[0] != "comp" else value
    return typing.convert(ev, kind, value)


def _iota(_ev: Evaluator, _node: Node, scope: Scope) -> Value:
    holder = scope.holder("iota")
    return holder["iota"] if holder is not None else 0


def _type_expression(ev: Evaluator, node: Node, scope: Scope) -> Value:
    return ev.type(node, scope)


def _unsupported(ev: Evaluator, node: Node, scope: Scope) -> Value:
    return ev.unknown(str(node[2]), node, scope)


TABLE: dict[str, Callable[[Evaluator, Node, Scope], Value]] = {
    "id": _identifier,
    "lit": _literal,
    "sel": _selector,
    "call": _call,
    "comp": composite,
    "func": _function,
    "lazyfunc": _function,
    "unary": _unary,
    "binary": _binary,
    "star": _star,
    "amp": _address,
    "index": _index,
    "slice": _slice,
    "assert": _assert,
    "conv": _conversion,
    "inst": _instance,
    "iota": _iota,
    "unsupported": _unsupported,
    **dict.fromkeys(("slicet", "arrayt", "mapt", "funct", "structt", "ifacet", "chant"), _type_expression),
}
