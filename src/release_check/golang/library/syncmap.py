"""`sync.Map`, in which registries of providers keep what their `init` functions add."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from release_check.golang.types import EMPTY_INTERFACE, MapType
from release_check.golang.values import Map, Native, Place, Pointer, Struct, Unknown, Value

if TYPE_CHECKING:
    from release_check.golang.interpreter.evaluator import Evaluator

_ENTRIES = "entries"
_Operation = Callable[["Evaluator", Map, list[Value], Place], Value]


def _native(name: str, operation: _Operation, failed: int) -> Native:
    """A method; `failed` is how many unknown results it gives where key or receiver is not settled."""

    def call(ev: Evaluator, arguments: list[Value], place: Place) -> Value:
        receiver = arguments[0].load() if isinstance(arguments[0], Pointer) else arguments[0]
        key = arguments[1] if len(arguments) > 1 else None
        if not isinstance(receiver, Struct) or isinstance(key, Unknown):
            unknown = Unknown(f"sync.Map.{name}", place.file, place.line)
            if isinstance(receiver, Struct) and name != "Load":
                _entries(receiver).open = unknown
            return (unknown,) * failed if failed > 1 else None
        return operation(ev, _entries(receiver), arguments[1:], place)

    return Native(f"sync.Map.{name}", call)


def _entries(receiver: Struct) -> Map:
    found = receiver.fields.get(_ENTRIES)
    if not isinstance(found, Map):
        found = receiver.fields[_ENTRIES] = Map(MapType(EMPTY_INTERFACE, EMPTY_INTERFACE))
    return found


def _load(_ev: Evaluator, entries: Map, arguments: list[Value], _place: Place) -> Value:
    if arguments[0] in entries:
        return entries[arguments[0]], True
    return (entries.open, entries.open) if entries.open is not None else (None, False)


def _store(ev: Evaluator, entries: Map, arguments: list[Value], _place: Place) -> Value:
    entries[arguments[0]] = ev.taint(arguments[1])


def _load_or_store(ev: Evaluator, entries: Map, arguments: list[Value], place: Place) -> Value:
    if arguments[0] in entries or entries.open is not None:
        value, loaded = _load(ev, entries, arguments, place)
        return value, loaded
    entries[arguments[0]] = ev.taint(arguments[1])
    return arguments[1], False


def _delete(ev: Evaluator, entries: Map, arguments: list[Value], _place: Place) -> Value:
    if ev.uncertain:
        entries.open = ev.uncertain_cause
    else:
        entries.pop(arguments[0], None)


def _range(ev: Evaluator, entries: Map, arguments: list[Value], place: Place) -> Value:
    for key, value in list(entries.items()):
        if ev.call(arguments[0], [key, ev.force(value)], place) is False:
            return


MEMBERS: dict[tuple[str, str], Value] = {
    ("sync", "Map.Load"): _native("Load", _load, 2),
    ("sync", "Map.Store"): _native("Store", _store, 1),
    ("sync", "Map.LoadOrStore"): _native("LoadOrStore", _load_or_store, 2),
    ("sync", "Map.Delete"): _native("Delete", _delete, 1),
    ("sync", "Map.Range"): _native("Range", _range, 1),
}
