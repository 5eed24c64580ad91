"""What was read of an entity at one ref, taken over at another where nothing that it was read from has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from release_check.golang.interpreter import Evaluator
from release_check.golang.packages import Entry
from release_check.golang.scope import Scope
from release_check.golang.types import ExternalType, Named
from release_check.golang.values import (
    Bound,
    Closure,
    Deferred,
    External,
    ExternalCall,
    ExternalField,
    PackageRef,
    Pointer,
    Slice,
    Struct,
    Thunk,
    Value,
)
from release_check.model import Entity, Unresolved
from release_check.snapshot import sdks
from release_check.snapshot.moves import Move, Moved, sources
from release_check.snapshot.notes import Notes
from release_check.snapshot.trail import Carried, Followed, Trail, laid


class Reading(NamedTuple):
    """What reading one entity gave, and what it was read from."""

    entity: Entity
    unresolved: tuple[Unresolved, ...]
    attributes: int
    needs: frozenset[Any]
    stood: tuple[tuple[Entry, str, int, int], ...]
    """The declarations that its sources stand in: file, first and last line at the time."""


class Readings:
    """The last reading of each entity, with what it was made from, for one process."""

    def __init__(self) -> None:
        self._known: dict[Any, tuple[Any, Reading]] = {}
        self.fetching: set[Any] = set()
        """What is called to get entities out of variables that the program stored them in."""

    def find(self, ev: Evaluator, key: Any, root: Any) -> Reading | None:
        """The reading of an entity if it is made from `root` still, and all that it needed is as it was."""
        made_from, known = self._known.get(key, (None, None))
        if known is None or made_from != root:
            return None
        if not ev.program.holds(known.needs) or not known.needs.isdisjoint(ev.mutated):
            return None
        moved = Moved(Move(file, first, last, *_span(entry)[:2]) for entry, file, first, last in known.stood)
        if not moved:
            return known
        shifted = known._replace(
            entity=moved.entity(known.entity),
            unresolved=tuple(moved.unresolved(item) for item in known.unresolved),
            stood=tuple((entry, *_span(entry)) for entry, _file, _first, _last in known.stood),
        )
        self._known[key] = (root, shifted)
        return shifted

    def keep(self, ev: Evaluator, key: Any, root: Any, reading: Reading) -> Reading | None:
        """Keep a reading, unless it depends on variables that the program stores into while it starts."""
        needs = _settled(reading.needs)
        if not needs.isdisjoint(ev.mutated):
            return None
        kept = reading._replace(needs=needs, stood=tuple(_standing(needs, reading)))
        self._known[key] = (root, kept)
        return kept


class Reuse:
    """Reads entities, or takes them over from an earlier reading."""

    def __init__(
        self,
        ev: Evaluator,
        notes: Notes,
        readings: Readings | None = None,
        setting: Any = (),
        versions: Callable[[str], str] = lambda _module: "",
        carried: Carried | None = None,
    ) -> None:
        """Take what there is to take over from.

        Args:
            ev: evaluates what has to be read.
            notes: told what is unresolved, of what is taken over too.
            readings: those of this process.
            setting: what else a reading depends on: environment variables.
            versions: those of the SDKs here.
            carried: what another process read of another ref.
        """
        self._ev = ev
        self._notes = notes
        self._readings = readings
        self._setting = setting
        self._versions = versions
        self._carried = carried
        self._followed: dict[str, Followed] = {}

    def trail(self) -> Trail:
        """What each entity was read from, for another process that reads another ref."""
        return laid(self._ev.program, self._followed)

    def fetched(self, value: Value) -> Value:
        """What an entity is made from, where the program put it away while it started and now calls for it again."""
        if isinstance(value, Thunk) and self._readings is not None and _call_of(value) in self._readings.fetching:
            self._ev.fresh()
            return self._ev.fetch(value)
        return value

    def read(self, address: str, root: Any, read: Callable[[], Entity], value: Value = None) -> Entity:
        """The entity at an address that is made from `root`, and waits as `value`; `read` reads it where not known."""
        if self._readings is None or root is None:
            return read()
        call = _call_of(value)
        key = (address, self._setting)
        known = self._readings.find(self._ev, key, root)
        if known is not None:
            self._notes.take(known.unresolved, known.attributes)
            self._followed[address] = Followed(root, known.needs, known.unresolved, known.attributes)
            return self._dated(known.entity)
        carried = self._carried.find(self._ev, address, root) if self._carried is not None else None
        if carried is not None:
            self._notes.take(carried.followed.unresolved, carried.followed.attributes)
            self._followed[address] = carried.followed
            return self._dated(carried.entity)
        mark = self._notes.mark()
        parsed, self._ev.program.parsed = self._ev.program.parsed, None
        with self._ev.recording() as needs:
            entity = read()
        self._ev.program.parsed = parsed
        unresolved, attributes = self._notes.since(mark)
        kept = self._readings.keep(self._ev, key, root, Reading(entity, unresolved, attributes, frozenset(needs), ()))
        if kept is not None:
            self._followed[address] = Followed(root, kept.needs, unresolved, attributes)
        elif call is not None:
            self._readings.fetching.add(call)
        return entity

    def _dated(self, entity: Entity) -> Entity:
        """The entity with the version that its SDK has at this ref."""
        version = self._versions(sdks.MODULES[entity.era])
        return entity if entity.sdk in ("", version) else msgspec.structs.replace(entity, sdk=version)


class _NoRoot(Exception):
    """A value that is not made of declarations and plain values alone."""


def root_of(value: Value) -> Any:
    """What an entity that was not made yet is made from, as something that can be compared; None where it cannot."""
    try:
        if isinstance(value, Thunk) and not value.waiting:
            return None
        if isinstance(value, Deferred):
            return ("call", _print(value.function, 0), tuple(_print(item, 0) for item in value.arguments))
        if isinstance(value, Thunk):
            return ("node", _shape(value.node), tuple(_names(value.node, value.scope)))
        if isinstance(value, Closure | Bound):
            return ("call", _print(value, 0), ())
    except _NoRoot:
        return None
    return None


def _call_of(value: Value) -> Any:
    """What is called to make a value that waits, whatever is passed to it; None where that is nothing to compare."""
    try:
        if isinstance(value, Deferred):
            return _print(value.function, 0)
        if isinstance(value, Thunk) and value.waiting and value.node[0] == "call":
            return (_shape(value.node[2]), tuple(_names(value.node[2], value.scope)))
    except _NoRoot:
        return None
    return None


def _shape(node: Any) -> Any:
    """An expression without the rows it stands on."""
    if not isinstance(node, tuple):
        return node
    if len(node) > 1 and isinstance(node[0], str) and isinstance(node[1], int):
        return (node[0], *map(_shape, node[2:]))
    if len(node) == 3 and isinstance(node[2], int) and not isinstance(node[0], str):
        return (_shape(node[0]), _shape(node[1]))
    return tuple(map(_shape, node))


def root_of_made(value: Value) -> Any:
    """The same for a value that was made already, and is not changed any more."""
    try:
        return ("made", _print(value, 0))
    except _NoRoot:
        return None


def _names(node: Any, scope: Scope) -> Iterator[tuple[str, str]]:
    """The packages that an expression names, by name; what else it names is looked up while it is evaluated."""
    if node and node[0] == "id" and isinstance(node[2], str):
        if scope.holder(node[2]) is not None:
            raise _NoRoot
        path = scope.unit.file.imports.get(node[2])
        yield (node[2], path if path is not None else scope.unit.file.package.path)
        return
    if node and node[0] in ("func", "lazyfunc"):
        raise _NoRoot
    for part in node:
        if isinstance(part, tuple):
            yield from _names(part, scope)


_DEPTH = 6


def _print(value: Value, depth: int) -> Any:
    """A value as plain data that is equal for equal values."""
    if depth > _DEPTH:
        raise _NoRoot
    if value is None or isinstance(value, str | int | float):
        return (type(value).__name__, value)
    for kind, printed in _PRINTS:
        if isinstance(value, kind):
            return (kind.__name__, *printed(value, depth + 1))
    raise _NoRoot


def _print_all(values: Iterable[Value], depth: int) -> tuple[Any, ...]:
    return tuple(_print(value, depth) for value in values)


def _print_struct(value: Struct, depth: int) -> tuple[Any, ...]:
    fields = tuple((name, _print(item, depth)) for name, item in sorted(value.fields.items()))
    return (_print_type(value.type), fields)


def _print_closure(value: Closure, _depth: int) -> tuple[Any, ...]:
    if value.entry is None:
        raise _NoRoot
    return (value.entry,)


def _print_slice(value: Slice, depth: int) -> tuple[Any, ...]:
    if value.open is not None:
        raise _NoRoot
    return _print_all(value, depth)


_PRINTS: tuple[tuple[type, Callable[[Any, int], tuple[Any, ...]]], ...] = (
    (Pointer, lambda value, depth: (_print(value.load(), depth),)),
    (Struct, _print_struct),
    (Bound, lambda value, depth: (_print(value.closure, depth), _print(value.receiver, depth))),
    (Closure, _print_closure),
    (External, lambda value, _depth: (value.path, value.name)),
    (ExternalField, lambda value, depth: (_print(value.of, depth), value.name)),
    (ExternalCall, lambda value, depth: (_print(value.function, depth), _print_all(value.arguments, depth))),
    (Slice, _print_slice),
    (PackageRef, lambda value, _depth: (value.path,)),
)


def _print_type(kind: Any) -> Any:
    if isinstance(kind, Named) and not kind.arguments and kind.unit.entry is not None:
        return (kind.unit.entry, kind.name)
    if isinstance(kind, ExternalType) and not kind.arguments:
        return (kind.path, kind.name)
    raise _NoRoot


def _settled(needs: Iterable[Any]) -> frozenset[Any]:
    """What is needed, with what those variables and types needed in turn."""
    seen: set[Any] = set()
    stack = list(needs)
    while stack:
        need = stack.pop()
        if need not in seen:
            seen.add(need)
            if type(need) is Entry and need.needs:
                stack.extend(need.needs)
    return frozenset(seen)


def _span(entry: Entry) -> tuple[str, int, int]:
    return entry.unit.file.path, entry.unit.line, entry.last_line


def _standing(needs: frozenset[Any], reading: Reading) -> Iterator[tuple[Entry, str, int, int]]:
    lines: dict[str, set[int]] = {}
    for source in sources(reading.entity):
        lines.setdefault(source.file, set()).add(source.line)
    for item in reading.unresolved:
        lines.setdefault(item.file, set()).add(item.line)
    found = []
    for need in needs:
        if type(need) is Entry and need.unit.file.path in lines:
            file, first, last = _span(need)
            if any(first <= line <= last for line in lines[file]):
                found.append((need, file, first, last))
    yield from sorted(found, key=lambda row: row[1:])
