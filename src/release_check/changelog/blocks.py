"""Markdown as a flat list of headings and texts, each with its line and with the texts around it."""

from __future__ import annotations

import enum
import functools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

DEEPEST = 24
"""How deeply lists and quotes may nest before what is further in is taken as it stands."""
MOST_LINES = 20_000
"""How many lines are parsed in one go: no section and no guide that people write comes near."""
MOST_CHARACTERS = 2_000_000
"""As above, in characters."""


class BlockKind(enum.StrEnum):
    """What a block is."""

    HEADING = "heading"
    BULLET = "bullet"
    PARAGRAPH = "paragraph"
    CODE = "code"


class Block(msgspec.Struct, frozen=True):
    """One block of text."""

    kind: BlockKind
    text: str
    """With its inline markup, lines joined as they stand."""
    line: int
    """The line of the file it begins at."""
    level: int = 0
    """Of a heading, 1 to 6; of a bullet, how deep it is nested, from 1."""
    info: str = ""
    """What stands behind the fence of code."""
    around: tuple[str, ...] = ()
    """The texts of the bullets that it is nested in, outermost first."""


def blocks_of(lines: Sequence[str], first_line: int = 1) -> Iterator[Block]:
    """Every block, in order; what is nested too deeply comes as one paragraph.

    Args:
        lines: the text.
        first_line: the number of its first line in the file.
    """
    if not any(row.strip() for row in lines):
        return
    yield from _walk(_parser().parse("\n".join(lines[:MOST_LINES])[:MOST_CHARACTERS]), first_line)


@functools.cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    # Inline markup is read by what looks for names, which needs the text as it was written.
    return MarkdownIt("commonmark", {"maxNesting": DEEPEST}).disable("inline")


def _walk(tokens: Sequence[Token], first_line: int) -> Iterator[Block]:
    bullets: list[str] = []
    fresh = False
    level = 0
    for token in tokens:
        line = first_line + (token.map[0] if token.map else 0)
        if token.type == "list_item_open":
            bullets.append("")
            fresh = True
        elif token.type == "list_item_close":
            bullets.pop()
        elif token.type == "heading_open":
            level = int(token.tag[1:])
        elif token.type == "heading_close":
            level = 0
        elif token.type == "inline":
            if level:
                yield Block(BlockKind.HEADING, token.content, line, level)
            elif bullets and fresh:
                bullets[-1], fresh = token.content, False
                yield Block(BlockKind.BULLET, token.content, line, len(bullets), around=tuple(bullets[:-1]))
            else:
                yield Block(BlockKind.PARAGRAPH, token.content, line, around=tuple(bullets))
        elif token.type == "fence":
            yield Block(BlockKind.CODE, token.content, line, info=token.info.strip(), around=tuple(bullets))
        elif token.type in ("code_block", "html_block"):
            yield Block(BlockKind.PARAGRAPH, token.content.rstrip("\n"), line, around=tuple(bullets))
