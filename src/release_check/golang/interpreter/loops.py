"""Loops, and the labels on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from release_check.golang.interpreter import idle, typing
from release_check.golang.interpreter.assignment import assign
from release_check.golang.interpreter.branches import followed_uncertainly, joined
from release_check.golang.interpreter.signals import NAMED_RESULTS, Signal, each
from release_check.golang.scope import Scope
from release_check.golang.tree import Node
from release_check.golang.values import (
    COPIED,
    Array,
    BudgetExceeded,
    Map,
    Pointer,
    Sequence,
    Slice,
    Unknown,
    Value,
    type_of,
    with_type,
)

if TYPE_CHECKING:
    from release_check.golang.interpreter.evaluator import Evaluator


class _Rounds:
    """The rounds of a loop, of which it may not be settled whether an earlier one left the loop."""

    def __init__(self, ev: Evaluator, label: str | None) -> None:
        self._ev = ev
        self._label = label
        self._level, self._outer = ev.uncertain, ev.uncertain_cause
        self._possible: list[Signal] = []
        self._cause = ev.uncertain_cause

    def __enter__(self) -> _Rounds:
        return self

    def __exit__(self, *_raised: object) -> None:
        self._ev.uncertain, self._ev.uncertain_cause = self._level, self._outer

    def leave(self, signal: Signal) -> bool:
        """Whether a round's signal ends the loop."""
        if signal[0] == "maybe":
            left = [one for one in signal[1] if one is not None and not self._continues(one)]
            if left:
                self._possible.extend(left)
                self._cause = self._ev.uncertain_cause = signal[2]
                self._ev.uncertain = self._level + 1
            return False
        if self._continues(signal):
            return False
        self._possible.append(signal)
        return True

    def end(self, ended: bool) -> Signal:
        """What the loop passes on; `ended` where its last round left it for sure."""
        left = [None if one[0] == "break" and one[1] in (None, self._label) else one for one in self._possible]
        return joined(self._ev, left if ended else [*left, None], self._cause)

    def _continues(self, signal: Signal) -> bool:
        return bool(signal[0] == "continue" and signal[1] in (None, self._label))

    def of_doubt(self, signal: Signal) -> Signal:
        """What a loop passes on that was followed once, with all that it does in doubt."""
        if signal is not None:
            self.leave(signal)
        return self.end(False)


def _for(ev: Evaluator, node: Node, scope: Scope, label: str | None = None) -> Signal:
    _kind, _row, init, condition, post, body = node
    scope = Scope(scope.unit, scope)
    if init is not None:
        ev.statement(init, scope)

    def in_doubt() -> Signal:
        if post is not None:
            # what counts the rounds is unknown from the first one on
            ev.statement(post, scope)
        return _twice(ev, lambda: ev.block(body, scope))

    with _Rounds(ev, label) as rounds:
        while True:
            value = ev.eval(condition, scope) if condition is not None else True
            if value is False:
                return rounds.end(False)
            if value is not True:
                cause = value if isinstance(value, Unknown) else ev.unknown("loop condition", node, scope)
                returns = idle.returns_of(ev, body, scope)
                if returns is not None:
                    return rounds.of_doubt(_left_at_most(ev, returns, cause))
                return rounds.of_doubt(followed_uncertainly(ev, [in_doubt], cause, False))
            _count(ev, node, scope)
            # each round has its own variable, which closures may keep
            inner = Scope(scope.unit, scope)
            inner.vars.update(scope.vars)
            signal = ev.execute(body[2], inner)
            for name in scope.vars:
                scope.vars[name] = inner.vars[name]
            if signal is not None and rounds.leave(signal):
                return rounds.end(True)
            if post is not None:
                ev.statement(post, scope)


def _left_at_most(ev: Evaluator, returns: list[int], cause: Unknown) -> Signal:
    """What comes of a loop that does nothing but return, perhaps."""
    values = {count: tuple(cause for _ in range(count)) for count in returns}
    left = [("return", NAMED_RESULTS if not count else cause if count == 1 else values[count]) for count in values]
    return joined(ev, [*left, None], cause)


def _twice(ev: Evaluator, run: Callable[[], Signal]) -> Signal:
    """Two rounds in doubt: what the first stores is unknown to the second."""
    doubts = ev.doubts
    first = run()
    if ev.doubts == doubts or (first is not None and first[0] != "maybe"):
        return first
    second = run()
    return joined(ev, [first, second, None], ev.uncertain_cause)


def _count(ev: Evaluator, node: Node, scope: Scope) -> None:
    ev.steps += 1
    if ev.steps > ev.limit:
        raise BudgetExceeded("more steps than allowed", scope.unit.file.path, scope.unit.line + node[1])


def _range(ev: Evaluator, node: Node, scope: Scope, label: str | None = None) -> Signal:
    _kind, _row, targets, define, operand, body = node
    value = ev.eval(operand, scope)
    if isinstance(value, Pointer):
        value = ev.force(value.load())
    pairs = _pairs(ev, value)
    if pairs is None:
        cause = value if isinstance(value, Unknown) else ev.unknown("range", node, scope)
        with _Rounds(ev, label) as rounds:
            return rounds.of_doubt(_in_doubt(ev, node, scope, cause))
    with _Rounds(ev, label) as rounds:
        for pair in pairs:
            _count(ev, node, scope)
            inner = Scope(scope.unit, scope)
            for target, item in zip(targets, pair, strict=False):
                if define:
                    if target[2] != "_":
                        inner.vars[target[2]] = item.copy() if type(item) in COPIED else item
                else:
                    assign(ev, target, item, scope)
            signal = ev.execute(body[2], inner)
            if signal is not None and rounds.leave(signal):
                return rounds.end(True)
        if isinstance(value, Map | Slice) and value.open is not None:
            return rounds.of_doubt(_in_doubt(ev, node, scope, value.open))
        return rounds.end(False)


def _in_doubt(ev: Evaluator, node: Node, scope: Scope, cause: Unknown) -> Signal:
    """What a loop may do over elements that are not known: whatever it stores becomes unknown."""

    def run() -> Signal:
        inner = Scope(scope.unit, scope)
        for target in node[2]:
            if not node[3]:
                assign(ev, target, cause, scope)
            elif target[0] == "id":
                inner.vars[target[2]] = cause
        return ev.execute(node[5][2], inner)

    return followed_uncertainly(ev, [lambda: _twice(ev, run)], cause, False)


def _pairs(ev: Evaluator, value: Value) -> Iterable[tuple[Value, ...]] | None:
    if value is None:
        return ()
    if isinstance(value, Map):
        # values that wait keep waiting: a loop that only copies them does not ask for them
        return _entries(value)
    if isinstance(value, Slice):
        if type(value) is Sequence:
            return list(value) if value.pairs else [(item,) for item in value]
        # a slice is read as the rounds come to it, an array was copied
        return enumerate(list(value)) if type(value) is Array else _elements(value)
    if isinstance(value, str):
        return _characters(value)
    if isinstance(value, int) and not isinstance(value, bool):
        kind = type_of(value)
        return ((index if kind is None else with_type(index, kind),) for index in range(value))
    return None


def _entries(value: Map) -> Iterator[tuple[Value, ...]]:
    for key in list(value):
        # an entry deleted meanwhile is not met; whether one added is, Go leaves open
        if key in value:
            yield key, value[key]


def _elements(value: Slice) -> Iterator[tuple[Value, ...]]:
    for index in range(len(value)):
        if index < len(value):
            yield index, value[index]


def _characters(text: str) -> Iterator[tuple[Value, ...]]:
    position = 0
    for character in text:
        yield position, with_type(ord(character), typing.BASICS["int32"])
        position += len(character.encode("utf-8", "surrogatepass"))


def _label(ev: Evaluator, node: Node, scope: Scope) -> Signal:
    name, inner = node[2], node[3]
    if inner[0] == "for":
        return _for(ev, inner, scope, name)
    if inner[0] == "range":
        return _range(ev, inner, scope, name)
    signal = ev.statement(inner, scope)
    return each(signal, lambda one: None if one == ("break", name) else one)


TABLE: dict[str, Callable[[Evaluator, Node, Scope], Signal]] = {
    "for": _for,
    "range": _range,
    "label": _label,
}
