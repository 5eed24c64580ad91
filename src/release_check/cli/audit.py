"""`audit`: every release judged against its line."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from release_check.cli import options
from release_check.cli.dossier import dossier_for
from release_check.cli.failure import say
from release_check.cli.opening import configured, opened, reading_of, sourced, telling_of
from release_check.cli.output import Look, deliver, targets
from release_check.cli.progress import bar, progress

if TYPE_CHECKING:
    from release_check.check import Reading
    from release_check.configuration import Configuration
    from release_check.git import Repository
    from release_check.history import Release, VersionGraph
    from release_check.report import Report


_FEW = 8
"""Releases for which starting other processes does not pay."""


@click.command(short_help="Judge every release against its line.")
@options.source
@options.cached
@options.jobs
@click.option("--last", type=click.IntRange(min=1), metavar="N", help="Judge only the N newest releases.")
@options.profiled
@options.formatted_as("text", "json", "html")
@options.looks
def audit(
    repo: str,
    config: str | None,
    environment: Mapping[str, str],
    cache: Path | None,
    jobs: int | None,
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
        pace = Pace(Path(repo), cache, jobs or os.cpu_count() or 1)
        audited = Audit(reports=audit_all(repository, settings, graph, reading, chosen, profile, look, pace))
        with progress(look) as tell, sourced(repository, reading, cache) as source:
            beside = dossier_for(where, repository, settings, source, audited, reading=reading, tell=tell)
    deliver(audited, where, look, dossier=beside)
    return audited.exit_code


class Pace(NamedTuple):
    """How the reading goes: where from, where it is kept, by how many processes."""

    repository: Path
    cache: Path | None
    jobs: int


def audit_all(
    repository: Repository,
    settings: Configuration,
    graph: VersionGraph,
    reading: Reading,
    releases: tuple[Release, ...],
    profile: str | None,
    look: Look,
    pace: Pace,
) -> tuple[Report, ...]:
    """Judge releases with a bar on standard error; first several processes read and judge what is not kept yet."""
    from release_check import check as use_cases
    from release_check.check import shared_work

    rules = settings.load_rules()
    held = settings.choose_profile(profile, rules)
    telling = telling_of(settings)
    found: list[Report] = []
    with use_cases.opened_store(pace.cache, say) as (store, folder):
        source = use_cases.StoredSource(repository, reading, store)
        kept = use_cases.KeptReports(store, graph, rules, held, reading, telling)
        several = pace.jobs > 1 and len(releases) > _FEW
        lacking = source.lacks([release.ref for release in graph.releases]) if several else ()
        if len(lacking) > _FEW:
            with bar(look, len(lacking)) as (tell, step):
                tell("reading")
                shared_work.prepare(
                    pace.repository,
                    lacking,
                    reading,
                    folder,
                    jobs=pace.jobs,
                    count=lambda: store.count,
                    step=step,
                )
        unjudged = kept.lacks(releases) if several else ()
        if len(unjudged) > _FEW:
            with bar(look, len(unjudged)) as (tell, step):
                tell("judging")
                shared_work.prejudge(
                    pace.repository,
                    [release.ref for release in unjudged],
                    shared_work.Judging(
                        rules=rules, profile=held, tags=settings.tag_rules, reading=reading, telling=telling
                    ),
                    folder,
                    jobs=pace.jobs,
                    count=lambda: store.results,
                    step=step,
                )
        with bar(look, len(releases)) as (tell, step):
            for report in use_cases.audit(
                repository,
                graph,
                source,
                rules=rules,
                profile=held,
                reading=reading,
                telling=telling,
                releases=releases,
                kept=kept,
                progress=tell,
            ):
                found.append(report)
                step(1)
    return tuple(found)
