"""What was read of an entity at one ref, taken over at another where nothing that it was read from has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

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
from release_check.model import Attribute, Entity, Mover, Source, Unresolved, Upgrader
from release_check.snapshot import sdks
from release_check.snapshot.notes import Notes


class Reading(NamedTuple):
    """What reading one entity gave, and what it was read from."""

    entity: Entity
    unresolved: tuple[Unresolved, ...]
    attributes: int
    needs: frozenset[Any]
    stood: tuple[tuple[Entry, str, int, int], ...]
    """The declarations that its sources stand in: file, first and last line at the time."""


class Readings:
    """Readings by what an entity is made from, for one process."""

    def __init__(self) -> None:
        self._known: dict[Any, Reading] = {}

    def find(self, ev: Evaluator, root: Any) -> Reading | None:
        """The reading of an entity made from `root`, if all that it needed is as it was."""
        known = self._known.get(root)
        if known is None or not ev.program.holds(known.needs) or not known.needs.isdisjoint(ev.mutated):
            return None
        moved = _Moved(known.stood)
        if not moved:
            return known
        shifted = known._replace(
            entity=moved.entity(known.entity),
            unresolved=tuple(moved.unresolved(item) for item in known.unresolved),
            stood=tuple((entry, *_span(entry)) for entry, _file, _first, _last in known.stood),
        )
        self._known[root] = shifted
        return shifted

    def keep(self, ev: Evaluator, root: Any, reading: Reading) -> None:
        """Keep a reading, unless it depends on variables that the program stores into while it starts."""
        needs = _settled(reading.needs)
        if needs.isdisjoint(ev.mutated):
            stood = tuple(_standing(needs, reading))
            self._known[root] = reading._replace(needs=needs, stood=stood)


class Reuse:
    """Reads entities, or takes them over from an earlier reading."""

    def __init__(
        self,
        ev: Evaluator,
        notes: Notes,
        readings: Readings | None = None,
        setting: Any = (),
        versions: Callable[[str], str] = lambda _module: "",
    ) -> None:
        """`setting` is what else a reading depends on: environment variables. `versions` are those of the SDKs here."""
        self._ev = ev
        self._notes = notes
        self._readings = readings
        self._setting = setting
        self._versions = versions

    def read(self, address: str, root: Any, read: Callable[[], Entity]) -> Entity:
        """The entity at an address that is made from `root`; `read` reads it where it is not known."""
        if self._readings is None or root is None:
            return read()
        key = (address, root, self._setting)
        known = self._readings.find(self._ev, key)
        if known is not None:
            self._notes.take(known.unresolved, known.attributes)
            return self._dated(known.entity)
        mark = self._notes.mark()
        with self._ev.recording() as needs:
            entity = read()
        unresolved, attributes = self._notes.since(mark)
        self._readings.keep(self._ev, key, Reading(entity, unresolved, attributes, frozenset(needs), ()))
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
    for source in _sources(reading.entity):
        lines.setdefault(source.file, set()).add(source.line)
    for item in reading.unresolved:
        lines.setdefault(item.file, set()).add(item.line)
    found = []
    for need in needs:
        if type(need) is Entry:
            file, first, last = _span(need)
            if any(first <= line <= last for line in lines.get(file, ())):
                found.append((need, file, first, last))
    yield from sorted(found, key=lambda row: row[1:])


def _sources(entity: Entity) -> Iterator[Source]:
    savers: tuple[Upgrader | Mover, ...] = (*entity.upgraders, *entity.movers)
    for thing in (entity, *savers, entity.migration):
        if thing is not None and thing.source is not None:
            yield thing.source
    stack: list[Mapping[str, Attribute]] = [entity.attrs, *(one.saved for one in savers if one.saved)]
    while stack:
        for attribute in stack.pop().values():
            current: Attribute | None = attribute
            while current is not None:
                if current.source is not None:
                    yield current.source
                stack.append(current.attrs)
                current = current.elem


_Saved = TypeVar("_Saved", Upgrader, Mover)


class _Moved:
    """Where declarations stand now, beside where they stood."""

    def __init__(self, stood: tuple[tuple[Entry, str, int, int], ...]) -> None:
        self._moves: dict[str, list[tuple[int, int, str, int]]] = {}
        for entry, file, first, last in stood:
            now_file, now_first, _now_last = _span(entry)
            if (now_file, now_first) != (file, first):
                self._moves.setdefault(file, []).append((first, last, now_file, now_first - first))

    def __bool__(self) -> bool:
        return bool(self._moves)

    def entity(self, entity: Entity) -> Entity:
        """The entity with its places brought up to date."""
        migration = entity.migration
        if migration is not None:
            migration = msgspec.structs.replace(migration, source=self._source(migration.source))
        return msgspec.structs.replace(
            entity,
            source=self._source(entity.source),
            attrs=self._attrs(entity.attrs),
            upgraders=tuple(self._saved(upgrader) for upgrader in entity.upgraders),
            movers=tuple(self._saved(mover) for mover in entity.movers),
            migration=migration,
        )

    def unresolved(self, item: Unresolved) -> Unresolved:
        """The same for something unresolved."""
        file, line = self._place(item.file, item.line)
        return msgspec.structs.replace(item, file=file, line=line)

    def _saved(self, thing: _Saved) -> _Saved:
        saved = self._attrs(thing.saved) if thing.saved is not None else None
        return msgspec.structs.replace(thing, source=self._source(thing.source), saved=saved)

    def _attrs(self, attrs: Mapping[str, Attribute]) -> Mapping[str, Attribute]:
        return {name: self._attribute(attribute) for name, attribute in attrs.items()}

    def _attribute(self, attribute: Attribute) -> Attribute:
        elem = self._attribute(attribute.elem) if attribute.elem is not None else None
        source = self._source(attribute.source)
        return msgspec.structs.replace(attribute, elem=elem, attrs=self._attrs(attribute.attrs), source=source)

    def _source(self, source: Source | None) -> Source | None:
        return None if source is None else Source(*self._place(source.file, source.line))

    def _place(self, file: str, line: int) -> tuple[str, int]:
        for first, last, now_file, delta in self._moves.get(file, ()):
            if first <= line <= last:
                return now_file, line + delta
        return file, line
