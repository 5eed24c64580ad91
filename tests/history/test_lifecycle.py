"""The life of an address along a line."""

from collections.abc import Sequence

import pytest

from release_check.history import Announcement, Event, Release, State, events, state_of
from release_check.history.lifecycle import (
    ANNOUNCED,
    announcement,
    ever,
    since,
    was_announced_by,
    was_soft_removed,
    was_soft_removed_before,
)
from release_check.model import Address, Entity, Provider, Version

A = Address("resource", "x", "a")
ABSENT, ACTIVE, DEPRECATED, REMOVED = None, "string optional", "string optional deprecated=old", "string removed=gone"
UNKNOWN = "string unknown=deprecated"


class Line:
    """A timeline of one attribute, which counts the looks at it."""

    def __init__(self, make_provider, states: dict[str, str | None]) -> None:
        self.releases: Sequence[Release] = [Release(Version(name), f"v{name}", "", "") for name in states]
        self.looked: list[str] = []
        self._providers: dict[str, Provider] = {
            f"v{name}": make_provider({"resource/x": {} if words is None else {"a": words}})
            for name, words in states.items()
        }

    def entity(self, release: Release, kind: str, entity_type: str) -> Entity | None:
        self.looked.append(release.ref)
        return self._providers[release.ref].entity(kind, entity_type)


def test_events_tell_a_life_from_its_beginning(make_provider) -> None:
    line = Line(
        make_provider,
        {
            "1.0.0": ABSENT,
            "1.1.0": ACTIVE,
            "1.2.0": ACTIVE,
            "1.3.0": DEPRECATED,
            "2.0.0-rc1": ABSENT,
            "2.0.0": REMOVED,
            "3.0.0": ABSENT,
            "3.1.0": ACTIVE,
        },
    )
    assert [(event.release.ref, event.state, event.message) for event in events(line, A)] == [
        ("v1.1.0", State.ACTIVE, None),
        ("v1.3.0", State.DEPRECATED, "old"),
        ("v2.0.0", State.SOFT_REMOVED, "gone"),
        ("v3.0.0", State.DELETED, None),
        ("v3.1.0", State.ACTIVE, None),
    ]
    assert isinstance(events(line, A)[0], Event)


ANNOUNCEMENTS = {
    "never": ({"1.0.0": ACTIVE, "1.1.0": ACTIVE}, 2, Announcement.NEVER),
    "in a minor of the major before": ({"1.0.0": ACTIVE, "1.1.0": DEPRECATED}, 2, Announcement.IN_TIME),
    "in a patch, and still there in the minor after": (
        {"1.0.0": ACTIVE, "1.0.1": DEPRECATED, "1.1.0": DEPRECATED},
        2,
        Announcement.IN_TIME,
    ),
    "in a patch alone": ({"1.0.0": ACTIVE, "1.0.1": DEPRECATED}, 2, Announcement.TOO_LATE),
    "in the same major": ({"1.0.0": ACTIVE, "2.0.0": DEPRECATED}, 2, Announcement.TOO_LATE),
    "in a major, for the next": ({"1.0.0": ACTIVE, "2.0.0": DEPRECATED}, 3, Announcement.IN_TIME),
    "in the first release of the line": ({"1.0.1": DEPRECATED}, 2, Announcement.IN_TIME),
    "in a pre-release that nobody on final releases meets": (
        {"1.0.0": ACTIVE, "1.1.0-rc1": DEPRECATED, "1.1.0": ACTIVE},
        2,
        Announcement.NEVER,
    ),
    "and withdrawn": ({"1.0.0": DEPRECATED, "1.1.0": ACTIVE}, 2, Announcement.IN_TIME),
    "in an earlier life": ({"1.0.0": DEPRECATED, "1.1.0": ABSENT, "1.2.0": ACTIVE}, 2, Announcement.NEVER),
    "by a soft removal": ({"1.0.0": ACTIVE, "2.0.0": REMOVED}, 3, Announcement.IN_TIME),
    "not settled": ({"1.0.0": ACTIVE, "1.1.0": UNKNOWN, "1.2.0": ACTIVE}, 2, Announcement.UNKNOWN),
}


@pytest.mark.parametrize(("states", "major", "expected"), ANNOUNCEMENTS.values(), ids=ANNOUNCEMENTS)
def test_announcement(make_provider, states, major: int, expected: Announcement) -> None:
    assert announcement(Line(make_provider, states), A, (major,)) is expected


def test_one_look_is_enough_where_the_base_shows_the_deprecation(make_provider) -> None:
    line = Line(make_provider, {"1.0.0": ACTIVE, "1.1.0": DEPRECATED, "1.2.0": DEPRECATED})
    announcement(line, A, (2,))
    assert line.looked == ["v1.2.0"]


def test_soft_removal_is_looked_for_in_the_present_life(make_provider) -> None:
    assert was_soft_removed(Line(make_provider, {"1.0.0": REMOVED, "1.1.0": ACTIVE}), A) is True
    assert was_soft_removed(Line(make_provider, {"1.0.0": REMOVED, "1.1.0": ABSENT, "1.2.0": ACTIVE}), A) is False
    assert was_soft_removed(Line(make_provider, {"1.0.0": REMOVED, "1.1.0": UNKNOWN}), A) is None


def test_soft_removal_before_a_major(make_provider) -> None:
    line = Line(make_provider, {"1.0.0": REMOVED, "2.0.0": REMOVED})
    assert was_soft_removed_before(line, A, (2,)) is True
    assert was_soft_removed_before(line, A, (1,)) is False


@pytest.mark.parametrize("began", [0, 1, 5, 17, 30])
def test_since_finds_the_beginning_in_few_looks(make_provider, began: int) -> None:
    line = Line(make_provider, {f"1.{n}.0": ACTIVE if n < began else DEPRECATED for n in range(31)})
    assert since(line, A, ANNOUNCED).ref == f"v1.{began}.0"
    assert len(line.looked) <= 11


def test_since_is_nothing_where_the_line_ends_otherwise(make_provider) -> None:
    assert since(Line(make_provider, {"1.0.0": DEPRECATED, "1.1.0": ACTIVE}), A, ANNOUNCED) is None


COVERED = {
    "an entity": ({"@deprecated": "old", "b": ("list block", {"c": "string"})}, "b.c", State.DEPRECATED),
    "a block": ({"b": ("list block deprecated=old", {"c": "string"})}, "b.c", State.DEPRECATED),
    "a soft-removed block": ({"b": ("list block removed=gone", {"c": "string deprecated=old"})}, "b.c", "soft-removed"),
    "nothing": ({"b": ("list block", {"c": "string"})}, "b.c", State.ACTIVE),
    "itself": ({"@deprecated": "old"}, "", State.DEPRECATED),
    "absent": ({"b": ("list block", {})}, "b.c", State.ABSENT),
    "not settled": ({"b": ("list block unknown=attrs", {})}, "b.c", State.UNKNOWN),
    "not settled around it": ({"@unknown": ("deprecated",), "b": "string"}, "b", State.UNKNOWN),
}


@pytest.mark.parametrize(("body", "path", "expected"), COVERED.values(), ids=COVERED)
def test_what_surrounds_an_address_covers_it(make_provider, body, path: str, expected: str) -> None:
    assert state_of(make_provider({"resource/x": body}).entity("resource", "x"), path) == expected


def test_an_absent_entity_is_absent() -> None:
    assert state_of(None, "a") is State.ABSENT


def long_line(make_provider, *stretches: tuple[int, str | None]) -> Line:
    """A line of releases, so many of each state."""
    states = [words for count, words in stretches for _ in range(count)]
    return Line(make_provider, {f"1.{minor}.0": words for minor, words in enumerate(states)})


REQUIRED = "string required"
EVER = {
    "always": ([(200, REQUIRED)], True),
    "never": ([(200, ACTIVE)], False),
    "long ago": ([(100, REQUIRED), (100, ACTIVE)], True),
    "in a life before": ([(50, REQUIRED), (50, ABSENT), (100, ACTIVE)], False),
    "once, of late": ([(190, ACTIVE), (1, REQUIRED), (9, ACTIVE)], True),
    "not known": ([(100, UNKNOWN), (100, ACTIVE)], None),
}


@pytest.mark.parametrize(("stretches", "expected"), EVER.values(), ids=EVER)
def test_what_ever_held_costs_few_looks_on_a_long_line(make_provider, stretches, expected) -> None:
    line = long_line(make_provider, *stretches)
    assert ever(line, A, lambda attribute: attribute.required) is expected
    assert len(set(line.looked)) < 60


ANNOUNCED_BY = {
    "at it": ([(100, ACTIVE), (100, DEPRECATED)], True),
    "never": ([(200, ACTIVE)], False),
    "before, and withdrawn": ([(50, DEPRECATED), (150, ACTIVE)], True),
    "in a life before": ([(50, DEPRECATED), (1, ABSENT), (149, ACTIVE)], False),
    "once, of late": ([(190, ACTIVE), (1, DEPRECATED), (9, ACTIVE)], True),
}


@pytest.mark.parametrize(("stretches", "expected"), ANNOUNCED_BY.values(), ids=ANNOUNCED_BY)
def test_what_was_announced_by_a_version_costs_few_looks(make_provider, stretches, expected) -> None:
    line = long_line(make_provider, *stretches)
    assert was_announced_by(line, A, line.releases[-1].version) is expected
    assert len(set(line.looked)) < 60
