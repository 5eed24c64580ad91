"""A life as a page: one line an event."""

from __future__ import annotations

from collections.abc import Iterator

from release_check.report.life import Life, LifeEvent
from release_check.report.page import BLANK, Line, Page, Span, Style, labelled, line, prose, tied
from release_check.report.words import count

_STYLES = {
    "introduced": Style.GOOD,
    "re-added": Style.GOOD,
    "deprecated": Style.WARNING,
    "soft-removed": Style.ERROR,
    "deleted": Style.ERROR,
}


def life_page(life: Life, *, verbose: bool = False) -> Page:
    """The whole life."""
    del verbose
    return tuple(_page(life))


def _page(life: Life) -> Iterator[Line]:
    yield line(Span(life.address, Style.STRONG), f", {life.provider}, {count(life.releases, 'release')}")
    column = 4 + max((len(event.ref) for event in life.events), default=0)
    for event in life.events:
        yield labelled(Span(event.ref, Style.ADDRESS), *_event(event), column=column)
    if life.incomplete:
        yield BLANK
        yield line(Span("not known", Style.WARNING))
        for sentence in life.incomplete:
            yield line(prose(sentence), indent=2)
    yield BLANK
    yield line(f"At {life.newest}: {life.state}.")


def _event(event: LifeEvent) -> Iterator[str | Span]:
    yield f"{event.date[:10]}  "
    yield Span(tied(event.event), _STYLES.get(event.event, Style.NOTE))
    if event.other is not None:
        yield " "
        yield Span(event.other, Style.ADDRESS)
    if event.on is not None:
        yield f", with {event.on}"
    if event.message is not None:
        yield f": {prose(event.message)}"
    if event.notice is not None:
        notice = event.notice
        told = f"{count(notice.releases, 'release')} and {count(notice.days, 'day')}"
        yield f", after {told} of notice since {notice.since}"
    if event.after is not None:
        yield f" (for operators on {event.after})"
    if event.location is not None:
        at = "" if event.location.ref == event.ref else f" at {event.location.ref}"
        yield Span("  " + tied(f"{event.location.file}:{event.location.line}{at}"), Style.FAINT)
