"""What the framework's schema structs answer of themselves, for code that makes one schema out of another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from release_check.golang.types import ExternalType
from release_check.golang.values import Native, Place, Pointer, Struct, Unknown, Value

if TYPE_CHECKING:
    from release_check.golang.interpreter import Evaluator

MODULE = "github.com/hashicorp/terraform-plugin-framework"

_PACKAGES = ("resource", "datasource", "provider", "ephemeral", "list", "action")
_SCALARS = ("Bool", "Dynamic", "Float32", "Float64", "Int32", "Int64", "Number", "String")
_TYPES = (
    *(f"{name}Attribute" for name in (*_SCALARS, "List", "Map", "Object", "Set")),
    *(f"{name}NestedAttribute" for name in ("List", "Map", "Set", "Single")),
    *(f"{name}NestedBlock" for name in ("List", "Set", "Single")),
    "NestedAttributeObject",
    "NestedBlockObject",
    "Schema",
)
_FIELDS = {
    "GetAttributes": ("Attributes", None),
    "GetBlocks": ("Blocks", None),
    "GetDescription": ("Description", ""),
    "GetMarkdownDescription": ("MarkdownDescription", ""),
    "GetDeprecationMessage": ("DeprecationMessage", ""),
    "IsRequired": ("Required", False),
    "IsOptional": ("Optional", False),
    "IsComputed": ("Computed", False),
    "IsSensitive": ("Sensitive", False),
    "IsWriteOnly": ("WriteOnly", False),
}
"""Method to the field that it gives, and what that is where it was not set."""


def _struct(value: Value) -> Struct | None:
    target = value.load() if isinstance(value, Pointer) else value
    return target if isinstance(target, Struct) else None


def _field(name: str, field: str, unset: Value) -> Native:
    def call(ev: Evaluator, arguments: list[Value], place: Place) -> Value:
        struct = _struct(arguments[0])
        if struct is None:
            return Unknown(name, place.file, place.line)
        return ev.field(struct, field) if field in struct.fields else unset

    return Native(name, call)


def _nested_object(ev: Evaluator, arguments: list[Value], place: Place) -> Value:
    struct = _struct(arguments[0])
    if struct is None:
        return Unknown("GetNestedObject", place.file, place.line)
    kind = struct.type
    if not isinstance(kind, ExternalType) or not kind.name.startswith("Single"):
        return ev.field(struct, "NestedObject")
    name = "NestedBlockObject" if kind.name.endswith("Block") else "NestedAttributeObject"
    held: dict[str, Value] = {
        field: struct.fields[field] for field in ("Attributes", "Blocks") if field in struct.fields
    }
    return Struct(ExternalType(kind.path, name), held, struct.file, struct.line)


METHODS: dict[tuple[str, str], Value] = {
    (f"{MODULE}/{package}/schema", f"{kind}.{name}"): method
    for package in _PACKAGES
    for kind in _TYPES
    for name, method in {
        **{name: _field(name, *held) for name, held in _FIELDS.items()},
        "GetNestedObject": Native("GetNestedObject", _nested_object),
    }.items()
}
