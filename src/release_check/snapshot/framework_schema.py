"""Framework schemas: attributes, blocks, types, plan modifiers and validators."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from release_check.golang.interpreter import Evaluator
from release_check.golang.types import ExternalType, Named
from release_check.golang.values import (
    Bound,
    External,
    ExternalCall,
    ExternalElement,
    ExternalField,
    GoPanic,
    Map,
    Place,
    Pointer,
    Slice,
    Struct,
    Unknown,
    Value,
)
from release_check.model import Attribute
from release_check.snapshot import sdks
from release_check.snapshot.notes import Notes
from release_check.snapshot.places import placed, source_at
from release_check.snapshot.sdk_attributes import SHAPE

_SCALARS = {
    "String": "string",
    "Bool": "bool",
    "Int64": "int",
    "Int32": "int",
    "Float64": "float",
    "Float32": "float",
    "Number": "number",
    "Dynamic": "dynamic",
}
_CTY = {"int": "number", "float": "number"}
_COLLECTIONS = {"List": "list", "Set": "set", "Map": "map"}
_FLAGS = {
    "Required": "required",
    "Optional": "optional",
    "Computed": "computed",
    "Sensitive": "sensitive",
    "WriteOnly": "write_only",
}
_GROUPS = {
    "ConflictsWith": "conflicts_with",
    "ExactlyOneOf": "exactly_one_of",
    "AtLeastOneOf": "at_least_one_of",
    "AlsoRequires": "required_with",
}
_VALIDATED = (*_GROUPS.values(), "allowed_values", "max_items", "min_items")
"""What validators say of an attribute."""
_REPLACES = "If the value of this attribute changes, Terraform will destroy and recreate the resource."


Missing = dict[str, Unknown | None]
"""The fields of an attribute that are not settled, with the value that stopped us where it is known."""
NULL = "<null>"
"""A default that is null: how the framework prints it, since no default at all is another thing."""


class SchemaReader:
    """Reads the framework's schema structs with one evaluator."""

    def __init__(self, evaluator: Evaluator, notes: Notes) -> None:
        self._ev = evaluator
        self._notes = notes

    def attributes(self, holder: Struct, address: str) -> tuple[dict[str, Attribute], tuple[str, ...]]:
        """The attributes and blocks of a schema, block or nested object by name, and what of them is unknown."""
        found: dict[str, Attribute] = {}
        missing: tuple[str, ...] = ()
        for field, block in (("Attributes", False), ("Blocks", True)):
            value = self._ev.field(holder, field)
            if isinstance(value, Unknown) or (isinstance(value, Map) and value.open is not None):
                self._notes.add(address, "attrs", value if isinstance(value, Unknown) else value.open or Unknown(field))
                missing = ("attrs",)
            if isinstance(value, Map):
                separator = sdks.separator(address)
                for name in value:
                    if isinstance(name, str):
                        place = value.places.get(name)
                        path = f"{address}{separator}{name}"
                        found[str(name)] = self._attribute(self._ev.force(value[name]), path, block, place)
        return found, missing

    def _attribute(self, value: Value, address: str, block: bool, place: Place | None) -> Attribute:
        self._notes.attributes += 1
        struct = value.load() if isinstance(value, Pointer) else value
        if not isinstance(struct, Struct):
            unknown = struct if isinstance(struct, Unknown) else Unknown("nil attribute")
            self._notes.add(address, "type", unknown)
            return Attribute(unknown=SHAPE, block=block, source=source_at(place))
        fields: dict[str, Any] = {"block": block}
        missing: Missing = {}
        self._shape(struct, fields, missing, address)
        self._flags(struct, fields, missing, address)
        self._default(struct, fields, missing, address)
        self._modifiers(struct, fields, missing)
        self._validators(struct, fields, missing, address)
        for name, cause in missing.items():
            if name not in ("attrs", "elem"):
                at = cause if cause is not None and cause.file else struct
                construct = cause.construct if cause is not None else name
                self._notes.add(address, name, Unknown(construct, at.file, at.line))
        source = source_at(place) or source_at(struct)
        return placed(Attribute(**fields, unknown=tuple(missing), source=source))

    def _shape(self, struct: Struct, fields: dict[str, Any], missing: Missing, address: str) -> None:
        name = _type_name(struct)
        stem = name.removesuffix("Attribute").removesuffix("Block")
        if stem.endswith("Nested") or name.endswith("NestedBlock"):
            kind = stem.removesuffix("Nested")
            fields["type"] = _COLLECTIONS.get(kind, "object")
            self._nested(struct, kind, fields, missing, address)
        elif stem == "Single":
            fields["type"] = "object"
            self._nested(struct, "Single", fields, missing, address)
        elif stem in _SCALARS:
            fields["type"] = _SCALARS[stem]
        elif stem in _COLLECTIONS:
            fields["type"] = _COLLECTIONS[stem]
            self._element(self._ev.field(struct, "ElementType"), fields, missing)
        elif stem == "Object":
            fields["type"] = "object"
        elif name in ("Attribute", "Block") and isinstance(struct.type, ExternalType):
            self._old(struct, fields, missing, address)
        else:
            fields.pop("type", None)
            missing["type"] = None

    def _nested(self, struct: Struct, kind: str, fields: dict[str, Any], missing: Missing, address: str) -> None:
        holder: Value = struct if kind == "Single" else self._ev.field(struct, "NestedObject")
        holder = holder.load() if isinstance(holder, Pointer) else holder
        if isinstance(holder, Struct):
            fields["attrs"], unknown = self.attributes(holder, address)
            missing.update(dict.fromkeys(unknown))
        elif holder is not None:
            missing["attrs"] = None
            self._notes.add(address, "attrs", holder if isinstance(holder, Unknown) else Unknown("nested object"))

    def _element(self, element: Value, fields: dict[str, Any], missing: Missing) -> None:
        if element is None:
            return
        made = self._element_type(element)
        if made is None:
            missing["elem"] = element if isinstance(element, Unknown) else None
        else:
            fields["elem"] = made

    def _element_type(self, element: Value) -> Attribute | None:
        named = _TYPES.get(_simple_name(element))
        if named is not None:
            return Attribute(type=named)
        kind = cty_type(self._ev, element, "Type")
        if isinstance(kind, str):
            return Attribute(type=kind)
        if not isinstance(kind, list):
            return None
        if kind[0] == "object":
            return Attribute(type="object", cty=kind if kind[1] is not None else None)
        target = element.load() if isinstance(element, Pointer) else element
        return Attribute(type=kind[0], elem=self._element_type(self._ev.field(target, "ElemType")))

    def _old(self, struct: Struct, fields: dict[str, Any], missing: Missing, address: str) -> None:
        """`tfsdk.Attribute` and `tfsdk.Block`, which one type each served for all before framework 0.17."""
        nested = self._ev.field(struct, "Attributes")
        blocks = self._ev.field(struct, "Blocks")
        if isinstance(nested, Map) or isinstance(blocks, Map):
            mode = self._ev.field(struct, "NestingMode")
            label = mode.name if isinstance(mode, External) else ""
            fields["type"] = next((_COLLECTIONS[k] for k in _COLLECTIONS if label.endswith(k)), "object")
            fields["attrs"], unknown = self.attributes(struct, address)
            missing.update(dict.fromkeys(unknown))
            for name, field in (("MinItems", "min_items"), ("MaxItems", "max_items")):
                limit = self._ev.field(struct, name)
                if isinstance(limit, int) and limit:
                    fields[field] = int(limit)
            if "min_items" in fields:
                fields["required"] = True  # this one Terraform itself sees to
            return
        if isinstance(nested, ExternalCall) and isinstance(nested.function, External) and nested.arguments:
            kind = nested.function.name.removesuffix("NestedAttributes")
            fields["type"] = _COLLECTIONS.get(kind, "object")
            fields["attrs"], unknown = self.attributes(
                Struct(struct.type, {"Attributes": nested.arguments[0]}, struct.file, struct.line), address
            )
            missing.update(dict.fromkeys(unknown))
            return
        declared = self._ev.field(struct, "Type")
        named = _TYPES.get(_simple_name(declared))
        kind = cty_type(self._ev, declared, "Type")
        if named:
            fields["type"] = named
        elif isinstance(kind, list):
            fields["type"] = kind[0]
            if isinstance(declared, Struct):
                self._element(self._ev.field(declared, "ElemType"), fields, missing)
        else:
            missing["type"] = None

    def _flags(self, struct: Struct, fields: dict[str, Any], missing: Missing, address: str) -> None:
        for name, field in _FLAGS.items():
            value = self._ev.field(struct, name)
            if value is True:
                fields[field] = True
            elif value is not None and value is not False:
                missing[field] = None
        message = self._ev.field(struct, "DeprecationMessage")
        if isinstance(message, str):
            if message:
                fields["deprecated"] = str(message)
        elif message is not None:
            missing["deprecated"] = None

    def _default(self, struct: Struct, fields: dict[str, Any], missing: Missing, address: str) -> None:
        value = self._ev.field(struct, "Default")
        if value is None:
            return
        argument = _static(value)
        known, plain = _plain(argument)
        if known:
            fields["default"] = plain
        else:
            missing["default"] = argument if isinstance(argument, Unknown) else None

    def _modifiers(self, struct: Struct, fields: dict[str, Any], missing: Missing) -> None:
        listed = self._ev.field(struct, "PlanModifiers")
        doubt = _doubt(listed)
        for modifier in _items(listed):
            name = _called(modifier)
            if name == "RequiresReplace" or (not name and self._describes_replacement(modifier)):
                fields["force_new"] = True
            elif isinstance(modifier, ExternalCall) and name in ("DefaultValue", "StaticDefault"):
                known, plain = _plain(modifier.arguments[0] if modifier.arguments else None)
                if known:
                    fields["default"] = plain
            elif not name and not isinstance(modifier, Unknown):
                self._own_default(modifier, fields)
            elif not name:
                doubt = doubt or modifier
        if doubt is not None and not fields.get("force_new"):
            missing["force_new"] = doubt

    def _describes_replacement(self, modifier: Value) -> bool:
        """Whether a plan modifier of the provider's own says of itself what the framework's RequiresReplace says."""
        return bool(self._described(modifier) == _REPLACES)

    def _described(self, modifier: Value) -> Any:
        target = modifier.load() if isinstance(modifier, Pointer) else modifier
        if not isinstance(target, Struct):
            return None
        place = Place(target.file, target.line)
        try:
            method = self._ev.select(modifier, "Description", place)
            return self._ev.call(method, [Unknown("context")], place) if isinstance(method, Bound) else None
        except GoPanic:
            return None

    def _own_default(self, modifier: Value, fields: dict[str, Any]) -> None:
        target = modifier.load() if isinstance(modifier, Pointer) else modifier
        if not isinstance(target, Struct) or not isinstance(target.type, Named):
            return
        if "default" not in target.type.name.lower() or len(target.fields) != 1:
            return
        known, plain = _attr_value(self._ev.force(next(iter(target.fields.values()))))
        if known:
            fields["default"] = plain

    def _validators(self, struct: Struct, fields: dict[str, Any], missing: Missing, address: str) -> None:
        name = fields.get("type")
        listed = self._ev.field(struct, "Validators")
        doubt = _doubt(listed)
        if doubt is not None:
            missing.update({field: doubt for field in _VALIDATED if field not in missing})
        for validator in _each(_items(listed)):
            called = _called(validator) or _own_name(validator)
            for word, field in _GROUPS.items():
                if word in called:
                    paths = sorted({*fields.get(field, ()), *self._paths(validator, address)})
                    if paths:
                        fields[field] = tuple(paths)
                    elif isinstance(validator, ExternalCall) and validator.arguments:
                        missing[field] = validator
            if isinstance(validator, ExternalCall):
                _limits(called, validator, fields, str(name))

    def _paths(self, validator: Value, address: str) -> Iterator[str]:
        if isinstance(validator, ExternalCall):
            for argument in validator.arguments:
                yield from _expressions(self._ev, argument, address)
        target = validator.load() if isinstance(validator, Pointer) else validator
        if isinstance(target, Struct):
            for field in target.fields.values():
                yield from _expressions(self._ev, self._ev.force(field), address)


def _static(value: Value) -> Value:
    """What a static default is made of; the default itself where it is another."""
    static = isinstance(value, ExternalCall) and _called(value).startswith("Static") and value.arguments
    return value.arguments[0] if static else value


def _type_name(struct: Struct) -> str:
    kind: Any = struct.type
    return str(getattr(kind, "name", ""))


def _items(value: Value) -> list[Value]:
    return list(value) if isinstance(value, Slice) else []


def _each(validators: list[Value]) -> Iterator[Value]:
    """The validators that must hold: those in an `All` each for itself."""
    for validator in validators:
        if _called(validator) == "All":
            yield from _each(validator.arguments)
        else:
            yield validator


def _doubt(listed: Value) -> Unknown | None:
    """Why a list may hold others than we see; None where it does not."""
    return listed if isinstance(listed, Unknown) else listed.open if isinstance(listed, Slice) else None


def _called(value: Value) -> str:
    """The name of the outside function that made a value, or an empty text."""
    if isinstance(value, ExternalCall) and isinstance(value.function, External | ExternalField):
        return value.function.name
    return ""


def _own_name(value: Value) -> str:
    target = value.load() if isinstance(value, Pointer) else value
    return _type_name(target) if isinstance(target, Struct) else ""


_BOUNDS = {"Between": (">=", "<="), "AtLeast": (">=",), "AtMost": ("<=",)}


def _limits(called: str, validator: ExternalCall, fields: dict[str, Any], kind: str) -> None:
    numbers = [int(argument) for argument in validator.arguments if isinstance(argument, int)]
    if called == "SizeAtMost" and numbers:
        fields["max_items"] = numbers[0]
    elif called == "SizeAtLeast" and numbers:
        fields["min_items"] = numbers[0]
    elif called == "SizeBetween" and len(numbers) == 2:
        fields["min_items"], fields["max_items"] = numbers
    elif called == "IsRequired":
        fields["required"] = True
        if kind in ("list", "set"):
            fields["min_items"] = max(1, fields.get("min_items", 0))
    elif called in _BOUNDS and len(validator.arguments) == len(_BOUNDS[called]):
        if all(isinstance(argument, int | float) for argument in validator.arguments):
            bounds = zip(_BOUNDS[called], validator.arguments, strict=True)
            fields["allowed_values"] = tuple(f"{sign} {bound + 0}" for sign, bound in bounds)
    elif called in ("OneOf", "OneOfCaseInsensitive") and all(
        isinstance(a, str | int | float) for a in validator.arguments
    ):
        fields["allowed_values"] = tuple(sorted(str(a) if isinstance(a, str) else a + 0 for a in validator.arguments))


def _expressions(ev: Evaluator, value: Value, address: str) -> Iterator[str]:
    if isinstance(value, Slice):
        for item in value:
            yield from _expressions(ev, item, address)
        return
    steps = _path(value, address.split("/", 2)[-1].split(".") if "/" in address else [])
    if steps:
        yield ".".join(steps)


def _path(value: Value, own: list[str]) -> list[str] | None:
    """The dotted path that a path expression names, given the path of the attribute it stands on."""
    if not isinstance(value, ExternalCall):
        return None
    name = getattr(value.function, "name", "")
    argument = value.arguments[0] if value.arguments else None
    if isinstance(value.function, External):
        if name in ("MatchRoot", "Root") and isinstance(argument, str):
            return [str(argument)]
        if name == "Expression":
            return _path(argument, own)
        return list(own) if name == "MatchRelative" else None
    if isinstance(value.function, ExternalField):
        base = _path(value.function.of, own)
        if base is None:
            return None
        if name == "AtParent":
            return base[:-1]
        if name in ("AtName", "AtMapKey") and isinstance(argument, str):
            return [*base, str(argument)]
        return base
    return None


def _plain(value: Value) -> tuple[bool, Any]:
    if isinstance(value, bool):
        return True, value
    if isinstance(value, str):
        return True, str(value)
    if isinstance(value, int | float):
        return True, value + 0
    return _attr_value(value)


def _attr_value(value: Value) -> tuple[bool, Any]:
    """A framework value such as `types.StringValue("a")` or `types.Bool{Value: true}`."""
    if isinstance(value, ExternalElement) and value.index == 0:
        # with diagnostics beside it
        value = value.of
    if isinstance(value, ExternalCall) and isinstance(value.function, External):
        name, argument = value.function.name.removeprefix("New"), value.arguments[0] if value.arguments else None
        if name.endswith("Null"):
            return True, NULL
        if name.endswith(("Value", "ValueMust")) and len(value.arguments) == 1:
            return _plain(argument)
        if name.startswith(("ListValue", "SetValue", "MapValue", "ObjectValue")) and len(value.arguments) == 2:
            return _collection(value.arguments[1], name.startswith(("Map", "Object")))
        if name in ("ListValueFrom", "SetValueFrom", "MapValueFrom") and len(value.arguments) == 3:
            return _collection(value.arguments[2], name.startswith("Map"))
    if isinstance(value, Struct) and isinstance(value.type, ExternalType) and value.type.name in _SCALARS:
        inner = value.fields.get("Value")
        if inner is not None:
            return _plain(inner)
    return False, None


def _collection(items: Value, keyed: bool) -> tuple[bool, Any]:
    if items is None:
        return True, {} if keyed else []
    if isinstance(items, Map) and items.open is None:
        pairs = {str(key): _plain(items[key]) for key in sorted(items)}
        return all(known for known, _item in pairs.values()), {key: item for key, (_known, item) in pairs.items()}
    if isinstance(items, Slice) and items.open is None:
        plain = [_plain(item) for item in items]
        return all(known for known, _item in plain), [item for _known, item in plain]
    return False, None


_TYPES = {f"{name}Type": kind for name, kind in _SCALARS.items()}


def _simple_name(value: Value) -> str:
    if isinstance(value, External):
        return value.name
    return _type_name(value) if isinstance(value, Struct) else ""


def cty_type(ev: Evaluator, value: Value, suffix: str) -> Any:
    """A type, parameter or return of the framework as Terraform's JSON type constraint; None where unknown."""
    value = value.load() if isinstance(value, Pointer) else value
    name = _simple_name(value)
    stem = name.removesuffix(suffix)
    if stem in _SCALARS:
        kind = _SCALARS[stem]
        return _CTY.get(kind, kind)
    if not isinstance(value, Struct):
        return None
    if stem in _COLLECTIONS:
        element = ev.field(value, "ElemType") or ev.field(value, "ElementType")
        return [_COLLECTIONS[stem], cty_type(ev, element, "Type")]
    if stem == "Object":
        attributes = ev.field(value, "AttrTypes") or ev.field(value, "AttributeTypes")
        if isinstance(attributes, Map) and attributes.open is None:
            return ["object", {str(k): cty_type(ev, ev.force(attributes[k]), "Type") for k in sorted(attributes)}]
        return ["object", None]
    return None
