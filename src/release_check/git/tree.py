"""The files of one commit."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping

from release_check.git.objects import Objects
from release_check.git.process import Git, GitError
from release_check.git.refs import Commit, printable
from release_check.model import IncompleteError

REGULAR = "100"
"""How the mode of a regular file begins; symbolic links are 120000, submodules 160000."""


class Tree:
    """The files of one ref, listed and read on demand. Symbolic links and submodules are no files here."""

    def __init__(
        self,
        ref: str,
        commit: Commit,
        git: Git,
        objects: Objects,
        near: Callable[[Tree], Tree | None] = lambda _tree: None,
    ) -> None:
        self.ref = ref
        self._near = near
        self.commit = commit.id
        self.date = commit.date
        self._git = git
        self._objects = objects

    @functools.cached_property
    def files(self) -> Mapping[str, str]:
        r"""Path to blob id, in git's order; a path that is not UTF-8 is shown with its odd bytes as `\xff`.

        Raises:
            IncompleteError: the tree is not there, or damaged.
        """
        near = self._near(self)
        files = self._beside(near) if near is not None else None
        if files is not None:
            return files
        try:
            listing = self._git.run("ls-tree", "-r", "-z", "--full-tree", self.commit)
        except GitError as error:
            raise IncompleteError(
                f"The files of {self.ref} cannot be listed, {self._objects.why_absent} ({error.reason})."
            ) from error
        entries = listing.decode("utf-8", "surrogateescape").split("\0")[:-1]
        start = len("100644 blob ")
        end = start + len(self.commit)
        return by_path((entry[end + 1 :], entry[start:end]) for entry in entries if entry.startswith(REGULAR))

    def _beside(self, other: Tree) -> dict[str, str] | None:
        """The same, made from the list of another tree and what differs; None where that is not to be had so."""
        if "files" not in vars(other):
            return None
        try:
            said = self._git.run("diff-tree", "-r", "-z", "--no-renames", "--raw", other.commit, self.commit)
        except GitError:
            return None
        if not said.isascii():
            return None
        parts = iter(said.decode("ascii").split("\0")[:-1])
        files = dict(other.files)
        added = False
        for change, path in zip(parts, parts, strict=True):
            _old_mode, mode, _old, new, status = change.removeprefix(":").split(" ")
            if status == "A" and path in files:
                # it looks like one whose name is not UTF-8
                return None
            if mode.startswith(REGULAR):
                added = added or path not in files
                files[path] = new
            else:
                files.pop(path, None)
        # git's order is that of the bytes
        return {path: files[path] for path in sorted(files, key=str.encode)} if added else files

    def read(self, path: str) -> bytes:
        """The content of one file.

        Raises:
            KeyError: there is no such file.
            IncompleteError: it is not in this clone, or damaged.
        """
        return self.read_many((path,))[path]

    def read_many(self, paths: Iterable[str], *, skip_absent: bool = False) -> Mapping[str, bytes]:
        """The contents of several files in the order asked for, read in one go.

        Args:
            paths: which files.
            skip_absent: leave out what is not in this clone, where the caller can do without.

        Raises:
            KeyError: there is no such file.
            IncompleteError: one is not in this clone, or damaged.
        """
        ids = {path: self.files[path] for path in paths}
        blobs = self._objects.blobs(ids.values())
        if not skip_absent:
            for path, name in ids.items():
                if name not in blobs:
                    raise IncompleteError(
                        f"{path} of {self.ref} is not among the objects, {self._objects.why_absent} ({name})."
                    )
        return {path: blobs[name] for path, name in ids.items() if name in blobs}


def by_path(entries: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Path to id, with paths that can be shown.

    Raises:
        IncompleteError: two paths look the same then, and one would hide the other.
    """
    files: dict[str, str] = {}
    for raw, name in entries:
        path = raw if raw.isascii() else printable(raw)
        if path in files:
            raise IncompleteError(f"Two files are called {path}: rename the one whose name is not UTF-8.")
        files[path] = name
    return files
