import os
import stat

import click
import pytest

from release_check.cli import options
from release_check.cli.files import write_file
from release_check.cli.output import FORMAT_NAMES, REPORT_FORMAT_NAMES, Look, parse_target, targets
from release_check.model import IncompleteError, UsageProblem
from release_check.report import FORMATS, OWN_FORMATS, Report


def test_the_command_line_offers_the_formats_that_there_are():
    assert set(FORMAT_NAMES) == set(FORMATS)
    assert set(REPORT_FORMAT_NAMES) == {*FORMATS, *OWN_FORMATS[Report]}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("out.json", (None, "out.json")),
        ("json:out.json", ("json", "out.json")),
        ("text:-", ("text", "-")),
        ("json:folder/a:b", ("json", "folder/a:b")),
        (r"C:\out.json", (None, r"C:\out.json")),
        ("./json:out", (None, "./json:out")),
    ],
)
def test_an_output_is_a_file_with_a_format_before_it_or_none(text, expected):
    assert parse_target(text) == expected


@pytest.mark.parametrize(("text", "hint"), [("jsn:out", "did you mean json?"), ("yaml:out", "formats are text, json.")])
def test_a_format_that_is_none_is_a_usage_error(text, hint):
    with pytest.raises(click.BadParameter, match=hint):
        parse_target(text)


@pytest.mark.parametrize(
    ("outputs", "expected"),
    [
        ((), (("text", None),)),
        (((None, "a"),), (("text", "a"),)),
        ((("json", "a"),), (("json", "a"), ("text", None))),
        (((None, "a"), ("json", "b")), (("text", "a"), ("json", "b"))),
        ((("json", "-"),), (("json", None),)),
        (((None, "a"), ("json", "-")), (("text", "a"), ("json", None))),
    ],
)
def test_a_file_without_a_format_takes_the_place_of_standard_output(tmp_path, monkeypatch, outputs, expected):
    monkeypatch.chdir(tmp_path)
    assert targets("text", outputs) == expected


@pytest.mark.parametrize(("file", "says"), [("", "is a folder"), ("no/such/folder/file", "there is no folder")])
def test_a_file_that_cannot_be_written_is_refused_before_the_work(tmp_path, file, says):
    with pytest.raises(UsageProblem, match=says):
        targets("text", ((None, str(tmp_path / file)),))


def test_a_file_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    file = tmp_path / "out"
    file.write_text("before")

    def full(descriptor, *_, **__):
        os.close(descriptor)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fdopen", full)
    with pytest.raises(IncompleteError, match="No space left on device"):
        write_file(str(file), "after")
    assert file.read_text() == "before"
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_that_was_there_keeps_its_mode_and_a_link_stays_one(tmp_path):
    file, link = tmp_path / "out", tmp_path / "link"
    file.write_text("before")
    file.chmod(0o640)
    link.symlink_to(file)
    write_file(str(link), "after")
    assert link.is_symlink()
    assert file.read_text() == "after"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_a_new_file_has_the_mode_that_the_umask_leaves(tmp_path):
    before = os.umask(0o027)
    try:
        write_file(str(tmp_path / "out"), "text")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "out").stat().st_mode) == 0o640


class Stream:
    def __init__(self, terminal):
        self._terminal = terminal

    def isatty(self):
        return self._terminal


@pytest.mark.parametrize(
    ("asked", "terminal", "environment", "expected"),
    [
        ("auto", True, {}, True),
        ("auto", False, {}, False),
        ("auto", True, {"NO_COLOR": "1"}, False),
        ("auto", True, {"NO_COLOR": ""}, True),
        ("auto", True, {"TERM": "dumb"}, False),
        ("always", False, {"NO_COLOR": "1"}, True),
        ("never", True, {}, False),
    ],
)
def test_colour_is_for_terminals_unless_told_otherwise(monkeypatch, asked, terminal, environment, expected):
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert Look(colour=asked).coloured(Stream(terminal)) is expected


def test_no_color_is_another_word_for_never():
    @click.command()
    @options.looks
    def command(look):
        assert look.colour == "never"

    command(["--no-color", "--color", "always"], standalone_mode=False)
