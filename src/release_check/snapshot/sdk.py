"""Values of the SDK's `schema.Provider`, `schema.Resource` and `schema.Schema` to entities and attributes."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from release_check.golang.interpreter import Evaluator
from release_check.golang.scope import Scope
from release_check.golang.types import ExternalType
from release_check.golang.values import (
    External,
    ExternalCall,
    ExternalField,
    GoPanic,
    Map,
    NamedInt,
    PackageRef,
    Place,
    Pointer,
    Slice,
    Struct,
    Thunk,
    Unknown,
    Value,
)
from release_check.model import Attribute, Entity, Era, Source
from release_check.snapshot import sdks
from release_check.snapshot.bodies import only_error
from release_check.snapshot.notes import Notes
from release_check.snapshot.validators import allowed_values

SHAPE = ("type", "required", "optional", "computed", "elem", "attrs")
"""The fields of an attribute that nothing is known of."""

_FLAGS = {
    "Required": "required",
    "Optional": "optional",
    "Computed": "computed",
    "ForceNew": "force_new",
    "Sensitive": "sensitive",
    "WriteOnly": "write_only",
}
_NUMBERS = {"MaxItems": "max_items", "MinItems": "min_items"}
_TEXTS = {"Deprecated": "deprecated", "Removed": "removed"}
_LISTS = {
    "ConflictsWith": "conflicts_with",
    "ExactlyOneOf": "exactly_one_of",
    "AtLeastOneOf": "at_least_one_of",
    "RequiredWith": "required_with",
}
_FUNCTIONS = {
    "DefaultFunc": "default",
    "StateFunc": "state",
    "DiffSuppressFunc": "diff_suppress",
    "ValidateFunc": "validate",
    "ValidateDiagFunc": "validate_diag",
    "Set": "set",
}
_CREATE = ("Create", "CreateContext", "CreateWithoutTimeout")
_READ = ("Read", "ReadContext", "ReadWithoutTimeout")
_UPDATE = ("Update", "UpdateContext", "UpdateWithoutTimeout")


class SdkReader:
    """Reads the SDK's structs with one evaluator."""

    def __init__(self, evaluator: Evaluator, notes: Notes, versions: Callable[[str], str]) -> None:
        """`versions` gives the version of a module that the ref depends on, or an empty text."""
        self._ev = evaluator
        self._notes = notes
        self._versions = versions

    def configuration(self, provider: Struct) -> Entity:
        """The provider's own configuration."""
        attrs, unknown = self._attributes(self._get(provider, "Schema"), "provider")
        era, sdk = self._era(provider)
        return Entity(attrs=attrs, era=era, sdk=sdk, source=_source(provider), unknown=unknown)

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
            found[str(name)] = self._entity(registered, name, f"{kind}/{name}")
        return found

    def _entity(self, registered: Map, name: str, address: str) -> Entity:
        self._ev.steps = 0
        value = self._ev.force(registered[name])
        place = registered.places.get(name)
        struct = value.load() if isinstance(value, Pointer) else value
        if not isinstance(struct, Struct):
            unknown = struct if isinstance(struct, Unknown) else Unknown("nil resource", *_where(place))
            self._notes.add(address, "attrs", unknown)
            source = Source(unknown.file, unknown.line) if unknown.file else None
            return Entity(era=Era.SDK_V2, source=source, unknown=("attrs",))
        return self.resource(struct, address)

    def resource(self, struct: Struct, address: str) -> Entity:
        """One `schema.Resource`."""
        unknown: list[str] = []
        schema = self._schema(struct)
        attrs, missing = self._attributes(schema, address)
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
        return Entity(
            attrs=attrs,
            era=era,
            sdk=sdk,
            source=_source(struct),
            deprecated=str(deprecated) if deprecated else None,
            soft_removed=self._soft_removed(struct),
            schema_version=int(version or 0),
            state_upgraders=self._upgraders(upgraders, address, unknown),
            migrate_state=self._present(struct, "MigrateState") is True,
            importer=self._present(struct, "Importer") is True,
            updatable=not address.startswith("resource/") or self._has_any(struct, _UPDATE),
            timeouts=self._timeouts(struct),
            unknown=tuple(unknown),
        )

    def _schema(self, struct: Struct) -> Value:
        schema = self._get(struct, "Schema")
        if schema is not None:
            return schema
        function = self._get(struct, "SchemaFunc")
        if function is None:
            return None
        try:
            return self._ev.call(function, [], Place(struct.file, struct.line))
        except GoPanic as panic:
            return Unknown(panic.construct, panic.file, panic.line)

    def _upgraders(self, upgraders: Slice | None, address: str, unknown: list[str]) -> tuple[int, ...]:
        versions: list[int] = []
        for item in upgraders or ():
            version = self._get(item, "Version")
            if isinstance(version, int):
                versions.append(int(version))
            elif version is None and isinstance(item, Struct):
                versions.append(0)
            else:
                unknown.append("state_upgraders")
        if upgraders is not None and upgraders.open is not None:
            unknown.append("state_upgraders")
            self._notes.add(address, "state_upgraders", upgraders.open)
        return tuple(sorted(versions))

    def _has_any(self, struct: Struct, fields: tuple[str, ...]) -> bool:
        """Whether one of these fields is set, or may be."""
        return any(self._present(struct, field) is not False for field in fields)

    def _timeouts(self, struct: Struct) -> tuple[str, ...]:
        timeouts = self._get(struct, "Timeouts")
        target = timeouts.load() if isinstance(timeouts, Pointer) else timeouts
        if not isinstance(target, Struct):
            return ()
        return tuple(sorted(name.lower() for name, value in target.fields.items() if value is not None))

    def _soft_removed(self, struct: Struct) -> str | None:
        messages = []
        for fields in (_CREATE, _READ):
            function = next((struct.fields[name] for name in fields if name in struct.fields), None)
            message = only_error(self._ev, function) if function is not None else None
            if message is None:
                return None
            messages.append(message)
        return messages[0]

    def _era(self, struct: Struct) -> tuple[Era, str]:
        path = struct.type.path if isinstance(struct.type, ExternalType) else sdks.SCHEMA_PACKAGES[-1]
        module = path.removesuffix("/helper/schema")
        era = Era.SDK_V2 if module.endswith("/v2") else Era.SDK_V1
        return era, self._versions(module) if module.startswith("github.com/hashicorp/terraform-plugin-sdk") else ""

    # Attributes -------------------------------------------------------------------------------------------------------

    def _attributes(self, schema: Value, address: str) -> tuple[dict[str, Attribute], tuple[str, ...]]:
        if isinstance(schema, Pointer):
            schema = schema.load()
        if isinstance(schema, Unknown):
            self._notes.add(address, "attrs", schema)
            return {}, ("attrs",)
        if not isinstance(schema, Map):
            return {}, ()
        separator = "." if address.count("/") >= (1 if address.startswith("provider") else 2) else "/"
        found: dict[str, Attribute] = {}
        for name in schema:
            if isinstance(name, str):
                place = schema.places.get(name)
                found[str(name)] = self.attribute(schema[name], f"{address}{separator}{name}", place)
        if schema.open is not None:
            self._notes.add(address, "attrs", schema.open)
            return found, ("attrs",)
        return found, ()

    def attribute(self, value: Value, address: str, place: Place | None = None) -> Attribute:
        """One `schema.Schema`."""
        self._notes.attributes += 1
        value = self._ev.force(value)
        struct = value.load() if isinstance(value, Pointer) else value
        if not isinstance(struct, Struct):
            unknown = struct if isinstance(struct, Unknown) else Unknown("nil schema", *_where(place))
            self._notes.add(address, "type", unknown)
            self._notes.unknown += 1
            source = Source(*_where(place)) if place is not None else None
            return Attribute(unknown=SHAPE, source=source)
        fields: dict[str, Any] = {}
        missing: dict[str, None] = {}
        for name, raw in struct.fields.items():
            reader = _READERS.get(name)
            if reader is not None:
                reader(self, struct, name, raw, fields, missing, address)
        self._nest(struct, fields, missing, address)
        if missing:
            self._notes.unknown += 1
        source = Source(place.file, place.line) if place is not None else _source(struct)
        return Attribute(**fields, unknown=tuple(missing), source=source)

    def _miss(self, missing: dict[str, None], address: str, field: str, value: Unknown) -> None:
        missing[field] = None
        self._notes.add(address, field, value)

    def _flag(self, struct: Struct, name: str, raw: Value, fields: Any, missing: Any, address: str) -> None:
        value = raw if isinstance(raw, bool) else self._get(struct, name)
        if value is True:
            fields[_FLAGS[name]] = True
        elif value is not False:
            self._miss(missing, address, _FLAGS[name], _as_unknown(value, struct))

    def _number(self, struct: Struct, name: str, raw: Value, fields: Any, missing: Any, address: str) -> None:
        value = self._get(struct, name)
        if isinstance(value, int):
            fields[_NUMBERS[name]] = int(value)
        else:
            self._miss(missing, address, _NUMBERS[name], _as_unknown(value, struct))

    def _text(self, struct: Struct, name: str, raw: Value, fields: Any, missing: Any, address: str) -> None:
        value = self._get(struct, name)
        if isinstance(value, str):
            if value:
                fields[_TEXTS[name]] = str(value)
        else:
            self._miss(missing, address, _TEXTS[name], _as_unknown(value, struct))

    def _list(self, struct: Struct, name: str, raw: Value, fields: Any, missing: Any, address: str) -> None:
        value = self._get(struct, name)
        if value is None:
            return
        if isinstance(value, Slice) and value.open is None and all(isinstance(item, str) for item in value):
            fields[_LISTS[name]] = tuple(sorted(str(item) for item in value))
        else:
            self._miss(missing, address, _LISTS[name], _as_unknown(value, struct))

    def _function(self, struct: Struct, name: str, raw: Value, fields: Any, missing: Any, address: str) -> None:
        present = self._present(struct, name)
        if present:
            known = {*fields.get("funcs", ()), _FUNCTIONS[name]}
            fields["funcs"] = tuple(sorted(known))
            if _FUNCTIONS[name].startswith("validate"):
                values = allowed_values(self._ev, raw)
                if values:
                    fields["allowed_values"] = values
        elif present is None:
            self._miss(missing, address, "funcs", _as_unknown(self._get(struct, name), struct))

    def _default(self, struct: Struct, name: str, raw: Value, fields: Any, missing: Any, address: str) -> None:
        value = self._get(struct, name)
        if isinstance(value, bool):
            fields["default"] = value
        elif isinstance(value, str | int | float):
            fields["default"] = str(value) if isinstance(value, str) else _plain(value)
        elif value is not None:
            self._miss(missing, address, "default", _as_unknown(value, struct))

    def _type(self, struct: Struct, name: str, raw: Value, fields: Any, missing: Any, address: str) -> None:
        kind = _type_name(self._get(struct, name))
        if kind:
            fields["type"] = kind
        else:
            self._miss(missing, address, "type", _as_unknown(raw, struct))

    def _mode(self, struct: Struct, name: str, raw: Value, fields: Any, missing: Any, address: str) -> None:
        value = self._get(struct, name)
        if isinstance(value, int):
            if value:
                fields["config_mode"] = ("", "attr", "block")[value]
        else:
            self._miss(missing, address, "block", _as_unknown(value, struct))

    def _nest(self, struct: Struct, fields: dict[str, Any], missing: dict[str, None], address: str) -> None:
        if "Elem" not in struct.fields:
            return
        elem = self._get(struct, "Elem")
        kind = _type_name(elem)
        if kind:
            fields["elem"] = Attribute(type=kind)
            return
        target = elem.load() if isinstance(elem, Pointer) else elem
        if target is None:
            return
        if not isinstance(target, Struct):
            self._miss(missing, address, "elem", _as_unknown(target, struct))
            return
        name = getattr(target.type, "name", "")
        if name == "Resource":
            attrs, unknown = self._attributes(self._schema(target), address)
            fields["attrs"] = attrs
            missing.update(dict.fromkeys(unknown))
            if _is_block(fields):
                fields["block"] = True
        elif name == "Schema":
            self._notes.attributes -= 1
            fields["elem"] = self.attribute(target, address)
        else:
            self._miss(missing, address, "elem", _as_unknown(target, struct))

    # Values -----------------------------------------------------------------------------------------------------------

    def _get(self, value: Value, name: str) -> Value:
        return self._ev.field(value, name)

    def _present(self, struct: Struct, name: str) -> bool | None:
        """Whether a field that holds a function or pointer is set; looked at without evaluating more than needed."""
        raw = struct.fields.get(name)
        if type(raw) is Thunk and raw.scope is not None and _names_a_function(self._ev, raw.node, raw.scope):
            return True
        value = self._ev.field(struct, name)
        if value is None:
            return False
        if isinstance(value, External | ExternalCall | ExternalField):
            return True
        return None if isinstance(value, Unknown) else True


def _names_a_function(ev: Evaluator, node: Any, scope: Scope) -> bool:
    if node[0] == "call":
        # what an outside function returns is not nil; what one of our own returns has to be seen
        node = node[2]
        if node[0] != "sel" or node[2][0] != "id":
            return False
        package = ev.eval(node[2], scope)
        return isinstance(package, PackageRef) and ev.program.package(package.path) is None
    if node[0] == "id":
        entry = ev.program.entry(scope.unit.file.package, node[2])
        return entry is not None and entry.declaration.kind == "func" and scope.holder(node[2]) is None
    if node[0] == "sel" and node[2][0] == "id":
        owner = ev.eval(node[2], scope)
        if isinstance(owner, PackageRef):
            package = ev.program.package(owner.path)
            if package is None or package.directory.startswith("vendor/"):
                return True
            entry = ev.program.entry(package, node[3])
            return entry is not None and entry.declaration.kind == "func"
    return False


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


def _plain(value: int | float) -> int | float:
    return int(value) if isinstance(value, int) else float(value)


def _as_unknown(value: Value, struct: Struct) -> Unknown:
    return value if isinstance(value, Unknown) else Unknown(type(value).__name__, struct.file, struct.line)


def _source(struct: Struct) -> Source | None:
    return Source(struct.file, struct.line) if struct.file else None


def _where(place: Place | None) -> tuple[str, int]:
    return (place.file, place.line) if place is not None else ("", 0)


_READERS: dict[str, Callable[..., None]] = {
    **dict.fromkeys(_FLAGS, SdkReader._flag),
    **dict.fromkeys(_NUMBERS, SdkReader._number),
    **dict.fromkeys(_TEXTS, SdkReader._text),
    **dict.fromkeys(_LISTS, SdkReader._list),
    **dict.fromkeys(_FUNCTIONS, SdkReader._function),
    "Default": SdkReader._default,
    "Type": SdkReader._type,
    "ConfigMode": SdkReader._mode,
}
