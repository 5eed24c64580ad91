"""The Go program of one ref: its packages, files and declarations, read when first looked up.

Every look-up passes through `Program`, so that what an evaluation depended on, misses included, can be recorded.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from release_check.golang.constraints import belongs
from release_check.golang.declarations import Declaration, GoFile, split
from release_check.golang.modules import Modules
from release_check.golang.parsing import GoSyntaxError, parse_declarations
from release_check.golang.scope import Unit
from release_check.golang.source import SourceTree
from release_check.golang.tree import Node


class File:
    """One Go file of a package: what its names refer to."""

    __slots__ = ("dot_imports", "imports", "misses", "package", "path", "unnamed")

    def __init__(self, path: str, package: Package, imports: tuple[tuple[str, str], ...]) -> None:
        self.path = path
        self.package = package
        self.imports: dict[str, str] = {}
        self.dot_imports = tuple(target for name, target in imports if name == ".")
        self.unnamed = tuple(target for name, target in imports if not name)
        """Imports whose package clause has to be read where no name guessed from the path fits."""
        self.misses: set[str] = set()
        for target in self.unnamed:
            for guess in _guesses(target):
                self.imports.setdefault(guess, target)
        self.imports.update((name, target) for name, target in imports if name not in ("", ".", "_"))


class Entry:
    """A declaration in its file."""

    __slots__ = ("declaration", "deferrable", "unit")

    def __init__(self, declaration: Declaration, unit: Unit) -> None:
        self.declaration = declaration
        self.unit = unit
        self.deferrable: int | None = None
        """What the evaluator found out of whether a call of it may wait."""


class Package:
    """The declarations of one directory by name. Files are split only until a name that is looked up is found."""

    __slots__ = ("directory", "entries", "imports", "inits", "methods", "path", "pending", "values")

    def __init__(self, path: str, directory: str, stages: list[list[str]]) -> None:
        self.path = path
        self.directory = directory
        self.entries: dict[str, Entry] = {}
        self.methods: dict[tuple[str, str], Entry] = {}
        self.inits: list[Entry] = []
        self.imports: dict[str, None] = {}
        self.pending = stages
        """Files not looked into yet, those first where names are likely to be found."""
        self.values: dict[str, Any] = {}
        """What has been evaluated: functions, variables, constants, types."""


class DeclarationStore:
    """Files split, and declarations parsed, once each however often and at however many refs they occur."""

    def __init__(self) -> None:
        self._files: dict[str, GoFile] = {}
        self._trees: dict[bytes, tuple[Node, ...]] = {}

    def file(self, blob: str, read: Callable[[], bytes]) -> GoFile:
        """A file by the id of its content."""
        found = self._files.get(blob)
        if found is None:
            found = self._files[blob] = split(read())
        return found

    def has_file(self, blob: str) -> bool:
        """Whether a file is here already."""
        return blob in self._files

    def trees(self, text: bytes) -> tuple[Node, ...]:
        """The syntax trees of a declaration's text.

        Raises:
            GoSyntaxError: the text is not Go.
        """
        found = self._trees.get(text)
        if found is None:
            found = self._trees[text] = parse_declarations(text)
        return found


class Program:
    """All packages that can be reached in one tree of files."""

    def __init__(
        self,
        tree: SourceTree,
        store: DeclarationStore | None = None,
        outside: Callable[[str], bool] = lambda _path: False,
    ) -> None:
        """Take the files; `outside` says which import paths are not to be looked into, even if they are there."""
        self.store = store or DeclarationStore()
        self.broken: dict[str, int] = {}
        """Files that do not parse, with the line."""
        self.absent: set[str] = set()
        """Files that this copy of the repository lacks: a partial clone's."""
        self._tree = tree
        self._outside = outside
        self._by_directory: dict[str, list[str]] = {}
        for path in tree.files:
            if path.endswith(".go") and not path.endswith("_test.go"):
                self._by_directory.setdefault(path.rpartition("/")[0], []).append(path)
        self.manifests = {
            path.rpartition("/")[0]: tree.read(path).decode("utf-8", "replace")
            for path in sorted(tree.files)
            if (path == "go.mod" or path.endswith("/go.mod")) and "vendor/" not in path
        }
        self.modules = Modules(frozenset(self._by_directory), self.manifests)
        self._packages: dict[str, Package | None] = {}
        self._clauses: dict[str, str] = {}

    @property
    def directories(self) -> Mapping[str, list[str]]:
        """Directories that hold Go files, with the files."""
        return self._by_directory

    def package(self, path: str) -> Package | None:
        """The package at an import path, or None where its source is not in the repository."""
        if path in self._packages:
            return self._packages[path]
        directory = None if self._outside(path) else self.modules.directory(path)
        package = None if directory is None else self._open(path, directory)
        self._packages[path] = package
        return package

    def package_in(self, directory: str) -> Package | None:
        """The package in a directory; for `main`, which nobody imports."""
        for path in self.modules.paths(directory):
            return self.package(path)
        key = "./" + directory
        if key not in self._packages:
            self._packages[key] = self._open(key, directory) if directory in self._by_directory else None
        return self._packages[key]

    def entry(self, package: Package, name: str) -> Entry | None:
        """A package-level name's declaration, or None."""
        found = package.entries.get(name)
        if found is None and package.pending:
            found = self._search(package, name)
        return found

    def method(self, package: Package, type_name: str, name: str) -> Entry | None:
        """A method's declaration, or None."""
        while package.pending:
            self._load(package)
        return package.methods.get((type_name, name))

    def trees(self, entry: Entry) -> tuple[Node, ...]:
        """A declaration's syntax; empty, and noted as broken, where it does not parse."""
        try:
            return self.store.trees(entry.declaration.text)
        except GoSyntaxError as error:
            self.broken.setdefault(entry.unit.file.path, entry.unit.line + error.row)
            return ()

    def imported(self, file: File, name: str) -> str | None:
        """The import path that a name stands for in a file, or None."""
        path = file.imports.get(name)
        if path is None and file.unnamed and name not in file.misses:
            for target in file.unnamed:
                directory = None if self._outside(target) else self.modules.directory(target)
                if directory is not None and self.clause(directory) == name:
                    path = file.imports[name] = target
                    break
            else:
                file.misses.add(name)
        return path

    def inits(self, path: str) -> Iterator[Entry]:
        """The `init` functions of a package and of all it imports of the repository's own, imported ones first."""
        seen: set[str] = set()
        stack: list[tuple[str, bool]] = [(path, False)]
        while stack:
            current, done = stack.pop()
            package = self._own(current)
            if package is None:
                continue
            if done:
                yield from package.inits
            elif current not in seen:
                seen.add(current)
                while package.pending:
                    self._load(package)
                stack.append((current, True))
                stack.extend((imported, False) for imported in reversed(package.imports) if imported not in seen)

    def clause(self, directory: str) -> str:
        """The name that the files of a directory give their package."""
        known = self._clauses.get(directory)
        if known is None:
            known = ""
            for path in self._compiled(directory):
                if path in self.absent:
                    continue
                source = self._source(path)
                if source.package and belongs(path.rpartition("/")[2], source.constraint):
                    known = source.package
                    break
            self._clauses[directory] = known
        return known

    def _own(self, path: str) -> Package | None:
        if path.startswith("./"):
            return self._packages.get(path)
        directory = self.modules.directory(path)
        if directory is None or directory.startswith("vendor/"):
            return None
        return self.package(path)

    def _open(self, path: str, directory: str) -> Package:
        files = self._compiled(directory)
        if not directory.startswith("vendor/"):
            return Package(path, directory, [files])
        # large vendored clients keep what schemas use, their enumerations, in files named so
        likely = [f for f in files if f.rpartition("/")[2] in _ENUMERATIONS]
        rest = [f for f in files if f not in likely]
        return Package(path, directory, [stage for stage in (likely, rest) if stage])

    def _compiled(self, directory: str) -> list[str]:
        return [path for path in sorted(self._by_directory[directory]) if belongs(path.rpartition("/")[2], "")]

    def _source(self, path: str) -> GoFile:
        return self.store.file(self._tree.files[path], lambda: self._tree.read(path))

    def _search(self, package: Package, name: str) -> Entry | None:
        while package.pending:
            stage = package.pending[0]
            if len(stage) > _FEW:
                # of many files, first those whose name is made of words of the wanted one: id_route_table, RouteTableID
                lower = name.lower()
                named = [path for path in stage if all(word in lower for word in _words(path))]
                if named and len(named) < len(stage):
                    package.pending[0] = [path for path in stage if path not in named]
                    package.pending.insert(0, named)
            self._load(package)
            found = package.entries.get(name)
            if found is not None:
                return found
        return None

    def _load(self, package: Package) -> None:
        paths = package.pending.pop(0)
        missing = [path for path in paths if not self.store.has_file(self._tree.files[path])]
        contents = self._tree.read_many(missing, skip_absent=True) if missing else {}
        for path in paths:
            if path not in contents and not self.store.has_file(self._tree.files[path]):
                self.absent.add(path)
                continue
            source = self.store.file(self._tree.files[path], lambda path=path: contents[path])  # type: ignore[misc]
            if source.constraint and not belongs(path.rpartition("/")[2], source.constraint):
                continue
            if source.broken_line:
                self.broken.setdefault(path, source.broken_line)
            self._clauses.setdefault(package.directory, source.package)
            self._add(package, path, source)
            package.imports.update((target, None) for _name, target in source.imports)

    def _add(self, package: Package, path: str, source: GoFile) -> None:
        file = File(path, package, source.imports)
        for declaration in source.declarations:
            entry = Entry(declaration, Unit(file, declaration.line))
            if declaration.kind == "method":
                package.methods[(declaration.receiver, declaration.names[0])] = entry
            elif declaration.kind == "func" and declaration.names == ("init",):
                package.inits.append(entry)
            else:
                for name in declaration.names:
                    package.entries.setdefault(name, entry)


_FEW = 4
_ENUMERATIONS = frozenset({"constants.go", "enums.go", "consts.go"})


def _words(path: str) -> list[str]:
    return path.rpartition("/")[2].removesuffix(".go").lower().split("_")


@functools.cache
def _guesses(path: str) -> tuple[str, ...]:
    parts = path.split("/")
    last = parts[-1]
    if len(parts) > 1 and last[:1] == "v" and last[1:].isdigit():
        last = parts[-2]
    stem = last.split(".v")[0]
    names = (stem, stem.removeprefix("go-"), stem.removesuffix("-go"), stem.rpartition("-")[2], stem.replace("-", ""))
    return tuple(name for name in dict.fromkeys(names) if name.isidentifier())
