"""Entries: the single statements of a changelog, each with its place and what it is filed under."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from release_check.changelog.blocks import MOST_LINES, Block, BlockKind, blocks_of
from release_check.changelog.titles import Filed, filed_under


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One statement: a bullet, a line of a paragraph, or the whole text of a fragment."""

    text: str
    file: str
    line: int
    filed: frozenset[Filed] = frozenset()
    title: str = ""
    """The title that it stands under, as it is written."""
    title_line: int = 0
    context: tuple[str, ...] = ()
    """The bullets and lesser headings around it, from which it inherits what it speaks of."""

    @property
    def place(self) -> str:
        """File and line."""
        return f"{self.file}:{self.line}"


class Title(msgspec.Struct, frozen=True):
    """A title among the entries."""

    text: str
    line: int
    filed: frozenset[Filed]


_CAPITALS = re.compile(r"[A-Z][A-Z /&'-]{2,50}:?\Z")
_BOLD = re.compile(r"(?:\*\*|__)[^*_`]{2,50}(?:\*\*|__):?\Z")
_SCOPED = re.compile(r"\s*(?:[`\[*]|(?:resource|data[ -]?source|provider|r|d)\b|[a-z][a-z0-9_/]*\s*:)", re.IGNORECASE)
"""How a line begins that is an entry without a bullet."""
_NOTHING = re.compile(r"[\W_]*(?:none|n/?a|nothing|no changes?)?[\W_]*\Z", re.IGNORECASE)
_LINK_LINE = re.compile(
    r"(?:[*_]{0,2}\w+(?: \w+){0,3}[*_]{0,2}:[*_]{0,2}\s+)?(?:\[[^\]]*\]:?\s*\(?)?<?https?://\S+\)?\Z", re.IGNORECASE
)
"""A line that only leads elsewhere: `**Full Changelog**: https://…`."""
_BULLET = re.compile(r"(?P<mark>[*+-] +)\S")
_OWN_SCOPE = re.compile(
    r"`[\w/.*]+`(?:\s*:|\s+-)\s|(?:resource|data-source|data_source)/\w+:\s|[a-z][a-z0-9_]{2,40}(?:/[a-z0-9_]+)?:\s+\S+\s+\S"
)
"""How an entry begins that names what it is about."""
_BREAKING_MARK = re.compile(r"[\W_]*BREAKING(?:[ -]CHANGES?)?\b|[a-z]+(?:\([^)]*\))?!:|[\W_]*Breaking changes?\W")


def entries_of(file: str, lines: Sequence[str], first_line: int) -> Iterator[Entry | Title]:
    """The entries of one section, and the titles between them, in order.

    Args:
        file: where it stands.
        lines: what stands below the version's heading.
        first_line: the number of the first of them.
    """
    yield from _Reader(file).read(blocks_of(list(_with_bullets(lines[:MOST_LINES])), first_line))


def _with_bullets(lines: Sequence[str]) -> Iterator[str]:
    """The lines with a bullet before each entry that lost it, and would be taken for more of the one above."""
    mark = ""
    for row in lines:
        found = _BULLET.match(row)
        if found is not None:
            mark = found["mark"] if _OWN_SCOPE.match(row[len(found["mark"]) :]) else ""
        elif not row.strip():
            mark = ""
        yield mark + row if mark and found is None and _OWN_SCOPE.match(row) else row


def says_nothing(text: str) -> bool:
    """Whether an entry only says that there is nothing: `None`, a lone link."""
    return _NOTHING.match(text) is not None or _LINK_LINE.match(text.strip()) is not None


def is_marked_breaking(text: str) -> bool:
    """Whether an entry itself begins with the mark of a breaking change: `**BREAKING:** …`, `feat!: …`."""
    return _BREAKING_MARK.match(text) is not None


class _Reader:
    """Walks over blocks with the title above them in mind."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.title = Title("", 0, frozenset())
        self.headings: list[tuple[int, str]] = []

    def read(self, blocks: Iterator[Block]) -> Iterator[Entry | Title]:
        for block in blocks:
            if block.kind is BlockKind.HEADING:
                yield from self._heading(block)
            elif block.kind is not BlockKind.CODE:
                yield from self._text(block)

    def _heading(self, block: Block) -> Iterator[Title]:
        self.headings = [one for one in self.headings if one[0] < block.level]
        filed = filed_under(block.text)
        if filed or not self.headings:
            yield self._open(block.text, block.line, filed)
        self.headings.append((block.level, block.text))

    def _open(self, text: str, line: int, filed: frozenset[Filed]) -> Title:
        self.title = Title(text.strip().strip("*_").rstrip(":").strip("*_ "), line, filed)
        return self.title

    def _text(self, block: Block) -> Iterator[Entry | Title]:
        """A block's lines, for a title may stand among them: a line that follows a bullet joins it in Markdown."""
        start, rows = 0, block.text.split("\n")
        for index, row in enumerate(rows):
            filed = self._title_of(row, block, index)
            if filed is not None:
                yield from self._entries(block, rows, start, index)
                yield self._open(row, block.line + index, filed)
                self.headings = []
                start = index + 1
        yield from self._entries(block, rows, start, len(rows))

    def _title_of(self, row: str, block: Block, index: int) -> frozenset[Filed] | None:
        """What a line is the title of, or None for an ordinary line."""
        plain = row.strip()
        if block.kind is BlockKind.BULLET and index == 0:
            return None  # a bullet of that word is an entry
        filed = filed_under(plain) if len(plain) < 64 else frozenset()
        looks = _CAPITALS.match(plain) is not None or _BOLD.match(plain) is not None
        if filed and (looks or plain.endswith(":") or index == len(block.text.split("\n")) - 1 == 0):
            return filed
        return frozenset() if looks and plain.endswith((":", ":**")) and not block.around else None

    def _entries(self, block: Block, rows: list[str], start: int, end: int) -> Iterator[Entry]:
        kept = rows[start:end]
        apart = block.kind is BlockKind.PARAGRAPH and all(_SCOPED.match(row) for row in kept)
        groups = list(enumerate(kept, start)) if apart else [(start, "\n".join(kept))]
        for index, text in groups:
            if text.strip() and not _LINK_LINE.match(text.strip()):
                yield Entry(
                    text=text.strip(),
                    file=self.file,
                    line=block.line + index,
                    filed=self.title.filed | ({Filed.BREAKING} if is_marked_breaking(text) else frozenset()),
                    title=self.title.text,
                    title_line=self.title.line,
                    context=(*(text for _, text in self.headings), *block.around),
                )
