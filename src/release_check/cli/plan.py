"""`plan`: what the next MAJOR must, may and may not do."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from release_check.cli import options
from release_check.cli.dossier import dossier_for
from release_check.cli.failure import INCOMPLETE
from release_check.cli.opening import configured, opened, reading_of, sourced
from release_check.cli.output import Look, deliver, targets
from release_check.cli.progress import progress


@click.command(short_help="Say what the next MAJOR must, may and may not do.")
@click.argument("version", required=False)
@options.source
@options.cached
@click.option("--ref", metavar="REF", show_default="the working tree", help="What the MAJOR is going to be made of.")
@options.formatted_as("text", "json", "markdown", "html")
@options.looks
def plan(
    version: str | None,
    repo: str,
    config: str | None,
    environment: Mapping[str, str],
    cache: Path | None,
    ref: str | None,
    format_name: str,
    outputs: tuple[tuple[str | None, str], ...],
    look: Look,
) -> int:
    """Say what the MAJOR release VERSION has to do with what was announced.

    Without VERSION it is the next after the release that --ref names, or after the newest.

    It must delete what was soft-removed in an earlier MAJOR. It may remove what operators were told of in time, and not
    yet what they were not. Of each rename in progress it says what is left to do.
    """
    from release_check import check as use_cases

    where = targets(format_name, outputs)
    with opened(repo) as repository, progress(look) as tell:
        settings = configured(repository, config)
        reading = reading_of(settings, environment)
        graph = use_cases.version_graph(repository, settings.tag_rules)
        with sourced(repository, reading, cache) as source:
            planned = use_cases.plan(
                repository, graph, source, version=version, ref=ref, reading=reading, progress=tell
            )
            beside = dossier_for(where, repository, settings, source, planned, reading=reading, tell=tell)
    deliver(planned, where, look, dossier=beside)
    return INCOMPLETE if planned.incomplete else 0
