"""A life as a page: one line an event."""

from __future__ import annotations

from collections.abc import Iterator

from release_check.report.life import Carried, Life, LifeEvent, SchemaVersionSpan
from release_check.report.page import BLANK, Line, Page, Span, Style, labelled, line, prose, tied
from release_check.report.words import FEW, count, listed

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
    if life.schema_versions:
        yield BLANK
        yield from _schema_versions(life)
    if life.incomplete:
        yield BLANK
        yield line(Span("not known", Style.WARNING))
        for sentence in life.incomplete:
            yield line(prose(sentence), indent=2)
    yield BLANK
    yield line(f"At {life.newest}: {life.state}.")


def _schema_versions(life: Life) -> Iterator[Line]:
    yield line("State of each schema version, with what takes it forward")
    column = 4 + max(len(str(one.version)) for one in life.schema_versions)
    for one in life.schema_versions:
        yield labelled(Span(str(one.version), Style.STRONG), *carried_forward(one), column=column)


def carried_forward(one: SchemaVersionSpan) -> Iterator[str | Span]:
    """When a schema version was that of releases, and what takes state of it forward."""
    if one.current:
        yield f"since {one.first}"
        return
    yield f"{one.first} to {one.last}  " if one.first != one.last else f"{one.first}  "
    if one.carried is None:
        yield Span("nothing takes it forward", Style.ERROR)
    else:
        yield from _carried(one.carried)


def _carried(one: Carried) -> Iterator[str | Span]:
    """`to 1 by upgradeV0, which renames name to fqdn  example/widget.go:12`."""
    yield f"to {one.to}"
    if one.by:
        yield f" by {one.by}"
    renamed = {name for pair in one.renames for name in pair}
    deeds = [f"renames {old} to {new}" for old, new in one.renames]
    for verb, keys in (("sets", one.sets), ("drops", one.drops)):
        rest = [key for key in keys if key not in renamed]
        if rest:
            shown, more = rest[:FEW], len(rest) - FEW
            deeds.append(f"{verb} {listed(shown)}" if more <= 0 else f"{verb} {', '.join(shown)} and {more} more")
    if deeds:
        yield f": {', '.join(deeds)}"
    if one.location is not None:
        yield Span("  " + tied(f"{one.location.file}:{one.location.line}"), Style.FAINT)


def migration_told(event: LifeEvent) -> str:
    """`1, from 0 by upgradeV0`; what carries state of each version is told once, of the newest release."""
    carried = ", ".join(f"{one.version} to {one.to}{f' by {one.by}' if one.by else ''}" for one in event.carried)
    version = f" {event.schema_version}" if event.event == "schema version" else ""
    return f"{version}; state goes from {carried}" if carried else f"{version}; no state is taken forward"


def _event(event: LifeEvent) -> Iterator[str | Span]:
    yield f"{event.date[:10]}  "
    yield Span(tied(event.event), _STYLES.get(event.event, Style.NOTE))
    if event.other is not None:
        yield " "
        yield Span(event.other, Style.ADDRESS)
    if event.schema_version is not None:
        yield migration_told(event)
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
