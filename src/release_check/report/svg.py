"""The version graph as a picture that stands alone: no script, no font, nothing fetched.

One row a release, in order of version; a line that goes on beside another has a lane of its own to the right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from release_check.report.graph import GraphRelease, ReleaseGraph
from release_check.report.page import visible
from release_check.report.words import count

_ROW = 26
_LANE = 22
_TOP = 64
_LEFT = 24
_LETTER = 7.3
"""About how wide a letter is."""

_STYLE = """
  svg { background: #ffffff; font: 13px system-ui, sans-serif; }
  text { fill: #1f2937; } .faint { fill: #6b7280; } .head { font-weight: 600; font-size: 15px; }
  .edge { fill: none; stroke: #9ca3af; stroke-width: 2; }
  .onward { stroke-dasharray: 3 4; }
  .dot { fill: #ffffff; stroke: #4b5563; stroke-width: 2; } .major { stroke-width: 4; }
  .breaks { stroke: #b91c1c; } .unsaid { fill: #dc2626; stroke: #7f1d1d; }
  .said { fill: #b91c1c; } .alarm { fill: #b91c1c; font-weight: 600; } .note { fill: #92400e; }
  @media (prefers-color-scheme: dark) {
    svg { background: #111827; } text { fill: #e5e7eb; } .faint { fill: #9ca3af; }
    .edge { stroke: #6b7280; } .dot { fill: #111827; stroke: #9ca3af; }
    .breaks { stroke: #f87171; } .unsaid { fill: #ef4444; stroke: #fecaca; }
    .said, .alarm { fill: #f87171; } .note { fill: #fbbf24; }
  }
"""


def graph_svg(graph: ReleaseGraph) -> str:
    """The whole picture."""
    lanes = _lanes(graph.releases)
    texts = _LEFT + (max(lanes.values(), default=0) + 1) * _LANE + 6
    widest = max((len(_words(release)) for release in graph.releases), default=0)
    width = round(max(texts + widest * _LETTER + 24, 700 if graph.judged else 420))
    height = _TOP + len(graph.releases) * _ROW + 20
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    rows = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="title">',
        f'<title id="title">{escape(_title(graph))}</title>',
        f"<style>{_STYLE}</style>",
        f'<text class="head" x="{_LEFT - 8}" y="28">{escape(_title(graph))}</text>',
        *_legend(graph),
        *_edges(graph.releases, lanes),
        *_releases(graph.releases, lanes, texts),
        "</svg>",
    ]
    return "\n".join(rows) + "\n"


def _title(graph: ReleaseGraph) -> str:
    unsaid = sum(release.breaks_unsaid for release in graph.releases)
    breaking = sum(release.breaks for release in graph.releases)
    told = f", {breaking} breaking, {unsaid} of them unsaid" if graph.judged else ""
    return f"{count(len(graph.releases), 'release')}{told}"


def _legend(graph: ReleaseGraph) -> Iterator[str]:
    if graph.judged:
        words = "ring: release; red ring: breaks, as its number says; filled: breaks, and its number does not say so"
        yield f'<text class="faint" x="{_LEFT - 8}" y="47">{words}</text>'


def _lanes(releases: Sequence[GraphRelease]) -> Mapping[str, int]:
    """A lane for each release: that of the one that operators come from, for the last that follows it; else the next.

    The newest release and what leads to it stand in the first lane.
    """
    bases = {release.ref: release.base for release in releases}
    finals = [release.ref for release in releases if "-" not in release.version]
    lanes: dict[str, int] = {}
    at: str | None = finals[-1] if finals else None
    while at is not None and at not in lanes:
        lanes[at] = 0
        at = bases.get(at)
    rows = {release.ref: index for index, release in enumerate(releases)}
    busy: dict[int, int] = {}
    for release in releases:
        if release.ref in lanes:
            continue
        base = release.base if release.base in rows else None
        lane = lanes.get(base, 0) if base is not None else 0
        begins = rows[base] if base is not None else rows[release.ref]
        if lane == 0 or busy.get(lane, -1) > begins:
            lane = next(free for free in range(1, len(releases) + 2) if busy.get(free, -1) <= begins)
        lanes[release.ref] = lane
        busy[lane] = rows[release.ref]
    return lanes


def _place(index: int, lane: int) -> tuple[int, int]:
    return _LEFT + lane * _LANE, _TOP + index * _ROW + _ROW // 2


def _edges(releases: Sequence[GraphRelease], lanes: Mapping[str, int]) -> Iterator[str]:
    rows = {release.ref: index for index, release in enumerate(releases)}
    ways = {(release.base, release.ref) for release in releases if release.base is not None}
    onward = {(release.ref, following) for release in releases for following in release.next} - ways
    for start, end in sorted((ways | onward), key=lambda way: (rows.get(way[1], 0), rows.get(way[0], 0))):
        if start not in rows or end not in rows:
            continue
        x1, y1 = _place(rows[start], lanes[start])
        x2, y2 = _place(rows[end], lanes[end])
        bend = f"M{x1} {y1} V{y2}" if x1 == x2 else f"M{x1} {y1} C{x1} {y1 + _ROW} {x2} {y1} {x2} {y1 + _ROW} V{y2}"
        kind = "edge" if (start, end) in ways else "edge onward"
        yield f'<path class="{kind}" d="{bend}"/>'


def _releases(releases: Sequence[GraphRelease], lanes: Mapping[str, int], texts: int) -> Iterator[str]:
    for index, release in enumerate(releases):
        x, y = _place(index, lanes[release.ref])
        kinds = [
            "dot",
            *(["major"] if release.bump == "major" else []),
            *(["unsaid"] if release.breaks_unsaid else ["breaks"] if release.breaks else []),
        ]
        yield (
            f'<g><title>{_safe(_words(release))}</title><circle class="{" ".join(kinds)}" cx="{x}" cy="{y}" r="6"/>'
            f'<text x="{texts}" y="{y + 4}">{"".join(_spans(release))}</text></g>'
        )


def _spans(release: GraphRelease) -> Iterator[str]:
    yield f"{_safe(release.ref)} "
    yield f'<tspan class="faint" dx="6">{_safe(_details(release))}</tspan>'
    if release.breaks:
        kind, words = ("alarm", "breaks, unsaid") if release.breaks_unsaid else ("said", "breaks")
        yield f' <tspan class="{kind}" dx="6">{words}</tspan>'
    for note in release.notes:
        yield f' <tspan class="note" dx="6">{_safe(note)}</tspan>'


def _details(release: GraphRelease) -> str:
    return f"{release.date[:10]} {release.bump or ''}".strip()


def _words(release: GraphRelease) -> str:
    told = " breaks, unsaid" if release.breaks_unsaid else " breaks" if release.breaks else ""
    return f"{release.ref}  {_details(release)}{told}{''.join(f'; {note}' for note in release.notes)}"


def _safe(text: str) -> str:
    return escape(visible(text))
