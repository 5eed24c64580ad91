"""The Go program of one ref: its packages, files and declarations, read when first looked up.

Every look-up passes through `Program`, so that what an evaluation depended on, misses included, can be recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from release_check.golang.ahead import ENUMERATIONS, Ahead
from release_check.golang.constraints import belongs
from release_check.golang.declarations import GoFile, split
from release_check.golang.index import Index, Indexed
from release_check.golang.modules import Modules
from release_check.golang.packages import Entry, File, Package, Workspace
from release_check.golang.parsing import GoSyntaxError, parse_declarations
from release_check.golang.source import SourceTree
from release_check.golang.tree import Node


class Program:
    """All packages that can be reached in one tree of files."""

    def __init__(
        self,
        tree: SourceTree,
        workspace: Workspace | None = None,
        outside: Callable[[str], bool] = lambda _path: False,
        files: Mapping[str, Indexed] | None = None,
        wanted: Collection[str] = (),
    ) -> None:
        """Take the files of a ref.

        Args:
            tree: the files.
            workspace: what is kept from ref to ref.
            outside: says which import paths are not to be looked into, even if they are there.
            files: files that were split before, by the ids of their contents.
            wanted: those of which texts are likely to be asked for.
        """
        self._workspace = workspace or Workspace()
        self._workspace.serial += 1
        self._serial = self._workspace.serial
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
        self._index = Index(tree, files or {}, wanted)
        if self._serial == 1 and not files:
            self._ahead = Ahead(tree, self._by_directory)
        else:
            # of a later ref, most files are known already
            self._ahead = Ahead(tree, self._by_directory, run=0, first=self._changed)
        self.parsed: set[str] | None = set()
        """Files of which declarations were parsed, as long as somebody notes them."""
        self.modules = Modules(frozenset(self._by_directory), self.manifests)
        self._packages: dict[str, Package | None] = {}
        self._clauses: dict[str, str] = {}
        self._sources: dict[str, GoFile] = {}
        """Files split for their package clause alone."""

    @property
    def directories(self) -> Mapping[str, list[str]]:
        """Directories that hold Go files, with the files."""
        return self._by_directory

    def packages(self) -> Iterator[Package]:
        """Every package that was looked for and found."""
        return (package for package in self._packages.values() if package is not None)

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

    def holds(self, needs: Iterable[Any]) -> bool:
        """Whether everything that a look-up gave, or did not find, at another ref is the same at this one.

        `needs` are entries, and pairs of package path and name that were not there.
        """
        serial = self._serial
        for need in needs:
            if type(need) is Entry:
                if need.checked != serial:
                    need.checked = serial
                    need.current = self._is_current(need)
                if not need.current:
                    return False
            elif not self._still_missing(*need):
                return False
        return True

    def _is_current(self, entry: Entry) -> bool:
        package = self.named(entry.unit.file.package.path)
        declaration = entry.declaration
        if package is None:
            return False
        if declaration.kind == "method":
            return self.method(package, declaration.receiver, declaration.names[0]) is entry
        if declaration.names == ("init",) and declaration.kind == "func":
            return entry in package.inits
        return bool(declaration.names) and self.entry(package, declaration.names[0]) is entry

    def _still_missing(self, path: str, name: str) -> bool:
        package = self.named(path)
        if package is None or not name:
            return package is None and not name
        kind, _, method = name.rpartition(".")
        return (self.method(package, kind, method) if kind else self.entry(package, name)) is None

    def named(self, path: str) -> Package | None:
        """The package that is called so in `Package.path`: by import path, or `./` and its directory."""
        return self.package_in(path[2:]) if path.startswith("./") else self.package(path)

    def trees(self, entry: Entry) -> tuple[Node, ...]:
        """A declaration's syntax; empty, and noted as broken, where it does not parse."""
        if entry.trees is None:
            if self.parsed is not None:
                self.parsed.add(entry.unit.file.path)
            try:
                entry.trees = parse_declarations(entry.declaration.text)
            except GoSyntaxError as error:
                entry.trees = ()
                self.broken.setdefault(entry.unit.file.path, entry.unit.line + error.row)
        return entry.trees

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
        """What is run when a package is initialised, and all it imports of the repository's own, imported ones first.

        That is `init` functions, and before them calls whose result has no name.
        """
        seen: set[str] = set()
        stack: list[tuple[str, bool]] = [(path, False)]
        while stack:
            current, done = stack.pop()
            package = self._own(current)
            if package is None:
                continue
            if done:
                yield from sorted(package.inits, key=lambda entry: entry.declaration.kind != "var")
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
                source = self._source(path)
                if source is not None and source.package and belongs(path.rpartition("/")[2], source.constraint):
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
        blobs = tuple((file, self._tree.files[file]) for file in files)
        known = self._workspace.packages.get(path)
        if known is not None and known.blobs == blobs:
            known.values = {}
            return known
        stages = [files]
        if directory.startswith("vendor/"):
            # large vendored clients keep what schemas use, their enumerations, in files named so
            likely = [f for f in files if f.rpartition("/")[2] in ENUMERATIONS]
            stages = [stage for stage in (likely, [f for f in files if f not in likely]) if stage]
        package = Package(path, directory, stages, blobs)
        package.previous = known
        if known is not None:
            # one ref back is enough, or each that was not wholly looked into would keep all before it alive
            known.previous = None
        self._workspace.packages[path] = package
        return package

    def _changed(self) -> list[str]:
        """The files that differ in packages of which another ref's were looked into whole."""
        known = [package for package in self._workspace.packages.values() if not package.pending]
        return [
            path
            for package in known
            if package.directory in self._by_directory
            for path in self._compiled(package.directory)
            if self._tree.files[path] not in package.sources
            and self._tree.files[path] not in self._workspace.split_beside(package.path)
        ]

    def _compiled(self, directory: str) -> list[str]:
        return [path for path in sorted(self._by_directory[directory]) if belongs(path.rpartition("/")[2], "")]

    def _source(self, path: str) -> GoFile | None:
        """A file, split; None where a partial clone lacks it."""
        if path not in self._sources and path not in self.absent:
            contents = self._tree.read_many([path], skip_absent=True)
            if path in contents:
                self._sources[path] = split(contents[path])
            else:
                self.absent.add(path)
        return self._sources.get(path)

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
        earlier = package.previous.sources if package.previous is not None else {}
        beside = self._workspace.split_beside(package.path)
        if self._index:
            self._sources.update((p, found) for p in paths if (found := self._index.find(p)) is not None)
        unread = [
            p
            for p in paths
            if p not in self._sources and (blob := self._tree.files[p]) not in earlier and blob not in beside
        ]
        contents = self._ahead.read(package.directory, unread)
        for path in paths:
            blob = self._tree.files[path]
            source = self._sources.pop(path, None) or earlier.get(blob) or beside.get(blob)
            if source is None and path in contents:
                source = split(contents[path])
            if source is None:
                self.absent.add(path)
                continue
            package.sources[blob] = source
            if source.constraint and not belongs(path.rpartition("/")[2], source.constraint):
                continue
            if source.broken_line:
                self.broken.setdefault(path, source.broken_line)
            self._clauses.setdefault(package.directory, source.package)
            package.add(path, source)
        if not package.pending:
            package.succeed()


_FEW = 4


def _words(path: str) -> list[str]:
    return path.rpartition("/")[2].removesuffix(".go").lower().split("_")
