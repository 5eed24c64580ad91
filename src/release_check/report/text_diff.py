"""The changes between two refs as a page: one line a change, below the entity that it belongs to."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import msgspec

from release_check.model import Address, AddressError, ChangeKind
from release_check.report.data import Diff, DiffChange
from release_check.report.page import BLANK, Line, Page, Span, Style, labelled, line, tied
from release_check.report.words import at_commit, count, coverage_lines

_SIGNS = {
    ChangeKind.ENTITY_ADDED: ("+", Style.GOOD),
    ChangeKind.ATTRIBUTE_ADDED: ("+", Style.GOOD),
    ChangeKind.ENTITY_DELETED: ("-", Style.ERROR),
    ChangeKind.ATTRIBUTE_DELETED: ("-", Style.ERROR),
}
_WIDEST_PATH = 28
"""Letters after which what follows a path no longer stands in one column."""

_CHANGED = ("~", Style.WARNING)


def diff_page(diff: Diff, *, verbose: bool = False) -> Page:
    """The whole comparison."""
    return tuple(_page(diff, verbose))


def value_text(value: Any) -> str:
    """A value of a schema field as JSON writes it; None for one that is absent."""
    return "none" if value is None else msgspec.json.encode(value, order="deterministic").decode()


def _page(diff: Diff, verbose: bool) -> Iterator[Line]:
    yield line(Span(diff.provider, Style.STRONG))
    for label, side in (("from", diff.before), ("to", diff.after)):
        yield labelled(label, at_commit(side.ref, side.commit))
        yield from coverage_lines(side.coverage, verbose=verbose)
    for entity, changes in itertools.groupby(diff.changes, key=lambda change: _entity(change.address)):
        yield BLANK
        yield line(Span(entity, Style.ADDRESS))
        rows = [(change.address.removeprefix(entity).lstrip("/"), change) for change in changes]
        paths = min(max(len(path) for path, _ in rows), _WIDEST_PATH)
        for path, change in rows:
            yield _change(change, path.ljust(paths), diff.after.ref)
    yield BLANK
    yield line(f"{count(len(diff.changes), 'change')}." if diff.changes else "No change in the schemas.")


def _entity(address: str) -> str:
    try:
        return str(Address.parse(address).entity)
    except AddressError:
        return address


def _change(change: DiffChange, path: str, ref: str) -> Line:
    sign, style = _SIGNS.get(ChangeKind(change.change), _CHANGED)
    values = (
        "" if change.old is None and change.new is None else f" {value_text(change.old)} -> {value_text(change.new)}"
    )
    location = change.location
    where = ""
    if location is not None:
        at = "" if location.ref == ref else f" at {location.ref}"
        where = "  " + tied(f"{location.file}:{location.line}{at}")
    parts: tuple[str | Span, ...] = (f"{path}  " if path else "", Span(change.change, style), values)
    return line(Span(f"{sign} ", style), *parts, Span(where, Style.FAINT), indent=2, hang=6)
