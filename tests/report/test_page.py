import pytest
from hypothesis import given
from hypothesis import strategies as st

from release_check.report.page import BLANK, Span, Style, labelled, line, plain, prose, tied, verbatim, visible, wrapped


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("\x9b31m", "\\x9b31m"),
        ("v1\u202e0.1v", "v1\\u202e0.1v"),
        ("zero\u200bwidth", "zero\\u200bwidth"),
        ("\udc80", "\\udc80"),
        ("größer", "größer"),
    ],
)
def test_what_could_drive_or_mislead_a_terminal_is_written_out(text, shown):
    assert visible(text) == shown
    assert plain((line(text),)) == shown + "\n"


def test_a_message_over_several_lines_becomes_one():
    assert prose("  do not\n\tuse  this\n") == "do not use this"


@pytest.mark.parametrize(
    ("lines", "width", "expected"),
    [
        ((line("one two three"),), 7, "one two\nthree\n"),
        ((line("one two three", indent=2),), 9, "  one two\n  three\n"),
        ((labelled("label", "one two three"),), 20, "  label     one two\n            three\n"),
        (
            (labelled("label", "path/longer/than/the/width more"),),
            20,
            "  label     path/longer/than/the/width\n            more\n",
        ),
        ((line("a", Span("b", Style.ERROR), "c d"),), 2, "abc\nd\n"),
        ((line("end   "), BLANK, line("x")), 10, "end\n\nx\n"),
    ],
)
def test_lines_break_between_words_and_hang(lines, width, expected):
    assert plain(lines, width) == expected


@given(st.lists(st.text(alphabet="ab é\x1b", min_size=1), max_size=6), st.integers(min_value=1, max_value=30))
def test_wrapping_loses_no_word_and_adds_none(texts, width):
    page = (line(*texts),)
    assert plain(page, width).split() == visible("".join(texts)).split()


def test_a_style_goes_with_its_words_over_a_break():
    rows = list(wrapped((line("a", Span(" bad worse", Style.ERROR)),), 5))
    assert rows == [
        (Span("a"), Span(" bad", Style.ERROR)),
        (Span("worse", Style.ERROR),),
    ]


def test_what_is_tied_together_does_not_break():
    assert plain((line("see ", tied("a b"), " c"),), 6) == "see\na b c\n"


def test_code_stays_as_it_is():
    assert plain((verbatim("\tkey:   value that is long", indent=2),), 10) == "      key:   value that is long\n"
