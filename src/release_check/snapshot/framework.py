"""Providers written with terraform-plugin-framework: what their methods fill in, to entities and attributes."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterator

from release_check.golang.interpreter import Evaluator
from release_check.golang.interpreter.assertions import has_method
from release_check.golang.types import ExternalType, Named
from release_check.golang.values import (
    Bound,
    External,
    ExternalCall,
    GoPanic,
    Map,
    Place,
    Pointer,
    Slice,
    Struct,
    Unknown,
    Value,
)
from release_check.model import Entity, EntityKind, Era, Mover, Parameter, Source, Upgrader
from release_check.snapshot import sdks
from release_check.snapshot.bodies import only_diagnostics
from release_check.snapshot.framework_schema import SchemaReader, cty_type
from release_check.snapshot.notes import Notes
from release_check.snapshot.places import placed_at, standing
from release_check.snapshot.prior_schemas import read_mover, read_state_upgrader
from release_check.snapshot.reuse import Reuse, root_of_made

_LISTS = {
    EntityKind.RESOURCE: ("Resources", "resource"),
    EntityKind.DATA_SOURCE: ("DataSources", "datasource"),
    EntityKind.EPHEMERAL_RESOURCE: ("EphemeralResources", "ephemeral"),
    EntityKind.FUNCTION: ("Functions", "function"),
    EntityKind.LIST_RESOURCE: ("ListResources", "list"),
    EntityKind.ACTION: ("Actions", "action"),
}
_OLD_MAPS = {EntityKind.RESOURCE: "GetResources", EntityKind.DATA_SOURCE: "GetDataSources"}
_SCHEMA_METHODS = {EntityKind.LIST_RESOURCE: "ListResourceConfigSchema"}
_NOWHERE = Place("", 0)
_BROKEN_OFF = " broken off"
"""Where an answer tells, under no name that Go could have, why the method that filled it in did not come to its end."""


class FrameworkReader:
    """Reads framework providers with one evaluator."""

    def __init__(
        self,
        evaluator: Evaluator,
        notes: Notes,
        versions: Callable[[str], str],
        name: str,
        reuse: Reuse | None = None,
    ) -> None:
        """`name` is the provider's type name where its Metadata does not say."""
        self._ev = evaluator
        self._notes = notes
        self._reuse = reuse or Reuse(evaluator, notes)
        self._versions = versions
        self._schemas = SchemaReader(evaluator, notes)
        self._name = name
        self._named = False

    def type_name(self, provider: Value) -> str:
        """The prefix of type names, as the provider's Metadata method sets it; read once."""
        if self._named:
            return self._name
        self._named = True
        response = self._filled(provider, "Metadata", f"{sdks.FRAMEWORK}/provider", "MetadataResponse", {})
        name = self._ev.field(response, "TypeName")
        if isinstance(name, str) and name:
            self._name = str(name)
        return self._name

    def configuration(self, provider: Value) -> Entity:
        """The provider's own configuration."""
        schema, place = self._schema(provider, "provider", "Schema")
        return self._entity(schema, place, "provider")

    def entities(
        self, provider: Value, kind: EntityKind, only: Collection[tuple[str, str]] | None
    ) -> dict[str, Entity]:
        """Everything of one kind that a provider offers, by type name."""
        self.type_name(provider)
        found: dict[str, Entity] = {}
        for name, value in self._instances(provider, kind):
            if only is not None and (kind, name) not in only:
                continue
            self._ev.fresh()
            root = root_of_made(value)
            found[name] = self._reuse.read(f"{kind}/{name}", root, functools.partial(self._read, kind, name, value))
        return found

    def made(self, provider: Value, kind: EntityKind) -> Iterator[tuple[str, Value]]:
        """The resources or data sources that a provider offers, as what its functions make, by type name."""
        self.type_name(provider)
        for name, value in self._instances(provider, kind):
            yield name, self._made_by_type(value)

    def _read(self, kind: EntityKind, name: str, value: Value) -> Entity:
        address = f"{kind}/{name}"
        if isinstance(value, Unknown):
            self._notes.add(address, "attrs", value)
            return Entity(era=Era.FRAMEWORK, unknown=("attrs",), source=Source(value.file, value.line))
        if kind is EntityKind.FUNCTION:
            return self._function(value, address)
        method = _SCHEMA_METHODS.get(kind, "Schema")
        schema, place = self._schema(value, _LISTS[kind][1], method)
        entity = self._entity(schema, place, address)
        value = self._made_by_type(value)
        versions, upgraders, unknown = self._upgraders(value, address)
        soft_removed, half_removed = self._soft_removed(kind, value)
        return Entity(
            **{
                **{field: getattr(entity, field) for field in entity.__struct_fields__},
                "state_upgraders": versions,
                "upgraders": upgraders,
                "movers": self._movers(value),
                "unknown": (*entity.unknown, *unknown),
                "importer": kind is EntityKind.RESOURCE and has_method(self._ev, value, "ImportState") is True,
                "soft_removed": soft_removed,
                "half_removed": half_removed,
            }
        )

    def _made_by_type(self, value: Value) -> Value:
        """The resource itself where the provider lists its type, as it did before framework 1.0."""
        for maker in ("NewResource", "NewDataSource"):
            if has_method(self._ev, value, maker) is True:
                made = self._call(value, maker, [_context(), Unknown("the provider")])
                return made[0] if isinstance(made, tuple) else made
        return value

    def _soft_removed(self, kind: EntityKind, value: Value) -> tuple[str | None, str | None]:
        """The message with which all of Create and Read only add an error, or else the one of them that does."""
        wanted = {EntityKind.RESOURCE: ("Create", "Read"), EntityKind.DATA_SOURCE: ("Read",)}.get(kind, ())
        methods = [self._method(value, name) for name in wanted]
        if not methods or not all(isinstance(method, Bound) for method in methods):
            return None, None
        messages = [only_diagnostics(self._ev, method) for method in methods]
        said = [message for message in messages if message is not None]
        first = said[0] if said else None
        return (first, None) if len(said) == len(messages) else (None, first)

    # What a provider lists --------------------------------------------------------------------------------------------

    def _instances(self, provider: Value, kind: EntityKind) -> list[tuple[str, Value]]:
        method_name, package = _LISTS[kind]
        if has_method(self._ev, provider, method_name) is True:
            listed = self._call(provider, method_name, [_context()])
            if isinstance(listed, Slice):
                if listed.open is not None:
                    self._notes.add(kind, method_name, listed.open)
                return self._constructed(listed, kind, package)
            if isinstance(listed, Unknown):
                self._notes.add(kind, method_name, listed)
            return []
        old = _OLD_MAPS.get(kind)
        if old is not None and has_method(self._ev, provider, old) is True:
            listed = self._call(provider, old, [_context()])
            if isinstance(listed, tuple):
                listed = listed[0]
            if isinstance(listed, Map):
                return [(str(name), self._ev.force(listed[name])) for name in sorted(listed)]
            if isinstance(listed, Unknown):
                self._notes.add(kind, old, listed)
        return []

    def _constructed(self, constructors: Slice, kind: EntityKind, package: str) -> list[tuple[str, Value]]:
        found: list[tuple[str, Value]] = []
        for position, constructor in enumerate(constructors):
            try:
                value = self._ev.call(constructor, [], _NOWHERE)
            except GoPanic as panic:
                value = Unknown(panic.construct, panic.file, panic.line)
            path = f"{sdks.FRAMEWORK}/{package}"
            response = self._filled(value, "Metadata", path, "MetadataResponse", {"ProviderTypeName": self._name})
            name = self._ev.field(response, "Name" if kind is EntityKind.FUNCTION else "TypeName")
            if isinstance(name, str) and name:
                found.append((str(name), value))
            else:
                unknown = (
                    name
                    if isinstance(name, Unknown)
                    else value
                    if isinstance(value, Unknown)
                    else Unknown("no type name")
                )
                self._notes.add(f"{kind}/#{position}", "name", unknown)
        return sorted(found, key=lambda pair: pair[0])

    # Entities ---------------------------------------------------------------------------------------------------------

    def _schema(self, value: Value, package: str, method: str) -> tuple[Value, Place]:
        """The schema value, and the method that makes it."""
        if has_method(self._ev, value, method) is True:
            response_type = {"Schema": "SchemaResponse"}.get(method, "ListResourceSchemaResponse")
            response = self._filled(value, method, f"{sdks.FRAMEWORK}/{package}", response_type, {})
            found = self._ev.field(response, "Schema")
            cause = response.fields.get(_BROKEN_OFF) if isinstance(response, Struct) else None
            if isinstance(found, Struct) and isinstance(cause, Unknown):
                self._open(found, cause)
            place = self._place(value, method)
            return found if found is not None else response if isinstance(response, Unknown) else None, place
        result = self._call(value, "GetSchema", [_context()])
        return (result[0] if isinstance(result, tuple) else result), self._place(value, "GetSchema")

    def _entity(self, schema: Value, place: Place, address: str) -> Entity:
        source = Source(place.file, place.line) if place.file else None
        sdk = self._versions(sdks.FRAMEWORK)
        struct = schema.load() if isinstance(schema, Pointer) else schema
        if not isinstance(struct, Struct):
            if struct is None and address == "provider":
                return Entity(era=Era.FRAMEWORK, sdk=sdk, source=source)
            unknown = struct if isinstance(struct, Unknown) else Unknown("no schema", place.file, place.line)
            self._notes.add(address, "attrs", unknown)
            return Entity(era=Era.FRAMEWORK, sdk=sdk, source=source, unknown=("attrs",))
        attrs, missing = self._schemas.attributes(struct, address)
        unknown_fields = list(missing)
        version = self._ev.field(struct, "Version")
        deprecated = self._ev.field(struct, "DeprecationMessage")
        for name, item in (("schema_version", version), ("deprecated", deprecated)):
            if isinstance(item, Unknown):
                self._notes.add(address, name, item)
                unknown_fields.append(name)
        return Entity(
            attrs=placed_at(attrs, source),
            era=Era.FRAMEWORK,
            sdk=sdk,
            source=standing(source, attrs),
            schema_version=int(version) if isinstance(version, int) else 0,
            deprecated=str(deprecated) if isinstance(deprecated, str) and deprecated else None,
            unknown=tuple(unknown_fields),
        )

    def _upgraders(self, value: Value, address: str) -> tuple[tuple[int, ...], tuple[Upgrader, ...], tuple[str, ...]]:
        """The versions that UpgradeState takes, its upgraders in that order, and what is not settled."""
        if has_method(self._ev, value, "UpgradeState") is not True:
            return (), (), ()
        upgraders = self._call(value, "UpgradeState", [_context()])
        if isinstance(upgraders, tuple):
            upgraders = upgraders[0]
        if isinstance(upgraders, Map) and upgraders.open is None:
            versions = sorted(int(version) for version in upgraders if isinstance(version, int))
            found = (read_state_upgrader(self._ev, one, self._ev.force(upgraders[one])) for one in versions)
            return tuple(versions), tuple(found), ()
        if upgraders is None:
            return (), (), ()
        self._notes.add(
            address, "state_upgraders", upgraders if isinstance(upgraders, Unknown) else Unknown("UpgradeState")
        )
        return (), (), ("state_upgraders",)

    def _movers(self, value: Value) -> tuple[Mover, ...]:
        """What MoveState lists; nothing hangs on what of it is not settled."""
        if has_method(self._ev, value, "MoveState") is not True:
            return ()
        listed = self._call(value, "MoveState", [_context()])
        found = [read_mover(self._ev, self._ev.force(one)) for one in listed] if isinstance(listed, Slice) else []
        return tuple(one for one in found if one is not None)

    def _function(self, value: Value, address: str) -> Entity:
        response = self._filled(value, "Definition", f"{sdks.FRAMEWORK}/function", "DefinitionResponse", {})
        place = self._place(value, "Definition")
        source = Source(place.file, place.line) if place.file else None
        definition = self._ev.field(response, "Definition")
        sdk = self._versions(sdks.FRAMEWORK)
        if not isinstance(definition, Struct):
            unknown = (
                definition if isinstance(definition, Unknown) else Unknown("no definition", place.file, place.line)
            )
            self._notes.add(address, "parameters", unknown)
            return Entity(era=Era.FRAMEWORK, sdk=sdk, source=source, unknown=("parameters", "returns"))
        listed = self._ev.field(definition, "Parameters")
        missing: list[str] = []
        if isinstance(listed, Unknown) or (isinstance(listed, Slice) and listed.open is not None):
            missing.append("parameters")
            self._notes.add(
                address, "parameters", listed if isinstance(listed, Unknown) else listed.open or Unknown("")
            )
            listed = None
        parameters = [self._parameter(item, False) for item in listed or ()]
        variadic = self._ev.field(definition, "VariadicParameter")
        if variadic is not None:
            parameters.append(self._parameter(variadic, True))
        deprecated = self._ev.field(definition, "DeprecationMessage")
        returned = self._ev.field(definition, "Return")
        return Entity(
            era=Era.FRAMEWORK,
            sdk=sdk,
            source=source,
            parameters=tuple(parameters),
            returns=cty_type(self._ev, returned, "Return"),
            deprecated=str(deprecated) if isinstance(deprecated, str) and deprecated else None,
            unknown=tuple(missing),
        )

    def _parameter(self, value: Value, variadic: bool) -> Parameter:
        name = self._ev.field(value, "Name")
        return Parameter(
            name=str(name) if isinstance(name, str) else "",
            type=cty_type(self._ev, value, "Parameter"),
            variadic=variadic,
            nullable=self._ev.field(value, "AllowNullValue") is True,
        )

    # Calls ------------------------------------------------------------------------------------------------------------

    def _filled(self, value: Value, method: str, path: str, response: str, request: dict[str, Value]) -> Value:
        """Call a method that answers by filling in its response."""
        answer = Struct(ExternalType(path, response), {})
        question = Struct(ExternalType(path, response.replace("Response", "Request")), dict(request))
        result = self._call(value, method, [_context(), question, Pointer(answer)])
        if isinstance(result, Unknown):
            if not answer.fields:
                return result
            answer.fields[_BROKEN_OFF] = result
        return answer

    def _open(self, schema: Struct, cause: Unknown) -> None:
        """Take for unfinished what a method that did not come to its end has filled in."""
        attributes = self._ev.field(schema, "Attributes")
        if isinstance(attributes, Map):
            attributes.open = attributes.open or cause
        else:
            schema.fields["Attributes"] = cause

    def _method(self, value: Value, method: str) -> Value:
        try:
            return self._ev.select(value, method, _NOWHERE)
        except GoPanic as panic:
            return Unknown(panic.construct, panic.file, panic.line)

    def _call(self, value: Value, method: str, arguments: list[Value]) -> Value:
        try:
            function = self._ev.select(value, method, _NOWHERE)
            return self._ev.call(function, arguments, _NOWHERE)
        except GoPanic as panic:
            return Unknown(panic.construct, panic.file, panic.line)

    def _place(self, value: Value, method: str) -> Place:
        function = self._method(value, method)
        if isinstance(function, Bound):
            return function.closure.place
        target = value.load() if isinstance(value, Pointer) else value
        kind = getattr(target, "type", None)
        return Place(kind.unit.file.path, kind.unit.line) if isinstance(kind, Named) else _NOWHERE


def _context() -> Value:
    return ExternalCall(External("context", "Background"), [])
