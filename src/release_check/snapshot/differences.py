"""Which declarations differ between two refs, among those that anything was read from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from release_check.golang.constraints import belongs
from release_check.golang.declarations import split
from release_check.golang.modules import Modules
from release_check.golang.packages import key_of
from release_check.golang.program import Program
from release_check.golang.source import SourceTree
from release_check.snapshot.moves import Move

Name = tuple[str, str]
"""A package's path and a name in it (`Type.Method` for methods); without a name, a package that was not there."""


class Differences(NamedTuple):
    """What is not the same at the later of two refs."""

    changed: frozenset[Name]
    """Names whose declaration changed, came or went."""
    shifted: frozenset[Name]
    """Names whose declaration only stands elsewhere."""
    moves: tuple[Move, ...]


class _Declared(NamedTuple):
    """A declaration with all that its meaning depends on, and where it is."""

    text: bytes
    imports: tuple[tuple[str, str], ...]
    file: str
    line: int

    @property
    def meaning(self) -> tuple[bytes, tuple[tuple[str, str], ...]]:
        """What makes it the same declaration wherever it stands."""
        return (self.text, self.imports)

    @property
    def last(self) -> int:
        """Its last line."""
        return self.line + self.text.count(b"\n")


def between(
    before: SourceTree, program: Program, after: SourceTree, directories: Mapping[str, str], absent: Iterable[str]
) -> Differences | None:
    """What differs between two refs in the packages that something was read from.

    Args:
        before: the files of the earlier ref.
        program: the program of the later one.
        after: its files.
        directories: the packages by path, and where they were.
        absent: packages that were not there.

    Returns:
        The differences; None where import paths do not name the same directories any more, so that nothing can be said.
    """
    by_directory = {directory: path for path, directory in directories.items()}
    if (
        len(by_directory) < len(directories)
        or not _same_modules(before, program, after)
        or any(program.named(path) is not None for path in absent)
        or any(_directory(program, path) != directory for path, directory in directories.items())
    ):
        return None
    files: dict[str, set[str]] = {}
    for path in _differing(before.files, after.files):
        directory, _, base = path.rpartition("/")
        if directory in by_directory and _is_source(base):
            files.setdefault(by_directory[directory], set()).add(path)
    changed: set[Name] = set()
    moves: dict[Name, Move] = {}
    for package, paths in files.items():
        was, now = (_declared(tree, sorted(paths.intersection(tree.files))) for tree in (before, after))
        if was is None or now is None:
            return None
        for key in was.keys() | now.keys():
            ones, others = was.get(key, []), now.get(key, [])
            if len(ones) == len(others) == 1 and ones[0].meaning == others[0].meaning:
                moves[package, key] = Move(ones[0].file, ones[0].line, ones[0].last, others[0].file, others[0].line)
            elif ones != others:
                changed.add((package, key))
    return Differences(frozenset(changed), frozenset(moves), tuple(sorted(moves.values())))


def _directory(program: Program, path: str) -> str | None:
    package = program.named(path)
    return package.directory if package is not None else None


def _differing(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[str]:
    yield from (path for path, blob in after.items() if before.get(path) != blob)
    yield from (path for path in before if path not in after)


def _is_source(base: str) -> bool:
    return base.endswith(".go") and not base.endswith("_test.go") and belongs(base, "")


def _declared(tree: SourceTree, paths: list[str]) -> dict[str, list[_Declared]] | None:
    """The declarations of some files by every name they give; None where a file is lacking or broken."""
    declared: dict[str, list[_Declared]] = {}
    contents = tree.read_many(paths, skip_absent=True)
    for path in paths:
        source = split(contents[path]) if path in contents else None
        if source is None or source.broken_line:
            return None
        if source.constraint and not belongs(path.rpartition("/")[2], source.constraint):
            continue
        for one in source.declarations:
            found = _Declared(one.text, source.imports, path, one.line)
            for key in {key_of(one), *(one.names if one.kind != "method" else ())}:
                declared.setdefault(key, []).append(found)
    return declared


def _same_modules(before: SourceTree, program: Program, after: SourceTree) -> bool:
    """Whether the modules of a repository are where they were, and called so."""

    def manifests(tree: SourceTree) -> dict[str, str]:
        return {p: i for p, i in tree.files.items() if (p == "go.mod" or p.endswith("/go.mod")) and "vendor/" not in p}

    was = manifests(before)
    if was == manifests(after):
        return True
    texts = {path.rpartition("/")[0]: before.read(path).decode("utf-8", "replace") for path in sorted(was)}
    return Modules(frozenset(), texts).roots == program.modules.roots
