"""Small questions about syntax trees of function bodies."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from release_check.golang.tree import Node
from release_check.golang.values import Closure, Value

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_POSITION = re.compile(r"\.(?:\d+|%[a-z]|#)(?=\.|$)")


def is_node(node: Any) -> bool:
    """Whether a tuple is a node, rather than a list of some or a part of one."""
    return len(node) > 1 and isinstance(node[0], str) and type(node[1]) is int


def nodes(node: Any) -> Iterator[Node]:
    """Every node below one, or below several, functions written in place left out."""
    stack = [node]
    while stack:
        one = stack.pop()
        if not isinstance(one, tuple | list):
            continue
        if isinstance(one, tuple) and is_node(one):
            if one[0] == "lazyfunc":
                continue
            yield one
            stack.extend(one[2:])
        else:
            stack.extend(one)


def roots(node: Node) -> frozenset[str]:
    """The variable that a chain of fields starts from."""
    while node[0] in ("sel", "index", "star", "amp", "call"):
        node = node[2]
    return frozenset({node[2]}) if node[0] == "id" else frozenset()


def last_name(kind: Any) -> str:
    """The name of a type, without package and star."""
    while isinstance(kind, tuple) and kind[0] in ("star", "inst"):
        kind = kind[2]
    if not isinstance(kind, tuple):
        return ""
    return str(kind[3]) if kind[0] == "sel" else str(kind[2]) if kind[0] == "id" else ""


def leaves(node: Node) -> bool:
    """Whether a block ends by leaving the function."""
    return node[0] == "block" and bool(node[2]) and node[2][-1][0] in ("return", "goto", "continue", "break")


def passes_on(arguments: Iterable[Node]) -> bool:
    """Whether an error is made from another one."""
    return any(one[0] == "id" and one[2].lower().endswith(("err", "diags")) for one in nodes(tuple(arguments)))


def is_error_literal(node: Node) -> bool:
    """Whether a composite literal is a diagnostic of an error."""
    return any(
        isinstance(key, tuple) and key[0] == "id" and key[2] == "Severity" and last_name(value) == "Error"
        for key, value, _row in node[3]
    ) and not passes_on(tuple(value for _key, value, _row in node[3]))


def makes_errors(closure: Closure) -> bool:
    """Whether a function's text makes an error."""
    entry = closure.entry
    return entry is not None and re.search(rb"\b(?:errors\.New|Errorf|AddError)\(", entry.declaration.text) is not None


def plain(path: str) -> str:
    """A path without positions in lists."""
    return _POSITION.sub("", path)


def words_of(text: str) -> Iterator[str]:
    """What may be names in a text."""
    return iter(_WORD.findall(text))


def all_texts(values: Iterable[Value]) -> frozenset[str] | None:
    """The values, if all of them are texts."""
    rows = list(values)
    return frozenset(str(one) for one in rows) if all(isinstance(one, str) for one in rows) else None
