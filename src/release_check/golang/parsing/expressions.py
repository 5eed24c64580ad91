"""Expressions of the parser's tree to ours."""

from __future__ import annotations

import re
from typing import Any

from release_check.golang.parsing.grammar import (
    KEYED_ELEMENT,
    LITERAL_ELEMENT,
    TS,
    VARIADIC_ARGUMENT,
    Converter,
    bare,
    convert,
    optional,
    text_of,
)
from release_check.golang.parsing.statements import statements
from release_check.golang.parsing.types import parameters, results, type_arguments
from release_check.golang.tree import Node


def _identifier(node: TS, src: bytes) -> Node:
    return ("id", 0, src[node.start_byte : node.end_byte].decode())


def _selector(node: TS, src: bytes) -> Node:
    operand, field = node.named_children
    return ("sel", node.start_point[0], convert(operand, src), text_of(field, src))


def _call(node: TS, src: bytes) -> Node:
    row = node.start_point[0]
    children = node.named_children
    function = convert(children[0], src)
    if len(children) == 3:
        function = ("inst", row, function, type_arguments(children[1], src))
    arguments, spread = [], False
    for child in children[-1].named_children:
        if child.kind_id == VARIADIC_ARGUMENT:
            spread = True
            arguments.append(convert(child.named_children[0], src))
        else:
            arguments.append(convert(child, src))
    return ("call", row, function, tuple(arguments), spread)


def _composite(node: TS, src: bytes) -> Node:
    children = node.named_children
    return ("comp", node.start_point[0], convert(children[0], src), _elements(children[-1], src))


def _literal_value(node: TS, src: bytes) -> Node:
    return ("comp", node.start_point[0], None, _elements(node, src))


def _elements(node: TS, src: bytes) -> tuple[Node, ...]:
    elements: list[Node] = []
    for child in node.named_children:
        row = child.start_point[0]
        if child.kind_id == KEYED_ELEMENT:
            key, value = child.named_children
            elements.append((_element(key, src), _element(value, src), row))
        else:
            elements.append((None, _element(child, src), row))
    return tuple(elements)


def _element(node: TS, src: bytes) -> Node:
    if node.kind_id == LITERAL_ELEMENT:
        node = node.named_children[0]
    return convert(node, src)


def function_literal(node: TS, src: bytes, lazy: bool = True) -> Node:
    """A function literal; one with parameters keeps its text, unless it is wanted now."""
    taken = node.child_by_field_name("parameters")
    if lazy and taken is not None and taken.named_child_count:
        # callbacks are rarely called while schemas are made: their bodies wait as text
        return ("lazyfunc", node.start_point[0], src[node.start_byte : node.end_byte])
    body = statements(node.child_by_field_name("body"), src)
    result = results(node.child_by_field_name("result"), src)
    return ("func", node.start_point[0], parameters(taken, src), result, body)


def _unary(node: TS, src: bytes) -> Node:
    operator = text_of(node.children[0], src)
    operand = convert(node.named_children[-1], src)
    if operator == "&":
        return ("amp", node.start_point[0], operand)
    if operator == "*":
        return ("star", 0, operand)
    return ("unary", node.start_point[0], operator, operand)


def _binary(node: TS, src: bytes) -> Node:
    operator = node.child_by_field_name("operator")
    left, right = node.named_children
    return ("binary", node.start_point[0], text_of(operator, src), convert(left, src), convert(right, src))


def _parenthesized(node: TS, src: bytes) -> Node:
    return convert(node.named_children[0], src)


def _index(node: TS, src: bytes) -> Node:
    children = node.named_children
    operand = convert(children[0], src)
    if len(children) > 2:
        return ("inst", node.start_point[0], operand, tuple(convert(c, src) for c in children[1:]))
    return ("index", node.start_point[0], operand, convert(children[1], src))


def _slice(node: TS, src: bytes) -> Node:
    bounds = tuple(optional(node, name, src) for name in ("operand", "start", "end"))
    limit = optional(node, "capacity", src)
    return ("slice", node.start_point[0], *bounds) if limit is None else ("slice", node.start_point[0], *bounds, limit)


def _assertion(node: TS, src: bytes) -> Node:
    operand, wanted = node.named_children
    return ("assert", node.start_point[0], convert(operand, src), convert(wanted, src))


def _conversion(node: TS, src: bytes) -> Node:
    wanted, operand = node.named_children
    return ("conv", node.start_point[0], convert(wanted, src), convert(operand, src))


def _instantiation(node: TS, src: bytes) -> Node:
    children = node.named_children
    return ("inst", 0, convert(children[0], src), tuple(convert(c, src) for c in children[1:]))


def _string(node: TS, src: bytes) -> Node:
    return _text(node, unquote(src[node.start_byte : node.end_byte]))


def _raw_string(node: TS, src: bytes) -> Node:
    return _text(node, src[node.start_byte + 1 : node.end_byte - 1].replace(b"\r", b""))


def _text(node: TS, value: bytes | None) -> Node:
    try:
        return ("lit", 0, value.decode()) if value is not None else ("unsupported", node.start_point[0], "escape")
    except UnicodeDecodeError:
        return ("unsupported", node.start_point[0], "string of bytes that are no text")


_ESCAPE = re.compile(
    rb"\\(?:([abfnrtv\\'\"])|([0-7]{3})|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.|\Z))", re.DOTALL
)
_SHORT = {b"a": b"\a", b"b": b"\b", b"f": b"\f", b"n": b"\n", b"r": b"\r", b"t": b"\t", b"v": b"\v"}


def unquote(literal: bytes) -> bytes | None:
    """The bytes of an interpreted string literal; None where it has an escape that Go does not know."""
    if b"\\" not in literal:
        return literal[1:-1]
    try:
        return _ESCAPE.sub(_unescape, literal[1:-1])
    except ValueError:
        return None


def _unescape(match: re.Match[bytes]) -> bytes:
    short, octal, byte, *points, other = match.groups()
    if other is not None:
        raise ValueError("not an escape")
    if short is not None:
        return _SHORT.get(short, short)
    if octal is not None or byte is not None:
        return bytes([int(octal, 8) if octal is not None else int(byte, 16)])
    return chr(int(points[0] or points[1], 16)).encode()


def _integer(node: TS, src: bytes) -> Node:
    digits = text_of(node, src).replace("_", "").lower()
    if len(digits) > 1 and digits[0] == "0" and digits[1].isdigit():
        return ("lit", 0, int(digits, 8))
    return ("lit", 0, int(digits, 0))


def _float(node: TS, src: bytes) -> Node:
    digits = text_of(node, src).replace("_", "")
    return ("lit", 0, float.fromhex(digits) if digits[:2] in ("0x", "0X") else float(digits))


def _rune(node: TS, src: bytes) -> Node:
    literal = src[node.start_byte : node.end_byte]
    value = unquote(literal)
    if value is not None and len(value) == 1:
        # a byte by its number, which need not be a character
        return ("lit", 0, value[0])
    try:
        return ("lit", 0, ord((value or b"").decode()))
    except (TypeError, ValueError):
        return ("unsupported", node.start_point[0], "character")


def _constant(value: Any) -> Converter:
    return lambda _node, _src: ("lit", 0, value)


TABLE: dict[str, Converter] = {
    "identifier": _identifier,
    "type_identifier": _identifier,
    "field_identifier": _identifier,
    "package_identifier": _identifier,
    "blank_identifier": _identifier,
    "dot": _identifier,
    "selector_expression": _selector,
    "call_expression": _call,
    "composite_literal": _composite,
    "literal_value": _literal_value,
    "literal_element": _element,
    "func_literal": function_literal,
    "unary_expression": _unary,
    "binary_expression": _binary,
    "parenthesized_expression": _parenthesized,
    "index_expression": _index,
    "slice_expression": _slice,
    "type_assertion_expression": _assertion,
    "type_conversion_expression": _conversion,
    "type_instantiation_expression": _instantiation,
    "interpreted_string_literal": _string,
    "raw_string_literal": _raw_string,
    "int_literal": _integer,
    "float_literal": _float,
    "rune_literal": _rune,
    "true": _constant(True),
    "false": _constant(False),
    "nil": _constant(None),
    "iota": bare("iota"),
}
