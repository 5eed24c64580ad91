import time

import pytest

from release_check.changelog.claims import claims_in
from release_check.changelog.entries import Entry, Title, entries_of, is_marked_breaking, says_nothing
from release_check.changelog.texts import text_of
from release_check.changelog.titles import Filed, filed_under, suggested_title
from release_check.changelog.words import intents_of


def read(text, first_line=1):
    return list(entries_of("CHANGELOG.md", text.split("\n"), first_line))


def texts(text):
    return [(one.line, one.text) for one in read(text) if isinstance(one, Entry)]


@pytest.mark.parametrize(
    "title",
    [
        "BUG FIXES:",
        "BUG FIXES",
        "### Bug Fixes",
        "#### Bug fixes:",
        "**Bug Fixes:**",
        "**Bug Fixes**",
        "## BUG FIXES",
        "### \U0001f41b Bug fixes",
        "BUGFIXES:",
    ],
)
def test_a_title_in_every_form(title):
    title_found, entry = read(f"{title}\n\n* something\n")
    assert isinstance(title_found, Title)
    assert entry.filed == {Filed.FIXES}
    assert entry.line == 3


@pytest.mark.parametrize(
    ("title", "filed"),
    [
        ("BREAKING CHANGES", {Filed.BREAKING}),
        ("BACKWARDS INCOMPATIBILITIES / NOTES:", {Filed.BREAKING, Filed.NOTES}),
        ("DEPRECATIONS and BREAKING CHANGES", {Filed.DEPRECATIONS, Filed.BREAKING}),
        ("EHANCEMENTS", {Filed.ENHANCEMENTS}),
        ("Improvements", {Filed.ENHANCEMENTS}),
        ("UPGRADE NOTES", {Filed.NOTES}),
        ("resource/example_widget", set()),
        ("", set()),
    ],
)
def test_what_titles_say(title, filed):
    assert filed_under(title) == filed


def test_bullets_of_every_kind_and_what_is_nested():
    text = "* one\n  goes on\n- two\n\n* Resource `a`:\n  * three\n    * four\n"
    assert texts(text) == [(1, "one\ngoes on"), (3, "two"), (5, "Resource `a`:"), (6, "three"), (7, "four")]
    four = read(text)[-1]
    assert four.context == ("Resource `a`:", "three")


def test_a_title_right_below_a_bullet_is_no_part_of_it():
    found = read("FEATURES:\n* one\nBUG FIXES:\n* two\n")
    assert [one.text for one in found] == ["FEATURES", "one", "BUG FIXES", "two"]
    assert found[-1].filed == {Filed.FIXES}


def test_paragraphs_outside_bullets_are_entries():
    text = "NOTES:\n\nThe following are gone: `a`,\n`b` and `c`.\n\nprovider: one\nresource/a: two\n"
    assert texts(text) == [
        (3, "The following are gone: `a`,\n`b` and `c`."),
        (6, "provider: one"),
        (7, "resource/a: two"),
    ]


def test_lines_are_those_of_the_file():
    assert [one.line for one in read("\n* one\n\n* two", first_line=40)] == [41, 43]


@pytest.mark.parametrize(
    "text", ["None", "* N/A", "None.", "No changes", "[Full Changelog](https://example.com/x...y)"]
)
def test_entries_that_say_nothing(text):
    assert says_nothing(text)


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("**BREAKING:** drop `a`", True),
        ("BREAKING CHANGE: drop `a`", True),
        ("feat!: drop `a`", True),
        ("**Breaking change:** drop `a`", True),
        ("fix a breaking change in `a`", False),
        ("Reverts breaking changes", False),
    ],
)
def test_entries_that_bear_the_mark_of_a_breaking_change(text, marked):
    assert is_marked_breaking(text) is marked


@pytest.mark.parametrize(
    "text",
    [
        "\n".join("  " * depth + "* x" for depth in range(10_000)),
        "> " * 20_000 + "x",
        "* " * 20_000,
        "`" * 20_000,
        "[" * 20_000,
        "* a\n" * 20_000,
        "\n".join(f"[x{number}]: /y" for number in range(5_000)),
        "**" * 10_000,
        "\t" * 20_000 + "x",
    ],
    ids=["bullets", "quotes", "bullets on a line", "backticks", "brackets", "rows", "references", "stars", "tabs"],
)
def test_hostile_markdown_costs_bounded_time(text):
    start = time.process_time()
    for one in entries_of("CHANGELOG.md", text_of(text.encode()).lines, 1):
        if isinstance(one, Entry):
            is_marked_breaking(one.text)
            intents_of(one.text)
            list(claims_in(one))
    assert time.process_time() - start < 5


def test_a_line_that_lost_its_bullet_is_an_entry_of_its_own():
    rows = ["* widget: fixed one", "widget: fixed two", "  and more of it", "* `x_a` - three", "`x_b` - four", "* last"]
    found = [(entry.text, entry.line) for entry in entries_of("CHANGELOG.md", rows, 1)]
    assert found == [
        ("widget: fixed one", 1),
        ("widget: fixed two\nand more of it", 2),
        ("`x_a` - three", 4),
        ("`x_b` - four", 5),
        ("last", 6),
    ]


@pytest.mark.parametrize(
    "row", ["more: of it", "note this: and that", "  widget: indented and so on", "Widget: of a word"]
)
def test_a_line_that_goes_on_with_the_bullet_above_stays_with_it(row):
    first = "* resource/example_widget: one" if "indented" in row else "* changed the following"
    assert len(list(entries_of("CHANGELOG.md", [first, row], 1))) == 1


@pytest.mark.parametrize("row", ["**Full Changelog**: https://example.com/a...b", "[v1](https://example.com/1)"])
def test_a_line_that_only_leads_elsewhere_is_no_entry(row):
    assert list(entries_of("CHANGELOG.md", ["* one", "", row], 1))[1:] == []


def test_a_title_is_suggested_where_one_can_have_been_meant():
    assert suggested_title("ENCHANTMENTS OF WIDGETS") == "ENHANCEMENTS"
    assert suggested_title("VERSION COMPATIBILITY") is None
    assert filed_under("BUG:") == {Filed.FIXES}
