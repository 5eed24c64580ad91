"""The version graph as a page: each release with the one that operators come to it from."""

from __future__ import annotations

from collections.abc import Iterator

from release_check.history import Release, VersionGraph
from release_check.report.page import BLANK, Line, Page, Span, Style, labelled, line
from release_check.report.words import count


def graph_page(graph: VersionGraph) -> Page:
    """The whole graph, in order of version, and the tags that are not in it."""
    return tuple(_page(graph))


def _page(graph: VersionGraph) -> Iterator[Line]:
    yield line(Span(count(len(graph.releases), "release"), Style.STRONG))
    column = 4 + max((len(release.ref) for release in graph.releases), default=0)
    for release in graph.releases:
        yield labelled(
            Span(release.ref, Style.ADDRESS), f"{release.date[:10]}  ", *_step(graph, release), column=column
        )
    if graph.left_out:
        yield BLANK
        yield line(Span(f"{count(len(graph.left_out), 'tag')} left out", Style.STRONG))
        for left in graph.left_out:
            yield line(left.tag, Span(f"  {left.why}", Style.FAINT), indent=2)


def _step(graph: VersionGraph, release: Release) -> Iterator[str | Span]:
    base = graph.base(release.version)
    if base.release is None:
        yield Span(base.why, Style.FAINT)
        return
    yield f"{release.version.bump_from(base.release.version).ljust(10)} after {base.release.ref}"
