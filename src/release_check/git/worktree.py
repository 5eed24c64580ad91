"""The working tree as a candidate: tracked files as they are on disk.

Tracked is what the index lists, so a new file counts once it is staged; a deleted one is left out. Symbolic links are
never followed, as a pull request may aim them at anything.
"""

from __future__ import annotations

import functools
import hashlib
import operator
import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from release_check.git.objects import Objects
from release_check.git.process import Git, GitError
from release_check.git.refs import Commit, printable
from release_check.git.tree import REGULAR, Tree, by_path
from release_check.model import IncompleteError

REF = "working tree"
"""What stands for the working tree where a tree's ref is shown."""

_ENTRY = re.compile(
    rb"(?P<status>[A-Za-z]) (?P<mode>\d{6}) (?P<id>[0-9a-f]+) \d\t(?P<path>[^\0]+)\0"
    rb"(?:  ctime: (?P<ctime>\d+:\d+)\n  mtime: (?P<mtime>\d+:\d+)\n  dev: \d+\tino: (?P<ino>\d+)\n"
    rb"  uid: \d+\tgid: \d+\n  size: (?P<size>\d+)\tflags: [0-9a-f]+\n)?"
)
_NOT_CHECKED_OUT = b"S"
_OPEN = functools.reduce(
    operator.or_, (getattr(os, flag, 0) for flag in ("O_RDONLY", "O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY"))
)
_32_BITS = 0xFFFFFFFF


class _Entry(NamedTuple):
    """A tracked file: what the index knows of it, and what its file on disk looked like when it wrote that down."""

    path: bytes
    mode: str
    id: str
    checked_out: bool
    seen: tuple[bytes | None, ...]


class WorkingTree(Tree):
    """Tracked files as they are on disk; unchanged content has the blob id that git has for it."""

    def __init__(self, folder: Path, commit: Commit, git: Git, objects: Objects) -> None:
        super().__init__(REF, commit, git, objects)
        self._folder = folder

    @functools.cached_property
    def files(self) -> Mapping[str, str]:
        """Path to blob id, as for any tree.

        Raises:
            IncompleteError: the index or a file cannot be read.
        """
        ids = [(path, name) for path, name, _ in self._standing]
        return by_path(ids)

    def read_many(self, paths: Iterable[str], *, skip_absent: bool = False) -> Mapping[str, bytes]:
        """The contents of several files, as for any tree; those that differ from the index come from disk.

        Raises:
            KeyError: there is no such file.
            IncompleteError: one cannot be read, or has changed since it was listed.
        """
        wanted = list(dict.fromkeys(paths))
        unchanged = super().read_many((path for path in wanted if path not in self._changed), skip_absent=skip_absent)
        return {
            path: self._from_disk(path) if path in self._changed else unchanged[path]
            for path in wanted
            if path in self._changed or path in unchanged
        }

    @functools.cached_property
    def _standing(self) -> list[tuple[str, str, bytes | None]]:
        """Path and id of every file; and, where the content must come from there, its place on disk."""
        written = self._index_written()
        standing: list[tuple[str, str, bytes | None]] = []
        seen: set[bytes] = set()
        plain_folders = _PlainFolders(os.fsencode(self._folder))
        for entry in self._entries():
            # A file in conflict is listed once for each side.
            if not entry.mode.startswith(REGULAR) or entry.path in seen:
                continue
            seen.add(entry.path)
            path = entry.path.decode("utf-8", "surrogateescape")
            if not entry.checked_out:
                standing.append((path, entry.id, None))
                continue
            place = plain_folders.place(entry.path)
            found = _lstat(place)
            if place is None or found is None or not stat.S_ISREG(found.st_mode):
                continue
            if found.st_mtime_ns < written and _as_seen(found) == entry.seen:
                standing.append((path, entry.id, None))
            else:
                name = _blob_id(self._content(place), len(self.commit))
                standing.append((path, name, None if name == entry.id else place))
        return standing

    @functools.cached_property
    def _changed(self) -> Mapping[str, bytes]:
        return {printable(path): place for path, _, place in self._standing if place is not None}

    def _entries(self) -> Iterator[_Entry]:
        """What the index lists. `--debug` shows more than git promises to keep: without it, all files are hashed."""
        for options in (("--debug",), ()):
            try:
                listing = self._git.run("ls-files", "-z", "-t", "--stage", *options)
            except GitError as error:
                raise IncompleteError(
                    f"The index of {self._folder} cannot be read: `git status` says more ({error.reason})."
                ) from error
            matches = list(_ENTRY.finditer(listing))
            if sum(match.end() - match.start() for match in matches) == len(listing):
                return map(_entry, matches)
        raise IncompleteError(f"The index of {self._folder} is in a form that is not known: judge a ref with --ref.")

    def _index_written(self) -> int:
        """When the index was written; a file that is not older may have changed after it was looked at."""
        path = self._folder / os.fsdecode(self._git.run("rev-parse", "--git-path", "index").removesuffix(b"\n"))
        found = _lstat(os.fsencode(path))
        return found.st_mtime_ns if found else 0

    def _from_disk(self, path: str) -> bytes:
        content = self._content(self._changed[path])
        if _blob_id(content, len(self.commit)) != self.files[path]:
            raise IncompleteError(f"{path} has changed while it was read: run the command again.")
        return content

    def _content(self, place: bytes) -> bytes:
        try:
            with os.fdopen(os.open(place, _OPEN), "rb") as file:
                return file.read()
        except OSError as error:
            raise IncompleteError(f"{os.fsdecode(place)} cannot be read: {error.strerror}.") from error


class _PlainFolders:
    """Finds places on disk that no symbolic link leads to."""

    def __init__(self, top: bytes) -> None:
        self._known: dict[bytes, bytes | None] = {b"": top}

    def place(self, path: bytes) -> bytes | None:
        """Where a tracked file lies, or None where a folder above it is a link or gone."""
        above, _, name = path.rpartition(b"/")
        folder = self._folder(above)
        return None if folder is None else folder + b"/" + name

    def _folder(self, path: bytes) -> bytes | None:
        if path not in self._known:
            place = self.place(path)
            found = _lstat(place)
            self._known[path] = place if found is not None and stat.S_ISDIR(found.st_mode) else None
        return self._known[path]


def _entry(match: re.Match[bytes]) -> _Entry:
    return _Entry(
        path=match["path"],
        mode=match["mode"].decode(),
        id=match["id"].decode(),
        checked_out=match["status"] != _NOT_CHECKED_OUT,
        seen=(match["size"], match["mtime"], match["ctime"], match["ino"]),
    )


def _as_seen(found: os.stat_result) -> tuple[bytes, ...]:
    """What the index would hold of a file, as `_Entry.seen` has it."""
    return (
        b"%d" % (found.st_size & _32_BITS),
        b"%d:%d" % divmod(found.st_mtime_ns, 10**9),
        b"%d:%d" % divmod(found.st_ctime_ns, 10**9),
        b"%d" % (found.st_ino & _32_BITS),
    )


def _blob_id(content: bytes, length: int) -> str:
    """The id that git gives to a blob, in a repository whose ids have this length."""
    algorithm = "sha256" if length == hashlib.sha256().digest_size * 2 else "sha1"
    return hashlib.new(algorithm, b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


def _lstat(place: bytes | None) -> os.stat_result | None:
    try:
        return None if place is None else os.lstat(place)
    except OSError:
        return None
