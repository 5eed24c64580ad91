"""Statements and declarations of the parser's tree to ours."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from release_check.golang.parsing.grammar import (
    STATEMENT_LIST,
    TS,
    Converter,
    bare,
    convert,
    converted,
    converted_field,
    optional,
    text_of,
)
from release_check.golang.parsing.types import parameters, results
from release_check.golang.tree import Node


def statements(node: TS | None, src: bytes) -> tuple[Node, ...]:
    """The statements of a block."""
    if node is None:
        return ()
    statements: list[Node] = []
    for child in node.named_children:
        if child.kind_id == STATEMENT_LIST:
            statements.extend(convert(inner, src) for inner in child.named_children)
        else:
            statements.append(convert(child, src))
    return tuple(s for s in statements if s[0] != "empty")


def _block(node: TS, src: bytes) -> Node:
    return ("block", node.start_point[0], statements(node, src))


def _expression_statement(node: TS, src: bytes) -> Node:
    return ("expr", node.start_point[0], convert(node.named_children[0], src))


def _define(node: TS, src: bytes) -> Node:
    left, right = node.named_children
    return (
        "define",
        node.start_point[0],
        tuple(text_of(name, src) for name in left.named_children),
        converted(right, src),
    )


def _assignment(node: TS, src: bytes) -> Node:
    left, right = node.named_children
    operator = node.child_by_field_name("operator")
    return ("assign", node.start_point[0], converted(left, src), text_of(operator, src), converted(right, src))


def _step(amount: int) -> Converter:
    return lambda node, src: ("incdec", node.start_point[0], convert(node.named_children[0], src), amount)


def _value_specs(kind: str) -> Converter:
    def convert(node: TS, src: bytes) -> Node:
        specs: list[Node] = []
        previous: tuple[Any, tuple[Node, ...]] = (None, ())
        for child in _flat(node, "var_spec_list"):
            names = tuple(text_of(name, src) for name in child.children_by_field_name("name") if name.is_named)
            declared = optional(child, "type", src)
            values = converted(child.child_by_field_name("value"), src)
            if kind == "consts":
                # a constant without a value repeats the expression above it
                if values or declared is not None:
                    previous = (declared, values)
                declared, values = previous
            specs.append((names, declared, values, len(specs), child.start_point[0]))
        return (kind, node.start_point[0], tuple(specs))

    return convert


def _flat(node: TS, list_type: str) -> Iterable[TS]:
    for child in node.named_children:
        if child.type == list_type:
            yield from child.named_children
        else:
            yield child


def _type_specs(node: TS, src: bytes) -> Node:
    specs: list[Node] = []
    for child in node.named_children:
        name = text_of(child.child_by_field_name("name"), src)
        kind = optional(child, "type", src)
        parameters: list[str] = []
        declared = child.child_by_field_name("type_parameters")
        if declared is not None:
            for parameter in declared.named_children:
                parameters.extend(text_of(n, src) for n in parameter.children_by_field_name("name"))
        specs.append((name, tuple(parameters), kind, child.type == "type_alias", child.start_point[0]))
    return ("typedecls", node.start_point[0], tuple(specs))


def _if(node: TS, src: bytes) -> Node:
    return (
        "if",
        node.start_point[0],
        optional(node, "initializer", src),
        optional(node, "condition", src),
        optional(node, "consequence", src),
        optional(node, "alternative", src),
    )


def _for(node: TS, src: bytes) -> Node:
    row = node.start_point[0]
    body = optional(node, "body", src)
    head = node.named_children[0]
    if head.type == "range_clause":
        left = head.child_by_field_name("left")
        define = any(child.type == ":=" for child in head.children)
        return ("range", row, converted(left, src), define, optional(head, "right", src), body)
    if head.type == "for_clause":
        parts = (optional(head, name, src) for name in ("initializer", "condition", "update"))
        return ("for", row, *parts, body)
    if head.type == "block":
        return ("for", row, None, None, None, body)
    return ("for", row, None, convert(head, src), None, body)


def _cases(node: TS, src: bytes) -> tuple[Node, ...]:
    cases: list[Node] = []
    for child in node.named_children:
        if child.type not in ("expression_case", "type_case", "default_case", "communication_case"):
            continue
        statements: tuple[Node, ...] = ()
        for inner in child.named_children:
            if inner.kind_id == STATEMENT_LIST:
                statements = tuple(convert(s, src) for s in inner.named_children)
        wanted: tuple[Node, ...] | None = None
        if child.type == "expression_case":
            wanted = converted(child.child_by_field_name("value"), src)
        elif child.type == "type_case":
            wanted = converted_field(child, "type", src)
        cases.append((wanted, statements))
    return tuple(cases)


def _switch(node: TS, src: bytes) -> Node:
    row = node.start_point[0]
    return ("switch", row, optional(node, "initializer", src), optional(node, "value", src), _cases(node, src))


def _type_switch(node: TS, src: bytes) -> Node:
    alias = node.child_by_field_name("alias")
    name = text_of(alias, src) if alias is not None else None
    row, init, operand = node.start_point[0], optional(node, "initializer", src), optional(node, "value", src)
    return ("typeswitch", row, init, name, operand, _cases(node, src))


def _return(node: TS, src: bytes) -> Node:
    children = node.named_children
    return ("return", node.start_point[0], converted(children[0], src) if children else ())


def _jump(kind: str) -> Converter:
    def convert(node: TS, src: bytes) -> Node:
        children = node.named_children
        return (kind, node.start_point[0], text_of(children[0], src) if children else None)

    return convert


def _labeled(node: TS, src: bytes) -> Node:
    children = node.named_children
    inner = convert(children[1], src) if len(children) > 1 else ("block", 0, ())
    return ("label", node.start_point[0], text_of(children[0], src), inner)


def _deferred(kind: str) -> Converter:
    return lambda node, src: (kind, node.start_point[0], convert(node.named_children[0], src))


def _function(node: TS, src: bytes) -> Node:
    receiver = node.child_by_field_name("receiver")
    declared = node.child_by_field_name("type_parameters")
    type_parameters: list[str] = []
    if declared is not None:
        for parameter in declared.named_children:
            type_parameters.extend(text_of(n, src) for n in parameter.children_by_field_name("name"))
    body = node.child_by_field_name("body")
    return (
        "funcdecl",
        node.start_point[0],
        text_of(node.child_by_field_name("name"), src),
        parameters(receiver, src)[0] if receiver is not None else None,
        tuple(type_parameters),
        parameters(node.child_by_field_name("parameters"), src),
        results(node.child_by_field_name("result"), src),
        statements(body, src) if body is not None else None,
    )


TABLE: dict[str, Converter] = {
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
    "fallthrough_statement": bare("fallthrough"),
    "labeled_statement": _labeled,
    "defer_statement": _deferred("defer"),
    "go_statement": _deferred("go"),
    "select_statement": lambda node, src: ("select", node.start_point[0], _cases(node, src)),
    "send_statement": bare("send"),
    "receive_statement": bare("send"),
    "empty_statement": bare("empty"),
    "function_declaration": _function,
    "method_declaration": _function,
}
