"""Go text to our own syntax tree, by tree-sitter."""

from __future__ import annotations

import re

import tree_sitter

from release_check.golang.parsing import expressions, grammar, statements, types
from release_check.golang.parsing.grammar import TS, convert
from release_check.golang.tree import Node

_PARSER = tree_sitter.Parser(grammar.LANGUAGE)
_FUNCTION_PREFIX = b"var _ = "
_COMMENT_OR_STRING = re.compile(rb"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|`[^`]*`|'(?:\\.|[^'\\\n])+'", re.DOTALL)
_NEW = re.compile(rb"\bnew\(")
NEW_VALUE = "n3w"
"""What `new` of an expression is called in our trees: as long as the word it stands for, so that places stay right."""


class GoSyntaxError(ValueError):
    """Go text that does not parse; `row` counts from the text's first line."""

    def __init__(self, row: int) -> None:
        super().__init__(f"does not parse at row {row}")
        self.row = row


def parse_declarations(text: bytes) -> tuple[Node, ...]:
    """Convert every declaration in a piece of Go text: one declaration, or a whole file.

    Raises:
        GoSyntaxError: the text is not Go.
    """
    text = without_comments(text) + b"\n"
    nodes = [node for node in _parsed(text).named_children if node.type in _DECLARATIONS]
    try:
        return tuple([convert(node, text) for node in nodes])
    except RecursionError:
        with grammar.shallow():
            return tuple([convert(node, text) for node in nodes])


def parse_function(text: bytes) -> Node:
    """Convert the text of one function literal, body included.

    Raises:
        GoSyntaxError: the text is not Go.
    """
    padded = _FUNCTION_PREFIX + without_comments(text) + b"\n"
    root = _parsed(padded)
    spec = root.named_children[0].named_children[0]
    value = spec.child_by_field_name("value")
    if value is None:
        raise GoSyntaxError(0)
    literal = value.named_children[0]
    try:
        return expressions.function_literal(literal, padded, lazy=False)
    except RecursionError:
        with grammar.shallow():
            return expressions.function_literal(literal, padded, lazy=False)


def declaration_offsets(text: bytes) -> list[tuple[int, int]]:
    """Where each top-level declaration of a file begins and ends, for files that gofmt has not formatted.

    Raises:
        GoSyntaxError: the text is not Go.
    """
    root = _parsed(text)
    return [(n.start_byte, n.end_byte) for n in root.named_children if n.type not in ("comment", "package_clause")]


def without_comments(text: bytes) -> bytes:
    """The text with comments blanked out, lines kept: the parser and the walk over its tree have less to do."""
    if b"//" not in text and b"/*" not in text:
        return text
    return _COMMENT_OR_STRING.sub(_blank, text)


def _blank(match: re.Match[bytes]) -> bytes:
    found = match[0]
    if found[:1] != b"/":
        return found
    return b"\n" * found.count(b"\n") or b" "


def _parsed(text: bytes) -> TS:
    root = _PARSER.parse(text).root_node
    if not root.has_error:
        return root
    if b"new(" in text:
        # the grammar at hand takes only a type in `new(…)`, Go since 1.26 any expression
        again = _PARSER.parse(_NEW.sub(NEW_VALUE.encode() + b"(", text)).root_node
        if not again.has_error:
            return again
    raise GoSyntaxError(_first_error(root))


def _first_error(node: TS) -> int:
    while True:
        following = next((c for c in node.children if c.has_error or c.is_missing), None)
        if following is None or node.is_error:
            return int(node.start_point[0])
        node = following


_DECLARATIONS = frozenset(
    {"function_declaration", "method_declaration", "var_declaration", "const_declaration", "type_declaration"}
)

for _table in (expressions.TABLE, types.TABLE, statements.TABLE):
    grammar.register(_table)
