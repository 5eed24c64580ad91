"""What the head of the page says: verdict, figures and facts, for each kind of subject."""

from __future__ import annotations

import collections
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from release_check.model import Bump, Coverage, Finding, Level
from release_check.report.audit import Audit
from release_check.report.data import PullRequest, Report, VerdictWord
from release_check.report.life import Life
from release_check.report.plan import Plan
from release_check.report.pull_request import asks_for, entry_told, left_aside
from release_check.report.text_plan import closing
from release_check.report.words import at_commit, count, listed, with_article


class Fact(NamedTuple):
    """Something that the head of the page says, with its label."""

    label: str
    text: str


class Figure(NamedTuple):
    """A number or word in large letters."""

    label: str
    text: str
    looks: str = ""


class Head(NamedTuple):
    """The whole head."""

    title: str
    heading: str
    subheading: str
    verdict: str
    sentence: str
    figures: Sequence[Figure]
    facts: Sequence[Fact]
    reasons: Sequence[tuple[str, str]] = ()
    """Address and change of what forces the bump."""


def head_of(subject: Report | Audit | Life | Plan) -> Head:
    """The head for a subject."""
    return _HEADS[type(subject)](subject)


def _read(coverage: Coverage) -> str:
    number = max(coverage.unknown, len(coverage.unresolved))
    settled = f"{count(number, 'value')} not settled by the source" if number else "every value settled"
    return f"{count(coverage.entities, 'entity')}, {count(coverage.attributes, 'attribute')}, {settled}"


def _tally(findings: Sequence[Finding]) -> list[Figure]:
    found = collections.Counter(finding.level for finding in findings if finding.waived is None)
    return [Figure(f"{level}s", f"{found[level]:,}", str(level) if found[level] else "") for level in Level]


def _judged(report: Report) -> Iterator[Fact]:
    release, request = report.release, report.pull_request
    if not isinstance(request, PullRequest):
        yield Fact("judged", at_commit(release.ref, release.commit) + (f": {release.why}" if release.why else ""))
        return
    yield Fact("judged", at_commit(release.ref, release.commit))
    yield Fact("on top of", at_commit(request.target, request.merge_base))
    if release.version is not None:
        yield Fact("next", f"{release.version}: {release.why}")


def _asked(report: Report) -> Iterator[Fact]:
    request = report.pull_request
    if isinstance(request, PullRequest):
        yield Fact("asks for", asks_for(report, request))
        yield Fact("changelog", entry_told(request))
        if aside := left_aside(request):
            yield Fact("left aside", aside)


def _names(report: Report) -> tuple[str, str]:
    """What the page is about, and in which respect."""
    release, request = report.release, report.pull_request
    if isinstance(request, PullRequest):
        towards = f"on the way to {release.version}" if release.version is not None else ""
        return f"{report.provider}, pull request {request.number or ''}".rstrip(), towards
    if release.version is None:
        return report.provider, "no version planned"
    claims = release.bump is not None and release.bump != Bump.NONE
    return f"{report.provider} {release.version}", f"{with_article(release.bump or '')} release" if claims else ""


def _report_head(report: Report) -> Head:
    base = report.base
    name, respect = _names(report)
    facts = [
        *_judged(report),
        Fact("after", f"{at_commit(base.ref, base.commit or '')}: {base.why}" if base.ref else f"nothing: {base.why}"),
        *_asked(report),
        Fact("held to", f"{report.profile}, {count(report.rules, 'rule')}"),
        *([Fact("read", _read(report.coverage))] if report.coverage is not None else []),
        Fact("changes", ", ".join(f"{number:,} {kind}" for kind, number in report.changes.items()) or "none"),
    ]
    if report.waived:
        facts.append(Fact("waived", count(report.waived, "finding")))
    return Head(
        title=f"{report.verdict.upper()} · {name}",
        heading=name,
        subheading=respect,
        verdict=str(report.verdict),
        sentence=_SENTENCES[report.verdict],
        figures=[
            Figure("least bump", report.minimum_bump or "not known"),
            Figure("lowest legal version", report.legal_version or "not known"),
            *_tally(report.findings),
        ],
        facts=facts,
        reasons=[(one.address, one.change) for one in report.forced_by],
    )


_SENTENCES = {
    VerdictWord.PASS: "Nothing at error level stands against it.",
    VerdictWord.FAIL: "It may not be released as it stands.",
    VerdictWord.INCOMPLETE: "Something that the verdict needs could not be read.",
}


def _audit_head(audit: Audit) -> Head:
    verdicts = collections.Counter(report.verdict for report in audit.reports)
    provider = audit.reports[-1].provider if audit.reports else "audit"
    worst = max((report for report in audit.reports), key=lambda report: report.exit_code, default=None)
    profiles = dict.fromkeys(report.profile for report in audit.reports)
    unsaid = sum(
        report.minimum_bump == Bump.MAJOR and report.release.bump != Bump.MAJOR and report.base.ref is not None
        for report in audit.reports
    )
    told = [f"{verdicts[word]:,} {word}" for word in VerdictWord if verdicts[word]]
    waived = sum(report.waived for report in audit.reports)
    return Head(
        title=f"{provider} · audit of {count(len(audit.reports), 'release')}",
        heading=f"{provider}, {count(len(audit.reports), 'release')}",
        subheading="audit",
        verdict=str(worst.verdict) if worst is not None else "pass",
        sentence=f"{listed(told)}." if told else "No release judged.",
        figures=[
            *(Figure(str(word), f"{verdicts[word]:,}", _VERDICT_LOOKS[word]) for word in VerdictWord if verdicts[word]),
            Figure("break, unsaid", f"{unsaid:,}", "error" if unsaid else ""),
            *_tally([finding for report in audit.reports for finding in report.findings]),
        ],
        facts=[
            Fact("judged", "each release as when it was tagged, against the one that operators came from"),
            *([Fact("held to", listed(profiles))] if profiles else []),
            *([Fact("waived", count(waived, "finding"))] if waived else []),
        ],
    )


_VERDICT_LOOKS = {VerdictWord.PASS: "good", VerdictWord.FAIL: "error", VerdictWord.INCOMPLETE: "warning"}


_STATE_LOOKS = {"active": "good", "deprecated": "warning", "soft-removed": "error", "deleted": "error"}


def _life_head(life: Life) -> Head:
    return Head(
        title=f"{life.address} · {life.provider}",
        heading=life.address,
        subheading=life.provider,
        verdict="",
        sentence="What became of it over all releases.",
        figures=[
            Figure(f"at {life.newest}", life.state, _STATE_LOOKS.get(life.state, "")),
            Figure("releases looked at", f"{life.releases:,}"),
            Figure("events", f"{len(life.events):,}"),
        ],
        facts=[],
    )


def _plan_head(plan: Plan) -> Head:
    return Head(
        title=f"Plan for {plan.provider} {plan.release.version}",
        heading=f"{plan.provider} {plan.release.version}",
        subheading="plan",
        verdict="",
        sentence=closing(plan),
        figures=[
            Figure("must go", f"{len(plan.must):,}", "error" if plan.must else ""),
            Figure("may go", f"{len(plan.may):,}", "good" if plan.may else ""),
            Figure("not yet", f"{len(plan.not_yet):,}", "warning" if plan.not_yet else ""),
            Figure("renames in progress", f"{len(plan.renames):,}"),
        ],
        facts=[
            Fact("looked at", at_commit(plan.release.ref, plan.release.commit)),
            Fact("after", f"{at_commit(plan.base.ref or 'nothing', plan.base.commit or '')}: {plan.base.why}"),
            Fact("read", _read(plan.coverage)),
        ],
    )


_HEADS: Mapping[type, Callable[[Any], Head]] = {
    Report: _report_head,
    Audit: _audit_head,
    Life: _life_head,
    Plan: _plan_head,
}
