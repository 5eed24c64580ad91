"""The Go program of one ref: its packages, files and declarations, read when first looked up.

Every look-up passes through `Program`, so that what an evaluation depended on, misses included, can be recorded.
"""

from __future__ import annotations

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

    __slots__ = ("dot_imports", "imports", "package", "path", "unnamed")

    def __init__(self, path: str, package: Package, imports: tuple[tuple[str, str], ...]) -> None:
        self.path = path
        self.package = package
        self.imports: dict[str, str] = {}
        self.dot_imports = tuple(target for name, target in imports if name == ".")
        self.unnamed = tuple(target for name, target in imports if not name)
        """Imports whose package clause has to be read where no name guessed from the path fits."""
        for target in self.unnamed:
            for guess in _guesses(target):
                self.imports.setdefault(guess, target)
        self.imports.update((name, target) for name, target in imports if name not in ("", ".", "_"))


class Entry:
    """A declaration in its file."""

    __slots__ = ("declaration", "unit")

    def __init__(self, declaration: Declaration, unit: Unit) -> None:
        self.declaration = declaration
        self.unit = unit


class Package:
    """The declarations of one directory, by name."""

    __slots__ = ("directory", "entries", "imported", "inits", "methods", "name", "path", "values")

    def __init__(self, path: str, directory: str) -> None:
        self.path = path
        self.directory = directory
        self.name = ""
        self.entries: dict[str, Entry] = {}
        self.methods: dict[tuple[str, str], Entry] = {}
        self.inits: list[Entry] = []
        self.imported: list[str] = []
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
        outside: Callable[[str], bool] = lambda path: False,
    ) -> None:
        """Take the files; `outside` says of which import paths the source is not to be looked at, even if it is there."""
        self.store = store or DeclarationStore()
        self.broken: dict[str, int] = {}
        """Files that do not parse, with the line."""
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

    @property
    def directories(self) -> Mapping[str, list[str]]:
        """Directories that hold Go files, with the files."""
        return self._by_directory

    def package(self, path: str) -> Package | None:
        """The package at an import path, or None where its source is not in the repository."""
        if path in self._packages:
            return self._packages[path]
        directory = None if self._outside(path) else self.modules.directory(path)
        package = None if directory is None else self._load(path, directory)
        self._packages[path] = package
        return package

    def package_in(self, directory: str) -> Package | None:
        """The package in a directory; for `main`, which nobody imports."""
        for module, root in self.modules._roots:
            if directory == root or directory.startswith(root + "/") or not root:
                rest = directory[len(root) :].lstrip("/")
                path = f"{module}/{rest}" if rest else module
                if self.modules.directory(path) == directory:
                    return self.package(path)
        key = "./" + directory
        if key not in self._packages:
            self._packages[key] = self._load(key, directory) if directory in self._by_directory else None
        return self._packages[key]

    def entry(self, package: Package, name: str) -> Entry | None:
        """A package-level name's declaration, or None."""
        return package.entries.get(name)

    def method(self, package: Package, type_name: str, name: str) -> Entry | None:
        """A method's declaration, or None."""
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
        if path is None and file.unnamed:
            for target in file.unnamed:
                directory = None if self._outside(target) else self.modules.directory(target)
                if directory is not None and self._clause(directory) == name:
                    path = file.imports[name] = target
                    break
            else:
                file.unnamed = ()
        return path

    def reachable(self, path: str) -> Iterator[Package]:
        """The repository's own packages that a package imports, itself included, imported ones first."""
        seen: set[str] = set()
        stack: list[tuple[str, bool]] = [(path, False)]
        while stack:
            current, done = stack.pop()
            package = self._own(current)
            if package is None:
                continue
            if done:
                yield package
            elif current not in seen:
                seen.add(current)
                stack.append((current, True))
                stack.extend((imported, False) for imported in reversed(package.imported) if imported not in seen)

    def _own(self, path: str) -> Package | None:
        if path.startswith("./"):
            return self._packages.get(path)
        directory = self.modules.directory(path)
        if directory is None or directory.startswith("vendor/"):
            return None
        return self.package(path)

    def _load(self, path: str, directory: str) -> Package:
        package = Package(path, directory)
        paths = [p for p in sorted(self._by_directory[directory]) if belongs(p.rpartition("/")[2], "")]
        missing = [p for p in paths if not self.store.has_file(self._tree.files[p])]
        contents = self._tree.read_many(missing) if missing else {}
        files = [(p, self.store.file(self._tree.files[p], lambda p=p: contents[p])) for p in paths]  # type: ignore[misc]
        imported: dict[str, None] = {}
        for file_path, source in files:
            if source.constraint and not belongs(file_path.rpartition("/")[2], source.constraint):
                continue
            if source.broken_line:
                self.broken.setdefault(file_path, source.broken_line)
            package.name = package.name or source.package
            self._add(package, file_path, source)
            imported.update((target, None) for _name, target in source.imports)
        package.imported = list(imported)
        return package

    def _add(self, package: Package, file_path: str, source: GoFile) -> None:
        file = File(file_path, package, source.imports)
        for declaration in source.declarations:
            entry = Entry(declaration, Unit(file, declaration.line))
            if declaration.kind == "method":
                package.methods[(declaration.receiver, declaration.names[0])] = entry
            elif declaration.kind == "func" and declaration.names == ("init",):
                package.inits.append(entry)
            else:
                for name in declaration.names:
                    package.entries.setdefault(name, entry)

    def _clause(self, directory: str) -> str:
        for path in sorted(self._by_directory[directory]):
            source = self.store.file(self._tree.files[path], lambda path=path: self._tree.read(path))  # type: ignore[misc]
            if source.package and belongs(path.rpartition("/")[2], source.constraint):
                return source.package
        return ""


def _guesses(path: str) -> list[str]:
    parts = path.split("/")
    last = parts[-1]
    if len(parts) > 1 and last[:1] == "v" and last[1:].isdigit():
        last = parts[-2]
    stem = last.split(".v")[0]
    names = (stem, stem.removeprefix("go-"), stem.removesuffix("-go"), stem.rpartition("-")[2], stem.replace("-", ""))
    return [name for name in dict.fromkeys(names) if name.isidentifier()]
