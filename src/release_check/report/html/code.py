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
    text = "\n".join(row[indent:] for row in rows)
    coloured = _go(text) if excerpt.location.file.endswith(".go") else iter([Piece(text)])
    lines: list[list[Piece]] = [[]]
    for piece in coloured:
        first, *others = piece.text.split("\n")
        lines[-1].append(Piece(visible(first), piece.colour))
        lines += [[Piece(visible(part), piece.colour)] for part in others]
    return tuple(
        CodeLine(number, number == excerpt.location.line, tuple(piece for piece in pieces if piece.text))
        for number, pieces in enumerate(lines, excerpt.first)
    )


def _go(text: str) -> Iterator[Piece]:
    from pygments.lexers.go import GoLexer

    for kind, part in GoLexer(stripnl=False, ensurenl=False).get_tokens(text):
        yield Piece(part, next((name for begin, name in _COLOURS.items() if str(kind).startswith(begin)), ""))
