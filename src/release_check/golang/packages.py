"""Packages, files and their declarations as objects that outlive a ref: what did not change is the same object.

Two refs of one repository share most of their declarations. A package whose files are the same is taken over as it is;
in one that changed, a declaration with the same text and the same imports around it stays the same `Entry`, however
far it moved. So whatever was worked out from a set of entries still holds while each of them is still current.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from typing import Any

from release_check.golang.declarations import Declaration, GoFile
from release_check.golang.scope import Unit
from release_check.golang.tree import Node

Imports = tuple[tuple[str, str], ...]


_CALLED = re.compile(rb"var[ \t]+_[^=\n]*=[ \t]*[\w.]+\(")
"""A call whose result has no name: made for what it does."""


_NOTHING: frozenset[Any] = frozenset()
"""One for all: each would be an object of its own."""


class File:
    """One Go file of a package: what its names refer to."""

    __slots__ = ("declared", "dot_imports", "imports", "misses", "package", "path", "unnamed")

    def __init__(self, path: str, package: Package, imports: Imports) -> None:
        self.path = path
        self.package = package
        self.declared = imports
        self.imports: dict[str, str] = {}
        self.dot_imports = tuple(target for name, target in imports if name == ".")
        self.unnamed = tuple(target for name, target in imports if not name)
        """Imports whose package clause has to be read where no name guessed from the path fits."""
        self.misses: set[str] = set()
        # a path's own last part goes before what may be made of another's
        for guessed in (False, True):
            for target in self.unnamed:
                for guess in _guesses(target):
                    if guessed or guess == target.rpartition("/")[2]:
                        self.imports.setdefault(guess, target)
        self.imports.update((name, target) for name, target in imports if name not in ("", ".", "_"))


class Entry:
    """A top-level declaration in its file."""

    __slots__ = ("checked", "current", "declaration", "deferrable", "needs", "trees", "unit")

    def __init__(self, declaration: Declaration, unit: Unit) -> None:
        self.declaration = declaration
        self.unit = unit
        unit.entry = self
        self.trees: tuple[Node, ...] | None = None
        """Its syntax, once it was parsed."""
        self.deferrable: int | None = None
        """What the evaluator found out of whether a call of it may wait."""
        self.needs = _NOTHING
        """What the value of a package variable was worked out from, beside the declaration itself."""
        self.checked = 0
        """The number of the program that last looked whether this entry is current."""
        self.current = False

    @property
    def last_line(self) -> int:
        """Where it ends in its file."""
        return self.unit.line + self.declaration.text.count(b"\n")


def key_of(declaration: Declaration) -> str:
    """What a declaration is found by in its package: its first name, behind the type's for a method."""
    name = declaration.names[0] if declaration.names else ""
    return f"{declaration.receiver}.{name}" if declaration.kind == "method" else name


class Package:
    """The declarations of one directory by name. Files are split only until a name that is looked up is found."""

    __slots__ = (
        "blobs",
        "directory",
        "entries",
        "imports",
        "inits",
        "methods",
        "path",
        "pending",
        "previous",
        "sources",
        "values",
    )

    def __init__(self, path: str, directory: str, stages: list[list[str]], blobs: tuple[tuple[str, str], ...]) -> None:
        self.path = path
        self.directory = directory
        self.entries: dict[str, Entry] = {}
        self.methods: dict[tuple[str, str], Entry] = {}
        self.inits: list[Entry] = []
        self.imports: dict[str, None] = {}
        self.pending = stages
        """Files not looked into yet, those first where names are likely to be found."""
        self.blobs = blobs
        """Its files with the ids of their contents."""
        self.previous: Package | None = None
        """The package as another ref had it, while entries may still be taken over from it."""
        self.sources: dict[str, GoFile] = {}
        """Its files, split, by the ids of their contents."""
        self.values: dict[str, Any] = {}
        """What has been evaluated: functions, variables, constants, types."""

    def add(self, path: str, source: GoFile) -> None:
        """Take in the declarations of one file."""
        file = File(path, self, source.imports)
        for declaration in source.declarations:
            if declaration.kind == "method":
                key = (declaration.receiver, declaration.names[0])
                old = self.previous.methods.get(key) if self.previous is not None else None
                self.methods[key] = _entry(declaration, file, old)
            elif _runs_by_itself(declaration):
                self.inits.append(_entry(declaration, file, None))
            elif declaration.names:
                old = self.previous.entries.get(declaration.names[0]) if self.previous is not None else None
                entry = _entry(declaration, file, old)
                for name in declaration.names:
                    self.entries.setdefault(name, entry)
        self.imports.update((target, None) for _name, target in source.imports)

    def succeed(self) -> None:
        """Let go of the package that another ref had: all that is the same was taken over from it.

        What is left of it goes away by itself only if nothing in it leads back to it.
        """
        previous, self.previous = self.previous, None
        if previous is None:
            return
        for entry in (*previous.entries.values(), *previous.methods.values(), *previous.inits):
            if entry.unit.file.package is previous:
                entry.unit.entry = None
        for held in (previous.entries, previous.methods, previous.inits, previous.sources, previous.values):
            held.clear()


def _runs_by_itself(declaration: Declaration) -> bool:
    """Whether a package's initialisation runs it, though nothing can name it."""
    if declaration.kind == "func":
        return declaration.names == ("init",)
    return declaration.names == ("_",) and _CALLED.match(declaration.text) is not None


def _entry(declaration: Declaration, file: File, old: Entry | None) -> Entry:
    if old is not None and _same(old.declaration, declaration) and old.unit.file.declared == file.declared:
        old.unit.file = file
        old.unit.line = declaration.line
        return old
    return Entry(declaration, Unit(file, declaration.line))


def _same(old: Declaration, new: Declaration) -> bool:
    return old is new or old.text == new.text


class Workspace:
    """Packages kept from one ref to the next, in one process."""

    def __init__(self, beside: Workspace | None = None) -> None:
        """Take another workspace for the same repository, whose files need not be split once more."""
        self.packages: dict[str, Package] = {}
        self.beside = beside
        self.serial = 0
        """Counts the programs made."""

    def split_beside(self, path: str) -> Mapping[str, GoFile]:
        """The files of a package that the other workspace has split, by the ids of their contents."""
        package = self.beside.packages.get(path) if self.beside is not None else None
        return package.sources if package is not None else {}


@functools.cache
def _guesses(path: str) -> tuple[str, ...]:
    parts = path.split("/")
    last = parts[-1]
    if len(parts) > 1 and last[:1] == "v" and last[1:].isdigit():
        last = parts[-2]
    stem = last.split(".v")[0]
    names = (stem, stem.removeprefix("go-"), stem.removesuffix("-go"), stem.rpartition("-")[2], stem.replace("-", ""))
    return tuple(name for name in dict.fromkeys(names) if name.isidentifier())
