"""`cache`: what is kept for the next run, and letting go of it."""

from __future__ import annotations

from pathlib import Path

import click

from release_check.cli import options
from release_check.cli.failure import say


@click.command(short_help="Show or clear what is kept for the next run.")
@click.option("--clear", is_flag=True, help="Delete what is kept.")
@click.option("--key", is_flag=True, help="Print instead what changes when a new version keeps nothing of an old one.")
@options.cached
def cache(clear: bool, key: bool, cache: Path | None) -> None:
    """Show where snapshots are kept for the next run, how many, and how large the file is.

    The file may be deleted at any time; a CI job that saves its folder saves the reading. --key is what it saves it by.
    """
    if key:
        from release_check import __version__
        from release_check.snapshot.store import fingerprint

        click.echo(f"{__version__}-{fingerprint()}")
        return
    from release_check.snapshot.store import FILE_NAME, Store

    if cache is None:
        click.echo("Nothing is kept: --no-cache was given.")
        return
    if clear:
        for path in sorted(cache.glob(f"{FILE_NAME}*")):
            path.unlink(missing_ok=True)
    if not (cache / FILE_NAME).exists():
        click.echo(f"{cache / FILE_NAME}: nothing is kept")
        return
    store = Store(cache, tell=say)
    click.echo(f"{store.path}: {store.count} snapshots, parts among them, {store.size / 1_000_000:.1f} MB")
    store.close()
