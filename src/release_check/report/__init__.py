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
    DraftedEntry,
    EntryWord,
    Forcing,
    JudgedRelease,
    PullRequest,
    Report,
    VerdictWord,
    verdict_of,
)
from release_check.report.dossier import Dossier, Excerpt, findings_of, places_of, reports_of
from release_check.report.graph import GraphRelease, LeftOutTag, ReleaseGraph
from release_check.report.help import Manner, RuleHelp
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
    "Dossier",
    "DraftedEntry",
    "Due",
    "EntryWord",
    "Excerpt",
    "Forcing",
    "GraphRelease",
    "JudgedRelease",
    "LeftOutTag",
    "Life",
    "LifeEvent",
    "Manner",
    "Notice",
    "Plan",
    "PullRequest",
    "ReleaseGraph",
    "RenameInProgress",
    "Report",
    "RuleHelp",
    "SchemaVersionSpan",
    "Subject",
    "VerdictWord",
    "findings_of",
    "page",
    "places_of",
    "render",
    "reports_of",
    "verdict_of",
]

Subject = Report | Diff | Provider | Audit | Life | Plan | ReleaseGraph | Dossier
"""What can be rendered."""


def render(
    subject: Subject,
    format: str,  # noqa: A002
    *,
    width: int = PLAIN_WIDTH,
    verbose: bool = False,
    rules: Mapping[str, RuleHelp] | None = None,
) -> str:
    """The subject in one of `FORMATS`, or of those that only its kind has, without colour.

    Args:
        subject: a report, comparison, snapshot, audit, life, plan or graph.
        format: a name in `FORMATS`, or in `OWN_FORMATS` of its kind.
        width: where text wraps.
        verbose: text lists everything that is otherwise cut to the first few.
        rules: what each rule is about, for formats that tell.

    Raises:
        KeyError: there is no such format.
    """
    write = OWN_FORMATS.get(type(subject), {}).get(format) or FORMATS[format]
    return write(subject, Manner(width, verbose, rules or {}))


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


def _text(subject: Subject, manner: Manner) -> str:
    return plain(page(subject, verbose=manner.verbose), manner.width)


def _json(subject: Subject, manner: Manner) -> str:
    from release_check.report.json import json_text

    del manner
    return json_text(subject)


def _json_lines(audit: Audit, manner: Manner) -> str:
    from release_check.report.json import json_line

    del manner
    return "".join(map(json_line, audit.reports))


def _sarif(report: Report, manner: Manner) -> str:
    from release_check.report.sarif import report_sarif

    return report_sarif(report, manner.rules)


def _github(report: Report, manner: Manner) -> str:
    from release_check.report.github import report_commands

    del manner
    return report_commands(report)


def _markdown(report: Report, manner: Manner) -> str:
    from release_check.report.markdown import report_markdown

    return report_markdown(report, manner.rules)


def _comment(report: Report, manner: Manner) -> str:
    from release_check.report.markdown import report_comment

    return report_comment(report, manner.rules)


def _junit(report: Report, manner: Manner) -> str:
    from release_check.report.junit import report_junit

    return report_junit(report, manner.rules)


def _plan_markdown(plan: Plan, manner: Manner) -> str:
    from release_check.report.markdown_plan import plan_markdown

    del manner
    return plan_markdown(plan)


def _diff_markdown(diff: Diff, manner: Manner) -> str:
    from release_check.report.release_notes import diff_markdown

    del manner
    return diff_markdown(diff)


def _html(subject: Report | Audit | Life | Plan | Dossier, manner: Manner) -> str:
    from release_check.report.html import html_page

    del manner
    return html_page(subject if isinstance(subject, Dossier) else Dossier(subject=subject))


def _dot(graph: ReleaseGraph, manner: Manner) -> str:
    from release_check.report.dot import graph_dot

    del manner
    return graph_dot(graph)


def _mermaid(graph: ReleaseGraph, manner: Manner) -> str:
    from release_check.report.mermaid import graph_mermaid

    del manner
    return graph_mermaid(graph)


def _svg(graph: ReleaseGraph, manner: Manner) -> str:
    from release_check.report.svg import graph_svg

    del manner
    return graph_svg(graph)


Write = Callable[[Any, Manner], str]

FORMATS: Mapping[str, Write] = {"text": _text, "json": _json}
"""Each format's name with what writes it."""

OWN_FORMATS: Mapping[type, Mapping[str, Write]] = {
    Report: {
        "html": _html,
        "sarif": _sarif,
        "github": _github,
        "markdown": _markdown,
        "comment": _comment,
        "junit": _junit,
    },
    Diff: {"markdown": _diff_markdown},
    Audit: {"html": _html, "json": _json_lines},
    Dossier: {"html": _html},
    Life: {"html": _html},
    Plan: {"html": _html, "markdown": _plan_markdown},
    ReleaseGraph: {"dot": _dot, "mermaid": _mermaid, "svg": _svg},
}
"""Formats that one kind of subject has, or has in a way of its own."""
