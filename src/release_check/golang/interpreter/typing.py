"""Types at work: resolving type expressions, zero values, conversions, assertions, type parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from release_check.golang.scope import Scope
from release_check.golang.tree import Node
from release_check.golang.types import (
    EMPTY_INTERFACE,
    FUNCTION,
    Basic,
    ExternalType,
    Field,
    FunctionType,
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
    Bound,
    Closure,
    External,
    GoError,
    Map,
    Native,
    PackageRef,
    Pointer,
    Slice,
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
_INTEGERS = frozenset(
    ["int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr", "byte", "rune"]
)
_FLOATS = frozenset({"float32", "float64"})
_INTERFACES = frozenset({"error", "any", "comparable"})


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
    length = ev.eval(node[2], scope) if node[2] is not None else None
    return SliceType(resolve(ev, node[3], scope), length if isinstance(length, int) else None)


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
    with ev.recording() as needs:
        resolved = resolve(ev, node, scope)
    if entry is not None:
        entry.needs |= needs
    return resolved


def field_type(ev: Evaluator, struct: StructType, name: str) -> Type | None:
    """The type of a field that the struct itself declares."""
    found = struct.resolved.get(name)
    if found is None and name in struct.fields:
        unit = struct.scope.unit
        found = struct.resolved[name] = _recorded(ev, struct.fields[name].node, struct.scope, unit.entry)
    return found


def zero(ev: Evaluator, kind: Type) -> Value:
    """The zero value of a type."""
    base = underlying(ev, kind)
    if isinstance(base, Basic):
        if base.name in _STRINGS:
            return with_type("", kind) if kind is not base else ""
        if base.name in _INTEGERS:
            return with_type(0, kind) if kind is not base else 0
        if base.name in _FLOATS:
            return 0.0
        if base.name == "bool":
            return False
        return None
    if isinstance(base, StructType):
        return Struct(kind, {})
    if isinstance(base, ExternalType):
        if ev.options.zero_type is not None:
            value = ev.options.zero_type(base.path, base.name)
            if not isinstance(value, Unknown):
                return value
        return Struct(base, {})
    if isinstance(base, SliceType) and base.length is not None:
        return Slice(kind, [zero(ev, base.elem) for _ in range(min(base.length, 10_000))])
    if isinstance(base, UnknownType):
        return Unknown(f"type {base.reason}")
    return None


def convert(ev: Evaluator, kind: Type, value: Value) -> Value:
    """`T(value)`."""
    base = underlying(ev, kind)
    if isinstance(value, Unknown) or value is None:
        return value
    if isinstance(base, Basic):
        value = _convert_basic(base.name, value)
        return with_type(value, kind) if kind is not base else value
    if isinstance(base, SliceType) and isinstance(value, str):
        items = list(value.encode()) if _is_bytes(base) else [ord(character) for character in value]
        return Slice(kind, items)
    if isinstance(value, Slice):
        copied = Slice(kind, value)
        copied.open = value.open
        return copied
    if isinstance(value, Map):
        # the same map under another type: aliasing matters more than the type's name
        if isinstance(kind, Named):
            value.type = kind
        return value
    if isinstance(value, Struct):
        return Struct(kind, value.fields, value.file, value.line)
    if isinstance(base, ExternalType):
        return with_type(value, kind)
    return value


def _is_bytes(kind: SliceType) -> bool:
    return isinstance(kind.elem, Basic) and kind.elem.name in ("byte", "uint8")


def _convert_basic(name: str, value: Value) -> Value:
    if name in _STRINGS:
        if isinstance(value, str):
            return str(value)
        if isinstance(value, Slice):
            if all(isinstance(item, int) and 0 <= item < 256 for item in value):
                return bytes(value).decode("utf-8", "replace")
            return "".join(chr(item) for item in value if isinstance(item, int))
        if isinstance(value, int):
            return chr(value) if 0 <= value < 0x110000 else "\ufffd"
    if name in _INTEGERS and isinstance(value, int | float):
        return int(value)
    if name in _FLOATS and isinstance(value, int | float):
        return float(value)
    return value


def infer(closure: Closure, arguments: list[Value], types: tuple[Type, ...]) -> dict[str, Type]:
    """Type parameters by name, given explicitly or read off the arguments."""
    found: dict[str, Type] = dict(zip(closure.type_parameters, types, strict=False))
    for (_name, node, _variadic), value in zip(closure.parameters, arguments, strict=False):
        _infer_from(node, value, closure.type_parameters, found)
    for name in closure.type_parameters:
        found.setdefault(name, UnknownType(f"type parameter {name}"))
    return found


def _infer_from(node: Node, value: Value, wanted: tuple[str, ...], found: dict[str, Type]) -> None:
    if node[0] == "id" and node[2] in wanted and node[2] not in found:
        kind = dynamic_type(value)
        if kind is not None:
            found[node[2]] = kind
    elif node[0] == "star" and isinstance(value, Pointer):
        _infer_from(node[2], value.load(), wanted, found)
    elif node[0] == "slicet" and isinstance(value, Slice):
        if value:
            _infer_from(node[2], value[0], wanted, found)
    elif node[0] == "mapt" and isinstance(value, Map) and isinstance(value.type, MapType):
        for part, kind in ((node[2], value.type.key), (node[3], value.type.elem)):
            if part[0] == "id" and part[2] in wanted:
                found.setdefault(part[2], kind)


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
        scope.vars[name] = target.copy() if isinstance(target, Struct) else target


def dynamic_type(value: Value) -> Type | None:
    """The type a value has at run time, or None where we do not keep it."""
    kind = type_of(value)
    if kind is not None:
        return kind
    if isinstance(value, Pointer):
        inner = dynamic_type(value.load())
        return PointerType(inner) if inner is not None else None
    if isinstance(value, bool):
        return Basic("bool")
    if isinstance(value, str):
        return Basic("string")
    if isinstance(value, int):
        return Basic("int")
    if isinstance(value, float):
        return Basic("float64")
    if isinstance(value, Closure | Bound | Native):
        return FUNCTION
    return None


def matches(ev: Evaluator, value: Value, wanted: Type) -> bool | None:
    """Whether `value.(wanted)` holds; None where that is not settled."""
    if value is None:
        return False
    if isinstance(value, Unknown):
        return None
    base = underlying(ev, wanted)
    if isinstance(base, InterfaceType) or (isinstance(base, Basic) and base.name in _INTERFACES):
        return _implements(ev, value, base)
    if isinstance(base, ExternalType) and (base.path, base.name) in ev.options.methods:
        return _has_methods(ev, value, ev.options.methods[(base.path, base.name)])
    if isinstance(value, GoError):
        return False
    kind = dynamic_type(value)
    if kind is None or isinstance(base, UnknownType) or _is_outside_interface(ev, base):
        return None
    return identical(kind, wanted)


def _is_outside_interface(ev: Evaluator, kind: Type) -> bool:
    # an interface's zero value is nil
    zero_type = ev.options.zero_type
    return isinstance(kind, ExternalType) and zero_type is not None and zero_type(kind.path, kind.name) is None


def identical(left: Type, right: Type) -> bool | None:
    """Whether two types are one; None where one of them is not settled."""
    if isinstance(left, UnknownType) or isinstance(right, UnknownType):
        return None
    if isinstance(left, Named):
        return left.same(right)
    if isinstance(left, ExternalType):
        return left == right
    if isinstance(left, Basic):
        return isinstance(right, Basic) and left.name == right.name
    if isinstance(left, PointerType | SliceType):
        return type(left) is type(right) and identical(left.elem, right.elem)
    if isinstance(left, MapType):
        if not isinstance(right, MapType):
            return False
        key, elem = identical(left.key, right.key), identical(left.elem, right.elem)
        return False if key is False or elem is False else (None if key is None or elem is None else True)
    if isinstance(left, FunctionType):
        return True if isinstance(right, FunctionType) else None
    return type(left) is type(right) or None


def _implements(ev: Evaluator, value: Value, wanted: Type) -> bool | None:
    if isinstance(wanted, Basic):
        if wanted.name != "error":
            return True
        return True if isinstance(value, GoError) else _has_methods(ev, value, ("Error",))
    if not isinstance(wanted, InterfaceType):
        return None
    answer: bool | None = _has_methods(ev, value, wanted.methods)
    for node in wanted.embedded:
        if answer is False or wanted.scope is None:
            break
        inner = matches(ev, value, resolve(ev, node, wanted.scope))
        answer = inner if inner is not True else answer
    return answer


def _has_methods(ev: Evaluator, value: Value, names: tuple[str, ...]) -> bool | None:
    answer: bool | None = True
    for name in names:
        found = has_method(ev, value, name)
        if found is False:
            return False
        if found is None:
            answer = None
    return answer


def has_method(ev: Evaluator, value: Value, name: str) -> bool | None:
    """Whether a value's type has a method; None where that is not settled."""
    target = value.load() if isinstance(value, Pointer) else value
    if isinstance(target, Unknown):
        return None
    kind = type_of(target)
    if isinstance(kind, ExternalType):
        return None
    if not isinstance(kind, Named):
        return False
    return _type_has_method(ev, kind, name, 0)


def _type_has_method(ev: Evaluator, kind: Type, name: str, depth: int) -> bool | None:
    if isinstance(kind, PointerType):
        kind = kind.elem
    if isinstance(kind, ExternalType):
        methods = ev.options.methods.get((kind.path, kind.name))
        return None if methods is None else name in methods
    if isinstance(kind, Basic):
        return kind.name == "error" and name == "Error"
    if isinstance(kind, Named) and ev.program.method(kind.package, kind.name, name) is not None:
        return True
    base = underlying(ev, kind)
    if isinstance(base, InterfaceType):
        return _interface_has_method(ev, base, name, depth)
    answer: bool | None = False
    if isinstance(base, StructType) and depth < 8:
        for field in base.embedded:
            inner = field_type(ev, base, field)
            found = _type_has_method(ev, inner, name, depth + 1) if inner is not None else False
            if found:
                return True
            if found is None:
                answer = None
    return answer


BASICS: dict[str, Any] = {
    name: Basic(name)
    for name in sorted(_STRINGS | _INTEGERS | _FLOATS | _INTERFACES | {"bool", "complex64", "complex128"})
}
BASICS["any"] = EMPTY_INTERFACE


def _interface_has_method(ev: Evaluator, kind: InterfaceType, name: str, depth: int) -> bool | None:
    if name in kind.methods:
        return True
    answer: bool | None = False
    for node in kind.embedded:
        if kind.scope is None or depth >= 8:
            return None
        found = _type_has_method(ev, resolve(ev, node, kind.scope), name, depth + 1)
        if found:
            return True
        if found is None:
            answer = None
    return answer
