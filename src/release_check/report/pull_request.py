"""What is said of a pull request, wherever it is shown."""

from __future__ import annotations

from collections.abc import Mapping

from release_check.report.data import EntryWord, PullRequest, Report
from release_check.report.words import count, listed, with_article

_ENTRIES: Mapping[EntryWord, str] = {
    EntryWord.THERE: "an entry is there",
    EntryWord.MISSING: "an entry is missing",
    EntryWord.NOT_NEEDED: "no entry, and none is asked for",
}


def asks_for(report: Report, request: PullRequest) -> str:
    """The bump that the changes need, and whether the next version is one."""
    if report.minimum_bump is None:
        return "not known, since not everything could be read"
    asked = with_article(report.minimum_bump.upper())
    version, bump = report.release.version, report.release.bump
    if request.allowed is None or version is None or bump is None:
        return asked
    claimed = f"{version} is {with_article(bump.upper())}"
    return f"{asked}, and {claimed}" if request.allowed else f"{asked}, but {claimed}"


def entry_told(request: PullRequest) -> str:
    """Whether the changelog says what it must, and where a draft would go."""
    files = list(dict.fromkeys(draft.file for draft in request.drafts))
    drafted = f": a draft for {listed(files)} is below" if files else ""
    return f"{_ENTRIES[request.entry]}{drafted if request.entry is EntryWord.MISSING else ''}"


def left_aside(request: PullRequest) -> str:
    """What it does not answer for, as a sentence; nothing where there is nothing of the kind."""
    if not request.without:
        return ""
    return f"Already near it: {count(request.without, 'finding')}, for which it does not answer."
