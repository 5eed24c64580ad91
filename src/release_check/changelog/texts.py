"""Bytes of unknown making into lines of text, at a bounded cost."""

from __future__ import annotations

import codecs
import re

import msgspec

MOST_BYTES = 8 * 1024 * 1024
"""How much of a file is read: the longest changelogs that people write stay under a third of it."""
MOST_ROWS = 200_000
"""As above, in lines."""
LONGEST_LINE = 20_000
"""How much of a line is read; what follows on it names nothing that an operator would find."""

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LOOKED_AT = 4096
"""How many bytes are looked at to tell an encoding that has no mark."""
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


class Text(msgspec.Struct, frozen=True):
    """The lines of a file, and what had to be left out of it."""

    lines: tuple[str, ...]
    shortened: str = ""
    """One phrase that says what was not read, or nothing."""


def text_of(data: bytes) -> Text:
    """Decode a file that somebody else wrote.

    It may have a byte order mark, any line ends, NUL bytes, or be in an older encoding: what is no UTF-8 is read as
    Windows-1252, in which every name of a schema looks the same. A NUL in every second place is UTF-16.
    """
    cut = data[:MOST_BYTES]
    encoding, start = next(((name, len(mark)) for mark, name in _MARKS if cut.startswith(mark)), (_unmarked(cut), 0))
    try:
        text = codecs.getincrementaldecoder(encoding)().decode(cut[start:], final=len(cut) == len(data))
    except UnicodeDecodeError:
        text = cut[start:].decode("cp1252", "replace")
    rows = _CONTROL.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n")).split("\n", MOST_ROWS)
    shortened = "it is full of NUL bytes, and may be no text" if _is_no_text(text) else ""
    shortened = shortened or _cut_off(data, cut)
    if len(rows) > MOST_ROWS:
        rows.pop()
        shortened = shortened or f"only its first {MOST_ROWS:,} lines were read"
    if any(len(row) > LONGEST_LINE for row in rows):
        shortened = shortened or f"of lines longer than {LONGEST_LINE:,} characters only the beginning was read"
        rows = [row[:LONGEST_LINE] for row in rows]
    return Text(tuple(rows), shortened)


def _cut_off(data: bytes, cut: bytes) -> str:
    return f"only its first {MOST_BYTES // 2**20} MB were read" if len(cut) < len(data) else ""


def _unmarked(data: bytes) -> str:
    """What a text without a mark is encoded in, as far as its first bytes show."""
    first, second = data[0:_LOOKED_AT:2], data[1:_LOOKED_AT:2]
    if len(second) < 2 or data.count(0, 0, _LOOKED_AT) * 4 < len(first):
        return "utf-8"
    sparse, dense = len(first) // 10, len(second) * 9 // 10
    if first.count(0) <= sparse and second.count(0) >= dense:
        return "utf-16-le"
    return "utf-16-be" if second.count(0) <= sparse and first.count(0) >= dense else "utf-8"


def _is_no_text(text: str) -> bool:
    return text.count("\0", 0, _LOOKED_AT) * 4 > min(len(text), _LOOKED_AT)
