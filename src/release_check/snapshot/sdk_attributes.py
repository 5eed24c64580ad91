"""Values of the SDK's `schema.Schema` to attributes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from release_check.golang.interpreter import Evaluator
from release_check.golang.types import ExternalType
from release_check.golang.values import GoPanic, Map, NamedInt, Place, Pointer, Slice, Struct, Unknown, Value
from release_check.model import Attribute
from release_check.snapshot import sdks
from release_check.snapshot.notes import Notes
from release_check.snapshot.places import placed, source_at
from release_check.snapshot.presence import present
from release_check.snapshot.validators import allowed_values

SHAPE = ("type", "required", "optional", "computed", "elem", "attrs")
"""The fields of an attribute of which nothing is known."""

_UNSETTLED = object()


class AttributeReader:
    """Reads maps of `schema.Schema` with one evaluator."""

    def __init__(self, evaluator: Evaluator, notes: Notes, *, shapes_only: bool = False) -> None:
        """With `shapes_only` no more is read of an attribute than its type, nesting and place."""
        self._ev = evaluator
        self._notes = notes
        self._shapes_only = shapes_only
        self._read = _SHAPE_FIELDS if shapes_only else _FIELDS
        self._functions = {} if shapes_only else _FUNCTIONS

    def schema_of(self, struct: Struct) -> Value:
        """The attributes that a `schema.Resource` declares, in `Schema` or by `SchemaFunc`."""
        schema = self._ev.field(struct, "Schema")
        function = self._ev.field(struct, "SchemaFunc")
        if schema is not None or function is None:
            return schema
        try:
            return self._ev.call(function, [], Place(struct.file, struct.line))
        except GoPanic as panic:
            return Unknown(panic.construct, panic.file, panic.line)

    def attributes(self, schema: Value, address: str) -> tuple[dict[str, Attribute], tuple[str, ...]]:
        """The attributes of a schema map by name; with `("attrs",)` where there may be others."""
        if isinstance(schema, Pointer):
            schema = schema.load()
        if isinstance(schema, Unknown):
            self._notes.add(address, "attrs", schema)
            return {}, ("attrs",)
        if not isinstance(schema, Map):
            return {}, ()
        separator = sdks.separator(address)
        found: dict[str, Attribute] = {}
        for name in schema:
            if isinstance(name, str):
                found[str(name)] = self.attribute(schema[name], f"{address}{separator}{name}", schema.places.get(name))
        if schema.open is not None:
            self._notes.add(address, "attrs", schema.open)
            return found, ("attrs",)
        return found, ()

    def attribute(self, value: Value, address: str, place: Place | None = None) -> Attribute:
        """One `schema.Schema`; `place` is where its name stands, if that is not where its value is made."""
        self._notes.attributes += 1
        value = self._ev.force(value)
        struct = value.load() if isinstance(value, Pointer) else value
        if not isinstance(struct, Struct):
            unknown = struct if isinstance(struct, Unknown) else Unknown("nil schema", *_where(place))
            self._notes.add(address, "type", unknown)
            return Attribute(unknown=SHAPE, source=source_at(place))
        fields: dict[str, Any] = {}
        missing: dict[str, None] = {}
        for name, raw in struct.fields.items():
            if name in self._read:
                field, read = self._read[name]
                plain = read(raw if isinstance(raw, bool) else self._ev.field(struct, name))
                if plain is _UNSETTLED:
                    self._miss(missing, address, field, self._ev.field(struct, name), struct)
                elif plain is not None:
                    fields[field] = plain
            elif name in self._functions:
                self._function(struct, name, raw, fields, missing, address)
        self._nest(struct, fields, missing, address)
        if self._shapes_only:
            fields = {name: value for name, value in fields.items() if name in _SHAPE}
            missing = {name: None for name in missing if name in _SHAPE}
        source = source_at(place) or source_at(struct)
        return placed(Attribute(**fields, unknown=tuple(missing), source=source))

    def _function(
        self, struct: Struct, name: str, raw: Value, fields: dict[str, Any], missing: dict[str, None], address: str
    ) -> None:
        there = present(self._ev, struct, name)
        if there is None:
            self._miss(missing, address, "funcs", self._ev.field(struct, name), struct)
        elif there:
            fields["funcs"] = tuple(sorted({*fields.get("funcs", ()), _FUNCTIONS[name]}))
            values = allowed_values(self._ev, raw) if name.startswith("Validate") else ()
            if values:
                fields["allowed_values"] = values

    def _nest(self, struct: Struct, fields: dict[str, Any], missing: dict[str, None], address: str) -> None:
        elem = self._ev.field(struct, "Elem")
        target = elem.load() if isinstance(elem, Pointer) else elem
        kind = _type_name(target)
        name = getattr(getattr(target, "type", None), "name", "") if isinstance(target, Struct) else ""
        if kind:
            fields["elem"] = Attribute(type=kind)
        elif name == "Resource":
            fields["attrs"], unknown = self.attributes(self.schema_of(target), address)
            missing.update(dict.fromkeys(unknown))
            if _is_block(fields):
                fields["block"] = True
        elif name == "Schema":
            self._notes.attributes -= 1
            fields["elem"] = self.attribute(target, address)
        elif target is not None:
            self._miss(missing, address, "elem", target, struct)

    def _miss(self, missing: dict[str, None], address: str, field: str, value: Value, struct: Struct) -> None:
        missing[field] = None
        unknown = value if isinstance(value, Unknown) else Unknown(type(value).__name__, struct.file, struct.line)
        self._notes.add(address, field, unknown)


def _where(place: Place | None) -> tuple[str, int]:
    return (place.file, place.line) if place is not None else ("", 0)


def _is_block(fields: dict[str, Any]) -> bool:
    if fields.get("type") == "map":
        return False
    mode = fields.get("config_mode")
    if mode:
        return bool(mode == "block")
    return not (fields.get("computed") and not fields.get("optional"))


def _type_name(value: Value) -> str:
    if isinstance(value, NamedInt) and isinstance(value.type, ExternalType) and value.type.name == "ValueType":
        return sdks.VALUE_TYPES[int(value)] if 0 <= value < len(sdks.VALUE_TYPES) else ""
    return ""


# Each gives the plain value, None for what counts as absent, or _UNSETTLED.


def _flag(value: Value) -> Any:
    return True if value is True else None if value is False else _UNSETTLED


def _number(value: Value) -> Any:
    return int(value) if isinstance(value, int) else _UNSETTLED


def _text(value: Value) -> Any:
    return (str(value) or None) if isinstance(value, str) else _UNSETTLED


def _names(value: Value) -> Any:
    if value is None:
        return None
    if isinstance(value, Slice) and value.open is None and all(isinstance(item, str) for item in value):
        return tuple(sorted(str(item) for item in value))
    return _UNSETTLED


def _default(value: Value) -> Any:
    if isinstance(value, bool) or value is None:
        return value
    for kind in (str, int, float):
        if isinstance(value, kind):
            return kind(value)
    if isinstance(value, Map | Slice) and value.open is None:
        items = list(value.values()) if isinstance(value, Map) else list(value)
        plain = [_default(item) for item in items]
        if not any(item is _UNSETTLED for item in plain):
            return dict(zip(map(str, value), plain, strict=True)) if isinstance(value, Map) else plain
    return _UNSETTLED


def _type(value: Value) -> Any:
    return _type_name(value) or _UNSETTLED


def _mode(value: Value) -> Any:
    return ("", "attr", "block")[value] or None if isinstance(value, int) and 0 <= value < 3 else _UNSETTLED


_FIELDS: dict[str, tuple[str, Callable[[Value], Any]]] = {
    "Type": ("type", _type),
    "ConfigMode": ("config_mode", _mode),
    "Required": ("required", _flag),
    "Optional": ("optional", _flag),
    "Computed": ("computed", _flag),
    "ForceNew": ("force_new", _flag),
    "Sensitive": ("sensitive", _flag),
    "WriteOnly": ("write_only", _flag),
    "MaxItems": ("max_items", _number),
    "MinItems": ("min_items", _number),
    "Deprecated": ("deprecated", _text),
    "Removed": ("removed", _text),
    "ConflictsWith": ("conflicts_with", _names),
    "ExactlyOneOf": ("exactly_one_of", _names),
    "AtLeastOneOf": ("at_least_one_of", _names),
    "RequiredWith": ("required_with", _names),
    "Default": ("default", _default),
}
_SHAPE_FIELDS = {name: _FIELDS[name] for name in ("Type", "ConfigMode", "Optional", "Computed")}
"""What the type and nesting of an attribute follow from."""
_SHAPE = frozenset({"type", "elem", "attrs", "block"})
_FUNCTIONS = {
    "DefaultFunc": "default",
    "StateFunc": "state",
    "DiffSuppressFunc": "diff_suppress",
    "ValidateFunc": "validate",
    "ValidateDiagFunc": "validate_diag",
    "Set": "set",
}
