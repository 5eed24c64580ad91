"""`verify`: our snapshot against what Terraform printed."""

from __future__ import annotations

from collections.abc import Mapping

import click

from release_check.cli import options
from release_check.cli.opening import configured, opened, reading_of
from release_check.cli.output import Look, show, write_stdout
from release_check.cli.progress import progress


@click.command(short_help="Hold the snapshot against Terraform's own view of the provider.")
@click.argument("file", metavar="FILE")
@options.source
@click.option("--ref", metavar="REF", show_default="the working tree", help="What the provider was built from.")
@click.option("--format", "format_name", type=click.Choice(["text", "json"]), default="text", show_default=True)
@options.looks
def verify(
    file: str,
    repo: str,
    config: str | None,
    environment: Mapping[str, str],
    ref: str | None,
    format_name: str,
    look: Look,
) -> int:
    """Hold the snapshot at REF against FILE, with the source line of every difference.

    FILE is what `terraform providers schema -json` printed of the provider built from REF; - reads it from standard
    input. What differs by nature is folded away and counted: what the SDKs add when they serve a schema, and what
    Terraform does not print. Exit code 0 where nothing else differs, 1 where something does.
    """
    from release_check.check.verify import verify as compare
    from release_check.cli.files import read_file
    from release_check.report.verification import verification_json, verification_page

    content = read_file(file)
    with opened(repo) as repository, progress(look) as tell:
        outcome = compare(
            repository,
            content,
            file,
            ref=ref,
            reading=reading_of(configured(repository, config), environment),
            progress=tell,
        )
    if format_name == "json":
        write_stdout(verification_json(outcome))
    else:
        show(verification_page(outcome, verbose=look.verbose), look)
    return outcome.exit_code
