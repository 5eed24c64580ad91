"""The outcome of a check as a page that reads from top to bottom: what is judged, what was found, what follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from release_check.model import RELEASE, Bump, Finding, Level, Location
from release_check.report.alike import blocks, gathered
from release_check.report.data import PullRequest, Report
from release_check.report.order import gravest_first
from release_check.report.page import BLANK, Line, Page, Span, Style, labelled, line, prose, tied, verbatim
from release_check.report.pull_request import asks_for, entry_told, left_aside
from release_check.report.words import (
    FEW,
    LEVEL_STYLES,
    VERDICT_STYLES,
    at_commit,
    count,
    coverage_lines,
    listed,
    with_article,
)

_FORCING = 10
_DRAFTED = 12
_LEVELS = tuple(Level)


def findings_page(report: Report, *, verbose: bool = False) -> Page:
    """The whole report.

    Args:
        report: what a check gave.
        verbose: list everything that is otherwise cut to the first few, waived findings among it.
    """
    return tuple(_page(report, verbose))


def closing_line(report: Report) -> Line:
    """The verdict, the least bump and the legal version in one line."""
    return line(
        Span(report.verdict.upper(), VERDICT_STYLES[report.verdict]),
        "  ",
        " ".join(_conclusion(report)),
        hang=len(report.verdict) + 2,
    )


def _page(report: Report, verbose: bool) -> Iterator[Line]:
    yield _title(report)
    yield from _header(report, verbose)
    shown = [finding for finding in report.findings if verbose or finding.waived is None]
    for block, also in gathered(blocks(shown)):
        yield BLANK
        yield from _block(block, report.release.ref)
        yield from _also(also, verbose)
    request = _request(report)
    if request is not None:
        yield from _drafts(request, verbose)
    if not isinstance(report.standing, msgspec.UnsetType):
        yield BLANK
        yield from _standing(report.standing, report.release.ref)
    if report.incomplete:
        yield BLANK
        yield line(Span("not judged", Style.WARNING))
        for sentence in report.incomplete:
            yield line(prose(sentence), indent=2)
    explained = any(finding.address == str(RELEASE) for finding in report.findings)
    if _short_of_bump(report) and report.forced_by and not explained:
        yield BLANK
        yield from _forcing(report, verbose)
    yield BLANK
    yield closing_line(report)


def _drafts(request: PullRequest, verbose: bool) -> Iterator[Line]:
    for draft in request.drafts:
        place = "a new file" if draft.after_line is None else f"below line {draft.after_line}"
        yield BLANK
        yield line(Span(f"Draft for {draft.file}, {place}", Style.STRONG))
        rows = draft.text.strip("\n").split("\n")
        for row in rows if verbose else rows[:_DRAFTED]:
            yield verbatim(row, indent=2)
        left = 0 if verbose else len(rows) - _DRAFTED
        if left > 0:
            yield line(Span(f"and {count(left, 'line')} more (-v shows them)", Style.FAINT), indent=2)


def _standing(findings: Sequence[Finding], ref: str) -> Iterator[Line]:
    """What stands since earlier releases, in short: it is no part of the verdict."""
    known = f"{count(len(findings), 'finding')} from before this release, no part of the verdict"
    yield line(Span(f"Standing: {known}", Style.STRONG) if findings else "Nothing stands from before this release.")
    for finding in findings:
        yield line(Span(finding.address, Style.ADDRESS), indent=2)
        yield labelled(Span(finding.level, LEVEL_STYLES[finding.level]), Span(finding.rule, Style.STRONG), indent=4)
        yield labelled("", prose(finding.message))
        if finding.location is not None:
            yield labelled("where", _located(finding.location, ref), indent=4)


def _title(report: Report) -> Line:
    release, request = report.release, _request(report)
    if request is not None:
        number = f" {request.number}" if request.number is not None else ""
        towards = f", on the way to {release.version}" if release.version is not None else ""
        return line(Span(f"{report.provider}, pull request{number}", Style.STRONG), towards)
    if release.version is None:
        return line(Span(f"{report.provider}, no version planned", Style.STRONG))
    step = f", {with_article(release.bump)} release" if release.bump not in (None, Bump.NONE) else ""
    return line(Span(f"{report.provider} {release.version}", Style.STRONG), step)


def _request(report: Report) -> PullRequest | None:
    return report.pull_request if isinstance(report.pull_request, PullRequest) else None


def _header(report: Report, verbose: bool) -> Iterator[Line]:
    release, base, request = report.release, report.base, _request(report)
    if request is None:
        yield labelled("judged", at_commit(release.ref, release.commit), f": {release.why}" if release.why else "")
    else:
        yield labelled("judged", at_commit(release.ref, release.commit))
        yield labelled("on top of", at_commit(request.target, request.merge_base))
        if release.version is not None:
            yield labelled("next", f"{release.version}: {release.why}")
    if base.ref is None:
        yield labelled("after", f"nothing: {base.why}")
    else:
        shown = (
            base.ref if base.version is None or base.ref.endswith(base.version) else f"{base.version}, tag {base.ref}"
        )
        yield labelled("after", at_commit(shown, base.commit or ""), f": {base.why}")
    if request is not None:
        style = Style.ERROR if request.allowed is False else Style.PLAIN
        yield labelled("asks for", Span(asks_for(report, request), style))
        yield labelled("changelog", entry_told(request))
    yield labelled("held to", f"{report.profile}, {count(report.rules, 'rule')}")
    if report.coverage is not None:
        yield from coverage_lines(report.coverage, verbose=verbose)
    if base.coverage is not None and base.coverage.unresolved and base.ref is not None:
        yield from coverage_lines(base.coverage, ref=base.ref, verbose=verbose)
    if report.changes:
        yield labelled("changes", ", ".join(tied(f"{number:,} {kind}") for kind, number in report.changes.items()))
    elif report.base.coverage is not None and report.coverage is not None:
        yield labelled("changes", "none in the schemas")


def _block(findings: Sequence[Finding], ref: str) -> Iterator[Line]:
    """One address: what does not hold there, what to do about it, where it stands, what the guide says of it."""
    places = {finding.location for finding in findings}
    shared = places.pop() if len(places) == 1 else None
    yield line(Span(findings[0].address, Style.ADDRESS))
    if shared is not None:
        yield labelled("where", _located(shared, ref))
    ordered = gravest_first(findings)
    for finding in ordered:
        yield from _finding(finding)
        if shared is None and finding.location is not None:
            yield labelled("where", _located(finding.location, ref))
    sections = dict.fromkeys(
        f"{finding.guide.document}: {finding.guide.section}" for finding in ordered if finding.guide
    )
    for index, section in enumerate(sections):
        yield labelled("" if index else "guide", Span(section, Style.FAINT))


def _also(addresses: Sequence[str], verbose: bool) -> Iterator[Line]:
    """Where the same line gives the same findings; each counts, and one of them tells what they say."""
    shown = addresses if verbose else addresses[:FEW]
    for index, address in enumerate(shown):
        yield labelled("" if index else "also", Span(address, Style.ADDRESS))
    left = len(addresses) - len(shown)
    if left > 0:
        yield labelled("", Span(f"and at {count(left, 'place')} more (-v lists them)", Style.FAINT))


def _finding(finding: Finding) -> Iterator[Line]:
    absorbed = Span(f" (and with it {listed(finding.absorbs)})", Style.FAINT) if finding.absorbs else ""
    yield labelled(Span(finding.level, LEVEL_STYLES[finding.level]), Span(finding.rule, Style.STRONG), absorbed)
    yield labelled("", prose(finding.message))
    if finding.waived is not None:
        until = f", until {finding.waived.until}" if finding.waived.until else ""
        yield labelled("waived", f"{prose(finding.waived.reason)}{until}")
    else:
        yield labelled("do", prose(finding.remedy))


def _located(location: Location, ref: str) -> str:
    """The line that shows a finding; the ref is named where it is not the one that is judged."""
    at = "" if location.ref == ref else f" at {location.ref}"
    return tied(f"{location.file}:{location.line}{at}")


def _short_of_bump(report: Report) -> bool:
    """Whether the claimed bump is too small for the changes, or none is claimed."""
    if report.minimum_bump is None:
        return False
    return report.release.bump is None or not Bump(report.release.bump).at_least(Bump(report.minimum_bump))


def _forcing(report: Report, verbose: bool) -> Iterator[Line]:
    yield line(f"{with_article(report.minimum_bump or '').capitalize()} release is needed because of")
    shown = report.forced_by if verbose else report.forced_by[:_FORCING]
    for forcing in shown:
        yield line(Span(forcing.address, Style.ADDRESS), f"  {forcing.change}", indent=2, hang=4)
    left = len(report.forced_by) - len(shown)
    if left > 0:
        yield line(Span(f"and {count(left, 'change')} more (-v lists them)", Style.FAINT), indent=2)


def _conclusion(report: Report) -> Iterator[str]:
    yield _tally(report)
    if report.waived:
        yield f"{report.waived:,} waived."
    for stale in report.stale_waivers:
        yield f"The waiver {stale} covers nothing."
    if report.incomplete:
        yield "What could not be read may hold more."
    if report.minimum_bump is not None:
        legal = f"; lowest legal version: {report.legal_version}" if report.legal_version is not None else ""
        yield f"Least bump: {report.minimum_bump}{legal}."
    request = _request(report)
    if request is not None and (aside := left_aside(request)):
        yield aside
    lasting = sum(_stands_at_any_bump(finding) for finding in report.findings)
    if lasting and _short_of_bump(report):
        yield f"{count(lasting, 'error')} would remain at any version."


def _stands_at_any_bump(finding: Finding) -> bool:
    about_version = finding.address == str(RELEASE) or finding.least_bump is not None
    return finding.level is Level.ERROR and finding.waived is None and not about_version


def _tally(report: Report) -> str:
    standing = [finding.level for finding in report.findings if finding.waived is None]
    counts = [count(standing.count(level), level) for level in _LEVELS if level in standing]
    return f"{listed(counts)}." if counts else "Nothing found."
