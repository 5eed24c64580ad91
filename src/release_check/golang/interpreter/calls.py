"""Calls: arguments to parameters, a function's body, and what comes back."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING

from release_check.golang.interpreter import branches, callbacks, typing
from release_check.golang.interpreter.builtins import UNIVERSE, append_spread
from release_check.golang.interpreter.signals import NAMED_RESULTS
from release_check.golang.parsing import GoSyntaxError, parse_function
from release_check.golang.scope import Scope, Unit
from release_check.golang.tree import Node
from release_check.golang.types import ExternalType, SliceType, StructType, Type
from release_check.golang.values import (
    CONSTANTS,
    COPIED,
    Bound,
    BudgetExceeded,
    Cell,
    Closure,
    External,
    ExternalCall,
    ExternalField,
    GoPanic,
    Map,
    Native,
    Place,
    Pointer,
    Slice,
    Spread,
    Unknown,
    Value,
    type_of,
)

if TYPE_CHECKING:
    from release_check.golang.interpreter.evaluator import Evaluator

_CHANGING = frozenset({"maps", "slices", "sort", "math/rand", "golang.org/x/exp/maps", "golang.org/x/exp/slices"})
"""Packages of functions that change what they are given; those that we do not know leave it unknown."""
_LOOKING = ("Search", "Is", "Contains", "Index", "Equal", "Compare", "Binary", "Max", "Min", "All", "Values", "Keys",
    "Chunk", "Repeat", "Sorted", "Collect", "Concat", "Clone")  # fmt: skip
"""What the names of those begin with that only look."""
_FILLING = ("Unmarshal", "Decode")
"""What the names of outside functions begin with that fill in what they are given pointers to."""
_DEPTH = 200
_UNCERTAIN_DEPTH = 4


def call(ev: Evaluator, function: Value, arguments: list[Value], place: Place, types: tuple[Type, ...] = ()) -> Value:
    """Call any value that can be called."""
    kind = type(function)
    if kind is Closure:
        return invoke(ev, function, arguments, None, types)
    if kind is Bound:
        return invoke(ev, function.closure, arguments, function, types)
    if arguments and type(arguments[-1]) is Spread:
        if function is UNIVERSE["append"]:
            return append_spread(ev, arguments[0], arguments[-1].value)
        arguments = unspread(arguments)
    if kind is Native:
        return function.call(ev, arguments, place)
    if isinstance(function, External | ExternalField | ExternalCall):
        return _outside(ev, function, arguments, place)
    if isinstance(function, Unknown):
        return function
    if function is None:
        raise GoPanic("call of a nil function", place.file, place.line)
    return Unknown(f"call of {kind.__name__}", place.file, place.line)


def _outside(ev: Evaluator, function: Unknown, arguments: list[Value], place: Place) -> Value:
    if isinstance(function, ExternalField):
        model = _model_of_method(ev, function)
        if model is not None:
            return model.call(ev, [function.of, *arguments], place)
    if isinstance(function, External) and function.path in _CHANGING and not function.name.startswith(_LOOKING):
        for value in arguments:
            lose(value, Unknown(function.construct, place.file, place.line))
    if getattr(function, "name", "").startswith(_FILLING):
        for value in arguments:
            fill(ev, value, Unknown(function.construct, place.file, place.line))
    callbacks.follow(ev, arguments, place)
    return ExternalCall(function, arguments, place.file, place.line)


def _model_of_method(ev: Evaluator, function: ExternalField) -> Native | None:
    kind = type_of(function.of)
    if isinstance(kind, ExternalType):
        model = ev.models.get((kind.path, f"{kind.name}.{function.name}"))
        return model if isinstance(model, Native) else None
    return None


def invoke(
    ev: Evaluator, closure: Closure, arguments: list[Value], bound: Bound | None, types: tuple[Type, ...]
) -> Value:
    """Run a function of the program."""
    if ev.uncertain > _UNCERTAIN_DEPTH:
        # what may not happen at all, within what may not happen, tells nothing more
        for value in arguments if bound is None else [bound.receiver, *arguments]:
            lose(value, ev.uncertain_cause)
        return ev.uncertain_cause
    ev.steps += 1
    if ev.steps > ev.limit or ev.depth >= _DEPTH:
        what = "more call depth" if ev.depth >= _DEPTH else "more steps"
        raise BudgetExceeded(f"{what} than allowed in {closure.name}", closure.unit.file.path, closure.unit.line)
    ev.note(closure)
    if closure.declaration is not None or closure.text is not None:
        parse(ev, closure)
    if closure.body is None:
        return Unknown(f"{closure.name} has no body", closure.unit.file.path, closure.unit.line)
    scope = Scope(closure.unit, closure.scope)
    scope.function = True
    results = closure.results
    scope.results = bool(results) and results[0][0] is not None
    _bind(ev, closure, arguments, bound, types or closure.types, scope)
    ev.depth += 1
    try:
        signal = ev.execute(closure.body, scope)
        value = None if signal is None else signal[1] if signal[0] == "return" else branches.returned(ev, signal)
        if scope.defers:
            return _leave(ev, closure, scope, value)
    except RecursionError:
        raise BudgetExceeded(
            f"more nesting than allowed in {closure.name}", closure.unit.file.path, closure.unit.line
        ) from None
    except GoPanic:
        _run_deferred(ev, scope)
        raise
    finally:
        ev.depth -= 1
    if value is NAMED_RESULTS:
        return _named_results(closure, scope)
    if closure.cast_results:
        return _cast_results(ev, closure, scope, value)
    return value


def _leave(ev: Evaluator, closure: Closure, scope: Scope, value: Value) -> Value:
    """Run what a function deferred, last first; it may change what the function's results are named."""
    if scope.results and value is not NAMED_RESULTS:
        value = _cast_results(ev, closure, scope, value)
        given = value if isinstance(value, tuple) else (value,)
        for (name, _kind, _variadic), item in zip(closure.results, given, strict=False):
            scope.vars[name] = item
        value = NAMED_RESULTS
    _run_deferred(ev, scope)
    if value is NAMED_RESULTS:
        return _named_results(closure, scope)
    return _cast_results(ev, closure, scope, value)


def _run_deferred(ev: Evaluator, scope: Scope) -> None:
    waiting, scope.defers = scope.defers or [], None
    for function, arguments, place, doubt in reversed(waiting):
        run = functools.partial(ev.call, function, arguments, place)
        if doubt > ev.uncertain:
            branches.followed_uncertainly(ev, [functools.partial(_silent, run)], ev.uncertain_cause, False)
        else:
            run()


def _silent(run: Callable[[], Value]) -> None:
    run()


def _named_results(closure: Closure, scope: Scope) -> Value:
    values = tuple(scope.vars.get(name) for name, _kind, _variadic in closure.results)
    return values[0] if len(values) == 1 else values


def _cast_results(ev: Evaluator, closure: Closure, scope: Scope, value: Value) -> Value:
    """What is returned, constants as the declared types."""
    kinds = closure.cast_results
    if not kinds:
        return value
    if type(value) is tuple:
        return tuple(
            typing.cast(ev, kinds[index], item, scope) if index in kinds and type(item) in CONSTANTS else item
            for index, item in enumerate(value)
        )
    return typing.cast(ev, kinds[0], value, scope) if 0 in kinds and type(value) in CONSTANTS else value


def parse(ev: Evaluator, closure: Closure) -> None:
    """Parse a function whose body is still text.

    Raises:
        GoPanic: it does not parse.
    """
    if closure.declaration is not None:
        trees = ev.program.trees(closure.declaration)
        closure.declaration = None
        if not trees:
            raise GoPanic(f"{closure.name} does not parse", closure.unit.file.path, closure.unit.line)
        (
            _kind,
            closure.row,
            _name,
            closure.receiver,
            closure.type_parameters,
            closure.parameters,
            closure.results,
            closure.body,
        ) = trees[0]
    elif closure.text is not None:
        try:
            tree = parse_function(closure.text)
        except GoSyntaxError as error:
            line = closure.unit.line + closure.row + error.row
            raise GoPanic("function literal does not parse", closure.unit.file.path, line) from error
        closure.parameters, closure.results, closure.body = tree[2], tree[3], tree[4]
        closure.text = None
        closure.unit = Unit(closure.unit.file, closure.unit.line + closure.row, closure.unit.entry)
        closure.row = 0
    closure.cast_parameters = _casts(closure.parameters)
    closure.cast_results = _casts(closure.results)


def _casts(parameters: tuple[Node, ...]) -> dict[int, Node]:
    """The parameters of which the type may make something else of a constant."""
    return {index: node for index, (_name, node, _variadic) in enumerate(parameters) if typing.may_cast(node)}


def _bind(
    ev: Evaluator,
    closure: Closure,
    arguments: list[Value],
    bound: Bound | None,
    types: tuple[Type, ...],
    scope: Scope,
) -> None:
    names = scope.vars
    if bound is not None:
        typing.bind_receiver(closure, bound.receiver, scope)
    if closure.type_parameters:
        names.update(typing.infer(ev, closure, arguments, types, scope))
    count = len(arguments)
    casts = closure.cast_parameters
    for index, (name, node, variadic) in enumerate(closure.parameters):
        if variadic:
            value = _rest(ev, arguments[index:], node, casts.get(index), scope)
        elif index < count:
            value = arguments[index]
            kind = type(value)
            if kind in COPIED:
                value = value.copy()
            elif kind is Spread:
                value = Unknown("spread arguments")
            elif casts and kind in CONSTANTS and index in casts:
                value = typing.cast(ev, node, value, scope)
        else:
            value = Unknown(f"argument {name} of {closure.name}", closure.unit.file.path, closure.unit.line)
        if name is not None and name != "_":
            names[name] = value
    if scope.results:
        for name, node, _variadic in closure.results:
            names[name] = typing.zero(ev, ev.type(node, scope))


def _rest(ev: Evaluator, rest: list[Value], node: Node, cast: Node | None, scope: Scope) -> Value:
    """What a variadic parameter holds."""
    if not rest:
        return None
    if len(rest) == 1 and type(rest[0]) is Spread:
        return rest[0].value
    if cast is not None:
        rest = [typing.cast(ev, cast, item, scope) if type(item) in CONSTANTS else item for item in rest]
    return Slice(SliceType(ev.type(node, scope)), [item.copy() if type(item) in COPIED else item for item in rest])


def lose(value: Value, cause: Unknown) -> None:
    """Take what a value holds for unknown, since it was given to something that may change it."""
    if type(value) is Spread:
        value = value.value
    if isinstance(value, Map | Slice):
        value.open = value.open or cause
        for key in list(value) if isinstance(value, Map) else range(len(value)):
            value[key] = cause
    elif isinstance(value, Cell):
        value.store(cause)
    elif isinstance(value, Pointer):
        fields = value.target.fields
        fields.update(dict.fromkeys(fields, cause))


def fill(ev: Evaluator, value: Value, cause: Unknown) -> None:
    """Take what a pointer points to for unknown, fields that were not set included."""
    if isinstance(value, Pointer) and not isinstance(value, Cell):
        base = typing.underlying(ev, value.target.type)
        value.target.fields.update(dict.fromkeys(base.fields if isinstance(base, StructType) else (), cause))
    if isinstance(value, Pointer):
        lose(value, cause)


def unspread(arguments: list[Value]) -> list[Value]:
    """Arguments with the spread one taken apart, as far as its elements are known."""
    last = arguments[-1].value
    if not isinstance(last, Slice):
        return [*arguments[:-1], last]
    return [*arguments[:-1], *last, *([last.open] if last.open is not None else [])]
