"""Types and parameter lists of the parser's tree to ours."""

from __future__ import annotations

from release_check.golang.parsing.grammar import TS, VARIADIC_PARAMETER, Converter, convert, text_of
from release_check.golang.tree import Node


def _qualified_type(node: TS, src: bytes) -> Node:
    package, name = node.named_children
    return ("sel", 0, ("id", 0, text_of(package, src)), text_of(name, src))


def type_arguments(node: TS, src: bytes) -> tuple[Node, ...]:
    """The types between square brackets."""
    return tuple(convert(child, src) for child in node.named_children)


def _generic_type(node: TS, src: bytes) -> Node:
    name, arguments = node.named_children
    return ("inst", 0, convert(name, src), type_arguments(arguments, src))


def _unwrap(node: TS, src: bytes) -> Node:
    children = node.named_children
    return convert(children[0], src) if children else ("unsupported", 0, node.type)


def _around(kind: str) -> Converter:
    return lambda node, src: (kind, 0, convert(node.named_children[-1], src))


def _array_type(node: TS, src: bytes) -> Node:
    length, element = node.named_children
    return ("arrayt", 0, convert(length, src), convert(element, src))


def _open_array_type(node: TS, src: bytes) -> Node:
    return ("arrayt", 0, None, convert(node.named_children[-1], src))


def _map_type(node: TS, src: bytes) -> Node:
    key, value = node.named_children
    return ("mapt", 0, convert(key, src), convert(value, src))


def _function_type(node: TS, src: bytes) -> Node:
    taken = parameters(node.child_by_field_name("parameters"), src)
    return ("funct", 0, taken, results(node.child_by_field_name("result"), src))


def _struct_type(node: TS, src: bytes) -> Node:
    fields: list[Node] = []
    for declaration in node.named_children[0].named_children:
        names = [text_of(name, src) for name in declaration.children_by_field_name("name")]
        kind_node = declaration.child_by_field_name("type")
        if kind_node is None:
            continue
        kind = convert(kind_node, src)
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
    for child in node.named_children:
        if child.type in ("method_elem", "method_spec"):
            name = child.child_by_field_name("name")
            methods.append(text_of(name, src))
        else:
            embedded.append(convert(child, src))
    return ("ifacet", 0, tuple(methods), tuple(embedded))


def parameters(node: TS | None, src: bytes) -> tuple[Node, ...]:
    """A parameter list as triples of name, type and whether it is variadic."""
    if node is None:
        return ()
    found: list[Node] = []
    for child in node.named_children:
        variadic = child.kind_id == VARIADIC_PARAMETER
        kind_node = child.child_by_field_name("type")
        kind = ("unsupported", 0, "parameter") if kind_node is None else convert(kind_node, src)
        names = child.children_by_field_name("name")
        if names:
            found.extend((text_of(name, src), kind, variadic) for name in names)
        else:
            found.append((None, kind, variadic))
    return tuple(found)


def results(node: TS | None, src: bytes) -> tuple[Node, ...]:
    """What a function returns, in the form of parameters."""
    if node is None:
        return ()
    if node.type == "parameter_list":
        return parameters(node, src)
    return ((None, convert(node, src), False),)


TABLE: dict[str, Converter] = {
    "qualified_type": _qualified_type,
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
}
