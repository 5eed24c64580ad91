"""The version graph as it is shown: with dates, ancestry and, where asked for, what each release's changes need."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from release_check import history
from release_check.git import Ancestry, Repository
from release_check.history import Release, VersionGraph
from release_check.report import GraphRelease, LeftOutTag, ReleaseGraph, Report


def graph_view(repository: Repository, graph: VersionGraph, reports: Iterable[Report] | None = None) -> ReleaseGraph:
    """Put together what is known of every release.

    Args:
        repository: tells how commits descend.
        graph: the releases.
        reports: those of an audit, where breaking releases are to be marked.
    """
    ancestry = repository.ancestry()
    notes = history.contradictions(graph, ancestry)
    needs = {report.release.ref: report.minimum_bump for report in reports} if reports is not None else {}
    return ReleaseGraph(
        versioning=graph.scheme,
        releases=tuple(_release(release, graph, ancestry, notes, needs) for release in graph.releases),
        judged=reports is not None,
        left_out=tuple(LeftOutTag(tag=left.tag, why=left.why) for left in graph.left_out),
    )


def _release(
    release: Release,
    graph: VersionGraph,
    ancestry: Ancestry | None,
    notes: Mapping[str, tuple[str, ...]],
    needs: Mapping[str, str | None],
) -> GraphRelease:
    base = graph.base(release.version)
    origin = base.release
    return GraphRelease(
        version=str(release.version),
        ref=release.ref,
        commit=release.commit,
        date=release.date,
        base=origin.ref if origin is not None else None,
        why=base.why,
        bump=release.version.bump_from(origin.version) if origin is not None else None,
        next=tuple(following.ref for following in graph.successors(release)),
        on_branch=release.ref in ancestry.on_branch if ancestry is not None and ancestry.on_branch else None,
        contains_base=origin.ref in ancestry.contained[release.ref]
        if ancestry is not None and origin is not None
        else None,
        needs=needs.get(release.ref) if origin is not None else None,
        notes=notes.get(release.ref, ()),
    )
