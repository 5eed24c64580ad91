"""Waivers: reviewed exceptions, each for a rule and addresses, with a reason and an end.

No clock is asked: a waiver ends at a version, or after a day that is compared with the candidate's commit date.
"""

from __future__ import annotations

import fnmatch
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec

from release_check.model import Address, Version, WaivedBy

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}\Z")
_BOUND = re.compile(r"(>=|<=|>|<|=|)\s*v?(\d+(?:\.\d+){0,2}(?:-[0-9A-Za-z.-]+)?)\Z")
_COMPARE: Mapping[str, Callable[[Version, Version], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
    "": operator.eq,
}


class Waiver(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An exception that somebody reviewed."""

    rule: str
    """The rule; `*` stands for anything."""
    address: str
    """The address, such as `resource/example_widget/size`; `*` stands for anything."""
    reason: str
    """Why it is right to pass it over."""
    releases: str = ""
    """The releases it is for, such as `1.4.0` or `>=2.0.0, <3.0.0`; none named means all."""
    until: str = ""
    """Its end: the version from which on it does not hold, or the last day on which it does, such as `2026-06-30`."""

    @property
    def name(self) -> str:
        """How reports call it."""
        return f"{self.rule} at {self.address}"

    def covers(self, rule: str, addresses: Iterable[Address]) -> bool:
        """Whether it is about a rule at one of some addresses."""
        return fnmatch.fnmatchcase(rule, self.rule) and any(
            fnmatch.fnmatchcase(str(address), self.address) for address in addresses
        )


def problem_of(waiver: Waiver) -> tuple[str, str] | None:
    """What is wrong with a waiver as it is written: the key, and what; None where nothing is."""
    if not waiver.reason.strip():
        return "reason", "the reason is empty: say why it is right to pass this over"
    if waiver.until and not _DAY.match(waiver.until) and _version(waiver.until) is None:
        return "until", f"`{waiver.until}` is neither a version like 2.0.0 nor a day like 2026-06-30"
    for part in _parts(waiver.releases):
        if _BOUND.match(part) is None:
            return "releases", f"`{part}` is no version or bound such as `>=1.2.0`"
    if not any(character in waiver.address for character in "*?["):
        try:
            Address.parse(waiver.address)
        except ValueError as error:
            return "address", str(error)
    return None


class Waiving:
    """The waivers that hold for one candidate, and which of them were of use."""

    def __init__(self, waivers: Sequence[Waiver], version: Version | None, date: str) -> None:
        """Take the waivers, and the candidate's version, or the least that would be legal, and its commit date."""
        self._meant = [waiver for waiver in waivers if _is_meant(waiver, version)]
        self._holding = [waiver for waiver in self._meant if not has_ended(waiver, version, date)]
        self._used: set[int] = set()

    def covers(self, rule: str, addresses: Sequence[Address]) -> bool:
        """Whether some waiver covers a rule at one of some addresses."""
        return any(waiver.covers(rule, addresses) for waiver in self._holding)

    def use(self, rule: str, addresses: Sequence[Address]) -> WaivedBy | None:
        """What covers it, the first of several; it has been of use then."""
        for index, waiver in enumerate(self._holding):
            if waiver.covers(rule, addresses):
                self._used.add(index)
                return WaivedBy(" ".join(waiver.reason.split()), waiver.until or None)
        return None

    @property
    def stale(self) -> tuple[str, ...]:
        """The waivers that are meant for the candidate and cover nothing, or have ended."""
        return tuple(self._stale())

    def _stale(self) -> Iterator[str]:
        used = {id(self._holding[index]) for index in self._used}
        holding = {id(waiver) for waiver in self._holding}
        for waiver in self._meant:
            if id(waiver) not in holding:
                yield f"{waiver.name} (ended {waiver.until})"
            elif id(waiver) not in used:
                yield waiver.name


def has_ended(waiver: Waiver, version: Version | None, date: str) -> bool:
    """Whether a waiver's end has come for a candidate of a version and commit date."""
    if not waiver.until:
        return False
    if _DAY.match(waiver.until):
        return date[:10] > waiver.until
    end = _version(waiver.until)
    return end is not None and version is not None and version >= end


def _is_meant(waiver: Waiver, version: Version | None) -> bool:
    parts = list(_parts(waiver.releases))
    if not parts:
        return True
    if version is None:
        return False
    bounds = [match for part in parts if (match := _BOUND.match(part)) is not None]
    exact = [_full(bound[2]) for bound in bounds if bound[1] in ("", "=")]
    ranged = [(bound[1], _full(bound[2])) for bound in bounds if bound[1] not in ("", "=")]
    within = bool(ranged) and all(_COMPARE[sign](version, end) for sign, end in ranged)
    return within or version in exact


def _parts(releases: str) -> Iterator[str]:
    return (part.strip() for part in releases.split(",") if part.strip())


def _full(text: str) -> Version:
    """A version whose last numbers may be left out."""
    number, dash, rest = text.partition("-")
    numbers = [*number.split("."), "0", "0"][:3]
    return Version(".".join(numbers) + dash + rest)


def _version(text: str) -> Version | None:
    return _full(text.removeprefix("v")) if re.fullmatch(r"v?\d+(\.\d+){0,2}(-[0-9A-Za-z.-]+)?", text) else None
