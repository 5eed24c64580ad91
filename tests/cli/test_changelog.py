import shutil
import subprocess

import pytest

from release_check.cli import main

SIZE = '"size": {Type: schema.TypeInt, Optional: true},'
DEPRECATED = '"size": {Type: schema.TypeInt, Optional: true, Deprecated: "use volume"},'
OLD = {"CHANGELOG.md": "## 1.0.0 (March 1, 2024)\n\nNOTES:\n\n* first\n"}
SILENT = {"CHANGELOG.md": "## 1.1.0 (Unreleased)\n\nNOTES:\n\n* provider: nothing\n\n" + OLD["CHANGELOG.md"]}
TOLD = {"CHANGELOG.md": SILENT["CHANGELOG.md"].replace("provider: nothing", "example_widget: deprecated `size`")}


@pytest.fixture
def call(capsys):
    def run(*arguments):
        with pytest.raises(SystemExit) as end:
            main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return end.value.code, captured.out, captured.err

    return run


@pytest.fixture
def provider(tmp_path, make_repository, provider_files):
    """Give a function that makes a provider whose second release deprecates something."""

    def make(files):
        releases = {"v1.0.0": provider_files(SIZE, OLD), "v1.1.0": provider_files(DEPRECATED, files)}
        return make_repository(tmp_path, releases)

    return make


def test_what_is_not_told_fails_and_what_is_told_passes(call, provider):
    silent = provider(SILENT)
    code, out, _ = call("changelog", "--repo", silent, "--ref", "v1.1.0")
    assert (code, "deprecation-not-in-changelog" in out) == (1, True)
    shutil.rmtree(silent)
    assert call("changelog", "--repo", provider(TOLD), "--ref", "v1.1.0")[0] == 0


def test_only_the_changelog_is_judged(call, provider):
    code, out, _ = call("changelog", "1.0.1", "--repo", provider(TOLD), "--ref", "v1.1.0")
    assert "attribute-deprecated-in-patch" not in out
    assert "changelog-section-missing" in out
    assert code == 1


def test_drafts_are_printed_with_their_place(call, provider):
    _, out, _ = call("changelog", "--repo", provider(SILENT), "--ref", "v1.1.0", "--draft")
    assert out == "# CHANGELOG.md, below line 4\n* resource/example_widget: Deprecated `size`. use volume.\n"


def test_what_is_written_is_accepted_and_nothing_else_is_changed(call, provider):
    repository = provider(SILENT)
    before = (repository / "CHANGELOG.md").read_text()
    code, _, err = call("changelog", "1.1.0", "--repo", repository, "--base", "v1.0.0", "--write")
    assert (code, err) == (1, "release-check: CHANGELOG.md: written, to be finished.\n")
    after = (repository / "CHANGELOG.md").read_text()
    assert after.replace("* resource/example_widget: Deprecated `size`. use volume.\n", "") == before
    assert call("changelog", "1.1.0", "--repo", repository, "--base", "v1.0.0")[0] == 0
    status = subprocess.run(["git", "status", "--short"], cwd=repository, capture_output=True, text=True, check=True)
    assert status.stdout == " M CHANGELOG.md\n"


def test_a_fragment_that_is_there_is_not_written_over(call, provider):
    repository = provider({**SILENT, ".changelog/7.txt": "```release-note:bug\nx\n```\n"})
    code, _, err = call("changelog", "1.1.0", "--repo", repository, "--base", "v1.0.0", "--write", "--request", "7")
    assert (code, err) == (
        2,
        "release-check: .changelog/7.txt is there already: name another pull request with --request.\n",
    )


def test_drafts_are_not_written_into_a_ref(call, provider):
    code, _, err = call("changelog", "--repo", provider(SILENT), "--ref", "v1.1.0", "--write")
    assert code == 2
    assert "leave out --ref" in err


ADDED = SIZE + '\n"volume": {Type: schema.TypeInt, Optional: true},'
OPEN = {"CHANGELOG.md": "## 1.1.0 (Unreleased)\n\n" + OLD["CHANGELOG.md"]}


@pytest.fixture
def request_of(tmp_path, make_repository, provider_files):
    """Give a function that makes a provider with a pull request: its last release, the main branch, the head."""

    def make(head, files, *, main=SIZE, main_files=OPEN):
        return make_repository(
            tmp_path,
            {
                "v1.0.0": provider_files(SIZE, OLD),
                "main": provider_files(main, main_files),
                "head": provider_files(head, files),
            },
        )

    return make


def judged(call, repository, *more):
    return call("changelog", "--repo", repository, "--ref", "head", "--since", "main", *more)


def test_a_request_that_changes_the_schemas_must_add_an_entry(call, request_of):
    code, out, _ = judged(call, request_of(ADDED, OPEN))
    assert (code, "changelog-entry-missing" in out) == (1, True)
    assert "attribute-added at resource/example_widget/volume" in " ".join(out.split())


def test_an_entry_will_do_and_so_will_a_fragment_or_the_requests_own_text(call, request_of, tmp_path):
    told = {"CHANGELOG.md": OPEN["CHANGELOG.md"].replace("d)\n", "d)\n\n* example_widget: new `volume`\n", 1)}
    repository = request_of(ADDED, told)
    assert judged(call, repository)[0] == 0
    shutil.rmtree(repository)
    repository = request_of(ADDED, {**OPEN, ".changelog/7.txt": "```release-note:bug\nx\n```\n"})
    assert judged(call, repository)[0] == 0
    shutil.rmtree(repository)
    (tmp_path / "body").write_text("```release-note:enhancement\nexample_widget: new `volume`\n```\n")
    assert judged(call, request_of(ADDED, OPEN), "--body", tmp_path / "body")[0] == 0


def test_what_others_changed_and_told_since_the_release_is_none_of_its_business(call, request_of):
    repository = request_of(ADDED, OPEN, main=ADDED)
    assert judged(call, repository)[0] == 0
    shutil.rmtree(repository)
    told = {"CHANGELOG.md": OPEN["CHANGELOG.md"].replace("d)\n", "d)\n\n* provider: told by others\n", 1)}
    assert judged(call, request_of(ADDED, told, main_files=told))[0] == 1


def test_a_label_exempts_what_is_new_and_nothing_that_goes(call, request_of):
    repository = request_of(ADDED, OPEN)
    assert judged(call, repository, "--label", "no-changelog-needed")[0] == 0
    assert judged(call, repository, "--title", "docs: more")[0] == 0
    shutil.rmtree(repository)
    code, out, _ = judged(call, request_of(DEPRECATED, OPEN), "--label", "no-changelog-needed")
    assert (code, "changelog-entry-missing" in out) == (1, True)
    assert "its label no-changelog-needed exempts it, but not from telling of" in " ".join(out.split())


def test_where_nothing_describes_a_request_none_is_judged(call, request_of):
    assert call("changelog", "--repo", request_of(ADDED, OPEN), "--ref", "head")[0] == 0


def test_the_configuration_says_where_and_how_it_is_told(call, request_of, tmp_path):
    (tmp_path / "c.yml").write_text("changelog:\n  files: [NEWS.md]\n  exempt_labels: [trivial]\n")
    repository = request_of(DEPRECATED, {"NEWS.md": "## Unreleased\n\n* example_widget: deprecated `size`\n"})
    assert judged(call, repository, "--config", tmp_path / "c.yml")[0] == 0
    shutil.rmtree(repository)
    repository = request_of(ADDED, OPEN)
    assert judged(call, repository, "--config", tmp_path / "c.yml", "--label", "trivial")[0] == 0
    assert judged(call, repository, "--config", tmp_path / "c.yml", "--label", "no-changelog-needed")[0] == 1


def test_a_name_that_may_have_been_meant_is_offered(call, provider):
    files = {"CHANGELOG.md": SILENT["CHANGELOG.md"].replace("provider: nothing", "example_widget: deprecated `sizes`")}
    _, out, _ = call("changelog", "--repo", provider(files), "--ref", "v1.1.0")
    assert "names the type and not the attribute (was sizes meant to be it?)" in " ".join(out.split())


def test_a_fragment_that_was_written_is_accepted_once_git_knows_it(call, provider):
    repository = provider({**SILENT, ".changelog/7.txt": "```release-note:bug\nx\n```\n"})
    asked = "changelog", "1.1.0", "--repo", repository, "--base", "v1.0.0"
    _, _, err = call(*asked, "--write", "--request", "8")
    assert err.startswith("release-check: .changelog/8.txt: written, to be finished; `git add` it")
    subprocess.run(["git", "add", ".changelog"], cwd=repository, check=True)
    assert call(*asked)[0] == 0


@pytest.mark.parametrize(
    ("fragment", "drafted"),
    [
        ({}, "# CHANGELOG.md, below line 1\n\nENHANCEMENTS:\n\n* resource/example_widget: Added `volume`."),
        (
            {".changelog/7.txt": "```release-note:improvement\nx\n```\n"},
            "# .changelog/8.txt\n```release-note:improvement\nresource/example_widget: Added `volume`.",
        ),
    ],
)
def test_what_a_request_adds_is_drafted_where_it_has_no_entry_at_all(call, request_of, fragment, drafted):
    repository = request_of(ADDED, {**OPEN, **fragment}, main_files={**OPEN, **fragment})
    _, out, _ = judged(call, repository, "--draft", "--request", "8")
    assert out.startswith(drafted)
