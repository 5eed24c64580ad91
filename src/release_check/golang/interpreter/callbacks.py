"""Function literals that are given to something outside: whether and how often they are called is not known."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from release_check.golang.interpreter.branches import followed_uncertainly
from release_check.golang.tree import Node
from release_check.golang.values import Closure, Place, Unknown, Value

if TYPE_CHECKING:
    from release_check.golang.interpreter.evaluator import Evaluator

_STORES = re.compile(rb"\b([A-Za-z_]\w*)(?:\.\w+|\[[^\]\n]*\])*[ \t]*(?:=(?!=)|\+=|\+\+|--)")


def follow(ev: Evaluator, arguments: list[Value], place: Place) -> None:
    """Make unknown whatever literals among the arguments may store into variables around them."""
    for argument in arguments:
        if isinstance(argument, Closure) and argument.scope is not None and _stores_outside(argument):
            ev.parse(argument)
            cause = Unknown("function given to something outside", place.file, place.line)
            given: list[Value] = [cause] * len(argument.parameters)
            run: Callable[[], Value] = functools.partial(ev.call, argument, given, place)
            followed_uncertainly(ev, [functools.partial(_ignored, run)], cause, False)


def _ignored(run: Callable[[], Value]) -> None:
    run()


def _stores_outside(closure: Closure) -> bool:
    if closure.scope is None:
        return False
    if closure.text is None:
        return _in_tree(closure.body, closure)
    return any(closure.scope.holder(name.decode()) is not None for name in _STORES.findall(closure.text))


def _in_tree(node: object, closure: Closure) -> bool:
    if not isinstance(node, tuple):
        return False
    if node and node[0] in ("assign", "incdec"):
        targets = node[2] if node[0] == "assign" else (node[2],)
        names = {_root(target) for target in targets}
        if any(name is not None and closure.scope is not None and closure.scope.holder(name) for name in names):
            return True
    return any(_in_tree(part, closure) for part in node)


def _root(target: Node) -> str | None:
    """The variable that an assignment's target begins with."""
    while target[0] in ("sel", "index", "star"):
        target = target[2]
    return str(target[2]) if target[0] == "id" else None
