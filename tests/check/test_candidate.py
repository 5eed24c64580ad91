import pytest

from release_check.check.candidate import find_candidate
from release_check.check.releases import version_graph
from release_check.git import Repository
from release_check.model import Bump, IncompleteError, UsageProblem, Version

RELEASES = ("v1.0.0", "v1.1.0", "v2.0.0")


@pytest.fixture
def settle(tmp_path, make_repository):
    def call(trees=None, *, tags=RELEASES, version=None, ref=None, base=None):
        folder = make_repository(tmp_path, trees or {tag: {"a.go": tag} for tag in tags})
        with Repository.open(folder) as repository:
            graph = version_graph(repository)
            return find_candidate(repository, graph, version=version, ref=ref, base=base)

    return call


@pytest.mark.parametrize(
    ("asked", "version", "bump", "base"),
    [
        ({"ref": "v1.1.0"}, "1.1.0", Bump.MINOR, "v1.0.0"),
        ({"ref": "tags/v2.0.0"}, "2.0.0", Bump.MAJOR, "v1.1.0"),
        ({"ref": "refs/tags/v2.0.0"}, "2.0.0", Bump.MAJOR, "v1.1.0"),
        ({"ref": "v1.0.0"}, "1.0.0", None, None),
        ({"version": "2.1.0"}, "2.1.0", Bump.MINOR, "v2.0.0"),
        ({"version": "v2.0.1"}, "2.0.1", Bump.PATCH, "v2.0.0"),
        ({"version": "1.2.0"}, "1.2.0", Bump.MINOR, "v1.1.0"),
        ({"ref": "v2.0.0", "version": "1.1.1"}, "1.1.1", Bump.PATCH, "v1.1.0"),
        ({"ref": "main"}, None, None, "v2.0.0"),
        ({}, None, None, "v2.0.0"),
        ({"ref": "v2.0.0", "base": "v1.0.0"}, "2.0.0", Bump.MAJOR, "v1.0.0"),
        ({"ref": "v2.0.0", "base": "1.0.0"}, "2.0.0", Bump.MAJOR, "v1.0.0"),
    ],
)
def test_version_and_base_follow_from_what_was_asked(settle, asked, version, bump, base):
    candidate = settle(**asked)
    assert (str(candidate.version) if candidate.version else None) == version
    assert candidate.bump == bump
    assert (candidate.base.release.ref if candidate.base.release else None) == base
    assert candidate.base.why


def test_the_changelog_announces_the_version_of_what_has_no_tag(settle):
    candidate = settle({"v1.0.0": {"CHANGELOG.md": "## 1.1.0 (Unreleased)\n"}}, ref="main")
    assert candidate.version == Version("1.1.0")
    assert candidate.why == "the version at the top of CHANGELOG.md"


def test_a_tag_is_judged_as_itself_whatever_its_changelog_says(settle):
    candidate = settle({"v1.0.0": {"CHANGELOG.md": "## 1.1.0 (Unreleased)\n"}}, ref="v1.0.0")
    assert candidate.version == Version("1.0.0")


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"version": "next"}, "'next' is not a version like 1.2.3"),
        ({"base": "v1.1.9"}, "v1.1.9 is no release of this repository: did you mean v1.1.0?"),
        ({"base": "main"}, "main is no release of this repository"),
        ({"ref": "v3.0.0"}, "did you mean"),
    ],
)
def test_what_is_none_is_said_in_a_sentence(settle, asked, says):
    with pytest.raises(UsageProblem, match=says.replace("?", r"\?")):
        settle(**asked)


def test_without_any_release_nothing_can_be_judged(settle):
    with pytest.raises(IncompleteError, match="No tag is a version"):
        settle(tags=("nightly",))
