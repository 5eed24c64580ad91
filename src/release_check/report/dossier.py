"""What an HTML page shows beside its subject: the releases around it, lives, a plan, and the source lines spoken of."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from release_check.model import Finding, Location
from release_check.report.audit import Audit
from release_check.report.data import Report
from release_check.report.graph import ReleaseGraph
from release_check.report.life import Life
from release_check.report.order import gravest_first
from release_check.report.plan import Plan


class Excerpt(msgspec.Struct, frozen=True, kw_only=True):
    """A few lines of a file around the one that shows something."""

    location: Location
    first: int
    """The number of the first of the lines."""
    lines: tuple[str, ...]


class Dossier(msgspec.Struct, frozen=True, kw_only=True):
    """A report, audit, life or plan with whatever was gathered around it; all but the subject may be missing."""

    subject: Report | Audit | Life | Plan
    graph: ReleaseGraph | None = None
    lives: tuple[Life, ...] = ()
    more_lives: int = 0
    """How many addresses with findings have no life here."""
    plan: Plan | None = None
    excerpts: tuple[Excerpt, ...] = ()


def findings_of(subject: Report | Audit | Life | Plan) -> tuple[Finding, ...]:
    """Everything that was found, what is waived and what stands since earlier among it."""
    return tuple(finding for report in reports_of(subject) for finding in (*report.findings, *standing_of(report)))


def reports_of(subject: Report | Audit | Life | Plan) -> tuple[Report, ...]:
    """The reports that a subject is made of."""
    if isinstance(subject, Audit):
        return subject.reports
    return (subject,) if isinstance(subject, Report) else ()


def standing_of(report: Report) -> tuple[Finding, ...]:
    """What stands since earlier releases; nothing where nobody asked."""
    return () if isinstance(report.standing, msgspec.UnsetType) else report.standing


def places_of(dossier: Dossier) -> tuple[Location, ...]:
    """Every line that the page speaks of, each once: those of the gravest findings first."""
    return tuple(dict.fromkeys(_places(dossier)))


def _places(dossier: Dossier) -> Iterator[Location]:
    subject = dossier.subject
    # sorting keeps the order among equals
    found = sorted(gravest_first(findings_of(subject)), key=lambda finding: finding.waived is not None)
    yield from (finding.location for finding in found if finding.location is not None)
    for plan in (dossier.plan, subject if isinstance(subject, Plan) else None):
        for due in (*plan.must, *plan.may, *plan.not_yet) if plan is not None else ():
            if due.location is not None:
                yield due.location
    if isinstance(subject, Life):
        yield from (event.location for event in subject.events if event.location is not None)
