"""Lives and plans as bars over time; places are percentages, so that a bar is as wide as its screen."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from release_check.report.life import Life, LifeEvent
from release_check.report.page import Span as Styled
from release_check.report.plan import Due, Plan
from release_check.report.text_life import carried_forward, migration_told
from release_check.report.text_plan import notice_of
from release_check.report.words import count

_AFTER: Mapping[str, str] = {
    "introduced": "active",
    "re-added": "active",
    "deprecated": "deprecated",
    "deprecation reworded": "deprecated",
    "deprecation withdrawn": "active",
    "soft-removed": "soft-removed",
    "soft removal withdrawn": "active",
    "deleted": "deleted",
}
"""The state that each step of a life leads to; renames leave it as it is."""

_TICKS = 8
"""How many years have their number below a bar at most."""


class Bar(NamedTuple):
    """A stretch of time in one state, in percent of the width."""

    start: float
    width: float
    looks: str
    words: str


class Tick(NamedTuple):
    """The beginning of a year."""

    at: float
    year: str


class Step(NamedTuple):
    """An event with its place on the bar, None where it is on a line beside."""

    event: LifeEvent
    at: float | None
    looks: str
    notice: str
    migration: str


class LifeView(NamedTuple):
    """A life with its bar."""

    life: Life
    bars: Sequence[Bar]
    ticks: Sequence[Tick]
    steps: Sequence[Step]
    words: str
    judged: float | None
    """The place of the release that the page judges."""
    versions: Sequence[tuple[int, str]]
    """Each schema version of a resource, and what takes state of it forward."""


class DueView(NamedTuple):
    """Something that is on its way out, and how long it has been."""

    due: Due
    bar: Bar | None
    notice: str
    since: str


class Calendar(NamedTuple):
    """What is on its way out, all on one scale."""

    parts: Mapping[str, Sequence[DueView]]
    ticks: Sequence[Tick]


class Span(NamedTuple):
    """The time that bars stand for, in days."""

    first: float
    last: float

    def at(self, day: float) -> float:
        """The place of a day in percent, kept off the edges so that marks are whole."""
        length = max(self.last - self.first, 1)
        return round(1 + 98 * min(max((day - self.first) / length, 0), 1), 2)


def span_of(dates: Sequence[str]) -> Span | None:
    """From the first to the last of dates in ISO form; None where there is none."""
    days = [_day(date) for date in dates]
    return Span(min(days), max(days)) if days else None


def life_view(life: Life, span: Span | None, judged: str | None = None) -> LifeView:
    """A life over a span of time; over that of its own events where none is given.

    Args:
        life: what happened.
        span: the time that is shown.
        judged: the date of the release that the page judges, to be marked.
    """
    over = span or span_of([event.date for event in life.events]) or Span(0, 1)
    main = [event for event in life.events if event.after is None]
    steps = [
        Step(
            event,
            over.at(_day(event.date)) if event.after is None else None,
            _AFTER.get(event.event, "renamed"),
            _notice(event),
            migration_told(event) if event.schema_version is not None else "",
        )
        for event in life.events
    ]
    bars = tuple(_bars(main, over, life))
    words = ", then ".join(f"{_told(event)} in {event.ref}" for event in main)
    return LifeView(
        life,
        bars,
        tuple(_ticks(over)),
        steps,
        f"{words}; {life.state} at {life.newest}",
        over.at(_day(judged)) if judged is not None else None,
        [(one.version, _flat(carried_forward(one))) for one in life.schema_versions],
    )


def calendar_of(plan: Plan, dates: Mapping[str, str]) -> Calendar:
    """The rows of a plan by part, their bars on one scale that ends with what the plan looked at.

    Args:
        plan: what is due.
        dates: those of releases by tag, as far as they are known.
    """
    parts = {"must": plan.must, "may": plan.may, "not_yet": plan.not_yet}
    every = [due for rows in parts.values() for due in rows]
    longest = max((due.days for due in every), default=0)
    ends = [_day(dates[due.announced.ref]) + due.days for due in every if due.announced and due.announced.ref in dates]
    end = max(ends, default=0)
    span = Span(end - max(longest, 1), end)
    return Calendar(
        {part: [_due(due, part, span, dates) for due in rows] for part, rows in parts.items() if rows},
        tuple(_ticks(span)) if ends else (),
    )


def _due(due: Due, part: str, span: Span, dates: Mapping[str, str]) -> DueView:
    if due.announced is None:
        return DueView(due, None, "", "")
    # What was announced in the last release has a bar to be seen as well.
    start = min(span.at(span.last - due.days), 98)
    bar = Bar(start, round(99 - start, 2), part, notice_of(due))
    return DueView(due, bar, notice_of(due), dates.get(due.announced.ref, "")[:10])


def _bars(events: Sequence[LifeEvent], over: Span, life: Life) -> Iterator[Bar]:
    state, since, told = "", 0.0, ""
    # Several steps of one release leave the state of the last.
    for event in events:
        now = _AFTER.get(event.event)
        if now is None:
            continue
        at = over.at(_day(event.date))
        if state not in ("", "deleted") and at > since:
            yield Bar(since, round(at - since, 2), state, f"{state} from {told} to {event.ref}")
        state, since, told = now, at, event.ref
    if state not in ("", "deleted"):
        yield Bar(since, max(round(99 - since, 2), 0.5), state, f"{state} since {told}, at {life.newest}")


def _flat(parts: Iterable[str | Styled]) -> str:
    return "".join(part if isinstance(part, str) else part.text for part in parts).replace("  ", ", ")


def _told(event: LifeEvent) -> str:
    """The event in words; of the other half of a rename its last name, or its type where it is another's."""
    if event.other is None:
        version = f" {event.schema_version}" if event.event == "schema version" else ""
        return f"{event.event}{version}"
    return f"{event.event} {event.other.rpartition('.')[2].rpartition('/')[2]}"


def _notice(event: LifeEvent) -> str:
    if event.notice is None:
        return ""
    notice = event.notice
    return f"after {count(notice.releases, 'release')} and {count(notice.days, 'day')} of notice since {notice.since}"


def _ticks(over: Span) -> Iterator[Tick]:
    first, last = (datetime.date.fromordinal(max(int(day), 1)).year for day in over)
    every = (last - first) // _TICKS + 1
    for year in range(first + 1, last + 1):
        at = over.at(datetime.date(year, 1, 1).toordinal())
        if (year - first) % every == 0 and at < 96:
            yield Tick(at, str(year))


def _day(date: str) -> float:
    moment = datetime.datetime.fromisoformat(date)
    return moment.toordinal() + (moment.hour * 60 + moment.minute) / 1440
