"""What dates and ancestry say against the order of versions.

The graph is ordered by version; this only tells where git tells another story, so that a person can look.
"""

from __future__ import annotations

import collections
import re
from collections.abc import Mapping
from typing import Protocol

from release_check.history.graph import VersionGraph
from release_check.history.tags import Release


class Ancestry(Protocol):
    """What git knows of how commits descend, by the name of the tag."""

    @property
    def contained(self) -> Mapping[str, frozenset[str]]:
        """The tags that a tag's history holds, itself among them."""

    @property
    def roots(self) -> Mapping[str, frozenset[str]]:
        """The commits without parents that a tag's history begins with."""


_USUAL = frozenset({"a", "alpha", "b", "beta", "dev", "m", "next", "nightly", "pre", "preview", "rc", "snapshot"})
"""How pre-releases are called; any other word is more likely the name of whoever made it."""


def contradictions(graph: VersionGraph, ancestry: Ancestry | None) -> Mapping[str, tuple[str, ...]]:
    """What is odd about each release, by its tag; a tag about which nothing is, is left out.

    Args:
        graph: the releases.
        ancestry: how their commits descend; None where that is not known.
    """
    notes: dict[str, list[str]] = collections.defaultdict(list)
    for release in graph.releases:
        base = graph.base(release.version).release
        if base is not None and base.date > release.date:
            notes[release.ref].append(f"is dated before {base.ref} ({base.date[:10]}), from which operators come")
        word = re.match(r"[A-Za-z]*", release.version.prerelease or "")
        if word is not None and word[0] and word[0].lower() not in _USUAL:
            notes[release.ref].append(f"ends in {word[0]}, as few pre-releases do: where it is a fork's, ignore it")
    for one, other in _same_commit(graph):
        notes[other.ref].append(f"is the same commit as {one.ref}")
    if ancestry is not None:
        for release in graph.releases:
            notes[release.ref] += _against_ancestry(release, graph, ancestry)
    return {ref: tuple(found) for ref, found in notes.items() if found}


def _same_commit(graph: VersionGraph) -> list[tuple[Release, Release]]:
    first: dict[str, Release] = {}
    found = []
    for release in graph.releases:
        other = first.setdefault(release.commit, release)
        if other is not release:
            found.append((other, release))
    return found


def _against_ancestry(release: Release, graph: VersionGraph, ancestry: Ancestry) -> list[str]:
    found = []
    newer = [
        other
        for ref in ancestry.contained.get(release.ref, frozenset())
        if (other := graph.by_ref(ref)) is not None
        and other.version > release.version
        and other.commit != release.commit
    ]
    if newer:
        lowest = min(newer, key=lambda other: other.version)
        found.append(f"has {lowest.ref} in its history, a higher version")
    base = graph.base(release.version).release
    if base is not None and _are_strangers(base, release, ancestry):
        found.append(f"shares no history with {base.ref}, from which operators come")
    return found


def _are_strangers(one: Release, other: Release, ancestry: Ancestry) -> bool:
    roots = [ancestry.roots.get(release.ref, frozenset()) for release in (one, other)]
    return all(roots) and roots[0].isdisjoint(roots[1])
