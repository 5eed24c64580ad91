"""`sort`, `slices`, `maps` and `reflect`'s comparison."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from release_check.golang.interpreter import operators
from release_check.golang.types import SliceType, UnknownType
from release_check.golang.values import Map, Native, Place, Pointer, Slice, Unknown, Value

if TYPE_CHECKING:
    from release_check.golang.interpreter.evaluator import Evaluator


def _unknown(name: str, place: Place) -> Unknown:
    return Unknown(name, place.file, place.line)


def _sort_in_place(_ev: Evaluator, arguments: list[Value], _place: Place) -> Value:
    values = arguments[0]
    if isinstance(values, Slice):
        try:
            values.sort()
        except TypeError:
            values.open = Unknown("sort of unknown values")
    return None


def _sort_by(less: bool) -> Native:
    def call(ev: Evaluator, arguments: list[Value], place: Place) -> Value:
        values, function = arguments
        if not isinstance(values, Slice):
            return None
        snapshot = list(values)

        def compare(left: int, right: int) -> int:
            if less:
                # the function is given indices, so the slice must still hold what they index
                first = ev.call(function, [left, right], place)
                return -1 if first is True else (1 if ev.call(function, [right, left], place) is True else 0)
            answer = ev.call(function, [snapshot[left], snapshot[right]], place)
            return answer if isinstance(answer, int) else 0

        order = sorted(range(len(snapshot)), key=functools.cmp_to_key(compare))
        values[:] = [snapshot[index] for index in order]
        return None

    return Native("sort", call)


def _contains(_ev: Evaluator, arguments: list[Value], place: Place) -> Value:
    values, wanted = arguments
    if values is None:
        return False
    if not isinstance(values, Slice):
        return _unknown("slices.Contains", place)
    answers = [operators.equal(_ev, value, wanted) for value in values]
    if True in answers:
        return True
    return _unknown("slices.Contains", place) if None in answers or values.open else False


def _index(_ev: Evaluator, arguments: list[Value], _place: Place) -> Value:
    values, wanted = arguments
    for index, value in enumerate(values or ()):
        if operators.equal(_ev, value, wanted) is True:
            return index
    return -1


def _where(name: str) -> Native:
    def call(ev: Evaluator, arguments: list[Value], place: Place) -> Value:
        values, function = arguments
        if isinstance(values, Unknown):
            return _unknown(name, place)
        for index, value in enumerate(values or ()):
            answer = ev.call(function, [value], place)
            if not isinstance(answer, bool):
                return _unknown(name, place)
            if answer:
                return index if name == "slices.IndexFunc" else True
        return -1 if name == "slices.IndexFunc" else False

    return Native(name, call)


def _like(values: Value, items: list[Value]) -> Slice:
    result = Slice(values.type if isinstance(values, Slice) else SliceType(UnknownType("element")), items)
    if isinstance(values, Slice):
        result.open = values.open
    return result


def _delete(_ev: Evaluator, arguments: list[Value], place: Place) -> Value:
    values, low, high = arguments
    if not isinstance(values, Slice) or not isinstance(low, int) or not isinstance(high, int):
        return _unknown("slices.Delete", place)
    return _like(values, [*values[:low], *values[high:]])


def _concat(_ev: Evaluator, arguments: list[Value], place: Place) -> Value:
    if any(isinstance(values, Unknown) for values in arguments):
        return _unknown("slices.Concat", place)
    first = next((values for values in arguments if isinstance(values, Slice)), None)
    return _like(first, [item for values in arguments for item in values or ()])


def _clone(_ev: Evaluator, arguments: list[Value], _place: Place) -> Value:
    value = arguments[0]
    if isinstance(value, Map):
        copied = Map(value.type, value)
        copied.places, copied.open = dict(value.places), value.open
        return copied
    return _like(value, list(value)) if isinstance(value, Slice) else value


def _copy_map(ev: Evaluator, arguments: list[Value], _place: Place) -> Value:
    target, source = arguments
    if isinstance(target, Map):
        if isinstance(source, Map):
            for key, value in source.items():
                target[key] = ev.taint(value)
            target.places.update(source.places)
            target.open = target.open or source.open
        elif isinstance(source, Unknown):
            target.open = source
    return None


def _items(which: str) -> Native:
    def call(_ev: Evaluator, arguments: list[Value], place: Place) -> Value:
        holder = arguments[0]
        if not isinstance(holder, Map) or holder.open is not None:
            return None if holder is None else _unknown(f"maps.{which}", place)
        items = list(holder) if which == "Keys" else list(holder.values())
        return Slice(SliceType(UnknownType(which)), items)

    return Native(f"maps.{which}", call)


def _sorted(_ev: Evaluator, arguments: list[Value], place: Place) -> Value:
    values = arguments[0]
    if not isinstance(values, Slice) or values.open is not None:
        return None if values is None else _unknown("slices.Sorted", place)
    try:
        return _like(values, sorted(values))
    except TypeError:
        return _unknown("slices.Sorted", place)


def _reverse(_ev: Evaluator, arguments: list[Value], _place: Place) -> Value:
    if isinstance(arguments[0], Slice):
        arguments[0].reverse()
    return None


def _deep_equal(_ev: Evaluator, arguments: list[Value], place: Place) -> Value:
    left, right = (value.load() if isinstance(value, Pointer) else value for value in arguments)
    same = (
        list(left) == list(right)
        if isinstance(left, Slice) and isinstance(right, Slice)
        else operators.equal(_ev, left, right)
    )
    return _unknown("reflect.DeepEqual", place) if same is None else same


_SLICES = {
    "Contains": Native("slices.Contains", _contains),
    "Index": Native("slices.Index", _index),
    "ContainsFunc": _where("slices.ContainsFunc"),
    "IndexFunc": _where("slices.IndexFunc"),
    "Delete": Native("slices.Delete", _delete),
    "Concat": Native("slices.Concat", _concat),
    "Clone": Native("slices.Clone", _clone),
    "Sort": Native("slices.Sort", _sort_in_place),
    "SortFunc": _sort_by(less=False),
    "SortStableFunc": _sort_by(less=False),
    "Sorted": Native("slices.Sorted", _sorted),
    "Collect": Native("slices.Collect", _clone),
    "Reverse": Native("slices.Reverse", _reverse),
}

_MAPS = {
    "Copy": Native("maps.Copy", _copy_map),
    "Clone": Native("maps.Clone", _clone),
    "Keys": _items("Keys"),
    "Values": _items("Values"),
}

MEMBERS: dict[tuple[str, str], Value] = {
    **{(path, name): value for path in ("slices", "golang.org/x/exp/slices") for name, value in _SLICES.items()},
    **{(path, name): value for path in ("maps", "golang.org/x/exp/maps") for name, value in _MAPS.items()},
    ("sort", "Strings"): Native("sort.Strings", _sort_in_place),
    ("sort", "Ints"): Native("sort.Ints", _sort_in_place),
    ("sort", "Slice"): _sort_by(less=True),
    ("sort", "SliceStable"): _sort_by(less=True),
    ("reflect", "DeepEqual"): Native("reflect.DeepEqual", _deep_equal),
}
