"""Where results go: standard output or files, in the formats asked for, whole or not at all."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TextIO

import click

if TYPE_CHECKING:
    from release_check.policy import Rules
    from release_check.report import Dossier, RuleHelp, Subject
    from release_check.report.page import Page

FORMAT_NAMES = ("text", "json")
"""Kept beside the command line, which is read before anything that renders is imported; a test compares it with the
report room's."""

REPORT_FORMAT_NAMES = (*FORMAT_NAMES, "sarif", "github", "markdown", "comment", "junit", "html")
"""Those of what judges."""


class Target(NamedTuple):
    """One format, and the file it goes to; None for standard output."""

    format: str
    file: str | None


class Look(NamedTuple):
    """How the user wants to see things."""

    quiet: bool = False
    verbose: bool = False
    colour: str = "auto"

    def coloured(self, stream: TextIO) -> bool:
        """Whether text on this stream has colour: as asked, else on a terminal that the environment does not forbid."""
        if self.colour != "auto":
            return self.colour == "always"
        forbidden = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        return stream.isatty() and not forbidden


def parse_target(text: str, formats: Sequence[str] = FORMAT_NAMES) -> tuple[str | None, str]:
    """Split `FORMAT:FILE` or FILE into the format, None where it names none, and the file.

    Args:
        text: what stands after `--output`.
        formats: those that the command has.

    Raises:
        click.BadParameter: what stands before the colon looks like a format and is none.
    """
    name, colon, file = text.partition(":")
    # A single letter is a drive.
    if not colon or len(name) < 2 or not name.isalnum():
        return None, text
    if name in formats:
        return name, file
    import difflib

    near = difflib.get_close_matches(name, formats, 1)
    hint = f"did you mean {near[0]}?" if near else f"formats are {', '.join(formats)}."
    raise click.BadParameter(f"{name!r} is no format; {hint} For a file of that name write ./{text}")


def targets(format_name: str, outputs: Sequence[tuple[str | None, str]]) -> tuple[Target, ...]:
    """What is written where: files as named; standard output unless a file took its place.

    Args:
        format_name: what `--format` says.
        outputs: format or None, and file, of each `--output`. A file without a format replaces standard output.

    Raises:
        UsageProblem: a folder is not there, or a file cannot be one.
    """
    from release_check.cli.files import require_writable

    files = tuple(Target(name or format_name, file) for name, file in outputs if file != "-")
    for _, file in outputs:
        if file != "-":
            require_writable(file)
    replaced = any(name is None and file != "-" for name, file in outputs)
    to_stdout = [Target(name or format_name, None) for name, file in outputs if file == "-"]
    if not to_stdout and not replaced:
        to_stdout.append(Target(format_name, None))
    return (*files, *to_stdout)


def deliver(
    subject: Subject,
    where: Sequence[Target],
    look: Look,
    rules: Rules | None = None,
    dossier: Dossier | None = None,
) -> None:
    """Write a report, comparison or snapshot to every target, files first.

    Args:
        subject: what is written.
        where: where to, in which formats.
        look: how the user wants to see it.
        rules: the rules that were held, which some formats explain.
        dossier: the subject with what surrounds it, where a page of HTML is among the targets.

    Raises:
        ReleaseCheckError: something could not be written.
        BrokenPipeError: nobody reads standard output any more.
    """
    from release_check.cli.files import write_file
    from release_check.report import render

    helps = _helps(rules) if rules is not None else {}
    for target in where:
        shown = dossier if target.format == "html" and dossier is not None else subject
        if target.file is not None:
            write_file(target.file, render(shown, target.format, verbose=look.verbose, rules=helps))
        elif target.format == "text":
            show(_page(subject, look), look)
        else:
            write_stdout(render(shown, target.format, verbose=look.verbose, rules=helps))


def _helps(rules: Rules) -> Mapping[str, RuleHelp]:
    from release_check.report import RuleHelp

    return {
        name: RuleHelp(
            title=rule.title,
            why=rule.why,
            # what stands in braces is known of a finding alone
            remedy=_PLACEHOLDER.sub(lambda found: found[1].replace("_", " ").upper(), rule.remedy),
            family=rule.family,
            guide=rule.guide,
        )
        for name, rule in rules.items()
    }


_PLACEHOLDER = re.compile(r"\{(\w+)\}")


def _page(subject: Subject, look: Look) -> Page:
    from release_check.report import Report, page
    from release_check.report.audit import Audit
    from release_check.report.page import unbroken
    from release_check.report.text import closing_line
    from release_check.report.text_audit import totals_line

    if look.quiet and isinstance(subject, Audit):
        return (unbroken(totals_line(subject)),)
    if look.quiet and isinstance(subject, Report):
        return (unbroken(closing_line(subject)),)
    return page(subject, verbose=look.verbose)


def show(page: Page, look: Look) -> None:
    """Print a page on standard output, in colour and at the terminal's width where there is one."""
    from release_check.report.page import plain

    colour = look.coloured(sys.stdout)
    if not colour and not sys.stdout.isatty():
        write_stdout(plain(page))
        return
    from release_check.report.terminal import show as show_on_terminal

    with _stdout_problems():
        show_on_terminal(page, sys.stdout, colour=colour)
        sys.stdout.flush()


def write_stdout(text: str) -> None:
    """Print a text as UTF-8 whatever the locale, and flush it, so that what went wrong is known here.

    Raises:
        IncompleteError: it could not be written.
        BrokenPipeError: nobody reads it any more.
    """
    with _stdout_problems():
        sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
        sys.stdout.flush()


@contextlib.contextmanager
def _stdout_problems() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        from release_check.model import IncompleteError

        raise IncompleteError(f"Standard output could not be written: {error.strerror or error}.") from error
