"""The gate on a pull request: what is found with it and not without it, both held against the line."""

from __future__ import annotations

import collections
import functools
from collections.abc import Callable, Sequence

import msgspec

from release_check import history, policy
from release_check.changelog import Request
from release_check.check.candidate import Candidate
from release_check.check.changelog import drafts, is_about_entries
from release_check.check.gate import Weighed, past_of, report_of, weigh
from release_check.check.next_version import Signs, next_version
from release_check.check.reach import Reach, reach_of
from release_check.check.reading import Progress, Reading, silent
from release_check.check.releases import version_graph
from release_check.check.source import SnapshotSource
from release_check.check.telling import Telling
from release_check.git import Repository, Tree
from release_check.history import Base, TagRules, VersionGraph
from release_check.model import Bump, IncompleteError, Provider
from release_check.report import DraftedEntry, EntryWord, PullRequest, Report

_NOTHING_READ = Reading()
_ANY_TAGS = TagRules()
_BY_ITSELF = Telling()


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """The pull request that is judged."""

    target: str
    """The branch or commit that it is merged into."""
    ref: str | None = None
    """Its head; None for the working tree."""
    number: str = ""
    title: str = ""
    body: str | None = None
    signs: Signs = Signs()
    """What says which version comes next."""
    unreleased: bool = False
    """Whether it may be that nothing was released yet."""


def pull_request(
    repository: Repository,
    asked: Asked,
    source: SnapshotSource,
    *,
    rules: policy.Rules,
    profile: policy.Profile,
    tags: TagRules = _ANY_TAGS,
    reading: Reading = _NOTHING_READ,
    preview: Reading | None = None,
    telling: Telling = _BY_ITSELF,
    progress: Progress = silent,
) -> Report:
    """Judge a pull request: what it changes, as it would be released next, without what stands there already.

    The base of the line is the release that the next version comes from, for both sides, so that what was added and
    dropped since is nothing.

    Args:
        repository: where the provider's source and its releases are.
        asked: the pull request.
        source: gives the snapshots at refs.
        rules: the rules that there are.
        profile: which of them are held, at which levels.
        tags: which tags are releases.
        reading: how the working tree is read.
        preview: how the head and what it is merged into are read, where not as the releases are.
        telling: how the provider tells of its releases.
        progress: told what is being done.

    Raises:
        UsageProblem: a ref or version is none.
        IncompleteError: there is no release to judge against, or the histories are not in this clone.
    """
    tree = repository.working_tree() if asked.ref is None else repository.tree(asked.ref)
    parted = repository.merge_base(tree.commit, asked.target)
    graph = _graph(repository, tags, unreleased=asked.unreleased)
    ahead = functools.cache(lambda: graph.base(None, reachable=repository.contained_tags(tree.commit)))
    planned = next_version(graph, tree, ahead, asked.signs)
    base = graph.base(planned.version) if planned.version is not None else ahead()
    if base.release is None and repository.shallow:
        raise IncompleteError(f"No earlier release to judge against was found. {repository.lacks}")

    request = Request(title=asked.title, labels=asked.signs.labels, body=asked.body, since=parted)

    past = past_of(graph, base, source, progress)

    def weighed(of: Tree, whole: Callable[[], Provider], besides: policy.Grounds | None) -> Weighed:
        return weigh(
            repository,
            graph,
            Candidate(tree=of, version=planned.version, why=planned.why, base=base),
            whole,
            source,
            rules=rules,
            profile=profile,
            reading=reading,
            telling=msgspec.structs.replace(telling, request=request if besides is not None else None),
            besides=besides,
            past=past,
            reach=reach,
            progress=progress,
        )

    own = preview if preview is not None and preview != reading else None
    before = repository.tree(parted)
    at_hand = own if own is not None or asked.ref is not None else reading
    sides: list[Callable[[], Provider]] = [
        functools.cache(lambda: own.provider(before) if own is not None else source(parted)),
        functools.cache(lambda: at_hand.provider(tree) if at_hand is not None else source(tree.commit)),
    ]
    reach = _reach(sides, source, base, before, tree)
    without = weighed(before, sides[0], None)
    known = without.verdict.grounds if without.verdict is not None else {}
    with_it = weighed(tree, sides[1], known)
    gaps = tuple(dict.fromkeys((*without.gaps, *with_it.gaps)))
    with_it = msgspec.structs.replace(with_it, gaps=gaps)
    candidate = Candidate(tree=tree, version=planned.version, why=planned.why, base=base)
    report = report_of(candidate, with_it, profile, len(profile.held(rules)))
    missing = [finding for finding in report.findings if is_about_entries(finding, rules) and finding.waived is None]
    return msgspec.structs.replace(
        report,
        changes=_counted(without.after, with_it.after),
        pull_request=PullRequest(
            number=asked.number or None,
            # a commit says less than the name of its branch
            target=asked.signs.branch or asked.target,
            merge_base=parted,
            allowed=_allowed(report),
            entry=EntryWord.MISSING if missing else _entry(with_it),
            drafts=_drafts(report, rules, tree, with_it, asked.number, telling),
            without=len(without.verdict.findings) if without.verdict is not None else None,
        ),
    )


def _reach(
    sides: Sequence[Callable[[], Provider]], source: SnapshotSource, base: Base, before: Tree, after: Tree
) -> Reach | None:
    """The entities that the request can have to do with; None, for all, where something could not be read."""
    released = base.release
    try:
        held_against = source(released.ref) if released is not None else None
        without, with_it = (side() for side in sides)
    except IncompleteError:
        return None
    changed = [path for path in {*before.files, *after.files} if before.files.get(path) != after.files.get(path)]
    return reach_of(without, with_it, held_against, changed)


def _graph(repository: Repository, tags: TagRules, *, unreleased: bool) -> VersionGraph:
    try:
        return version_graph(repository, tags)
    except IncompleteError:
        if unreleased and not repository.tags():
            return VersionGraph(())
        raise


def _counted(before: Provider | None, after: Provider | None) -> dict[str, int]:
    """How many changes of each kind the request itself makes."""
    if before is None or after is None:
        return {}
    return dict(sorted(collections.Counter(str(change.kind) for change in history.changes(before, after)).items()))


def _allowed(report: Report) -> bool | None:
    if report.minimum_bump is None or report.release.bump is None:
        return None
    return Bump(report.release.bump).at_least(Bump(report.minimum_bump))


def _entry(with_it: Weighed) -> EntryWord:
    """Whether the request brings an entry, where none is missing."""
    evidence = with_it.case.evidence if with_it.case is not None else None
    brought = evidence.brought if evidence is not None else None
    return EntryWord.THERE if brought is not None and brought.entries else EntryWord.NOT_NEEDED


def _drafts(
    report: Report, rules: policy.Rules, tree: Tree, with_it: Weighed, number: str, telling: Telling
) -> tuple[DraftedEntry, ...]:
    provider, case = with_it.after, with_it.case
    if provider is None:
        return ()
    brought = case.brought if case is not None else None
    return tuple(
        DraftedEntry(file=one.file, text=one.text, after_line=one.after_line)
        for one in drafts(
            report,
            rules,
            tree,
            provider,
            request=number,
            settings=telling.changelog,
            changes=brought if brought is not None else with_it.changes,
        )
    )
