"""The commands. Whatever a command needs is imported when it runs, so that `--help` answers at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from release_check import __version__
from release_check.cli import options
from release_check.cli.audit import audit
from release_check.cli.cache import cache
from release_check.cli.changelog import changelog
from release_check.cli.dossier import dossier_for
from release_check.cli.failure import INCOMPLETE, say
from release_check.cli.graph import graph
from release_check.cli.history import history
from release_check.cli.opening import printed_of
from release_check.cli.output import FORMAT_NAMES, Look, Target, deliver, show, targets, write_stdout
from release_check.cli.plan import plan
from release_check.cli.pr import pr
from release_check.cli.progress import progress
from release_check.cli.settings import config, init
from release_check.cli.verify import verify

if TYPE_CHECKING:
    from release_check.demo import Outcome

Outputs = tuple[tuple[str | None, str], ...]

_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class _InOrder(click.Group):
    """Lists its commands in the order in which they stand here."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands."""
        del ctx
        return list(self.commands)


@click.group(cls=_InOrder, context_settings=_SETTINGS)
@click.version_option(__version__, prog_name="release-check", message="%(prog)s %(version)s")
def group() -> None:
    """May this release of a Terraform provider carry this version number?

    Reads the provider's schemas at its git tags straight from the Go source, follows every attribute from release to
    release, and holds HashiCorp's guide on deprecations, removals and renames against what a release changes. Nothing
    is checked out, built or run.

    Exit codes: 0 nothing found at error level; 1 findings at error level; 2 wrong usage or configuration; 3 incomplete:
    something that the verdict needs could not be read.
    """


@group.command(short_help="Judge a candidate as if it were about to be tagged.")
@click.argument("version", required=False)
@options.source
@options.printed
@click.option("--ref", metavar="REF", show_default="the working tree", help="What is judged: a tag, branch or commit.")
@click.option(
    "--base",
    metavar="TAG",
    show_default="the release that the version graph leads from",
    help="The release to judge against.",
)
@click.option("--standing", is_flag=True, help="List also what stands since earlier; it weighs nothing in the verdict.")
@click.option("--lives", is_flag=True, help="On a page of HTML draw the life of what was found over all releases.")
@options.cached
@options.profiled
@options.judged
@options.looks
def check(
    version: str | None,
    repo: str,
    config: str | None,
    environment: Mapping[str, str],
    printed: tuple[str, ...],
    ref: str | None,
    base: str | None,
    standing: bool,
    lives: bool,
    cache: Path | None,
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
    release-check check 3.0.0 --env NEXT=true   the next major, previewed by a feature switch
    release-check check --output json:out.json  text here, JSON there
    """  # noqa: D301  (click keeps lines below a backspace as they are)
    from release_check.api import Session

    where = targets(format_name, outputs)
    named, instead = printed_of(printed)
    with (
        progress(look) as tell,
        Session(
            repo,
            config=config,
            profile=profile,
            environment=environment,
            printed=named,
            instead=instead,
            cache=cache,
            progress=tell,
            tell=say,
        ) as session,
    ):
        report = session.check(version, ref=ref, base=base, standing=standing)
        beside = dossier_for(
            where,
            session.repository,
            session.settings,
            session.source,
            report,
            reading=session.reading,
            lives=lives,
            tell=tell,
        )
        rules = session.rules
    deliver(report, where, look, rules, beside)
    if Target("text", None) not in where:
        _say_all(report.incomplete)
    return report.exit_code


group.add_command(pr)


@group.command(short_help="Show the provider's schemas at a ref.")
@click.argument("ref")
@options.source
@options.printed
@options.formatted
@options.looks
def snapshot(
    ref: str,
    repo: str,
    config: str | None,
    environment: Mapping[str, str],
    printed: tuple[str, ...],
    format_name: str,
    outputs: Outputs,
    look: Look,
) -> int:
    """Show the provider's schemas at REF: a tag, branch or commit."""
    from release_check.api import Session
    from release_check.check import unparsed

    where = targets(format_name, outputs)
    named, instead = printed_of(printed)
    with (
        progress(look) as tell,
        Session(repo, config=config, environment=environment, printed=named, instead=instead, progress=tell) as session,
    ):
        provider = session.snapshot(ref)
    deliver(provider, where, look)
    return _say_all(unparsed(provider.coverage, provider.ref))


@group.command(short_help="Show the typed changes between two refs.")
@click.argument("before", metavar="A")
@click.argument("after", metavar="B")
@options.source
@options.printed
@options.formatted_as(*FORMAT_NAMES, "markdown")
@options.looks
def diff(
    before: str,
    after: str,
    repo: str,
    config: str | None,
    environment: Mapping[str, str],
    printed: tuple[str, ...],
    format_name: str,
    outputs: Outputs,
    look: Look,
) -> int:
    """Show the typed changes of the schemas from ref A to ref B, judging nothing.

    With --env they may be one: the same ref without and with a feature switch.
    """
    from release_check.api import Session
    from release_check.check import unparsed

    where = targets(format_name, outputs)
    named, instead = printed_of(printed)
    with (
        progress(look) as tell,
        Session(repo, config=config, environment=environment, printed=named, instead=instead, progress=tell) as session,
    ):
        compared = session.diff(before, after)
    deliver(compared, where, look)
    return _say_all(
        sentence for side in (compared.before, compared.after) for sentence in unparsed(side.coverage, side.ref)
    )


group.add_command(changelog)
group.add_command(history)
group.add_command(audit)
group.add_command(plan)
group.add_command(graph)
group.add_command(cache)
group.add_command(verify)
group.add_command(config)
group.add_command(init)


@group.command(short_help="List the rules.")
@options.profiled
@options.configured
@click.option("--format", "format_name", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--vocabulary", is_flag=True, help="Show instead everything that a rule's file may say.")
@options.looks
def rules(profile: str | None, config: str | None, format_name: str, vocabulary: bool, look: Look) -> None:
    """List the rules, each with its level in a profile."""
    if vocabulary:
        from release_check.cli.vocabulary_page import vocabulary_json, vocabulary_page

        if format_name == "json":
            write_stdout(vocabulary_json())
        else:
            show(vocabulary_page(), look)
        return
    from release_check.cli.rules_page import list_page, rules_json
    from release_check.configuration import read_configuration

    settings = read_configuration(None, config)
    known = settings.load_rules()
    held = settings.choose_profile(profile, known)
    if format_name == "json":
        write_stdout(rules_json(known, held))
    else:
        show(list_page(known, held), look)


@group.command(short_help="Show one rule in full, with examples.")
@click.argument("rule", shell_complete=options.complete_rule)
@options.profiled
@options.configured
@options.looks
def explain(rule: str, profile: str | None, config: str | None, look: Look) -> None:
    """Show one RULE in full: why, the guide's section, what to do, and examples."""
    from release_check.cli.rules_page import rule_page
    from release_check.configuration import read_configuration
    from release_check.model import UsageProblem
    from release_check.policy.yaml_files import nearest

    settings = read_configuration(None, config)
    known = settings.load_rules(examples=True)
    if rule not in known:
        raise UsageProblem(f"There is no rule {rule}{nearest(rule, known)}; `release-check rules` lists them.")
    held = settings.choose_profile(profile, known)
    show(rule_page(known[rule], held), look)


@group.command(short_help="Judge the guide's own scenarios.")
@click.argument("scenarios", nargs=-1, metavar="[SCENARIO]...")
@click.option("--keep", metavar="DIR", help="Make the repositories in DIR, and leave them there to be played with.")
@options.profiled
@options.looks
def demo(scenarios: tuple[str, ...], keep: str | None, profile: str | None, look: Look) -> int:
    """Judge the guide's own scenarios: small providers with a tag per step, done right and with a classic mistake.

    The verdict on each release is held against the one that the story tells; exit code 1 where they differ.
    """
    from pathlib import Path

    from release_check.demo import closing_page, play, scenario_names
    from release_check.model import UsageProblem
    from release_check.policy import load_profile, load_rules
    from release_check.policy.yaml_files import nearest

    for name in scenarios:
        if name not in scenario_names():
            raise UsageProblem(f"There is no scenario {name}{nearest(name, scenario_names())}.")
    known = load_rules()
    held = load_profile(profile, known) if profile else load_profile(rules=known)
    outcomes: list[Outcome] = []
    for page, played in play(scenarios, known, held, keep=Path(keep) if keep else None):
        if not look.quiet:
            show(page, look)
        outcomes += played
    show(closing_page(outcomes), look)
    return 0 if all(outcome.as_told for outcome in outcomes) else 1


def _say_all(sentences: Iterable[str]) -> int:
    """Say what could not be read; the exit code for it, 0 where there is nothing to say."""
    code = 0
    for sentence in sentences:
        say(sentence)
        code = INCOMPLETE
    return code
