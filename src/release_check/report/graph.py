"""The version graph as it is shown."""

from __future__ import annotations

import msgspec

from release_check.model import Bump


class GraphRelease(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One release."""

    version: str
    ref: str
    commit: str
    date: str
    base: str | None
    """The tag of the release that operators come from."""
    why: str
    bump: str | None
    """What the step from there claims to be."""
    next: tuple[str, ...] = ()
    """The tags that operators go on to."""
    on_branch: bool | None = None
    """Whether the current branch holds it; None where that is not known."""
    contains_base: bool | None = None
    """Whether its history holds the release that operators come from."""
    needs: str | None = None
    """The least bump that its changes need; None where they were not looked at, or not all of them could be."""
    notes: tuple[str, ...] = ()
    """What dates and ancestry say against the order of versions."""

    @property
    def breaks(self) -> bool:
        """Whether its changes need a MAJOR."""
        return self.needs == Bump.MAJOR

    @property
    def breaks_unsaid(self) -> bool:
        """Whether they do, and its number does not say so."""
        return self.breaks and self.bump != Bump.MAJOR


class LeftOutTag(msgspec.Struct, frozen=True, kw_only=True):
    """A tag that is not in the graph, and why."""

    tag: str
    why: str


class ReleaseGraph(msgspec.Struct, frozen=True, kw_only=True):
    """The releases and how they follow each other, in the form of `release-check/graph-v1`."""

    format: str = "release-check/graph-v1"
    versioning: str
    releases: tuple[GraphRelease, ...]
    """In order of version."""
    judged: bool = False
    """Whether the changes of each release were looked at."""
    left_out: tuple[LeftOutTag, ...] = ()
