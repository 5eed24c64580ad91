"""The version graph for Mermaid, which GitHub shows inside Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from release_check.report.graph import ReleaseGraph
from release_check.report.page import visible


def graph_mermaid(graph: ReleaseGraph) -> str:
    """A flowchart from left to right; nodes have names of their own, since tags may be anything."""
    return "\n".join(_rows(graph)) + "\n"


def _rows(graph: ReleaseGraph) -> Iterator[str]:
    nodes = {release.ref: f"r{index}" for index, release in enumerate(graph.releases)}
    yield "flowchart LR"
    for release in graph.releases:
        yield f'  {nodes[release.ref]}["{_escaped(release.ref)}"]'
    for release in graph.releases:
        for following in release.next:
            if following in nodes:
                yield f"  {nodes[release.ref]} --> {nodes[following]}"
    yield "  classDef breaks stroke:#b91c1c,stroke-width:2px"
    yield "  classDef unsaid stroke:#b91c1c,stroke-width:2px,fill:#fecaca,color:#7f1d1d"
    for name, chosen in (
        ("breaks", [nodes[one.ref] for one in graph.releases if one.breaks and not one.breaks_unsaid]),
        ("unsaid", [nodes[one.ref] for one in graph.releases if one.breaks_unsaid]),
    ):
        if chosen:
            yield f"  class {','.join(chosen)} {name}"


def _escaped(text: str) -> str:
    """Letters, digits and a few signs as they are, all else by its number, which Mermaid takes for text."""
    return "".join(one if one.isalnum() or one in ".-_+/" else f"#{ord(one)};" for one in visible(text))
