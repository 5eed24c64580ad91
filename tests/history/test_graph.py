"""The version graph, against graphs drawn by hand."""

import pytest

from release_check.history import LeftOut, TagRules, VersionGraph
from release_check.model import Scheme, Version

V = Version


def graph(*tags: str) -> VersionGraph:
    """Tags in the order in which they were made, a day apart."""
    return VersionGraph.build(
        (name, f"commit-{name}", f"2024-01-{day:02}T00:00:00Z") for day, name in enumerate(tags, 1)
    )


def edges(built: VersionGraph) -> set[str]:
    return {f"{a}>{b}" for a, b in built.digraph.edges}


def names(releases) -> list[str]:
    return [release.ref for release in releases]


DRAWN = {
    "one line": ("v1.0.0 v1.0.1 v1.1.0 v2.0.0", "1.0.0>1.0.1 1.0.1>1.1.0 1.1.0>2.0.0"),
    "a minor of the older line after the newer major stays on its line": (
        "v2.19.0 v2.20.0 v3.0.0 v2.20.1 v3.1.0 v2.21.0",
        "2.19.0>2.20.0 2.20.0>3.0.0 2.20.0>2.20.1 3.0.0>3.1.0 2.20.1>2.21.0",
    ),
    "a patch of the older minor after the newer minor leads nowhere": (
        "v1.1.0 v1.2.0 v1.1.1 v1.3.0",
        "1.1.0>1.2.0 1.1.0>1.1.1 1.2.0>1.3.0",
    ),
    "within a line version orders, not date": (
        "v1.0.0 v1.0.2 v1.0.1 v1.2.0 v1.1.0",
        "1.0.0>1.0.1 1.0.1>1.0.2 1.0.2>1.1.0 1.1.0>1.2.0",
    ),
    "pre-releases lead to the final one and are passed by": (
        "v1.0.0 v2.0.0-beta.1 v1.1.0 v2.0.0-beta.2 v2.0.0",
        "1.0.0>2.0.0-beta.1 1.0.0>1.1.0 1.1.0>2.0.0-beta.2 2.0.0-beta.1>2.0.0-beta.2 2.0.0-beta.2>2.0.0 1.1.0>2.0.0",
    ),
    "a pre-release whose final one was never tagged leads to the next of its major": (
        "v1.0.0 v1.1.0-rc1 v1.2.0",
        "1.0.0>1.1.0-rc1 1.1.0-rc1>1.2.0 1.0.0>1.2.0",
    ),
    "a major may be skipped": ("v1.0.0 v3.0.0", "1.0.0>3.0.0"),
    "dates that contradict the majors": ("v2.0.0 v1.0.0", "1.0.0>2.0.0"),
    "with and without v": ("0.1.0 v0.2.0", "0.1.0>0.2.0"),
}


@pytest.mark.parametrize(("tags", "expected"), DRAWN.values(), ids=DRAWN)
def test_edges_lead_where_an_operator_upgrades(tags: str, expected: str) -> None:
    assert edges(graph(*tags.split())) == set(expected.split())


BASES = {
    "the release before in its line": ("v1.0.0 v1.0.1 v1.1.0", "1.0.1", "v1.0.0"),
    "a minor follows the last patch before it": ("v1.0.0 v1.0.1 v1.1.0", "1.1.0", "v1.0.1"),
    "a minor does not follow a later backport": ("v1.0.0 v1.1.0 v1.0.1", "1.1.0", "v1.0.0"),
    "a major follows the last release that existed": ("v1.0.0 v2.0.0 v1.1.0", "2.0.0", "v1.0.0"),
    "a backport follows its own line": ("v1.0.0 v2.0.0 v1.1.0", "1.1.0", "v1.0.0"),
    "a final release does not follow its pre-releases": ("v1.0.0 v2.0.0-rc1 v2.0.0", "2.0.0", "v1.0.0"),
    "a pre-release follows the last final one": ("v1.0.0 v2.0.0-rc1 v2.0.0-rc2", "2.0.0-rc2", "v1.0.0"),
    "the first final release after pre-releases alone": ("v0.1.0-a v0.1.0-b v0.1.0", "0.1.0", "v0.1.0-b"),
    "the first release": ("v0.1.0 v0.2.0", "0.1.0", None),
    "one not tagged yet": ("v1.0.0 v2.0.0 v1.1.0", "2.0.1", "v2.0.0"),
    "a backport not tagged yet": ("v1.0.0 v2.0.0 v1.1.0", "1.1.1", "v1.1.0"),
    "a major not tagged yet": ("v1.0.0 v2.0.0 v1.1.0", "3.0.0", "v2.0.0"),
    "a version below all others": ("v1.0.0", "0.9.0", None),
}


@pytest.mark.parametrize(("tags", "version", "expected"), BASES.values(), ids=BASES)
def test_base_is_where_an_operator_comes_from(tags: str, version: str, expected: str | None) -> None:
    base = graph(*tags.split()).base(V(version))
    assert (base.release.ref if base.release else None) == expected
    assert base.why


def test_an_untagged_version_at_a_date_does_not_follow_what_came_later() -> None:
    built = graph("v1.0.0", "v1.1.0", "v1.2.0")
    assert built.base(V("2.0.0"), date="2024-01-02T12:00:00Z").release.ref == "v1.1.0"


UNNAMED = {
    "the newest": ("v1.0.0 v2.0.0 v1.1.0", None, "v2.0.0"),
    "the newest though tags stand off the branch": ("v1.0.0 v1.1.0 v1.2.0", ["v1.0.0"], "v1.2.0"),
    "on a branch of the older line": ("v1.0.0 v1.1.0 v2.0.0", ["v1.0.0", "v1.1.0"], "v1.1.0"),
    "pre-releases alone": ("v1.0.0-a v1.0.0-b", None, "v1.0.0-b"),
    "nothing": ("", None, None),
}


@pytest.mark.parametrize(("tags", "reachable", "expected"), UNNAMED.values(), ids=UNNAMED)
def test_a_candidate_without_version(tags: str, reachable: list[str] | None, expected: str | None) -> None:
    base = graph(*tags.split()).base(None, reachable=reachable)
    assert (base.release.ref if base.release else None) == expected
    assert base.why


def test_the_line_holds_what_leads_there_and_no_backport_tagged_after() -> None:
    built = graph("v1.0.0", "v1.1.0", "v2.0.0-rc1", "v2.0.0", "v1.1.1", "v2.1.0")
    assert names(built.line(V("2.1.0"))) == ["v1.0.0", "v1.1.0", "v2.0.0-rc1", "v2.0.0"]
    assert names(built.line(V("1.1.1"))) == ["v1.0.0", "v1.1.0"]
    assert names(built.line(V("2.2.0"))) == ["v1.0.0", "v1.1.0", "v2.0.0-rc1", "v2.0.0", "v2.1.0"]
    assert names(built.leading_to(built.by_ref("v1.1.1"))) == ["v1.0.0", "v1.1.0", "v1.1.1"]


def test_the_way_on_from_a_backport_is_the_lowest_newer_release_tagged_after_it() -> None:
    built = graph("v1.0.0", "v2.0.0", "v1.0.1", "v2.1.0")
    assert names(built.successors(built.by_ref("v1.0.0"))) == ["v1.0.1", "v2.0.0"]
    assert names(built.successors(built.by_ref("v1.0.1"))) == ["v2.1.0"]
    assert names(built.successors(built.by_ref("v2.1.0"))) == []


def test_each_tag_left_out_is_named_once_with_the_reason() -> None:
    built = graph("v2.13.0", "v2.14.0", "2.14.0", "3.23", "nightly", "v2.14.0+fork.1")
    assert names(built.releases) == ["v2.13.0", "v2.14.0"]
    assert {one.tag: one.why for one in built.left_out} == {
        "2.14.0": "is the same version as v2.14.0, at another commit",
        "3.23": "has two numbers, where a version has three",
        "nightly": "is no version like 1.2.3",
        "v2.14.0+fork.1": "carries build metadata, as a fork's own builds do",
    }


def test_of_two_names_for_one_version_the_usual_form_is_kept() -> None:
    assert names(graph("1.0.0", "1.1.0", "1.2.0", "v1.2.0").releases) == ["1.0.0", "1.1.0", "1.2.0"]


def test_the_order_of_the_tags_does_not_matter() -> None:
    tags = [(f"v1.{n}.0", str(n), f"2024-01-{n + 1:02}") for n in range(12)]
    assert VersionGraph.build(tags).releases == VersionGraph.build(reversed(tags)).releases


def test_under_another_scheme_lines_are_cut_where_its_majors_are() -> None:
    # 1.2.1 is a MINOR of the line 1.2.x made after 1.3.0, so that 1.3.0 comes from 1.2.0
    rows = [
        (tag, tag, f"2024-01-{day:02}") for day, tag in enumerate(["v1.1.0", "v1.2.0", "v1.3.0", "v1.2.1", "v1.3.1"], 1)
    ]
    built = VersionGraph.build(rows, TagRules(scheme=Scheme.ONE_MAJOR_MINOR))
    assert edges(built) == {"1.1.0>1.2.0", "1.2.0>1.3.0", "1.2.0>1.2.1", "1.3.0>1.3.1"}
    assert built.base(Version("1.4.0", Scheme.ONE_MAJOR_MINOR)).why.endswith("1.3.x line, from which 1.4.x is reached")


def test_what_is_left_out_later_leads_nowhere_but_keeps_its_number_and_its_place() -> None:
    built = graph("v1.0.0", "v1.1.0", "v1.2.0").without([LeftOut("v1.1.0", "is no provider")])
    assert edges(built) == {"1.0.0>1.2.0"}
    assert names(built.aside) == ["v1.1.0"]
    assert built.by_ref("v1.1.0") is None
    assert built.tagged("v1.1.0").version == V("1.1.0")
    assert built.base(V("1.1.0")).release.ref == "v1.0.0"
    assert [one.tag for one in built.left_out] == ["v1.1.0"]
