"""Servers written by hand against the plugin protocol, as some providers have one beside an SDK's."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from release_check.golang.interpreter import Evaluator
from release_check.golang.values import External, GoPanic, Map, Place, Pointer, Slice, Struct, Unknown, Value
from release_check.model import Attribute, Entity, EntityKind, Era, Source
from release_check.snapshot.notes import Notes
from release_check.snapshot.places import source_at
from release_check.snapshot.terraform_json import NO_MESSAGE

METHOD = "GetProviderSchema"
GROUPS: Mapping[str, str] = {
    EntityKind.RESOURCE: "ResourceSchemas",
    EntityKind.DATA_SOURCE: "DataSourceSchemas",
    EntityKind.EPHEMERAL_RESOURCE: "EphemeralResourceSchemas",
    EntityKind.LIST_RESOURCE: "ListResourceSchemas",
}
_SIMPLE = {"String": "string", "Number": "number", "Bool": "bool", "DynamicPseudoType": "dynamic"}
_COLLECTIONS = {"List": "list", "Set": "set", "Map": "map"}
_NESTING = {"List": "list", "Set": "set", "Map": "map", "Single": "object", "Group": "object"}
_FLAGS = {
    "Required": "required",
    "Optional": "optional",
    "Computed": "computed",
    "Sensitive": "sensitive",
    "WriteOnly": "write_only",
}
_NOWHERE = Place("", 0)


class ProtocolReader:
    """Reads what a server answers when it is asked for its schemas."""

    def __init__(self, evaluator: Evaluator, notes: Notes) -> None:
        self._ev = evaluator
        self._notes = notes

    def answer(self, server: Value) -> Struct | None:
        """The response to `GetProviderSchema`; None where it is not settled, as of a server that asks others."""
        try:
            method = self._ev.select(server, METHOD, _NOWHERE)
            found = self._ev.call(method, [Unknown("context"), Unknown("request")], _NOWHERE)
        except GoPanic:
            return None
        found = found[0] if isinstance(found, tuple) else found
        found = found.load() if isinstance(found, Pointer) else found
        return found if isinstance(found, Struct) else None

    def configuration(self, answer: Struct) -> Entity | None:
        """The provider's own configuration, if the server has one."""
        schema = self._struct(answer, "Provider")
        return self._entity(schema, "provider", source_at(schema)) if schema is not None else None

    def entities(
        self, answer: Struct, kind: str, only: Collection[tuple[str, str]] | None
    ) -> Iterator[tuple[str, Entity]]:
        """Everything of one kind that the server offers, by type name."""
        listed = self._ev.field(answer, GROUPS[kind])
        if not isinstance(listed, Map):
            if isinstance(listed, Unknown):
                self._notes.add(kind, GROUPS[kind], listed)
            return
        if listed.open is not None:
            self._notes.add(kind, GROUPS[kind], listed.open)
        for name in sorted(key for key in listed if isinstance(key, str)):
            if only is None or (kind, name) in only:
                schema = self._target(self._ev.force(listed[name]))
                place = listed.places.get(name)
                yield str(name), self._entity(schema, f"{kind}/{name}", source_at(place))

    def _entity(self, schema: Value, address: str, source: Source | None) -> Entity:
        if not isinstance(schema, Struct):
            self._notes.add(address, "attrs", schema if isinstance(schema, Unknown) else Unknown("no schema"))
            return Entity(era=Era.FRAMEWORK, source=source, unknown=("attrs",))
        version = self._ev.field(schema, "Version")
        block = self._struct(schema, "Block")
        unknown: tuple[str, ...] = () if isinstance(version, int | None) else ("schema_version",)
        return Entity(
            attrs=self._content(block, address + "/") if block is not None else {},
            era=Era.FRAMEWORK,
            source=source or source_at(schema),
            deprecated=self._deprecated(block) if block is not None else None,
            schema_version=int(version) if isinstance(version, int) else 0,
            unknown=unknown,
        )

    def _content(self, block: Struct, prefix: str) -> dict[str, Attribute]:
        found: dict[str, Attribute] = {}
        for item in self._items(block, "Attributes"):
            name = self._ev.field(item, "Name")
            if isinstance(name, str):
                found[str(name)] = self._attribute(item, prefix + name)
        for item in self._items(block, "BlockTypes"):
            name = self._ev.field(item, "TypeName")
            if isinstance(name, str):
                found[str(name)] = self._block(item, prefix + name)
        return found

    def _attribute(self, item: Struct, address: str) -> Attribute:
        self._notes.attributes += 1
        fields: dict[str, Any] = {}
        missing: list[str] = []
        for name, field in _FLAGS.items():
            value = self._ev.field(item, name)
            if value is True:
                fields[field] = True
            elif isinstance(value, Unknown):
                missing.append(field)
        nested = self._struct(item, "NestedType")
        if nested is not None:
            fields["type"] = self._nesting(nested)
            fields["attrs"] = self._content(nested, address + ".")
        else:
            shape = shape_of(self._ev, self._ev.field(item, "Type"))
            if shape is None:
                missing.append("type")
            fields |= shape or {}
        for field in missing:
            self._notes.add(address, field, Unknown(field, item.file, item.line))
        return Attribute(**fields, deprecated=self._deprecated(item), unknown=tuple(missing), source=source_at(item))

    def _block(self, item: Struct, address: str) -> Attribute:
        self._notes.attributes += 1
        least, most = self._ev.field(item, "MinItems"), self._ev.field(item, "MaxItems")
        inside = self._struct(item, "Block")
        return Attribute(
            type=self._nesting(item),
            block=True,
            required=isinstance(least, int) and least > 0,
            optional=not (isinstance(least, int) and least > 0),
            min_items=int(least) if isinstance(least, int) else 0,
            max_items=int(most) if isinstance(most, int) else 0,
            attrs=self._content(inside, address + ".") if inside is not None else {},
            deprecated=self._deprecated(inside) if inside is not None else None,
            source=source_at(item),
        )

    def _nesting(self, item: Struct) -> str:
        mode = self._ev.field(item, "Nesting")
        name = mode.name if isinstance(mode, External) else ""
        return next((kind for suffix, kind in _NESTING.items() if name.endswith(suffix)), "object")

    def _deprecated(self, item: Struct) -> str | None:
        message = self._ev.field(item, "DeprecationMessage")
        if isinstance(message, str) and message:
            return str(message)
        return NO_MESSAGE if self._ev.field(item, "Deprecated") is True else None

    def _items(self, struct: Struct, name: str) -> Iterator[Struct]:
        listed = self._ev.field(struct, name)
        for item in listed if isinstance(listed, Slice) else ():
            target = self._target(self._ev.force(item))
            if isinstance(target, Struct):
                yield target

    def _struct(self, struct: Struct, name: str) -> Struct | None:
        found = self._target(self._ev.field(struct, name))
        return found if isinstance(found, Struct) else None

    def _target(self, value: Value) -> Value:
        return value.load() if isinstance(value, Pointer) else value


def shape_of(ev: Evaluator, kind: Value) -> dict[str, Any] | None:
    """The type and element that a `tftypes.Type` says; None where it is not settled."""
    if isinstance(kind, External):
        return {"type": _SIMPLE[kind.name]} if kind.name in _SIMPLE else None
    if not isinstance(kind, Struct):
        return None
    name = str(getattr(kind.type, "name", ""))
    if name in _COLLECTIONS:
        element = shape_of(ev, ev.field(kind, "ElementType"))
        return {"type": _COLLECTIONS[name], **({"elem": Attribute(**element)} if element is not None else {})}
    return {"type": "object"} if name == "Object" else None
