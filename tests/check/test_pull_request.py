import subprocess

import pytest

from release_check.check import Asked, GitSource, Reading, pull_request
from release_check.check.next_version import Signs
from release_check.git import Repository
from release_check.model import IncompleteError, UsageProblem
from release_check.policy import load_profile, load_rules
from release_check.policy.waivers import Waiver
from release_check.report import EntryWord, VerdictWord

SIZE = '"size": {Type: schema.TypeInt, Optional: true},'
DEPRECATED = '"size": {Type: schema.TypeInt, Optional: true, Deprecated: "size has no effect"},'
COLOUR = '"colour": {Type: schema.TypeString, Optional: true},'
EMPTY = "## 1.1.0 (Unreleased)\n\n## 1.0.0\n\n* first release\n"
TOLD = EMPTY.replace("\n\n## 1.0.0", "\n\nNOTES:\n\n* resource/example_widget: `size` is deprecated\n\n## 1.0.0")


@pytest.fixture
def judge(tmp_path, make_repository, provider_files):
    """Judge the last of three trees: what was released as v1.0.0, what stands on main, what a request makes of it."""

    def call(released, main, head, *, before=None, release="v1.0.0", waivers=(), **asked):
        def files(tree):
            return provider_files(tree) if isinstance(tree, str) else provider_files(tree[0], {"CHANGELOG.md": tree[1]})

        releases = {**({"v0.9.0": files(before)} if before is not None else {}), release: files(released)}
        # what is no version is no release, and may stand for a branch
        folder = make_repository(tmp_path, {**releases, "base": files(main), "topic": files(head)})
        rules = load_rules()
        with Repository.open(folder) as repository:
            signs = Signs(**{key: asked.pop(key) for key in list(asked) if key in Signs.__struct_fields__})
            return pull_request(
                repository,
                Asked(target="base", ref="topic", signs=signs, **asked),
                GitSource(repository, Reading()),
                rules=rules,
                profile=load_profile(rules=rules).with_waivers(tuple(waivers)),
            )

    return call


def rules_of(report):
    return {finding.rule for finding in report.findings}


def test_a_request_that_adds_passes_in_a_minor(judge):
    report = judge(SIZE, SIZE, SIZE + COLOUR)
    assert (report.verdict, report.minimum_bump, report.pull_request.allowed) == (VerdictWord.PASS, "minor", True)
    assert (report.release.version, report.release.bump) == ("1.1.0", "minor")
    assert report.changes == {"attribute-added": 1}


def test_a_request_that_deletes_fails_and_says_what_it_asks_for(judge):
    report = judge(SIZE, SIZE, "")
    assert report.verdict is VerdictWord.FAIL
    assert {"attribute-deleted-outside-major", "minimum-bump"} <= rules_of(report)
    assert (report.minimum_bump, report.legal_version, report.pull_request.allowed) == ("major", "2.0.0", False)


def test_a_request_does_not_answer_for_what_stands_on_main(judge):
    report = judge(SIZE, "", COLOUR)
    assert (report.verdict, report.findings, report.minimum_bump) == (VerdictWord.PASS, (), "minor")
    assert report.pull_request.without == 3
    assert report.changes == {"attribute-added": 1}


def test_the_sum_names_the_changes_of_the_request_alone(judge):
    both = SIZE + COLOUR
    report = judge(both, COLOUR, "")
    (total,) = [finding for finding in report.findings if finding.rule == "minimum-bump"]
    assert "colour" in total.message
    assert "size" not in total.message


def test_what_was_added_and_dropped_between_releases_is_no_finding(judge):
    report = judge(SIZE, SIZE + COLOUR, SIZE)
    assert (report.verdict, report.findings, report.minimum_bump) == (VerdictWord.PASS, (), "patch")
    assert report.changes == {"attribute-deleted": 1}


def test_a_request_that_changes_further_what_main_changed_answers_for_it(judge):
    def default(value):
        return f'"size": {{Type: schema.TypeInt, Optional: true, Default: {value}}},'

    assert "default-changed" in rules_of(judge(default(1), default(2), default(3)))


def test_a_request_that_undoes_a_break_has_nothing_to_answer_for(judge):
    report = judge(SIZE, "", SIZE)
    assert (report.verdict, report.findings) == (VerdictWord.PASS, ())


def test_a_patch_gathers_only_what_the_request_adds(judge):
    report = judge("", SIZE, SIZE + COLOUR, version="patch")
    (found,) = [finding for finding in report.findings if finding.rule == "patch-with-features"]
    assert "colour" in found.message
    assert "size" not in found.message


def test_a_missing_entry_is_told_and_drafted(judge):
    report = judge((SIZE, EMPTY), (SIZE, EMPTY), (DEPRECATED, EMPTY))
    assert "deprecation-not-in-changelog" in rules_of(report)
    assert report.pull_request.entry is EntryWord.MISSING
    (draft,) = report.pull_request.drafts
    assert (draft.file, "size has no effect" in draft.text) == ("CHANGELOG.md", True)


def test_an_entry_that_is_there_is_seen(judge):
    report = judge((SIZE, EMPTY), (SIZE, EMPTY), (DEPRECATED, TOLD))
    assert (report.verdict, report.pull_request.entry) == (VerdictWord.PASS, EntryWord.THERE)
    assert report.pull_request.drafts == ()


def test_an_entry_that_main_lacks_is_not_asked_of_the_next_request(judge):
    report = judge((SIZE, EMPTY), (DEPRECATED, EMPTY), (DEPRECATED + COLOUR, EMPTY))
    assert "deprecation-not-in-changelog" not in rules_of(report)


@pytest.mark.parametrize(
    ("signs", "version", "why"),
    [
        ({}, "1.1.0", "as nothing says"),
        ({"version": "2.0.0"}, "2.0.0", "that was given"),
        ({"version": "major"}, "2.0.0", "that was given"),
        ({"labels": ("bug", "semver:major")}, "2.0.0", "label semver:major"),
        ({"labels": ("release/patch",)}, "1.0.1", "label release/patch"),
        ({"labels": ("v2.0",)}, "2.0.0", "label v2.0"),
        ({"labels": ("for-next",), "meanings": {"for-next": "major"}}, "2.0.0", "label for-next"),
        ({"labels": ("breaking-change", "size/XL", "go1.22", "0", "2")}, "1.1.0", "as nothing says"),
        ({"milestone": "v1.0.1"}, "1.0.1", "milestone v1.0.1"),
        ({"milestone": "2.x"}, "2.0.0", "milestone 2.x"),
        ({"milestone": "v1.0.0"}, "1.1.0", "as nothing says"),
        ({"milestone": "Q3 cleanup"}, "1.1.0", "as nothing says"),
        ({"branch": "release/1.0"}, "1.0.1", "branch release/1.0"),
        ({"branch": "v1.x"}, "1.1.0", "branch v1.x"),
        ({"branch": "FEATURE-BRANCH-major-release-2.0.0"}, "2.0.0", "branch FEATURE"),
        ({"branch": "2.0-dev"}, "2.0.0", "branch 2.0-dev"),
        ({"branch": "fix/issue-1234"}, "1.1.0", "as nothing says"),
        ({"branch": "feature/add-2"}, "1.1.0", "as nothing says"),
        ({"branch": "2"}, "1.1.0", "as nothing says"),
        ({"branch": "stable-1"}, "1.1.0", "branch stable-1"),
        ({"branch": "next/v2"}, "2.0.0", "branch next/v2"),
        ({"configured": "patch"}, "1.0.1", "the configuration"),
        ({"branch": "main-2", "labels": ("minor",), "configured": "patch"}, "1.1.0", "label minor"),
    ],
)
def test_the_next_version_is_what_says_it_plainest(judge, signs, version, why):
    report = judge(SIZE, SIZE, SIZE + COLOUR, **signs)
    assert report.release.version == version
    assert why in report.release.why


def test_the_changelogs_heading_says_which_version_comes_next(judge):
    told = EMPTY.replace("1.1.0", "2.0.0")
    report = judge((SIZE, EMPTY), (SIZE, told), (SIZE, told), configured="minor")
    assert (report.release.version, report.release.why) == ("2.0.0", "the version at the top of CHANGELOG.md")


def test_a_heading_of_what_was_released_already_says_nothing(judge):
    released = EMPTY.replace("1.1.0", "1.0.0", 1)
    assert judge((SIZE, released), (SIZE, released), (SIZE, released)).release.version == "1.1.0"


def test_a_word_that_is_no_version_is_refused(judge):
    with pytest.raises(UsageProblem, match="neither major, minor, patch nor a version"):
        judge(SIZE, SIZE, SIZE, version="huge")


def test_a_head_that_cannot_be_read_is_no_pass(judge):
    report = judge(SIZE, SIZE, '"size": {Type: schema.TypeInt')
    assert (report.verdict, report.exit_code, report.pull_request.allowed) == (VerdictWord.INCOMPLETE, 3, None)


def test_a_main_that_cannot_be_read_is_no_pass_either(judge):
    report = judge(SIZE, '"size": {Type: schema.TypeInt', SIZE)
    assert (report.verdict, report.exit_code) == (VerdictWord.INCOMPLETE, 3)


def test_without_any_release_it_must_be_said_that_there_was_none(judge):
    with pytest.raises(IncompleteError, match="there is no release to judge against"):
        judge(SIZE, SIZE, "", release="start", unreleased=True)


def test_histories_that_share_nothing_are_no_request(tmp_path, make_repository, provider_files):
    folder = make_repository(
        tmp_path, {"v1.0.0": provider_files(SIZE), "other": provider_files(SIZE)}, parents={"other": ""}
    )
    with Repository.open(folder) as repository, pytest.raises(UsageProblem, match="no commit in common"):
        repository.merge_base("v1.0.0", "other")


def test_a_shallow_clone_without_the_merge_base_is_told_what_to_fetch(tmp_path, make_repository, provider_files):
    trees = {"v1.0.0": SIZE, "topic": COLOUR, "v1.1.0": SIZE + COLOUR}
    folder = make_repository(
        tmp_path, {tag: provider_files(code) for tag, code in trees.items()}, parents={"v1.1.0": "v1.0.0"}
    )
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", "--depth=1", f"file://{folder}", str(clone)], check=True)
    fetch = ["git", "-C", str(clone), "fetch", "-q", "--depth=1", "origin", "refs/tags/topic:refs/tags/topic"]
    subprocess.run(fetch, check=True)
    with Repository.open(clone) as repository, pytest.raises(IncompleteError, match="git fetch --unshallow"):
        repository.merge_base("topic", "HEAD")


def test_what_takes_back_an_unreleased_change_needs_no_entry(judge):
    report = judge((SIZE, EMPTY), (DEPRECATED, TOLD), (SIZE, EMPTY))
    assert (report.verdict, report.pull_request.entry) == (VerdictWord.PASS, EntryWord.NOT_NEEDED)


def test_a_waiver_of_the_requests_own_holds_and_none_is_called_stale(judge):
    on_main = Waiver(rule="*", address="resource/example_widget/size", reason="nobody used it")
    own = Waiver(rule="*", address="resource/example_widget/colour", reason="nobody used that either")
    nothing = Waiver(rule="*", address="resource/example_gadget/*", reason="gone")
    report = judge(SIZE + COLOUR, COLOUR, "", waivers=(on_main, own, nothing))
    assert report.verdict is VerdictWord.PASS
    assert (report.waived, report.minimum_bump) == (len(report.findings), "patch")
    # what is too far to be looked at may need it
    assert report.stale_waivers == ()
