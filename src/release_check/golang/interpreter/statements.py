"""Statements: one function per kind of node. Each gives None, or the signal that leaves the block around it.

Where a condition is not settled, neither branch is chosen: both are followed with `uncertain` raised, so that whatever
they store becomes unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from release_check.golang.interpreter import branches, expressions, loops, typing
from release_check.golang.interpreter.assignment import assign, place
from release_check.golang.interpreter.signals import BREAK, CONTINUE, FALLTHROUGH, NAMED_RESULTS, Signal
from release_check.golang.scope import Scope
from release_check.golang.tree import Node
from release_check.golang.values import (
    COPIED,
    Bound,
    Closure,
    ExternalCall,
    ExternalElement,
    ExternalField,
    Native,
    Pointer,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from release_check.golang.interpreter.evaluator import Evaluator


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
    value = expressions.unforced(ev, node, scope)
    if type(value) is tuple and len(value) == wanted:
        return list(value)
    if isinstance(value, ExternalCall | ExternalField | ExternalElement):
        return [ExternalElement(value, i, i == wanted - 1) for i in range(wanted)]
    return [value if isinstance(value, Unknown) else Unknown("several results")] * wanted


def _value(ev: Evaluator, node: Node, scope: Scope) -> Value:
    return _owned(expressions.unforced(ev, node, scope), node)


def _owned(value: Value, node: Node) -> Value:
    return value.copy() if type(value) in COPIED and node[0] not in ("comp", "call") else value


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
        value = expressions.operate(ev, operator[:-1], old, new, node, scope)
        assign(ev, target, value, scope)
        return None
    if len(targets) == 1:
        store = place(ev, targets[0], scope)
        store(values_of(ev, node[4], 1, scope)[0])
        return None
    # all operands are evaluated before anything is stored
    stores = [place(ev, target, scope) for target in targets]
    for store, value in zip(stores, values_of(ev, node[4], len(targets), scope), strict=True):
        store(value)
    return None


def _step(ev: Evaluator, node: Node, scope: Scope) -> Signal:
    value = expressions.operate(ev, "+", ev.eval(node[2], scope), node[3], node, scope)
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


def _return(ev: Evaluator, node: Node, scope: Scope) -> Signal:
    nodes = node[2]
    if not nodes:
        return ("return", NAMED_RESULTS if _has_named_results(scope) else None)
    if len(nodes) == 1:
        return ("return", _value(ev, nodes[0], scope))
    return ("return", tuple(_value(ev, item, scope) for item in nodes))


def _has_named_results(scope: Scope | None) -> bool:
    while scope is not None:
        if scope.function:
            return bool(scope.results)
        scope = scope.parent
    return False


def _jump(ev: Evaluator, node: Node, scope: Scope) -> Signal:
    raise ev.panic("goto", node, scope)


def _break(_ev: Evaluator, node: Node, _scope: Scope) -> Signal:
    return BREAK if node[2] is None else ("break", node[2])


def _continue(_ev: Evaluator, node: Node, _scope: Scope) -> Signal:
    return CONTINUE if node[2] is None else ("continue", node[2])


def _fallthrough(_ev: Evaluator, _node: Node, _scope: Scope) -> Signal:
    return FALLTHROUGH


def _defer(ev: Evaluator, node: Node, scope: Scope) -> Signal:
    call = node[2]
    function = ev.eval(call[2], scope) if call[0] == "call" else None
    if isinstance(function, Closure | Bound | Native):
        holder: Scope | None = scope
        while holder is not None and not holder.function:
            holder = holder.parent
        if holder is not None:
            given = (function, expressions.arguments(ev, call, scope, 0), ev.place(node, scope), ev.uncertain)
            holder.defers = [*(holder.defers or []), given]
    return None


def _nothing(_ev: Evaluator, _node: Node, _scope: Scope) -> Signal:
    # goroutines, channels and select do not make schemas
    return None


def _unsupported(ev: Evaluator, node: Node, scope: Scope) -> Signal:
    raise ev.panic(f"statement {node[2]}", node, scope)


TABLE: dict[str, Callable[[Evaluator, Node, Scope], Signal]] = {
    **branches.TABLE,
    **loops.TABLE,
    "expr": _expression,
    "define": _define,
    "assign": _assign,
    "incdec": _step,
    "vars": _variables,
    "consts": _variables,
    "typedecls": _types,
    "block": _block,
    "return": _return,
    "break": _break,
    "continue": _continue,
    "goto": _jump,
    "fallthrough": _fallthrough,
    "defer": _defer,
    "go": _nothing,
    "select": _nothing,
    "send": _nothing,
    "unsupported": _unsupported,
}
