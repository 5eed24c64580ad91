"""Annotations on the lines of a pull request: GitHub's workflow commands, the gravest findings first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from release_check.model import Finding, Level
from release_check.report.data import Report
from release_check.report.order import standing
from release_check.report.page import plain, prose, visible
from release_check.report.text import closing_line
from release_check.report.words import count

MOST = 10
"""How many annotations there are; what GitHub shows of one step is not many more."""
_COMMANDS = {Level.ERROR: "error", Level.WARNING: "warning", Level.NOTE: "notice"}


def report_commands(report: Report) -> str:
    """The annotations, one a line, and the verdict as the last."""
    return "".join(f"{row}\n" for row in _rows(report))


def command(name: str, message: str, properties: Mapping[str, str]) -> str:
    """A workflow command; nothing in it can end it or begin another."""
    given = ",".join(f"{key}={_property(value)}" for key, value in properties.items() if value)
    return f"::{name}{' ' if given else ''}{given}::{_data(message)}"


def _rows(report: Report) -> Iterator[str]:
    for sentence in report.incomplete[:MOST]:
        yield command("error", prose(sentence), {"title": "release-check: not judged"})
    findings = standing(report.findings)
    left = max(0, MOST - len(report.incomplete))
    for finding in findings[:left]:
        yield _annotation(finding, report.release.ref)
    if len(findings) > left:
        more = count(len(findings) - left, "more finding")
        yield command("notice", f"{more}: the job's summary lists them all.", {"title": "release-check"})
    # the runner obeys an older form of command wherever it stands in a line
    yield " ".join(plain((closing_line(report),), 10**6).split()).replace("##[", "## [")


def _annotation(finding: Finding, ref: str) -> str:
    """A finding where it stands; what is gone from the candidate is shown at its file."""
    location = finding.location
    here = location is not None and location.ref == ref
    at = f" (at {location.ref}, line {location.line})" if location is not None and not here else ""
    return command(
        _COMMANDS[finding.level],
        f"{finding.address}: {prose(finding.message)}{at}\n{prose(finding.remedy)}",
        {
            "file": location.file if location is not None else "",
            "line": str(location.line) if location is not None and here else "",
            "title": finding.rule,
        },
    )


def _data(text: str) -> str:
    rows = (visible(row) for row in text.split("\n"))
    return "%0A".join(row.replace("%", "%25") for row in rows)


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
