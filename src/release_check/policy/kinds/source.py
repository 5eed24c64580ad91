"""Rules on the provider's functions, wherever they stand."""

from __future__ import annotations

from collections.abc import Iterator

from release_check.model import RELEASE, Address, DroppedRetry, EntityKind, Location
from release_check.policy.case import Case
from release_check.policy.hits import Hit
from release_check.policy.rule import Rule, SourceMatch


def source_hits(rule: Rule, match: SourceMatch, case: Case) -> Iterator[Hit]:
    """One hit for each entity that stands where the test finds something; what it found there is told together."""
    del match  # there is one test so far
    if case.evidence is None:
        return
    by_file: dict[str, list[DroppedRetry]] = {}
    for one in case.evidence.dropped_retries:
        by_file.setdefault(one.source.file, []).append(one)
    for file, found in by_file.items():
        source = found[0].source
        detail = "; ".join(f"{one.function} on {', '.join(one.codes)}" for one in found)
        for address in _entities(case, file):
            yield Hit(
                rule=rule,
                address=address,
                location=Location(case.ref, source.file, source.line),
                values={"detail": detail},
            )


def _entities(case: Case, file: str) -> list[Address]:
    """What stands in a file; the release where nothing does."""
    found = [
        Address(kind, name)
        for kind, name, entity in case.after.entities()
        if kind != EntityKind.PROVIDER and entity.source is not None and entity.source.file == file
    ]
    return found or [RELEASE]
