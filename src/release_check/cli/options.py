"""Options that several commands share, each declared once."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from release_check.cli.output import FORMAT_NAMES, REPORT_FORMAT_NAMES, Look, parse_target

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Function = TypeVar("Function", bound=Callable[..., Any])


def complete_rule(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The rules whose id begins as typed."""
    from click.shell_completion import CompletionItem

    from release_check.policy import load_rules

    del ctx, param

    return [CompletionItem(rule) for rule in load_rules() if rule.startswith(incomplete)]


def complete_profile(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The packaged profiles whose name begins as typed."""
    from click.shell_completion import CompletionItem

    from release_check.policy import profile_names

    del ctx, param

    return [CompletionItem(name) for name in profile_names() if name.startswith(incomplete)]


def repo(function: Function) -> Function:
    """Which repository."""
    return _all(
        function,
        click.option("--repo", default=".", metavar="DIR", show_default="here", help="The provider's git repository."),
    )


def source(function: Function) -> Function:
    """Which repository, and how its source is read."""
    return _all(
        function,
        repo,
        click.option(
            "--config",
            metavar="FILE",
            show_default=".release-check.yml at the top of the repository",
            help="The configuration.",
        ),
        click.option(
            "--env",
            "environment",
            multiple=True,
            metavar="NAME=VALUE",
            callback=_assignments,
            help="What the provider's source gets where it reads the environment variable NAME: of the candidate alone "
            "in check, of B alone in diff. May be repeated; variables that are not named are unset, whatever they are "
            "here; the configuration's hold for every ref.",
        ),
    )


def printed(function: Function) -> Function:
    """What Terraform printed, in place of source."""
    return _all(
        function,
        click.option(
            "--from-json",
            "printed",
            multiple=True,
            metavar="[REF=]FILE",
            help="Take the schemas of REF, or else of what is judged or shown last, from FILE, which "
            "`terraform providers schema -json` printed. May be repeated.",
        ),
    )


def configured(function: Function) -> Function:
    """The configuration of what reads no repository."""
    return _all(
        function, click.option("--config", metavar="FILE", help="A configuration whose profile and levels hold.")
    )


def formatted(function: Function) -> Function:
    """In which format, and where to."""
    return formatted_as(*FORMAT_NAMES)(function)


def judged(function: Function) -> Function:
    """In which of the formats that findings have, and where to."""
    return formatted_as(*REPORT_FORMAT_NAMES)(function)


def formatted_as(*names: str) -> Callable[[Function], Function]:
    """In which of a command's own formats, and where to."""

    def outputs(
        ctx: click.Context, param: click.Parameter, values: tuple[str, ...]
    ) -> tuple[tuple[str | None, str], ...]:
        del ctx, param
        return tuple(parse_target(value, names) for value in values)

    def add(function: Function) -> Function:
        return _all(
            function,
            click.option(
                "--format",
                "format_name",
                type=click.Choice(names),
                default="text",
                show_default=True,
                help="The format of what is printed, and of a FILE for which --output names none.",
            ),
            click.option(
                "--output",
                "outputs",
                multiple=True,
                metavar="[FORMAT:]FILE",
                callback=outputs,
                help="Write FILE: instead of printing, or, as FORMAT:FILE, beside it. May be repeated.",
            ),
        )

    return add


def profiled(function: Function) -> Function:
    """Which rules, at which levels."""
    return _all(
        function,
        click.option(
            "--profile",
            metavar="NAME|FILE",
            show_default="the configuration's, else hashicorp-guide",
            shell_complete=complete_profile,
            help="Which rules are held, at which levels: a profile by name, or a YAML file.",
        ),
    )


def cached(function: Function) -> Function:
    """Where snapshots are kept; gives the command a `cache`, the folder or None."""

    @functools.wraps(function)
    def wrapped(*args: Any, cache_dir: str | None, no_cache: bool, **kwargs: Any) -> Any:
        return function(*args, cache=None if no_cache else cache_folder(cache_dir), **kwargs)

    return _all(
        cast(Function, wrapped),
        click.option(
            "--cache-dir",
            envvar="RELEASE_CHECK_CACHE_DIR",
            show_envvar=True,
            metavar="DIR",
            show_default="the system's place for caches",
            help="Where snapshots are kept for the next run. It may be deleted at any time.",
        ),
        click.option("--no-cache", is_flag=True, help="Keep nothing, and read everything anew."),
    )


def cache_folder(given: str | None) -> Path:
    """The folder that snapshots are kept in."""
    if given is not None:
        return Path(given)
    import platformdirs

    return platformdirs.user_cache_path("release-check", appauthor=False)


def jobs(function: Function) -> Function:
    """How many processes read at a time."""
    return _all(
        function,
        click.option(
            "--jobs",
            type=click.IntRange(min=1),
            metavar="N",
            show_default="one a processor",
            help="How many processes read at a time; what is printed is the same.",
        ),
    )


def looks(function: Function) -> Function:
    """How things are shown; gives the command a `Look`."""

    @functools.wraps(function)
    def wrapped(*args: Any, quiet: bool, verbose: bool, colour: str, no_colour: bool, **kwargs: Any) -> Any:
        look = Look(quiet=quiet, verbose=verbose, colour="never" if no_colour else colour)
        return function(*args, look=look, **kwargs)

    return _all(
        cast(Function, wrapped),
        click.option("-q", "--quiet", is_flag=True, help="Say less: no progress, and of a text report the last line."),
        click.option("-v", "--verbose", is_flag=True, help="Say more: list everything that is cut to the first few."),
        click.option(
            "--color",
            "colour",
            type=click.Choice(["auto", "always", "never"]),
            default="auto",
            show_default=True,
            help="Colour; auto means on a terminal, unless NO_COLOR is set.",
        ),
        click.option("--no-color", "no_colour", is_flag=True, help="No colour, as --color never."),
    )


def _all(function: Function, *options: Callable[[Function], Function]) -> Function:
    for option in reversed(options):
        function = option(function)
    return function


def _assignments(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    del ctx, param
    for value in values:
        if not value.partition("=")[0] or "=" not in value:
            raise click.BadParameter(f"{value!r} is not NAME=VALUE")
    return dict(value.split("=", 1) for value in values)
