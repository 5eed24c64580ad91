"""What is shown: the outcome of a check, and the comparison of two refs, as plain data in the published formats."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Any

import msgspec

from release_check.model import Coverage, Finding, Level, Location


class VerdictWord(enum.StrEnum):
    """How a check ended."""

    PASS = "pass"  # noqa: S105
    FAIL = "fail"
    INCOMPLETE = "incomplete"


EXIT_CODES: Mapping[VerdictWord, int] = {VerdictWord.PASS: 0, VerdictWord.FAIL: 1, VerdictWord.INCOMPLETE: 3}
"""What each verdict ends the program with."""


class JudgedRelease(msgspec.Struct, frozen=True, kw_only=True):
    """The candidate: its planned version or None, where its files stand, and the bump that it claims."""

    version: str | None
    ref: str
    commit: str
    bump: str | None
    why: str = ""
    """Where the version comes from."""


class BaseRelease(msgspec.Struct, frozen=True, kw_only=True):
    """The release that an operator comes from, and why that one; all None but `why` where there is none."""

    version: str | None
    ref: str | None
    commit: str | None
    why: str
    coverage: Coverage | None = None


class Forcing(msgspec.Struct, frozen=True):
    """A change that the minimum bump follows from."""

    change: str
    address: str


class EntryWord(enum.StrEnum):
    """What a pull request adds to the changelog."""

    THERE = "there"
    MISSING = "missing"
    NOT_NEEDED = "not-needed"


class DraftedEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A text for the changelog, for a person to finish, and where it goes."""

    file: str
    text: str
    after_line: int | None = None
    """Below which line; None for a new file."""


class PullRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What is judged where it is a pull request: what stands without it is not held against it."""

    number: str | None
    target: str
    """What it is merged into, as it was named."""
    merge_base: str
    """The commit at which it branched off."""
    allowed: bool | None
    """Whether the next version may carry what it changes; None where that is not known."""
    entry: EntryWord
    drafts: tuple[DraftedEntry, ...] = ()
    """The entries that are missing."""
    without: int | None = None
    """How many findings there would be without it at what it touches; None where that could not be read."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of a check, in the form of `release-check/findings-v1`."""

    format: str = "release-check/findings-v1"
    provider: str
    release: JudgedRelease
    base: BaseRelease
    profile: str
    verdict: VerdictWord
    minimum_bump: str | None
    """None where base or candidate could not be read."""
    legal_version: str | None
    coverage: Coverage | None
    """How much of the candidate was read; None where it could not be read at all."""
    waived: int = 0
    stale_waivers: tuple[str, ...] = ()
    rules: int = 0
    """How many rules were held against the release."""
    changes: Mapping[str, int] = {}
    """How many changes of each kind the release makes."""
    forced_by: tuple[Forcing, ...] = ()
    incomplete: tuple[str, ...] = ()
    """Why the verdict is incomplete: one sentence for each thing that could not be read."""
    findings: tuple[Finding, ...] = ()
    standing: tuple[Finding, ...] | msgspec.UnsetType = msgspec.UNSET
    """What stands since earlier releases, and weighs nothing in the verdict; not there where nobody asked."""
    pull_request: PullRequest | msgspec.UnsetType = msgspec.UNSET
    """Not there where a whole candidate is judged."""

    @property
    def exit_code(self) -> int:
        """What the program ends with."""
        return EXIT_CODES[self.verdict]


class DiffChange(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One typed change, with the line that shows it."""

    change: str
    address: str
    old: Any = None
    new: Any = None
    parent_added: bool = False
    location: Location | None = None


class ComparedRef(msgspec.Struct, frozen=True, kw_only=True):
    """One side of a comparison."""

    ref: str
    commit: str
    coverage: Coverage


class Diff(msgspec.Struct, frozen=True, kw_only=True):
    """The typed changes between two refs, in the form of `release-check/diff-v1`."""

    format: str = "release-check/diff-v1"
    provider: str
    before: ComparedRef
    after: ComparedRef
    changes: tuple[DiffChange, ...] = ()


def verdict_of(findings: tuple[Finding, ...], incomplete: tuple[str, ...]) -> VerdictWord:
    """The verdict that follows: what could not be read outweighs all, then errors that nobody waived."""
    if incomplete:
        return VerdictWord.INCOMPLETE
    if any(finding.level is Level.ERROR and finding.waived is None for finding in findings):
        return VerdictWord.FAIL
    return VerdictWord.PASS
