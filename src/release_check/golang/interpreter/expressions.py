"""Expressions: one function per kind of node, and selection."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from release_check.golang.interpreter import assertions, assignment, operators, selection, typing
from release_check.golang.interpreter.deferral import deferrable
from release_check.golang.interpreter.literals import composite
from release_check.golang.scope import Scope
from release_check.golang.tree import Node
from release_check.golang.types import (
    ExternalType,
    MapType,
    Named,
    PointerType,
    SliceType,
    Type,
    UnknownType,
)
from release_check.golang.values import (
    CONSTANTS,
    COPIED,
    Array,
    Bound,
    Cell,
    Closure,
    Deferred,
    External,
    ExternalCall,
    ExternalElement,
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
    with_type,
)

if TYPE_CHECKING:
    from release_check.golang.interpreter.evaluator import Evaluator

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
    inner, name = node[2], node[3]
    if inner[0] == "id":
        # names of packages and of variables are most of what is selected from
        word = inner[2]
        current: Scope | None = scope
        while current is not None:
            if word in current.vars:
                operand = current.vars[word]
                break
            current = current.parent
        else:
            file = scope.unit.file
            path = file.imports.get(word)
            if path is not None and word not in file.package.entries:
                return ev.member(path, name, file.path, scope.unit.line + node[1])
            operand = ev.package_level(scope.unit, word)
        if isinstance(operand, Thunk):
            operand = ev.force(operand)
    else:
        operand = ev.eval(inner, scope)
    if type(operand) is PackageRef:
        return ev.member(operand.path, name, scope.unit.file.path, scope.unit.line + node[1])
    target = operand.target if type(operand) is Pointer else operand
    if type(target) is Struct and name in target.fields:
        found = target.fields[name]
        if isinstance(found, Thunk):
            found = target.fields[name] = ev.force(found)
        return found
    return selection.select(ev, operand, name, ev.place(node, scope))


def _method_value(ev: Evaluator, node: Node, scope: Scope) -> Value:
    """A selector that is not called at once: a method keeps its receiver as it is now."""
    found = _selector(ev, node, scope)
    return _kept(found) if type(found) is Bound else found


def _kept(found: Value) -> Value:
    """A value that is kept: a method with a copy of its receiver."""
    if type(found) is Bound:
        receiver = found.receiver.load() if isinstance(found.receiver, Pointer) else found.receiver
        entry = found.closure.entry
        if type(receiver) in COPIED and (entry is None or not assertions.takes_pointer(entry.declaration.text)):
            return Bound(found.closure, receiver.copy())
    return found


def _call(ev: Evaluator, node: Node, scope: Scope) -> Value:
    callee = node[2]
    kind = callee[0]
    if kind == "sel":
        function = _selector(ev, callee, scope)
    elif kind == "inst":
        types = tuple(ev.type(argument, scope) for argument in callee[3])
        function = ev.eval(callee[2], scope)
        if not isinstance(function, Type):
            return _typed_call(ev, function, arguments(ev, node, scope, 0), ev.place(node, scope), types)
        function = typing.instantiate(function, types)
    elif kind == "index":
        function = _index(ev, callee, scope, called=True)
    else:
        function = ev.eval(callee, scope)
    if isinstance(function, Type):
        return typing.convert(ev, function, ev.eval(node[3][0], scope)) if node[3] else None
    if type(function) is Native and function.name in _TAKES_TYPE:
        return function.call(ev, [ev.type(node[3][0], scope), *arguments(ev, node, scope, 1)], ev.place(node, scope))
    return ev.call(function, arguments(ev, node, scope, 0), ev.place(node, scope))


_TAKES_TYPE = frozenset({"make", "new"})
_TAKES_TYPE_ARGUMENT = frozenset({"reflect.TypeFor"})


def arguments(ev: Evaluator, node: Node, scope: Scope, skip: int) -> list[Value]:
    """The values of a call's arguments, those of types left out."""
    nodes = node[3]
    values = [ev.eval(argument, scope) for argument in (nodes[skip:] if skip else nodes)]
    if len(values) == 1 and type(values[0]) is tuple:
        return list(values[0])
    if node[4] and values:
        last = values[-1]
        if last is None:
            values.pop()
        else:
            values[-1] = Spread(last)
    return values


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
        return _kept(selection.select(ev, operand, node[3], ev.place(node, scope)))
    if kind == "call" and ev.options.lazy_types and node[2][0] not in ("inst", "index"):
        function = _selector(ev, node[2], scope) if node[2][0] == "sel" else ev.eval(node[2], scope)
        if isinstance(function, Closure | Bound):
            given = arguments(ev, node, scope, 0)
            results = deferrable(ev, function)
            if not results:
                return ev.call(function, given, ev.place(node, scope))
            waiting = Deferred(node, scope, function, given, ev.place(node, scope))
            # what makes it may fail, but does not in a provider that was released
            return waiting if results == 1 else (waiting, None)
    return ev.eval(node, scope)


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
    if type(right) is float and node[3][0] == "lit" and type(left) is int:
        # two constants; a variable would make the other one whole
        left = float(left)
    return operate(ev, operator, left, right, node, scope)


def operate(ev: Evaluator, operator: str, left: Value, right: Value, node: Node, scope: Scope) -> Value:
    """What an operator makes of two values."""
    value = operators.binary(ev, operator, left, right, lambda what: ev.unknown(what, node, scope))
    if type(value) is str and len(value) > _LONG:
        ev.spend(len(value) >> 10, ev.place(node, scope))
    return value


_LONG = 10_000


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
    value = ev.eval(operand, scope)
    if isinstance(value, Struct):
        return Pointer(value)
    if operand[0] == "id":
        holder = scope.holder(operand[2])
        return Cell(scope.unit.file.package.values if holder is None else holder, operand[2])
    if isinstance(value, Unknown):
        return value
    cell = _cell(ev, operand, scope)
    return Cell({"value": value}, "value") if cell is None else cell


def _cell(ev: Evaluator, operand: Node, scope: Scope) -> Cell | None:
    """A field or element that holds no struct, as what a pointer points to."""
    if operand[0] not in ("sel", "index"):
        return None
    holder = ev.eval(operand[2], scope)
    if isinstance(holder, Pointer):
        holder = ev.force(holder.load())
    if operand[0] == "sel" and isinstance(holder, Struct):
        struct = assignment.owner(ev, holder, operand[3])
        if operand[3] not in struct.fields:
            struct.fields[operand[3]] = selection.select(ev, struct, operand[3], ev.nowhere)
        return Cell(struct.fields, operand[3])
    if operand[0] == "sel" and isinstance(holder, PackageRef):
        package = ev.program.package(holder.path)
        return Cell(package.values, operand[3]) if package is not None and operand[3] in package.values else None
    key = ev.eval(operand[3], scope) if operand[0] == "index" else None
    if isinstance(holder, Slice) and isinstance(key, int) and 0 <= key < len(holder):
        return Cell(holder, key)
    return None


def _index(ev: Evaluator, node: Node, scope: Scope, called: bool = False) -> Value:
    holder = ev.eval(node[2], scope)
    if isinstance(holder, Pointer):
        holder = ev.force(holder.load())
    if isinstance(holder, Type):
        return typing.instantiate(holder, (ev.type(node[3], scope),))
    if isinstance(holder, Closure):
        return holder.instantiated((ev.type(node[3], scope),))
    if isinstance(holder, External) and (kind := _as_type_argument(ev, node[3], scope, called)) is not None:
        return _typed(holder, (kind,))
    if isinstance(holder, Native) and holder.name in _TAKES_TYPE_ARGUMENT:
        kind, generic = ev.type(node[3], scope), holder
        return Native(holder.name, lambda ev, arguments, place: generic.call(ev, [kind, *arguments], place))
    if isinstance(holder, Native):
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
        if isinstance(key, Struct | Slice):
            # keys of several values are not worth what comparing them costs
            unknown = ev.unknown("map key", node, scope)
            return unknown, unknown
        return _map_lookup(ev, holder, key)
    if isinstance(holder, Slice | str):
        if not isinstance(key, int) or isinstance(key, bool):
            return ev.unknown("index", node, scope), False
        if isinstance(holder, str):
            text = typing.encoded(holder)
            if 0 <= key < len(text):
                return with_type(text[key], typing.BASICS["uint8"]), True
        elif 0 <= key < len(holder):
            return ev.force(holder[key]), True
        elif holder.open is not None:
            return holder.open, holder.open
        raise ev.panic("index out of range", node, scope)
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
    if isinstance(value, Pointer):
        value = ev.force(value.load())
    low = ev.eval(node[3], scope) if node[3] is not None else 0
    high = ev.eval(node[4], scope) if node[4] is not None else None
    limit = ev.eval(node[5], scope) if len(node) > 5 else None
    if isinstance(value, Unknown):
        return value
    if value is None:
        value = Slice(SliceType(UnknownType("element of nil")))
    if not isinstance(value, Slice | str) or not isinstance(low, int) or not isinstance(high, int | None):
        return ev.unknown("slice expression", node, scope)
    text = None if isinstance(value, Slice) else typing.encoded(value)
    length = len(value) if text is None else len(text)
    high = length if high is None else high
    if not 0 <= low <= high <= length:
        if text is None and 0 <= low <= high:
            # more than there is: as much as the array has room for, which is not kept
            return ev.unknown("slice beyond its length", node, scope)
        raise ev.panic("slice bounds out of range", node, scope)
    if text is not None or not isinstance(value, Slice):
        try:
            return (text or b"")[low:high].decode("utf-8", "surrogatepass")
        except ValueError:
            return ev.unknown("part of a character", node, scope)
    ev.spend((high - low) >> 6, ev.nowhere)
    part = value.cut(low, high)
    if isinstance(value, Array):
        base = typing.underlying(ev, value.type)
        part.type = SliceType(base.elem if isinstance(base, SliceType) else UnknownType("element"))
    if limit is not None and isinstance(limit, int) and limit == high:
        # what is appended finds no room
        part.full = True
    return part


def assertion(ev: Evaluator, node: Node, scope: Scope) -> tuple[Value, Value]:
    """`x.(T)` with whether it holds."""
    value = ev.eval(node[2], scope)
    wanted = ev.type(node[3], scope)
    held = assertions.matches(ev, value, wanted)
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
    wanted = node[2]
    if wanted[0] == "inst":
        # the grammar takes a call of a generic function with one argument for a conversion
        function = ev.eval(wanted[2], scope)
        if not isinstance(function, Type):
            types = tuple(ev.type(argument, scope) for argument in wanted[3])
            return _typed_call(ev, function, [operand], ev.place(node, scope), types)
    return typing.convert(ev, ev.type(wanted, scope), operand)


def _as_type_argument(ev: Evaluator, node: Node, scope: Scope, called: bool) -> Type | None:
    """A type between brackets after something outside; None for what may be an index."""
    if node[0] in ("lit", "binary", "unary", "call", "iota"):
        return None
    kind = ev.eval(node, scope)
    if isinstance(kind, External) and called:
        return ExternalType(kind.path, kind.name)
    return kind if isinstance(kind, Type) else None


def _instance(ev: Evaluator, node: Node, scope: Scope) -> Value:
    value = ev.eval(node[2], scope)
    types = tuple(ev.type(argument, scope) for argument in node[3])
    if isinstance(value, Type):
        return typing.instantiate(value, types)
    if isinstance(value, Closure):
        return value.instantiated(types)
    return _typed(value, types) if isinstance(value, External) else value


def _typed(function: External, types: tuple[Type, ...]) -> Native:
    return Native(function.name, lambda ev, arguments, place: _typed_call(ev, function, arguments, place, types))


def _typed_call(ev: Evaluator, function: Value, arguments: list[Value], place: Place, types: tuple[Type, ...]) -> Value:
    if isinstance(function, Native) and function.name in _TAKES_TYPE_ARGUMENT:
        return function.call(ev, [*types, *arguments], place)
    value = ev.call(function, arguments, place, types)
    if isinstance(value, ExternalCall) and not value.types:
        value.types = types
    return value


def typed(ev: Evaluator, node: Node, kind: Type, scope: Scope) -> Value:
    """An expression that is stored as a declared type."""
    if node[0] == "comp" and node[2] is None:
        return ev.unknown("literal without a type", node, scope)
    value = ev.eval(node, scope)
    if type(value) in CONSTANTS:
        # in an interface it is of the type that it has on its own
        return typing.convert(ev, kind, value)
    if isinstance(value, Closure) and isinstance(kind, Named):
        return typing.convert(ev, kind, value)
    return value.copy() if type(value) in COPIED and node[0] != "comp" else value


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
    "sel": _method_value,
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
