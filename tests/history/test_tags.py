"""Which tags are releases."""

import pytest

from release_check.history import TagRules
from release_check.history.tags import sort_tags

TABLE = {
    # rules, tags, releases, and what is left out
    "with and without v": ({}, "v1.0.0 1.1.0", "v1.0.0 1.1.0", {}),
    "a pattern": (
        {"pattern": "provider/v{version}"},
        "provider/v1.0.0 sdk/v1.1.0 v1.2.0",
        "provider/v1.0.0",
        {"sdk/v1.1.0": "does not look like provider/v{version}", "v1.2.0": "does not look like provider/v{version}"},
    ),
    "ignored": ({"ignored": ("v*-nightly*",)}, "v1.0.0 v1.1.0-nightly1", "v1.0.0", {"v1.1.0-nightly1": "is ignored"}),
    "retracted by tag": ({"retracted": ("v1.1.0",)}, "v1.0.0 v1.1.0", "v1.0.0", {"v1.1.0": "is retracted"}),
    "retracted by version": ({"retracted": ("1.1.*",)}, "v1.0.0 v1.1.0", "v1.0.0", {"v1.1.0": "is retracted"}),
    "numbers too few": ({}, "v1.0.0 3.23 v4", "v1.0.0", {"3.23": "has two numbers", "v4": "has one number"}),
    "numbers too many": ({}, "v1.0.0 v0.9.37.1", "v1.0.0", {"v0.9.37.1": "has four numbers"}),
    "a dot too many": ({}, "v1.0.0 v.1.36.0", "v1.0.0", {"v.1.36.0": "is no version like 1.2.3"}),
    "words": ({}, "v1.0.0 list", "v1.0.0", {"list": "is no version like 1.2.3"}),
    "a fork's build": ({}, "v1.0.0 v1.0.1+us", "v1.0.0", {"v1.0.1+us": "carries build metadata"}),
}


@pytest.mark.parametrize(("rules", "tags", "releases", "left_out"), TABLE.values(), ids=TABLE)
def test_each_tag_is_a_release_or_left_out_with_a_reason(rules, tags, releases, left_out) -> None:
    found = sort_tags([(tag, tag, "2024-01-01") for tag in tags.split()], TagRules(**rules))
    assert {release.ref for release in found.releases} == set(releases.split())
    assert {one.tag for one in found.left_out} == set(left_out)
    for one in found.left_out:
        assert one.why.startswith(left_out[one.tag])


def test_a_release_taken_back_makes_room_for_another_tag_of_its_number() -> None:
    found = sort_tags([("v1.0.0", "a", "1"), ("1.0.0", "b", "2")], TagRules(retracted=("v1.0.0",)))
    assert [release.ref for release in found.releases] == ["1.0.0"]
    assert [release.ref for release in found.retracted] == ["v1.0.0"]


@pytest.mark.parametrize(("commit", "ending"), [("a", "v1.0.0"), ("b", "v1.0.0, at another commit")])
def test_two_tags_of_one_version_are_told_apart_by_their_commits(commit: str, ending: str) -> None:
    found = sort_tags([("v1.0.0", "a", "1"), ("1.0.0", commit, "1"), ("v1.1.0", "c", "1")], TagRules())
    assert [one.why for one in found.left_out] == [f"is the same version as {ending}"]
