"""Statements that choose: `if`, `switch`, type switches, and what to do where the choice is not settled."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from release_check.golang.interpreter import assertions, operators
from release_check.golang.interpreter.signals import BREAK, FALLTHROUGH, NAMED_RESULTS, Signal, each, maybe
from release_check.golang.scope import Scope
from release_check.golang.tree import Node
from release_check.golang.values import (
    BudgetExceeded,
    GoPanic,
    Unknown,
    Value,
    is_nil,
)

if TYPE_CHECKING:
    from release_check.golang.interpreter.evaluator import Evaluator


def _if(ev: Evaluator, node: Node, scope: Scope) -> Signal:
    _kind, _row, init, condition, then, otherwise = node
    if init is not None:
        scope = Scope(scope.unit, scope)
        ev.statement(init, scope)
    value = ev.eval(condition, scope)
    if value is True:
        return ev.block(then, scope)
    if value is False:
        return ev.statement(otherwise, scope) if otherwise is not None else None
    cause = value if isinstance(value, Unknown) else ev.unknown("condition", node, scope)
    if _fails(then):
        # what only leads to an error does not happen in a provider that was released
        return ev.statement(otherwise, scope) if otherwise is not None else None
    branches = [then] if otherwise is None else [then, otherwise]
    runs: list[Callable[[], Signal]] = [functools.partial(ev.statement, branch, scope) for branch in branches]
    return followed_uncertainly(ev, runs, cause, otherwise is not None)


def followed_uncertainly(ev: Evaluator, branches: list[Callable[[], Signal]], cause: Unknown, complete: bool) -> Signal:
    """Follow branches of which none, or only one, is really taken; `complete` where one of them surely is.

    Whatever they store becomes unknown, and so does what they return, unless all return the same.
    """
    signals: list[Signal] = [] if complete else [None]
    with in_doubt(ev, cause):
        for branch in branches:
            try:
                signals.append(branch())
            except BudgetExceeded:
                raise
            except GoPanic:
                continue
    return joined(ev, signals, cause)


@contextlib.contextmanager
def in_doubt(ev: Evaluator, cause: Unknown) -> Iterator[None]:
    """Take whatever is stored meanwhile for unknown, since it may not happen."""
    outer, ev.uncertain_cause = ev.uncertain_cause, cause
    level, ev.uncertain = ev.uncertain, ev.uncertain + 1
    try:
        yield
    finally:
        ev.uncertain, ev.uncertain_cause = level, outer


def rest(ev: Evaluator, block: tuple[Node, ...], after: Node, signal: Signal, scope: Scope) -> Signal:
    """Follow what comes after a statement that may have left the block."""
    _maybe, possible, cause = signal
    signals = [one for one in possible if one is not None]
    index = next(index for index, node in enumerate(block) if node is after)
    with in_doubt(ev, cause):
        try:
            signals.append(ev.execute(block[index + 1 :], scope))
        except BudgetExceeded:
            raise
        except GoPanic:
            # what only leads to a panic does not happen in a provider that was released
            pass
    return joined(ev, signals, cause)


def joined(ev: Evaluator, signals: list[Signal], cause: Unknown) -> Signal:
    """What one of several signals comes to, where it is not settled which."""
    possible: list[Signal] = []
    for signal in signals:
        possible.extend(signal[1] if signal is not None and signal[0] == "maybe" else [signal])
    if all(signal is None for signal in possible):
        return None
    if None not in possible:
        if all(signal[0] == "return" for signal in possible):
            return ("return", _either(ev, [signal[1] for signal in possible], cause))
        if all(signal[0] != "return" and signal == possible[0] for signal in possible):
            return possible[0]
    return maybe(_distinct(possible), cause)


def _distinct(possible: list[Signal]) -> list[Signal]:
    # two returns tell no more than one: what comes back is not settled
    kept: list[Signal] = []
    for signal in possible:
        returns = signal is not None and signal[0] == "return"
        if not any(one is signal or (one is not None and returns and one[0] == "return") for one in kept):
            kept.append(signal)
    return kept


def returned(ev: Evaluator, signal: Signal) -> Value:
    """What a function gives back whose body was left by a signal."""
    if signal[0] == "return":
        return signal[1]
    if signal[0] != "maybe":
        return None
    values = [one[1] for one in signal[1] if one is not None and one[0] == "return"]
    return _blurred(values[0], signal[2]) if values and values[0] is not NAMED_RESULTS else NAMED_RESULTS


def _either(ev: Evaluator, values: list[Value], cause: Unknown) -> Value:
    if _all_equal(ev, values):
        return values[0]
    return _blurred(next(value for value in values if value is not NAMED_RESULTS), cause)


def _all_equal(ev: Evaluator, values: list[Value]) -> bool:
    first = values[0]
    return not isinstance(first, tuple) and all(
        type(value) is type(first) and operators.equal(ev, first, value) is True for value in values[1:]
    )


def _blurred(value: Value, cause: Unknown) -> Value:
    return tuple(cause for _ in value) if isinstance(value, tuple) else cause


_FATAL = frozenset({"Fatal", "Fatalf", "Fatalln", "Exit", "Panic", "Panicf", "Panicln"})
_ERRORS = frozenset({"Errorf", "New", "Wrap", "Wrapf", "FromErr", "DiagErrorf"})


def _fails(block: Node) -> bool:
    """Whether a block does nothing but end in a panic, an exit, or the return of an error."""
    if block[0] != "block" or not block[2]:
        return False
    last = block[2][-1]
    if last[0] == "expr" and last[2][0] == "call":
        function = last[2][2]
        return (function[0] == "id" and function[2] == "panic") or (function[0] == "sel" and function[3] in _FATAL)
    if last[0] != "return" or not last[2]:
        return False
    value = last[2][-1]
    if value[0] == "id":
        return value[2] in ("err", "diags", "diagnostics")
    if value[0] == "call" and value[2][0] == "sel":
        return value[2][3] in _ERRORS
    return False


def _switch(ev: Evaluator, node: Node, scope: Scope) -> Signal:
    _kind, _row, init, tag, cases = node
    scope = Scope(scope.unit, scope)
    if init is not None:
        ev.statement(init, scope)
    value = ev.eval(tag, scope) if tag is not None else True

    def holds(expression: Node, _case_scope: Scope) -> bool | None:
        wanted = ev.eval(expression, scope)
        if tag is None:
            return wanted if isinstance(wanted, bool) else None
        return operators.equal(ev, value, wanted)

    return _choose(ev, cases, holds, scope, value if isinstance(value, Unknown) else Unknown("switch"))


def _type_switch(ev: Evaluator, node: Node, scope: Scope) -> Signal:
    _kind, _row, init, alias, operand, cases = node
    scope = Scope(scope.unit, scope)
    if init is not None:
        ev.statement(init, scope)
    value = ev.eval(operand, scope)
    if alias is not None:
        scope.vars[alias] = value

    def holds(expression: Node, _case_scope: Scope) -> bool | None:
        if expression[0] in ("id", "lit") and expression[2] in ("nil", None):
            return is_nil(value)
        return assertions.matches(ev, value, ev.type(expression, scope))

    return _choose(ev, cases, holds, scope, value if isinstance(value, Unknown) else Unknown("type switch"))


def _choose(
    ev: Evaluator, cases: tuple[Node, ...], holds: Callable[[Node, Scope], bool | None], scope: Scope, cause: Unknown
) -> Signal:
    chosen: int | None = None
    possible: list[int] = []
    for number, (wanted, _statements) in enumerate(cases):
        if wanted is None:
            continue
        answers = [holds(expression, scope) for expression in wanted]
        if True in answers:
            chosen = number
            break
        if None in answers:
            possible.append(number)
    if chosen is None:
        chosen = next((number for number, (wanted, _s) in enumerate(cases) if wanted is None), None)
    if not possible:
        return None if chosen is None else _run_case(ev, cases, chosen, scope)
    numbers = possible if chosen is None else [*possible, chosen]
    runs: list[Callable[[], Signal]] = [functools.partial(_run_case, ev, cases, number, scope) for number in numbers]
    return followed_uncertainly(ev, runs, cause, chosen is not None)


def _run_case(ev: Evaluator, cases: tuple[Node, ...], number: int, scope: Scope) -> Signal:
    while True:
        signal = ev.execute(cases[number][1], Scope(scope.unit, scope))
        if signal is FALLTHROUGH and number + 1 < len(cases):
            number += 1
            continue
        return None if signal is None else each(signal, _end)


def _end(signal: Signal) -> Signal:
    return None if signal == BREAK else signal


TABLE: dict[str, Callable[[Evaluator, Node, Scope], Signal]] = {
    "if": _if,
    "switch": _switch,
    "typeswitch": _type_switch,
}
