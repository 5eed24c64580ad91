"""Statements: one function per kind of node. Each gives None, or the signal that leaves the block around it.

Where a condition is not settled, neither branch is chosen: both are followed with `uncertain` raised, so that whatever
they store becomes unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from release_check.golang.interpreter import expressions, operators, typing
from release_check.golang.interpreter.assignment import assign
from release_check.golang.scope import Scope
from release_check.golang.tree import Node
from release_check.golang.values import (
    BudgetExceeded,
    Closure,
    ExternalCall,
    ExternalElement,
    ExternalField,
    GoPanic,
    Map,
    Pointer,
    Slice,
    Struct,
    Unknown,
    Value,
    is_nil,
)

if TYPE_CHECKING:
    from release_check.golang.interpreter.evaluator import Evaluator

Signal = Any
NAMED_RESULTS = object()
_BREAK, _CONTINUE, _FALLTHROUGH = ("break", None), ("continue", None), ("fallthrough", None)


def _expression(ev: Evaluator, node: Node, scope: Scope) -> Signal:
    ev.eval(node[2], scope)
    return None


def _block(ev: Evaluator, node: Node, scope: Scope) -> Signal:
    return ev.execute(node[2], Scope(scope.unit, scope))


def values_of(ev: Evaluator, nodes: tuple[Node, ...], wanted: int, scope: Scope) -> list[Value]:
    """The values of the right side of an assignment to `wanted` targets."""
    if len(nodes) == wanted:
        return [_value(ev, node, scope) for node in nodes]
    if len(nodes) != 1:
        return [Unknown("assignment count")] * wanted
    node = nodes[0]
    if wanted == 2:
        if node[0] == "index":
            holder = ev.eval(node[2], scope)
            if isinstance(holder, Pointer):
                holder = holder.load()
            return list(expressions.lookup(ev, holder, ev.eval(node[3], scope), node, scope))
        if node[0] == "assert":
            return list(expressions.assertion(ev, node, scope))
    value = ev.eval(node, scope)
    if type(value) is tuple and len(value) == wanted:
        return list(value)
    if isinstance(value, ExternalCall | ExternalField | ExternalElement):
        return [ExternalElement(value, i, i == wanted - 1) for i in range(wanted)]
    return [value if isinstance(value, Unknown) else Unknown("several results")] * wanted


def _value(ev: Evaluator, node: Node, scope: Scope) -> Value:
    # a plain name is not forced: a loop that only copies values does not ask for them
    value = expressions.TABLE["id"](ev, node, scope) if node[0] == "id" else ev.eval(node, scope)
    return _owned(value, node)


def _owned(value: Value, node: Node) -> Value:
    return value.copy() if type(value) is Struct and node[0] not in ("comp", "call") else value


def _define(ev: Evaluator, node: Node, scope: Scope) -> Signal:
    names = node[2]
    values = values_of(ev, node[3], len(names), scope)
    for name, value in zip(names, values, strict=True):
        if name == "_":
            continue
        if ev.uncertain and name not in scope.vars:
            scope.vars[name] = value
        else:
            scope.vars[name] = value if name not in scope.vars else ev.taint(value)
    return None


def _assign(ev: Evaluator, node: Node, scope: Scope) -> Signal:
    targets, operator = node[2], node[3]
    if operator != "=":
        target = targets[0]
        old, new = ev.eval(target, scope), ev.eval(node[4][0], scope)
        value = operators.binary(operator[:-1], old, new, lambda what: ev.unknown(what, node, scope))
        assign(ev, target, value, scope)
        return None
    values = values_of(ev, node[4], len(targets), scope)
    for target, value in zip(targets, values, strict=True):
        assign(ev, target, value, scope)
    return None


def _step(ev: Evaluator, node: Node, scope: Scope) -> Signal:
    value = operators.binary("+", ev.eval(node[2], scope), node[3], lambda what: ev.unknown(what, node, scope))
    assign(ev, node[2], value, scope)
    return None


def declare(ev: Evaluator, spec: Node, scope: Scope, constant: bool) -> Iterator[tuple[str, Value]]:
    """The names of one `var` or `const` specification with their values."""
    names, declared, nodes, iota, _row = spec
    if constant:
        scope = Scope(scope.unit, scope)
        scope.vars["iota"] = iota
    kind = ev.type(declared, scope) if declared is not None else None
    if not nodes:
        for name in names:
            yield name, typing.zero(ev, kind) if kind is not None else None
        return
    if kind is not None and len(nodes) == len(names):
        values = [expressions.typed(ev, node, kind, scope) for node in nodes]
    else:
        values = values_of(ev, nodes, len(names), scope)
    for name, value in zip(names, values, strict=True):
        yield name, value


def _variables(ev: Evaluator, node: Node, scope: Scope) -> Signal:
    for spec in node[2]:
        for name, value in declare(ev, spec, scope, node[0] == "consts"):
            if name != "_":
                scope.vars[name] = value
    return None


def _types(ev: Evaluator, node: Node, scope: Scope) -> Signal:
    from release_check.golang.types import Named

    for name, parameters, kind, alias, _row in node[2]:
        if alias:
            scope.vars[name] = ev.type(kind, scope)
        else:
            scope.vars[name] = Named(scope.unit.file.package, name, kind, scope.unit, parameters, scope)
    return None


# Branches -------------------------------------------------------------------------------------------------------------


def _if(ev: Evaluator, node: Node, scope: Scope) -> Signal:
    _kind, _row, init, condition, then, otherwise = node
    if init is not None:
        scope = Scope(scope.unit, scope)
        STATEMENT(ev, init, scope)
    value = ev.eval(condition, scope)
    if value is True:
        return _block(ev, then, scope)
    if value is False:
        return STATEMENT(ev, otherwise, scope) if otherwise is not None else None
    cause = value if isinstance(value, Unknown) else ev.unknown("condition", node, scope)
    if _fails(then):
        # what only leads to an error does not happen in a provider that was released
        return STATEMENT(ev, otherwise, scope) if otherwise is not None else None
    branches = [then] if otherwise is None else [then, otherwise]
    return _uncertain(
        ev, [lambda branch=branch: STATEMENT(ev, branch, scope) for branch in branches], cause, otherwise is not None
    )


def _uncertain(ev: Evaluator, branches: list[Callable[[], Signal]], cause: Unknown, complete: bool) -> Signal:
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
        STATEMENT(ev, init, scope)
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
        STATEMENT(ev, init, scope)
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
    branches = [lambda number=number: _run_case(ev, cases, number, scope) for number in numbers]
    return _uncertain(ev, branches, cause, chosen is not None)  # type: ignore[arg-type]


def _run_case(ev: Evaluator, cases: tuple[Node, ...], number: int, scope: Scope) -> Signal:
    while True:
        signal = ev.execute(cases[number][1], Scope(scope.unit, scope))
        if signal is _FALLTHROUGH and number + 1 < len(cases):
            number += 1
            continue
        return None if signal is not None and signal == _BREAK else signal


# Loops ----------------------------------------------------------------------------------------------------------------


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
        STATEMENT(ev, init, scope)
    while True:
        value = ev.eval(condition, scope) if condition is not None else True
        if value is False:
            return None
        if value is not True:
            cause = value if isinstance(value, Unknown) else ev.unknown("loop condition", node, scope)
            return _uncertain(ev, [lambda: _block(ev, body, scope)], cause, False)
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
            STATEMENT(ev, post, scope)


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
    return _uncertain(ev, [lambda: ev.execute(node[5][2], inner)], cause, False)


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
    signal = STATEMENT(ev, inner, scope)
    return None if signal == ("break", name) else signal


# Leaving --------------------------------------------------------------------------------------------------------------


def _return(ev: Evaluator, node: Node, scope: Scope) -> Signal:
    nodes = node[2]
    if not nodes:
        return ("return", NAMED_RESULTS if _has_named_results(scope) else None)
    if len(nodes) == 1:
        return ("return", _owned(ev.eval(nodes[0], scope), nodes[0]))
    return ("return", tuple(_owned(ev.eval(item, scope), item) for item in nodes))


def _has_named_results(scope: Scope | None) -> bool:
    while scope is not None:
        if scope.function:
            return bool(scope.results)
        scope = scope.parent
    return False


def _jump(_ev: Evaluator, node: Node, _scope: Scope) -> Signal:
    return (node[0], node[2])


def _break(_ev: Evaluator, node: Node, _scope: Scope) -> Signal:
    return _BREAK if node[2] is None else ("break", node[2])


def _continue(_ev: Evaluator, node: Node, _scope: Scope) -> Signal:
    return _CONTINUE if node[2] is None else ("continue", node[2])


def _fallthrough(_ev: Evaluator, _node: Node, _scope: Scope) -> Signal:
    return _FALLTHROUGH


def _defer(ev: Evaluator, node: Node, scope: Scope) -> Signal:
    call = node[2]
    if call[0] == "call":
        function = ev.eval(call[2], scope)
        if isinstance(function, Closure):
            holder: Scope | None = scope
            while holder is not None and not holder.function:
                holder = holder.parent
            if holder is not None:
                arguments = [ev.eval(argument, scope) for argument in call[3]]
                holder.defers = [*(holder.defers or []), (function, arguments, ev.place(node, scope))]
    return None


def run_deferred(ev: Evaluator, scope: Scope) -> None:
    """Run what a function deferred, last first."""
    for function, arguments, place in reversed(scope.defers or []):
        ev.call(function, arguments, place)


def _nothing(_ev: Evaluator, _node: Node, _scope: Scope) -> Signal:
    # goroutines, channels and select do not make schemas
    return None


def STATEMENT(ev: Evaluator, node: Node, scope: Scope) -> Signal:  # noqa: N802
    """Run one statement."""
    return TABLE[node[0]](ev, node, scope)


def _unsupported(ev: Evaluator, node: Node, scope: Scope) -> Signal:
    raise ev.panic(f"statement {node[2]}", node, scope)


TABLE: dict[str, Callable[[Evaluator, Node, Scope], Signal]] = {
    "expr": _expression,
    "define": _define,
    "assign": _assign,
    "incdec": _step,
    "vars": _variables,
    "consts": _variables,
    "typedecls": _types,
    "block": _block,
    "if": _if,
    "for": _for,
    "range": _range,
    "switch": _switch,
    "typeswitch": _type_switch,
    "return": _return,
    "break": _break,
    "continue": _continue,
    "goto": _jump,
    "fallthrough": _fallthrough,
    "label": _label,
    "defer": _defer,
    "go": _nothing,
    "select": _nothing,
    "send": _nothing,
    "unsupported": _unsupported,
}
