"""The version graph as a page: each release with the one that operators come to it from."""

from __future__ import annotations

from collections.abc import Iterator

from release_check.report.graph import GraphRelease, ReleaseGraph
from release_check.report.page import BLANK, Line, Page, Span, Style, labelled, line
from release_check.report.words import FEW, count


def graph_page(graph: ReleaseGraph, *, verbose: bool = False) -> Page:
    """The whole graph, in order of version, what contradicts it, and the tags that are not in it.

    Args:
        graph: the releases.
        verbose: name every release that the current branch does not hold.
    """
    return tuple(_page(graph, verbose))


def _page(graph: ReleaseGraph, verbose: bool) -> Iterator[Line]:
    counted = "" if graph.versioning == "semver" else f", versions count as {graph.versioning}"
    yield line(Span(count(len(graph.releases), "release"), Style.STRONG), counted)
    column = 4 + max((len(release.ref) for release in graph.releases), default=0)
    for release in graph.releases:
        yield labelled(Span(release.ref, Style.ADDRESS), f"{release.date[:10]}  ", *_step(release), column=column)
        for note in release.notes:
            yield labelled("", Span(note, Style.WARNING), column=column)
    yield from _ways_on(graph)
    yield from _off_branch(graph, verbose)
    if graph.left_out:
        yield BLANK
        yield line(Span(f"{count(len(graph.left_out), 'tag')} left out", Style.STRONG))
        for left in graph.left_out:
            yield line(left.tag, Span(f"  {left.why}", Style.FAINT), indent=2)


def _step(release: GraphRelease) -> Iterator[str | Span]:
    if release.base is None or release.bump is None:
        yield Span(release.why, Style.FAINT)
        return
    yield f"{release.bump.ljust(10)} after {release.base}"
    if release.breaks_unsaid:
        yield Span("  breaks, and does not say so", Style.ERROR)
    elif release.breaks:
        yield Span("  breaks", Style.WARNING)


def _ways_on(graph: ReleaseGraph) -> Iterator[Line]:
    """Where operators go on to from releases that more than one, or none but a later line's, follows."""
    forks = [release for release in graph.releases if len(release.next) > 1]
    if forks:
        yield BLANK
        yield line(Span("Where lines part", Style.STRONG))
        for release in forks:
            yield line(Span(release.ref, Style.ADDRESS), f" leads to {', '.join(release.next)}", indent=2)


def _off_branch(graph: ReleaseGraph, verbose: bool) -> Iterator[Line]:
    off = [release.ref for release in graph.releases if release.on_branch is False]
    if off:
        few = len(off) if verbose else FEW
        more = f" and {len(off) - few:,} more (-v names them)" if len(off) > few else ""
        yield BLANK
        yield line(f"{count(len(off), 'release')} not on the current branch: {', '.join(off[:few])}{more}")
