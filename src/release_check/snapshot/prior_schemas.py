"""The framework's `resource.StateUpgrader`: its prior schema, and whether its function can do without one."""

from __future__ import annotations

import re
from collections.abc import Mapping

from release_check.golang.interpreter import Evaluator
from release_check.golang.values import Bound, Closure, Pointer, Struct, Unknown, Value
from release_check.model import Attribute, Source, TypedBy, Upgrader
from release_check.snapshot.bodies import closure_of
from release_check.snapshot.framework_schema import SchemaReader
from release_check.snapshot.notes import Notes
from release_check.snapshot.places import source_at
from release_check.snapshot.upgraders import function_name

_READS_STATE = re.compile(rb"\breq\w*\.State\.\w+\(")


def read_state_upgrader(ev: Evaluator, version: int, value: Value) -> Upgrader:
    """One element of what `UpgradeState` returns."""
    struct = value.load() if isinstance(value, Pointer) else value
    if not isinstance(struct, Struct):
        source = Source(value.file, value.line) if isinstance(value, Unknown) and value.file else None
        return Upgrader(version=version, typed=TypedBy.UNKNOWN, source=source)
    raw = struct.fields.get("StateUpgrader")
    closure = closure_of(ev, raw) or _forced(ev, raw)
    if closure is not None:
        ev.note(closure)
    prior = ev.field(struct, "PriorSchema")
    schema = prior.load() if isinstance(prior, Pointer) else prior
    saved, typed = None, TypedBy.SAVED
    if isinstance(schema, Struct):
        attrs, missing = SchemaReader(ev, Notes()).attributes(schema, "saved")
        saved = None if missing else shapes(attrs)
    elif schema is None:
        typed = TypedBy.NONE if closure is not None and _needs_prior(_text(closure)) else TypedBy.RAW
    else:
        typed = TypedBy.UNKNOWN
    return Upgrader(
        version=version,
        typed=typed,
        upgrades=raw is not None,
        function=function_name(closure) if closure is not None else "",
        saved=saved,
        source=source_at(struct),
    )


def shapes(attrs: Mapping[str, Attribute]) -> Mapping[str, Attribute]:
    """Attributes with no more than their types, nesting and places."""
    return {name: _shape(attribute) for name, attribute in attrs.items()}


def _shape(attribute: Attribute) -> Attribute:
    return Attribute(
        type=attribute.type,
        elem=_shape(attribute.elem) if attribute.elem is not None else None,
        attrs=shapes(attribute.attrs),
        block=attribute.block,
        cty=attribute.cty,
        unknown=tuple(name for name in attribute.unknown if name in _OF_SHAPE),
        source=attribute.source,
    )


_OF_SHAPE = frozenset({"type", "elem", "attrs"})


def _forced(ev: Evaluator, raw: Value) -> Closure | None:
    value = ev.force(raw)
    if isinstance(value, Bound):
        return value.closure
    return value if isinstance(value, Closure) else None


def _needs_prior(text: bytes) -> bool:
    """Whether a function reads state decoded with a prior schema, and does not look at the raw one first."""
    return b".RawState" not in text and _READS_STATE.search(text) is not None


def _text(closure: Closure) -> bytes:
    if closure.declaration is not None:
        return closure.declaration.declaration.text
    if closure.text is not None:
        return closure.text
    return closure.unit.entry.declaration.text if closure.unit.entry is not None else b""
