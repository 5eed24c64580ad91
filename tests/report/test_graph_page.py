import itertools
import re
from xml.etree import ElementTree

import pytest

from release_check.report import GraphRelease, LeftOutTag, ReleaseGraph, render

HOSTILE = 'v9.0.0-"><script>alert(1)</script>'


def release(version, base=None, bump=None, **fields):
    given = {"ref": f"v{version}", "commit": "c", "date": "2020-01-01T00:00:00Z", "why": "it is the first release"}
    return GraphRelease(version=version, base=base, bump=bump, **{**given, **fields})


GRAPH = ReleaseGraph(
    versioning="semver",
    judged=True,
    releases=(
        release("1.0.0", next=("v1.1.0",)),
        release("1.1.0", "v1.0.0", "minor", next=("v1.1.1", "v2.0.0"), needs="major"),
        release("1.1.1", "v1.1.0", "patch", on_branch=False, notes=("has v2.0.0 in its history, a higher version",)),
        release("2.0.0", "v1.1.0", "major", needs="major"),
    ),
    left_out=(LeftOutTag(tag="nightly", why="is no version like 1.2.3"),),
)


def test_each_release_stands_with_the_one_that_operators_come_from():
    assert render(GRAPH, "text") == (
        "4 releases\n"
        "  v1.0.0  2020-01-01  it is the first release\n"
        "  v1.1.0  2020-01-01  minor      after v1.0.0  breaks, and does not say so\n"
        "  v1.1.1  2020-01-01  patch      after v1.1.0\n"
        "          has v2.0.0 in its history, a higher version\n"
        "  v2.0.0  2020-01-01  major      after v1.1.0  breaks\n"
        "\n"
        "Where lines part\n"
        "  v1.1.0 leads to v1.1.1, v2.0.0\n"
        "\n"
        "1 release not on the current branch: v1.1.1\n"
        "\n"
        "1 tag left out\n"
        "  nightly  is no version like 1.2.3\n"
    )


def test_edges_and_marks_are_in_the_languages_of_drawing_programs():
    dot, mermaid = render(GRAPH, "dot"), render(GRAPH, "mermaid")
    assert re.findall(r'"(\S+)" -> "(\S+)"', dot) == [
        ("v1.0.0", "v1.1.0"),
        ("v1.1.0", "v1.1.1"),
        ("v1.1.0", "v2.0.0"),
    ]
    assert [row.split(" ")[2] for row in dot.splitlines() if "filled" in row] == ['"v1.1.0"']
    assert re.findall(r"(r\d) --> (r\d)", mermaid) == [("r0", "r1"), ("r1", "r2"), ("r1", "r3")]
    assert "class r1 unsaid" in mermaid
    assert "class r3 breaks" in mermaid


def test_the_picture_marks_what_breaks_and_keeps_a_side_line_beside():
    root = ElementTree.fromstring(render(GRAPH, "svg"))  # noqa: S314  (written by ourselves)
    dots = list(root.iter("{http://www.w3.org/2000/svg}circle"))
    assert [dot.get("class") for dot in dots] == ["dot", "dot unsaid", "dot", "dot major breaks"]
    lanes = [dot.get("cx") for dot in dots]
    assert lanes[0] == lanes[1] == lanes[3] != lanes[2]
    assert len(list(root.iter("{http://www.w3.org/2000/svg}path"))) == 3


def test_the_picture_stands_alone():
    picture = render(GRAPH, "svg").replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?:|url\(|<script|<image|@import", picture)


def test_lines_that_run_side_by_side_have_lanes_of_their_own():
    graph = ReleaseGraph(
        versioning="semver",
        releases=(
            release("1.0.0"),
            release("1.0.1", "v1.0.0", "patch"),
            release("1.1.0", "v1.0.0", "minor"),
            release("1.1.1", "v1.1.0", "patch"),
            release("2.0.0", "v1.0.0", "major"),
        ),
    )
    root = ElementTree.fromstring(render(graph, "svg"))  # noqa: S314
    lanes = [dot.get("cx") for dot in root.iter("{http://www.w3.org/2000/svg}circle")]
    assert lanes[0] == lanes[4]
    assert lanes[2] == lanes[3] != lanes[0]
    assert lanes[1] != lanes[0]


@pytest.mark.parametrize("name", ["text", "json", "dot", "mermaid", "svg"])
def test_a_tag_of_any_name_is_shown_and_does_nothing(name):
    graph = ReleaseGraph(
        versioning="semver",
        releases=(release("9.0.0", ref=HOSTILE, next=("v9.1.0",)), release("9.1.0", HOSTILE, "minor")),
        left_out=(LeftOutTag(tag='"]; evil \x1b[31m', why="is no version"),),
    )
    shown = render(graph, name)
    assert "\x1b" not in shown
    if name == "svg":
        assert "<script" not in shown
        ElementTree.fromstring(shown)  # noqa: S314
    if name == "dot":
        assert shown.count('"v9.0.0-\\"><script') == 3
    if name == "mermaid":
        assert all(
            re.fullmatch(r'flowchart LR|  r\d+\["[\w.+/#;-]*"\]|  r\d+ --> r\d+|  classDef .*', row)
            for row in shown.splitlines()
        )


def test_the_same_graph_gives_the_same_bytes():
    for name, _ in itertools.product(("json", "dot", "mermaid", "svg"), range(2)):
        assert render(GRAPH, name) == render(GRAPH, name)
