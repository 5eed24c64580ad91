"""Statements that choose: `if`, `switch`, type switches, and what to do where the choice is not settled."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING

from release_check.golang.interpreter import operators, typing
from release_check.golang.interpreter.signals import BREAK, FALLTHROUGH, Signal
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
    outer, ev.uncertain_cause = ev.uncertain_cause, cause
    ev.uncertain += 1
    signals: list[Signal] = []
    try:
        for branch in branches:
            try:
                signals.append(branch())
            except BudgetExceeded:
                raise
            except GoPanic:
                continue
    finally:
        ev.uncertain -= 1
        ev.uncertain_cause = outer
    left = [signal for signal in signals if signal is not None]
    if not left:
        return None
    returned = [signal for signal in left if signal[0] == "return"]
    if returned and (complete or len(signals) == 1):
        values = [signal[1] for signal in returned]
        if complete and len(left) == len(signals) == len(returned) and _all_equal(values):
            return returned[0]
        if complete or all(signal[0] == "return" for signal in left):
            return ("return", _blurred(values[0], cause))
    return None


def _all_equal(values: list[Value]) -> bool:
    first = values[0]
    return all(type(v) is type(first) and operators.equal(first, v) is True for v in values[1:]) and not isinstance(
        first, tuple
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
        return operators.equal(value, wanted)

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
        return typing.matches(ev, value, ev.type(expression, scope))

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
        return None if signal is not None and signal == BREAK else signal


TABLE: dict[str, Callable[[Evaluator, Node, Scope], Signal]] = {
    "if": _if,
    "switch": _switch,
    "typeswitch": _type_switch,
}
