"""`reflect`, as far as code goes that makes one schema out of another: types, fields, maps, and setting them.

A `reflect.Value` is a struct with one hidden field, the place that it looks at; a `reflect.Type` one with the type.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from release_check.golang.interpreter import typing
from release_check.golang.types import (
    Basic,
    ExternalType,
    FunctionType,
    InterfaceType,
    MapType,
    PointerType,
    SliceType,
    StructType,
    Type,
)
from release_check.golang.values import (
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
    with_type,
)

if TYPE_CHECKING:
    from release_check.golang.interpreter.evaluator import Evaluator

_VALUE = ExternalType("reflect", "Value")
_TYPE = ExternalType("reflect", "Type")
_KIND = ExternalType("reflect", "Kind")
_KINDS = """Invalid Bool Int Int8 Int16 Int32 Int64 Uint Uint8 Uint16 Uint32 Uint64 Uintptr Float32 Float64 Complex64
    Complex128 Array Chan Func Interface Map Pointer Slice String Struct UnsafePointer""".split()  # noqa: SIM905
_NUMBERS = {name: number for number, name in enumerate(_KINDS)}
_HIDDEN = " seen"


class _Seen:
    """What a `reflect.Value` looks at: a value of its own, or a place that can be set."""

    def __init__(self, holder: Any, key: Any, kind: Type | None = None, settable: bool = False) -> None:
        self.holder = holder
        self.key = key
        self.kind = kind
        self.settable = settable

    def load(self, ev: Evaluator) -> Value:
        found = ev.force(self.holder[self.key]) if self.key in self.holder else None
        return typing.zero(ev, self.kind) if found is None and self.kind is not None else found

    def store(self, ev: Evaluator, value: Value, place: Place) -> None:
        if not self.settable:
            raise GoPanic("reflect: a value that cannot be set", place.file, place.line)
        self.holder[self.key] = ev.taint(value.copy() if isinstance(value, Struct) else value)


class _Pointed(_Seen):
    """What a pointer points to."""

    def __init__(self, pointer: Pointer) -> None:
        super().__init__({}, None, None, settable=True)
        self.pointer = pointer

    def load(self, ev: Evaluator) -> Value:
        return ev.force(self.pointer.load())

    def store(self, ev: Evaluator, value: Value, place: Place) -> None:
        self.pointer.store(ev.taint(value))


def _value(seen: _Seen) -> Struct:
    return Struct(_VALUE, {_HIDDEN: seen})


def _own(value: Value) -> Struct:
    return _value(_Seen({"": value}, ""))


def _invalid() -> Struct:
    return Struct(_VALUE, {_HIDDEN: None})


def _type(kind: Type | None, place: Place) -> Value:
    return Struct(_TYPE, {_HIDDEN: kind}) if kind is not None else Unknown("reflect.Type", place.file, place.line)


def _type_of(ev: Evaluator, seen: _Seen) -> Type | None:
    value = seen.load(ev)
    if value is None and seen.kind is not None:
        return seen.kind
    return typing.dynamic_type(value)


def _kind(ev: Evaluator, kind: Type | None) -> str:
    base = typing.underlying(ev, kind) if kind is not None else None
    if isinstance(base, Basic):
        return {"byte": "Uint8", "rune": "Int32", "any": "Interface", "error": "Interface"}.get(
            base.name, base.name.capitalize()
        )
    if isinstance(base, ExternalType):
        return "Struct" if ev.options.fields(base.path, base.name) is not None else ""
    if isinstance(base, SliceType):
        return "Slice" if base.length is None else "Array"
    shapes: dict[type, str] = {
        StructType: "Struct",
        MapType: "Map",
        PointerType: "Pointer",
        FunctionType: "Func",
        InterfaceType: "Interface",
    }
    return shapes.get(type(base), "")


def _kind_number(ev: Evaluator, kind: Type | None, place: Place) -> Value:
    name = _kind(ev, kind)
    return with_type(_NUMBERS[name], _KIND) if name in _NUMBERS else Unknown("reflect.Kind", place.file, place.line)


def _field_type(ev: Evaluator, struct: Struct, name: str) -> Type | bool | None:
    """The type of a field; False where there is no such field, None where that is not settled."""
    base = typing.underlying(ev, struct.type)
    if isinstance(base, StructType):
        return typing.field_type(ev, base, name) or False
    if isinstance(base, ExternalType):
        fields = ev.options.fields(base.path, base.name)
        if fields is not None:
            return fields.get(name, False)
    return None


# Functions ------------------------------------------------------------------------------------------------------------


def _value_of(_ev: Evaluator, arguments: list[Value], _place: Place) -> Value:
    value = arguments[0]
    if value is None:
        return _invalid()
    return value if isinstance(value, Unknown) else _own(value)


def _type_of_argument(_ev: Evaluator, arguments: list[Value], place: Place) -> Value:
    value = arguments[0]
    return value if isinstance(value, Unknown) else _type(typing.dynamic_type(value), place)


def _type_for(_ev: Evaluator, arguments: list[Value], place: Place) -> Value:
    return _type(arguments[0] if arguments and isinstance(arguments[0], Type) else None, place)


def _new(ev: Evaluator, arguments: list[Value], place: Place) -> Value:
    kind = arguments[0].fields.get(_HIDDEN) if isinstance(arguments[0], Struct) else None
    if kind is None:
        return Unknown("reflect.New", place.file, place.line)
    made = typing.zero(ev, kind)
    return _own(Pointer(made) if isinstance(made, Struct) else Cell({"value": made}, "value"))


def _indirect(ev: Evaluator, arguments: list[Value], place: Place) -> Value:
    seen = _seen(arguments[0])
    return _elem(ev, seen, [], place) if seen is not None and isinstance(seen.load(ev), Pointer) else arguments[0]


def _seen(value: Value) -> _Seen | None:
    found = value.fields.get(_HIDDEN) if isinstance(value, Struct) else None
    return found if isinstance(found, _Seen) else None


# Methods of reflect.Value ---------------------------------------------------------------------------------------------


def _elem(ev: Evaluator, seen: _Seen, _arguments: list[Value], place: Place) -> Value:
    value = seen.load(ev)
    if isinstance(value, Pointer):
        return _value(_Pointed(value))
    # of an interface: what it holds
    return _invalid() if value is None else _own(value)


def _field_by_name(ev: Evaluator, seen: _Seen, arguments: list[Value], place: Place) -> Value:
    struct = seen.load(ev)
    name = arguments[0]
    if not isinstance(struct, Struct) or not isinstance(name, str):
        return Unknown("reflect.Value.FieldByName", place.file, place.line)
    kind = _field_type(ev, struct, name)
    if kind is False:
        return _invalid()
    if kind is None and name not in struct.fields:
        return Unknown(f"field {name} of {struct.type}", place.file, place.line)
    known = kind if isinstance(kind, Type) else None
    zero = typing.zero(ev, known) if known is not None and name not in struct.fields else None
    if isinstance(zero, Struct):
        struct.fields[name] = zero
    return _value(_Seen(struct.fields, name, known, settable=seen.settable))


def _can_set(_ev: Evaluator, seen: _Seen, _arguments: list[Value], _place: Place) -> Value:
    return seen.settable


def _set(ev: Evaluator, seen: _Seen, arguments: list[Value], place: Place) -> Value:
    given = _seen(arguments[0])
    value = given.load(ev) if given is not None else Unknown("reflect.Value.Set", place.file, place.line)
    seen.store(ev, value, place)
    return None


def _set_plain(ev: Evaluator, seen: _Seen, arguments: list[Value], place: Place) -> Value:
    seen.store(ev, arguments[0], place)
    return None


def _interface(ev: Evaluator, seen: _Seen, _arguments: list[Value], _place: Place) -> Value:
    value = seen.load(ev)
    if value is None and isinstance(seen.kind, MapType):
        # nil, but of a type that an assertion finds
        return Map(seen.kind)
    return value.copy() if isinstance(value, Struct) else value


def _string(ev: Evaluator, seen: _Seen, _arguments: list[Value], place: Place) -> Value:
    value = seen.load(ev)
    return value if isinstance(value, str) else Unknown("reflect.Value.String", place.file, place.line)


def _plain(ev: Evaluator, seen: _Seen, _arguments: list[Value], _place: Place) -> Value:
    return seen.load(ev)


def _address(ev: Evaluator, seen: _Seen, _arguments: list[Value], place: Place) -> Value:
    value = seen.load(ev)
    if isinstance(value, Struct):
        return _own(Pointer(value))
    return _own(Cell(seen.holder, seen.key)) if seen.key in seen.holder else Unknown("Addr", place.file, place.line)


def _map_keys(ev: Evaluator, seen: _Seen, _arguments: list[Value], place: Place) -> Value:
    value = seen.load(ev)
    if value is None:
        return Slice(SliceType(_VALUE), [])
    if not isinstance(value, Map):
        return Unknown("reflect.Value.MapKeys", place.file, place.line)
    keys = Slice(SliceType(_VALUE), [_own(key) for key in value])
    keys.open = value.open
    return keys


def _map_index(ev: Evaluator, seen: _Seen, arguments: list[Value], place: Place) -> Value:
    value, key = seen.load(ev), _seen(arguments[0])
    if not isinstance(value, Map) or key is None:
        return Unknown("reflect.Value.MapIndex", place.file, place.line)
    name = key.load(ev)
    return _own(ev.force(value[name])) if name in value else _invalid()


def _set_map_index(ev: Evaluator, seen: _Seen, arguments: list[Value], place: Place) -> Value:
    value, key, item = seen.load(ev), _seen(arguments[0]), _seen(arguments[1])
    if isinstance(value, Map) and key is not None:
        if item is None:
            value.pop(key.load(ev), None)
        else:
            value[key.load(ev)] = ev.taint(item.load(ev))
    return None


def _index(ev: Evaluator, seen: _Seen, arguments: list[Value], place: Place) -> Value:
    value, index = seen.load(ev), arguments[0]
    if isinstance(value, Slice) and isinstance(index, int) and 0 <= index < len(value):
        return _own(ev.force(value[index]))
    return Unknown("reflect.Value.Index", place.file, place.line)


def _length(ev: Evaluator, seen: _Seen, _arguments: list[Value], place: Place) -> Value:
    value = seen.load(ev)
    if value is None:
        return 0
    if isinstance(value, Slice | Map) and value.open is None:
        return len(value)
    return Unknown("reflect.Value.Len", place.file, place.line)


def _is_nil(ev: Evaluator, seen: _Seen, _arguments: list[Value], _place: Place) -> Value:
    value = seen.load(ev)
    return value if isinstance(value, Unknown) else value is None


_VALUE_METHODS: dict[str, Callable[[Evaluator, _Seen, list[Value], Place], Value]] = {
    "Elem": _elem,
    "FieldByName": _field_by_name,
    "CanSet": _can_set,
    "CanAddr": _can_set,
    "Set": _set,
    **dict.fromkeys(("SetBool", "SetString", "SetInt", "SetFloat"), _set_plain),
    "Interface": _interface,
    "String": _string,
    **dict.fromkeys(("Bool", "Int", "Float"), _plain),
    "Addr": _address,
    "MapKeys": _map_keys,
    "MapIndex": _map_index,
    "SetMapIndex": _set_map_index,
    "Index": _index,
    "Len": _length,
    "IsNil": _is_nil,
    "Kind": lambda ev, seen, _arguments, place: _kind_number(ev, _type_of(ev, seen), place),
    "Type": lambda ev, seen, _arguments, place: _type(_type_of(ev, seen), place),
    "IsValid": lambda _ev, _found, _arguments, _place: True,
}
_OF_NOTHING: dict[str, Value] = {"IsValid": False, "CanSet": False, "CanAddr": False, "Kind": with_type(0, _KIND)}
"""What the methods answer that may be called on the zero `reflect.Value`."""


def _method(name: str) -> Native:
    carry_out = _VALUE_METHODS[name]

    def call(ev: Evaluator, arguments: list[Value], place: Place) -> Value:
        receiver, *rest = arguments
        seen = _seen(receiver)
        if seen is not None:
            return carry_out(ev, seen, rest, place)
        if name in _OF_NOTHING:
            return _OF_NOTHING[name]
        raise GoPanic(f"reflect: {name} of nothing", place.file, place.line)

    return Native(f"reflect.Value.{name}", call)


# Methods of reflect.Type ----------------------------------------------------------------------------------------------


def _type_method(name: str, answer: Callable[[Evaluator, Type, Place], Value]) -> Native:
    def call(ev: Evaluator, arguments: list[Value], place: Place) -> Value:
        kind = arguments[0].fields.get(_HIDDEN) if isinstance(arguments[0], Struct) else None
        return (
            answer(ev, kind, place)
            if isinstance(kind, Type)
            else Unknown(f"reflect.Type.{name}", place.file, place.line)
        )

    return Native(f"reflect.Type.{name}", call)


def _elem_type(ev: Evaluator, kind: Type, place: Place) -> Value:
    base = typing.underlying(ev, kind)
    return _type(getattr(base, "elem", None), place)


_FUNCTIONS = {
    "ValueOf": _value_of,
    "TypeOf": _type_of_argument,
    "TypeFor": _type_for,
    "New": _new,
    "Indirect": _indirect,
}
MEMBERS: dict[tuple[str, str], Value] = {
    **{("reflect", name): Native(f"reflect.{name}", function) for name, function in _FUNCTIONS.items()},
    **{("reflect", f"Value.{name}"): _method(name) for name in _VALUE_METHODS},
    ("reflect", "Type.Name"): _type_method("Name", lambda _ev, kind, _place: str(getattr(kind, "name", ""))),
    ("reflect", "Type.Kind"): _type_method("Kind", _kind_number),
    ("reflect", "Type.Elem"): _type_method("Elem", _elem_type),
    **{("reflect", name): with_type(number, _KIND) for name, number in _NUMBERS.items()},
    ("reflect", "Ptr"): with_type(_NUMBERS["Pointer"], _KIND),
}
