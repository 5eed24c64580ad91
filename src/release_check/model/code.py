"""What the functions of a resource or data source do with its attributes, as far as their source says."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from release_check.model.attribute import Source


class Body(msgspec.Struct, frozen=True, kw_only=True):
    """One function, with those of the provider's own that it calls. Names are paths without positions in lists."""

    gets: frozenset[str] = frozenset()
    """Attributes that it reads by name."""
    sets: frozenset[str] = frozenset()
    """Attributes that it stores by name."""
    mentions: frozenset[str] = frozenset()
    """Every name that it writes out, whatever for."""
    refusals: frozenset[frozenset[str]] = frozenset()
    """For each error that it makes itself, the names that are asked about before, and those that its message writes."""
    whole: bool = True
    """Whether all of it was followed; where not, it may handle more than is said here."""

    def handles(self, name: str) -> bool:
        """Whether an attribute's name is written anywhere in it."""
        return name in self.mentions

    def touches(self, path: str) -> bool:
        """Whether it reads or stores an attribute by its path."""
        return path in self.gets or path in self.sets

    def refuses_without(self, *paths: str) -> bool:
        """Whether it makes an error after it asked about all of these, of what is nested maybe by its name alone."""
        ways = [{path, path.rpartition(".")[2]} for path in paths]
        return any(all(way & asked for way in ways) for asked in self.refusals)


class Code(msgspec.Struct, frozen=True):
    """The functions of one entity, by what they are for; those that could not be found are left out."""

    bodies: Mapping[str, Body]
    """`create`, `read`, `update`, `delete`, and `check` for what looks at a plan or configuration as a whole."""


class DroppedRetry(msgspec.Struct, frozen=True, kw_only=True):
    """Errors that a function had an operation tried again on, and has no more."""

    function: str
    codes: tuple[str, ...]
    source: Source
    """Where the function stands now."""
