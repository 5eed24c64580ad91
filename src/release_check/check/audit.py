"""Every release judged against its line, as it would have been when it was tagged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from release_check import policy
from release_check.check.candidate import find_candidate
from release_check.check.gate import judged
from release_check.check.kept import KeptReports
from release_check.check.reading import Progress, Reading, silent
from release_check.check.source import SnapshotSource
from release_check.check.telling import Telling
from release_check.git import Repository
from release_check.history import Release, VersionGraph
from release_check.report import Report

_NOTHING_READ = Reading()
_BY_ITSELF = Telling()


def audit(
    repository: Repository,
    graph: VersionGraph,
    source: SnapshotSource,
    *,
    rules: policy.Rules,
    profile: policy.Profile,
    reading: Reading = _NOTHING_READ,
    telling: Telling = _BY_ITSELF,
    releases: Iterable[Release] | None = None,
    kept: KeptReports | None = None,
    progress: Progress = silent,
) -> Iterator[Report]:
    """Judge releases one after the other, and give each report as it is there.

    Args:
        repository: where the releases are.
        graph: how they follow each other.
        source: gives the snapshots.
        rules: the rules that there are.
        profile: which of them are held, at which levels.
        reading: how functions are read, where a rule asks for them.
        telling: how the provider tells of its releases.
        releases: those to judge; all where not given. In order of version the snapshot of one serves the next.
        kept: the verdicts of earlier runs; what is not there yet is put there.
        progress: told what is being done.
    """
    for release in graph.releases if releases is None else releases:
        report = kept.get(release) if kept is not None else None
        if report is not None:
            yield report
            continue
        candidate = find_candidate(repository, graph, version=None, ref=release.ref, base=None)
        report = judged(
            repository,
            graph,
            candidate,
            lambda ref=release.ref: source(ref),  # type: ignore[misc]
            source,
            rules=rules,
            profile=profile,
            reading=reading,
            telling=telling,
            progress=progress,
        )
        if kept is not None:
            kept.put(release, report)
        yield report
