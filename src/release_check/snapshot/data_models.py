"""The structs that a framework provider reads its data into: which field holds which attribute."""

from __future__ import annotations

import re
from typing import Any

from release_check.golang.interpreter import Evaluator
from release_check.golang.packages import Entry, Package
from release_check.golang.scope import Scope
from release_check.golang.values import Closure, Value

_FIELD = re.compile(rb"^[ \t]*(\w+)[ \t]+([^`\n]+?)[ \t]*`[^`\n]*\btfsdk:\"([^\"]+)\"", re.MULTILINE)
_TYPE = re.compile(rb"(?:(\w+)\.)?(\w+)")
_NONE: frozenset[str] = frozenset()


class DataModels:
    """The models that were met so far."""

    def __init__(self, ev: Evaluator) -> None:
        self._ev = ev
        self._fields: dict[str, set[str]] = {}
        self._known: dict[int, bool] = {}
        self._types: list[tuple[Package, str]] = []

    def learn(self, kind: Any, scope: Scope) -> bool:
        """Take in a type; says whether it is a model."""
        while isinstance(kind, tuple) and kind[0] in ("star", "slicet", "inst"):
            kind = kind[2]
        if not isinstance(kind, tuple):
            return False
        if kind[0] == "id":
            return self._named(scope.unit.file.package, kind[2])
        if kind[0] == "sel" and kind[2][0] == "id":
            path = self._ev.program.imported(scope.unit.file, kind[2][2])
            package = self._ev.program.package(path) if path is not None else None
            return package is not None and self._named(package, kind[3])
        return False

    def attributes(self, field: str) -> frozenset[str]:
        """The attributes that a field of this name holds in some model."""
        return frozenset(self._fields.get(field, _NONE))

    def method(self, name: str) -> Value:
        """The method of this name that some model has."""
        for package, type_name in self._types:
            entry = self._ev.program.method(package, type_name, name)
            if entry is not None:
                return Closure(name, (), (), None, entry.unit, declaration=entry)
        return None

    def _named(self, package: Package, name: str) -> bool:
        entry = self._ev.look_up(package, name, found_only=True)
        if entry is None or entry.declaration.kind != "type":
            return False
        if id(entry) not in self._known:
            self._known[id(entry)] = False
            self._known[id(entry)] = self._read(package, name, entry)
        return self._known[id(entry)]

    def _read(self, package: Package, name: str, entry: Entry) -> bool:
        found = _FIELD.findall(entry.declaration.text)
        if not found:
            return False
        self._types.append((package, name))
        for field, kind, attribute in found:
            self._fields.setdefault(field.decode(), set()).add(attribute.decode())
            for owner, inner in _TYPE.findall(kind):
                if not owner:
                    self._named(package, inner.decode())
        return True
