"""What a function that takes state forward does with the stored keys; it is read, and not run.

Followed are the state's map under whatever name it has, what lies nested in it, keys that constants, loops over written
texts and wrapping functions give, and the provider's own functions that the map is handed to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from release_check.golang.interpreter import Evaluator
from release_check.golang.scope import Scope
from release_check.golang.tree import Node
from release_check.golang.values import Bound, Closure, GoPanic, Map, Slice
from release_check.model import StoredKeys
from release_check.snapshot.nodes import all_texts, is_node, last_name, leaves, nodes

_DEPTH = 4
_FUNCTIONS = 60
_IDENTITY = "id"
"""The key that the SDK itself looks after: state without it is no state."""
_LOOKING_ON = frozenset({"log", "fmt", "tflog"})
"""Packages whose functions take what they are given as it is."""
_NONE: frozenset[str] = frozenset()


class _Place(NamedTuple):
    """Where in the stored state a value comes from: paths, of which the empty one is the state itself."""

    paths: frozenset[str]
    settled: bool = False
    """Whether its type is no question any more: an element of a list, or what was asserted already."""


_STATE = _Place(frozenset({""}))


def stored_keys(ev: Evaluator, closure: Closure | None) -> StoredKeys | None:
    """What a function does with the keys of the state; None where there is none that could be read."""
    if closure is None:
        return None
    found = _Found(ev)
    parsed = found.parsed(closure)
    if parsed is None:
        return None
    names = [name for name, kind, _variadic in closure.parameters if name and _is_map(kind)]
    states = [name for name, kind, _variadic in closure.parameters if name and last_name(kind) == "InstanceState"]
    if not names and not states:
        return None
    found.function(closure, dict.fromkeys(names[:1], _STATE), frozenset(states), _NONE, 0)
    return found.keys()


def called(ev: Evaluator, function: Node, scope: Scope) -> Closure | None:
    """The function of the provider's own that an expression stands for, or that its call gives."""
    maker = function[2] if function[0] == "call" else function
    if maker[0] not in ("id", "sel") or (maker[0] == "sel" and maker[2][0] != "id"):
        return None
    value = ev.attempt(function, scope)
    closure = value.closure if isinstance(value, Bound) else value
    if not isinstance(closure, Closure) or closure.unit.file.path.startswith("vendor/"):
        return None
    return closure


class _Found:
    """What has been found in the functions so far."""

    def __init__(self, ev: Evaluator) -> None:
        self.ev = ev
        self.takes: set[str] = set()
        self.sets: set[str] = set()
        self.drops: set[str] = set()
        self.asserts: set[str] = set()
        self.moves: set[tuple[str, str]] = set()
        self.whole = True
        self._open: list[Closure] = []
        self._count = 0

    def keys(self) -> StoredKeys:
        renames = {(old, new) for old, new in self.moves if old in self.drops and old != new}
        return StoredKeys(
            takes=tuple(sorted(self.takes)),
            sets=tuple(sorted(self.sets)),
            drops=tuple(sorted(self.drops)),
            renames=tuple(sorted(renames)),
            asserts=tuple(sorted(self.asserts - {_IDENTITY})),
            whole=self.whole,
        )

    def parsed(self, closure: Closure) -> Closure | None:
        try:
            self.ev.parse(closure)
        except GoPanic:
            return None
        return closure

    def function(
        self,
        closure: Closure,
        places: Mapping[str, _Place],
        states: frozenset[str],
        asked: frozenset[str],
        depth: int,
    ) -> None:
        self._count += 1
        known = any(one.unit is closure.unit and one.row == closure.row for one in self._open)
        if known or depth > _DEPTH or self._count > _FUNCTIONS or self.parsed(closure) is None:
            self.whole = self.whole and known
            return
        self._open.append(closure)
        _Function(self, closure, places, states, depth).statements(closure.body or (), asked)
        self._open.pop()


class _Function:
    """One function: the names that stand for the state, for values of it, and for what was asked about them."""

    def __init__(
        self, found: _Found, closure: Closure, places: Mapping[str, _Place], states: frozenset[str], depth: int
    ) -> None:
        self.found = found
        self.ev = found.ev
        self.scope = Scope(closure.unit, closure.scope)
        self.depth = depth
        self.places = dict(places)
        self.states = set(states)
        """Variables that hold an InstanceState, whose `Attributes` are the state."""
        self.ties: dict[str, frozenset[str]] = {}
        """The keys that a variable was worked out from."""
        self.words: dict[str, frozenset[str]] = {}
        self.functions: dict[str, Closure] = {}
        """Functions written in place, by the variable that holds them."""
        self.written: set[str] = set()

    # Statements, with the keys that were asked about on the way to them -----------------------------------------------

    def statements(self, statements: Iterable[Node], asked: frozenset[str]) -> None:
        for statement in statements:
            asked = self._statement(statement, asked) | self.written

    def _statement(self, node: Node, asked: frozenset[str]) -> frozenset[str]:
        """Read a statement; gives what is asked about on the way to the next one."""
        match node[0]:
            case "if":
                return self._if(node, asked)
            case "label":
                return self._statement(node[3], asked)
            case "block":
                self.statements(node[2], asked)
            case "range":
                self._range(node, asked)
            case "for":
                self._for(node, asked)
            case "switch" | "typeswitch":
                self._switch(node, asked)
            case "vars" | "define" | "assign":
                for targets, values in _assignments(node):
                    self._assigned(targets, values, asked)
            case _:
                self._expressions(node[2:], asked)
        return asked

    def _for(self, node: Node, asked: frozenset[str]) -> None:
        for clause in node[2:5]:
            if clause is not None:
                self._part(clause, asked)
        self._statement(node[5], asked)

    def _part(self, node: Node, asked: frozenset[str]) -> None:
        """A statement or an expression, as the parts of loops and switches are."""
        if node[0] in ("define", "assign", "expr", "incdec", "vars"):
            self._statement(node, asked)
        else:
            self._expressions((node,), asked)

    def _if(self, node: Node, asked: frozenset[str]) -> frozenset[str]:
        _kind, _row, init, condition, then, other = node
        if init is not None:
            self._part(init, asked)
        before = asked | (self._about(init) if init is not None else _NONE)
        self._expressions((condition,), before)
        about = before | self._about(condition)
        self._statement(then, about)
        if other is not None:
            self._statement(other, about)
        return about if leaves(then) else asked

    def _switch(self, node: Node, asked: frozenset[str]) -> None:
        about = asked
        for part in node[2:-1]:
            if isinstance(part, tuple) and part:
                self._part(part, asked)
                about |= self._about(part)
        if node[0] == "typeswitch" and node[3]:
            place = self._place(node[4])
            if place is not None:
                self.places[str(node[3])] = place._replace(settled=True)
        for expressions, body in node[-1]:
            self._expressions(expressions or (), about)
            self.statements(body, about | self._about(expressions or ()))

    def _range(self, node: Node, asked: frozenset[str]) -> None:
        _kind, _row, targets, _define, operand, body = node
        self._expressions((operand,), asked)
        names = [target[2] if target is not None and target[0] == "id" else "_" for target in targets or ()]
        place = self._place(operand)
        if place is not None and len(names) == 2 and place != _STATE:
            self.places[names[1]] = place._replace(settled=True)
        for name, texts in zip(names, self._ranged(operand), strict=False):
            if texts is not None:
                self.words[name] = texts
        self._statement(body, asked)

    def _ranged(self, operand: Node) -> tuple[frozenset[str] | None, frozenset[str] | None]:
        if operand[0] not in ("comp", "id", "sel"):
            return None, None
        value = self.ev.attempt(operand, self.scope)
        if isinstance(value, Map) and value.open is None:
            return all_texts(list(value)), all_texts([self.ev.force(one) for one in value.values()])
        if isinstance(value, Slice) and value.open is None:
            return None, all_texts([self.ev.force(one) for one in value])
        return None, None

    def _assigned(self, targets: Iterable[Node], values: Iterable[Node], asked: frozenset[str]) -> None:
        rows, given = list(targets), list(values)
        looks = len(rows) == 2 and len(given) == 1 and given[0][0] in ("assert", "index")
        for value in given:
            # the form with two results looks before it takes
            self._expressions((value[2:] if looks and value[0] == "assert" else (value,)), asked)
        for index, target in enumerate(rows):
            own = given[index : index + 1] if len(rows) == len(given) else given
            about = self._about(tuple(own))
            if target[0] == "id" and target[2] != "_":
                self._named(target[2], own if len(rows) == len(given) or (looks and index == 0) else [], about)
            elif target[0] == "index":
                self._set(target, about, asked)

    def _named(self, name: str, values: list[Node], about: frozenset[str]) -> None:
        """A variable that gets a value, or one whose value is not looked at."""
        if about:
            self.ties[name] = about
        if not values:
            return
        value = values[0]
        if value[0] in ("func", "lazyfunc"):
            closure = self.ev.attempt(value, self.scope)
            if isinstance(closure, Closure):
                self.functions[name] = closure
            return
        place = self._place(value)
        if place is not None:
            self.places[name] = place._replace(settled=True) if value[0] == "assert" and place != _STATE else place
        elif name in self.places and self.places[name] != _STATE:
            del self.places[name]

    def _set(self, target: Node, about: frozenset[str], asked: frozenset[str]) -> None:
        self._expressions(target[2:], asked)
        base = self._place(target[2])
        if base is None:
            return
        keys = self._keys(target[3])
        if keys is None:
            self.found.whole = self.found.whole and not _is_state(base)
            return
        paths = _below(base, keys)
        self.written |= paths
        self.found.sets |= paths
        self.found.moves |= {(old, new) for old in about for new in paths}

    # Expressions ------------------------------------------------------------------------------------------------------

    def _expressions(self, parts: Iterable[Any], asked: frozenset[str]) -> None:
        for node in parts:
            if not isinstance(node, tuple) or not node:
                continue
            if not is_node(node):
                self._expressions(node, asked)
                continue
            match node[0]:
                case "binary" if node[2] in ("&&", "||"):
                    self._expressions((node[3],), asked)
                    self._expressions((node[4],), asked | self._about(node[3]))
                    continue
                case "func" | "lazyfunc":
                    self._literal(node, asked)
                    continue
                case "call":
                    self._call(node, asked)
                case "assert":
                    self._assert(node, asked)
                case "index":
                    self._take(node)
            self._expressions(node[2:], asked)

    def _take(self, node: Node) -> None:
        place = self._place(node)
        if place is not None and not _is_state(place) and self._keys(node[3]):
            self.found.takes |= place.paths

    def _assert(self, node: Node, asked: frozenset[str]) -> None:
        place = self._place(node[2])
        if place is not None and not place.settled and not _is_state(place):
            self.found.asserts |= place.paths - asked

    def _literal(self, node: Node, asked: frozenset[str]) -> None:
        """A function that is written in place; what it does is taken for done where it stands."""
        closure = self.ev.attempt(node, self.scope)
        if isinstance(closure, Closure) and self.found.parsed(closure) is not None:
            self.statements(closure.body or (), asked)

    def _call(self, node: Node, asked: frozenset[str]) -> None:
        function, arguments = node[2], node[3]
        if function[:3:2] == ("id", "delete") and len(arguments) == 2:
            base, keys = self._place(arguments[0]), self._keys(arguments[1])
            if base is not None and keys is not None:
                self.found.drops |= _below(base, keys)
            elif base is not None and _is_state(base):
                self.found.whole = False
            return
        handed = {index: place for index, one in enumerate(arguments) if (place := self._place(one)) is not None}
        states = {index for index, one in enumerate(arguments) if one[0] == "id" and one[2] in self.states}
        if not handed and not states:
            return
        target = self._target(function)
        if target is None:
            package = function[2][2] if function[0] == "sel" and function[2][0] == "id" else function[-1]
            is_whole = any(_is_state(place) for place in handed.values()) or bool(states)
            self.found.whole = self.found.whole and (not is_whole or package in _LOOKING_ON)
            return
        if self.found.parsed(target) is None:
            return
        names = [name for name, _kind, _variadic in target.parameters]
        places = {names[index]: place for index, place in handed.items() if index < len(names) and names[index]}
        held = frozenset(str(names[index]) for index in states if index < len(names) and names[index])
        self.found.function(target, places, held, asked, self.depth + 1)

    def _target(self, function: Node) -> Closure | None:
        """The function of the provider's own that is called, or None."""
        if function[0] == "id" and function[2] in self.functions:
            return self.functions[function[2]]
        return called(self.ev, function, self.scope)

    # Places -----------------------------------------------------------------------------------------------------------

    def _place(self, node: Node) -> _Place | None:
        """Where in the state an expression's value comes from."""
        match node[0]:
            case "id":
                return self.places.get(node[2])
            case "sel":
                held = node[2][0] == "id" and node[2][2] in self.states and node[3] == "Attributes"
                return _STATE if held else None
            case "assert":
                place = self._place(node[2])
                return place._replace(settled=True) if place is not None and not _is_state(place) else place
            case "index":
                base = self._place(node[2])
                if base is None:
                    return None
                keys = self._keys(node[3])
                if keys:
                    return _Place(_below(base, keys))
                return None if _is_state(base) else base._replace(settled=True)
            case "slice" | "star" | "amp":
                return self._place(node[2])
        return None

    def _keys(self, node: Node) -> frozenset[str] | None:
        """The texts that a key may be; None where that is not settled, or it is no text."""
        if node[0] == "lit":
            return frozenset({str(node[2])}) if isinstance(node[2], str) else None
        if node[0] == "id" and node[2] in self.words:
            return self.words[node[2]]
        if node[0] in ("id", "sel", "binary"):
            value = self.ev.attempt(node, self.scope)
            if isinstance(value, str):
                return frozenset({str(value)})
        return None

    def _about(self, node: Any) -> frozenset[str]:
        """The keys that an expression, or a statement, is worked out from."""
        found: set[str] = set()
        for one in nodes(node):
            if one[0] == "id":
                found |= self.ties.get(one[2], _NONE)
                found |= self.places[one[2]].paths if one[2] in self.places else _NONE
            elif one[0] == "index" and (place := self._place(one)) is not None:
                found |= place.paths
            elif one[0] in ("define", "assign"):
                found |= self._about(tuple(("id", 0, name) for name in _names(one)))
        return frozenset(found - {""})


def _names(node: Node) -> Iterator[str]:
    """The variables that a statement gives values to."""
    for target in node[2]:
        if isinstance(target, str):
            yield target
        elif target[0] == "id":
            yield target[2]


def _assignments(node: Node) -> Iterator[tuple[list[Node], tuple[Node, ...]]]:
    """What a statement gives values to, and the values."""
    if node[0] == "vars":
        for names, _kind, values, *_rest in node[2]:
            yield [("id", 0, name) for name in names], values or ()
    elif node[0] == "define":
        yield [("id", 0, name) for name in node[2]], node[3]
    else:
        yield list(node[2]), node[4]


def _is_state(place: _Place) -> bool:
    return "" in place.paths


def _below(base: _Place, keys: frozenset[str]) -> frozenset[str]:
    return frozenset(f"{path}.{key}" if path else key for path in base.paths for key in keys)


def _is_map(kind: Any) -> bool:
    return isinstance(kind, tuple) and kind[0] == "mapt" and last_name(kind[2]) == "string"
