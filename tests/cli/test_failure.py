import sys

import click
import pytest

from release_check.cli.failure import run
from release_check.model import IncompleteError, UsageProblem

UNEXPECTED = (
    "release-check: Something unexpected happened, and nothing was judged (KeyError: 'x'); "
    "please report it, -v shows where.\n"
)


def raising(error):
    def command(_):
        raise error

    return command


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (UsageProblem("Name a tag."), 2, "release-check: Name a tag.\n"),
        (IncompleteError("No Go\nhere."), 3, "release-check: No Go here.\n"),
        (IncompleteError("tag \x1b[31m"), 3, "release-check: tag \\x1b[31m\n"),
        (click.UsageError("No such option"), 2, "release-check: No such option.\n"),
        (click.Abort(), 130, "release-check: interrupted.\n"),
        (KeyboardInterrupt(), 130, "release-check: interrupted.\n"),
        (BrokenPipeError(), 141, ""),
        (
            KeyError("x"),
            3,
            UNEXPECTED,
        ),
        (OSError(28, "No space left on device"), 3, "release-check: No space left on device.\n"),
    ],
)
def test_every_end_is_one_sentence_and_an_exit_code(capfd, monkeypatch, error, code, said):
    monkeypatch.delenv("RELEASE_CHECK_DEBUG", raising=False)
    assert run(raising(error), []) == code
    assert capfd.readouterr().err == said


@pytest.mark.parametrize(("arguments", "environment"), [(["-v"], {}), ([], {"RELEASE_CHECK_DEBUG": "1"})])
def test_a_traceback_is_shown_to_those_who_ask(capfd, monkeypatch, arguments, environment):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert run(raising(KeyError("x")), arguments) == 3
    said = capfd.readouterr().err
    assert said.startswith("Traceback")
    assert said.count("release-check: ") == 1


@pytest.mark.parametrize(("value", "code"), [(None, 0), (0, 0), (1, 1), (3, 3)])
def test_the_exit_code_is_what_the_command_gives(value, code):
    assert run(lambda arguments: value, []) == code


def test_what_click_makes_of_a_broken_pipe_is_no_finding(capfd):
    assert run(lambda _: sys.exit(1), []) == 141
    assert capfd.readouterr().err == ""


def test_the_end_of_a_completion_is_left_alone(monkeypatch):
    monkeypatch.setenv("_RELEASE_CHECK_COMPLETE", "bash_complete")
    with pytest.raises(SystemExit):
        run(lambda _: sys.exit(0), [])
