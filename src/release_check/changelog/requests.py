"""Pull requests: what one brings to the changelog, and whether it may do without an entry."""

from __future__ import annotations

import collections
from collections.abc import Collection, Iterable

import msgspec

from release_check.changelog.entries import Entry, says_nothing
from release_check.changelog.settings import Settings, is_like


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """A pull request, as whoever judges it describes it."""

    title: str = ""
    labels: tuple[str, ...] = ()
    body: str | None = None
    """Its text, which may carry release notes."""
    since: str | None = None
    """Where it branched off; None for the release that an operator comes from."""


class Brought(msgspec.Struct, frozen=True, kw_only=True):
    """What a pull request brings."""

    entries: tuple[Entry, ...] = ()
    """Those that were not there where it branched off."""
    exemption: str = ""
    """Why it may do without, in words; empty where it may not."""


def new_entries(entries: Iterable[Entry], earlier: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries that are not among earlier ones, wherever those stood, and that say something."""
    counts = collections.Counter(_spelt(entry) for entry in earlier)
    found = []
    for entry in entries:
        if counts[_spelt(entry)]:
            counts[_spelt(entry)] -= 1
        elif not says_nothing(entry.text):
            found.append(entry)
    return tuple(found)


def exemption_of(request: Request, changed: Collection[str], settings: Settings) -> str:
    """Why a request may do without an entry, or nothing.

    Args:
        request: the request.
        changed: every file that it changes.
        settings: what the provider exempts.
    """
    for label in request.labels:
        if any(is_like(label.strip(), pattern) for pattern in settings.exempt_labels):
            return f"its label {label.strip()} exempts it"
    for pattern in settings.exempt_titles:
        if is_like(request.title.strip(), pattern, whole=False):
            return f"its title begins as {pattern}, which exempts it"
    if changed and all(any(is_like(path, pattern) for pattern in settings.exempt_paths) for path in changed):
        return "it changes only files that are exempt"
    return ""


def _spelt(entry: Entry) -> str:
    return " ".join(entry.text.split())
