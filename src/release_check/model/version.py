"""Versions of releases, and the bumps between them."""

from __future__ import annotations

import enum
import functools
import re

import semver

from release_check.model.scheme import Scheme

_TAG = re.compile(r"^v?(?P<version>\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?)\Z")
_COUNTED = re.compile(r"(.*?)(\d*)", re.DOTALL)


class Bump(enum.StrEnum):
    """What an edge of the version graph claims, from least to most."""

    NONE = "none"
    PRERELEASE = "prerelease"
    PATCH = "patch"
    MINOR = "minor"
    MAJOR = "major"

    @property
    def rank(self) -> int:
        """Position from least (0) to most."""
        return _RANKS[self]

    def at_least(self, other: Bump) -> bool:
        """Whether a release that claims this bump may carry what needs `other`."""
        return self.rank >= other.rank


_RANKS = {bump: rank for rank, bump in enumerate(Bump)}


@functools.total_ordering
class Version:
    """A release's version number, ordered as semver orders it.

    Build metadata is kept in `text`, and the scheme says what a step claims; neither takes part in order or equality.
    """

    __slots__ = ("_numbers", "_semver", "scheme", "text")

    def __init__(self, text: str, scheme: Scheme = Scheme.SEMVER) -> None:
        """Take `1.2.3`, `v1.2.3` or `1.2.3-rc1`, counted as the scheme says.

        Raises:
            ValueError: the text is no version.
        """
        match = _TAG.match(text)
        if match is None:
            raise ValueError(f"{text!r} is not a version like 1.2.3")
        self.text = match["version"]
        self.scheme = scheme
        try:
            self._semver = semver.Version.parse(self.text)
        except ValueError as error:
            raise ValueError(f"{text!r} is not a version like 1.2.3") from error
        self._numbers = (self._semver.major, self._semver.minor, self._semver.patch)

    @classmethod
    def from_tag(cls, tag: str, scheme: Scheme = Scheme.SEMVER) -> Version | None:
        """The version that a tag names, or None where it names none."""
        try:
            return cls(tag, scheme)
        except ValueError:
            return None

    @property
    def major(self) -> int:
        """First number."""
        return self._semver.major

    @property
    def minor(self) -> int:
        """Second number."""
        return self._semver.minor

    @property
    def patch(self) -> int:
        """Third number."""
        return self._semver.patch

    @property
    def prerelease(self) -> str | None:
        """What follows the dash, or None for a final release."""
        return self._semver.prerelease

    @property
    def build(self) -> str | None:
        """Build metadata, or None."""
        return self._semver.build

    @property
    def final(self) -> Version:
        """The final release that this is, or leads to."""
        return Version(f"{self.major}.{self.minor}.{self.patch}", self.scheme)

    @property
    def series(self) -> tuple[int, ...]:
        """The numbers that only a MAJOR changes; a greater one belongs to a later MAJOR."""
        return _series(self, self.scheme)

    @property
    def feature_series(self) -> tuple[int, ...]:
        """The numbers that only a MINOR or MAJOR changes."""
        return _feature_series(self, self.scheme)

    @property
    def promises_nothing(self) -> bool:
        """Whether it is of an initial development for which the scheme promises nothing."""
        return self.major == 0 and not self.scheme.counts_second(0)

    def bump_from(self, base: Version) -> Bump:
        """What an upgrade from `base` to this version claims to be.

        A pre-release claims what its final release would: `2.0.0-rc1` after `1.4.0` is a major step. Only a step
        between two pre-releases of one version, or from there to its final release, is `prerelease`.
        """
        if self == base:
            return Bump.NONE
        if self.series != _series(base, self.scheme):
            return Bump.MAJOR
        if self.feature_series != _feature_series(base, self.scheme):
            return Bump.MINOR
        if self.patch != base.patch:
            return Bump.PATCH
        return Bump.PRERELEASE

    def next(self, bump: Bump) -> Version:
        """The version that a release with this bump would carry, counted from this one."""
        second = self.scheme.counts_second(self.major)
        if bump is Bump.MAJOR:
            return self._counted(self._semver.bump_minor() if second else self._semver.bump_major())
        if bump is Bump.MINOR and not second:
            return self._counted(self._semver.bump_minor())
        if bump in (Bump.MINOR, Bump.PATCH):
            return self._counted(self._semver.bump_patch())
        if bump is Bump.PRERELEASE:
            return self._next_prerelease()
        return self

    def _counted(self, number: semver.Version) -> Version:
        return Version(str(number), self.scheme)

    def _next_prerelease(self) -> Version:
        """`1.0.0-rc2` after `1.0.0-rc1`, where providers write no dot and semver's own count would go on as `rc1.0`."""
        if self.prerelease is None:
            return Version(f"{self.next(Bump.PATCH)}-rc1", self.scheme)
        name, number = _COUNTED.fullmatch(self.prerelease).groups()  # type: ignore[union-attr]
        counted = Version(f"{self.final}-{name}{int(number or 0) + 1}", self.scheme)
        return counted if counted > self else self._counted(self._semver.bump_prerelease())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Version) and self._numbers == other._numbers and self._semver == other._semver

    def __lt__(self, other: Version) -> bool:
        # what follows the numbers is compared far more dearly, and seldom matters
        return self._numbers < other._numbers if self._numbers != other._numbers else self._semver < other._semver

    def __hash__(self) -> int:
        return hash((self._numbers, self.prerelease))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Version({self.text!r})"


def _series(version: Version, scheme: Scheme) -> tuple[int, ...]:
    return (version.major, version.minor) if scheme.counts_second(version.major) else (version.major,)


def _feature_series(version: Version, scheme: Scheme) -> tuple[int, ...]:
    third = (version.patch,) if scheme.counts_second(version.major) else ()
    return (version.major, version.minor, *third)
