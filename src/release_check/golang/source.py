"""What the evaluator needs of a place that holds Go files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol


class SourceTree(Protocol):
    """The files of one ref."""

    @property
    def files(self) -> Mapping[str, str]:
        """Path to an id that stands for the content: equal ids, equal bytes."""

    def read(self, path: str) -> bytes:
        """The content of one file."""

    def read_many(self, paths: Iterable[str], *, skip_absent: bool = False) -> Mapping[str, bytes]:
        """The content of several files, read together; those that this copy of the repository lacks may be left out."""
