"""Function bodies, summed up: which attributes they get and set by name, and before which errors they ask about them.

Nothing is run. Calls of the provider's own functions are followed to a depth; a call that hands on the data of the
resource to where it cannot be followed makes the summary partial.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from release_check.golang.interpreter import Evaluator
from release_check.golang.packages import Entry
from release_check.golang.scope import Scope
from release_check.golang.tree import Node
from release_check.golang.values import Bound, Closure, GoPanic, Map, Slice, Value
from release_check.model.code import Body
from release_check.snapshot.data_models import DataModels
from release_check.snapshot.nodes import (
    all_texts,
    is_error_literal,
    is_node,
    last_name,
    leaves,
    makes_errors,
    nodes,
    passes_on,
    plain,
    roots,
    words_of,
)

_GETS = frozenset({"Get", "GetOk", "GetOkExists", "GetChange", "HasChange", "HasChanges", "HasChangesExcept"})
_GETS_RAW = frozenset({"GetAttr", "GetRawConfigAt", "AtName", "Root", "MatchRoot"})
_SETS = frozenset({"Set", "SetNew", "SetNewComputed"})
_DATA = ("ResourceData", "ResourceDiff")
_FILLS = frozenset({"Get", "Set", "Append", "As"})
_FRESH = frozenset(
    {"New", "Errorf", "AddError", "AddAttributeError", "NewErrorDiagnostic", "NewAttributeErrorDiagnostic"}
)
_DEPTH = 4
_FUNCTIONS = 60
_NAME = re.compile(r"[a-z][a-z0-9_]*(?:\.[a-z0-9_%]+)*")
_NONE: frozenset[str] = frozenset()


def summarise(ev: Evaluator, functions: Iterable[Value], apart_from: frozenset[Entry] = frozenset()) -> Body | None:
    """Sum up functions that do one thing together; None where none of them is the provider's own.

    Args:
        ev: what evaluated them.
        functions: their values.
        apart_from: declarations that are not followed into, such as the functions that do other things.
    """
    found = _Found(ev, apart_from)
    own = [one for one in functions if isinstance(one, Closure | Bound)]
    for function in own:
        found.function(function, 0)
    return found.body() if own else None


class _Found:
    """What has been found in the functions so far."""

    def __init__(self, ev: Evaluator, apart_from: frozenset[Entry]) -> None:
        self.ev = ev
        self.apart_from = apart_from
        self.gets: set[str] = set()
        self.sets: set[str] = set()
        self.mentions: set[str] = set()
        self.refusals: set[frozenset[str]] = set()
        self.whole = True
        self.models = DataModels(ev)
        self.seen: set[int] = set()
        self._gotten: dict[int, frozenset[str]] = {}

    def body(self) -> Body:
        return Body(
            gets=frozenset(self.gets),
            sets=frozenset(self.sets),
            mentions=frozenset(self.mentions | {part for path in self.gets | self.sets for part in path.split(".")}),
            refusals=frozenset(self.refusals),
            whole=self.whole,
        )

    def gotten_in(self, value: Closure | Bound, depth: int) -> frozenset[str]:
        """What a function that is given the data gets of it; its result is worked out from that."""
        closure = value.closure if isinstance(value, Bound) else value
        if closure.entry in self.apart_from or depth > _DEPTH:
            return _NONE
        key = id(closure.entry) if closure.entry is not None else id(closure)
        if key not in self._gotten:
            self._gotten[key] = _NONE  # what calls itself adds nothing
            inner = _Found(self.ev, self.apart_from)
            inner._gotten = self._gotten
            inner.function(value, depth)
            self._gotten[key] = frozenset(inner.gets)
        return self._gotten[key]

    def function(self, value: Closure | Bound, depth: int) -> None:
        closure = value.closure if isinstance(value, Bound) else value
        key = id(closure.entry) if closure.entry is not None else id(closure)
        if key in self.seen:
            return
        self.seen.add(key)
        if depth > _DEPTH or len(self.seen) > _FUNCTIONS:
            self.whole = False
            return
        try:
            self.ev.parse(closure)
        except GoPanic:
            self.whole = False
            return
        _Function(self, closure, value.receiver if isinstance(value, Bound) else None, depth).read()


class _Function:
    """One function: the names that stand for the resource's data, and for what was read of it."""

    def __init__(self, found: _Found, closure: Closure, receiver: Value, depth: int) -> None:
        self.found = found
        self.ev = found.ev
        self.closure = closure
        self.scope = Scope(closure.unit, closure.scope)
        self.depth = depth
        self.data: set[str] = set()
        """Parameters that hold the data of the resource."""
        self.models: set[str] = set()
        """Variables that hold it as a model of the framework."""
        self.ties: dict[str, frozenset[str]] = {}
        """The attributes that a variable was worked out from."""
        self.words: dict[str, frozenset[str]] = {}
        """The texts that a variable of a loop goes through."""
        self.texts = {name for name, kind, _variadic in closure.parameters if last_name(kind) == "string"}
        """Parameters that are texts."""
        self.receiver = receiver
        self._parameters(closure.parameters)
        if closure.receiver is not None:
            self._receiver(closure.receiver)

    def read(self) -> None:
        self._statements(self.closure.body or (), _NONE)

    # Statements, in order, with what is asked about on the way to them ----------------------------------------------

    def _statements(self, statements: Iterable[Node], asked: frozenset[str]) -> None:
        for statement in statements:
            asked = self._statement(statement, asked)

    def _statement(self, node: Node, asked: frozenset[str]) -> frozenset[str]:
        """Read a statement; gives what is asked about on the way to the next one."""
        special: Callable[[Node, frozenset[str]], frozenset[str]] | None = {
            "if": self._if,
            "switch": self._switch,
            "typeswitch": self._switch,
            "range": self._range,
            "block": self._block,
            "for": self._for,
            "label": lambda one, known: self._statement(one[3], known),
        }.get(node[0])
        if special is not None:
            return special(node, asked)
        if node[0] == "vars":
            for names, kind, values, *_rest in node[2]:
                self._declared(names, kind)
                self._tie(names, values)
        elif node[0] == "define":
            self._tie(node[2], node[3])
            self._composed(node[2], node[3])
        elif node[0] == "assign":
            self._tie([target[2] for target in node[2] if target[0] == "id"], node[4])
        self._expressions(node[2:], asked)
        return asked

    def _block(self, node: Node, asked: frozenset[str]) -> frozenset[str]:
        self._statements(node[2], asked)
        return asked

    def _if(self, node: Node, asked: frozenset[str]) -> frozenset[str]:
        _kind, _row, init, condition, then, other = node
        if init is not None:
            self._statement(init, asked)
        self._expressions((condition,), asked)
        about = asked | self._about(condition) | (self._about(init) if init is not None else _NONE)
        self._statement(then, about)
        if other is not None:
            self._statement(other, about)
        return about if leaves(then) else asked

    def _switch(self, node: Node, asked: frozenset[str]) -> frozenset[str]:
        about = asked
        for part in node[2:-1]:
            if isinstance(part, tuple):
                if part and part[0] in ("define", "assign", "expr"):
                    self._statement(part, asked)
                else:
                    self._expressions((part,), asked)
                about |= self._about(part)
        cases = node[-1]
        every = about.union(*(self._about(case[0] or ()) for case in cases))
        for expressions, body in cases:
            self._expressions(expressions or (), about)
            self._statements(body, every)
        return asked

    def _range(self, node: Node, asked: frozenset[str]) -> frozenset[str]:
        _kind, _row, targets, _define, operand, body = node
        self._expressions((operand,), asked)
        names = [target[2] if target is not None and target[0] == "id" else "_" for target in targets or ()]
        for name, texts in zip(names, self._ranged(operand), strict=False):
            if texts is not None:
                self.words[name] = texts
        about = self._about(operand)
        self.ties.update((name, about) for name in names if name != "_")
        self._statement(body, asked)
        return asked

    def _for(self, node: Node, asked: frozenset[str]) -> frozenset[str]:
        for part in node[2:-1]:
            if isinstance(part, tuple):
                self._expressions((part,), asked)
        self._statement(node[-1], asked)
        return asked

    # Names ------------------------------------------------------------------------------------------------------------

    def _parameters(self, parameters: Iterable[Any]) -> None:
        for name, kind, _variadic in parameters:
            if name is None:
                continue
            if last_name(kind).endswith(_DATA):
                self.data.add(name)
            elif self.found.models.learn(kind, self.scope):
                self.models.add(name)

    def _receiver(self, receiver: Any) -> None:
        name, kind = receiver[0], receiver[1]
        if name is not None and self.found.models.learn(kind, self.scope):
            self.models.add(name)

    def _declared(self, names: Iterable[str], kind: Any) -> None:
        if kind is not None and self.found.models.learn(kind, self.scope):
            self.models.update(names)

    def _composed(self, names: Iterable[str], values: Iterable[Node]) -> None:
        for name, value in zip(names, values, strict=False):
            literal = value[2] if value[0] == "amp" else value
            if literal[0] == "comp" and literal[2] is not None and self.found.models.learn(literal[2], self.scope):
                self.models.add(name)

    def _tie(self, names: Iterable[str], values: Iterable[Node]) -> None:
        rows, given = list(names), list(values)
        together = len(rows) != len(given)
        for index, name in enumerate(rows):
            about = self._about(given if together else given[index]) if given else _NONE
            if name != "_" and (about or name in self.ties):
                self.ties[name] = self.ties.get(name, _NONE) | about

    def _about(self, node: Any) -> frozenset[str]:
        """The attributes that an expression is worked out from."""
        found: set[str] = set()
        for one in nodes(node):
            if one[0] == "id":
                found |= self.ties.get(one[2], _NONE)
            elif one[0] == "sel" and roots(one) & self.models:
                found |= self.found.models.attributes(one[3])
            elif one[0] == "index" and one[3][0] == "lit" and isinstance(one[3][2], str):
                found.add(one[3][2])  # what is nested is read as a map
            elif one[0] == "call" and one[2][0] == "sel" and one[2][3] in _GETS | _GETS_RAW:
                found |= {path for argument in one[3] for path in self._texts(argument) or ()}
            elif one[0] == "call" and self._hands_over(one[3]) and (target := self._target(one[2])) is not None:
                found |= self.found.gotten_in(target, self.depth + 1)
        return frozenset(plain(path) for path in found)

    def _texts(self, node: Node) -> frozenset[str] | None:
        """The texts that an expression may be; None where that is not settled."""
        if node[0] == "lit":
            return frozenset({node[2]}) if isinstance(node[2], str) else _NONE
        if node[0] == "id" and node[2] in self.words:
            return self.words[node[2]]
        if node[0] == "call" and node[2][0] == "sel" and node[2][3] == "Sprintf" and node[3]:
            return self._texts(node[3][0])
        if node[0] in ("id", "sel", "binary"):
            value = self.ev.attempt(node, self.scope)
            if isinstance(value, str):
                return frozenset({str(value)})
        return None

    def _ranged(self, operand: Node) -> tuple[frozenset[str] | None, frozenset[str] | None]:
        """The texts that the two variables of a loop over something written out go through."""
        if operand[0] not in ("comp", "id", "sel"):
            return None, None
        value = self.ev.attempt(operand, self.scope)
        if isinstance(value, Map) and value.open is None:
            return all_texts(list(value)), all_texts([self.ev.force(one) for one in value.values()])
        if isinstance(value, Slice) and value.open is None:
            return None, all_texts([self.ev.force(one) for one in value])
        return None, None

    # Expressions ------------------------------------------------------------------------------------------------------

    def _expressions(self, nodes: Iterable[Any], asked: frozenset[str]) -> None:
        for node in nodes:
            if not isinstance(node, tuple) or not node:
                continue
            if not is_node(node):
                self._expressions(node, asked)
                continue
            if node[0] == "lit":
                self._mention(node[2])
            elif node[0] in ("func", "lazyfunc"):
                self._literal(node, asked)
            else:
                if node[0] == "sel":
                    self._selected(node)
                elif node[0] == "call":
                    self._call(node, asked)
                elif node[0] == "comp" and is_error_literal(node):
                    self._refuse(node, asked)
                if node[0] in ("id", "sel") and (text := self._constant(node)) is not None:
                    self._mention(text)
                self._expressions(node[2:], asked)

    def _constant(self, node: Node) -> str | None:
        """The text that a package's name stands for, where it is a constant of the provider's."""
        if node[0] == "id":
            entry = self.ev.look_up(self.scope.unit.file.package, node[2], found_only=True)
            if entry is None or entry.declaration.kind != "const":
                return None
        elif node[2][0] != "id" or node[2][2] not in self.scope.unit.file.imports:
            return None
        value = self.ev.attempt(node, self.scope)
        return str(value) if isinstance(value, str) else None

    def _mention(self, text: Any) -> None:
        if isinstance(text, str) and _NAME.fullmatch(text):
            self.found.mentions.update(text.split("."))

    def _selected(self, node: Node) -> None:
        if node[2][0] != "id" or node[2][2] not in self.scope.unit.file.imports:
            names = self.found.models.attributes(node[3])
            self.found.mentions |= names

    def _literal(self, node: Node, asked: frozenset[str]) -> None:
        """A function that is written in place; what it does is taken for done where it stands."""
        closure = self.ev.attempt(node, self.scope)
        if not isinstance(closure, Closure):
            return
        try:
            self.ev.parse(closure)
        except GoPanic:
            self.found.whole = False
            return
        self._parameters(closure.parameters)
        self._statements(closure.body or (), asked)

    def _call(self, node: Node, asked: frozenset[str]) -> None:
        function, arguments = node[2], node[3]
        if function[0] == "sel":
            method = function[3]
            if method in _FRESH and not passes_on(arguments):
                self._refuse(node, asked)
            if function[2][0] == "id" and function[2][2] in self.data:
                self._data_method(method, arguments)
                return
            if method in _GETS_RAW:
                self.found.gets.update(self._paths(arguments))
        self._follow(function, arguments)

    def _data_method(self, method: str, arguments: Iterable[Node]) -> None:
        """A method of the resource's data: those that take the name of an attribute."""
        names = list(arguments)
        if method in _SETS:
            names = names[:1]
        if method not in _GETS | _SETS:
            return
        settled = [self._texts(name) for name in names if not self._is_given(name)]
        if any(texts is None for texts in settled):
            self.found.whole = False
        paths = {plain(text) for texts in settled if texts for text in texts}
        (self.found.sets if method in _SETS else self.found.gets).update(paths)

    def _is_given(self, name: Node) -> bool:
        """Whether a name was handed over by the caller, where it is noted down."""
        return self.depth > 0 and name[0] == "id" and name[2] in self.texts

    def _paths(self, arguments: Iterable[Node]) -> Iterator[str]:
        for argument in arguments:
            for text in self._texts(argument) or ():
                yield plain(text)

    def _refuse(self, node: Node, asked: frozenset[str]) -> None:
        texts = [one[2] for one in nodes(node) if one[0] == "lit" and isinstance(one[2], str)]
        self.found.refusals.add(asked.union(*map(words_of, texts)))

    def _follow(self, function: Node, arguments: tuple[Node, ...]) -> None:
        target = self._target(function)
        if target is not None:
            closure = target.closure if isinstance(target, Bound) else target
            if closure.entry in self.found.apart_from:
                return
            if self._hands_over(arguments):
                # names that go along with the data are names of attributes
                self.found.gets.update(self._paths(one for one in arguments if one[0] != "call"))
            if makes_errors(closure):
                self.found.refusals.add(self._about(arguments))
            self.found.function(target, self.depth + 1)
        elif self._hands_over(arguments) and not (function[0] == "sel" and function[3] in _FILLS):
            self.found.whole = False

    def _target(self, function: Node) -> Closure | Bound | None:
        """The function of the provider's own that is called, or None."""
        if function[0] == "inst":
            function = function[2]
        value: Value = None
        if function[0] == "id":
            if self.scope.holder(function[2]) is not None:
                value = self.ev.attempt(function, self.scope)
            else:
                entry = self.ev.look_up(self.scope.unit.file.package, function[2], found_only=True)
                if entry is not None and entry.declaration.kind == "func":
                    value = self.ev.package_level(self.scope.unit, function[2])
        elif function[0] == "sel":
            value = self._method(function)
        if not isinstance(value, Closure | Bound):
            return None
        closure = value.closure if isinstance(value, Bound) else value
        return None if closure.unit.file.path.startswith("vendor/") else value

    def _method(self, function: Node) -> Value:
        operand, name = function[2], function[3]
        if operand[0] == "id" and self.scope.holder(operand[2]) is None:
            if self.closure.receiver is not None and operand[2] == self.closure.receiver[0]:
                return self.ev.guard(
                    lambda: self.ev.select(self.receiver, name, self.closure.place), self.closure.place
                )
            path = self.ev.program.imported(self.scope.unit.file, operand[2])
            if path is not None:
                return self.ev.attempt(function, self.scope)
        if roots(function) & self.models:
            return self.found.models.method(name)
        return None

    def _hands_over(self, arguments: Iterable[Node]) -> bool:
        """Whether the data of the resource, or a model of it, is among the arguments."""
        held = self.data | self.models
        for argument in arguments:
            inner = argument[2] if argument[0] in ("amp", "star") else argument
            if inner[0] == "id" and inner[2] in held:
                return True
        return False
