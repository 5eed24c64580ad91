"""`audit`: every release judged against its line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from release_check.cli import options
from release_check.cli.opening import configured, opened, reading_of
from release_check.cli.output import Look, deliver, targets
from release_check.cli.progress import bar

if TYPE_CHECKING:
    from release_check.check import Reading
    from release_check.configuration import Configuration
    from release_check.git import Repository
    from release_check.history import Release, VersionGraph
    from release_check.report import Report


@click.command(short_help="Judge every release against its line.")
@options.source
@click.option("--last", type=click.IntRange(min=1), metavar="N", help="Judge only the N newest releases.")
@options.profiled
@options.formatted
@options.looks
def audit(
    repo: str,
    config: str | None,
    environment: Mapping[str, str],
    last: int | None,
    profile: str | None,
    format_name: str,
    outputs: tuple[tuple[str | None, str], ...],
    look: Look,
) -> int:
    """Judge every release against its line, as `check --ref TAG` would, and sum up.

    With --format json each line is the report of one release.
    """
    from release_check import check as use_cases
    from release_check.report import Audit

    where = targets(format_name, outputs)
    with opened(repo) as repository:
        settings = configured(repository, config)
        graph = use_cases.version_graph(repository, settings.tag_rules)
        chosen = graph.releases[-last:] if last is not None else graph.releases
        reading = reading_of(settings, environment)
        audited = Audit(reports=audit_all(repository, settings, graph, reading, chosen, profile, look))
    deliver(audited, where, look)
    return audited.exit_code


def audit_all(
    repository: Repository,
    settings: Configuration,
    graph: VersionGraph,
    reading: Reading,
    releases: tuple[Release, ...],
    profile: str | None,
    look: Look,
) -> tuple[Report, ...]:
    """Judge releases with a bar on standard error."""
    from release_check import check as use_cases
    from release_check.policy import load_rules

    rules = load_rules()
    held = settings.choose_profile(profile, rules)
    found: list[Report] = []
    with bar(look, len(releases)) as (tell, step):
        source = use_cases.GitSource(repository, reading)
        for report in use_cases.audit(
            repository, graph, source, rules=rules, profile=held, releases=releases, progress=tell
        ):
            found.append(report)
            step()
    return tuple(found)
