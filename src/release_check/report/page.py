"""A page of text: lines of styled spans, wrapped to a width and made safe to print, whatever shows them."""

from __future__ import annotations

import enum
import itertools
import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

PLAIN_WIDTH = 100
"""Width of what goes to a file or a pipe: always the same, so that the same input gives the same bytes."""

# Control characters would let a message or tag name of the repository drive the terminal; the bidirectional and other
# invisible format characters would let it show something else than what is there.
_UNSAFE = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]"
)
_SPACES = re.compile(r"\s+")


TIE = "\u00a0"
"""A space at which no line breaks; shown as any other."""


class Style(enum.StrEnum):
    """What a span is; a terminal decides what that looks like."""

    PLAIN = "plain"
    STRONG = "strong"
    FAINT = "faint"
    ADDRESS = "address"
    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"
    GOOD = "good"


class Span(NamedTuple):
    """A piece of text in one style."""

    text: str
    style: Style = Style.PLAIN


class Line(NamedTuple):
    """One logical line: where it wraps, what follows is indented by `hang`."""

    spans: tuple[Span, ...] = ()
    indent: int = 0
    hang: int = 0


Page = tuple[Line, ...]

BLANK = Line()


def line(*parts: str | Span, indent: int = 0, hang: int | None = None) -> Line:
    """A line of plain texts and spans; wrapped text stands below its first word unless `hang` says otherwise."""
    spans = tuple(Span(part) if isinstance(part, str) else part for part in parts)
    return Line(spans, indent, indent if hang is None else hang)


def labelled(label: str | Span, *parts: str | Span, indent: int = 2, column: int = 12) -> Line:
    """A line with a label before it, faint unless styled; the text begins at a column that wrapped text keeps to."""
    text, style = (label, Style.FAINT) if isinstance(label, str) else label
    padded = text.ljust(max(column - indent, len(text) + 1))
    return line(Span(padded, style), *parts, indent=indent, hang=indent + len(padded))


def tied(text: str) -> str:
    """The text without a place to break a line."""
    return text.replace(" ", TIE)


def verbatim(text: str, *, indent: int = 0) -> Line:
    """A line, such as one of code, that is shown as it is however long it is; tabs become four spaces."""
    return line(tied(text.expandtabs(4)), indent=indent)


def unbroken(whole: Line) -> Line:
    """The line without a place to break."""
    return whole._replace(spans=tuple(span._replace(text=tied(span.text)) for span in whole.spans))


def visible(text: str) -> str:
    """The text with everything that could drive or mislead a terminal written out as an escape."""
    return _UNSAFE.sub(_escape, text)


def prose(text: str) -> str:
    """The text of a message on one line: runs of white space, line breaks among them, become one space."""
    return _SPACES.sub(" ", text).strip()


def plain(page: Page, width: int = PLAIN_WIDTH) -> str:
    """The page as plain text."""
    return "".join("".join(span.text for span in row) + "\n" for row in wrapped(page, width))


def wrapped(page: Page, width: int, measure: Callable[[str], int] = len) -> Iterator[tuple[Span, ...]]:
    """Each row as it is shown: safe text, broken between words where the width asks for it.

    Args:
        page: the lines.
        width: how many columns there are. A word that is longer keeps whole, so that paths can be copied.
        measure: how many columns a text takes.
    """
    for logical in page:
        yield from _rows(logical, width, measure)


def _rows(logical: Line, width: int, measure: Callable[[str], int]) -> Iterator[tuple[Span, ...]]:
    row = [Span(" " * logical.indent)]
    used = logical.indent
    for piece in _pieces(logical.spans):
        size = sum(measure(span.text) for span in piece)
        # Where nothing but the indent or a label stands in the row, a break would gain nothing.
        if used > logical.hang and used + size > width and not piece[0].text.isspace():
            yield _joined(row)
            row, used = [Span(" " * logical.hang)], logical.hang
        row.extend(piece)
        used += size
    yield _joined(row)


def _joined(row: list[Span]) -> tuple[Span, ...]:
    """The row with neighbours of one style made one, and without white space at its end."""
    joined = [
        Span("".join(span.text for span in spans).replace(TIE, " "), style)
        for style, spans in itertools.groupby((span for span in row if span.text), key=lambda span: span.style)
    ]
    while joined and not joined[-1].text.strip():
        joined.pop()
    if joined:
        joined[-1] = joined[-1]._replace(text=joined[-1].text.rstrip())
    return tuple(joined)


def _pieces(spans: Iterable[Span]) -> Iterator[tuple[Span, ...]]:
    """Words and the spaces between them; a word that several spans make up is one piece, so that it never breaks."""
    word: list[Span] = []
    for span in spans:
        for part in re.split(r"( +)", visible(span.text)):
            if not part:
                continue
            if part.isspace():
                if word:
                    yield tuple(word)
                    word = []
                yield (Span(part, span.style),)
            else:
                word.append(Span(part, span.style))
    if word:
        yield tuple(word)


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
