"""What shows and judges nothing: a snapshot, the changes between two."""

from __future__ import annotations

from release_check import history
from release_check.check.reading import Progress, Reading, silent
from release_check.git import Repository
from release_check.model import Change, Location, Provider
from release_check.report import ComparedRef, Diff, DiffChange


def snapshot(repository: Repository, ref: str, reading: Reading, progress: Progress = silent) -> Provider:
    """The provider's schemas at a ref.

    Raises:
        UsageProblem: there is no such ref.
        IncompleteError: no provider was found there.
    """
    progress(f"reading {ref}")
    return reading.provider(repository.tree(ref))


def diff(
    repository: Repository,
    before: str,
    after: str,
    reading: Reading,
    progress: Progress = silent,
    *,
    preview: Reading | None = None,
) -> Diff:
    """The typed changes between two refs; `preview` says how the later is read, where otherwise.

    Raises:
        UsageProblem: there is no such ref.
        IncompleteError: no provider was found at one of them.
    """
    old = snapshot(repository, before, reading, progress)
    new = snapshot(repository, after, preview or reading, progress)
    return Diff(
        provider=new.provider,
        before=ComparedRef(ref=old.ref, commit=old.commit, coverage=old.coverage),
        after=ComparedRef(ref=new.ref, commit=new.commit, coverage=new.coverage),
        changes=tuple(_shown(change, old.ref, new.ref) for change in history.changes(old, new)),
    )


def _shown(change: Change, before: str, after: str) -> DiffChange:
    source, ref = change.source, after if change.after is not None else before
    return DiffChange(
        change=change.kind,
        address=str(change.address),
        old=change.old,
        new=change.new,
        parent_added=change.parent_added,
        location=Location(ref, source.file, source.line) if source is not None else None,
    )
