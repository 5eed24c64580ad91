"""`config` and `init`: the configuration that holds, and one to begin with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from release_check.cli import options
from release_check.cli.opening import configured, opened
from release_check.cli.output import write_stdout

if TYPE_CHECKING:
    from release_check.check.first_look import FirstLook


@click.command(short_help="Show the configuration that holds, and where each value comes from.")
@options.repo
@click.option("--config", metavar="FILE", help="The configuration.")
def config(repo: str, config: str | None) -> None:
    """Show every key of the configuration with its value, and the line it comes from.

    What is shown is a configuration itself. Rules, levels and waivers are checked as a command would that uses them.
    """
    from release_check.policy import load_rules

    with opened(repo) as repository:
        settings = configured(repository, config)
        settings.choose_profile(None, settings.load_rules() if settings.content.rules else load_rules())
        _ = settings.tag_rules
        write_stdout("\n".join(_effective(list(settings.effective()))) + "\n")


@click.command(short_help="Write a configuration and a workflow to begin with.")
@options.repo
@click.option(
    "--output", metavar="FILE", help="Where the configuration goes, and nothing else is written. - for stdout."
)
@click.option(
    "--workflow",
    metavar="FILE",
    show_default="where GitHub looks for it",
    help="Where the workflow goes, or - to print it and write nothing.",
)
@click.option("--force", is_flag=True, help="Write over what is there.")
def init(repo: str, output: str | None, workflow: str | None, force: bool) -> None:
    """Look at the repository, and write a .release-check.yml with comments that fits it, and a workflow for GitHub.

    Every key is there; those that need not be set are commented out with their defaults. The workflow judges pull
    requests and pushed tags.
    """
    from release_check import __version__
    from release_check.check.first_look import first_look
    from release_check.cli.workflow import PLACE, workflow_text
    from release_check.configuration import FILE
    from release_check.model import UsageProblem

    with opened(repo) as repository:
        seen = first_look(repository)
        text, judging = "\n".join(_beginning(seen)) + "\n", workflow_text(seen, __version__)
        if "-" in (output, workflow):
            write_stdout(text if output == "-" else judging)
            return
        files = {Path(output) if output is not None else repository.top() / FILE: text}
        if output is None:
            files[Path(workflow) if workflow is not None else repository.top() / PLACE] = judging
    for path in files:
        if path.exists() and not force:
            raise UsageProblem(
                f"{path} is there already: name another with --output or --workflow, or write over it with --force."
            )
    for path, content in files.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
        except OSError as error:
            raise UsageProblem(f"{path} cannot be written: name another file.") from error
        click.echo(f"{path} was written.")
    click.echo("`release-check config` shows what holds.")


def _effective(rows: list[tuple[str, object, str]]) -> Iterator[str]:
    above = ""
    for key, value, origin in rows:
        group, _, name = key.rpartition(".")
        if group and group != above:
            yield f"{group}:"
        above = group
        indent = "  " if group else ""
        yield f"{indent}{name}: {_flow(value)}  # {origin}"


def _flow(value: object) -> str:
    """A value as YAML on one line."""
    import yaml

    return yaml.safe_dump(value, default_flow_style=True, width=10**9, allow_unicode=True).removesuffix("...\n").strip()


def _beginning(seen: FirstLook) -> Iterator[str]:
    yield "# How release-check judges this provider. Every key may be left out; what is commented out is the default."
    yield ""
    yield "# Which rules are held: hashicorp-guide, strict, semver-only, or a YAML file of your own beside this one."
    yield "profile: hashicorp-guide"
    yield ""
    yield "# Rules that weigh otherwise than the profile says: error, warning, note, off; see `release-check rules`."
    yield "# levels:"
    yield "#   default-changed: warning"
    yield ""
    yield "# Files and folders of rules of your own. `release-check rules --vocabulary` shows what they may say."
    yield "# rules: [.release-check/rules]"
    yield ""
    yield "# How versions count: semver, initial-development (0.MAJOR.MINOR before 1.0.0), or 1.MAJOR.MINOR."
    if seen.is_early:
        yield "# All releases are below 1.0.0: with semver they promise nothing, and errors are warnings. Where they"
        yield "# are used in earnest already, set initial-development."
    yield "# versioning: semver"
    yield ""
    yield from _releases(seen)
    yield ""
    if seen.provider:
        yield f"# The function that makes the provider. It was found by itself: {seen.provider}."
    else:
        yield "# The function that makes the provider has to be named here, as DIR.FUNCTION:"
        yield f"# {' '.join(seen.problem.split())}"
    yield "# entrypoint: internal/provider.New"
    yield ""
    yield "# What the source gets where it reads environment variables, such as feature switches; all others are unset."
    yield "# env:"
    yield "#   EXAMPLE_NEXT_MAJOR: true"
    yield ""
    yield (
        f"# The changelog that releases are held against: {seen.changelog}."
        if seen.changelog
        else ("# There is no CHANGELOG.md at the top; the rules on changelogs stay silent where none is kept.")
    )
    yield ""
    yield "# Where releases are told, where it is not found by itself; pages that count for every release, not for a"
    yield "# MAJOR alone; the titles in their order; more types of release notes; which pull requests need no entry,"
    yield "# unless they deprecate, remove or break something: `release-check config` shows what is exempt by default."
    yield "# changelog:"
    yield "#   files: [CHANGELOG.md]"
    yield "#   guides: ['docs/guides/*-upgrade.md']"
    yield "#   titles: [BREAKING CHANGES, NOTES, FEATURES, ENHANCEMENTS, BUG FIXES]"
    yield "#   types: {chore: other}"
    yield "#   exempt_labels: [no-changelog-needed]"
    yield "#   exempt_titles: ['docs:']"
    yield "#   exempt_paths: ['docs/*', '*_test.go']"
    yield ""
    yield "# Whether a deprecated attribute must stay on its page, mark, or may be left out, omit."
    yield "# documentation:"
    yield "#   deprecated: omit"
    yield ""
    yield "# Reviewed exceptions; `*` is a wildcard. `releases` and `until` may be left out; `until` is the version"
    yield "# from which on it does not hold, or the last day that counts, for the date of the candidate's commit."
    yield "# waivers:"
    yield "# - rule: default-changed"
    yield "#   address: resource/example_widget/size"
    yield "#   releases: '>=1.4.0, <2.0.0'"
    yield "#   reason: the API had this default all along"
    yield "#   until: 2.0.0"


def _releases(seen: FirstLook) -> Iterator[str]:
    found = f"{seen.releases:,} tags are releases" if seen.releases != 1 else "1 tag is a release"
    newest = f", {seen.newest} the newest" if seen.newest else ""
    others = f"; {seen.others:,} are not, `release-check graph` names them" if seen.others else ""
    yield f"# Which tags are releases: {found}{newest}{others}."
    if seen.pattern:
        yield "releases:"
        yield f"  tags: {_flow(seen.pattern)}"
    else:
        yield "# releases:"
        yield "#   tags: v{version}"
    yield "#   ignored: ['*-nightly*']"
    yield "#   retracted: [v1.4.0]"
    yield "#   # What comes next, for pull requests: major, minor, patch or a version; and labels that say so."
    yield "#   next: minor"
    yield "#   labels: {for-next: major}"
