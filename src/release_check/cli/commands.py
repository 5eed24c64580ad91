"""The commands. Whatever a command needs is imported when it runs, so that `--help` answers at once."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import click

from release_check import __version__
from release_check.cli import options
from release_check.cli.output import Look, deliver, show, targets
from release_check.cli.progress import progress

if TYPE_CHECKING:
    from release_check.check import Reading
    from release_check.configuration import Configuration
    from release_check.git import Repository

Outputs = tuple[tuple[str | None, str], ...]

_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group(context_settings=_SETTINGS)
@click.version_option(__version__, prog_name="release-check", message="%(prog)s %(version)s")
def group() -> None:
    """May this release of a Terraform provider carry this version number?

    Reads the provider's schemas at its git tags straight from the Go source, follows every attribute from release to
    release, and holds HashiCorp's guide on deprecations, removals and renames against what a release changes. Nothing
    is checked out, built or run.

    Exit codes: 0 nothing found at error level; 1 findings at error level; 2 wrong usage or configuration; 3 incomplete:
    something that the verdict needs could not be read.
    """


@group.command()
@click.argument("version", required=False)
@options.repository
@click.option("--ref", metavar="REF", show_default="the working tree", help="What is judged: a tag, branch or commit.")
@click.option(
    "--base",
    metavar="TAG",
    show_default="the release that the version graph leads from",
    help="The release to judge against.",
)
@options.profiled
@options.formatted
@options.looks
def check(
    version: str | None,
    repo: str,
    config: str | None,
    environment: Mapping[str, str],
    ref: str | None,
    base: str | None,
    profile: str | None,
    format_name: str,
    outputs: Outputs,
    look: Look,
) -> int:
    """Judge a candidate as if it were about to be tagged VERSION.

    Without VERSION the candidate is judged as the tag that --ref names, or else as the version that the top heading of
    CHANGELOG.md announces as unreleased; where there is neither, the report says which bump the changes need.

    \b
    release-check check 2.0.0                   the working tree, about to become 2.0.0
    release-check check --ref v1.4.0            a release that was made
    release-check check --output json:out.json  text here, JSON there
    """  # noqa: D301  (click keeps lines below a backspace as they are)
    from release_check import check as use_cases
    from release_check.policy import load_rules

    where = targets(format_name, outputs)
    with _open(repo) as repository:
        settings = _configured(repository, config)
        rules = load_rules()
        with progress(look) as tell:
            report = use_cases.check(
                repository,
                rules=rules,
                profile=settings.chosen_profile(profile, rules),
                version=version,
                ref=ref,
                base=base,
                reading=_reading(settings, environment),
                progress=tell,
            )
    deliver(report, where, look)
    return report.exit_code


@group.command()
@click.argument("ref")
@options.repository
@options.formatted
@options.looks
def snapshot(
    ref: str,
    repo: str,
    config: str | None,
    environment: Mapping[str, str],
    format_name: str,
    outputs: Outputs,
    look: Look,
) -> None:
    """Show the provider's schemas at REF: a tag, branch or commit."""
    from release_check import check as use_cases

    where = targets(format_name, outputs)
    with _open(repo) as repository, progress(look) as tell:
        reading = _reading(_configured(repository, config), environment)
        provider = use_cases.snapshot(repository, ref, reading, tell)
    deliver(provider, where, look)


@group.command()
@click.argument("before", metavar="A")
@click.argument("after", metavar="B")
@options.repository
@options.formatted
@options.looks
def diff(
    before: str,
    after: str,
    repo: str,
    config: str | None,
    environment: Mapping[str, str],
    format_name: str,
    outputs: Outputs,
    look: Look,
) -> None:
    """Show the typed changes of the schemas from ref A to ref B, judging nothing."""
    from release_check import check as use_cases

    where = targets(format_name, outputs)
    with _open(repo) as repository, progress(look) as tell:
        reading = _reading(_configured(repository, config), environment)
        compared = use_cases.diff(repository, before, after, reading, tell)
    deliver(compared, where, look)


@group.command()
@options.repository
@options.looks
def graph(repo: str, config: str | None, environment: Mapping[str, str], look: Look) -> None:
    """Show the version graph: every release with the release that operators come to it from."""
    from release_check import check as use_cases
    from release_check.report.text_graph import graph_page

    del config, environment
    with _open(repo) as repository:
        releases = use_cases.version_graph(repository)
    show(graph_page(releases), look)


@contextlib.contextmanager
def _open(repo: str) -> Iterator[Repository]:
    from release_check.git import Repository

    with Repository.open(repo) as repository:
        yield repository


def _configured(repository: Repository, config: str | None) -> Configuration:
    from release_check.configuration import read_configuration

    return read_configuration(repository, config)


def _reading(settings: Configuration, environment: Mapping[str, str]) -> Reading:
    from release_check.check import Reading

    return Reading(environment={**settings.env, **environment}, entrypoint=settings.entrypoint)
