"""The demo as a page: each scenario as a story of releases, with the verdict on each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from release_check.demo.stage import Outcome, grave
from release_check.demo.story import Scenario, Telling
from release_check.report.page import BLANK, Line, Page, Span, Style, labelled, line
from release_check.report.words import LEVEL_STYLES, VERDICT_STYLES, count

_COLUMN = 27


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
    yield line(" ".join(scenario.about.split()))
    for telling, outcomes in played:
        yield BLANK
        yield line(Span(telling.title, Style.ADDRESS), indent=2)
        for outcome in outcomes:
            yield from _outcome(outcome)
    yield BLANK


def _outcome(outcome: Outcome) -> Iterator[Line]:
    step, report = outcome.step, outcome.report
    if report is None:
        yield labelled(step.tag, " ".join(step.does.split()), column=_COLUMN, indent=4)
        return
    bump = (report.release.bump or "").ljust(8)
    verdict = Span(report.verdict.ljust(10), VERDICT_STYLES[report.verdict])
    yield line(f"{step.tag.ljust(8)} ", bump, verdict, " ".join(step.does.split()), indent=4, hang=_COLUMN)
    for finding in grave(report):
        level = Span(finding.level, LEVEL_STYLES[finding.level])
        yield line(level, f" {finding.rule} ", Span(finding.address, Style.FAINT), indent=_COLUMN, hang=_COLUMN + 2)
    if report.legal_version and report.legal_version != report.release.version:
        yield line(f"would be legal as {report.legal_version}", indent=_COLUMN)
    for sentence in report.incomplete:
        yield line(sentence, indent=_COLUMN)
    for expected in outcome.awaited:
        yield line(
            Span(f"no rule yet: {expected.rule} {expected.address}", Style.FAINT), indent=_COLUMN, hang=_COLUMN + 2
        )
    for expected in outcome.missing:
        yield line(Span(f"not reported: {expected.rule} {expected.address}", Style.ERROR), indent=_COLUMN)
    if not outcome.as_told:
        yield line(Span(f"the story says {step.verdict}", Style.ERROR), indent=_COLUMN)
