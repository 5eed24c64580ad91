"""Excerpts of source as they are shown: numbered lines, Go in a few colours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from release_check.report.dossier import Excerpt
from release_check.report.page import visible

_COLOURS: Mapping[str, str] = {
    "Token.Comment": "c",
    "Token.Keyword": "k",
    "Token.Literal.String": "s",
    "Token.Literal": "n",
}


class Piece(NamedTuple):
    """Letters of one colour; the empty name is that of plain ones."""

    text: str
    colour: str = ""


class CodeLine(NamedTuple):
    """One numbered line."""

    number: int
    hit: bool
    """Whether it is the line that is spoken of."""
    pieces: tuple[Piece, ...]


def code_lines(excerpt: Excerpt) -> tuple[CodeLine, ...]:
    """The lines of an excerpt."""
    rows = [row.rstrip("\r").expandtabs(4) for row in excerpt.lines]
    indent = min((len(row) - len(row.lstrip()) for row in rows if row.strip()), default=0)
    paint = _go if excerpt.location.file.endswith(".go") else _plain
    return tuple(
        CodeLine(number, number == excerpt.location.line, tuple(paint(visible(row[indent:]))))
        for number, row in enumerate(rows, excerpt.first)
    )


def _plain(row: str) -> Iterator[Piece]:
    yield Piece(row)


def _go(row: str) -> Iterator[Piece]:
    """The pieces of one line; each is read by itself, so that one that is cut short colours none below it."""
    from pygments.lexers.go import GoLexer

    for kind, part in GoLexer(stripnl=False, ensurenl=False).get_tokens(row):
        yield Piece(part, next((name for begin, name in _COLOURS.items() if str(kind).startswith(begin)), ""))
