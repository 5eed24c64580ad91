"""Files read together with their neighbours, since asking for them costs more than the bytes do."""

from __future__ import annotations

import bisect
from collections.abc import Callable, Iterable, Mapping, Sequence

from release_check.golang.source import SourceTree

_RUN = 120
"""How many files are read ahead at most."""
ENUMERATIONS = frozenset({"constants.go", "enums.go", "consts.go"})
"""Files in which large vendored clients keep what schemas use of them."""


class Ahead:
    """Reads what is asked for, and what follows it in the order of directories, which is likely to be wanted next."""

    def __init__(
        self,
        tree: SourceTree,
        by_directory: Mapping[str, Sequence[str]],
        *,
        run: int = _RUN,
        first: Callable[[], Iterable[str]] = tuple,
    ) -> None:
        """Take what is read from.

        Args:
            tree: the files.
            by_directory: how they lie in directories.
            run: how many are read ahead at most; 0 for none.
            first: files to be read along with the first that is asked for.
        """
        self._first = first
        self._tree = tree
        self._by_directory = by_directory
        self._order = sorted(by_directory)
        self._run = run
        self._held: dict[str, bytes] = {}
        self._asked: set[str] = set()

    def read(self, directory: str, paths: Sequence[str]) -> Mapping[str, bytes]:
        """The contents of files of one directory; those that this copy of the repository lacks are left out."""
        found = {path: self._held.pop(path) for path in paths if path in self._held}
        missing = [path for path in paths if path not in found]
        if missing:
            following = self._following(directory, missing) if self._run else self._along(missing)
            self._asked.update(following)
            contents = self._tree.read_many([*missing, *following], skip_absent=True)
            found.update((path, contents[path]) for path in missing if path in contents)
            self._held.update((path, contents[path]) for path in following if path in contents)
        self._asked.update(paths)
        return found

    def _along(self, paths: Sequence[str]) -> list[str]:
        first, self._first = self._first, tuple
        return [path for path in first() if path not in paths]

    def _following(self, directory: str, paths: Sequence[str]) -> list[str]:
        vendored = directory.startswith("vendor/")
        scope = "/".join(directory.split("/")[:4]) if vendored else self._collection(directory)
        if not scope or (vendored and not all(path.rpartition("/")[2] in ENUMERATIONS for path in paths)):
            return []
        following: list[str] = []
        for neighbour in self._order[bisect.bisect_right(self._order, directory) :]:
            if len(following) >= self._run or not neighbour.startswith(scope + "/"):
                break
            following.extend(
                path
                for path in self._by_directory[neighbour]
                if path not in self._asked and (not vendored or path.rpartition("/")[2] in ENUMERATIONS)
            )
        return following

    def _collection(self, directory: str) -> str:
        """The nearest directory above that only holds others: what lies in it is of one kind."""
        above = directory.rpartition("/")[0]
        while above and above in self._by_directory:
            above = above.rpartition("/")[0]
        return above
