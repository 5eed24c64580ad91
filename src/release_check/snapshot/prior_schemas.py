"""The framework's `resource.StateUpgrader` and `StateMover`: the schemas that they read state with.

Of an upgrader also whether its function can do without one; of a mover, the types whose state it takes over.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from release_check.golang.interpreter import Evaluator
from release_check.golang.scope import Scope
from release_check.golang.tree import Node
from release_check.golang.values import Bound, Closure, GoPanic, Pointer, Struct, Unknown, Value
from release_check.model import Attribute, Mover, Source, TypedBy, Upgrader
from release_check.snapshot.bodies import closure_of
from release_check.snapshot.framework_schema import SchemaReader
from release_check.snapshot.nodes import nodes
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
    schema, saved = _schema(ev, struct, "PriorSchema")
    typed = TypedBy.SAVED if isinstance(schema, Struct) else TypedBy.UNKNOWN
    if schema is None:
        typed = TypedBy.NONE if closure is not None and _needs_prior(_text(closure)) else TypedBy.RAW
    return Upgrader(
        version=version,
        typed=typed,
        upgrades=raw is not None,
        function=function_name(closure) if closure is not None else "",
        saved=saved,
        source=source_at(struct),
    )


def read_mover(ev: Evaluator, value: Value) -> Mover | None:
    """One element of what `MoveState` returns; None where it is not settled."""
    struct = value.load() if isinstance(value, Pointer) else value
    if not isinstance(struct, Struct):
        return None
    raw = struct.fields.get("StateMover")
    closure = closure_of(ev, raw) or _forced(ev, raw)
    takes: tuple[str, ...] = ()
    if closure is not None:
        ev.note(closure)
        takes = _types_asked(ev, closure)
    _value, saved = _schema(ev, struct, "SourceSchema")
    name = function_name(closure) if closure is not None else ""
    return Mover(takes=takes, function=name, saved=saved, source=source_at(struct))


def _types_asked(ev: Evaluator, closure: Closure) -> tuple[str, ...]:
    """The types that a function compares `SourceTypeName` with: by operator, or as the cases of a switch."""
    try:
        ev.parse(closure)
    except GoPanic:
        return ()
    scope, asked = Scope(closure.unit, closure.scope), list[Node]()
    for node in nodes(closure.body or ()):
        if node[0] == "binary" and node[2] in ("==", "!=") and _is_type_name(node[3]):
            asked.append(node[4])
        elif node[0] == "switch" and node[3] is not None and _is_type_name(node[3]):
            asked += [one for wanted, _body in node[4] for one in wanted or ()]
    values = [ev.attempt(one, scope) for one in asked]
    return tuple(sorted({str(value) for value in values if isinstance(value, str)}))


def _is_type_name(node: Node) -> bool:
    return bool(node[0] == "sel" and node[3] == "SourceTypeName")


def _schema(ev: Evaluator, struct: Struct, field: str) -> tuple[Value, Mapping[str, Attribute] | None]:
    """The schema that stored state is read with, as a value and as shapes; none where that is not settled."""
    value = ev.field(struct, field)
    schema = value.load() if isinstance(value, Pointer) else value
    if not isinstance(schema, Struct):
        return schema, None
    attrs, missing = SchemaReader(ev, Notes()).attributes(schema, "saved")
    return schema, None if missing else shapes(attrs)


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
