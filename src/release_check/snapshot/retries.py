"""Errors that an operation is tried again on: the codes that are asked about on the way to a `RetryableError`.

Looked at are the files that two trees do not share, text first, so that a provider without such codes costs nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol

from release_check.golang.declarations import split
from release_check.golang.parsing import GoSyntaxError, parse_declarations, parse_function
from release_check.golang.tree import Node
from release_check.model import DroppedRetry, Source
from release_check.snapshot.nodes import is_node

_MAKER = "RetryableError"
_CALL = f"{_MAKER}(".encode()
_TEXT = re.compile(rb'"[^"\\\n]+"')
_NONE: frozenset[str] = frozenset()


class Files(Protocol):
    """The files of a tree."""

    @property
    def files(self) -> Mapping[str, str]:
        """Path to blob."""
        ...

    def read_many(self, paths: Iterable[str], *, skip_absent: bool = False) -> Mapping[str, bytes]:
        """The contents of several; those that this copy of the repository lacks may be left out."""
        ...


def dropped_retries(before: Files, after: Files) -> tuple[DroppedRetry, ...]:
    """What was tried again before and is not any more, function by function.

    A code counts as dropped where its function still is, no longer asks about it on the way to a retry, does not retry
    without asking either, and the folder's changed files write the code nowhere any more.
    """
    changed = sorted(
        path
        for path, blob in after.files.items()
        if path in before.files and before.files[path] != blob and _is_code(path)
    )
    old = {path: text for path, text in before.read_many(changed, skip_absent=True).items() if _CALL in text}
    if not old:
        return ()
    folders = {_folder(path) for path in old}
    new = after.read_many([path for path in changed if _folder(path) in folders], skip_absent=True)
    return tuple(one for path in sorted(old) if path in new for one in _dropped(path, old[path], new))


def _is_code(path: str) -> bool:
    return path.endswith(".go") and not path.endswith("_test.go") and "vendor/" not in path


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _dropped(path: str, old: bytes, new: Mapping[str, bytes]) -> Iterator[DroppedRetry]:
    if set(_TEXT.findall(old)) <= set(_TEXT.findall(new[path])):
        return  # no text went, and so no code
    try:
        before = _functions(old, _CALL)
        after = _functions(new[path], *(name.encode() for name in before))
    except GoSyntaxError:
        return
    beside = [text for other, text in new.items() if _folder(other) == _folder(path)]
    for name, (codes, _always, _row) in sorted(before.items()):
        if name not in after or after[name][1]:
            continue
        gone = sorted(code for code in codes - after[name][0] if not any(f'"{code}"'.encode() in one for one in beside))
        if gone:
            yield DroppedRetry(function=name, codes=tuple(gone), source=Source(path, after[name][2]))


def _functions(text: bytes, *words: bytes) -> Mapping[str, tuple[frozenset[str], bool, int]]:
    """For each function that says a word: the codes it retries on, whether on whatever error, and its line."""
    found = {}
    for one in split(text).declarations:
        if one.kind not in ("func", "method") or not any(word in one.text for word in words):
            continue
        for node in parse_declarations(one.text):
            if node[0] == "funcdecl" and node[7] is not None:
                search = _Search()
                search.look(node[7], _NONE)
                found[str(node[2])] = (frozenset(search.codes), search.always, one.line + node[1])
    return found


class _Search:
    """Looks for retries, and the texts in the conditions around them."""

    def __init__(self) -> None:
        self.codes: set[str] = set()
        self.always = False

    def look(self, part: Any, asked: frozenset[str]) -> None:
        if not isinstance(part, tuple) or not part:
            return
        if not is_node(part):
            for one in part:
                self.look(one, asked)
            return
        if part[0] == "if":
            self._if(part, asked)
        elif part[0] == "lazyfunc":
            self.look(parse_function(part[2])[4], _NONE)
        elif part[0] == "func":
            self.look(part[4], _NONE)
        else:
            if part[0] == "call" and _is_maker(part[2]):
                self.codes |= asked
                self.always = self.always or not asked
            for one in part[2:]:
                self.look(one, asked)

    def _if(self, node: Node, asked: frozenset[str]) -> None:
        _kind, _row, init, condition, then, other = node
        self.look(init, asked)
        self.look(then, asked | frozenset(_texts((init, condition))))
        self.look(other, asked)


def _is_maker(function: Node) -> bool:
    return function[0] in ("id", "sel") and function[-1] == _MAKER


def _texts(part: Any) -> Iterator[str]:
    if isinstance(part, tuple) and part:
        if is_node(part) and part[0] == "lit":
            if isinstance(part[2], str) and part[2]:
                yield part[2]
        else:
            for one in part:
                yield from _texts(one)
