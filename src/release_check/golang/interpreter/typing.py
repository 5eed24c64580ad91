"""Types at work: resolving type expressions, zero values, conversions, assertions, type parameters."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from release_check.golang.interpreter.numbers import FLOATS, INTEGERS, wrapped
from release_check.golang.scope import Scope
from release_check.golang.tree import Node
from release_check.golang.types import (
    EMPTY_INTERFACE,
    FUNCTION,
    Basic,
    ExternalType,
    Field,
    InterfaceType,
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
    Bound,
    Closure,
    External,
    Map,
    Native,
    PackageRef,
    Pointer,
    Slice,
    Spread,
    Struct,
    Unknown,
    Value,
    type_of,
    with_type,
)

if TYPE_CHECKING:
    from release_check.golang.interpreter.evaluator import Evaluator
    from release_check.golang.packages import Entry

_STRINGS = frozenset({"string"})
_PLAIN = frozenset({"string", "int", "float64", "bool"})
"""Types whose values carry none."""
OPEN_LENGTH = -1
"""The length of `[...]T`, which its elements settle."""
_LONGEST = 10_000
INTERFACES = frozenset({"error", "any", "comparable"})


def resolve(ev: Evaluator, node: Node, scope: Scope) -> Type:
    """The type that a type expression names."""
    resolver = _RESOLVERS.get(node[0])
    return resolver(ev, node, scope) if resolver is not None else UnknownType(node[0])


def _name(ev: Evaluator, node: Node, scope: Scope) -> Type:
    return _as_type(_lookup(ev, node[2], scope), node[2])


def _qualified(ev: Evaluator, node: Node, scope: Scope) -> Type:
    package = _lookup(ev, node[2][2], scope) if node[2][0] == "id" else None
    return (
        _as_type(ev.member(package.path, node[3]), node[3]) if isinstance(package, PackageRef) else UnknownType(node[3])
    )


def _array(ev: Evaluator, node: Node, scope: Scope) -> Type:
    length = ev.eval(node[2], scope) if node[2] is not None else OPEN_LENGTH
    elem = resolve(ev, node[3], scope)
    return SliceType(elem, length) if isinstance(length, int) else UnknownType("array of unknown length")


def _instance(ev: Evaluator, node: Node, scope: Scope) -> Type:
    # the grammar reads a generic type with one argument as an index
    arguments = node[3] if node[0] == "inst" else (node[3],)
    return instantiate(resolve(ev, node[2], scope), tuple(resolve(ev, argument, scope) for argument in arguments))


_RESOLVERS: dict[str, Callable[[Evaluator, Node, Scope], Type]] = {
    "id": _name,
    "sel": _qualified,
    "star": lambda ev, node, scope: PointerType(resolve(ev, node[2], scope)),
    "slicet": lambda ev, node, scope: SliceType(resolve(ev, node[2], scope)),
    "mapt": lambda ev, node, scope: MapType(resolve(ev, node[2], scope), resolve(ev, node[3], scope)),
    "arrayt": _array,
    "structt": lambda _ev, node, scope: StructType(tuple(Field(*field) for field in node[2]), scope),
    "ifacet": lambda _ev, node, scope: InterfaceType(node[2], node[3], scope),
    "funct": lambda _ev, _node, _scope: FUNCTION,
    "inst": _instance,
    "index": _instance,
}


def _lookup(ev: Evaluator, name: str, scope: Scope) -> Value:
    holder = scope.holder(name)
    return holder[name] if holder is not None else ev.package_level(scope.unit, name)


def _as_type(value: Value, name: str) -> Type:
    if isinstance(value, Type):
        return value
    if isinstance(value, External):
        return ExternalType(value.path, value.name)
    return UnknownType(name)


def instantiate(generic: Type, arguments: tuple[Type, ...]) -> Type:
    """A generic type with its type arguments."""
    if isinstance(generic, Named):
        named = Named(generic.package, generic.name, generic.node, generic.unit, generic.parameters, generic.scope)
        named.arguments = arguments
        return named
    if isinstance(generic, ExternalType):
        return ExternalType(generic.path, generic.name, arguments)
    return generic


def underlying(ev: Evaluator, kind: Type) -> Type:
    """What a declared type is made of."""
    seen = 0
    while isinstance(kind, Named):
        entry = kind.unit.entry
        if ev.needs is not None and entry is not None:
            ev.needs.add(entry)
        if kind.resolved is None:
            scope = kind.scope or Scope(kind.unit)
            if kind.arguments:
                scope = Scope(kind.unit, scope)
                scope.vars.update(zip(kind.parameters, kind.arguments, strict=False))
            kind.resolved = UnknownType(f"{kind.name} refers to itself")
            kind.resolved = _recorded(ev, kind.node, scope, entry)
        kind = kind.resolved
        seen += 1
        if seen > 50:
            return UnknownType("types refer to each other")
    return kind


def _recorded(ev: Evaluator, node: Node, scope: Scope, entry: Entry | None) -> Type:
    """Resolve what a declared type is made of, and note at its declaration what that took."""
    if entry is None:
        return resolve(ev, node, scope)
    outer = ev.needs
    needs: set[Any] = set()
    ev.needs = needs
    try:
        return resolve(ev, node, scope)
    finally:
        ev.needs = outer
        if needs:
            entry.needs |= needs
            if outer is not None:
                outer |= needs


def field_type(ev: Evaluator, kind: StructType, name: str) -> Type | None:
    """The type of a field that the struct itself declares."""
    found = kind.resolved.get(name)
    if found is None and name in kind.fields:
        unit = kind.scope.unit
        found = kind.resolved[name] = _recorded(ev, kind.fields[name].node, kind.scope, unit.entry)
    return found


def zero(ev: Evaluator, kind: Type) -> Value:
    """The zero value of a type."""
    base = underlying(ev, kind)
    if isinstance(base, Basic):
        value = _ZEROS.get(base.name)
        return value if value is None or (kind is base and base.name in _PLAIN) else with_type(value, kind)
    if isinstance(base, StructType):
        return Struct(kind, {})
    if isinstance(base, ExternalType):
        if ev.options.zero_type is not None:
            value = ev.options.zero_type(base.path, base.name)
            if not isinstance(value, Unknown):
                return value
        return Struct(base, {})
    if isinstance(base, SliceType) and base.length is not None:
        array = Array(kind, [zero(ev, base.elem) for _ in range(min(max(base.length, 0), _LONGEST))])
        if base.length > _LONGEST:
            array.open = Unknown("array of great length")
        return array
    if isinstance(base, UnknownType):
        return Unknown(f"type {base.reason}")
    return None


def convert(ev: Evaluator, kind: Type, value: Value) -> Value:
    """`T(value)`."""
    base = underlying(ev, kind)
    if isinstance(value, Unknown) or value is None:
        return value
    if isinstance(base, Basic) and base.name not in INTERFACES:
        value = _convert_basic(base.name, value)
        return value if kind is base and base.name in _PLAIN else with_type(value, kind)
    if isinstance(base, Basic | InterfaceType):
        # what is in an interface keeps its own type
        return with_type(value, dynamic_type(value) or kind) if type(value) in CONSTANTS else value
    if isinstance(base, SliceType) and isinstance(value, str):
        return Slice(kind, list(encoded(value)) if _is_bytes(base) else [ord(character) for character in value])
    if isinstance(value, Slice):
        value = value.copy() if isinstance(value, Array) else value.cut(0, len(value))
        value.type = kind
        return value
    if isinstance(value, Map):
        # the same map under another type: aliasing matters more than the type's name
        if isinstance(kind, Named):
            value.type = kind
        return value
    if isinstance(value, Struct):
        return Struct(kind, value.copy().fields, value.file, value.line)
    if isinstance(base, ExternalType):
        return with_type(value, kind)
    if isinstance(value, Closure) and isinstance(kind, Named):
        function = value.instantiated(value.types)
        function.type = kind
        return function
    return value


def encoded(text: str) -> bytes:
    """A string's bytes."""
    return text.encode("utf-8", "surrogatepass")


def may_cast(node: Node) -> bool:
    """Whether a type, as far as can be seen, may be one of numbers or strings that is not what a constant is."""
    return node[0] == "sel" or (node[0] == "id" and node[2] not in _AS_WRITTEN)


def cast(ev: Evaluator, node: Node, value: Value, scope: Scope) -> Value:
    """A constant as a parameter's or result's type."""
    return assigned(ev, resolve(ev, node, scope), value)


def constant_type(ev: Evaluator, kind: Type) -> Type | None:
    """The type itself, if constants that are stored as it become something else."""
    if isinstance(kind, Basic):
        return None if kind.name in _AS_WRITTEN else kind
    return kind if isinstance(kind, Named) and isinstance(underlying(ev, kind), Basic) else None


def assigned(ev: Evaluator, kind: Type, value: Value) -> Value:
    """A constant that is stored as a declared type."""
    if type(value) is float and isinstance(kind, Basic) and kind.name == "int" and value.is_integer():
        return int(value)
    base = underlying(ev, kind)
    return convert(ev, kind, value) if isinstance(base, Basic) and base.name not in INTERFACES else value


def _is_bytes(kind: SliceType) -> bool:
    return isinstance(kind.elem, Basic) and kind.elem.name in ("byte", "uint8")


def _convert_basic(name: str, value: Value) -> Value:
    if name in _STRINGS:
        return _as_string(value)
    if name in INTEGERS and isinstance(value, int | float):
        if isinstance(value, float) and not math.isfinite(value):
            return Unknown("a number without end")
        return wrapped(int(value), name) if not isinstance(value, bool) else value
    if name in FLOATS and isinstance(value, int | float):
        try:
            return float(value) if name == "float64" else struct.unpack("f", struct.pack("f", value))[0]
        except (OverflowError, struct.error):
            return Unknown("a number too large")
    return value


def _as_string(value: Value) -> Value:
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Slice):
        if value.open is not None or not all(isinstance(item, int) for item in value):
            return Unknown("conversion to string")
        base = value.type
        while isinstance(base, Named) and base.resolved is not None:
            base = base.resolved
        if isinstance(base, SliceType) and _is_bytes(base):
            try:
                return bytes(value).decode()
            except ValueError:
                return Unknown("bytes that are no text")
        return "".join(_character(item) for item in value)
    return _character(value) if isinstance(value, int) else value


def _character(code: int) -> str:
    return chr(code) if 0 <= code < 0xD800 or 0xE000 <= code < 0x110000 else "\ufffd"


def infer(
    ev: Evaluator, closure: Closure, arguments: list[Value], types: tuple[Type, ...], scope: Scope
) -> dict[str, Type]:
    """Type parameters by name, given explicitly or read off the arguments."""
    found: dict[str, Type] = dict(zip(closure.type_parameters, types, strict=False))
    wanted = closure.type_parameters
    if len(found) < len(wanted):
        for typed in (True, False):
            # constants say what a type is only where nothing else does
            for index, (_name, node, variadic) in enumerate(closure.parameters):
                for value in arguments[index:] if variadic else arguments[index : index + 1]:
                    if typed == (type(value) not in CONSTANTS):
                        _infer_from(ev, node, value.value if type(value) is Spread else value, wanted, found)
    for name in wanted:
        found.setdefault(name, UnknownType(f"type parameter {name}"))
    return found


def _infer_from(ev: Evaluator, node: Node, value: Value, wanted: tuple[str, ...], found: dict[str, Type]) -> None:
    if node[0] == "id" and node[2] in wanted and node[2] not in found:
        kind = dynamic_type(value)
        if kind is not None:
            found[node[2]] = kind
    elif node[0] == "star" and isinstance(value, Pointer):
        _infer_from(ev, node[2], value.load(), wanted, found)
    elif node[0] in ("slicet", "mapt") and isinstance(value, Slice | Map):
        base = underlying(ev, value.type)
        if isinstance(base, MapType) and node[0] == "mapt":
            _infer_type(node[2], base.key, wanted, found)
            _infer_type(node[3], base.elem, wanted, found)
        elif isinstance(base, SliceType) and node[0] == "slicet":
            if not isinstance(base.elem, UnknownType):
                _infer_type(node[2], base.elem, wanted, found)
            elif value:
                _infer_from(ev, node[2], value[0], wanted, found)


def _infer_type(node: Node, kind: Type, wanted: tuple[str, ...], found: dict[str, Type]) -> None:
    if node[0] == "id" and node[2] in wanted:
        found.setdefault(node[2], kind)
    elif node[0] == "star" and isinstance(kind, PointerType):
        _infer_type(node[2], kind.elem, wanted, found)


def bind_receiver(closure: Closure, receiver: Value, scope: Scope) -> None:
    """Make a method's receiver, and the type arguments of its type, known in its scope."""
    if closure.receiver is None:
        return
    name, node, _variadic = closure.receiver
    pointer = node[0] == "star"
    if pointer:
        node = node[2]
    target = receiver.load() if isinstance(receiver, Pointer) else receiver
    if node[0] in ("inst", "index"):
        parameters = node[3] if node[0] == "inst" else (node[3],)
        arguments = getattr(type_of(target), "arguments", ())
        scope.vars.update((parameter[2], argument) for parameter, argument in zip(parameters, arguments, strict=False))
    if name is None or name == "_":
        return
    if pointer:
        scope.vars[name] = Pointer(receiver) if isinstance(receiver, Struct) else receiver
    else:
        scope.vars[name] = target.copy() if type(target) in COPIED else target


def dynamic_type(value: Value) -> Type | None:
    """The type a value has at run time, or None where we do not keep it."""
    kind = type_of(value)
    if kind is not None:
        return kind
    if isinstance(value, Pointer):
        inner = dynamic_type(value.load())
        return PointerType(inner) if inner is not None else None
    if isinstance(value, Closure) and value.type is not None:
        return value.type
    for python, name in ((bool, "bool"), (str, "string"), (int, "int"), (float, "float64")):
        if isinstance(value, python):
            return BASICS[name]  # type: ignore[no-any-return]
    return FUNCTION if isinstance(value, Closure | Bound | Native) else None


BASICS: dict[str, Any] = {
    name: Basic(name)
    for name in sorted(_STRINGS | INTEGERS | FLOATS | INTERFACES | {"bool", "complex64", "complex128"})
}
BASICS["any"] = EMPTY_INTERFACE
BASICS["byte"], BASICS["rune"] = BASICS["uint8"], BASICS["int32"]
_AS_WRITTEN = frozenset({"string", "bool", "int", "any", "error", "comparable"})
"""Types that make nothing else of a constant; of `int`, one that is written with a point is not expected."""
_ZEROS: dict[str, Value] = {
    "string": "",
    "bool": False,
    **dict.fromkeys(INTEGERS, 0),
    **dict.fromkeys(FLOATS, 0.0),
}
