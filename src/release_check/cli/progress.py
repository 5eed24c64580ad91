"""What is being done, on standard error, for whoever waits at a terminal."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator

from release_check.cli.output import Look


@contextlib.contextmanager
def progress(look: Look) -> Iterator[Callable[[str], None]]:
    """Give what a use case tells its steps to: a line that renews itself, or nothing where nobody watches."""
    if look.quiet or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.text import Text

    from release_check.report.page import visible

    console = Console(stderr=True, highlight=False, markup=False, no_color=not look.coloured(sys.stderr))
    with console.status("") as status:
        yield lambda step: status.update(Text(visible(step)))


@contextlib.contextmanager
def bar(look: Look, total: int) -> Iterator[tuple[Callable[[str], None], Callable[[int], None]]]:
    """Give what tells a step, and what counts pieces of work as done: a bar, or nothing where nobody watches."""
    if look.quiet or not sys.stderr.isatty():
        yield lambda _: None, lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from release_check.report.page import visible

    console = Console(stderr=True, highlight=False, markup=False, no_color=not look.coloured(sys.stderr))
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.description}", markup=False),
    )
    with Progress(*columns, console=console, transient=True) as shown:
        task = shown.add_task("", total=total)
        yield (
            lambda step: shown.update(task, description=visible(step)),
            lambda done: shown.advance(task, done),
        )
