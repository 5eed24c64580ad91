"""Go of our own, evaluated, and its values as Python's.

A table's row is Go source (imports and declarations of one file), an expression, and the expected value. In expected
values `...` stands for one that is not settled: as an element of a list or a key of a dict it says that there may be
more. Structs are dicts of all their fields, pointers what they point to, functions "func", errors {"error": message}.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import pytest

from release_check.golang.interpreter import Evaluator, Options, selection, typing
from release_check.golang.program import Program
from release_check.golang.types import StructType
from release_check.golang.values import Bound, Closure, GoError, Map, Native, Place, Pointer, Slice, Struct, Unknown

MODULE = "example.com/example"
_NOWHERE = Place("", 0)


class Evaluate(Protocol):
    def __call__(
        self,
        source: str,
        expression: str,
        *,
        files: Mapping[str, str | bytes] | None = None,
        **options: Any,
    ) -> Any: ...


@pytest.fixture
def evaluator(make_tree: Any) -> Callable[..., Evaluator]:
    """Give a function that makes an evaluator over files; a go.mod of `example.com/example` is there unless given."""

    def make(files: Mapping[str, str | bytes], **options: Any) -> Evaluator:
        return Evaluator(Program(make_tree({"go.mod": f"module {MODULE}\n", **files})), Options(**options))

    return make


@pytest.fixture
def value(evaluator: Callable[..., Evaluator]) -> Evaluate:
    """Give a function that evaluates an expression after some declarations to a value as the evaluator holds it.

    The declarations start in line 3 of `example.go`, or in line 1 where they have a package clause of their own.
    """

    def evaluate(source: str, expression: str, *, files: Any = None, **options: Any) -> Any:
        text = source if source.startswith("package ") else f"package example\n\n{source}"
        ev = evaluator({"example.go": text, "zz_result.go": _result(source, expression), **(files or {})}, **options)
        return ev.force(ev.member(MODULE, "zzResult"))

    return evaluate


def _result(source: str, expression: str) -> str:
    # the expression may use what the source imports
    imports = [line for line in source.splitlines() if line.startswith("import ") and not line.endswith("(")]
    return "\n".join(["package example", *imports, f"var zzResult = {expression}", ""])


@pytest.fixture
def evaluate(evaluator: Callable[..., Evaluator]) -> Evaluate:
    """Give a function that evaluates an expression after some declarations to Python's own values."""

    def run(source: str, expression: str, *, files: Any = None, **options: Any) -> Any:
        text = source if source.startswith("package ") else f"package example\n\n{source}"
        ev = evaluator({"example.go": text, "zz_result.go": _result(source, expression), **(files or {})}, **options)
        return plain(ev, ev.member(MODULE, "zzResult"))

    return run


@pytest.fixture
def holds(evaluate: Evaluate) -> Evaluate:
    """Give a function that holds one row of a table: value and kind of value."""

    def check(source: str, expression: str, expected: Any = None, **options: Any) -> None:
        found = evaluate(source, expression, **options)
        assert found == expected
        assert type(found) is type(expected)

    return check  # type: ignore[return-value]


@pytest.fixture
def to_plain() -> Callable[[Evaluator, Any], Any]:
    """Give the function that turns the evaluator's values into Python's."""
    return plain


def plain(ev: Evaluator, value: Any) -> Any:
    """A value of the evaluator's as Python's own."""
    value = ev.force(value)
    if isinstance(value, Unknown):
        return ...
    if value is None or isinstance(value, bool):
        return value
    for scalar in (str, int, float):
        if isinstance(value, scalar):
            return scalar(value)
    if isinstance(value, tuple):
        return tuple(plain(ev, item) for item in value)
    if isinstance(value, Pointer):
        return plain(ev, value.load())
    if isinstance(value, Slice):
        return [plain(ev, item) for item in value] + ([...] if value.open else [])
    if isinstance(value, Map):
        found = {plain(ev, key): plain(ev, item) for key, item in value.items()}
        return {**found, ...: ...} if value.open else found
    if isinstance(value, Struct):
        base = typing.underlying(ev, value.type)
        names = base.order if isinstance(base, StructType) else tuple(value.fields)
        return {name: plain(ev, selection.select(ev, value, name, _NOWHERE)) for name in names}
    if isinstance(value, GoError):
        return {"error": plain(ev, value.message)}
    assert isinstance(value, Closure | Bound | Native), value
    return "func"
