"""Which types are one, which methods a type has, and so whether a value is of a type."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from release_check.golang.interpreter.typing import INTERFACES, dynamic_type, field_type, resolve, underlying
from release_check.golang.types import (
    Basic,
    ExternalType,
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
from release_check.golang.values import GoError, Pointer, Unknown, Value

if TYPE_CHECKING:
    from release_check.golang.interpreter.evaluator import Evaluator


def matches(ev: Evaluator, value: Value, wanted: Type) -> bool | None:
    """Whether `value.(wanted)` holds; None where that is not settled."""
    if value is None:
        return False
    if isinstance(value, Unknown):
        return None
    base = underlying(ev, wanted)
    if isinstance(base, InterfaceType) or (isinstance(base, Basic) and base.name in INTERFACES):
        return _implements(ev, value, base)
    if isinstance(base, ExternalType) and (base.path, base.name) in ev.options.methods:
        return _has_methods(ev, value, ev.options.methods[(base.path, base.name)])
    if isinstance(value, GoError):
        return False
    kind = dynamic_type(value)
    if kind is None or isinstance(base, UnknownType):
        return None
    if isinstance(base, ExternalType) and _may_be_interface(ev, base, kind):
        return None
    return identical(kind, wanted)


def _may_be_interface(ev: Evaluator, wanted: ExternalType, kind: Type) -> bool:
    """Whether an outside type may be an interface that a value of some type satisfies."""
    # an interface's zero value is nil
    zero_type = ev.options.zero_type
    if zero_type is not None and zero_type(wanted.path, wanted.name) is None:
        return True
    has_methods = isinstance(kind, Named) or (isinstance(kind, PointerType) and isinstance(kind.elem, Named))
    return has_methods and not ev.options.concrete(wanted.path, wanted.name)


def identical(left: Type, right: Type) -> bool | None:
    """Whether two types are one; None where one of them is not settled."""
    if isinstance(left, UnknownType) or isinstance(right, UnknownType):
        return None
    if isinstance(left, Named):
        if not isinstance(right, Named) or not left.same(right) or left.scope is not right.scope:
            return False
        return _all_identical(left.arguments, right.arguments)
    if isinstance(left, ExternalType):
        if not isinstance(right, ExternalType):
            # an outside name may stand for any type
            return None if isinstance(right, FunctionType) else False
        return _all_identical(left.arguments, right.arguments) if left == right else False
    if isinstance(left, Basic):
        return isinstance(right, Basic) and left.name == right.name
    if isinstance(left, PointerType | SliceType):
        if type(left) is not type(right) or getattr(left, "length", None) != getattr(right, "length", None):
            return False
        return identical(left.elem, right.elem)
    if isinstance(left, MapType):
        if not isinstance(right, MapType):
            return False
        key, elem = identical(left.key, right.key), identical(left.elem, right.elem)
        return False if key is False or elem is False else (None if key is None or elem is None else True)
    if isinstance(left, FunctionType) or isinstance(right, FunctionType):
        # what a function takes and gives is not kept
        return None if type(left) is type(right) else False
    return (_both_empty(left, right) or None) if type(left) is type(right) else False


def _both_empty(left: Type, right: Type) -> bool:
    """Whether both are `interface{}`."""
    return all(isinstance(kind, InterfaceType) and not kind.methods and not kind.embedded for kind in (left, right))


def _all_identical(left: tuple[Type, ...], right: tuple[Type, ...]) -> bool | None:
    answers = [identical(*pair) for pair in zip(left, right, strict=False)]
    return False if False in answers else None if None in answers else True


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
    pointer = isinstance(value, Pointer)
    target = value.load() if pointer else value
    if isinstance(target, Unknown):
        return None
    kind = dynamic_type(target)
    if isinstance(kind, ExternalType):
        return True if (kind.path, f"{kind.name}.{name}") in ev.models else None
    if not isinstance(kind, Named | StructType):
        return False
    return _type_has_method(ev, kind, name, 0, pointer)


def _type_has_method(ev: Evaluator, kind: Type, name: str, depth: int, pointer: bool = False) -> bool | None:
    if isinstance(kind, PointerType):
        kind, pointer = kind.elem, True
    if isinstance(kind, ExternalType):
        methods = ev.options.methods.get((kind.path, kind.name))
        return None if methods is None else name in methods
    if isinstance(kind, Basic):
        return kind.name == "error" and name == "Error"
    if isinstance(kind, Named):
        entry = ev.look_up_method(kind, name)
        if entry is not None:
            return pointer or not takes_pointer(entry.declaration.text)
    base = underlying(ev, kind)
    if isinstance(base, InterfaceType):
        return _interface_has_method(ev, base, name, depth)
    answer: bool | None = False
    if isinstance(base, StructType) and depth < 8:
        for field in base.embedded:
            inner = field_type(ev, base, field)
            found = _type_has_method(ev, inner, name, depth + 1, pointer) if inner is not None else False
            if found:
                return True
            if found is None:
                answer = None
    return answer


_POINTER_RECEIVER = re.compile(rb"func[ \t]*\([ \t]*(?:\w+[ \t]+)?\*")


def takes_pointer(text: bytes) -> bool:
    """Whether the text of a method declares a pointer for its receiver."""
    return _POINTER_RECEIVER.match(text) is not None


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
