"""`graph`: the releases and how they follow each other."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import click

from release_check.cli import options
from release_check.cli.audit import Pace, audit_all
from release_check.cli.opening import configured, opened, reading_of
from release_check.cli.output import Look, deliver, targets


@click.command(short_help="Show the version graph.")
@options.source
@options.cached
@options.jobs
@click.option(
    "--breaking/--no-breaking",
    default=None,
    show_default="yes where an svg is written",
    help="Read the schemas of every release, and mark those whose changes need a MAJOR.",
)
@options.formatted_as("text", "json", "dot", "mermaid", "svg")
@options.looks
def graph(
    repo: str,
    config: str | None,
    environment: Mapping[str, str],
    cache: Path | None,
    jobs: int | None,
    breaking: bool | None,
    format_name: str,
    outputs: tuple[tuple[str | None, str], ...],
    look: Look,
) -> None:
    """Show the version graph: every release with the release that operators come to it from.

    Order is by version. Where dates or the history of commits say otherwise, a note does. Tags that are no release are
    named with the reason.
    """
    from release_check import check as use_cases

    where = targets(format_name, outputs)
    with opened(repo) as repository:
        settings = configured(repository, config)
        releases = use_cases.version_graph(repository, settings.tag_rules)
        marked = any(target.format == "svg" for target in where) if breaking is None else breaking
        reports = None
        if marked:
            reading = reading_of(settings, environment)
            pace = Pace(Path(repo), cache, jobs or os.cpu_count() or 1)
            reports = audit_all(repository, settings, releases, reading, releases.releases, None, look, pace)
        view = use_cases.graph_view(repository, releases, reports)
    deliver(view, where, look)
