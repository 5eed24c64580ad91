"""The outcome of a check in Markdown: a job's summary, and the one comment on a pull request."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping

from release_check.model import RELEASE, Finding, Location
from release_check.report.data import BaseRelease, PullRequest, Report
from release_check.report.guides import page_of
from release_check.report.help import RuleHelp
from release_check.report.markup import code, escaped, fenced
from release_check.report.order import standing
from release_check.report.page import plain
from release_check.report.pull_request import asks_for, entry_told
from release_check.report.text import closing_line
from release_check.report.words import at_commit, count

MARKER = "<!-- release-check -->"
"""The first line of every page, by which a comment is found again to be updated."""
SUMMARY_LIMIT = 900_000
"""What a job's summary may hold, less what a page has besides its findings."""
COMMENT_LIMIT = 50_000
"""What a comment may hold, in bytes, with room for what stands around the findings."""
_WAIVED_SHOWN = 50
_DRAFTED = 40
"""Lines of a draft that are shown."""


def report_markdown(report: Report, rules: Mapping[str, RuleHelp], *, limit: int = SUMMARY_LIMIT) -> str:
    """The whole report.

    Args:
        report: what a check gave.
        rules: what each rule is about.
        limit: about how many bytes of findings there may be; what is left out is counted.
    """
    return "\n".join([MARKER, *_lines(report, rules, limit)]).rstrip() + "\n"


def report_comment(report: Report, rules: Mapping[str, RuleHelp]) -> str:
    """The report as a comment, which may hold no more than GitHub takes."""
    return report_markdown(report, rules, limit=COMMENT_LIMIT)


def _lines(report: Report, rules: Mapping[str, RuleHelp], limit: int) -> Iterator[str]:
    request = report.pull_request if isinstance(report.pull_request, PullRequest) else None
    yield f"## release-check: {report.verdict}"
    yield ""
    yield escaped(" ".join(plain((closing_line(report),), 10**6).split()).partition(" ")[2])
    yield ""
    yield "| | |"
    yield "|---|---|"
    for label, value in _facts(report, request):
        yield f"| {label} | {value} |"
    if report.incomplete:
        yield ""
        yield "### Not judged"
        yield ""
        for sentence in report.incomplete:
            yield f"- {escaped(sentence)}"
    yield from _findings(report, rules, limit)
    if request is not None and request.drafts:
        yield from _drafts(request)
    waived = [one for one in report.findings if one.waived is not None]
    if waived:
        yield ""
        yield f"<details><summary>{count(len(waived), 'waived finding')}</summary>"
        yield ""
        for finding in waived[:_WAIVED_SHOWN]:
            reason = finding.waived.reason if finding.waived is not None else ""
            yield f"- {code(finding.address)} {code(finding.rule)}: {escaped(reason)}"
        if len(waived) > _WAIVED_SHOWN:
            yield f"- and {len(waived) - _WAIVED_SHOWN:,} more"
        yield ""
        yield "</details>"


def _facts(report: Report, request: PullRequest | None) -> Iterator[tuple[str, str]]:
    """Rows of the table at the top; no cell may hold a bar, which is escaped in texts and not in what we write."""
    release, base = report.release, report.base
    judged = escaped(at_commit(release.ref, release.commit))
    if request is not None:
        yield "pull request", f"{judged}, on top of {escaped(at_commit(request.target, request.merge_base))}"
        if release.version is not None:
            yield "next version", f"{escaped(release.version)}{_because(release.why)}"
        yield "asks for", escaped(asks_for(report, request))
        yield "changelog", escaped(entry_told(request))
    else:
        version = f" as {escaped(release.version)}" if release.version is not None else ", no version planned"
        yield "judged", f"{judged}{version}{_because(release.why)}"
        if report.minimum_bump is not None:
            yield "least bump", report.minimum_bump
    if report.legal_version is not None:
        yield "lowest legal version", escaped(report.legal_version)
    yield "after", _base(base)
    if report.coverage is not None:
        unknown = f", {count(report.coverage.unknown, 'unknown value')}" if report.coverage.unknown else ""
        read = f"{count(report.coverage.entities, 'entity')}, {count(report.coverage.attributes, 'attribute')}"
        yield "read", f"{read}{unknown}"
    if report.changes:
        yield "changes", ", ".join(f"{number:,} {kind}" for kind, number in report.changes.items())
    yield "held to", f"{escaped(report.profile)}, {count(report.rules, 'rule')}"


def _base(base: BaseRelease) -> str:
    if base.ref is None:
        return f"nothing{_because(base.why)}"
    return f"{escaped(base.ref)}{_because(base.why)}"


def _because(why: str) -> str:
    return f": {escaped(why)}" if why else ""


def _findings(report: Report, rules: Mapping[str, RuleHelp], limit: int) -> Iterator[str]:
    findings = standing(report.findings)
    if not findings:
        return
    yield ""
    yield f"### {count(len(findings), 'finding')}"
    used = shown = 0
    groups = itertools.groupby(_by_address(findings), key=lambda one: one.address)
    for address, group in groups:
        rows = [f"- {_finding(one, rules.get(one.rule), report.release.ref)}" for one in group]
        text = "\n".join(["", f"#### {_title(address)}", "", *rows])
        used += len(text.encode("utf-8", "backslashreplace"))
        if used > limit:
            yield ""
            yield f"{count(len(findings) - shown, 'more finding')} left out here: the summary of the job has them all."
            return
        shown += len(rows)
        yield text


def _by_address(findings: list[Finding]) -> list[Finding]:
    """The findings at one address together, where the gravest of them stands."""
    first: dict[str, int] = {}
    for index, finding in enumerate(findings):
        first.setdefault(finding.address, index)
    return sorted(findings, key=lambda one: first[one.address])


def _title(address: str) -> str:
    return "The release as a whole" if address == str(RELEASE) else code(address)


def _finding(finding: Finding, rule: RuleHelp | None, ref: str) -> str:
    where = f" ({code(_place(finding.location, ref))})" if finding.location is not None else ""
    page = page_of(rule.guide if rule is not None else finding.guide)
    name = f"[{escaped(finding.rule)}]({page})" if page is not None else escaped(finding.rule)
    return f"**{finding.level}** {name}: {escaped(finding.message)}{where}<br>*What to do:* {escaped(finding.remedy)}"


def _place(location: Location, ref: str) -> str:
    at = "" if location.ref == ref else f" at {location.ref}"
    return f"{location.file}:{location.line}{at}"


def _drafts(request: PullRequest) -> Iterator[str]:
    yield ""
    yield "### Draft of what the changelog misses"
    for draft in request.drafts:
        place = f"Below line {draft.after_line} of" if draft.after_line is not None else "In a new file,"
        yield ""
        yield f"{place} {code(draft.file)}, to be finished by a person:"
        yield ""
        rows = draft.text.strip("\n").split("\n")
        yield fenced("\n".join(rows[:_DRAFTED]))
        if len(rows) > _DRAFTED:
            yield ""
            yield f"and {count(len(rows) - _DRAFTED, 'line')} more: `release-check changelog --draft` prints them."
