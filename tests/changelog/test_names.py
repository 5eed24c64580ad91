import time

import pytest

from release_check.changelog.names import mentions_of


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("resource/example_widget: gone", [("example_widget",)]),
        ("r/example_widget", [("example_widget",)]),
        ("data.example_widget", [("example_widget",)]),
        ("`block.0.name`", [("block", "name")]),
        ("`block.#.name`", [("block", "name")]),
        ("`block.*.name`", [("block", "name")]),
        ("`block[0].name`", [("block", "name")]),
        ("`block[].name`", [("block", "name")]),
        ("`example_{one,two}`", [("example_one",), ("example_two",)]),
        ("`(a|b).c`", [("a", "c")]),
        ("[x](https://example.com/example_widget)", [("x",)]),
        (r"example\_widget", [("example_widget",)]),
        ("`example_mobile_*`", [("example_mobile_*",)]),
        ("([#12](https://example.com/pull/12))", []),
    ],
)
def test_names_are_the_same_however_written(text, names):
    found = [mention.parts for mention in mentions_of(text)]
    assert [parts for parts in found if parts not in ((), ("gone",), ("resource",))] == names


def test_kinds_quotes_and_scopes_are_seen():
    first, second, third = mentions_of("data-source/example_widget: `size` deprecated")
    assert (first.kind, first.leading, first.strong) == ("data-source", True, True)
    assert (second.quoted, second.leading) == (True, False)
    assert not third.strong


@pytest.mark.parametrize(
    "text", ["`" * 20_000, "{" * 20_000, "a{" * 10_000, "(" * 20_000, "(a|" * 7_000, "a." * 10_000, "'a" * 9_999]
)
def test_hostile_text_costs_bounded_time(text):
    start = time.process_time()
    mentions_of(text)
    assert time.process_time() - start < 2
