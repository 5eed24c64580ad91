"""A plan as a page: what must go, what may go, what may not go yet, and the renames that are under way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from release_check.report.page import BLANK, Line, Page, Span, Style, labelled, line, prose, tied
from release_check.report.plan import Due, Plan, RenameInProgress
from release_check.report.words import at_commit, count, coverage_lines

SECTIONS: Mapping[str, tuple[str, str, Style]] = {
    "must": ("must", "Must be done in {version}", Style.ERROR),
    "may": ("may", "May be done in {version}", Style.GOOD),
    "not_yet": ("not_yet", "May not be done yet", Style.WARNING),
}
"""The parts of a plan, with their headings."""


def plan_page(plan: Plan, *, verbose: bool = False) -> Page:
    """The whole plan."""
    return tuple(_page(plan, verbose))


def notice_of(due: Due) -> str:
    """`announced in 1.2.0: 5 releases and 210 days ago`; empty where no release announced it."""
    if due.announced is None:
        return ""
    carried = f"{count(due.releases, 'release')} over {count(due.days, 'day')}"
    return f"announced in {due.announced.version}, carried by {carried}"


def closing(plan: Plan) -> str:
    """The numbers in one sentence."""
    return (
        f"{plan.release.version}: {len(plan.must)} must go, {len(plan.may)} may, {len(plan.not_yet)} may not yet; "
        f"{count(len(plan.renames), 'rename')} in progress."
    )


def _page(plan: Plan, verbose: bool) -> Iterator[Line]:
    yield line(Span(f"{plan.provider}, plan for {plan.release.version}", Style.STRONG))
    yield labelled("looked at", at_commit(plan.release.ref, plan.release.commit))
    yield labelled("after", at_commit(plan.base.ref or "nothing", plan.base.commit or ""), f": {plan.base.why}")
    yield from coverage_lines(plan.coverage, verbose=verbose)
    for field, heading, style in SECTIONS.values():
        rows: Sequence[Due] = getattr(plan, field)
        if rows:
            yield BLANK
            yield line(Span(heading.format(version=plan.release.version), style))
            for index, (due, also) in enumerate(_gathered(rows)):
                if index:
                    yield BLANK
                yield from _due(due, also, plan.release.ref)
    if plan.renames:
        yield BLANK
        yield line(Span("Renames in progress", Style.STRONG))
        for index, rename in enumerate(plan.renames):
            if index:
                yield BLANK
            yield from _rename(rename)
    if plan.incomplete:
        yield BLANK
        yield line(Span("not known", Style.WARNING))
        for sentence in plan.incomplete:
            yield line(prose(sentence), indent=2)
    yield BLANK
    yield line(closing(plan))


def _gathered(rows: Sequence[Due]) -> Iterator[tuple[Due, Sequence[str]]]:
    """Each due, those of which one line says the same made one, at the place of the first."""
    groups: dict[object, list[Due]] = {}
    for due in rows:
        shared = (due.do, due.why, due.message, due.announced, due.releases, due.days, due.location)
        groups.setdefault(shared if due.location is not None else due.address, []).append(due)
    for first, *others in groups.values():
        yield first, [other.address for other in others]


def _due(due: Due, also: Sequence[str], ref: str) -> Iterator[Line]:
    yield line(Span(due.address, Style.ADDRESS), indent=2)
    column = 14
    if due.do:
        yield labelled("do", due.do, indent=4, column=column)
    yield labelled("why", due.why, indent=4, column=column)
    if due.announced is not None:
        yield labelled("notice", notice_of(due), indent=4, column=column)
    if due.message:
        yield labelled("message", prose(due.message), indent=4, column=column)
    if due.location is not None:
        at = "" if due.location.ref == ref else f" at {due.location.ref}"
        yield labelled("where", tied(f"{due.location.file}:{due.location.line}{at}"), indent=4, column=column)
    for index, address in enumerate(also):
        yield labelled("" if index else "also", Span(address, Style.ADDRESS), indent=4, column=column)


def _rename(rename: RenameInProgress) -> Iterator[Line]:
    arrow = "is replaced by" if rename.replacement else "becomes"
    yield line(Span(rename.old, Style.ADDRESS), f" {arrow} ", Span(rename.new, Style.ADDRESS), indent=2)
    yield labelled("why", rename.why, indent=4, column=14)
    several = len(rename.left) > 1
    for number, step in enumerate(rename.left, 1):
        told = f"{number}. {step}" if several else step
        yield labelled("left" if number == 1 else "", told, indent=4, column=14)
