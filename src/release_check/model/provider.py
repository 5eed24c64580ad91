"""A provider's schemas at one ref: provider, entities, attributes."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from release_check.model.attribute import Attribute, Source
from release_check.model.migration import Migration, Mover, Upgrader


class EntityKind(enum.StrEnum):
    """What Terraform lets a provider offer, as the first part of an address."""

    PROVIDER = "provider"
    RESOURCE = "resource"
    DATA_SOURCE = "data-source"
    EPHEMERAL_RESOURCE = "ephemeral-resource"
    LIST_RESOURCE = "list-resource"
    ACTION = "action"
    FUNCTION = "function"


KINDS: Mapping[str, str] = {
    EntityKind.PROVIDER: "provider_config",
    EntityKind.RESOURCE: "resources",
    EntityKind.DATA_SOURCE: "data_sources",
    EntityKind.EPHEMERAL_RESOURCE: "ephemeral_resources",
    EntityKind.LIST_RESOURCE: "list_resources",
    EntityKind.ACTION: "actions",
    EntityKind.FUNCTION: "functions",
}
"""Each kind with its key in a snapshot; the order of both in output."""


class Era(enum.StrEnum):
    """Which SDK an entity is written with."""

    SDK_V1 = "sdk-v1"
    SDK_V2 = "sdk-v2"
    FRAMEWORK = "framework"


class Generation(enum.StrEnum):
    """Which steps of the guide an entity's SDK lets it take; the eras of the rule catalogue."""

    A = "A"
    """`Removed` is there to be used: helper/schema of Terraform itself, and plugin-sdk v1 below 1.11.0."""
    B = "B"
    """`Removed` is deprecated or gone: plugin-sdk v1 from 1.11.0, and v2."""
    C = "C"
    """terraform-plugin-framework."""


class Parameter(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One parameter of a function, or its result."""

    name: str
    type: Any = None
    """The cty type in Terraform's JSON form, or None where unknown."""
    variadic: bool = False
    nullable: bool = False


class Entity(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A resource, data source, ephemeral resource, list resource, action or function, or the provider configuration."""

    attrs: Mapping[str, Attribute] = {}
    era: Era
    sdk: str = ""
    """Version of the SDK module that the tag depends on, such as `1.9.0`; below 1.0.0 it is Terraform itself, whose
    `helper/schema` is meant. Empty where the tag does not say."""
    source: Source | None = None
    deprecated: str | None = None
    soft_removed: str | None = None
    """The message with which both Create and Read only return an error (guide: "Provider Data Source or Resource
    Removal")."""
    half_removed: str | None = None
    """The message with which one of Create and Read only returns an error, while the other works."""
    schema_version: int = 0
    state_upgraders: tuple[int, ...] = ()
    """The versions of its upgraders, in order."""
    migrate_state: bool = False
    upgraders: tuple[Upgrader, ...] = ()
    """Its upgraders, in the order in which they are listed."""
    migration: Migration | None = None
    """What its MigrateState does."""
    movers: tuple[Mover, ...] = ()
    """How it takes over state of other types."""
    importer: bool = False
    updatable: bool = True
    """Whether objects can be changed in place; false for a resource of an SDK that has no Update function."""
    timeouts: tuple[str, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    returns: Any = None
    unknown: tuple[str, ...] = ()

    @property
    def generation(self) -> Generation:
        """Which of the guide's steps apply to it."""
        if self.era is Era.FRAMEWORK:
            return Generation.C
        if self.era is Era.SDK_V2:
            return Generation.B
        numbers = tuple(int(part) for part in self.sdk.split(".")[:2] if part.isdigit())
        return Generation.B if numbers >= (1, 11) and numbers[0] == 1 else Generation.A

    def walk(self) -> Iterator[tuple[str, Attribute]]:
        """Every attribute at any depth with its path, parents first, in name order."""
        yield from _walk("", self.attrs)


def _walk(prefix: str, attrs: Mapping[str, Attribute]) -> Iterator[tuple[str, Attribute]]:
    for name in sorted(attrs):
        path = prefix + name
        yield path, attrs[name]
        yield from _walk(path + ".", attrs[name].below)


class Unresolved(msgspec.Struct, frozen=True, order=True):
    """A place where the source does not settle a value, and the construct that stopped us."""

    address: str
    field: str
    file: str
    line: int
    construct: str


class Coverage(msgspec.Struct, frozen=True, kw_only=True):
    """How much of a provider was read."""

    entities: int = 0
    attributes: int = 0
    unknown: int = 0
    unresolved: tuple[Unresolved, ...] = ()


class Provider(msgspec.Struct, frozen=True, kw_only=True):
    """A snapshot: the provider's schemas at one ref, in the form of `release-check/snapshot-v1`."""

    format: str = "release-check/snapshot-v1"
    provider: str
    ref: str
    commit: str
    coverage: Coverage
    provider_config: Entity
    resources: Mapping[str, Entity] = {}
    data_sources: Mapping[str, Entity] = {}
    ephemeral_resources: Mapping[str, Entity] = {}
    functions: Mapping[str, Entity] = {}
    list_resources: Mapping[str, Entity] = {}
    actions: Mapping[str, Entity] = {}

    def entities(self) -> Iterator[tuple[str, str, Entity]]:
        """Kind, type and entity of everything offered; the provider configuration first, with type ""."""
        yield EntityKind.PROVIDER, "", self.provider_config
        for kind, key in KINDS.items():
            if kind != EntityKind.PROVIDER:
                group: Mapping[str, Entity] = getattr(self, key)
                for name in sorted(group):
                    yield kind, name, group[name]

    def entity(self, kind: str, entity_type: str) -> Entity | None:
        """One entity by kind and registered type name."""
        if kind == EntityKind.PROVIDER:
            return self.provider_config
        group: Mapping[str, Entity] = getattr(self, KINDS[kind])
        return group.get(entity_type)

    def attribute(self, kind: str, entity_type: str, path: str) -> Attribute | None:
        """One attribute by the parts of its address."""
        entity = self.entity(kind, entity_type)
        if entity is None:
            return None
        attrs, found = entity.attrs, None
        for name in path.split("."):
            found = attrs.get(name)
            if found is None:
                return None
            attrs = found.below
        return found
