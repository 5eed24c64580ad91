"""`pr`: the gate on a pull request."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from release_check.cli import options
from release_check.cli.dossier import dossier_for
from release_check.cli.failure import say
from release_check.cli.output import Look, Target, deliver, targets
from release_check.cli.progress import progress

if TYPE_CHECKING:
    from release_check.git import Repository

_BRANCHES = ("origin/HEAD", "origin/main", "origin/master", "main", "master")


@click.command(short_help="Judge a pull request: what it changes, and nothing that stands there already.")
@click.argument("version", required=False)
@options.source
@options.cached
@click.option("--ref", metavar="REF", show_default="the working tree", help="The head: a branch, tag or commit.")
@click.option(
    "--base",
    metavar="REF",
    show_default="the event's, else the branch that origin calls its own",
    help="What it is merged into. What it branched off at is found by itself.",
)
@click.option("--label", "labels", metavar="NAME", multiple=True, help="A label of it. May be repeated.")
@click.option("--milestone", metavar="TITLE", default="", help="The title of its milestone.")
@click.option("--branch", metavar="NAME", default="", help="The name of the branch that it is merged into.")
@click.option("--request", metavar="NUMBER", default="", help="Its number, after which drafted fragments are named.")
@click.option("--title", metavar="TEXT", default="", help="Its title, which may exempt it from having an entry.")
@click.option("--body", metavar="FILE", help="A file with its text, which may carry release notes.")
@click.option("--event", metavar="FILE", help="Take all of these from FILE, as GITHUB_EVENT_PATH names it.")
@click.option(
    "--unreleased",
    is_flag=True,
    help="Take no tags to mean that nothing was released yet, rather than that they were not fetched.",
)
@options.profiled
@options.judged
@options.looks
def pr(
    version: str | None,
    repo: str,
    config: str | None,
    environment: Mapping[str, str],
    cache: Path | None,
    ref: str | None,
    base: str | None,
    labels: tuple[str, ...],
    milestone: str,
    branch: str,
    request: str,
    title: str,
    body: str | None,
    event: str | None,
    unreleased: bool,
    profile: str | None,
    format_name: str,
    outputs: tuple[tuple[str | None, str], ...],
    look: Look,
) -> int:
    """Judge a pull request: what is found with it and not without it, both held against the line of releases.

    It says which bump the changes need, whether the next version is one, and which changelog entries are missing. The
    next version is what VERSION says (or major, minor, patch), else a label, the milestone, the branch, the top heading
    of CHANGELOG.md or the configuration, in this order; else a MINOR is next.

    \b
    release-check pr --base origin/main                 the working tree, to be merged into main
    release-check pr --base main --ref topic major      a branch, to be released with the next MAJOR
    release-check pr --event "$GITHUB_EVENT_PATH"       what a workflow was started by
    """  # noqa: D301  (click keeps lines below a backspace as they are)
    from release_check.api import Asked, Session
    from release_check.check.event import Event, read_event
    from release_check.check.next_version import Signs
    from release_check.cli.files import read_file

    where = targets(format_name, outputs)
    told = read_event(read_file(event), event) if event is not None else Event()
    with (
        progress(look) as tell,
        Session(
            repo, config=config, profile=profile, environment=environment, cache=cache, progress=tell, tell=say
        ) as session,
    ):
        releases = session.settings.content.releases
        asked = Asked(
            target=base or told.base.sha or _branch_here(session.repository),
            ref=ref,
            number=request or (str(told.number) if told.number is not None else ""),
            title=title or told.title,
            body=read_file(body).decode("utf-8", "replace") if body is not None else told.body,
            signs=Signs(
                version=version,
                labels=(*labels, *(label.name for label in told.labels)),
                milestone=milestone or (told.milestone.title if told.milestone is not None else ""),
                branch=branch or told.base.ref,
                meanings=releases.labels,
                configured=releases.next,
            ),
            unreleased=unreleased,
        )
        report = session.pull_request(asked)
        beside = dossier_for(
            where,
            session.repository,
            session.settings,
            session.source,
            report,
            reading=session.reading,
            tell=tell,
        )
        rules = session.rules
    deliver(report, where, look, rules, beside)
    if Target("text", None) not in where:
        for sentence in report.incomplete:
            say(sentence)
    return report.exit_code


def _branch_here(repository: Repository) -> str:
    """The branch that pull requests are likely merged into.

    Raises:
        UsageProblem: none of the usual ones is there.
    """
    from release_check.model import UsageProblem

    for name in _BRANCHES:
        try:
            repository.tree(name)
        except UsageProblem:
            continue
        return name
    raise UsageProblem("Name the branch that the pull request is merged into with --base.")
