"""The SDK's `schema.StateUpgrader`: what each takes, and the schema that was saved for it.

The guide asks for three fields: `Type` from a saved schema, `Upgrade`, and `Version` (Resources - State Migration).
"""

from __future__ import annotations

import re
from typing import Any

from release_check.golang.interpreter import Evaluator
from release_check.golang.types import ExternalType
from release_check.golang.values import (
    Closure,
    ExternalCall,
    ExternalField,
    Map,
    Pointer,
    Struct,
    Thunk,
    Value,
)
from release_check.model import TypedBy, Upgrader
from release_check.snapshot.bodies import closure_of
from release_check.snapshot.notes import Notes
from release_check.snapshot.places import source_at
from release_check.snapshot.presence import present
from release_check.snapshot.sdk_attributes import AttributeReader

_SCHEMA_FIELDS = frozenset({"Schema", "SchemaFunc"})
_ASSERTED = re.compile(
    rb"(?P<before>[^\n]*?)\b(?P<map>\w+)\[\"(?P<key>\w+)\"\]\.\((?:string|bool|int|float64|\[\]|map\[)", re.MULTILINE
)


def read_upgrader(ev: Evaluator, item: Value) -> Upgrader | None:
    """One element of `StateUpgraders`; None where its version is not settled."""
    struct = item.load() if isinstance(item, Pointer) else item
    if not isinstance(struct, Struct):
        return None
    version = ev.field(struct, "Version")
    if version is not None and not isinstance(version, int):
        return None
    upgrades = present(ev, struct, "Upgrade")
    raw = struct.fields.get("Upgrade")
    name = _name_of(raw)
    fields: dict[str, Any] = {}
    if upgrades:
        fields["function"], fields["asserts"] = _function(ev, raw, name)
    return Upgrader(
        version=int(version or 0),
        numbered=version is not None,
        upgrades=upgrades is not False,
        source=source_at(struct),
        **_typed(ev, struct),
        **fields,
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


def _name_of(value: Value) -> str:
    if isinstance(value, Thunk) and value.node and value.node[0] in ("id", "sel"):
        return str(value.node[-1])
    return ""


def _function(ev: Evaluator, raw: Value, name: str) -> tuple[str, tuple[str, ...]]:
    closure = closure_of(ev, raw)
    if closure is None and isinstance(raw, Thunk):
        made = ev.force(raw)
        closure = made if isinstance(made, Closure) else None
    if closure is None:
        return name, ()
    ev.note(closure)
    return name or function_name(closure), asserted(closure)


def function_name(closure: Closure) -> str:
    """The name under which tests know a function: its own, or for what a method makes the method's."""
    entry = closure.unit.entry
    if entry is None or not entry.declaration.names:
        return ""
    name, owner = entry.declaration.names[0], entry.declaration.receiver
    if owner:
        return f"{owner}.{name}"
    return name if closure.entry is entry else ""


def asserted(closure: Closure) -> tuple[str, ...]:
    """The keys whose value a function takes for one of some type, `raw["x"].(string)`, without looking first."""
    text = closure.text
    if closure.declaration is not None:
        text = closure.declaration.declaration.text
    elif text is None and closure.unit.entry is not None:
        text = closure.unit.entry.declaration.text
    if text is None:
        return ()
    keys: set[str] = set()
    for match in _ASSERTED.finditer(text):
        before, key = match["before"], match["key"]
        checked = b'["' + key + b'"]; ' in text or b", ok" in before or b"//" in before
        guarded = re.search(rb"(?:\bok\b|!= nil)[^\n]*\{", text[: match.start()]) is not None
        if not checked and not guarded:
            keys.add(key.decode())
    return tuple(sorted(keys))
