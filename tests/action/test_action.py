"""The steps of `action.yml`, run from there in shells of their own, on remotes as GitHub has them."""

import json
from pathlib import Path

import pytest
import yaml

from release_check.report.markdown import MARKER

SIZE = '"size": {Type: schema.TypeInt, Optional: true},'
COLOUR = '"colour": {Type: schema.TypeString, Optional: true},'
HOME = "example/terraform-provider-example"
EVIL = '"; touch pwned; echo "::error::taken over $(touch pwned) `touch pwned`'


def payload(hub, *, fork=False, **fields):
    head = {"sha": hub.sha("refs/pull/7/head"), "repo": {"full_name": "somebody/fork" if fork else HOME}}
    base = {"ref": "main", "sha": hub.sha("refs/heads/main")}
    return {
        "pull_request": {"number": 7, "title": "A change", "labels": [], "body": "", "head": head, "base": base}
        | fields
    }


@pytest.fixture
def pull(runner):
    """Run the action on pull request 7, from a checkout as `actions/checkout` makes it."""

    def run(made, *, work=None, fork=False, fields=None, ref="refs/pull/7/merge", **inputs):
        work = made.checkout(ref) if work is None else work
        return runner.run(
            work, event="pull_request", payload=payload(made, fork=fork, **(fields or {})), ref=ref, **inputs
        )

    return run


@pytest.fixture
def request_of(hub, provider_files):
    """A pull request that makes `topic` of `main`, after v1.0.0 and v1.1.0."""

    def make(main, topic, **more):
        trees = {"v1.0.0": SIZE, "v1.1.0": SIZE, "base": main, "topic": topic}
        files = {name: tree if isinstance(tree, dict) else provider_files(tree, more) for name, tree in trees.items()}
        return hub(files, main="base", topic="topic")

    return make


def test_a_good_request_passes_and_needs_no_comment(pull, request_of, runner, obeyed):
    ran = pull(request_of(SIZE, SIZE + COLOUR))
    assert (ran.code, ran.outputs["verdict"], ran.outputs["minimum-bump"]) == (0, "pass", "minor")
    assert [ran.outputs[level] for level in ("errors", "warnings", "notes")] == ["0", "0", "0"]
    assert (ran.outputs["legal-version"], ran.outputs["exit-code"]) == ("1.2.0", "0")
    assert ran.summary.startswith(f"{MARKER}\n## release-check: pass\n")
    assert runner.state["comments"] == []
    assert obeyed(ran.log) == []


def test_a_bad_request_fails_with_annotations_summary_and_comment(pull, request_of, runner, obeyed):
    ran = pull(request_of(SIZE, ""))
    assert (ran.code, ran.outputs["verdict"], ran.outputs["minimum-bump"]) == (1, "fail", "major")
    assert ran.outputs["errors"] == "3"
    annotations = obeyed(ran.log)
    assert len(annotations) == 3
    assert annotations[0].startswith("::error file=example/provider.go,title=attribute-deleted-outside-major::")
    assert "asks for | a MAJOR, but 1.2.0 is a MINOR" in ran.summary
    (comment,) = runner.state["comments"]
    assert comment["body"].startswith(f"{MARKER}\n## release-check: fail\n")
    assert "#### `resource/example_widget/size`" in comment["body"]
    sarif = json.loads(Path(ran.outputs["sarif"]).read_text())
    assert {one["ruleId"] for one in sarif["runs"][0]["results"]} >= {"minimum-bump"}


def test_the_comment_is_updated_and_never_repeated(pull, request_of, runner):
    made = request_of(SIZE, "")
    for _ in range(2):
        assert pull(made).code == 1
    made.request(made.sha("refs/kept/base"))
    assert pull(made).code == 0
    (comment,) = runner.state["comments"]
    assert comment["body"].startswith(f"{MARKER}\n## release-check: pass\n")


def test_somebody_elses_comment_with_our_marker_stays_as_it_is(pull, request_of, runner):
    runner.set(comments=[{"id": 5, "login": "somebody", "body": f"{MARKER} mine"}])
    pull(request_of(SIZE, ""))
    assert [one["login"] for one in runner.state["comments"]] == ["somebody", "github-actions[bot]"]
    assert runner.state["comments"][0]["body"] == f"{MARKER} mine"


def test_a_request_from_a_fork_has_a_summary_and_no_comment(pull, request_of, runner):
    ran = pull(request_of(SIZE, ""), fork=True, upload_sarif="true", label="needs-")
    assert (ran.code, ran.outputs["verdict"]) == (1, "fail")
    assert runner.state["calls"] == []
    assert "upload-sarif" not in {name.rpartition("/")[2] for name, _ in ran.uses}
    assert "from a fork" in ran.log
    assert "3 findings" in ran.summary


def test_a_token_that_may_only_read_ends_in_a_notice(pull, request_of, runner, obeyed):
    runner.set(readonly=True)
    ran = pull(request_of(SIZE, ""), label="needs-")
    assert ran.code == 1
    assert [row for row in obeyed(ran.log) if row.startswith("::notice")] == [
        f"::notice title=release-check::The {what} could not be written: the job needs `pull-requests: write`."
        for what in ("comment", "label")
    ]


def test_what_stands_on_main_is_not_held_against_a_request(pull, request_of):
    ran = pull(request_of("", COLOUR))
    assert (ran.code, ran.outputs["verdict"], ran.outputs["errors"]) == (0, "pass", "0")


def test_the_label_says_what_the_request_asks_for(pull, request_of, runner):
    runner.set(labels=["needs-minor", "bug"])
    pull(request_of(SIZE, ""), label="needs-", comment="false")
    assert runner.state["labels"] == ["bug", "needs-major"]
    assert runner.state["comments"] == []


def test_a_label_of_the_request_says_which_version_comes_next(pull, request_of):
    ran = pull(request_of(SIZE, SIZE), fields={"labels": [{"name": "semver:major"}]})
    assert "| next version | 2.0.0: its label semver:major |" in ran.summary


def test_the_heads_own_commit_is_judged_where_that_is_checked_out(pull, hub, provider_files):
    trees = {name: provider_files(SIZE) for name in ("v1.0.0", *(f"step{n}" for n in range(60)))}
    made = hub({**trees, "base": provider_files(SIZE), "topic": provider_files("")}, main="step3", topic="topic")
    ran = pull(made, ref="refs/pull/7/head")
    assert (ran.code, ran.outputs["minimum-bump"]) == (1, "major")
    assert made.sha("refs/heads/main")[:10] in ran.summary


def test_a_full_clone_needs_no_fetch(pull, request_of):
    made = request_of(SIZE, "")
    work = made.checkout("refs/pull/7/merge", depth=0, tags=True)
    (work / ".git" / "config").write_text((work / ".git" / "config").read_text().replace(str(made.origin), "/nowhere"))
    assert pull(made, work=work).outputs["minimum-bump"] == "major"


@pytest.mark.parametrize("depth", [0, 1])
def test_before_the_first_release_a_request_can_break_nothing(pull, hub, provider_files, depth):
    made = hub({"base": provider_files(SIZE), "topic": provider_files("")}, main="base", topic="topic")
    ran = pull(made, work=made.checkout("refs/pull/7/merge", depth=depth))
    assert (ran.code, ran.outputs["verdict"]) == (0, "pass")
    assert "nothing: nothing was released before" in ran.summary


@pytest.mark.parametrize(("code", "verdict", "exit_code"), [(SIZE, "pass", 0), ("", "fail", 1)])
def test_a_release_is_judged_when_its_tag_is_pushed(runner, hub, provider_files, code, verdict, exit_code):
    made = hub({"v1.0.0": provider_files(SIZE), "v1.1.0": provider_files(code)}, main="v1.1.0")
    ref = "refs/tags/v1.1.0"
    ran = runner.run(made.checkout(ref), event="push", payload={}, ref=ref, upload_sarif="true")
    assert (ran.code, ran.outputs["verdict"]) == (exit_code, verdict)
    assert "v1.1.0" in ran.summary
    assert ("github/codeql-action/upload-sarif", ran.outputs["sarif"]) in [
        (name, given.get("sarif_file")) for name, given in ran.uses
    ]
    assert runner.state["calls"] == []


def test_the_first_release_passes(runner, hub, provider_files):
    made = hub({"v0.1.0": provider_files(SIZE)}, main="v0.1.0")
    ran = runner.run(made.checkout("refs/tags/v0.1.0"), event="push", payload={}, ref="refs/tags/v0.1.0")
    assert (ran.code, ran.outputs["verdict"]) == (0, "pass")
    assert "nothing: it is the first release" in ran.summary


def test_a_commit_is_judged_as_the_version_that_is_planned(runner, hub, provider_files):
    made = hub({"v1.0.0": provider_files(SIZE), "base": provider_files("")}, main="base")
    ran = runner.run(
        made.checkout("refs/heads/main"),
        event="push",
        payload={},
        ref="refs/heads/main",
        mode="release",
        version="1.0.1",
    )
    assert (ran.code, ran.outputs["minimum-bump"]) == (1, "major")


def test_a_provider_that_cannot_be_read_is_no_pass(pull, request_of, runner, obeyed):
    ran = pull(request_of(SIZE, {"README.md": "gone"}))
    assert (ran.code, ran.outputs["verdict"], ran.outputs["exit-code"]) == (3, "incomplete", "3")
    assert (ran.outputs["minimum-bump"], ran.outputs["legal-version"]) == ("", "")
    assert "### Not judged" in ran.summary
    assert obeyed(ran.log)[0].startswith("::error title=release-check%3A not judged::")
    assert "## release-check: incomplete" in runner.state["comments"][0]["body"]


def test_wrong_usage_is_one_sentence_where_people_look(pull, request_of, runner, obeyed):
    ran = pull(request_of(SIZE, SIZE, **{".release-check.yml": "profle: strict\n"}))
    assert (ran.code, ran.outputs["verdict"], ran.outputs["exit-code"]) == (2, "", "2")
    assert "profle" in ran.summary
    (error,) = obeyed(ran.log)
    assert "profle" in error
    assert runner.state["calls"] == []


@pytest.mark.parametrize(("fail_on", "code"), [("error", 0), ("warning", 1), ("note", 1), ("never", 0), ("nothing", 2)])
def test_the_job_fails_on_what_it_is_told_to(pull, request_of, fail_on, code):
    more = {".release-check.yml": "levels: {patch-with-features: warning}\n"}
    ran = pull(request_of(SIZE, SIZE + COLOUR, **more), version="patch", fail_on=fail_on)
    assert (ran.outputs["verdict"], ran.outputs["warnings"] > "0") == ("pass", True)
    assert ran.code == code


def test_never_means_that_even_a_break_does_not_fail_the_job(pull, request_of):
    ran = pull(request_of(SIZE, ""), fail_on="never")
    assert (ran.code, ran.outputs["exit-code"]) == (0, "1")


def test_the_changelog_alone_can_be_judged(pull, hub, provider_files):
    told = {"CHANGELOG.md": "## 1.1.0 (Unreleased)\n\n## 1.0.0\n\n* first release\n"}
    made = hub(
        {"v1.0.0": provider_files(SIZE, told), "base": provider_files(SIZE, told), "topic": provider_files("", told)},
        main="base",
        topic="topic",
    )
    ran = pull(made, mode="changelog", formats="junit")
    assert ran.code == 1
    found = json.loads((Path(ran.outputs["reports"]) / "report.json").read_text())["findings"]
    assert {one["rule"] for one in found} >= {"removal-not-in-changelog"}
    assert (ran.outputs["sarif"], (Path(ran.outputs["reports"]) / "report.xml").exists()) == ("", True)


def test_an_unknown_mode_or_format_is_refused(pull, request_of, obeyed):
    made = request_of(SIZE, SIZE)
    ran = pull(made, mode="everything")
    assert (ran.code, obeyed(ran.log)) == (2, ["::error title=release-check::mode is pr, release or changelog."])
    assert pull(made, formats="srif").code == 2


def test_no_text_of_a_request_reaches_a_shell_or_the_runner(pull, hub, provider_files, obeyed):
    hostile = (
        '"size": {Type: schema.TypeInt, Optional: true, Deprecated: `\n::error::taken over\n::add-mask::x ##[error]x`},'
    )
    trees = {"v1.0.0": provider_files(SIZE), "base": provider_files(SIZE), "topic": provider_files(hostile)}
    made = hub(trees, main="base", topic="topic")
    fields = {"title": EVIL, "body": EVIL, "labels": [{"name": EVIL}], "milestone": {"title": EVIL}}
    work = made.checkout("refs/pull/7/merge")
    ran = pull(made, work=work, fields=fields, profile="strict")
    assert not list(work.rglob("pwned"))
    for row in obeyed(ran.log):
        assert row.startswith(("::error file=", "::warning file=", "::notice file=", "::error title=release-check"))
    ran = pull(made, work=work, mode="changelog", fields=fields)
    assert not list(work.rglob("pwned"))


def test_snapshots_are_kept_by_the_code_that_reads(pull, request_of):
    ran = pull(request_of(SIZE, SIZE))
    (kept,) = [given for name, given in ran.uses if name == "actions/cache"]
    assert kept["key"].startswith(kept["restore-keys"])
    assert len(kept["restore-keys"].removeprefix("release-check-").rstrip("-").rpartition("-")[2]) == 32
    assert list(Path(kept["path"]).iterdir())


def test_every_action_that_is_used_is_pinned_to_a_commit():
    root = Path(__file__).parents[2]
    used = []
    for file in (root / "action.yml", *(root / ".github" / "workflows").glob("*.yml")):
        document = yaml.safe_load(file.read_text())
        jobs = document.get("jobs", {"": document.get("runs")})
        used += [step["uses"] for job in jobs.values() for step in job["steps"] if "uses" in step]
    assert len(used) > 10
    assert [name for name in used if name != "./" and len(name.partition("@")[2]) != 40] == []
