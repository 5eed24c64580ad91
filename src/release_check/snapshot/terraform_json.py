"""What `terraform providers schema -json` printed, as a snapshot.

Terraform prints what it is served over the plugin protocol, and not what only the provider knows: whether a change
replaces the resource, defaults, validation, which attributes exclude each other, what state upgraders there are. Those
fields are marked unknown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from release_check.model import (
    Attribute,
    Coverage,
    Entity,
    EntityKind,
    Era,
    Parameter,
    Provider,
    Unresolved,
    UsageProblem,
)

UNKNOWN_OF_ATTRIBUTES = (
    "allowed_values",
    "at_least_one_of",
    "conflicts_with",
    "default",
    "exactly_one_of",
    "force_new",
    "funcs",
    "removed",
    "required_with",
)
UNKNOWN_OF_ENTITIES = ("era", "importer", "migrate_state", "soft_removed", "state_upgraders", "timeouts", "updatable")
UNKNOWN_MESSAGE = "deprecation_message"
"""Listed as unknown of what is deprecated where Terraform does not print the message."""
NO_MESSAGE = "deprecated, and Terraform does not print the message"

GROUPS: Mapping[str, tuple[str, EntityKind]] = {
    "resource_schemas": ("resources", EntityKind.RESOURCE),
    "data_source_schemas": ("data_sources", EntityKind.DATA_SOURCE),
    "ephemeral_resource_schemas": ("ephemeral_resources", EntityKind.EPHEMERAL_RESOURCE),
    "list_resource_schemas": ("list_resources", EntityKind.LIST_RESOURCE),
    "action_schemas": ("actions", EntityKind.ACTION),
    "functions": ("functions", EntityKind.FUNCTION),
}
"""Terraform's name of each group, and ours. Which it prints depends on its version."""


class _Attribute(msgspec.Struct, frozen=True):
    type: Any = None
    nested_type: _Nested | None = None
    required: bool = False
    optional: bool = False
    computed: bool = False
    sensitive: bool = False
    write_only: bool = False
    deprecated: bool = False
    deprecation_message: str = ""


class _Nested(msgspec.Struct, frozen=True):
    nesting_mode: str
    attributes: dict[str, _Attribute] = {}


class _Block(msgspec.Struct, frozen=True):
    attributes: dict[str, _Attribute] = {}
    block_types: dict[str, _BlockType] = {}
    deprecated: bool = False
    deprecation_message: str = ""


class _BlockType(msgspec.Struct, frozen=True):
    nesting_mode: str
    block: _Block = _Block()
    min_items: int = 0
    max_items: int = 0


class _Schema(msgspec.Struct, frozen=True):
    version: int = 0
    block: _Block = _Block()


class _Parameter(msgspec.Struct, frozen=True):
    type: Any
    name: str = ""
    is_nullable: bool = False


class _Function(msgspec.Struct, frozen=True):
    return_type: Any = None
    parameters: list[_Parameter] = []
    variadic_parameter: _Parameter | None = None
    deprecation_message: str = ""


class _Provider(msgspec.Struct, frozen=True):
    provider: _Schema = _Schema()
    resource_schemas: dict[str, _Schema] | None = None
    data_source_schemas: dict[str, _Schema] | None = None
    ephemeral_resource_schemas: dict[str, _Schema] | None = None
    list_resource_schemas: dict[str, _Schema] | None = None
    action_schemas: dict[str, _Schema] | None = None
    functions: dict[str, _Function] | None = None


class _Document(msgspec.Struct, frozen=True):
    provider_schemas: dict[str, _Provider]
    format_version: str = ""


class Printed(msgspec.Struct, frozen=True, kw_only=True):
    """A provider as Terraform printed it, and which groups of entities it printed."""

    provider: Provider
    groups: tuple[str, ...]


def read_printed(content: bytes, file: str, name: str = "", ref: str = "") -> Printed:
    """Read the output of `terraform providers schema -json`.

    Args:
        content: the JSON.
        file: what it is called in messages.
        name: the provider's name, where the file may hold several.
        ref: the ref that it stands for.

    Raises:
        UsageProblem: it is not that, or does not hold the provider.
    """
    try:
        document = msgspec.json.decode(content, type=_Document)
    except msgspec.DecodeError as error:
        raise UsageProblem(
            f"{file} is not what `terraform providers schema -json` prints ({error}): write its whole output there."
        ) from error
    address, found = _choose(document.provider_schemas, file, name)
    groups = tuple(ours for theirs, (ours, _kind) in GROUPS.items() if getattr(found, theirs) is not None)
    entities: dict[str, Any] = {}
    for theirs, (ours, kind) in GROUPS.items():
        make = _function if kind is EntityKind.FUNCTION else _entity
        entities[ours] = {key: make(schema) for key, schema in sorted((getattr(found, theirs) or {}).items())}
    config = _entity(found.provider)
    attributes = sum(sum(1 for _ in entity.walk()) for entity in _all(config, entities))
    provider = Provider(
        provider=name or address.rpartition("/")[2],
        ref=ref or file,
        commit="",
        coverage=Coverage(
            entities=sum(map(len, entities.values())),
            attributes=attributes,
            unknown=attributes,
            unresolved=tuple(
                Unresolved("every attribute", field, file, 1, "not printed by Terraform")
                for field in UNKNOWN_OF_ATTRIBUTES
            ),
        ),
        provider_config=config,
        **entities,
    )
    return Printed(provider=provider, groups=groups)


def _choose(providers: Mapping[str, _Provider], file: str, name: str) -> tuple[str, _Provider]:
    named = [address for address in providers if address.rpartition("/")[2] == name]
    if len(named) == 1:
        return named[0], providers[named[0]]
    if len(providers) == 1:
        return next(iter(providers.items()))
    listed = ", ".join(sorted(providers)) or "none"
    raise UsageProblem(
        f"{file} must hold the schemas of the provider {name or 'that is meant'} alone, and holds those of: {listed}; "
        "run Terraform in a folder that requires no other."
    )


def _all(config: Entity, entities: Mapping[str, Mapping[str, Entity]]) -> Iterator[Entity]:
    yield config
    for group in entities.values():
        yield from group.values()


def _entity(schema: _Schema) -> Entity:
    message, unknown = _message(schema.block)
    return Entity(
        attrs=_content(schema.block),
        era=_era(schema.block),
        deprecated=message,
        schema_version=schema.version,
        unknown=(*UNKNOWN_OF_ENTITIES, *unknown),
    )


def _era(block: _Block) -> Era:
    """A guess: the SDK has no nested attributes, and gives an `id` to all that it serves."""
    nested = any(attribute.nested_type is not None for attribute in block.attributes.values())
    return Era.FRAMEWORK if nested or "id" not in block.attributes else Era.SDK_V2


def _function(function: _Function) -> Entity:
    variadic = () if function.variadic_parameter is None else (_parameter(function.variadic_parameter, True),)
    return Entity(
        era=Era.FRAMEWORK,
        parameters=(*(_parameter(parameter, False) for parameter in function.parameters), *variadic),
        returns=function.return_type,
        deprecated=function.deprecation_message or None,
    )


def _parameter(parameter: _Parameter, variadic: bool) -> Parameter:
    return Parameter(name=parameter.name, type=parameter.type, variadic=variadic, nullable=parameter.is_nullable)


def _message(thing: _Attribute | _Block) -> tuple[str | None, tuple[str, ...]]:
    if thing.deprecation_message:
        return thing.deprecation_message, ()
    return (NO_MESSAGE, (UNKNOWN_MESSAGE,)) if thing.deprecated else (None, ())


def _content(block: _Block) -> dict[str, Attribute]:
    found = {name: _attribute(attribute) for name, attribute in block.attributes.items()}
    return {**found, **{name: _block(nested) for name, nested in block.block_types.items()}}


_MODES = {"single": "object", "group": "object"}


def _block(nested: _BlockType) -> Attribute:
    message, unknown = _message(nested.block)
    return Attribute(
        type=_MODES.get(nested.nesting_mode, nested.nesting_mode),
        block=True,
        attrs=_content(nested.block),
        # Terraform knows of a block how often it may stand, and so whether it must
        required=nested.min_items > 0,
        optional=nested.min_items == 0,
        min_items=nested.min_items,
        max_items=nested.max_items,
        deprecated=message,
        unknown=(*UNKNOWN_OF_ATTRIBUTES, *unknown),
    )


def _attribute(attribute: _Attribute) -> Attribute:
    message, unknown = _message(attribute)
    nested = attribute.nested_type
    if nested is not None:
        shape: dict[str, Any] = {
            "type": _MODES.get(nested.nesting_mode, nested.nesting_mode),
            "attrs": {name: _attribute(child) for name, child in nested.attributes.items()},
        }
    else:
        shape = shape_of(attribute.type)
    return Attribute(
        **shape,
        required=attribute.required,
        optional=attribute.optional,
        computed=attribute.computed,
        sensitive=attribute.sensitive,
        write_only=attribute.write_only,
        deprecated=message,
        unknown=(*UNKNOWN_OF_ATTRIBUTES, *unknown),
    )


def shape_of(kind: Any) -> dict[str, Any]:
    """The type, element and members that Terraform's JSON form of a type says; members have a type and nothing else."""
    if isinstance(kind, str):
        return {"type": kind}
    if isinstance(kind, list) and len(kind) > 1:
        name, inner = kind[0], kind[1]
        if name == "object" and isinstance(inner, dict):
            return {"type": "object", "attrs": {member: _member(inner[member]) for member in inner}}
        if name in ("list", "set", "map"):
            element = _member(inner)
            if element.type == "object" and name != "map":
                return {"type": name, "attrs": element.attrs}
            return {"type": name, "elem": element}
    return {"unknown": ("type", "elem", "attrs")}


def _member(kind: Any) -> Attribute:
    return Attribute(**shape_of(kind))
