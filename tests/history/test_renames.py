"""Which names are taken for one attribute, and why."""

import pytest

from release_check.history import Reason, Release, Stage, renames
from release_check.history.renames import names
from release_check.model import Version


class Line:
    def __init__(self, providers) -> None:
        self.providers = providers
        self.releases = [Release(Version(f"1.{n}.0"), f"v1.{n}.0", "", "") for n in range(len(providers))]

    def entity(self, release, kind, entity_type):
        return self.providers[self.releases.index(release)].entity(kind, entity_type)


@pytest.fixture
def find(make_provider):
    def run(*bodies):
        providers = [make_provider({"resource/x": body}) for body in bodies]
        *_, before, after = [provider.entity("resource", "x") for provider in providers]
        return renames("resource", "x", before, after, Line(providers[:-1]))

    return run


OLD = "string optional"


def test_the_old_one_goes_as_a_like_name_comes(find) -> None:
    (found,) = find({"disk_size": OLD}, {"disk_sizes": OLD})
    assert (found.old.path, found.new.path) == ("disk_size", "disk_sizes")
    assert (found.stage, found.reason) == (Stage.AT_ONCE, Reason.NAME)


def test_the_old_one_goes_as_what_its_message_names_comes(find) -> None:
    (found,) = find({"size": f"{OLD} deprecated='use volume'"}, {"volume": OLD})
    assert (found.new.path, found.stage, found.reason) == ("volume", Stage.AT_ONCE, Reason.MESSAGE)


def test_both_stand_and_the_message_names_the_new(find) -> None:
    (found,) = find({"size": OLD}, {"size": f"{OLD} deprecated='use volume'", "volume": OLD})
    assert (found.stage, found.reason, found.replacement) == (Stage.IN_PROGRESS, Reason.MESSAGE, False)
    assert found.new_is_added


def test_both_stand_and_conflict(find) -> None:
    (found,) = find(
        {"size": OLD},
        {"size": f"{OLD} deprecated=goes conflicts_with=volume", "volume": f"{OLD} conflicts_with=size"},
    )
    assert (found.stage, found.reason) == (Stage.IN_PROGRESS, Reason.CONFLICT)


def test_the_old_one_goes_after_both_stood(find) -> None:
    both = {"size": f"{OLD} deprecated='use volume'", "volume": OLD}
    (found,) = find({"size": OLD}, both, {"volume": OLD})
    assert (found.stage, found.reason) == (Stage.FINISHED, Reason.MESSAGE)


def test_in_a_block(find) -> None:
    (found,) = find(
        {"b": ("list block optional", {"size": OLD})},
        {"b": ("list block optional", {"size": f"{OLD} deprecated='use volume'", "volume": OLD})},
    )
    assert (found.old.path, found.new.path) == ("b.size", "b.volume")


def test_a_pair_stays_one_while_it_is_in_progress(find) -> None:
    both = {"size": f"{OLD} deprecated='use volume'", "volume": OLD}
    (found,) = find({"size": OLD}, both, both)
    assert (found.replacement, found.new_is_added) == (False, False)


def test_a_deprecation_that_was_withdrawn_and_comes_back_makes_a_pair_of_what_came_in_between(find) -> None:
    begun = {"size": f"{OLD} deprecated='use volume'", "volume": OLD}
    (found,) = find({"size": OLD}, begun, {"size": OLD}, {"size": OLD, "volume": OLD}, begun)
    assert not found.replacement


REPLACEMENTS = {
    "there all along": (
        {"size": OLD, "volume": OLD},
        {"size": f"{OLD} deprecated='use volume'", "volume": OLD},
    ),
    "of another type": ({"size": OLD}, {"size": f"{OLD} deprecated='use volume'", "volume": "list(string) optional"}),
    "a block": (
        {"size": OLD},
        {"size": f"{OLD} deprecated='use volume'", "volume": ("list block optional", {"c": OLD})},
    ),
}


@pytest.mark.parametrize(("before", "after"), REPLACEMENTS.values(), ids=REPLACEMENTS)
def test_what_a_message_names_may_be_a_replacement(find, before, after) -> None:
    (found,) = find(before, after)
    assert found.replacement


NONE = {
    "names that are not alike": ({"branch": OLD}, {"pattern": OLD}),
    "types that are not the same": ({"disk_size": OLD}, {"disk_sizes": "list(string) optional"}),
    "two that are as much alike": ({"disk_size": OLD}, {"disk_sizes": OLD, "disk_sized": OLD}),
    "the old one was deprecated for another": (
        {"disk_size": f"{OLD} deprecated='use volume'", "volume": OLD},
        {"disk_sizes": OLD, "volume": OLD},
    ),
    "a conflict with several": (
        {"a": OLD},
        {
            "a": f"{OLD} deprecated=goes conflicts_with=b,c",
            "b": f"{OLD} conflicts_with=a,c",
            "c": f"{OLD} conflicts_with=a,b",
        },
    ),
    "a conflict with what was there all along": (
        {"a": OLD, "b": OLD},
        {"a": f"{OLD} deprecated=goes conflicts_with=b", "b": f"{OLD} conflicts_with=a"},
    ),
    "a new entity": ({}, {"a": OLD}),
}


@pytest.mark.parametrize(("before", "after"), NONE.values(), ids=NONE)
def test_no_pair_on_a_coincidence(find, before, after) -> None:
    assert [found for found in find(before, after) if found.stage is not Stage.FINISHED] == []


MESSAGES = {
    "use new_size instead": ("new_size", True),
    "`volume` takes its place": ("volume", True),
    "Use volume": ("volume", True),
    "use the new volume attribute": ("volume", True),
    "replaced by volume": ("volume", True),
    "the volume is too high": ("volume", False),
    "use new_size_gb instead": ("new_size", False),
    "in favour of 'volume'": ("volume", True),
    "use owner (or EXAMPLE_OWNER)": ("owner", True),
    "": ("volume", False),
}


@pytest.mark.parametrize(("message", "expected"), MESSAGES.items())
def test_a_message_names_an_attribute(message: str, expected: tuple[str, bool]) -> None:
    name, named = expected
    assert names(message, name) is named
