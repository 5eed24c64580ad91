"""`history`: the life of one address."""

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


@click.command(short_help="Show the life of one address over all releases.")
@click.argument("address")
@options.source
@options.cached
@options.formatted_as("text", "json", "html")
@options.looks
def history(
    address: str,
    repo: str,
    config: str | None,
    environment: Mapping[str, str],
    cache: Path | None,
    format_name: str,
    outputs: tuple[tuple[str | None, str], ...],
    look: Look,
) -> int:
    """Show the life of ADDRESS over all releases: a line for each event, with tag, date, file and line.

    \b
    release-check history resource/example_widget/disk.size
    release-check history data-source/example_widget
    release-check history provider/region
    """  # noqa: D301  (click keeps lines below a backspace as they are)
    from release_check import check as use_cases
    from release_check.model import Address, AddressError, UsageProblem

    try:
        asked = Address.parse(address)
    except AddressError as error:
        raise UsageProblem(f"{error}.") from error
    where = targets(format_name, outputs)
    with opened(repo) as repository, progress(look) as tell:
        settings = configured(repository, config)
        graph = use_cases.version_graph(repository, settings.tag_rules)
        reading = reading_of(settings, environment)
        with sourced(repository, reading, cache) as source:
            life = use_cases.life(graph, source, asked, progress=tell)
            beside = dossier_for(where, repository, settings, source, life, reading=reading, tell=tell)
    deliver(life, where, look, dossier=beside)
    return INCOMPLETE if life.incomplete else 0
