"""The SDK's `schema.StateUpgrader`: what each takes, and the schema that was saved for it.

The guide asks for three fields: `Type` from a saved schema, `Upgrade`, and `Version` (Resources - State Migration).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from release_check.golang.interpreter import Evaluator
from release_check.golang.scope import Scope
from release_check.golang.types import ExternalType
from release_check.golang.values import (
    Closure,
    ExternalCall,
    ExternalField,
    GoPanic,
    Map,
    Pointer,
    Struct,
    Thunk,
    Value,
)
from release_check.model import Source, StoredKeys, TypedBy, Upgrader
from release_check.snapshot.bodies import closure_of
from release_check.snapshot.notes import Notes
from release_check.snapshot.places import source_at
from release_check.snapshot.presence import present
from release_check.snapshot.sdk_attributes import AttributeReader
from release_check.snapshot.stored_keys import called, stored_keys

_SCHEMA_FIELDS = frozenset({"Schema", "SchemaFunc"})


def read_upgrader(ev: Evaluator, item: Value) -> Upgrader | None:
    """One element of `StateUpgraders`; None where its version is not settled."""
    struct = item.load() if isinstance(item, Pointer) else item
    if not isinstance(struct, Struct):
        return None
    version = ev.field(struct, "Version")
    if version is not None and not isinstance(version, int):
        return None
    upgrades = present(ev, struct, "Upgrade")
    function = _function(ev, struct.fields.get("Upgrade"), source_at(struct)) if upgrades else _Function()
    return Upgrader(
        version=int(version or 0),
        numbered=version is not None,
        upgrades=upgrades is not False,
        function=function.name,
        keys=function.keys,
        source=function.source or source_at(struct),
        **_typed(ev, struct),
    )


def _typed(ev: Evaluator, struct: Struct) -> dict[str, Any]:
    value = ev.field(struct, "Type")
    if value is None:
        return {"typed": TypedBy.NONE}
    resource = _receiver(_receiver(value, "ImpliedType"), "CoreConfigSchema")
    resource = resource.load() if isinstance(resource, Pointer) else resource
    reader = AttributeReader(ev, Notes(), shapes_only=True)
    if isinstance(resource, Map):
        schema: Value = resource
        extra: tuple[str, ...] = ()
    elif isinstance(resource, Struct):
        schema = reader.schema_of(resource)
        extra = tuple(sorted(name for name, field in resource.fields.items() if _is_extra(name, field)))
    elif resource is not None or not _is_type(value):
        return {"typed": TypedBy.UNKNOWN}
    else:
        return {"typed": TypedBy.OTHER}
    attrs, missing = reader.attributes(schema, "saved")
    return {"saved": None if missing or schema is None else attrs, "extra": extra}


def _receiver(value: Value, method: str) -> Value:
    """What a method was called on, where a value is what that method of something outside returned."""
    if isinstance(value, ExternalCall) and isinstance(value.function, ExternalField) and value.function.name == method:
        return value.function.of
    return None


def _is_extra(name: str, field: Value) -> bool:
    return name not in _SCHEMA_FIELDS and field is not None


def _is_type(value: Value) -> bool:
    """Whether a value is a type that is written out, such as `cty.Object(…)`, rather than something unsettled."""
    if isinstance(value, ExternalCall):
        return "go-cty" in str(getattr(value.function, "path", "")) or "ImpliedType" in value.construct
    return isinstance(value, Struct) and isinstance(value.type, ExternalType)


class _Function(NamedTuple):
    """An upgrade function: its name, where it stands, and what it does with the stored keys."""

    name: str = ""
    source: Source | None = None
    """None where it stands beside the upgrader."""
    keys: StoredKeys | None = None


def _function(ev: Evaluator, raw: Value, listed: Source | None) -> _Function:
    closure = closure_of(ev, raw)
    if closure is None and isinstance(raw, Thunk):
        made = ev.force(raw)
        closure = made if isinstance(made, Closure) else None
    if closure is None:
        return _Function(_plain_name(raw))
    ev.note(closure)
    keys = stored_keys(ev, closure)
    name = _plain_name(raw) or function_name(closure)
    inner = None if name else _handed_on_to(ev, closure)
    if inner is not None and function_name(inner):
        ev.note(inner)
        return _Function(function_name(inner), Source(inner.place.file, inner.place.line), keys)
    return _Function(name or _maker(closure, listed), None, keys)


def _plain_name(value: Value) -> str:
    if isinstance(value, Thunk) and value.node and value.node[0] in ("id", "sel"):
        return str(value.node[-1])
    return ""


def _maker(closure: Closure, listed: Source | None) -> str:
    """The function that one without a name is written in, unless the upgrader is written there too."""
    entry = closure.unit.entry
    if entry is None or listed is None:
        return ""
    first, last = entry.unit.line, entry.last_line
    if entry.unit.file.path == listed.file and first <= listed.line <= last:
        return ""
    return str(entry.declaration.names[0]) if entry.declaration.names else ""


def _handed_on_to(ev: Evaluator, closure: Closure) -> Closure | None:
    """The function whose result one written in place ends by returning."""
    try:
        ev.parse(closure)
    except GoPanic:
        return None
    body = closure.body or ()
    if not body or body[-1][0] != "return" or len(body[-1][2]) != 1:
        return None
    call = body[-1][2][0]
    return called(ev, call[2], Scope(closure.unit, closure.scope)) if call[0] == "call" else None


def function_name(closure: Closure) -> str:
    """The name under which tests know a function: its own, or for what a method makes the method's."""
    entry = closure.unit.entry
    if entry is None or not entry.declaration.names:
        return ""
    name, owner = entry.declaration.names[0], entry.declaration.receiver
    if owner:
        return f"{owner}.{name}"
    return name if closure.entry is entry else ""
