"""Go text to our own syntax tree, by tree-sitter."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import tree_sitter
import tree_sitter_go

from release_check.golang.tree import Node

_LANGUAGE = tree_sitter.Language(tree_sitter_go.language())
_PARSER = tree_sitter.Parser(_LANGUAGE)
_FUNCTION_PREFIX = b"var _ = "
_COMMENT_OR_STRING = re.compile(
    rb"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|`[^`]*`|'(?:\\.|[^'\\\n])+'", re.S
)
_NEW = re.compile(rb"\bnew\(")
NEW_VALUE = "n3w"
"""What `new` of an expression is called in our trees: as long as the word it stands for, so that places stay right."""

TS: TypeAlias = tree_sitter.Node
Converter: TypeAlias = Callable[[TS, bytes], Node]


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
    root = _parsed(text)
    return tuple(_convert(node, text) for node in root.named_children if node.type in _DECLARATIONS)


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
    return _function_literal(literal, padded, lazy=False)


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


def _convert(node: TS, src: bytes) -> Node:
    converter = _BY_ID.get(node.kind_id)
    if converter is None:
        return ("unsupported", node.start_point[0], node.type)
    return converter(node, src)


def _children(node: TS) -> list[TS]:
    return node.named_children


def _text(node: TS | None, src: bytes) -> str:
    if node is None:
        return ""
    return src[node.start_byte : node.end_byte].decode("utf-8", "surrogateescape")


def _field(node: TS, name: str, src: bytes) -> Node | None:
    child = node.child_by_field_name(name)
    return None if child is None else _convert(child, src)


def _list(node: TS | None, src: bytes) -> tuple[Node, ...]:
    return () if node is None else tuple(_convert(child, src) for child in _children(node))


def _fields(node: TS, name: str, src: bytes) -> tuple[Node, ...]:
    return tuple(_convert(child, src) for child in node.children_by_field_name(name) if child.is_named)


# Expressions ----------------------------------------------------------------------------------------------------------


def _identifier(node: TS, src: bytes) -> Node:
    return ("id", 0, src[node.start_byte : node.end_byte].decode())


def _selector(node: TS, src: bytes) -> Node:
    operand, field = _children(node)
    return ("sel", node.start_point[0], _convert(operand, src), _text(field, src))


def _qualified_type(node: TS, src: bytes) -> Node:
    package, name = _children(node)
    return ("sel", 0, ("id", 0, _text(package, src)), _text(name, src))


def _call(node: TS, src: bytes) -> Node:
    row = node.start_point[0]
    children = _children(node)
    function = _convert(children[0], src)
    if len(children) == 3:
        function = ("inst", row, function, _type_arguments(children[1], src))
    arguments, spread = [], False
    for child in _children(children[-1]):
        if child.kind_id == _VARIADIC_ARGUMENT:
            spread = True
            child = child.named_children[0]
        arguments.append(_convert(child, src))
    return ("call", row, function, tuple(arguments), spread)


def _composite(node: TS, src: bytes) -> Node:
    children = _children(node)
    return ("comp", node.start_point[0], _convert(children[0], src), _elements(children[-1], src))


def _literal_value(node: TS, src: bytes) -> Node:
    return ("comp", node.start_point[0], None, _elements(node, src))


def _elements(node: TS, src: bytes) -> tuple[Node, ...]:
    elements: list[Node] = []
    for child in _children(node):
        row = child.start_point[0]
        if child.kind_id == _KEYED_ELEMENT:
            key, value = _children(child)
            elements.append((_element(key, src), _element(value, src), row))
        else:
            elements.append((None, _element(child, src), row))
    return tuple(elements)


def _element(node: TS, src: bytes) -> Node:
    if node.kind_id == _LITERAL_ELEMENT:
        node = node.named_children[0]
    return _convert(node, src)


def _function_literal(node: TS, src: bytes, lazy: bool = True) -> Node:
    parameters = node.child_by_field_name("parameters")
    if lazy and parameters is not None and parameters.named_child_count:
        # callbacks are rarely called while schemas are made: their bodies wait as text
        return ("lazyfunc", node.start_point[0], src[node.start_byte : node.end_byte])
    body = node.child_by_field_name("body")
    return (
        "func",
        node.start_point[0],
        _parameters(parameters, src),
        _results(node.child_by_field_name("result"), src),
        _statements(body, src),
    )


def _unary(node: TS, src: bytes) -> Node:
    operator = _text(node.children[0], src)
    operand = _convert(_children(node)[-1], src)
    if operator == "&":
        return ("amp", node.start_point[0], operand)
    if operator == "*":
        return ("star", 0, operand)
    return ("unary", node.start_point[0], operator, operand)


def _binary(node: TS, src: bytes) -> Node:
    operator = node.child_by_field_name("operator")
    left, right = _children(node)
    return ("binary", node.start_point[0], _text(operator, src), _convert(left, src), _convert(right, src))


def _parenthesized(node: TS, src: bytes) -> Node:
    return _convert(_children(node)[0], src)


def _index(node: TS, src: bytes) -> Node:
    children = _children(node)
    operand = _convert(children[0], src)
    if len(children) > 2:
        return ("inst", node.start_point[0], operand, tuple(_convert(c, src) for c in children[1:]))
    return ("index", node.start_point[0], operand, _convert(children[1], src))


def _slice(node: TS, src: bytes) -> Node:
    return (
        "slice",
        node.start_point[0],
        _field(node, "operand", src),
        _field(node, "start", src),
        _field(node, "end", src),
    )


def _assertion(node: TS, src: bytes) -> Node:
    operand, wanted = _children(node)
    return ("assert", node.start_point[0], _convert(operand, src), _convert(wanted, src))


def _conversion(node: TS, src: bytes) -> Node:
    wanted, operand = _children(node)
    return ("conv", node.start_point[0], _convert(wanted, src), _convert(operand, src))


def _instantiation(node: TS, src: bytes) -> Node:
    children = _children(node)
    return ("inst", 0, _convert(children[0], src), tuple(_convert(c, src) for c in children[1:]))


def _string(node: TS, src: bytes) -> Node:
    return ("lit", 0, unquote(src[node.start_byte : node.end_byte]))


def _raw_string(node: TS, src: bytes) -> Node:
    return ("lit", 0, src[node.start_byte + 1 : node.end_byte - 1].replace(b"\r", b"").decode("utf-8", "replace"))


def unquote(literal: bytes) -> str:
    """The value of an interpreted string literal."""
    if b"\\" not in literal:
        return literal[1:-1].decode("utf-8", "replace")
    try:
        return str(ast.literal_eval(literal.decode("utf-8", "replace")))
    except (SyntaxError, ValueError):
        return literal[1:-1].decode("utf-8", "replace")


def _integer(node: TS, src: bytes) -> Node:
    digits = _text(node, src).replace("_", "").lower()
    if len(digits) > 1 and digits[0] == "0" and digits[1].isdigit():
        return ("lit", 0, int(digits, 8))
    return ("lit", 0, int(digits, 0))


def _float(node: TS, src: bytes) -> Node:
    digits = _text(node, src).replace("_", "")
    return ("lit", 0, float.fromhex(digits) if digits[:2] in ("0x", "0X") else float(digits))


def _rune(node: TS, src: bytes) -> Node:
    body = unquote(b'"' + src[node.start_byte + 1 : node.end_byte - 1].replace(b"\\'", b"'") + b'"')
    return ("lit", 0, ord(body[0]) if body else 0)


def _constant(value: Any) -> Converter:
    return lambda _node, _src: ("lit", 0, value)


# Types ----------------------------------------------------------------------------------------------------------------


def _type_arguments(node: TS, src: bytes) -> tuple[Node, ...]:
    return tuple(_convert(child, src) for child in _children(node))


def _generic_type(node: TS, src: bytes) -> Node:
    name, arguments = _children(node)
    return ("inst", 0, _convert(name, src), _type_arguments(arguments, src))


def _unwrap(node: TS, src: bytes) -> Node:
    children = _children(node)
    return _convert(children[0], src) if children else ("unsupported", 0, node.type)


def _around(kind: str) -> Converter:
    return lambda node, src: (kind, 0, _convert(_children(node)[-1], src))


def _array_type(node: TS, src: bytes) -> Node:
    length, element = _children(node)
    return ("arrayt", 0, _convert(length, src), _convert(element, src))


def _open_array_type(node: TS, src: bytes) -> Node:
    return ("arrayt", 0, None, _convert(_children(node)[-1], src))


def _map_type(node: TS, src: bytes) -> Node:
    key, value = _children(node)
    return ("mapt", 0, _convert(key, src), _convert(value, src))


def _function_type(node: TS, src: bytes) -> Node:
    parameters = _parameters(node.child_by_field_name("parameters"), src)
    return ("funct", 0, parameters, _results(node.child_by_field_name("result"), src))


def _struct_type(node: TS, src: bytes) -> Node:
    fields: list[Node] = []
    for declaration in _children(_children(node)[0]):
        names = [_text(name, src) for name in declaration.children_by_field_name("name")]
        kind_node = declaration.child_by_field_name("type")
        if kind_node is None:
            continue
        kind = _convert(kind_node, src)
        if names:
            fields.extend((name, kind, False) for name in names)
        else:
            pointer = any(child.type == "*" for child in declaration.children)
            fields.append((_embedded_name(kind), ("star", 0, kind) if pointer else kind, True))
    return ("structt", 0, tuple(fields))


def _embedded_name(kind: Node) -> str:
    while kind[0] in ("star", "inst"):
        kind = kind[2]
    return str(kind[3] if kind[0] == "sel" else kind[2])


def _interface_type(node: TS, src: bytes) -> Node:
    methods, embedded = [], []
    for child in _children(node):
        if child.type in ("method_elem", "method_spec"):
            name = child.child_by_field_name("name")
            methods.append(_text(name, src))
        else:
            embedded.append(_convert(child, src))
    return ("ifacet", 0, tuple(methods), tuple(embedded))


def _parameters(node: TS | None, src: bytes) -> tuple[Node, ...]:
    if node is None:
        return ()
    parameters: list[Node] = []
    for child in _children(node):
        variadic = child.kind_id == _VARIADIC_PARAMETER
        kind_node = child.child_by_field_name("type")
        kind = ("unsupported", 0, "parameter") if kind_node is None else _convert(kind_node, src)
        names = child.children_by_field_name("name")
        if names:
            parameters.extend((_text(name, src), kind, variadic) for name in names)
        else:
            parameters.append((None, kind, variadic))
    return tuple(parameters)


def _results(node: TS | None, src: bytes) -> tuple[Node, ...]:
    if node is None:
        return ()
    if node.type == "parameter_list":
        return _parameters(node, src)
    return ((None, _convert(node, src), False),)


# Statements -----------------------------------------------------------------------------------------------------------


def _statements(node: TS | None, src: bytes) -> tuple[Node, ...]:
    if node is None:
        return ()
    statements: list[Node] = []
    for child in _children(node):
        if child.kind_id == _STATEMENT_LIST:
            statements.extend(_convert(inner, src) for inner in _children(child))
        else:
            statements.append(_convert(child, src))
    return tuple(s for s in statements if s[0] != "empty")


def _block(node: TS, src: bytes) -> Node:
    return ("block", node.start_point[0], _statements(node, src))


def _expression_statement(node: TS, src: bytes) -> Node:
    return ("expr", node.start_point[0], _convert(_children(node)[0], src))


def _define(node: TS, src: bytes) -> Node:
    left, right = _children(node)
    return ("define", node.start_point[0], tuple(_text(name, src) for name in _children(left)), _list(right, src))


def _assignment(node: TS, src: bytes) -> Node:
    left, right = _children(node)
    operator = node.child_by_field_name("operator")
    return ("assign", node.start_point[0], _list(left, src), _text(operator, src), _list(right, src))


def _step(amount: int) -> Converter:
    return lambda node, src: ("incdec", node.start_point[0], _convert(_children(node)[0], src), amount)


def _value_specs(kind: str) -> Converter:
    def convert(node: TS, src: bytes) -> Node:
        specs: list[Node] = []
        previous: tuple[Any, tuple[Node, ...]] = (None, ())
        for child in _flat(node, "var_spec_list"):
            names = tuple(_text(name, src) for name in child.children_by_field_name("name") if name.is_named)
            declared = _field(child, "type", src)
            values = _list(child.child_by_field_name("value"), src)
            if kind == "consts":
                # a constant without a value repeats the expression above it
                if values or declared is not None:
                    previous = (declared, values)
                declared, values = previous
            specs.append((names, declared, values, len(specs), child.start_point[0]))
        return (kind, node.start_point[0], tuple(specs))

    return convert


def _flat(node: TS, list_type: str) -> Iterable[TS]:
    for child in _children(node):
        if child.type == list_type:
            yield from _children(child)
        else:
            yield child


def _type_specs(node: TS, src: bytes) -> Node:
    specs: list[Node] = []
    for child in _children(node):
        name = _text(child.child_by_field_name("name"), src)
        kind = _field(child, "type", src)
        parameters: list[str] = []
        declared = child.child_by_field_name("type_parameters")
        if declared is not None:
            for parameter in _children(declared):
                parameters.extend(_text(n, src) for n in parameter.children_by_field_name("name"))
        specs.append((name, tuple(parameters), kind, child.type == "type_alias", child.start_point[0]))
    return ("typedecls", node.start_point[0], tuple(specs))


def _if(node: TS, src: bytes) -> Node:
    return (
        "if",
        node.start_point[0],
        _field(node, "initializer", src),
        _field(node, "condition", src),
        _field(node, "consequence", src),
        _field(node, "alternative", src),
    )


def _for(node: TS, src: bytes) -> Node:
    row = node.start_point[0]
    body = _field(node, "body", src)
    head = _children(node)[0]
    if head.type == "range_clause":
        left = head.child_by_field_name("left")
        define = any(child.type == ":=" for child in head.children)
        return ("range", row, _list(left, src), define, _field(head, "right", src), body)
    if head.type == "for_clause":
        parts = (_field(head, name, src) for name in ("initializer", "condition", "update"))
        return ("for", row, *parts, body)
    if head.type == "block":
        return ("for", row, None, None, None, body)
    return ("for", row, None, _convert(head, src), None, body)


def _cases(node: TS, src: bytes) -> tuple[Node, ...]:
    cases: list[Node] = []
    for child in _children(node):
        if child.type not in ("expression_case", "type_case", "default_case", "communication_case"):
            continue
        statements: tuple[Node, ...] = ()
        for inner in _children(child):
            if inner.kind_id == _STATEMENT_LIST:
                statements = tuple(_convert(s, src) for s in _children(inner))
        wanted: tuple[Node, ...] | None = None
        if child.type == "expression_case":
            wanted = _list(child.child_by_field_name("value"), src)
        elif child.type == "type_case":
            wanted = _fields(child, "type", src)
        cases.append((wanted, statements))
    return tuple(cases)


def _switch(node: TS, src: bytes) -> Node:
    row = node.start_point[0]
    return ("switch", row, _field(node, "initializer", src), _field(node, "value", src), _cases(node, src))


def _type_switch(node: TS, src: bytes) -> Node:
    alias = node.child_by_field_name("alias")
    name = _text(alias, src) if alias is not None else None
    row, init, operand = node.start_point[0], _field(node, "initializer", src), _field(node, "value", src)
    return ("typeswitch", row, init, name, operand, _cases(node, src))


def _return(node: TS, src: bytes) -> Node:
    children = _children(node)
    return ("return", node.start_point[0], _list(children[0], src) if children else ())


def _jump(kind: str) -> Converter:
    def convert(node: TS, src: bytes) -> Node:
        children = _children(node)
        return (kind, node.start_point[0], _text(children[0], src) if children else None)

    return convert


def _labeled(node: TS, src: bytes) -> Node:
    children = _children(node)
    inner = _convert(children[1], src) if len(children) > 1 else ("block", 0, ())
    return ("label", node.start_point[0], _text(children[0], src), inner)


def _deferred(kind: str) -> Converter:
    return lambda node, src: (kind, node.start_point[0], _convert(_children(node)[0], src))


def _bare(kind: str) -> Converter:
    return lambda node, _src: (kind, node.start_point[0])


# Declarations ---------------------------------------------------------------------------------------------------------


def _function(node: TS, src: bytes) -> Node:
    receiver = node.child_by_field_name("receiver")
    declared = node.child_by_field_name("type_parameters")
    type_parameters: list[str] = []
    if declared is not None:
        for parameter in _children(declared):
            type_parameters.extend(_text(n, src) for n in parameter.children_by_field_name("name"))
    body = node.child_by_field_name("body")
    return (
        "funcdecl",
        node.start_point[0],
        _text(node.child_by_field_name("name"), src),
        _parameters(receiver, src)[0] if receiver is not None else None,
        tuple(type_parameters),
        _parameters(node.child_by_field_name("parameters"), src),
        _results(node.child_by_field_name("result"), src),
        _statements(body, src) if body is not None else None,
    )


_DECLARATIONS = {
    "function_declaration",
    "method_declaration",
    "var_declaration",
    "const_declaration",
    "type_declaration",
}

_CONVERTERS: dict[str, Converter] = {
    "identifier": _identifier,
    "type_identifier": _identifier,
    "field_identifier": _identifier,
    "package_identifier": _identifier,
    "blank_identifier": _identifier,
    "dot": _identifier,
    "selector_expression": _selector,
    "qualified_type": _qualified_type,
    "call_expression": _call,
    "composite_literal": _composite,
    "literal_value": _literal_value,
    "literal_element": _element,
    "func_literal": _function_literal,
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
    "iota": _bare("iota"),
    "pointer_type": _around("star"),
    "slice_type": _around("slicet"),
    "channel_type": _around("chant"),
    "parenthesized_type": _unwrap,
    "type_elem": _unwrap,
    "negated_type": _unwrap,
    "generic_type": _generic_type,
    "array_type": _array_type,
    "implicit_length_array_type": _open_array_type,
    "map_type": _map_type,
    "function_type": _function_type,
    "struct_type": _struct_type,
    "interface_type": _interface_type,
    "block": _block,
    "expression_statement": _expression_statement,
    "short_var_declaration": _define,
    "assignment_statement": _assignment,
    "inc_statement": _step(1),
    "dec_statement": _step(-1),
    "var_declaration": _value_specs("vars"),
    "const_declaration": _value_specs("consts"),
    "type_declaration": _type_specs,
    "if_statement": _if,
    "for_statement": _for,
    "expression_switch_statement": _switch,
    "type_switch_statement": _type_switch,
    "return_statement": _return,
    "break_statement": _jump("break"),
    "continue_statement": _jump("continue"),
    "goto_statement": _jump("goto"),
    "fallthrough_statement": _bare("fallthrough"),
    "labeled_statement": _labeled,
    "defer_statement": _deferred("defer"),
    "go_statement": _deferred("go"),
    "select_statement": lambda node, src: ("select", node.start_point[0], _cases(node, src)),
    "send_statement": _bare("send"),
    "receive_statement": _bare("send"),
    "empty_statement": _bare("empty"),
    "function_declaration": _function,
    "method_declaration": _function,
}

_BY_ID: dict[int, Converter] = {}
for _kind in range(_LANGUAGE.node_kind_count):
    _name = _LANGUAGE.node_kind_for_id(_kind)
    if _LANGUAGE.node_kind_is_named(_kind) and _name in _CONVERTERS:
        _BY_ID[_kind] = _CONVERTERS[_name]


def _kind_id(name: str) -> int:
    return _LANGUAGE.id_for_node_kind(name, True) or -1


_KEYED_ELEMENT = _kind_id("keyed_element")
_LITERAL_ELEMENT = _kind_id("literal_element")
_VARIADIC_ARGUMENT = _kind_id("variadic_argument")
_VARIADIC_PARAMETER = _kind_id("variadic_parameter_declaration")
_STATEMENT_LIST = _kind_id("statement_list")
