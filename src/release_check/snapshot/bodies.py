"""What function bodies say, read and not run."""

from __future__ import annotations

import re

from release_check.golang.interpreter import Evaluator
from release_check.golang.library.formatting import sprintf
from release_check.golang.scope import Scope
from release_check.golang.tree import Node
from release_check.golang.values import Bound, Closure, GoPanic, Thunk, Value

_ERROR_MAKERS = frozenset({"New", "Errorf", "FromErr"})
_SMALL = 1500
_OPENS = re.compile(rb"\{(?=[ \t\n])")
_RETURNS_AT_ONCE = re.compile(rb"\{\s*(?://[^\n]*\n\s*)*return\b")
_RETURNS_ERROR = re.compile(rb"\breturn\b[^\n]*\b(?:New|Errorf|FromErr)\(")


def only_error(ev: Evaluator, function: Value) -> str | None:
    """The message of a function that does nothing but return an error, or None for any other."""
    closure = closure_of(ev, function)
    if closure is None:
        return None
    ev.note(closure)
    if not _worth_parsing(closure):
        return None
    try:
        ev.parse(closure)
    except GoPanic:
        return None
    if not closure.body or len(closure.body) != 1 or closure.body[0][0] != "return":
        return None
    values = closure.body[0][2]
    return _error_message(ev, values[-1], Scope(closure.unit, closure.scope)) if values else None


def closure_of(ev: Evaluator, function: Value) -> Closure | None:
    """The function that a field holds, found without evaluating more than its name; None where it is none of ours."""
    if isinstance(function, Thunk) and function.waiting:
        node, scope = function.node, function.scope
        if node[0] not in ("id", "sel"):
            return None
        value = ev.attempt(node, scope)
        return value if isinstance(value, Closure) else None
    function = ev.force(function)
    return function if isinstance(function, Closure) else None


def _worth_parsing(closure: Closure) -> bool:
    text = closure.text
    if closure.declaration is not None:
        text = closure.declaration.declaration.text
    if text is None:
        return closure.body is not None and len(closure.body) == 1
    opens = _OPENS.search(text)
    if opens is None or _RETURNS_AT_ONCE.match(text, opens.start()) is None:
        return False
    # what was there before often stands on below as a comment
    return _RETURNS_ERROR.search(text) is not None


def _error_message(ev: Evaluator, node: Node, scope: Scope) -> str | None:
    if node[0] != "call" or node[2][0] != "sel" or node[2][3] not in _ERROR_MAKERS or not node[3]:
        return None
    argument = node[3][0]
    if argument[0] == "call":
        return _error_message(ev, argument, scope)
    message, *values = [ev.attempt(item, scope) for item in node[3]]
    if not isinstance(message, str):
        return ""
    try:
        return sprintf(str(message), values) if node[2][3] == "Errorf" else str(message)
    except ValueError:
        return str(message)


def only_diagnostics(ev: Evaluator, method: Bound) -> str | None:
    """The message of a framework method that does nothing but add an error, or None for any other."""
    closure = method.closure
    ev.note(closure)
    if closure.declaration is not None:
        text = closure.declaration.declaration.text
        if len(text) >= _SMALL or b"AddError(" not in text:
            return None
    try:
        ev.parse(closure)
    except GoPanic:
        return None
    if not closure.body or len(closure.body) != 1 or closure.body[0][0] != "expr":
        return None
    call = closure.body[0][2]
    if call[0] != "call" or call[2][0] != "sel" or call[2][3] != "AddError" or not call[3]:
        return None
    value = ev.attempt(call[3][-1], Scope(closure.unit))
    return str(value) if isinstance(value, str) else ""
