"""Files that were split before, by the ids of their contents: their declarations, of which the texts are read late."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from release_check.golang.declarations import Declaration, GoFile, normalised
from release_check.golang.packages import Package
from release_check.golang.source import SourceTree


class Indexed(msgspec.Struct, frozen=True, array_like=True):
    """One file: what `GoFile` says of it, with places in place of texts."""

    package: str
    imports: tuple[tuple[str, str], ...]
    constraint: str
    places: tuple[tuple[int, int, int, str, tuple[str, ...], str, bytes], ...]
    """Of each declaration: line, start, end, kind, names, receiver, and its first line where that was looked at."""


def indexed(packages: Iterable[Package]) -> dict[str, Indexed]:
    """The files of packages that were looked into, by the ids of their contents."""
    found: dict[str, Indexed] = {}
    for package in packages:
        entries = (*package.entries.values(), *package.methods.values())
        headed = {id(entry.declaration) for entry in entries if entry.deferrable is not None}
        for blob, source in package.sources.items():
            if not source.broken_line:
                places = tuple(_place(one, id(one) in headed) for one in source.declarations)
                found[blob] = Indexed(source.package, source.imports, source.constraint, places)
    return found


def _place(one: Declaration | Kept, headed: bool) -> tuple[int, int, int, str, tuple[str, ...], str, bytes]:
    head = one.head if headed else b""
    return (one.line, one.start, one.end, one.kind, one.names, one.receiver, head)


class Index:
    """Files of a ref that were split before; a text of one is read when it is asked for."""

    def __init__(self, tree: SourceTree, files: Mapping[str, Indexed], wanted: Collection[str] = ()) -> None:
        """Take the index by the ids of contents, and the paths of which texts are likely to be asked for."""
        self._tree = tree
        self._files = files
        self._wanted: Sequence[str] = [path for path in wanted if tree.files.get(path) in files]
        self._texts: dict[str, bytes] = {}

    def __bool__(self) -> bool:
        return bool(self._files)

    def find(self, path: str) -> GoFile | None:
        """A file as it was split, or None where it was not."""
        found = self._files.get(self._tree.files[path])
        if found is None:
            return None
        declarations: Any = tuple([Kept(self, path, place) for place in found.places])
        return GoFile(found.package, found.imports, declarations, found.constraint)

    def text(self, path: str) -> bytes:
        """The text of a file; empty where this copy of the repository lacks it."""
        if path not in self._texts:
            paths = dict.fromkeys([path, *self._wanted])
            self._wanted = ()
            contents = self._tree.read_many(paths, skip_absent=True)
            self._texts.update((each, normalised(contents.get(each, b""))) for each in paths)
        return self._texts[path]


class Kept:
    """A declaration by its place in a file; otherwise what `Declaration` is."""

    __slots__ = ("_head", "_index", "_path", "end", "kind", "line", "names", "receiver", "start")

    def __init__(self, index: Index, path: str, place: tuple[int, int, int, str, tuple[str, ...], str, bytes]) -> None:
        self.line, self.start, self.end, self.kind, self.names, self.receiver, self._head = place
        self._index = index
        self._path = path

    @property
    def text(self) -> bytes:
        """The declaration's text."""
        return self._index.text(self._path)[self.start : self.end]

    @property
    def head(self) -> bytes:
        """Its first line; empty where it has no other."""
        text = self._head or self.text
        return text[: text.find(b"\n") + 1]
