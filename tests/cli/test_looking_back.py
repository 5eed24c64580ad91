"""The commands that look over many releases: history, audit, plan, graph."""

import json
from xml.etree import ElementTree

import pytest

from release_check.cli import main

SIZE = '"size": {Type: schema.TypeInt, Optional: true},'
OLD = '"size": {Type: schema.TypeInt, Optional: true, Deprecated: "size has no effect"},'
ADDRESS = "resource/example_widget/size"


@pytest.fixture
def call(capsys):
    """Run a command line; give its exit code, output and errors."""

    def run(*arguments):
        with pytest.raises(SystemExit) as end:
            main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return end.value.code, captured.out, captured.err

    return run


@pytest.fixture
def repository(tmp_path, make_repository, provider_files):
    releases = {"v1.0.0": SIZE, "v1.1.0": OLD, "v1.1.1": "", "v2.0.0": SIZE}
    return make_repository(tmp_path, {tag: provider_files(code) for tag, code in releases.items()})


def test_history_tells_a_life(call, repository):
    code, out, err = call("history", ADDRESS, "--repo", repository)
    assert (code, err) == (0, "")
    assert [row.split()[:3] for row in out.splitlines() if row.startswith("  v")] == [
        ["v1.0.0", "2020-01-01", "introduced"],
        ["v1.1.0", "2020-01-02", "deprecated:"],
        ["v1.1.1", "2020-01-03", "deleted,"],
        ["v2.0.0", "2020-01-04", "re-added"],
    ]
    assert "example/provider.go:" in out


def test_history_as_json(call, repository):
    _, out, _ = call("history", ADDRESS, "--repo", repository, "--format", "json")
    document = json.loads(out)
    assert (document["format"], document["state"]) == ("release-check/history-v1", "active")
    assert document["events"][2]["notice"] == {"since": "v1.1.0", "releases": 1, "days": 1}


@pytest.mark.parametrize(
    ("address", "says"),
    [("widget", "is no address"), ("resource/example_widget/height", "No release has anything at")],
)
def test_history_of_nothing_is_wrong_usage(call, repository, address, says):
    code, out, err = call("history", address, "--repo", repository)
    assert (code, out) == (2, "")
    assert says in err


def test_audit_judges_every_release_and_ends_with_the_gravest(call, repository):
    code, out, err = call("audit", "--repo", repository)
    assert (code, err) == (1, "")
    assert [row.split()[:5] for row in out.splitlines()[1:5]] == [
        ["v1.0.0", "-", "-", "patch", "pass"],
        ["v1.1.0", "v1.0.0", "minor", "minor", "pass"],
        ["v1.1.1", "v1.1.0", "patch", "major", "fail"],
        ["v2.0.0", "v1.1.1", "major", "patch", "pass"],
    ]


def test_audit_of_the_last_few_as_json_lines(call, repository):
    code, out, _ = call("audit", "--repo", repository, "--last", "1", "--format", "json")
    (row,) = out.splitlines()
    assert (code, json.loads(row)["release"]["ref"]) == (0, "v2.0.0")


def test_audit_quietly_says_one_line(call, repository):
    _, out, _ = call("audit", "--repo", repository, "-q")
    assert out == "4 releases judged: 3 pass, 1 fail.\n"


def test_plan_in_every_format(call, repository):
    arguments = ("plan", "2.0.0", "--ref", "v1.1.0", "--repo", repository)
    code, out, err = call(*arguments)
    assert (code, err, out.splitlines()[-1]) == (
        0, "", "2.0.0: 0 must go, 0 may, 1 may not yet; 0 renames in progress.",
    )  # fmt: skip
    assert json.loads(call(*arguments, "--format", "json")[1])["not_yet"][0]["address"] == ADDRESS
    assert call(*arguments, "--format", "markdown")[1].startswith("# example: plan for 2.0.0\n")


def test_plan_of_a_minor_is_wrong_usage(call, repository):
    code, _, err = call("plan", "1.2.0", "--repo", repository)
    assert code == 2
    assert "only a MAJOR may remove" in err


def test_graph_marks_what_breaks_where_asked_and_in_the_picture(call, repository):
    _, plain, _ = call("graph", "--repo", repository)
    _, marked, _ = call("graph", "--repo", repository, "--breaking")
    assert "breaks" not in plain
    assert [row.split()[0] for row in marked.splitlines() if "breaks, and does not say so" in row] == ["v1.1.1"]
    _, picture, _ = call("graph", "--repo", repository, "--format", "svg")
    ElementTree.fromstring(picture)  # noqa: S314
    assert "1 breaking, 1 of them unsaid" in picture


@pytest.mark.parametrize(("name", "begins"), [("dot", "digraph"), ("mermaid", "flowchart"), ("json", "{")])
def test_graph_in_other_languages(call, repository, name, begins):
    code, out, _ = call("graph", "--repo", repository, "--format", name)
    assert code == 0
    assert out.startswith(begins)


def test_a_format_that_a_command_lacks_is_wrong_usage(call, repository, tmp_path):
    code, _, err = call("history", ADDRESS, "--repo", repository, "--output", f"svg:{tmp_path}/x.svg")
    assert code == 2
    assert "'svg' is no format" in err
    code, _, _ = call("graph", "--repo", repository, "--no-breaking", "--output", f"svg:{tmp_path}/x.svg")
    assert (code, (tmp_path / "x.svg").read_text()[:4]) == (0, "<svg")


def test_the_configuration_says_which_tags_are_releases(call, repository):
    settings = repository / ".release-check.yml"
    settings.write_text('versioning: "1.MAJOR.MINOR"\nreleases:\n  retracted: [v1.1.1]\n  ignored: ["v2.*"]\n')
    _, out, _ = call("graph", "--repo", repository)
    rows = [row.split() for row in out.splitlines()]
    assert ["v1.1.0", "2020-01-02", "major", "after", "v1.0.0"] in rows
    assert "v1.1.1  is retracted by the configuration" in out
    assert "v2.0.0  is ignored by the configuration" in out


def test_a_tag_pattern_without_a_version_is_told_with_its_line(call, repository):
    (repository / ".release-check.yml").write_text("profile: strict\nreleases:\n  tags: release\n")
    code, _, err = call("graph", "--repo", repository)
    assert code == 2
    assert ".release-check.yml:3:" in err
    assert "does not say where the version stands" in err


def test_check_lists_what_stands(call, repository):
    code, out, _ = call("check", "--repo", repository, "--ref", "v1.1.0", "--standing")
    assert code == 0
    assert "Nothing stands from before this release." in out


def test_a_scheme_reaches_the_bump_and_the_legal_version(call, repository):
    (repository / ".release-check.yml").write_text('versioning: "1.MAJOR.MINOR"\n')
    _, out, _ = call("check", "--repo", repository, "--ref", "v1.1.1", "--format", "json")
    document = json.loads(out)
    assert (document["release"]["bump"], document["legal_version"]) == ("minor", "1.2.0")
    _, out, _ = call("check", "1.2.0", "--repo", repository, "--ref", "v1.1.1", "--format", "json")
    assert json.loads(out)["release"]["bump"] == "major"
