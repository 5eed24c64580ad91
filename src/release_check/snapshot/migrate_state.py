"""The SDK's `MigrateState`: its switch on the version, read and not run.

The guide's form: a case for each earlier version that leads on to the next by `fallthrough` or calls the steps itself,
and a default that is an error (Resources - State Migration, "Terraform v0.11 SDK State Migrations").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from release_check.golang.interpreter import Evaluator
from release_check.golang.scope import Scope
from release_check.golang.tree import Node
from release_check.golang.values import Closure, GoPanic, Value
from release_check.model import Migration, MigrationCase, Source
from release_check.snapshot.bodies import closure_of
from release_check.snapshot.stored_keys import stored_keys

_STEP = re.compile(r"[vV]?\d+_?[tT]o_?[vV]?(?P<to>\d+)")


def read_migration(ev: Evaluator, function: Value) -> Migration:
    """What a MigrateState function does with each version."""
    closure = closure_of(ev, function)
    if closure is None:
        return Migration(total=True)
    ev.note(closure)
    try:
        ev.parse(closure)
    except GoPanic:
        return Migration(total=True)
    place = closure.place
    read: dict[str, Any] = {
        "function": closure.name if closure.entry is not None or closure.declaration is not None else "",
        "keys": stored_keys(ev, closure),
        "source": Source(place.file, place.line) if place.file else None,
    }
    name = closure.parameters[0][0] if closure.parameters else None
    found = _switch(closure.body or (), name)
    if found is None:
        return Migration(total=True, **read)
    switch, rest = found
    cases = tuple(_cases(ev, switch, closure))
    if any(case is None for case in cases):
        return Migration(total=True, **read)
    default = next((statements for wanted, statements in switch[4] if wanted is None), rest)
    return Migration(cases=tuple(case for case in cases if case is not None), refuses=_refuses(default), **read)


def _switch(body: tuple[Node, ...], name: str | None) -> tuple[Node, tuple[Node, ...]] | None:
    """The switch on the version, and the statements after it."""
    for index, statement in enumerate(body):
        if statement[0] == "switch" and statement[3] is not None and statement[3][:3:2] == ("id", name):
            return statement, body[index + 1 :]
    return None


def _cases(ev: Evaluator, switch: Node, closure: Closure) -> Iterator[MigrationCase | None]:
    """Each version that has a case; None for one that is not settled."""
    clauses = switch[4]
    scope = Scope(closure.unit, closure.scope)
    for index, (wanted, _statements) in enumerate(clauses):
        for expression in wanted or ():
            version = ev.attempt(expression, scope)
            if isinstance(version, int) and not isinstance(version, bool):
                yield MigrationCase(int(version), _leads_to(clauses[index:]))
            else:
                yield None


def _leads_to(clauses: tuple[Any, ...]) -> int | None:
    """The highest version that the steps of a clause, and of those that it falls through to, are named after."""
    reached: int | None = None
    for _wanted, statements in clauses:
        numbers = [int(match["to"]) for name in _called(statements) if (match := _STEP.search(name)) is not None]
        unnamed = not numbers and any(True for _name in _steps(statements))
        if unnamed:
            return None
        reached = max([*numbers, *([reached] if reached is not None else [])], default=None)
        if not statements or statements[-1][0] != "fallthrough":
            break
    return reached


def _steps(statements: tuple[Node, ...]) -> Iterator[str]:
    """Names of functions called that may be steps: those of the provider's own, by plain name."""
    for node in _nodes(statements):
        if node[0] == "call" and node[2][0] == "id":
            yield str(node[2][2])


def _called(statements: tuple[Node, ...]) -> Iterator[str]:
    for node in _nodes(statements):
        if node[0] == "call":
            yield str(node[2][-1])


def _nodes(value: Any) -> Iterator[Node]:
    if isinstance(value, tuple):
        if len(value) > 2 and isinstance(value[0], str) and isinstance(value[1], int):
            yield value
        for part in value:
            yield from _nodes(part)


def _refuses(statements: tuple[Node, ...]) -> bool:
    """Whether a block ends in an error; where it does not return at all, what comes after it does not matter here."""
    last = next((statement for statement in reversed(statements) if statement[0] == "return"), None)
    if last is None:
        return any(node[0] == "call" and node[2][-1] in ("Errorf", "New") for node in _nodes(statements))
    return bool(last[2]) and last[2][-1] != ("lit", 0, None) and last[2][-1][0] != "lit"
