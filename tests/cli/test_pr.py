import json
import subprocess

import pytest

from release_check.cli import main

SIZE = '"size": {Type: schema.TypeInt, Optional: true},'
CHANGELOG = "## 1.1.0 (Unreleased)\n\n## 1.0.0\n\n* first release\n"


@pytest.fixture
def call(capsys):
    def run(*arguments):
        with pytest.raises(SystemExit) as end:
            main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return end.value.code, captured.out, captured.err

    return run


@pytest.fixture
def repository(tmp_path, make_repository, provider_files):
    """A release, and a branch `topic` that deletes an attribute, checked out."""
    told = {"CHANGELOG.md": CHANGELOG}
    folder = make_repository(tmp_path, {"v1.0.0": provider_files(SIZE, told), "topic": provider_files("", told)})
    for arguments in (("branch", "topic-branch"), ("update-ref", "refs/heads/main", "v1.0.0"), ("tag", "-d", "topic")):
        subprocess.run(["git", "-C", folder, *arguments], check=True, capture_output=True)
    subprocess.run(["git", "-C", folder, "symbolic-ref", "HEAD", "refs/heads/topic-branch"], check=True)
    return folder


def event(tmp_path, **fields):
    file = tmp_path / "event.json"
    base = {"ref": "main", "sha": "main"}
    request = {"number": 7, "title": "Drop size", "labels": [{"name": "bug"}], "base": base, **fields}
    file.write_text(json.dumps({"action": "opened", "pull_request": request}))
    return file


def test_the_working_tree_is_judged_on_top_of_main(call, repository):
    code, out, err = call("pr", "--repo", repository)
    assert (code, err) == (1, "")
    assert "asks for  a MAJOR, but 1.1.0 is a MINOR" in out
    assert "Draft for CHANGELOG.md, below line 1" in out
    assert "\nFAIL  5 errors." in out


def test_the_next_major_may_carry_it(call, repository):
    code, out, _ = call("pr", "major", "--repo", repository, "--format", "json")
    report = json.loads(out)
    assert report["pull_request"]["allowed"] is True
    assert report["release"]["version"] == "2.0.0"
    assert "minimum-bump" not in {finding["rule"] for finding in report["findings"]}
    assert code == 1  # nobody was warned of it


def test_an_event_of_github_says_what_the_options_say(call, repository, tmp_path):
    _, out, _ = call("pr", "--repo", repository, "--format", "json", "--event", event(tmp_path))
    assert json.loads(out)["pull_request"] | {"drafts": []} == {
        "number": "7",
        "target": "main",
        "merge_base": subprocess.check_output(["git", "-C", repository, "rev-parse", "main"], text=True).strip(),
        "allowed": False,
        "entry": "missing",
        "drafts": [],
        "without": 0,
    }
    labelled = event(tmp_path, labels=[{"name": "semver: major"}], milestone=None, body=None)
    _, out, _ = call("pr", "--repo", repository, "--format", "json", "--event", labelled)
    assert json.loads(out)["release"]["why"] == "its label semver: major"


@pytest.mark.parametrize("content", ["{}", "no JSON", '{"pull_request": {"number": "seven"}}'])
def test_what_is_no_event_of_a_request_is_wrong_usage(call, repository, tmp_path, content):
    file = tmp_path / "event.json"
    file.write_text(content)
    code, _, err = call("pr", "--repo", repository, "--event", file)
    assert (code, err.count("\n")) == (2, 1)


def test_the_configuration_says_what_comes_next_and_what_labels_mean(call, repository):
    (repository / ".release-check.yml").write_text("releases:\n  next: patch\n  labels: {for-next: major}\n")
    (repository / "CHANGELOG.md").write_text("")
    _, out, _ = call("pr", "--repo", repository, "--format", "json")
    assert json.loads(out)["release"]["version"] == "1.0.1"
    _, out, _ = call("pr", "--repo", repository, "--format", "json", "--label", "for-next")
    assert json.loads(out)["release"]["version"] == "2.0.0"


def test_before_the_first_release_nothing_can_break(call, tmp_path, make_repository, provider_files):
    folder = make_repository(tmp_path, {"start": provider_files(SIZE), "topic": provider_files("")})
    asked = ("pr", "--repo", folder, "--base", "HEAD~1", "--ref", "HEAD")
    assert call(*asked)[0] == 3
    for tag in ("start", "topic"):
        subprocess.run(["git", "-C", folder, "tag", "-d", tag], check=True, capture_output=True)
    code, _, err = call(*asked)
    assert (code, "git fetch --tags" in err) == (3, True)
    code, out, _ = call(*asked, "--unreleased")
    assert code == 0
    assert "nothing was released before" in " ".join(out.split())


def test_without_a_usual_branch_the_base_must_be_named(call, repository):
    subprocess.run(["git", "-C", repository, "update-ref", "-d", "refs/heads/main"], check=True)
    code, _, err = call("pr", "--repo", repository)
    assert (code, "--base" in err) == (2, True)


def test_a_feature_switch_is_on_for_what_is_merged_and_not_for_the_release(
    call, tmp_path, make_repository, provider_files
):
    switched = '"size": {Type: schema.TypeInt, Optional: os.Getenv("NEXT") == "", Required: os.Getenv("NEXT") != ""},'
    trees = {"v1.0.0": SIZE, "base": SIZE, "topic": switched}
    files = {name: provider_files(code) for name, code in trees.items()}
    files["topic"]["example/provider.go"] = files["topic"]["example/provider.go"].replace(
        'import "github', 'import "os"\nimport "github'
    )
    folder = make_repository(tmp_path, files)
    asked = ("pr", "--repo", folder, "--base", "base", "--ref", "topic")
    assert call(*asked)[0] == 0
    code, out, _ = call(*asked, "--env", "NEXT=true")
    assert (code, "optional-to-required" in out) == (1, True)
