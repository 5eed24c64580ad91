"""Loops that can be left out where it is not settled how often they run: they only look, and change nothing.

A provider's own checks of its models at start are such: loops over the fields of a type that reflection gives. To
follow them in doubt, for each of hundreds of resources, costs more than anything that could come of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from release_check.golang.scope import Scope
from release_check.golang.tree import Node
from release_check.golang.values import Closure, GoPanic

if TYPE_CHECKING:
    from release_check.golang.interpreter.evaluator import Evaluator

_BUILTINS = frozenset({"len", "cap", "append", "make", "new", "string", "int", "recover", "error", "min", "max"})
_PURE_PACKAGES = frozenset({"errors", "fmt", "path", "reflect", "regexp", "strconv", "strings", "unicode"})
_LOOKING = frozenset(
    {"Elem", "Error", "Field", "FieldByName", "Get", "Index", "Interface", "IsNil", "IsValid", "IsZero", "Key", "Kind"}
    | {"Len", "Lookup", "MapIndex", "MapKeys", "MatchString", "Name", "NumField", "PkgPath", "Slice", "String", "Tag"}
    | {"Type"}
)
"""Methods that only tell of what they are called on, reflection's above all."""
_STATEMENTS = frozenset(
    {"expr", "define", "assign", "vars", "block", "if", "for", "range", "switch", "return", "break", "continue"}
    | {"defer", "incdec"}
)


def returns_of(ev: Evaluator, body: Node, scope: Scope) -> list[int] | None:
    """How many values each `return` in a loop's body gives back, if the body changes nothing outside; else None."""
    # the same loop is come by for each of hundreds of resources; which names around it are local never differs
    known = ev.surveyed.get(id(body))
    if known is None:
        survey = _Survey(ev, scope)
        with ev.recording() as needs:
            survey.statement(body)
        known = ev.surveyed[id(body)] = (body, survey.returns if survey.idle else None, frozenset(needs))
    if ev.needs is not None:
        ev.needs |= known[2]
    return known[1]


class _Survey:
    """Looks through statements and the functions that they call, each once."""

    def __init__(self, ev: Evaluator, scope: Scope, seen: set[str] | None = None) -> None:
        self._ev = ev
        self._scope = scope
        self._seen = seen if seen is not None else set()
        self._own: set[str] = set()
        self._fresh: set[str] = set()
        self.idle = True
        self.returns: list[int] = []

    def statement(self, node: Node) -> None:
        """Look through one statement."""
        kind = node[0]
        if kind not in _STATEMENTS:
            self.idle = False
        elif kind in ("define", "range", "assign", "incdec", "vars"):
            self._stores(node)
        elif kind == "return":
            self.returns.append(len(node[2]))
        if self.idle:
            for part in _parts(node[2:]):
                self._look(part)

    def function(self, closure: Closure) -> None:
        """Look through a function of the provider's own: what its parameters and results are called is its own."""
        self._own.update(name for name, *_rest in (*closure.parameters, *closure.results) if name)
        for statement in closure.body or ():
            self.statement(statement)

    def _look(self, node: Node) -> None:
        kind = node[0]
        if kind in _STATEMENTS:
            self.statement(node)
            return
        if kind == "func":
            self._own.update(name for name, *_rest in (*node[2], *node[3]) if name)
            returns = self.returns
            self.returns = []
            for statement in node[4]:
                self.statement(statement)
            self.returns = returns
            return
        if kind == "lazyfunc" or (kind == "call" and not self._harmless(node[2])):
            self.idle = False
        if self.idle:
            for part in _parts(node[2:]):
                self._look(part)

    def _stores(self, node: Node) -> None:
        if node[0] == "define":
            self._own.update(node[2])
            self._fresh.update(name for name, value in zip(node[2], node[3], strict=False) if _is_fresh(value))
            return
        if node[0] == "vars":
            self._own.update(name for spec in node[2] for name in spec[0])
            return
        targets = node[2] if node[0] in ("range", "assign") else (node[2],)
        if node[0] == "range" and node[3]:
            self._own.update(target[2] for target in targets if target[0] == "id")
            return
        for target in targets:
            if target[0] == "sel" and target[2][0] == "id":
                self.idle &= target[2][2] in self._fresh
            else:
                self.idle &= target[0] == "id" and (target[2] in self._own or target[2] == "_")

    def _harmless(self, function: Node) -> bool:
        if function[0] == "func":
            return True
        if function[0] == "sel":
            package = self._package(function[2])
            return package in _PURE_PACKAGES if package is not None else str(function[3]) in _LOOKING
        if function[0] != "id" or function[2] in self._own:
            return False
        name = str(function[2])
        if self._scope.holder(name) is not None:
            return False
        return name in _BUILTINS or name in self._seen or self._calls(name)

    def _package(self, node: Node) -> str | None:
        if node[0] != "id" or node[2] in self._own or self._scope.holder(node[2]) is not None:
            return None
        return self._scope.unit.file.imports.get(node[2])

    def _calls(self, name: str) -> bool:
        self._seen.add(name)
        value = self._ev.member(self._scope.unit.file.package.path, name)
        if not isinstance(value, Closure):
            return False
        try:
            self._ev.parse(value)
        except GoPanic:
            return False
        inner = _Survey(self._ev, Scope(value.unit), self._seen)
        inner.function(value)
        return value.body is not None and inner.idle


def _is_fresh(value: Node) -> bool:
    return bool(value[0] == "comp" or (value[0] == "amp" and value[2][0] == "comp"))


def _parts(content: object) -> Iterator[Node]:
    """The nodes that something holds, however deep in tuples that are none."""
    if isinstance(content, tuple):
        if content and isinstance(content[0], str) and len(content) > 1 and isinstance(content[1], int):
            yield content
        else:
            for part in content:
                yield from _parts(part)
