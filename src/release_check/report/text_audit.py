"""An audit as a page: a line for each release, and what the lines come to."""

from __future__ import annotations

import collections
from collections.abc import Iterator, Sequence

from release_check.model import Bump, Finding, Level
from release_check.report.audit import Audit
from release_check.report.data import Report, VerdictWord
from release_check.report.order import gravest_first
from release_check.report.page import BLANK, Line, Page, Span, Style, line, prose
from release_check.report.words import LEVEL_STYLES, VERDICT_STYLES, count

_HEADINGS = ("release", "after", "claims", "needs", "verdict", "errors", "warnings", "notes", "changes")


def audit_page(audit: Audit, *, verbose: bool = False) -> Page:
    """The whole audit.

    Args:
        audit: the reports.
        verbose: each finding below its release.
    """
    return tuple(_page(audit.reports, verbose))


def totals_line(audit: Audit) -> Line:
    """How many releases ended how, in one line."""
    verdicts = collections.Counter(report.verdict for report in audit.reports)
    parts: list[str | Span] = [f"{count(len(audit.reports), 'release')} judged: "]
    for word in VerdictWord:
        if verdicts[word]:
            parts += [Span(f"{verdicts[word]:,} {word}", VERDICT_STYLES[word]), ", "]
    if len(parts) == 1:
        return line("No release judged.")
    waived = sum(report.waived for report in audit.reports)
    return line(*parts[:-1], ".", f" {count(waived, 'finding')} waived." if waived else "")


def _page(reports: Sequence[Report], verbose: bool) -> Iterator[Line]:
    rows = [_cells(report) for report in reports]
    widths = [max(map(len, column)) for column in zip(_HEADINGS, *rows, strict=True)]
    rules = max((len(finding.rule) for report in reports for finding in report.findings), default=0)
    yield line(Span(_row(_HEADINGS, widths), Style.FAINT))
    for report, cells in zip(reports, rows, strict=True):
        yield _release(report, cells, widths)
        for sentence in report.incomplete:
            yield line(Span(prose(sentence), Style.WARNING), indent=4)
        if verbose:
            yield from _findings(report.findings, rules)
    yield BLANK
    yield from _rules(reports)
    audit = Audit(reports=tuple(reports))
    yield from _stale(audit.stale_waivers)
    yield totals_line(audit)


def _cells(report: Report) -> tuple[str, ...]:
    levels = collections.Counter(finding.level for finding in report.findings if finding.waived is None)
    return (
        report.release.ref,
        report.base.ref or "-",
        report.release.bump or "-",
        report.minimum_bump or "?",
        report.verdict,
        *(str(levels[level] or "-") for level in Level),
        str(sum(report.changes.values()) or "-"),
    )


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Words to the left, numbers to the right."""
    words = len(_HEADINGS) - 4
    return "  ".join(
        cell.ljust(width) if index < words else cell.rjust(width)
        for index, (cell, width) in enumerate(zip(cells, widths, strict=True))
    )


def _release(report: Report, cells: Sequence[str], widths: Sequence[int]) -> Line:
    styles: dict[str, Style] = {
        "after": Style.FAINT,
        "needs": Style.ERROR if _claims_less(report) else Style.PLAIN,
        "verdict": VERDICT_STYLES[report.verdict],
        **{f"{level}s": LEVEL_STYLES[level] for level in Level},
    }
    row = _row(cells, widths)
    spans: list[Span] = []
    start = 0
    for heading, cell, width in zip(_HEADINGS, cells, widths, strict=True):
        style = Style.FAINT if cell == "-" else styles.get(heading, Style.PLAIN)
        spans.append(Span(row[start : start + width + 2], style))
        start += width + 2
    return line(*spans, hang=4)


def _claims_less(report: Report) -> bool:
    """Whether a release needs more than it claims."""
    needs, claims = report.minimum_bump, report.release.bump
    return needs is not None and claims is not None and not Bump(claims).at_least(Bump(needs))


def _findings(findings: Sequence[Finding], rules: int) -> Iterator[Line]:
    for finding in gravest_first(findings):
        waived = "" if finding.waived is None else Span("  waived", Style.FAINT)
        yield line(
            Span(finding.level.ljust(9), LEVEL_STYLES[finding.level]),
            finding.rule.ljust(rules + 2),
            Span(finding.address, Style.ADDRESS),
            waived,
            indent=4,
            hang=15,
        )


def _stale(waivers: Sequence[str]) -> Iterator[Line]:
    for waiver in waivers:
        yield line(Span("note", Style.NOTE), f"  the waiver {waiver} covers nothing in any of them", hang=6)
    if waivers:
        yield BLANK


def _rules(reports: Sequence[Report]) -> Iterator[Line]:
    """Which rules were found broken how often, most often first."""
    found = collections.Counter(
        (finding.level, finding.rule) for report in reports for finding in report.findings if finding.waived is None
    )
    order = list(Level)
    for (level, rule), times in sorted(found.items(), key=lambda item: (order.index(item[0][0]), -item[1], item[0][1])):
        yield line(f"{times:>6,}  ", Span(level.ljust(9), LEVEL_STYLES[level]), rule)
    if found:
        yield BLANK
