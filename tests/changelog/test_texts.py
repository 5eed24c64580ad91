import pytest

from release_check.changelog.texts import LONGEST_LINE, MOST_BYTES, MOST_ROWS, text_of


@pytest.mark.parametrize(
    "data",
    [
        b"one\ntw\xc3\xb6",
        b"\xef\xbb\xbfone\ntw\xc3\xb6",
        "one\r\ntwö".encode(),
        "one\rtwö".encode(),
        "\ufeffone\ntwö".encode("utf-16-le"),
        "\ufeffone\ntwö".encode("utf-16-be"),
        "one\ntwö".encode("latin-1"),
        "one\ntwö".encode("utf-16-le"),
        "one\ntwö".encode("utf-16-be"),
        "\ufeffone\ntwö".encode("utf-32-le"),
        "\ufeffone\ntwö".encode("utf-32-be"),
    ],
)
def test_encodings_and_line_ends_make_no_difference(data):
    assert text_of(data).lines == ("one", "twö")


def test_control_characters_are_spaces():
    assert text_of(b"a\0b\x1bc\td").lines == ("a b c\td",)


def test_what_is_too_long_is_cut_and_said():
    endless = text_of(b"x" * 100_000)
    assert len(endless.lines[0]) == LONGEST_LINE
    assert "longer than 20,000 characters" in endless.shortened
    assert text_of(b"abcdefghij" * (MOST_BYTES // 10 + 1)).shortened == "only its first 8 MB were read"
    rows = text_of(b"a\n" * (MOST_ROWS + 10))
    assert (len(rows.lines), rows.shortened) == (MOST_ROWS, "only its first 200,000 lines were read")


def test_a_character_cut_in_two_is_no_other_encoding():
    assert text_of(b"a" * (MOST_BYTES - 1) + "ö".encode() + b"bc").lines[0].startswith("aa")


def test_what_is_no_text_is_said_to_be():
    assert text_of(b"\0" * 10_000).shortened == "it is full of NUL bytes, and may be no text"
    assert text_of(b"a\0b c d e f").shortened == ""
