"""Tags sorted into releases, releases taken back, and what is no release."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterable

import msgspec

from release_check.model import Scheme, Version


class Release(msgspec.Struct, frozen=True):
    """A tag that parses as a version, with its commit and date."""

    version: Version
    ref: str
    commit: str
    date: str


class LeftOut(msgspec.Struct, frozen=True):
    """A tag that is not in the graph, and why."""

    tag: str
    why: str


class TagRules(msgspec.Struct, frozen=True, kw_only=True):
    """Which tags are releases, and how their versions count."""

    scheme: Scheme = Scheme.SEMVER
    pattern: str = ""
    """What a release's tag looks like, with `{version}` in it; empty for `1.2.3` and `v1.2.3`."""
    ignored: tuple[str, ...] = ()
    """Tags that are no releases, as names with wildcards."""
    retracted: tuple[str, ...] = ()
    """Releases that were taken back, as tags or versions, with wildcards."""

    def version_of(self, tag: str) -> Version | None:
        """The version that a tag names, or None where it names none."""
        before, _, after = self.pattern.partition("{version}")
        if not (tag.startswith(before) and tag.endswith(after)):
            return None
        return Version.from_tag(tag[len(before) : len(tag) - len(after)], self.scheme)

    def ignores(self, tag: str) -> bool:
        """Whether a tag is one of those that are no releases."""
        return any(fnmatch.fnmatchcase(tag, one) for one in self.ignored)

    def retracts(self, tag: str, version: Version) -> bool:
        """Whether a release was taken back."""
        return any(fnmatch.fnmatchcase(name, one) for one in self.retracted for name in (tag, str(version)))


class SortedTags(msgspec.Struct, frozen=True):
    """The releases, those that were taken back, and the other tags by name."""

    releases: tuple[Release, ...]
    retracted: tuple[Release, ...]
    left_out: tuple[LeftOut, ...]


def sort_tags(tags: Iterable[tuple[str, str, str]], rules: TagRules) -> SortedTags:
    """Sort tags, each given as name, commit and ISO date; of two names for one version the usual form is kept."""
    rows = sorted(tags)
    with_v = sum(name.startswith("v") for name, _, _ in rows)
    prefers_v = with_v * 2 >= len(rows)
    releases: dict[Version, Release] = {}
    retracted: list[Release] = []
    left_out: list[LeftOut] = []
    for name, commit, date in sorted(rows, key=lambda row: (row[0].startswith("v") is not prefers_v, row)):
        version = rules.version_of(name)
        if rules.ignores(name):
            left_out.append(LeftOut(name, "is ignored by the configuration"))
        elif version is None:
            left_out.append(LeftOut(name, _why_none(name, rules)))
        elif version.build is not None:
            left_out.append(LeftOut(name, "carries build metadata, as a fork's own builds do"))
        elif rules.retracts(name, version):
            retracted.append(Release(version, name, commit, date))
            left_out.append(LeftOut(name, "is retracted by the configuration"))
        elif version in releases:
            other = releases[version]
            where = "" if other.commit == commit else ", at another commit"
            left_out.append(LeftOut(name, f"is the same version as {other.ref}{where}"))
        else:
            releases[version] = Release(version, name, commit, date)
    return SortedTags(
        tuple(releases.values()), tuple(retracted), tuple(sorted(left_out, key=lambda one: (one.tag, one.why)))
    )


_NUMBERS = re.compile(r"[vV]?\.?(\d+(?:\.\d+)*)(?:[-+].*)?\Z")


def _why_none(tag: str, rules: TagRules) -> str:
    if rules.pattern:
        return f"does not look like {rules.pattern}"
    numbers = _NUMBERS.match(tag)
    parts = numbers[1].count(".") + 1 if numbers is not None else 3
    if parts == 3:
        return "is no version like 1.2.3"
    return f"has {_COUNTED.get(parts, f'{parts} numbers')}, where a version has three"


_COUNTED = {1: "one number", 2: "two numbers", 4: "four numbers"}
