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
