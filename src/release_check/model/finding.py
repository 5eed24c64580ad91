"""Findings: one rule that does not hold at one address in one release."""

from __future__ import annotations

import enum
import hashlib

import msgspec


class Level(enum.StrEnum):
    """How much a finding weighs; `error` fails the check."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Location(msgspec.Struct, frozen=True, omit_defaults=True):
    """The line that shows a finding, at the ref where that line stands."""

    ref: str
    file: str
    line: int


class GuideSection(msgspec.Struct, frozen=True):
    """The place in the guide that a rule carries out."""

    document: str
    section: str


class Since(msgspec.Struct, frozen=True):
    """The release in which a state began that a finding speaks of."""

    version: str
    ref: str


class WaivedBy(msgspec.Struct, frozen=True, omit_defaults=True):
    """The reviewed exception that covers a finding."""

    reason: str
    until: str | None = None


class Finding(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One rule that does not hold at one address in one release, with the source line that shows it."""

    rule: str
    level: Level
    address: str
    message: str
    remedy: str
    fingerprint: str
    absorbs: tuple[str, ...] = ()
    location: Location | None = None
    guide: GuideSection | None = None
    since: Since | None = None
    least_bump: str | None = None
    waived: WaivedBy | None = None


def fingerprint(rule: str, address: str, release: str) -> str:
    """What stays the same for the same finding: rule, address and release, never the message."""
    return hashlib.sha256("\0".join((rule, address, release)).encode()).hexdigest()[:20]
