"""`sort`, `slices`, `maps` and `reflect`'s comparison."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING

from release_check.golang.interpreter import assertions, calls, operators, typing
from release_check.golang.types import ExternalType, MapType, Named, SliceType, Type, UnknownType
from release_check.golang.values import (
    COPIED,
    GoPanic,
    Map,
    Native,
    Place,
    Pointer,
    Sequence,
    Slice,
    Struct,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from release_check.golang.interpreter.evaluator import Evaluator


class _UnsettledError(Exception):
    """An order that a comparison does not settle."""


def _unknown(name: str, place: Place) -> Unknown:
    return Unknown(name, place.file, place.line)


def _store(ev: Evaluator, values: Slice, items: list[Value] | None, cause: Unknown) -> None:
    """Set all elements of a slice; to something unknown, where the items are or it may not happen."""
    if ev.uncertain:
        items, cause = None, ev.uncertain_cause
    values.put_all([cause] * len(values) if items is None or values.open is not None else items)


def _sort_in_place(ev: Evaluator, arguments: list[Value], place: Place) -> Value:
    values = arguments[0]
    if isinstance(values, Slice):
        try:
            items: list[Value] | None = sorted(values)
        except TypeError:
            items = None
        _store(ev, values, items, _unknown("sort of unknown values", place))
    return None


def _order(
    ev: Evaluator, values: Slice, less: Callable[[int, int], Value] | None, compare: Value, place: Place
) -> list[Value] | None:
    """The elements in the order that a function says; None where that is not settled."""
    snapshot = list(values)

    def ordered(left: int, right: int) -> int:
        if less is None:
            answer = ev.call(compare, [snapshot[left], snapshot[right]], place)
            if not isinstance(answer, int):
                raise _UnsettledError
            return answer
        # the function is given indices, so the slice must still hold what they index
        for answer, sign in ((less(left, right), -1), (less(right, left), 1)):
            if not isinstance(answer, bool):
                raise _UnsettledError
            if answer:
                return sign
        return 0

    try:
        order = sorted(range(len(snapshot)), key=functools.cmp_to_key(ordered))
    except _UnsettledError:
        return None
    return [snapshot[index] for index in order]


def _sort_by(less: bool) -> Native:
    def call(ev: Evaluator, arguments: list[Value], place: Place) -> Value:
        values, function = arguments
        if isinstance(values, Slice):
            by_index = functools.partial(_called, ev, function, place) if less else None
            items = _order(ev, values, by_index, function, place)
            _store(ev, values, items, _unknown("sort by an unknown order", place))
        return None

    return Native("sort", call)


def _called(ev: Evaluator, function: Value, place: Place, left: int, right: int) -> Value:
    return ev.call(function, [left, right], place)


_REVERSED = ExternalType("sort", "reverse")


def _sort_interface(ev: Evaluator, arguments: list[Value], place: Place) -> Value:
    """`sort.Sort` of a slice whose type says how to compare, or of one of numbers or strings."""
    values = arguments[0]
    turned = isinstance(values, Struct) and values.type is _REVERSED
    if isinstance(values, Struct) and turned:
        values = values.fields["Interface"]
    if not isinstance(values, Slice):
        calls.lose(values, _unknown("sort.Sort", place))
        return None
    try:
        if isinstance(values.type, Named):
            function = ev.select(values, "Less", place)
            items = _order(ev, values, functools.partial(_called, ev, function, place), None, place)
        else:
            items = sorted(values)
    except TypeError:
        items = None
    if turned and items is not None:
        items = items[::-1]
    _store(ev, values, items, _unknown("sort by an unknown order", place))
    return None


def _reversed(_ev: Evaluator, arguments: list[Value], _place: Place) -> Value:
    return Struct(_REVERSED, {"Interface": arguments[0]})


def _itself(_ev: Evaluator, arguments: list[Value], _place: Place) -> Value:
    return arguments[0]


def _compare(_ev: Evaluator, arguments: list[Value], place: Place) -> Value:
    left, right = arguments
    if isinstance(left, str | int | float) and isinstance(right, str | int | float):
        return (left > right) - (left < right)  # type: ignore[operator]
    return _unknown("cmp.Compare", place)


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


def _index(ev: Evaluator, arguments: list[Value], place: Place) -> Value:
    values, wanted = arguments
    if isinstance(values, Unknown):
        return _unknown("slices.Index", place)
    for index, value in enumerate(values or ()):
        same = operators.equal(ev, value, wanted)
        if same is not False:
            return index if same else _unknown("slices.Index", place)
    return _unknown("slices.Index", place) if isinstance(values, Slice) and values.open is not None else -1


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


def _delete(ev: Evaluator, arguments: list[Value], place: Place) -> Value:
    values, low, high = arguments
    if not isinstance(values, Slice) or not isinstance(low, int) or not isinstance(high, int):
        return _unknown("slices.Delete", place)
    if not 0 <= low <= high <= len(values):
        raise GoPanic("slice bounds out of range", place.file, place.line)
    kept = [*values[:low], *values[high:]]
    # what is left over at the end depends on Go's version
    _store(ev, values, [*kept, *[_unknown("slices.Delete", place)] * (high - low)], _unknown("slices.Delete", place))
    return values.cut(0, len(kept))


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
                target[key] = ev.taint(value.copy() if type(value) in COPIED else value)
            target.places.update(source.places)
            target.open = target.open or source.open
        elif isinstance(source, Unknown):
            target.open = source
    return None


def _items(which: str, lazily: bool) -> Native:
    def call(ev: Evaluator, arguments: list[Value], place: Place) -> Value:
        holder = arguments[0]
        if holder is None:
            return Sequence(SliceType(UnknownType(which)))
        if not isinstance(holder, Map) or holder.open is not None:
            return _unknown(f"maps.{which}", place)
        base = typing.underlying(ev, holder.type)
        if which == "All":
            return Sequence(SliceType(UnknownType("pair")), [(key, ev.force(holder[key])) for key in holder], True)
        kind: Type = UnknownType(which)
        if isinstance(base, MapType):
            kind = base.key if which == "Keys" else base.elem
        items = list(holder) if which == "Keys" else [ev.force(holder[key]) for key in holder]
        return (Sequence if lazily else Slice)(SliceType(kind), items)

    return Native(f"maps.{which}", call)


def _delete_where(ev: Evaluator, arguments: list[Value], place: Place) -> Value:
    holder, function = arguments
    if isinstance(holder, Map):
        for key in list(holder):
            answer = ev.call(function, [key, ev.force(holder[key])], place)
            if not isinstance(answer, bool) or (answer and ev.uncertain):
                holder[key] = _unknown("maps.DeleteFunc", place)
            elif answer:
                del holder[key]
    return None


def _sequence(ev: Evaluator, arguments: list[Value], place: Place) -> Value:
    values = arguments[0]
    if not isinstance(values, Slice) or values.open is not None:
        return None if values is None else _unknown("slices.Values", place)
    return Sequence(values.type, values)


def _collect(_ev: Evaluator, arguments: list[Value], place: Place) -> Value:
    values = arguments[0]
    if not isinstance(values, Slice) or (isinstance(values, Sequence) and values.pairs):
        return _unknown("slices.Collect", place)
    return _like(values, list(values)) if values else None


def _sorted(_ev: Evaluator, arguments: list[Value], place: Place) -> Value:
    values = arguments[0]
    if not isinstance(values, Slice) or values.open is not None:
        return None if values is None else _unknown("slices.Sorted", place)
    try:
        return _like(values, sorted(values))
    except TypeError:
        return _unknown("slices.Sorted", place)


def _reverse(ev: Evaluator, arguments: list[Value], place: Place) -> Value:
    values = arguments[0]
    if isinstance(values, Slice):
        _store(ev, values, values[::-1], _unknown("slices.Reverse", place))
    return None


def _deep_equal(ev: Evaluator, arguments: list[Value], place: Place) -> Value:
    same = _deeply(ev, arguments[0], arguments[1], 0)
    return _unknown("reflect.DeepEqual", place) if same is None else same


def _deeply(ev: Evaluator, left: Value, right: Value, depth: int) -> bool | None:
    left, right = ev.force(left), ev.force(right)
    if isinstance(left, Unknown) or isinstance(right, Unknown) or depth > _DEEPEST:
        return None
    if left is None or right is None:
        # a nil slice or map is not an empty one
        return left is right
    if isinstance(left, Pointer) and isinstance(right, Pointer):
        return left == right or _deeply(ev, left.load(), right.load(), depth + 1)
    kinds = [kind for kind in (typing.dynamic_type(left), typing.dynamic_type(right)) if kind is not None]
    if len(kinds) == 2 and assertions.identical(kinds[0], kinds[1]) is False:
        return False
    if isinstance(left, Slice) and isinstance(right, Slice):
        if left.open is not None or right.open is not None:
            return None
        pairs = list(zip(left, right, strict=False))
        return _all(ev, pairs, depth) if len(left) == len(right) else False
    if isinstance(left, Map) and isinstance(right, Map):
        if left.open is not None or right.open is not None:
            return None
        return _all(ev, [(left[key], right[key]) for key in left], depth) if left.keys() == right.keys() else False
    if isinstance(left, Struct) and isinstance(right, Struct):
        names = sorted(left.fields.keys() | right.fields.keys())
        nowhere = ev.nowhere
        return _all(ev, [(ev.select(left, name, nowhere), ev.select(right, name, nowhere)) for name in names], depth)
    return operators.equal(ev, left, right)


def _all(ev: Evaluator, pairs: list[tuple[Value, Value]], depth: int) -> bool | None:
    answers = [_deeply(ev, left, right, depth + 1) for left, right in pairs]
    return False if False in answers else None if None in answers else True


_DEEPEST = 50
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
    "Collect": Native("slices.Collect", _collect),
    "Values": Native("slices.Values", _sequence),
    "Reverse": Native("slices.Reverse", _reverse),
}

_MAPS = {
    "Copy": Native("maps.Copy", _copy_map),
    "Clone": Native("maps.Clone", _clone),
    "DeleteFunc": Native("maps.DeleteFunc", _delete_where),
}

MEMBERS: dict[tuple[str, str], Value] = {
    **{(path, name): value for path in ("slices", "golang.org/x/exp/slices") for name, value in _SLICES.items()},
    **{(path, name): value for path in ("maps", "golang.org/x/exp/maps") for name, value in _MAPS.items()},
    **{("maps", which): _items(which, lazily=True) for which in ("Keys", "Values", "All")},
    **{("golang.org/x/exp/maps", which): _items(which, lazily=False) for which in ("Keys", "Values")},
    ("cmp", "Compare"): Native("cmp.Compare", _compare),
    **{("sort", name): Native(f"sort.{name}", _sort_interface) for name in ("Sort", "Stable")},
    ("sort", "Reverse"): Native("sort.Reverse", _reversed),
    **{("sort", name): Native(f"sort.{name}", _itself) for name in ("StringSlice", "IntSlice", "Float64Slice")},
    ("sort", "Float64s"): Native("sort.Float64s", _sort_in_place),
    ("sort", "Strings"): Native("sort.Strings", _sort_in_place),
    ("sort", "Ints"): Native("sort.Ints", _sort_in_place),
    ("sort", "Slice"): _sort_by(less=True),
    ("sort", "SliceStable"): _sort_by(less=True),
    ("reflect", "DeepEqual"): Native("reflect.DeepEqual", _deep_equal),
}
