"""How a snapshot and Terraform's own output compare, as data in a published format and as a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from release_check.model import Coverage, Location
from release_check.report.page import BLANK, Line, Page, Span, Style, labelled, line
from release_check.report.text_diff import value_text
from release_check.report.words import at_commit, count, coverage_lines


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """One field of one address that the source and Terraform say differently."""

    address: str
    field: str
    source: Any
    """What the snapshot says."""
    printed: Any
    """What Terraform printed."""
    location: Location | None = None


class Verification(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of `verify`, in the form of `release-check/verification-v1`."""

    format: str = "release-check/verification-v1"
    provider: str
    ref: str
    commit: str
    file: str
    entities: int
    """How many entities were compared."""
    attributes: int
    """How many attributes, at any depth."""
    coverage: Coverage
    folded: Mapping[str, int]
    """What differs by nature, and how often."""
    differences: tuple[Difference, ...] = ()

    @property
    def exit_code(self) -> int:
        """What the program ends with."""
        return 1 if self.differences else 0


def verification_json(verification: Verification) -> str:
    """The outcome as JSON; the same outcome always gives the same bytes."""
    from release_check.report.json import json_text

    subject: Any = verification
    return json_text(subject)


def verification_page(verification: Verification, *, verbose: bool = False) -> Page:
    """The outcome as a page: what was compared, what was folded away, and each difference with its line."""
    return tuple(_page(verification, verbose))


def _page(verification: Verification, verbose: bool) -> Iterator[Line]:
    yield line(Span(verification.provider, Style.STRONG))
    yield labelled("source", at_commit(verification.ref, verification.commit))
    yield labelled("printed", verification.file)
    yield from coverage_lines(verification.coverage, verbose=verbose)
    compared = f"{count(verification.entities, 'entity')}, {count(verification.attributes, 'attribute')}"
    yield labelled("compared", compared)
    for what, number in verification.folded.items():
        yield labelled("by nature", f"{what}: {number:,}")
    address = ""
    for difference in verification.differences:
        if difference.address != address:
            address = difference.address
            yield BLANK
            yield line(Span(address, Style.ADDRESS))
        yield _difference(difference)
    yield BLANK
    if verification.differences:
        yield line(Span(f"{count(len(verification.differences), 'difference')}.", Style.ERROR))
    else:
        yield line(Span("No difference.", Style.GOOD))


def _difference(difference: Difference) -> Line:
    location = difference.location
    where = f"  {location.file}:{location.line}" if location is not None else ""
    said = f"{difference.field}: source {_said(difference.source)}, Terraform {_said(difference.printed)}"
    return line(said, Span(where, Style.FAINT), indent=2, hang=6)


def _said(value: Any) -> str:
    return value if isinstance(value, str) else value_text(value)
