"""Which calls may wait until somebody asks for what they make."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from release_check.golang.interpreter import typing
from release_check.golang.scope import Scope
from release_check.golang.tree import Node
from release_check.golang.types import ExternalType
from release_check.golang.values import Bound, Closure

if TYPE_CHECKING:
    from release_check.golang.interpreter.evaluator import Evaluator
    from release_check.golang.packages import Entry

_RESULT = re.compile(rb"\)[ \t]*(?:\*([\w.]+)|\(\*([\w.]+), error\))[ \t]*\{[ \t]*$", re.MULTILINE)


def deferrable(ev: Evaluator, function: Closure | Bound) -> int:
    """How many results a function has that makes a value of a lazy type (and maybe an error); 0 for all others.

    Read off the first line of its text, so that the function need not be parsed for it.
    """
    closure = function.closure if isinstance(function, Bound) else function
    entry = closure.entry
    if entry is None:
        return 0
    if entry.deferrable is None:
        entry.deferrable = _deferrable(ev, entry)
    return entry.deferrable


def _deferrable(ev: Evaluator, entry: Entry) -> int:
    match = _RESULT.search(entry.declaration.head)
    if match is None:
        return 0
    package, _, name = (match[1] or match[2]).decode().rpartition(".")
    named: Node = ("sel", 0, ("id", 0, package), name) if package else ("id", 0, name)
    kind = typing.underlying(ev, typing.resolve(ev, named, Scope(entry.unit)))
    if isinstance(kind, ExternalType) and (kind.path, kind.name) in ev.options.lazy_types:
        return 1 if match[1] else 2
    return 0
