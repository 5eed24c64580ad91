"""Which tags the history of a commit contains."""

from __future__ import annotations

from collections.abc import Callable, Container

_FEW = 6
"""Tags that are asked about one by one: the newest one is contained in most histories, and to find all takes longer."""


class ContainedTags(Container[str]):
    """The names of the tags that a history contains, found out as somebody asks."""

    def __init__(self, one: Callable[[str], bool] | None, every: Callable[[], frozenset[str]]) -> None:
        """Take what answers.

        Args:
            one: says whether one tag is contained; None where only all of them can be told.
            every: gives all that are.
        """
        self._one = one
        self._every = every
        self._asked = 0
        self._all: frozenset[str] | None = None

    def __contains__(self, name: object) -> bool:
        if self._all is None and self._one is not None and self._asked < _FEW and isinstance(name, str):
            self._asked += 1
            return self._one(name)
        if self._all is None:
            self._all = self._every()
        return name in self._all
