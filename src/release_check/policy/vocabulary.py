"""What a rule's file may say, taken from the classes that read it."""

from __future__ import annotations

import ast
import enum
import functools
import inspect
import itertools
import textwrap
import types
import typing
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from release_check.policy.conditions import Expected
from release_check.policy.messages import PLACEHOLDERS
from release_check.policy.rule import Match, Rule, Scope


class Word(msgspec.Struct, frozen=True):
    """A key, or a value that one may have."""

    name: str
    takes: str
    """What stands behind the key; empty for a value."""
    meaning: str
    required: bool = False


class Topic(msgspec.Struct, frozen=True):
    """Words that belong together."""

    name: str
    meaning: str
    words: tuple[Word, ...]


def vocabulary() -> tuple[Topic, ...]:
    """Everything that a rule's file may say: its keys, the kinds of `match`, conditions, values, placeholders."""
    found: dict[Any, Topic] = {}
    _collect(Rule, found)
    found[Expected] = Topic("expectation", _EXPECTATION, words_of(Expected))
    placeholders = tuple(Word(f"{{{name}}}", "", meaning) for name, meaning in PLACEHOLDERS.items())
    return (*found.values(), Topic("placeholders", "What message and remedy may name.", placeholders))


def docs_of(kind: type) -> Mapping[str, str]:
    """What the source says of each field or member of a class, its bases' included."""
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__):
        if one.__module__.startswith("release_check."):
            found.update(_own_docs(one))
    return found


def words_of(kind: type) -> tuple[Word, ...]:
    """The keys of a struct, each with what it takes and what it means."""
    hints, docs = typing.get_type_hints(kind), docs_of(kind)
    keys = kind.__struct_fields__, kind.__struct_encode_fields__  # type: ignore[attr-defined]
    required = {field.name for field in msgspec.structs.fields(kind) if field.required}
    return tuple(
        Word(written, _takes(hints[name]), docs.get(name, ""), name in required)
        for name, written in zip(*keys, strict=True)
    )


_EXPECTATION = (
    "What a field must be: a value; one of several; `set`, `unset` or `blank` for texts and lists; or a mapping with "
    "one of these."
)


def _collect(kind: Any, found: dict[Any, Topic]) -> None:
    if kind in found:
        return
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        docs = docs_of(kind)
        words = tuple(Word(str(member.value), "", docs.get(member.name, "")) for member in kind)
        found[kind] = Topic(kind.__name__, _first_line(kind), words)
    elif isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        tag = kind.__struct_config__.tag
        words = words_of(kind)
        if issubclass(kind, Scope) and kind is not Scope:
            _collect(Scope, found)
            words = tuple(word for word in words if word.name not in Scope.__struct_fields__)
            words += (Word("…", "", "and all that Scope has"),)
        found[kind] = Topic(f"kind: {tag}" if tag else kind.__name__, _first_line(kind), words)
        for name in kind.__struct_fields__:
            for part in _parts(typing.get_type_hints(kind)[name]):
                _collect(part, found)


def _parts(hint: Any) -> Iterator[Any]:
    arguments = typing.get_args(hint)
    if not arguments:
        yield hint
    for argument in arguments:
        yield from _parts(argument)


def _takes(hint: Any) -> str:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if hint == Match:
        return "one of the kinds"
    if origin in (typing.Union, types.UnionType):
        if Expected in arguments:
            return "expectation"
        return " or ".join(dict.fromkeys(_takes(one) for one in arguments if one is not type(None)))
    if origin is tuple:
        return f"list of {_takes(arguments[0])}"
    if arguments:
        return f"{_takes(arguments[1])} by name"
    return _PLAIN.get(hint) or str(getattr(hint, "__name__", hint))


_PLAIN: Mapping[Any, str] = {str: "text", bool: "true or false", int: "number", float: "number"}


def _first_line(kind: type) -> str:
    return " ".join(inspect.cleandoc(kind.__doc__ or "").split())


@functools.cache
def _own_docs(kind: type) -> Mapping[str, str]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    found: dict[str, str] = {}
    body = tree.body if isinstance(tree, ast.ClassDef) else []
    for here, after in itertools.pairwise(body):
        name = _name_of(here)
        if name and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            found[name] = " ".join(str(after.value.value).split())
    return found


def _name_of(node: ast.stmt) -> str:
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return node.target.id
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id
    return ""
