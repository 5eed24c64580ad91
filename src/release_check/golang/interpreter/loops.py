"""Loops, and the labels on them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from release_check.golang.interpreter.assignment import assign
from release_check.golang.interpreter.branches import followed_uncertainly
from release_check.golang.interpreter.signals import Signal
from release_check.golang.scope import Scope
from release_check.golang.tree import Node
from release_check.golang.values import (
    BudgetExceeded,
    Map,
    Pointer,
    Slice,
    Struct,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from release_check.golang.interpreter.evaluator import Evaluator


def _leaves(signal: Signal, label: str | None) -> tuple[bool, Signal]:
    """Whether a loop ends on a signal, and what it passes on."""
    if signal[0] == "break":
        return True, None if signal[1] in (None, label) else signal
    if signal[0] == "continue":
        return (False, None) if signal[1] in (None, label) else (True, signal)
    return True, signal


def _for(ev: Evaluator, node: Node, scope: Scope, label: str | None = None) -> Signal:
    _kind, _row, init, condition, post, body = node
    scope = Scope(scope.unit, scope)
    if init is not None:
        ev.statement(init, scope)
    while True:
        value = ev.eval(condition, scope) if condition is not None else True
        if value is False:
            return None
        if value is not True:
            cause = value if isinstance(value, Unknown) else ev.unknown("loop condition", node, scope)
            return followed_uncertainly(ev, [lambda: ev.block(body, scope)], cause, False)
        _count(ev, node, scope)
        # each round has its own variable, which closures may keep
        inner = Scope(scope.unit, scope)
        inner.vars.update(scope.vars)
        signal = ev.execute(body[2], inner)
        for name in scope.vars:
            scope.vars[name] = inner.vars[name]
        if signal is not None:
            done, passed = _leaves(signal, label)
            if done:
                return passed
        if post is not None:
            ev.statement(post, scope)


def _count(ev: Evaluator, node: Node, scope: Scope) -> None:
    ev.steps += 1
    if ev.steps > ev.options.steps:
        raise BudgetExceeded("more steps than allowed", scope.unit.file.path, scope.unit.line + node[1])


def _range(ev: Evaluator, node: Node, scope: Scope, label: str | None = None) -> Signal:
    _kind, _row, targets, define, operand, body = node
    value = ev.eval(operand, scope)
    if isinstance(value, Pointer):
        value = ev.force(value.load())
    pairs = _pairs(ev, value)
    if pairs is None:
        cause = value if isinstance(value, Unknown) else ev.unknown("range", node, scope)
        return _range_once(ev, node, scope, cause)
    for pair in pairs:
        _count(ev, node, scope)
        inner = Scope(scope.unit, scope)
        for target, item in zip(targets, pair, strict=False):
            if define:
                if target[2] != "_":
                    inner.vars[target[2]] = item.copy() if type(item) is Struct else item
            else:
                assign(ev, target, item, scope)
        signal = ev.execute(body[2], inner)
        if signal is not None:
            done, passed = _leaves(signal, label)
            if done:
                return passed
    if isinstance(value, Map | Slice) and value.open is not None:
        return _range_once(ev, node, scope, value.open)
    return None


def _range_once(ev: Evaluator, node: Node, scope: Scope, cause: Unknown) -> Signal:
    """What a loop may do over elements that are not known: whatever it stores becomes unknown."""
    inner = Scope(scope.unit, scope)
    if node[3]:
        inner.vars.update((target[2], cause) for target in node[2] if target[0] == "id")
    return followed_uncertainly(ev, [lambda: ev.execute(node[5][2], inner)], cause, False)


def _pairs(ev: Evaluator, value: Value) -> list[tuple[Value, Value]] | None:
    if value is None:
        return []
    if isinstance(value, Map):
        # values that wait keep waiting: a loop that only copies them does not ask for them
        return list(value.items())
    if isinstance(value, Slice):
        return list(enumerate(value))
    if isinstance(value, str):
        return [(index, ord(character)) for index, character in enumerate(value)]
    if isinstance(value, int) and not isinstance(value, bool):
        return [(index, index) for index in range(min(value, 100_000))]
    return None


def _label(ev: Evaluator, node: Node, scope: Scope) -> Signal:
    name, inner = node[2], node[3]
    if inner[0] == "for":
        return _for(ev, inner, scope, name)
    if inner[0] == "range":
        return _range(ev, inner, scope, name)
    signal = ev.statement(inner, scope)
    return None if signal == ("break", name) else signal


TABLE: dict[str, Callable[[Evaluator, Node, Scope], Signal]] = {
    "for": _for,
    "range": _range,
    "label": _label,
}
