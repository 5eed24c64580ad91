"""What the page shows, settled before any template is asked: groups of findings, filters, figures, maps and bars."""

from __future__ import annotations

import collections
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from release_check.model import Bump, Coverage, Finding, Level, Location
from release_check.report.alike import blocks, gathered
from release_check.report.audit import Audit
from release_check.report.data import DraftedEntry, PullRequest, Report
from release_check.report.dossier import Dossier, reports_of, standing_of
from release_check.report.html.code import CodeLine, code_lines
from release_check.report.html.heads import Head, head_of
from release_check.report.html.metro import Metro, metro_of
from release_check.report.html.timeline import Calendar, LifeView, calendar_of, life_view, span_of
from release_check.report.life import Life
from release_check.report.order import gravest_first
from release_check.report.plan import Plan
from release_check.report.text_plan import SECTIONS, closing


class Shown(NamedTuple):
    """One finding as it is shown and filtered."""

    finding: Finding
    looks: str
    """Its level, or `waived` or `standing` for what weighs nothing."""
    kind: str
    place: str
    lines: Sequence[CodeLine]


class Block(NamedTuple):
    """The findings at one address, and the others where the same line gives the same."""

    address: str
    also: Sequence[str]
    place: str
    lines: Sequence[CodeLine]
    findings: Sequence[Shown]
    guides: Sequence[str]
    life: LifeView | None
    standing: bool


class Group(NamedTuple):
    """What was found in one release."""

    id: str
    report: Report
    blocks: Sequence[Block]
    counts: Sequence[tuple[str, int]]
    """How many of each level, waived ones left out."""
    changes: int
    short: bool
    """Whether the release claims less than its changes need."""


class Section(NamedTuple):
    """A part of the page."""

    id: str
    name: str
    number: int = 0


class Choice(NamedTuple):
    """One value to filter by."""

    value: str
    label: str
    number: int
    looks: str = ""


class View(NamedTuple):
    """The whole page."""

    head: Head
    sections: Sequence[Section]
    groups: Sequence[Group]
    many: bool
    """Whether the page is about many releases."""
    levels: Sequence[Choice]
    rules: Sequence[Choice]
    most: int
    """How often the most frequent of the rules was found."""
    kinds: Sequence[Choice]
    metro: Metro | None
    dates: Mapping[str, str]
    """Those of the releases, by tag."""
    targets: Mapping[str, str]
    """The tags on the map that lead to a place on the page."""
    lives: Sequence[LifeView]
    life_ids: Mapping[str, str]
    """Where on the page the life of an address is told, by address."""
    more_lives: int
    plan: Plan | None
    calendar: Calendar | None
    due_headings: Mapping[str, str]
    closing: str
    gaps: Sequence[str]
    stale: Sequence[str]
    drafts: Sequence[DraftedEntry]
    coverages: Sequence[tuple[str, Coverage]]


def view_of(dossier: Dossier) -> View:
    """Settle what is shown."""
    subject = dossier.subject
    reports = reports_of(subject)
    lines = {one.location: code_lines(one) for one in dossier.excerpts}
    dates = {one.ref: one.date for one in dossier.graph.releases} if dossier.graph is not None else {}
    span = span_of(list(dates.values()))
    followed = (subject,) if isinstance(subject, Life) else dossier.lives
    at = dates.get(subject.release.ref) if isinstance(subject, Report) else None
    lives = [life_view(one, span, at) for one in followed if len(one.events) > 1 or isinstance(subject, Life)]
    many = isinstance(subject, Audit)
    by_address = {} if many else {one.life.address: one for one in lives}
    groups = [_group(index, report, lines, by_address) for index, report in enumerate(reports, 1)]
    shown = [one for group in groups for block in group.blocks for one in block.findings for _ in range(_times(block))]
    inline = {block.address for group in groups for block in group.blocks if block.life is not None}
    outside = [one for one in lives if one.life.address not in inline]
    plan = subject if isinstance(subject, Plan) else dossier.plan
    rules = _rules(shown)
    return View(
        head=head_of(subject),
        sections=list(_sections(subject, dossier, shown, outside, plan)),
        groups=list(reversed(groups)),
        many=many,
        levels=_levels(shown),
        rules=rules,
        most=max((rule.number for rule in rules), default=1),
        kinds=_kinds(shown),
        metro=metro_of(dossier.graph, _labels(subject)) if dossier.graph is not None else None,
        dates=dates,
        targets={group.report.release.ref: group.id for group in groups} if many else {},
        lives=outside,
        life_ids={one.life.address: f"l{number}" for number, one in enumerate(outside, 1)},
        more_lives=dossier.more_lives,
        plan=plan,
        calendar=calendar_of(plan, dates) if plan is not None else None,
        due_headings={key: heading.format(version=plan.release.version) for key, heading, _ in SECTIONS.values()}
        if plan is not None
        else {},
        closing=closing(plan) if plan is not None else "",
        gaps=getattr(subject, "incomplete", ()),
        stale=subject.stale_waivers if isinstance(subject, Report | Audit) else (),
        drafts=[draft for report in reports for draft in _drafts(report)],
        coverages=list(_coverages(subject)),
    )


def _sections(
    subject: Report | Audit | Life | Plan,
    dossier: Dossier,
    shown: Sequence[Shown],
    lives: Sequence[LifeView],
    plan: Plan | None,
) -> Iterator[Section]:
    """What there is, what the page is about first; only an audit, which has every release, begins with the map."""
    found = Section("findings", "Findings", len(shown))
    graph = Section("graph", "Version graph")
    if isinstance(subject, Report):
        yield found
    if isinstance(subject, Report | Audit) and dossier.graph is not None:
        yield graph
    if isinstance(subject, Audit):
        yield found
    if lives:
        yield Section("lives", "Lives", len(lives) if len(lives) > 1 else 0)
    if plan is not None:
        yield Section("plan", "Plan", len(plan.must) + len(plan.may) + len(plan.not_yet))


def _times(block: Block) -> int:
    return 1 + len(block.also)


def _group(
    index: int, report: Report, lines: Mapping[Location, Sequence[CodeLine]], lives: Mapping[str, LifeView]
) -> Group:
    standing = standing_of(report)
    rows = [(blocks(report.findings), False), (blocks(standing), True)]
    counted = collections.Counter(finding.level for finding in report.findings if finding.waived is None)
    return Group(
        id=f"r{index}",
        report=report,
        blocks=[
            _block(found.block, found.also, report.release.ref, lines, lives, is_standing)
            for members, is_standing in rows
            for found in gathered(members)
        ],
        counts=[(level, counted[level]) for level in Level if counted[level]],
        changes=sum(report.changes.values()),
        short=_claims_less(report),
    )


def _claims_less(report: Report) -> bool:
    if report.minimum_bump is None or report.release.bump is None or report.base.ref is None:
        return False
    return not Bump(report.release.bump).at_least(Bump(report.minimum_bump))


def _block(
    findings: Sequence[Finding],
    also: Sequence[str],
    ref: str,
    lines: Mapping[Location, Sequence[CodeLine]],
    lives: Mapping[str, LifeView],
    standing: bool,
) -> Block:
    ordered = gravest_first(findings)
    places = {finding.location for finding in findings}
    shared = places.pop() if len(places) == 1 else None
    kind = findings[0].address.partition("/")[0]
    return Block(
        address=findings[0].address,
        also=also,
        place=_place(shared, ref),
        lines=lines.get(shared, ()) if shared is not None else (),
        findings=[
            Shown(
                finding=finding,
                looks="standing" if standing else "waived" if finding.waived is not None else finding.level,
                kind=kind,
                place=_place(finding.location, ref) if shared is None else "",
                lines=lines.get(finding.location, ()) if shared is None and finding.location is not None else (),
            )
            for finding in ordered
        ],
        guides=list(dict.fromkeys(f"{one.guide.document}: {one.guide.section}" for one in ordered if one.guide)),
        life=lives.get(findings[0].address),
        standing=standing,
    )


def _place(location: Location | None, ref: str) -> str:
    if location is None:
        return ""
    return f"{location.file}:{location.line}" + ("" if location.ref == ref else f" at {location.ref}")


def _levels(shown: Iterable[Shown]) -> list[Choice]:
    found = collections.Counter(one.looks for one in shown)
    names = (*(str(level) for level in Level), "waived", "standing")
    return [
        Choice(name, name if name in ("waived", "standing") or found[name] == 1 else f"{name}s", found[name], name)
        for name in names
        if found[name]
    ]


def _rules(shown: Sequence[Shown]) -> list[Choice]:
    """Those that were found, the gravest first and of these the most frequent."""
    order = (*Level, "waived", "standing")
    found = collections.Counter(one.finding.rule for one in shown)
    worst: dict[str, str] = {}
    for one in shown:
        worst[one.finding.rule] = min(worst.get(one.finding.rule, one.looks), one.looks, key=order.index)
    ranked = sorted(found.items(), key=lambda item: (order.index(worst[item[0]]), -item[1], item[0]))
    return [Choice(rule, rule, times, worst[rule]) for rule, times in ranked]


def _kinds(shown: Iterable[Shown]) -> list[Choice]:
    found = collections.Counter(one.kind for one in shown)
    return [Choice(kind, kind.replace("-", " "), times) for kind, times in sorted(found.items())]


def _labels(subject: Report | Audit | Life | Plan) -> dict[str, str]:
    """What is judged, and after which release, on the map."""
    if isinstance(subject, Report | Plan):
        named = {
            subject.base.ref: "after",
            subject.release.ref: "judged" if isinstance(subject, Report) else "looked at",
        }
        return {ref: word for ref, word in named.items() if ref is not None}
    return {}


def _drafts(report: Report) -> Sequence[DraftedEntry]:
    return report.pull_request.drafts if isinstance(report.pull_request, PullRequest) else ()


def _coverages(subject: Report | Audit | Life | Plan) -> Iterator[tuple[str, Coverage]]:
    if isinstance(subject, Report | Plan) and subject.coverage is not None:
        yield subject.release.ref, subject.coverage
    if isinstance(subject, Report) and subject.base.coverage is not None and subject.base.ref is not None:
        yield subject.base.ref, subject.base.coverage
