"""How the program ends when something goes wrong: one plain sentence on standard error, and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

import click

USAGE = 2
INCOMPLETE = 3
INTERRUPTED = 130
BROKEN_PIPE = 141

_DEBUG = "RELEASE_CHECK_DEBUG"
_COMPLETION = "_RELEASE_CHECK_COMPLETE"


def run(command: Callable[[Sequence[str]], object], arguments: Sequence[str]) -> int:
    """Run a command and give its exit code, whatever happens in it.

    Args:
        command: does the work; its value is the exit code where it is a number.
        arguments: the command line, without the program's name.
    """
    try:
        status = command(arguments)
        sys.stdout.flush()
    except (click.Abort, KeyboardInterrupt):
        say("interrupted.")
        return INTERRUPTED
    except (BrokenPipeError, SystemExit) as end:
        # click ends the process itself when a shell asks for completions, and when a pipe breaks, with the exit code
        # that stands for findings here.
        if isinstance(end, SystemExit) and _COMPLETION in os.environ:
            raise
        _forget_stdout()
        return BROKEN_PIPE
    except click.ClickException as error:
        return _usage(error)
    except Exception as error:  # noqa: BLE001  (the last resort: no traceback for users, whatever happened)
        return _failed(error, verbose=_wants_traceback(arguments))
    return status if isinstance(status, int) else 0


def say(sentence: str) -> None:
    """One sentence to standard error; nothing at all where that is closed."""
    from release_check.report.page import visible

    try:
        click.echo(f"release-check: {visible(' '.join(sentence.split()))}", err=True)
    except OSError:
        return


def _usage(error: click.ClickException) -> int:
    message = error.format_message()
    context = getattr(error, "ctx", None)
    where = f" See '{context.command_path} --help'." if context is not None else ""
    say(f"{message if message.endswith(('.', '?', '!')) else message + '.'}{where}")
    return USAGE


def _failed(error: Exception, *, verbose: bool) -> int:
    from release_check.model import ReleaseCheckError

    if isinstance(error, ReleaseCheckError):
        if verbose and error.__cause__ is not None:
            _print_traceback(error)
        say(str(error))
        return error.exit_code
    if isinstance(error, OSError) and error.strerror:
        _forget_stdout()
        say(f"{error.strerror}: {error.filename}." if error.filename else f"{error.strerror}.")
        return INCOMPLETE
    if verbose:
        _print_traceback(error)
    detail = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    say(f"Something unexpected happened, and nothing was judged ({detail}); please report it, -v shows where.")
    return INCOMPLETE


def _wants_traceback(arguments: Sequence[str]) -> bool:
    return bool(os.environ.get(_DEBUG)) or not {"-v", "--verbose"}.isdisjoint(arguments)


def _print_traceback(error: Exception) -> None:
    import traceback

    click.echo("".join(traceback.format_exception(error)), err=True, nl=False)


def _forget_stdout() -> None:
    """Let nothing be flushed to a reader that is gone when Python ends."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return
