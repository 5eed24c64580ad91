"""The life of one address over all releases, as it is shown."""

from __future__ import annotations

import msgspec

from release_check.model import Location


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """How long operators were told before something went."""

    since: str
    """The tag of the first release on the line that announced it."""
    releases: int
    """How many final releases carried the announcement, that one among them."""
    days: int
    """From its date to the date of the release that made it go."""


class LifeEvent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What became of the address in one release."""

    event: str
    version: str
    ref: str
    date: str
    message: str | None = None
    on: str | None = None
    """The address that carries the announcement, where that is a block or entity around it."""
    other: str | None = None
    """The other half, where the event is half of a rename or replacement."""
    notice: Notice | None = None
    after: str | None = None
    """The release that operators come from, where that is not on the line that leads to the newest release."""
    location: Location | None = None


class Life(msgspec.Struct, frozen=True, kw_only=True):
    """One address over all releases, in the form of `release-check/history-v1`."""

    format: str = "release-check/history-v1"
    provider: str
    address: str
    releases: int
    """How many were looked at."""
    newest: str
    """The last release of the line that leads to the newest."""
    state: str
    """What the address is there."""
    events: tuple[LifeEvent, ...] = ()
    incomplete: tuple[str, ...] = ()
