"""Where names are looked up: the file and line of a declaration, and nested scopes of local names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from release_check.golang.packages import Entry, File


class Unit:
    """One top-level declaration's place: what its names refer to, and from which line its rows count."""

    __slots__ = ("entry", "file", "line")

    def __init__(self, file: File, line: int, entry: Entry | None = None) -> None:
        self.file = file
        self.line = line
        self.entry = entry


class Scope:
    """Local names, and the scope around."""

    __slots__ = ("defers", "function", "parent", "results", "unit", "vars")

    def __init__(self, unit: Unit, parent: Scope | None = None) -> None:
        self.unit = unit
        self.parent = parent
        self.vars: dict[str, Any] = {}
        self.function = False
        """Whether this is the outermost scope of a function's call."""
        self.results = False
        """Whether that function names its results."""
        self.defers: list[Any] | None = None

    def holder(self, name: str) -> dict[str, Any] | None:
        """The innermost local scope's names that hold `name`, or None."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.vars:
                return scope.vars
            scope = scope.parent
        return None
