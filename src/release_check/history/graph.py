"""The version graph: which release leads to which, and where an operator comes from.

Order within a line is semver, never date or ancestry. Dates answer one question only: whether an operator could have
met a release of an older line before a newer line began. A backport tagged after that stays on its own line.
"""

from __future__ import annotations

import bisect
import functools
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from release_check.history.tags import LeftOut, Release, TagRules, sort_tags
from release_check.model import Scheme, Version

if TYPE_CHECKING:
    import networkx as nx


_ANY_TAGS = TagRules()


class Base(msgspec.Struct, frozen=True):
    """The release that an operator comes from, None for a first release, and the reason in one phrase."""

    release: Release | None
    why: str


class VersionGraph:
    """The releases of one repository and the upgrades between them.

    Each release descends from one other: within a line the next lower version; where a line begins, the highest final
    release of the line below that existed by then. A pre-release leads to the next one of its version and to the final
    one, and leaves from where the final one leaves, so that an operator on final releases never passes it.
    """

    def __init__(
        self,
        releases: Iterable[Release],
        left_out: Iterable[LeftOut] = (),
        aside: Iterable[Release] = (),
        scheme: Scheme = Scheme.SEMVER,
    ) -> None:
        """Take releases of distinct versions; `build` reads them from tags.

        Args:
            releases: those that operators may be on.
            left_out: tags that are no such release, and why.
            aside: those of the tags left out that carry a version, such as releases that were taken back: nothing
                descends from them, but their numbers are used up.
            scheme: how versions count.
        """
        self.scheme = scheme
        self.aside: tuple[Release, ...] = tuple(sorted(aside, key=_version))
        self.releases: tuple[Release, ...] = tuple(sorted(releases, key=_version))
        self.left_out: tuple[LeftOut, ...] = tuple(left_out)
        self._by_version = {release.version: release for release in self.releases}
        self._by_ref = {release.ref: release for release in self.releases}
        self._lines: dict[Version, tuple[Release, ...]] = {}
        self._finals = [release for release in self.releases if release.version.prerelease is None]

    @classmethod
    def build(cls, tags: Iterable[tuple[str, str, str]], rules: TagRules = _ANY_TAGS) -> VersionGraph:
        """Arrange tags, each given as name, commit and ISO date, into releases; name what is left out, and why."""
        found = sort_tags(tags, rules)
        return cls(found.releases, found.left_out, found.retracted, rules.scheme)

    def without(self, left_out: Iterable[LeftOut]) -> VersionGraph:
        """The graph without some of its tags."""
        more = tuple(left_out)
        gone = {one.tag for one in more}
        return VersionGraph(
            [release for release in self.releases if release.ref not in gone],
            sorted((*self.left_out, *more), key=lambda one: one.tag),
            (*self.aside, *(release for release in self.releases if release.ref in gone)),
            self.scheme,
        )

    def release(self, version: Version) -> Release | None:
        """The release with this version, if it is tagged."""
        return self._by_version.get(version)

    def by_ref(self, ref: str) -> Release | None:
        """The release with this tag name."""
        return self._by_ref.get(ref)

    def tagged(self, ref: str) -> Release | None:
        """The release with this tag name, though it stands aside."""
        return self._by_ref.get(ref) or next((release for release in self.aside if release.ref == ref), None)

    def base(
        self, version: Version | None, *, date: str | None = None, reachable: Container[str] | None = None
    ) -> Base:
        """The release from which an operator comes to `version`.

        A version that is tagged takes its own place, whatever was tagged later. One that is not is taken to be tagged
        at `date`, or after everything else where that is None. Without a version the candidate stands after the newest
        release, or, where `reachable` (the tags that its history contains) ends with the last release of an older
        line, after that one.
        """
        if version is None:
            return self._base_of_unnamed(reachable)
        own = self._by_version.get(version)
        if own is not None:
            return self._bases[own.ref]
        return self._base_of(version, date)

    def line(self, version: Version) -> tuple[Release, ...]:
        """The releases that lead to `version`, without itself, in order of version: its ancestors in the graph."""
        if version not in self._by_version:
            base = self.base(version).release
            return () if base is None else (*self.line(base.version), base)
        known = self._lines.get(version)
        if known is None:
            import networkx as nx

            found: set[Version] = nx.ancestors(self.digraph, version)
            known = self._lines[version] = tuple(release for release in self.releases if release.version in found)
        return known

    def leading_to(self, release: Release) -> tuple[Release, ...]:
        """The line of a release, with itself as the last: what a `Timeline` looks back over."""
        return (*self.line(release.version), release)

    def successors(self, release: Release) -> tuple[Release, ...]:
        """Where an operator on `release` goes next, in order of version.

        The last release of a line that went on after a newer one began has no edge, since nothing descends from it; the
        way on from there is the lowest newer release that was tagged after it.
        """
        following = [self._by_version[version] for version in sorted(self.digraph.successors(release.version))]
        if not following:
            following = [later for later in self._above(release.version) if later.date >= release.date][:1]
        return tuple(following)

    @functools.cached_property
    def digraph(self) -> nx.DiGraph[Version]:
        """The graph itself, for traversal and drawing: versions as nodes, an edge along each upgrade."""
        import networkx as nx

        graph: nx.DiGraph[Version] = nx.DiGraph()
        graph.add_nodes_from(release.version for release in self.releases)
        for release in self.releases:
            parent = self._parent(release.version, release.date)
            if parent is not None:
                graph.add_edge(parent.version, release.version)
            if release.version.prerelease is not None:
                following = self._after_prerelease(release.version)
                if following is not None:
                    graph.add_edge(release.version, following.version)
        return graph

    @functools.cached_property
    def _bases(self) -> Mapping[str, Base]:
        return {release.ref: self._base_of(release.version, None) for release in self.releases}

    def _base_of(self, version: Version, date: str | None) -> Base:
        own = self._by_version.get(version) or next((one for one in self.aside if one.version == version), None)
        parent = self._parent(version, own.date if own is not None else date)
        if parent is not None:
            return Base(parent, _why(version, parent, self._passed_over(version, parent)))
        earlier = [release for release in self.releases if release.version < version]
        if earlier:
            return Base(earlier[-1], "no final release came before, only pre-releases")
        return Base(None, "it is the first release")

    def _parent(self, version: Version, date: str | None) -> Release | None:
        """The final release from which an operator on final releases comes to `version`, tagged at `date`."""
        lower = self._finals[: bisect.bisect_left(self._finals, version, key=_version)]
        if version.prerelease is not None:
            lower = [release for release in lower if release.version < version.final]
        if not lower:
            return None
        nearest = lower[-1].version
        if nearest.feature_series == version.feature_series:
            return lower[-1]
        same_major = nearest.series == version.series
        first = lower[-1]
        for release in reversed(lower):
            own = release.version
            if own.series != nearest.series or (same_major and own.feature_series != nearest.feature_series):
                break
            if date is None or release.date <= date:
                return release
            first = release
        # Dates that contradict the order of versions: within a major line its first release still came before.
        return first if same_major else lower[-1]

    def _passed_over(self, version: Version, parent: Release) -> bool:
        """Whether a final release between the two was left aside because it was tagged later."""
        above = bisect.bisect_right(self._finals, parent.version, key=_version)
        return bisect.bisect_left(self._finals, version.final, key=_version) > above

    def _after_prerelease(self, version: Version) -> Release | None:
        """The next pre-release of the same version, its final release, or the next final one of the same major."""
        for release in self._above(version):
            if release.version.final == version.final:
                return release
            if release.version.prerelease is None and release.version.series == version.series:
                return release
        return None

    def _above(self, version: Version) -> Sequence[Release]:
        return self.releases[bisect.bisect_right(self.releases, version, key=_version) :]

    def _base_of_unnamed(self, reachable: Container[str] | None) -> Base:
        if not self._finals:
            if self.releases:
                return Base(self.releases[-1], "it is the newest release, and no final one was tagged yet")
            return Base(None, "nothing was released before")
        newest = self._finals[-1]
        contained = (
            release for release in reversed(self._finals) if reachable is not None and release.ref in reachable
        )
        last = next(contained, None)
        if last is not None and last is not newest:
            of_its_line = [release for release in self._finals if release.version.series == last.version.series]
            if last is of_its_line[-1]:
                return Base(last, "it is the last release of the line that the candidate's history contains")
        return Base(newest, "it is the newest release")


def _version(release: Release) -> Version:
    return release.version


def line_name(numbers: tuple[int, ...]) -> str:
    """`2.x`: how a line is called by the numbers that its releases share."""
    return ".".join((*map(str, numbers), "x"))


def _why(version: Version, parent: Release, passed_over: bool) -> str:
    if passed_over:
        return f"it is the last release of its line that was tagged before {version}"
    line = line_name(version.series)
    if parent.version.feature_series == version.feature_series:
        return f"it is the release before in the {line_name(version.feature_series).removesuffix('.x')} line"
    if parent.version.series == version.series:
        return f"it is the last release before in the {line} line"
    return f"it is the last release of the {line_name(parent.version.series)} line, from which {line} is reached"
