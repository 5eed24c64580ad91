"""The JSON schemas of what is published: they are what the data say, and what is printed holds to them."""

import importlib.resources
import json
import os
from pathlib import Path

import jsonschema
import pytest

from release_check.cli import main
from release_check.model import Provider
from release_check.report import Diff, Life, Plan, ReleaseGraph, Report
from release_check.report.json import schema_text

KINDS = {
    "findings-v1": Report,
    "diff-v1": Diff,
    "snapshot-v1": Provider,
    "history-v1": Life,
    "plan-v1": Plan,
    "graph-v1": ReleaseGraph,
}
SIZE = '"size": {Type: schema.TypeInt, Optional: true},'
UNREADABLE = {"README.md": "gone"}


def schema_of(name):
    return json.loads((importlib.resources.files("release_check.report") / "schemas" / f"{name}.json").read_text())


@pytest.fixture
def call(capsys):
    def run(*arguments):
        with pytest.raises(SystemExit):
            main([str(argument) for argument in arguments])
        return capsys.readouterr().out

    return run


@pytest.fixture
def repository(tmp_path, make_repository, provider_files):
    trees = {"v1.0.0": SIZE, "v1.1.0": "", "v1.2.0": UNREADABLE, "v2.0.0": SIZE, "base": SIZE, "topic": ""}
    return make_repository(
        tmp_path, {tag: tree if isinstance(tree, dict) else provider_files(tree) for tag, tree in trees.items()}
    )


@pytest.mark.parametrize("name", KINDS)
def test_the_schema_is_what_the_data_say(name):
    file = Path(__file__).parents[2] / "src" / "release_check" / "report" / "schemas" / f"{name}.json"
    text = schema_text(KINDS[name], name)
    if os.environ.get("UPDATE_GOLDEN") == "1":
        file.write_text(text, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == text
    jsonschema.Draft202012Validator.check_schema(json.loads(text))


@pytest.mark.parametrize(
    "asked",
    [
        ("check", "--ref", "v1.1.0", "--standing"),
        ("check", "--ref", "v1.2.0"),
        ("check", "--ref", "v1.0.0"),
        ("check", "--ref", "topic"),
        ("changelog", "--ref", "v1.1.0"),
        ("pr", "--base", "base", "--ref", "topic", "--request", "7"),
    ],
)
def test_findings_hold_to_their_schema(call, repository, asked):
    printed = json.loads(call(*asked, "--repo", repository, "--format", "json"))
    jsonschema.Draft202012Validator(schema_of("findings-v1")).validate(printed)


def test_each_line_of_an_audit_does(call, repository):
    validator = jsonschema.Draft202012Validator(schema_of("findings-v1"))
    rows = call("audit", "--repo", repository, "--format", "json", "--jobs", "1").splitlines()
    assert len(rows) == 3  # one is no provider at all
    for row in rows:
        validator.validate(json.loads(row))


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("diff-v1", ("diff", "v1.0.0", "v1.1.0")),
        ("snapshot-v1", ("snapshot", "v1.0.0")),
        ("history-v1", ("history", "resource/example_widget/size")),
        ("plan-v1", ("plan", "--ref", "v1.1.0")),
        ("graph-v1", ("graph", "--breaking")),
    ],
)
def test_all_else_that_is_printed_holds_to_its_schema(call, repository, name, asked):
    printed = json.loads(call(*asked, "--repo", repository, "--format", "json"))
    jsonschema.Draft202012Validator(schema_of(name)).validate(printed)
    assert printed["format"] == f"release-check/{name}"


def test_a_schema_refuses_what_is_no_report():
    validator = jsonschema.Draft202012Validator(schema_of("findings-v1"))
    assert not validator.is_valid({"format": "release-check/findings-v1"})
