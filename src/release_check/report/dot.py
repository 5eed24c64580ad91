"""The version graph for Graphviz."""

from __future__ import annotations

import json

from release_check.report.graph import GraphRelease, ReleaseGraph
from release_check.report.page import visible


def graph_dot(graph: ReleaseGraph) -> str:
    """A digraph from left to right; breaking releases are red, filled where their number does not say so."""
    rows = ["digraph releases {", "  rankdir=LR;", '  node [shape=box, style="rounded", fontname="sans-serif"];']
    rows += [f"  {_quoted(release.ref)} [{_attributes(release)}];" for release in graph.releases]
    known = {release.ref for release in graph.releases}
    for release in graph.releases:
        for following in release.next:
            if following in known:
                rows.append(f"  {_quoted(release.ref)} -> {_quoted(following)};")
    return "\n".join([*rows, "}", ""])


def _attributes(release: GraphRelease) -> str:
    label = "label=" + _quoted(f"{release.ref}\n{release.date[:10]}")
    if release.breaks_unsaid:
        return f'{label}, color="#b91c1c", fillcolor="#fecaca", style="rounded,filled", tooltip="breaks, unsaid"'
    return f'{label}, color="#b91c1c", tooltip="breaks"' if release.breaks else label


def _quoted(text: str) -> str:
    """A quoted string of the DOT language; its escapes are those of JSON but for what `visible` took out."""
    return json.dumps("\n".join(visible(part) for part in text.split("\n")), ensure_ascii=False)
