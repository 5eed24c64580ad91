"""What can go wrong, as one plain sentence each, with the exit code that house rules give it."""

from __future__ import annotations


class ReleaseCheckError(Exception):
    """A failure the user is told of in one sentence that says what to do; never a traceback."""

    exit_code: int = 3


class UsageProblem(ReleaseCheckError):
    """The question was put wrongly: arguments, configuration or policy files. Exit 2."""

    exit_code = 2


class IncompleteError(ReleaseCheckError):
    """The question stands, but what it needs could not be read. Exit 3; never waived."""

    exit_code = 3
