"""What the next MAJOR must, may and may not do, as it is shown."""

from __future__ import annotations

import msgspec

from release_check.model import Coverage, Location, Since
from release_check.report.data import BaseRelease, JudgedRelease


class Due(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One address that is on its way out."""

    address: str
    do: str
    """What the release has to do or may do with it; empty where it may do nothing yet."""
    why: str
    message: str | None = None
    announced: Since | None = None
    """The release that announced it to operators on the line."""
    releases: int = 0
    """How many final releases on the line carry the announcement."""
    days: int = 0
    """From the announcing release to the candidate."""
    location: Location | None = None


class RenameInProgress(msgspec.Struct, frozen=True, kw_only=True):
    """An old name that stands beside what takes its place."""

    old: str
    new: str
    replacement: bool
    """Whether it is no mere rename: the new one is of another type, or was there all along."""
    why: str
    """Why the two are taken for a pair."""
    left: tuple[str, ...] = ()
    """What is left to do, in order."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What a MAJOR release has to do with what was announced, in the form of `release-check/plan-v1`."""

    format: str = "release-check/plan-v1"
    provider: str
    release: JudgedRelease
    base: BaseRelease
    coverage: Coverage
    must: tuple[Due, ...] = ()
    may: tuple[Due, ...] = ()
    not_yet: tuple[Due, ...] = ()
    renames: tuple[RenameInProgress, ...] = ()
    incomplete: tuple[str, ...] = ()
