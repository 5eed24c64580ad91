"""The gate: one candidate judged as if it were about to be tagged."""

from __future__ import annotations

import collections
from collections.abc import Callable

import msgspec

from release_check import history, policy
from release_check.check.candidate import Candidate, find_candidate
from release_check.check.evidence import TreeEvidence, evidence_of
from release_check.check.past import Past
from release_check.check.reach import Reach, narrowed, within
from release_check.check.reading import Progress, Reading, silent, unread
from release_check.check.releases import version_graph
from release_check.check.source import GitSource, SnapshotSource
from release_check.check.stored import snapshot_of
from release_check.check.telling import Telling
from release_check.git import Repository
from release_check.history import Base, TagRules, VersionGraph
from release_check.model import RELEASE, Change, Finding, IncompleteError, Provider
from release_check.report import BaseRelease, Forcing, JudgedRelease, Report, verdict_of
from release_check.snapshot import provider_name

_NOTHING_READ = Reading()
_ANY_TAGS = TagRules()
_BY_ITSELF = Telling()


def check(
    repository: Repository,
    *,
    rules: policy.Rules,
    profile: policy.Profile,
    version: str | None = None,
    ref: str | None = None,
    base: str | None = None,
    tags: TagRules = _ANY_TAGS,
    reading: Reading = _NOTHING_READ,
    preview: Reading | None = None,
    source: SnapshotSource | None = None,
    telling: Telling = _BY_ITSELF,
    standing: bool = False,
    progress: Progress = silent,
) -> Report:
    """Judge a candidate as if it were about to be tagged.

    What cannot be read at the base or at the candidate makes the verdict incomplete; what the other side shows is in
    the report all the same.

    Args:
        repository: where the provider's source and its releases are.
        rules: the rules that there are.
        profile: which of them are held, at which levels.
        version: the planned version; None for the tag's own, or the one that the changelog announces.
        ref: the candidate; None for the working tree.
        base: the release to judge against; None for what the version graph says.
        tags: which tags are releases.
        reading: how the working tree is read.
        preview: how the candidate is read, where not as all else is: with a feature switch on, for one.
        source: gives the snapshots at refs; None for one that reads them from the repository.
        telling: how the provider tells of its releases, and the pull request that is judged, if any.
        standing: list also what stands since earlier.
        progress: told what is being done.

    Raises:
        UsageProblem: the version, ref or base is none.
        IncompleteError: there is no release to judge against.
    """
    graph = version_graph(repository, tags)
    candidate = find_candidate(repository, graph, version=version, ref=ref, base=base)
    refs = source if source is not None else GitSource(repository, reading)
    own = preview if preview is not None and preview != reading else None
    if ref is None or own is not None:
        how = own or reading
        whole = lambda: snapshot_of(candidate.tree, how, refs)  # noqa: E731
    else:
        whole = lambda: refs(ref)  # noqa: E731
    return judged(
        repository,
        graph,
        candidate,
        whole,
        refs,
        rules=rules,
        profile=profile,
        reading=reading,
        telling=telling,
        standing=standing,
        progress=progress,
    )


def judged(
    repository: Repository,
    graph: VersionGraph,
    candidate: Candidate,
    whole: Callable[[], Provider],
    source: SnapshotSource,
    *,
    rules: policy.Rules,
    profile: policy.Profile,
    reading: Reading = _NOTHING_READ,
    telling: Telling = _BY_ITSELF,
    standing: bool = False,
    progress: Progress = silent,
) -> Report:
    """Judge a candidate that is settled.

    Args:
        repository: where the candidate says something of itself.
        graph: the releases.
        candidate: what is judged, as which version, against which release.
        whole: reads the candidate's schemas.
        source: gives those of its line.
        rules: the rules that there are.
        profile: which of them are held, at which levels.
        reading: how functions are read, where a rule asks for them.
        telling: how the provider tells of its releases, and the pull request that is judged, if any.
        standing: list also what stands since earlier.
        progress: told what is being done.
    """
    weighed = weigh(
        repository,
        graph,
        candidate,
        whole,
        source,
        rules=rules,
        profile=profile,
        reading=reading,
        telling=telling,
        progress=progress,
    )
    report = report_of(candidate, weighed, profile, len(profile.held(rules)))
    if not standing:
        return report
    case, verdict = weighed.case, weighed.verdict
    since_earlier = _standing(case, verdict, rules, profile) if case is not None and verdict is not None else ()
    return msgspec.structs.replace(report, standing=since_earlier)


class Weighed(msgspec.Struct, frozen=True, kw_only=True):
    """A candidate that was judged, with what that rests on; None for what could not be read."""

    before: Provider | None
    after: Provider | None
    changes: tuple[Change, ...]
    case: policy.Case | None
    verdict: policy.Verdict | None
    gaps: tuple[str, ...]
    """One sentence for each thing that could not be read."""


def weigh(
    repository: Repository,
    graph: VersionGraph,
    candidate: Candidate,
    whole: Callable[[], Provider],
    source: SnapshotSource,
    *,
    rules: policy.Rules,
    profile: policy.Profile,
    reading: Reading = _NOTHING_READ,
    telling: Telling = _BY_ITSELF,
    besides: policy.Grounds | None = None,
    past: Past | None = None,
    reach: Reach | None = None,
    progress: Progress = silent,
) -> Weighed:
    """Judge a candidate that is settled, and keep what the verdict rests on.

    Args:
        repository: where the candidate says something of itself.
        graph: the releases.
        candidate: what is judged, as which version, against which release.
        whole: reads the candidate's schemas.
        source: gives those of its line.
        rules: the rules that there are.
        profile: which of them are held, at which levels.
        reading: how functions are read, where a rule asks for them.
        telling: how the provider tells of its releases, and the pull request that is judged, if any.
        besides: what is found without a pull request, which the candidate then does not answer for.
        past: what looks back over the line, where another candidate did already.
        reach: the entities that are looked at, where not all are: those that a pull request can have to do with.
        progress: told what is being done.
    """
    gaps: list[str] = []
    after = _read(whole, candidate.tree.ref, gaps, progress)
    before = None
    origin = candidate.base.release
    if origin is not None:
        before = _read(lambda: source(origin.ref), origin.ref, gaps, progress)
    changes = history.changes(before, after) if before is not None and after is not None else ()
    verdict = case = None
    if after is not None:
        past = past if past is not None else past_of(graph, candidate.base, source, progress)
        seen = within(changes, reach) if reach is not None else changes
        past.meet({(change.address.kind, change.address.type) for change in seen}, before)
        progress("judging")
        evidence = evidence_of(candidate, graph, repository, after.provider, telling)
        case = _case(candidate, before, after, changes, past, graph, evidence)
        case = msgspec.structs.replace(
            case,
            brought=_brought(telling, after, source, gaps, progress),
            code=reading.code(candidate.tree),
            code_before=reading.code(repository.tree(origin.ref)) if origin is not None else None,
        )
        near = None
        if reach is not None:
            near = msgspec.structs.replace(
                case,
                before=narrowed(before, reach) if before is not None else None,
                after=narrowed(after, reach),
                changes=seen,
            )
        try:
            verdict = policy.judge(case, rules, profile, besides=besides, near=near)
        except IncompleteError as error:
            # what a rule asks for, a page or a changelog, may be lacking in this clone
            gaps.append(str(error))
        gaps += past.gaps
    return Weighed(before=before, after=after, changes=changes, case=case, verdict=verdict, gaps=tuple(gaps))


def _brought(
    telling: Telling, after: Provider, source: SnapshotSource, gaps: list[str], progress: Progress
) -> tuple[Change, ...] | None:
    """What a request itself changes, where it says where it branched off."""
    since = telling.request.since if telling.request is not None else None
    if since is None:
        return None
    origin = _read(lambda: source(since), since, gaps, progress)
    return history.changes(origin, after) if origin is not None else None


def _standing(
    case: policy.Case, verdict: policy.Verdict, rules: policy.Rules, profile: policy.Profile
) -> tuple[Finding, ...]:
    """What would be found if the release had brought about all that it declares, without what it did bring about."""
    found = {finding.fingerprint for finding in verdict.findings}
    everything = policy.judge(msgspec.structs.replace(case, standing=True), rules, profile)
    return tuple(one for one in everything.findings if one.fingerprint not in found and one.address != str(RELEASE))


def _read(read: Callable[[], Provider], ref: str, gaps: list[str], progress: Progress) -> Provider | None:
    """The provider, or None; a sentence among the gaps for whatever could not be read."""
    progress(f"reading {ref}")
    try:
        provider = read()
    except IncompleteError as error:
        gaps.append(str(error))
        return None
    gaps += unread(provider, ref)
    return provider


def past_of(graph: VersionGraph, base: Base, source: SnapshotSource, progress: Progress = silent) -> Past:
    """What looks back over the line up to a base."""
    origin = base.release
    return Past(
        graph.leading_to(origin) if origin is not None else (),
        lambda release, only: source(release.ref, only),
        progress=progress,
    )


def _case(
    candidate: Candidate,
    before: Provider | None,
    after: Provider,
    changes: tuple[Change, ...],
    past: Past,
    graph: VersionGraph,
    evidence: TreeEvidence,
) -> policy.Case:
    return policy.Case(
        version=candidate.version,
        ref=candidate.tree.ref,
        commit=candidate.tree.commit,
        date=candidate.tree.date,
        base=candidate.base.release,
        before=before,
        after=after,
        changes=changes,
        timeline=past,
        bump=candidate.bump,
        releases=graph.releases,
        aside=graph.aside,
        evidence=evidence,
    )


def report_of(candidate: Candidate, weighed: Weighed, profile: policy.Profile, held: int) -> Report:
    """What is shown of a candidate that was judged.

    Args:
        candidate: what was judged, as which version, against which release.
        weighed: what came of it.
        profile: which rules were held.
        held: how many.
    """
    before, after, changes, verdict, gaps = (
        weighed.before,
        weighed.after,
        weighed.changes,
        weighed.verdict,
        weighed.gaps,
    )
    findings = verdict.findings if verdict is not None else ()
    # What could not be read may need more than what could.
    settled = verdict if not gaps else None
    return Report(
        provider=after.provider if after is not None else provider_name(candidate.tree),
        release=JudgedRelease(
            version=str(candidate.version) if candidate.version is not None else None,
            ref=candidate.tree.ref,
            commit=candidate.tree.commit,
            bump=candidate.bump,
            why=candidate.why,
        ),
        base=_base(candidate, before),
        profile=profile.name,
        verdict=verdict_of(findings, gaps),
        minimum_bump=settled.minimum_bump if settled is not None else None,
        legal_version=str(settled.legal_version) if settled is not None and settled.legal_version else None,
        coverage=after.coverage if after is not None else None,
        waived=sum(finding.waived is not None for finding in findings),
        stale_waivers=verdict.stale_waivers if verdict is not None else (),
        rules=held,
        changes=dict(sorted(collections.Counter(str(change.kind) for change in changes).items())),
        forced_by=tuple(Forcing(change.kind, str(change.address)) for change in verdict.forced_by) if verdict else (),
        incomplete=gaps,
        findings=findings,
    )


def _base(candidate: Candidate, before: Provider | None) -> BaseRelease:
    origin, why = candidate.base.release, candidate.base.why
    if origin is None:
        return BaseRelease(version=None, ref=None, commit=None, why=why)
    return BaseRelease(
        version=str(origin.version),
        ref=origin.ref,
        commit=origin.commit,
        why=why,
        coverage=before.coverage if before is not None else None,
    )
