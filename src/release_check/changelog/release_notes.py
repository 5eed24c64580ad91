"""Release notes in fenced blocks, as hashicorp/go-changelog reads them from files and pull requests."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from release_check.changelog.entries import Entry
from release_check.changelog.fragment import LARGEST, USUAL, Fragments, Problem, Types, filed_as
from release_check.changelog.texts import text_of
from release_check.changelog.titles import Filed

_FENCE = re.compile(r"^[ \t]*(?P<mark>`{3,}|~{3,})[ \t]*release-?notes?:[ \t]*(?P<type>[^\s`]*)[ \t]*$", re.IGNORECASE)
_EXACT = re.compile(r"```release-?note:")
"""What the tool itself takes for the beginning of a note: at the start of a line, in lower case, and no more of it."""
_NEAR_FENCE = re.compile(r"^[ \t]*`{3,}[ \t]*(?P<word>rel\w*[-_ ]?not\w*|changelog)\b", re.IGNORECASE)


def notes_in(file: str, data: bytes, types: Types = USUAL) -> Fragments:
    """The release notes of one file of hashicorp/go-changelog, or of the text of a pull request.

    They stand in fenced blocks, several in a file, each ` ```release-note:TYPE `; a line in it is an entry.

    Args:
        file: what it is called.
        data: its content.
        types: the types of notes that the provider has.
    """
    lines = text_of(data[:LARGEST]).lines
    entries: list[Entry] = []
    problems: list[Problem] = []
    index = 0
    while index < len(lines):
        opened = _FENCE.match(lines[index])
        if opened is None:
            near = _NEAR_FENCE.match(lines[index])
            if near is not None:
                problems.append(Problem(file, index + 1, _not_a_note(lines[index].strip())))
            index += 1
            continue
        end = next((at for at in range(index + 1, len(lines)) if lines[at].strip().startswith(opened["mark"])), None)
        filed, problem = filed_as(opened["type"], types)
        if problem:
            problems.append(Problem(file, index + 1, problem))
        elif _EXACT.match(lines[index]) is None:
            problems.append(Problem(file, index + 1, _not_a_note(lines[index])))
        if end is None:
            problems.append(Problem(file, index + 1, "the block is never closed; end it with a line of ```"))
            end = len(lines)
        entries += _rows(file, lines, index + 1, end, filed, opened["type"])
        index = end + 1
    if file.startswith(".changelog/") and not entries and not problems and not _has_fence(lines):
        problems.append(Problem(file, 1, "there is no block in it; write ```release-note:TYPE around the entry"))
    return Fragments(entries=tuple(entries), problems=tuple(problems), files=(file,))


def _not_a_note(row: str) -> str:
    return f"`{row[:60]}` opens no release note; write ```release-note:TYPE"


def _has_fence(lines: Sequence[str]) -> bool:
    return any(_FENCE.match(row) for row in lines)


def _rows(file: str, lines: Sequence[str], start: int, end: int, filed: frozenset[Filed], kind: str) -> Iterator[Entry]:
    """The entries of a block: a line each, where it does not go on with an indented one."""
    kept: list[tuple[int, str]] = []
    for index in range(start, end):
        row = lines[index]
        if row.strip() and kept and row[:1] in " \t":
            kept[-1] = kept[-1][0], f"{kept[-1][1]}\n{row.strip()}"
        elif row.strip():
            kept.append((index, row.strip()))
    for index, text in kept:
        yield Entry(text=text.lstrip("*- ").strip() or text, file=file, line=index + 1, filed=filed, title=kind)
