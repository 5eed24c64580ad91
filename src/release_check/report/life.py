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


class Carried(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What takes a resource's state of one schema version forward."""

    version: int
    to: int
    by: str = ""
    """The name of the function; empty where it has none."""
    sets: tuple[str, ...] = ()
    """Keys that the function sets, by its source; likewise below."""
    drops: tuple[str, ...] = ()
    renames: tuple[tuple[str, str], ...] = ()
    location: Location | None = None


class SchemaVersionSpan(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One schema version of a resource, along the line that leads to the newest release."""

    version: int
    first: str
    """The tag of the first release with it."""
    last: str
    current: bool = False
    """Whether it is that of the newest release."""
    carried: Carried | None = None
    """What takes its state forward there; None where nothing does."""


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
    schema_version: int | None = None
    """The schema version from then on, where it changed, or what carries state of earlier ones did."""
    carried: tuple[Carried, ...] = ()
    """What carries state of earlier versions from then on."""
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
    schema_versions: tuple[SchemaVersionSpan, ...] = ()
    """Of a resource whose schema version was raised: each version that a release of that line had."""
    incomplete: tuple[str, ...] = ()
