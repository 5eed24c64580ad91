"""How a provider's source is read, and who is told."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

import msgspec

from release_check.git import Tree
from release_check.model import Coverage, Provider
from release_check.snapshot import read_provider

Progress = Callable[[str], None]
"""Is told what is being done, for whoever waits."""


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """The settings with which source is read, the same for every ref."""

    environment: Mapping[str, str] = {}
    entrypoint: str | None = None

    def provider(self, tree: Tree, only: Collection[tuple[str, str]] | None = None) -> Provider:
        """The provider's schemas at one ref, or those of `only` some entities.

        Raises:
            IncompleteError: there is none to be found.
        """
        return read_provider(tree, environment=self.environment, entrypoint=self.entrypoint, only=only)


def unparsed(coverage: Coverage, ref: str) -> tuple[str, ...]:
    """A sentence for each file that is no Go: what it declares was not read, so nothing can be said to be whole."""
    return tuple(
        f"{place.file}:{place.line} at {ref} does not parse as Go, and what it declares was not read: mend it first."
        for place in coverage.unresolved
        if place.address == "file"
    )


def silent(step: str) -> None:
    """Tell nobody."""
    del step
