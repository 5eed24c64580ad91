"""Values of the SDK's `schema.Provider`, `schema.Resource` and `schema.Schema` to entities and attributes."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection
from typing import Any

from release_check.golang.interpreter import Evaluator
from release_check.golang.types import ExternalType
from release_check.golang.values import (
    Bound,
    Closure,
    Map,
    Pointer,
    Slice,
    Struct,
    Thunk,
    Unknown,
    Value,
)
from release_check.model import Entity, Era, Source, Upgrader
from release_check.snapshot import sdks
from release_check.snapshot.bodies import only_error
from release_check.snapshot.migrate_state import read_migration
from release_check.snapshot.notes import Notes
from release_check.snapshot.places import source_at, standing
from release_check.snapshot.presence import present
from release_check.snapshot.reuse import Reuse, root_of
from release_check.snapshot.sdk_attributes import AttributeReader
from release_check.snapshot.upgraders import read_upgrader

_CREATE = ("Create", "CreateContext", "CreateWithoutTimeout")
_READ = ("Read", "ReadContext", "ReadWithoutTimeout")
_UPDATE = ("Update", "UpdateContext", "UpdateWithoutTimeout")


class SdkReader:
    """Reads the SDK's structs with one evaluator."""

    def __init__(
        self, evaluator: Evaluator, notes: Notes, versions: Callable[[str], str], reuse: Reuse | None = None
    ) -> None:
        """`versions` gives the version of a module that the ref depends on, or an empty text."""
        self._reuse = reuse or Reuse(evaluator, notes)
        self._ev = evaluator
        self._notes = notes
        self._versions = versions
        self._attributes = AttributeReader(evaluator, notes)

    def configuration(self, provider: Struct) -> Entity:
        """The provider's own configuration."""
        attrs, unknown = self._attributes.attributes(self._get(provider, "Schema"), "provider")
        era, sdk = self._era(provider)
        return Entity(attrs=attrs, era=era, sdk=sdk, source=source_at(provider), unknown=unknown)

    def entities(
        self, provider: Struct, field: str, kind: str, only: Collection[tuple[str, str]] | None
    ) -> dict[str, Entity]:
        """What a provider's `ResourcesMap` or `DataSourcesMap` holds."""
        registered = self._get(provider, field)
        if isinstance(registered, Unknown):
            self._notes.add(kind, field, registered)
            return {}
        if not isinstance(registered, Map):
            return {}
        if registered.open is not None:
            self._notes.add(kind, field, registered.open)
        found: dict[str, Entity] = {}
        for name in sorted(key for key in registered if isinstance(key, str)):
            if only is not None and (kind, name) not in only:
                continue
            address = f"{kind}/{name}"
            waiting = registered[name] = self._reuse.fetched(registered[name])
            read = functools.partial(self._entity, registered, name, address)
            found[str(name)] = self._reuse.read(address, root_of(waiting), read, waiting)
            if isinstance(waiting, Thunk):
                # all that entities are made of takes several times as much room as what was read of them
                waiting.forget()
        return found

    def _entity(self, registered: Map, name: str, address: str) -> Entity:
        self._ev.fresh()
        value = self._ev.force(registered[name])
        place = registered.places.get(name)
        struct = value.load() if isinstance(value, Pointer) else value
        if not isinstance(struct, Struct):
            unknown = (
                struct
                if isinstance(struct, Unknown)
                else Unknown("nil resource", place.file if place else "", place.line if place else 0)
            )
            self._notes.add(address, "attrs", unknown)
            source = Source(unknown.file, unknown.line) if unknown.file else None
            return Entity(era=Era.SDK_V2, source=source, unknown=("attrs",))
        return self.resource(struct, address)

    def resource(self, struct: Struct, address: str) -> Entity:
        """One `schema.Resource`."""
        unknown: list[str] = []
        attrs, missing = self._attributes.attributes(self._attributes.schema_of(struct), address)
        unknown.extend(missing)
        era, sdk = self._era(struct)

        def known(field: str, name: str, wanted: type | tuple[type, ...]) -> Any:
            value = self._get(struct, field)
            if isinstance(value, Unknown):
                unknown.append(name)
                self._notes.add(address, name, value)
                return None
            return value if isinstance(value, wanted) and not isinstance(value, bool) else None

        upgraders = known("StateUpgraders", "state_upgraders", Slice)
        deprecated = known("DeprecationMessage", "deprecated", str)
        version = known("SchemaVersion", "schema_version", int)
        versions, listed = self._upgraders(upgraders, address, unknown)
        migrates = self._present(struct, "MigrateState", "migrate_state", address, unknown)
        soft_removed, half_removed = self._soft_removed(struct, address)
        return Entity(
            attrs=attrs,
            era=era,
            sdk=sdk,
            source=standing(source_at(struct), attrs),
            deprecated=str(deprecated) if deprecated else None,
            soft_removed=soft_removed,
            half_removed=half_removed,
            schema_version=int(version or 0),
            state_upgraders=versions,
            migrate_state=migrates,
            upgraders=listed,
            migration=read_migration(self._ev, struct.fields["MigrateState"]) if migrates else None,
            importer=self._present(struct, "Importer", "importer", address, unknown),
            updatable=not address.startswith("resource/") or self._has_any(struct, _UPDATE),
            timeouts=self._timeouts(known("Timeouts", "timeouts", (Struct, Pointer))),
            unknown=tuple(unknown),
        )

    def _upgraders(
        self, upgraders: Slice | None, address: str, unknown: list[str]
    ) -> tuple[tuple[int, ...], tuple[Upgrader, ...]]:
        """Their versions in order, and the upgraders as they are listed."""
        found: list[Upgrader] = []
        for item in upgraders or ():
            upgrader = read_upgrader(self._ev, item)
            if upgrader is None:
                unknown.append("state_upgraders")
            else:
                found.append(upgrader)
        if upgraders is not None and upgraders.open is not None:
            unknown.append("state_upgraders")
            self._notes.add(address, "state_upgraders", upgraders.open)
        return tuple(sorted(upgrader.version for upgrader in found)), tuple(found)

    def _has_any(self, struct: Struct, fields: tuple[str, ...]) -> bool:
        """Whether one of these fields is set, or may be."""
        return any(present(self._ev, struct, field) is not False for field in fields)

    def _present(self, struct: Struct, field: str, name: str, address: str, unknown: list[str]) -> bool:
        """Whether a field is set; listed as unknown where that is not settled."""
        there = present(self._ev, struct, field)
        if there is None:
            unknown.append(name)
            value = self._get(struct, field)
            cause = value if isinstance(value, Unknown) else Unknown(field, struct.file, struct.line)
            self._notes.add(address, name, cause)
        return there is True

    def _timeouts(self, timeouts: Value) -> tuple[str, ...]:
        target = timeouts.load() if isinstance(timeouts, Pointer) else timeouts
        if not isinstance(target, Struct):
            return ()
        return tuple(sorted(name.lower() for name, value in target.fields.items() if value is not None))

    def _soft_removed(self, struct: Struct, address: str) -> tuple[str | None, str | None]:
        """The message with which all of Create and Read only return an error, or else the one of them that does."""
        uses = (_READ,) if address.startswith("data-source/") else (_CREATE, _READ)
        functions = [next((struct.fields[name] for name in fields if name in struct.fields), None) for fields in uses]
        messages = [only_error(self._ev, one) if one is not None else None for one in functions]
        said = [message for message in messages if message is not None]
        if not said or len(said) == len(messages):
            return (said[0] if said else None), None
        working = functions[messages.index(None)]
        # nil, or what comes from outside, cannot be said to work
        return None, said[0] if isinstance(self._ev.force(working), Closure | Bound) else None

    def _era(self, struct: Struct) -> tuple[Era, str]:
        path = struct.type.path if isinstance(struct.type, ExternalType) else sdks.SCHEMA_PACKAGES[-1]
        module = path.removesuffix("/helper/schema")
        era = Era.SDK_V2 if module.endswith("/v2") else Era.SDK_V1
        return era, self._versions(module)

    def _get(self, value: Value, name: str) -> Value:
        return self._ev.field(value, name)
