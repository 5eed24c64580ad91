"""The life of an address over the whole version graph."""

import pytest

from release_check.history import VersionGraph, days_between, life
from release_check.model import Address, IncompleteError, Version

A = Address("resource", "x", "a")
ON, OLD, GONE = "string optional", "string optional deprecated='use b'", "string computed removed='use b'"
REWORDED = "string optional deprecated='use b, please'"
OPEN = "string unknown=deprecated"
UNREAD = object()


@pytest.fixture
def told(make_provider):
    """Give a function that follows an attribute through releases in the order in which they were made."""

    def follow(states, address=A):
        tags = [(f"v{version}", version, f"2024-01-{day:02}T00:00:00Z") for day, version in enumerate(states, 1)]
        looked = []

        def look(release, kind, entity_type):
            looked.append(release.ref)
            words = states[str(release.version)]
            if words is UNREAD:
                raise IncompleteError("It does not parse.")
            body = words if isinstance(words, dict) else {} if words is None else {"a": words}
            return make_provider({"resource/x": body}).entity(kind, entity_type)

        found = life(VersionGraph.build(tags), look, address)
        assert len(looked) == len(set(looked)), "each release is looked at once"
        return found

    return follow


def lines(found):
    return [
        " ".join(part for part in (one.release.ref, one.step, str(one.other.path) if one.other else "") if part)
        for one in found
    ]


LIVES = {
    "the whole way": (
        {"1.0.0": None, "1.1.0": ON, "1.2.0": OLD, "2.0.0": GONE, "3.0.0": None},
        ["v1.1.0 introduced", "v1.2.0 deprecated", "v2.0.0 soft-removed", "v3.0.0 deleted"],
    ),
    "re-added": (
        {"1.0.0": ON, "1.1.0": None, "1.2.0": ON},
        ["v1.0.0 introduced", "v1.1.0 deleted", "v1.2.0 re-added"],
    ),
    "a message in other words": (
        {"1.0.0": OLD, "1.1.0": REWORDED},
        ["v1.0.0 introduced", "v1.0.0 deprecated", "v1.1.0 deprecation reworded"],
    ),
    "withdrawn": (
        {"1.0.0": ON, "1.1.0": OLD, "1.2.0": ON},
        ["v1.0.0 introduced", "v1.1.0 deprecated", "v1.2.0 deprecation withdrawn"],
    ),
    "a soft removal withdrawn into a deprecation": (
        {"1.0.0": ON, "2.0.0": GONE, "2.1.0": OLD},
        ["v1.0.0 introduced", "v2.0.0 soft-removed", "v2.1.0 soft removal withdrawn", "v2.1.0 deprecated"],
    ),
    "what the source does not settle is no event": (
        {"1.0.0": ON, "1.1.0": OLD, "1.2.0": OPEN, "1.3.0": OLD},
        ["v1.0.0 introduced", "v1.1.0 deprecated"],
    ),
    "what cannot be read is no event": (
        {"1.0.0": ON, "1.1.0": UNREAD, "1.2.0": ON},
        ["v1.0.0 introduced"],
    ),
    "a backport has its own events, and its line knows nothing of the newer one": (
        {"1.0.0": ON, "2.0.0": GONE, "1.0.1": OLD, "2.1.0": GONE, "3.0.0": None},
        ["v1.0.0 introduced", "v1.0.1 deprecated", "v2.0.0 soft-removed", "v3.0.0 deleted"],
    ),
    "pre-releases follow each other, and are passed by": (
        {"1.0.0": ON, "2.0.0-rc1": None, "2.0.0-rc2": None, "1.1.0": OLD, "2.0.0": None},
        ["v1.0.0 introduced", "v1.1.0 deprecated", "v2.0.0-rc1 deleted", "v2.0.0 deleted"],
    ),
}


@pytest.mark.parametrize(("states", "expected"), LIVES.values(), ids=LIVES)
def test_each_event_is_told_once_at_its_release(told, states, expected) -> None:
    assert lines(told(states)) == expected


NOTICES = {
    "from the first release that told of it": (
        {"1.0.0": ON, "1.1.0": OLD, "1.2.0": OLD, "2.0.0": None},
        ["v1.1.0", "v1.2.0"],
    ),
    "through the soft removal": (
        {"1.0.0": OLD, "2.0.0": GONE, "3.0.0": None},
        ["v1.0.0", "v2.0.0"],
    ),
    "none": ({"1.0.0": ON, "2.0.0": None}, []),
    "a deprecation in a pre-release alone counts for nobody": (
        {"1.0.0": ON, "1.1.0-rc1": OLD, "2.0.0": None},
        [],
    ),
    "a deprecation on the older line after the newer began counts for nobody on that one": (
        {"1.0.0": ON, "2.0.0": ON, "1.1.0": OLD, "2.1.0": None},
        [],
    ),
    "after a withdrawal only what came anew": (
        {"1.0.0": OLD, "1.1.0": ON, "1.2.0": OLD, "2.0.0": None},
        ["v1.2.0"],
    ),
    "of an earlier life nothing": ({"1.0.0": OLD, "1.1.0": None, "1.2.0": ON, "2.0.0": None}, []),
}


@pytest.mark.parametrize(("states", "expected"), NOTICES.values(), ids=NOTICES)
def test_notice_is_what_operators_on_the_line_could_have_met(told, states, expected) -> None:
    last = told(states)[-1]
    assert last.step == "deleted"
    assert [release.ref for release in last.announced] == expected


def test_the_other_name_of_a_rename_is_told_on_both_sides(told) -> None:
    states = {
        "1.0.0": {"a": ON},
        "1.1.0": {"a": "string optional deprecated='use `b`' conflicts_with=b", "b": "string optional"},
        "2.0.0": {"b": "string optional"},
    }
    assert lines(told(states)) == ["v1.0.0 introduced", "v1.1.0 deprecated", "v1.1.0 renamed to b", "v2.0.0 deleted"]
    assert lines(told(states, Address("resource", "x", "b"))) == ["v1.1.0 introduced", "v1.1.0 renamed from a"]


def test_a_name_that_goes_as_another_comes_is_a_rename(told) -> None:
    states = {"1.0.0": {"disk_size": ON}, "2.0.0": {"disk_size_gb": ON}}
    found = told(states, Address("resource", "x", "disk_size"))
    assert lines(found) == ["v1.0.0 introduced", "v2.0.0 deleted", "v2.0.0 renamed to disk_size_gb"]


def test_what_surrounds_an_address_announces_for_it(told) -> None:
    states = {
        "1.0.0": {"b": ("list block optional", {"c": "string optional"})},
        "1.1.0": {"b": ("list block optional deprecated='use d'", {"c": "string optional"})},
        "2.0.0": {"@deprecated": "use y", "b": ("list block optional deprecated='use d'", {"c": "string optional"})},
    }
    found = told(states, Address("resource", "x", "b.c"))
    assert lines(found) == ["v1.0.0 introduced", "v1.1.0 deprecated"]
    assert str(found[1].on) == "resource/x/b"


def test_an_entity_is_followed_to_the_one_that_its_message_names(make_provider) -> None:
    entities = {
        "1.0.0": {"resource/p_x": {}},
        "1.1.0": {"resource/p_x": {"@deprecated": "use p_y instead, not p_z"}, "resource/p_y": {}},
        "2.0.0": {"resource/p_y": {}},
    }
    graph = VersionGraph.build((f"v{one}", one, f"2024-0{n}-01T00:00:00Z") for n, one in enumerate(entities, 1))
    found = life(
        graph,
        lambda release, kind, name: make_provider(entities[str(release.version)]).entity(kind, name),
        Address("resource", "p_x"),
    )
    assert [(one.release.ref, one.step, str(one.other or "")) for one in found] == [
        ("v1.0.0", "introduced", ""),
        ("v1.1.0", "deprecated", ""),
        ("v1.1.0", "renamed to", "resource/p_y"),
        ("v2.0.0", "deleted", ""),
    ]
    assert days_between(found[0].release, found[-1].release.date) == 60


def test_a_deletion_is_shown_where_it_last_stood(told) -> None:
    found = told({"1.0.0": OLD, "1.1.0": OLD, "2.0.0": None})
    assert found[-1].base.version == Version("1.1.0")
