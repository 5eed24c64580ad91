"""The command line: parses arguments, picks a report, sets the exit code."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence

_OBJECTS = 50_000
"""New objects after which the collector looks through them: schemas are many objects, and hardly any goes away soon."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run `release-check` and end the process with its exit code.

    Args:
        arguments: the command line without the program's name; None for the process's own.
    """
    from release_check.cli.commands import group
    from release_check.cli.failure import run

    gc.set_threshold(_OBJECTS, *gc.get_threshold()[1:])

    def command(given: Sequence[str]) -> object:
        return group.main(args=list(given), prog_name="release-check", standalone_mode=False)

    sys.exit(run(command, sys.argv[1:] if arguments is None else arguments))
