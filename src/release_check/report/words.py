"""Phrases that several pages share: counts, coverage, releases, levels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from release_check.model import KINDS, Coverage, Level, Provider, Source
from release_check.report.data import VerdictWord
from release_check.report.page import Line, Span, Style, labelled, prose, tied

FEW = 3
"""How many places a line names before it says how many more there are."""

LEVEL_STYLES: Mapping[Level, Style] = {
    Level.ERROR: Style.ERROR,
    Level.WARNING: Style.WARNING,
    Level.NOTE: Style.NOTE,
}

VERDICT_STYLES: Mapping[VerdictWord, Style] = {
    VerdictWord.PASS: Style.GOOD,
    VerdictWord.FAIL: Style.ERROR,
    VerdictWord.INCOMPLETE: Style.WARNING,
}


def count(number: int, noun: str) -> str:
    """`1 error`, `2 errors`; nouns in -y become -ies, but for those in -ay and the like."""
    plural = noun[:-1] + "ies" if noun.endswith("y") and noun[-2:-1] not in "aeiou" else noun + "s"
    return f"{number:,} {noun if number == 1 else plural}"


def with_article(noun: str) -> str:
    """`a minor release`, `an attribute`."""
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"


def listed(words: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def at_commit(ref: str, commit: str) -> str:
    """A ref with its commit cut to what people compare."""
    return f"{ref} ({commit[:10]})" if commit else ref


def place(source: Source | None, ref: str = "") -> str:
    """`file:line`, with the ref where it is not the one that the page is about."""
    if source is None:
        return ""
    where = f"{source.file}:{source.line}"
    return f"{where} at {ref}" if ref else where


def coverage_lines(coverage: Coverage, *, ref: str = "", verbose: bool = False) -> Iterator[Line]:
    """How much was read, and the first places where the source does not settle a value.

    Args:
        coverage: what was read.
        ref: named where it is not the ref that the page is about.
        verbose: name every place.
    """
    read = f"{count(coverage.entities, 'entity')}, {count(coverage.attributes, 'attribute')}"
    where = f" at {ref}" if ref else ""
    # An entity whose attributes are all unknown counts as no value, and is a place all the same.
    number = max(coverage.unknown, len(coverage.unresolved))
    if not number:
        yield labelled("read", f"{read}{where}, every value settled")
        return
    unknown = f"{count(number, 'value')} that the source does not settle"
    yield labelled("read", f"{read}{where}; ", Span(unknown, Style.WARNING))
    shown = coverage.unresolved if verbose else coverage.unresolved[:FEW]
    for item in shown:
        what = () if item.address == "file" else (Span(item.address, Style.ADDRESS), f" {item.field}: ")
        where = tied(f"{item.file}:{item.line}") if item.file else "no place in the source"
        yield labelled("unknown", *what, f"{prose(item.construct)}, {where}")
    left = len(coverage.unresolved) - len(shown)
    if left > 0:
        text = f"and {count(left, 'place')} more (-v lists them)"
        yield labelled("", Span(text, Style.FAINT))


def entity_counts(provider: Provider) -> str:
    """`7 resources, 1 data source`: what the provider offers, in the order of snapshots."""
    groups = ((kind.replace("-", " "), getattr(provider, key)) for kind, key in KINDS.items() if kind != "provider")
    return ", ".join(count(len(group), noun) for noun, group in groups if group) or "no resources"
