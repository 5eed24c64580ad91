"""The grammar's nodes, and the table of what converts each."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

import tree_sitter
import tree_sitter_go

from release_check.golang.tree import Node

LANGUAGE = tree_sitter.Language(tree_sitter_go.language())
TS: TypeAlias = tree_sitter.Node
Converter: TypeAlias = Callable[[TS, bytes], Node]

_BY_ID: dict[int, Converter] = {}


def register(table: Mapping[str, Converter]) -> None:
    """Say what converts the grammar's named nodes, by kind."""
    for number in range(LANGUAGE.node_kind_count):
        name = LANGUAGE.node_kind_for_id(number)
        if name is not None and name in table and LANGUAGE.node_kind_is_named(number):
            _BY_ID[number] = table[name]


def kind_id(name: str) -> int:
    """The number of a kind of named node."""
    return LANGUAGE.id_for_node_kind(name, True) or -1


KEYED_ELEMENT = kind_id("keyed_element")
LITERAL_ELEMENT = kind_id("literal_element")
VARIADIC_ARGUMENT = kind_id("variadic_argument")
VARIADIC_PARAMETER = kind_id("variadic_parameter_declaration")
STATEMENT_LIST = kind_id("statement_list")


def convert(node: TS, src: bytes) -> Node:
    """A node of the parser's tree as one of ours."""
    converter = _BY_ID.get(node.kind_id)
    if converter is None:
        return ("unsupported", node.start_point[0], node.type)
    return converter(node, src)


_LEVELS = 200
"""How deep a tree goes of which not all can be converted."""


@contextlib.contextmanager
def shallow() -> Iterator[None]:
    """Leave out meanwhile what lies deeper than anybody writes by hand."""
    plain = dict(_BY_ID)
    level = 0

    def bounded(converter: Converter) -> Converter:
        def convert(node: TS, src: bytes) -> Node:
            nonlocal level
            if level >= _LEVELS:
                return ("unsupported", node.start_point[0], "more nesting than allowed")
            level += 1
            try:
                return converter(node, src)
            finally:
                level -= 1

        return convert

    _BY_ID.update({kind: bounded(converter) for kind, converter in plain.items()})
    try:
        yield
    finally:
        _BY_ID.update(plain)


def text_of(node: TS | None, src: bytes) -> str:
    """A node's text, empty for none."""
    if node is None:
        return ""
    return src[node.start_byte : node.end_byte].decode("utf-8", "surrogateescape")


def optional(node: TS, name: str, src: bytes) -> Node | None:
    """A field's child converted, or None."""
    child = node.child_by_field_name(name)
    return None if child is None else convert(child, src)


def converted(node: TS | None, src: bytes) -> tuple[Node, ...]:
    """All children converted."""
    return () if node is None else tuple(convert(child, src) for child in node.named_children)


def converted_field(node: TS, name: str, src: bytes) -> tuple[Node, ...]:
    """All children of one field converted."""
    return tuple(convert(child, src) for child in node.children_by_field_name(name) if child.is_named)


def bare(kind: str) -> Converter:
    """A converter for nodes without content."""
    return lambda node, _src: (kind, node.start_point[0])
