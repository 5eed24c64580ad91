"""The version graph as a map of lines: a row for each MAJOR series, a station for each release."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from release_check.model import Scheme, Version
from release_check.report.graph import GraphRelease, ReleaseGraph

_LEFT, _TOP, _ROW = 84, 34, 52
_WIDE = 1000
_CORNER = 9


class Station(NamedTuple):
    """A release on the map."""

    ref: str
    words: str
    x: float
    y: float
    looks: str
    """`plain`, `breaks`, `unsaid` or `unread`, with `minor` for what opens no line and `pre` for pre-releases."""
    label: str


class Row(NamedTuple):
    """One MAJOR series."""

    label: str
    number: int
    y: float


class Way(NamedTuple):
    """From a release to one that operators go on to."""

    path: str
    onward: bool


class Metro(NamedTuple):
    """The whole map."""

    width: int
    height: int
    rows: Sequence[Row]
    ways: Sequence[Way]
    stations: Sequence[Station]
    judged: bool
    looks: frozenset[str]
    """Those that there are."""
    summary: str


def metro_of(graph: ReleaseGraph, labels: Mapping[str, str]) -> Metro:
    """Lay out the map.

    Args:
        graph: the releases.
        labels: words that stand beside single releases, by tag.
    """
    rows = [list(members) for _, members in itertools.groupby(graph.releases, key=lambda one: _series(one, graph))]
    longest = max(map(len, rows), default=1)
    step = min(max((_WIDE - _LEFT - 20) / longest, 11), 24)
    places = {
        release.ref: (_LEFT + step * column, _TOP + _ROW * row)
        for row, members in enumerate(rows)
        for column, release in enumerate(members)
    }
    stations = [_station(one, places[one.ref], labels.get(one.ref, ""), graph.judged) for one in graph.releases]
    return Metro(
        width=round(_LEFT + step * (longest - 1) + 40 + (90 if labels else 0)),
        height=_TOP + _ROW * (len(rows) - 1) + 30,
        rows=[Row(_row_label(members[0], graph), len(members), _TOP + _ROW * row) for row, members in enumerate(rows)],
        ways=list(_ways(graph.releases, places, step)),
        stations=stations,
        judged=graph.judged,
        looks=frozenset(stop.looks.split()[0] for stop in stations),
        summary=_summary(graph, len(rows)),
    )


def _series(release: GraphRelease, graph: ReleaseGraph) -> tuple[int, ...]:
    return Version(release.version, Scheme(graph.versioning)).series


def _row_label(first: GraphRelease, graph: ReleaseGraph) -> str:
    return ".".join(map(str, _series(first, graph))) + ".x"


def _station(release: GraphRelease, place: tuple[float, float], label: str, judged: bool) -> Station:
    unread = judged and release.needs is None and release.base is not None
    looks = "unsaid" if release.breaks_unsaid else "breaks" if release.breaks else "unread" if unread else "plain"
    told = {"unsaid": ", breaks and does not say so", "breaks": ", breaks", "unread": ", not read in full"}
    step = f", {release.bump} after {release.base}" if release.base else ""
    notes = "".join(f"; {note}" for note in release.notes)
    return Station(
        ref=release.ref,
        words=f"{release.ref}, {release.date[:10]}{step}{told.get(looks, '')}{notes}",
        x=place[0],
        y=place[1],
        looks=f"{looks} pre" if "-" in release.version else looks,
        label=label,
    )


def _ways(releases: Sequence[GraphRelease], places: Mapping[str, tuple[float, float]], step: float) -> Iterator[Way]:
    along = {(one.base, one.ref) for one in releases if one.base is not None}
    onward = {(one.ref, following) for one in releases for following in one.next} - along
    order = {one.ref: index for index, one in enumerate(releases)}
    for start, end in sorted(along | onward, key=lambda way: (order.get(way[1], 0), order.get(way[0], 0))):
        if start in places and end in places:
            yield Way(_bend(places[start], places[end], step), (start, end) in onward)


def _bend(start: tuple[float, float], end: tuple[float, float], step: float) -> str:
    """A straight line within a row, an arch over stations between, or a way down with rounded corners."""
    (x1, y1), (x2, y2) = start, end
    if y1 == y2:
        far = abs(x2 - x1) > step * 1.5
        return f"M{x1:g} {y1:g}Q{(x1 + x2) / 2:g} {y1 - 22:g} {x2:g} {y2:g}" if far else f"M{x1:g} {y1:g}H{x2:g}"
    middle = y2 - _ROW / 2
    if abs(x1 - x2) < 2 * _CORNER:
        return f"M{x1:g} {y1:g}C{x1:g} {middle:g} {x2:g} {middle:g} {x2:g} {y2:g}"
    turn = _CORNER if x2 > x1 else -_CORNER
    return (
        f"M{x1:g} {y1:g}V{middle - _CORNER:g}Q{x1:g} {middle:g} {x1 + turn:g} {middle:g}"
        f"H{x2 - turn:g}Q{x2:g} {middle:g} {x2:g} {middle + _CORNER:g}V{y2:g}"
    )


def _summary(graph: ReleaseGraph, rows: int) -> str:
    breaking = sum(release.breaks for release in graph.releases)
    unsaid = sum(release.breaks_unsaid for release in graph.releases)
    verb = "breaks" if breaking == 1 else "break"
    told = f"; {breaking:,} of them {verb}, {unsaid:,} without saying so in the number" if graph.judged else ""
    return f"{len(graph.releases):,} releases in {rows:,} MAJOR series{told}"
