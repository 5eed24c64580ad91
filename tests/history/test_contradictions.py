"""What dates and ancestry say against the order of versions."""

from typing import NamedTuple

import pytest

from release_check.history import VersionGraph, contradictions


class Drawn(NamedTuple):
    contained: dict[str, frozenset[str]]
    roots: dict[str, frozenset[str]]


def graph(dates: dict[str, str], commits: dict[str, str] | None = None) -> VersionGraph:
    return VersionGraph.build((tag, (commits or {}).get(tag, tag), f"2024-01-{day}") for tag, day in dates.items())


def drawn(parents: dict[str, str | None]) -> Drawn:
    """Tags with the tag that each one's branch left from."""
    held = {}
    roots = {}
    for tag, parent in parents.items():
        held[tag] = frozenset({tag}) | (held[parent] if parent else frozenset())
        roots[tag] = roots[parent] if parent else frozenset({f"root of {tag}"})
    return Drawn(held, roots)


TABLE = {
    "nothing odd": ({"v1.0.0": "01", "v1.1.0": "02"}, {"v1.0.0": None, "v1.1.0": "v1.0.0"}, {}),
    "off the main branch, which is usual": (
        {"v1.0.0": "01", "v1.1.0": "02", "v1.2.0": "03"},
        {"v1.0.0": None, "v1.1.0": "v1.0.0", "v1.2.0": "v1.0.0"},
        {},
    ),
    "a date before that of the release before": (
        {"v1.0.0": "05", "v1.0.1": "02"},
        {"v1.0.0": None, "v1.0.1": "v1.0.0"},
        {"v1.0.1": "is dated before v1.0.0 (2024-01-05), from which operators come"},
    ),
    "a higher version in the history": (
        {"v1.0.0": "01", "v2.0.0": "02", "v1.1.0": "03"},
        {"v1.0.0": None, "v2.0.0": "v1.0.0", "v1.1.0": "v2.0.0"},
        {"v1.1.0": "has v2.0.0 in its history, a higher version"},
    ),
    "another history": (
        {"v1.0.0": "01", "v1.1.0": "02"},
        {"v1.0.0": None, "v1.1.0": None},
        {"v1.1.0": "shares no history with v1.0.0, from which operators come"},
    ),
}


@pytest.mark.parametrize(("dates", "parents", "expected"), TABLE.values(), ids=TABLE)
def test_a_contradiction_is_told_at_the_release_that_shows_it(dates, parents, expected) -> None:
    assert contradictions(graph(dates), drawn(parents)) == {tag: (note,) for tag, note in expected.items()}


def test_two_releases_of_one_commit() -> None:
    built = graph({"v1.0.0": "01", "v1.0.1": "01"}, {"v1.0.0": "c", "v1.0.1": "c"})
    found = contradictions(built, drawn({"v1.0.0": None, "v1.0.1": "v1.0.0"}))
    assert found == {"v1.0.1": ("is the same commit as v1.0.0",)}


def test_without_ancestry_dates_still_tell() -> None:
    assert set(contradictions(graph({"v1.0.0": "05", "v1.0.1": "02"}), None)) == {"v1.0.1"}


@pytest.mark.parametrize(
    ("version", "odd"),
    [("1.1.0-rc1", False), ("1.1.0-Beta.2", False), ("1.1.0-0", False), ("1.1.0-acme.0", True)],
)
def test_a_pre_release_with_somebodys_name_is_told(version: str, odd: bool) -> None:
    found = contradictions(graph({"v1.0.0": "01", f"v{version}": "02"}), None)
    assert (f"v{version}" in found) is odd
