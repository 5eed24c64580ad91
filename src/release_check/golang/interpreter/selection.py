"""Selection: fields and methods, through pointers and embedding."""

from __future__ import annotations

from typing import TYPE_CHECKING

from release_check.golang.interpreter import assertions, typing
from release_check.golang.types import ExternalType, Named, PointerType, StructType, Type
from release_check.golang.values import (
    Bound,
    Closure,
    ExternalField,
    GoError,
    GoPanic,
    Native,
    Place,
    Pointer,
    Struct,
    Thunk,
    Unknown,
    Value,
    type_of,
)

if TYPE_CHECKING:
    from release_check.golang.interpreter.evaluator import Evaluator

_MISSING = object()


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
        if name in ev.options.nil_methods:
            return ev.options.nil_methods[name]
        raise GoPanic(f"nil dereference at .{name}", place.file, place.line)
    if isinstance(target, Type):
        return _method_expression(ev, target, name, place)
    if isinstance(target, GoError) and name == "Error":
        return Native("Error", lambda _ev, _arguments, _place: target.message)
    kind = target.type if isinstance(target, Closure) else type_of(target)
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
            if isinstance(unset, Struct):
                fields[name] = unset
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
    return assertions.has_method(ev, Pointer(holder), name) is not False or _field_below(ev, base, name)


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
