"""Findings, comparisons and snapshots to text and JSON; knows what they hold, not how they came about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from release_check.model import Provider
from release_check.report.data import (
    EXIT_CODES,
    BaseRelease,
    ComparedRef,
    Diff,
    DiffChange,
    Forcing,
    JudgedRelease,
    Report,
    Subject,
    VerdictWord,
    verdict_of,
)
from release_check.report.page import PLAIN_WIDTH, Page, plain

__all__ = [
    "EXIT_CODES",
    "FORMATS",
    "BaseRelease",
    "ComparedRef",
    "Diff",
    "DiffChange",
    "Forcing",
    "JudgedRelease",
    "Report",
    "Subject",
    "VerdictWord",
    "page",
    "render",
    "verdict_of",
]


def render(subject: Subject, format: str, *, width: int = PLAIN_WIDTH, verbose: bool = False) -> str:  # noqa: A002
    """The subject in one of `FORMATS`, without colour.

    Args:
        subject: a report, a comparison or a snapshot.
        format: a name in `FORMATS`.
        width: where text wraps.
        verbose: text lists everything that is otherwise cut to the first few.

    Raises:
        KeyError: there is no such format.
    """
    return FORMATS[format](subject, width, verbose)


def page(subject: Subject, *, verbose: bool = False) -> Page:
    """The subject as a page of text, for whoever shows it in colour."""
    from release_check.report.text import findings_page
    from release_check.report.text_diff import diff_page
    from release_check.report.text_snapshot import snapshot_page

    pages: Mapping[type, Callable[..., Page]] = {Report: findings_page, Diff: diff_page, Provider: snapshot_page}
    return pages[type(subject)](subject, verbose=verbose)


def _text(subject: Subject, width: int, verbose: bool) -> str:
    return plain(page(subject, verbose=verbose), width)


def _json(subject: Subject, width: int, verbose: bool) -> str:
    from release_check.report.json import json_text

    del width, verbose
    return json_text(subject)


FORMATS: Mapping[str, Callable[[Any, int, bool], str]] = {"text": _text, "json": _json}
"""Each format's name with what writes it."""
