"""What the README shows is what the program prints; `UPDATE_GOLDEN=1 pytest` writes it anew."""

import os
import re
import shlex
from pathlib import Path

import pytest

from release_check.cli import main

FILE = Path(__file__).parent.parent / "README.md"
UPDATE = os.environ.get("UPDATE_GOLDEN") == "1"


def blocks():
    return re.findall(r"^```console\n(.*?)^```$", FILE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def shown(block):
    """Each command of a block with the output below it."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def replace(old, new):
    FILE.write_text(FILE.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")


@pytest.fixture
def call(capsys):
    def run(command):
        with pytest.raises(SystemExit) as end:
            main(shlex.split(command)[1:])
        captured = capsys.readouterr()
        assert captured.err == ""
        return end.value.code, captured.out

    return run


def test_every_command_prints_what_the_readme_shows(call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, compared = 0, 0
    for command, output in (pair for block in blocks() for pair in shown(block)):
        if command == "echo $?":
            assert output == f"{code}\n"
        elif command.startswith("release-check") and output:
            code, printed = call(command)
            if UPDATE:
                replace(f"$ {command}\n{output}", f"$ {command}\n{printed}")
            else:
                assert printed == output, command
            compared += 1
    assert compared >= 3


def test_the_demo_ends_as_the_readme_shows(call):
    (ending,) = (block for block in blocks() if not block.startswith("$"))
    printed = call("release-check demo")[1]
    if UPDATE:
        replace(ending, printed[printed.index(ending.partition("\n")[0]) :])
    else:
        assert printed.endswith("\n\n" + ending)
