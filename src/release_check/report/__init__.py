"""Findings, comparisons, snapshots, lives, plans and graphs to text, JSON and more; knows not how they came about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from release_check.model import Provider
from release_check.report.audit import Audit
from release_check.report.data import (
    EXIT_CODES,
    BaseRelease,
    ComparedRef,
    Diff,
    DiffChange,
    Forcing,
    JudgedRelease,
    Report,
    VerdictWord,
    verdict_of,
)
from release_check.report.graph import GraphRelease, LeftOutTag, ReleaseGraph
from release_check.report.life import Carried, Life, LifeEvent, Notice, SchemaVersionSpan
from release_check.report.page import PLAIN_WIDTH, Page, plain
from release_check.report.plan import Due, Plan, RenameInProgress

__all__ = [
    "EXIT_CODES",
    "FORMATS",
    "OWN_FORMATS",
    "Audit",
    "BaseRelease",
    "Carried",
    "ComparedRef",
    "Diff",
    "DiffChange",
    "Due",
    "Forcing",
    "GraphRelease",
    "JudgedRelease",
    "LeftOutTag",
    "Life",
    "LifeEvent",
    "Notice",
    "Plan",
    "ReleaseGraph",
    "RenameInProgress",
    "Report",
    "SchemaVersionSpan",
    "Subject",
    "VerdictWord",
    "page",
    "render",
    "verdict_of",
]

Subject = Report | Diff | Provider | Audit | Life | Plan | ReleaseGraph
"""What can be rendered."""


def render(subject: Subject, format: str, *, width: int = PLAIN_WIDTH, verbose: bool = False) -> str:  # noqa: A002
    """The subject in one of `FORMATS`, or of those that only its kind has, without colour.

    Args:
        subject: a report, comparison, snapshot, audit, life, plan or graph.
        format: a name in `FORMATS`, or in `OWN_FORMATS` of its kind.
        width: where text wraps.
        verbose: text lists everything that is otherwise cut to the first few.

    Raises:
        KeyError: there is no such format.
    """
    own = OWN_FORMATS.get(type(subject), {})
    return own[format](subject) if format in own else FORMATS[format](subject, width, verbose)


def page(subject: Subject, *, verbose: bool = False) -> Page:
    """The subject as a page of text, for whoever shows it in colour."""
    from release_check.report.text import findings_page
    from release_check.report.text_audit import audit_page
    from release_check.report.text_diff import diff_page
    from release_check.report.text_graph import graph_page
    from release_check.report.text_life import life_page
    from release_check.report.text_plan import plan_page
    from release_check.report.text_snapshot import snapshot_page

    pages: Mapping[type, Callable[..., Page]] = {
        Report: findings_page,
        Diff: diff_page,
        Provider: snapshot_page,
        Audit: audit_page,
        Life: life_page,
        Plan: plan_page,
        ReleaseGraph: graph_page,
    }
    return pages[type(subject)](subject, verbose=verbose)


def _text(subject: Subject, width: int, verbose: bool) -> str:
    return plain(page(subject, verbose=verbose), width)


def _json(subject: Subject, width: int, verbose: bool) -> str:
    from release_check.report.json import json_text

    del width, verbose
    return json_text(subject)


def _json_lines(audit: Audit) -> str:
    from release_check.report.json import json_line

    return "".join(map(json_line, audit.reports))


def _markdown(plan: Plan) -> str:
    from release_check.report.markdown_plan import plan_markdown

    return plan_markdown(plan)


def _dot(graph: ReleaseGraph) -> str:
    from release_check.report.dot import graph_dot

    return graph_dot(graph)


def _mermaid(graph: ReleaseGraph) -> str:
    from release_check.report.mermaid import graph_mermaid

    return graph_mermaid(graph)


def _svg(graph: ReleaseGraph) -> str:
    from release_check.report.svg import graph_svg

    return graph_svg(graph)


FORMATS: Mapping[str, Callable[[Any, int, bool], str]] = {"text": _text, "json": _json}
"""Each format's name with what writes it."""

OWN_FORMATS: Mapping[type, Mapping[str, Callable[[Any], str]]] = {
    Audit: {"json": _json_lines},
    Plan: {"markdown": _markdown},
    ReleaseGraph: {"dot": _dot, "mermaid": _mermaid, "svg": _svg},
}
"""Formats that one kind of subject has, or has in a way of its own."""
