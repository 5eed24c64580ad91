"""The demo as a page: each scenario as a story of releases, with the verdict on each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from release_check.demo.stage import Outcome, grave
from release_check.demo.story import Scenario, Telling
from release_check.model import RELEASE
from release_check.report import Report, VerdictWord
from release_check.report.page import BLANK, Line, Page, Span, Style, labelled, line, prose
from release_check.report.words import LEVEL_STYLES, VERDICT_STYLES, count

_INDENT = 13


def scenario_page(name: str, scenario: Scenario, played: Iterable[tuple[Telling, Sequence[Outcome]]]) -> Page:
    """One scenario: what it is about, and both ways it goes."""
    return tuple(_scenario(name, scenario, played))


def closing_page(outcomes: Sequence[Outcome]) -> Page:
    """The last lines: whether all went as told, and what no rule sees yet."""
    judged = [outcome for outcome in outcomes if outcome.report is not None]
    surprises = sum(not outcome.as_told for outcome in judged)
    if surprises:
        return (line(Span(f"{count(surprises, 'verdict')} of {len(judged)} not as told.", Style.ERROR)),)
    lines = [line(Span(f"{count(len(judged), 'release')} judged, every verdict as told.", Style.GOOD))]
    awaited = sorted({one.rule for outcome in judged for one in outcome.awaited})
    if awaited:
        lines.append(line(Span(f"No rule sees yet: {', '.join(awaited)}.", Style.FAINT)))
    return tuple(lines)


def _scenario(name: str, scenario: Scenario, played: Iterable[tuple[Telling, Sequence[Outcome]]]) -> Iterator[Line]:
    yield line(Span(scenario.title, Style.STRONG), Span(f"  ({name}; the guide: {scenario.section})", Style.FAINT))
    yield line(prose(scenario.about))
    for telling, outcomes in played:
        yield BLANK
        yield line(Span(telling.title, Style.ADDRESS), indent=2)
        for outcome in outcomes:
            yield from _outcome(outcome)
    yield BLANK


def _outcome(outcome: Outcome) -> Iterator[Line]:
    step, report = outcome.step, outcome.report
    verdict = (Span(report.verdict, VERDICT_STYLES[report.verdict]), f"{_compared(outcome)}. ") if report else ()
    yield labelled(Span(step.tag, Style.STRONG), *verdict, prose(step.does), indent=4, column=_INDENT)
    if report is not None:
        yield from _details(outcome, report)


def _compared(outcome: Outcome) -> str:
    """How a verdict stands to the one that the story tells."""
    if not outcome.as_told:
        return f", though the story says {outcome.step.verdict}"
    if outcome.step.verdict == "fail" and outcome.awaited == outcome.step.expect:
        return " until there is a rule"
    return ", as told"


def _details(outcome: Outcome, report: Report) -> Iterator[Line]:
    for finding in sorted(grave(report), key=lambda finding: finding.address == str(RELEASE)):
        level = Span(finding.level, LEVEL_STYLES[finding.level])
        yield _detail(level, f" {finding.rule}  ", Span(finding.address, Style.FAINT))
    if report.verdict is VerdictWord.FAIL and report.legal_version not in (None, report.release.version):
        yield _detail(f"least bump {report.minimum_bump}, lowest legal version {report.legal_version}")
    for sentence in report.incomplete:
        yield _detail(sentence)
    for expected in outcome.awaited:
        yield _detail(Span(f"no rule yet: {expected.rule}  {expected.address}", Style.FAINT))
    for expected in outcome.missing:
        yield _detail(Span(f"not reported: {expected.rule}  {expected.address}", Style.ERROR))


def _detail(*parts: str | Span) -> Line:
    return line(*parts, indent=_INDENT, hang=_INDENT + 2)
