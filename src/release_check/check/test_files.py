"""The tests of a candidate: whether one in a folder, or below it, names something."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping


class TestFiles:
    """Looks into `_test.go` files, and no more of them than are asked for."""

    __test__ = False  # pytest takes it for tests otherwise

    def __init__(self, files: Iterable[str], read_many: Callable[[Iterable[str]], Mapping[str, bytes]]) -> None:
        """Take the paths of all files, and what reads some of them."""
        self._paths = [path for path in files if path.endswith("_test.go")]
        self._read_many = read_many
        self._texts: dict[str, tuple[bytes, ...]] = {}

    def name(self, word: str, folder: str) -> bool:
        """Whether a test in a folder, or below it, names an identifier."""
        if folder not in self._texts:
            paths = sorted(path for path in self._paths if path.startswith(f"{folder}/") or not folder)
            self._texts[folder] = tuple(self._read_many(paths).values())
        pattern = re.compile(rb"\b" + re.escape(word.encode()) + rb"\b")
        return any(pattern.search(text) for text in self._texts[folder])
