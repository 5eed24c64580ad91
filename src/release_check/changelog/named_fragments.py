"""Fragments that are named after their type, and those of changeloggy."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from release_check.changelog.entries import Entry
from release_check.changelog.fragment import LARGEST, TYPES, Fragments, Problem, Types, filed_as, nearest_of
from release_check.changelog.texts import text_of
from release_check.changelog.titles import Filed, filed_under

PER_TYPE = re.compile(r"\.changes/(?P<version>v?\d+\.\d+\.\d+[^/]*)/(?P<number>[^/]+?)-(?P<type>[a-z-]+)\.md\Z")
"""Where a fragment stands that is named after its type."""
_LOGGY_FIELD = re.compile(r"^\s*(?P<key>type|kind|body|description|note|message|text)\s*[:=]\s*(?P<value>.*)$")
_LOGGY_BLOCK = re.compile(r"^\s*(?:change|entry|changelog|note)?\s*\"(?P<type>[a-z_-]+)\"[^{]*\{\s*$")


def per_type_note(file: str, data: bytes, types: Types) -> Fragments:
    """A file that is named after its type: `.changes/v1.2.0/34-bug-fixes.md`."""
    found = PER_TYPE.match(file)
    kind = found["type"] if found is not None else ""
    filed = frozenset({types.own[kind]}) if kind in types.own else filed_under(kind.replace("-", " "))
    problems: tuple[Problem, ...] = ()
    if not filed:
        problems = (Problem(file, 1, f"`{kind}` in its name is no type of entry{nearest_of(kind, TYPES)}"),)
    lines = text_of(data[:LARGEST]).lines
    return Fragments(
        entries=tuple(_bullets(file, lines, filed, kind)),
        problems=problems,
        files=(file,),
    )


def loggy_note(file: str, data: bytes, types: Types) -> Fragments:
    """A file of changeloggy: HCL, YAML or Markdown with a type and a text."""
    lines = text_of(data[:LARGEST]).lines
    filed: frozenset[Filed] = frozenset()
    kind, problems, entries = "", [], []
    for index, row in enumerate(lines):
        block, field = _LOGGY_BLOCK.match(row), _LOGGY_FIELD.match(row)
        named = block["type"] if block is not None else ""
        if field is not None and field["key"] in ("type", "kind"):
            named = field["value"].strip(" \"'")
        if named:
            kind = named
            filed, problem = filed_as(named, types)
            if problem:
                problems.append(Problem(file, index + 1, problem))
        elif row.strip(" {}[]-,#") and (field is not None or _is_prose(row)):
            value = field["value"] if field is not None else row
            text = value.strip(" \"',-*|>").removeprefix("<<EOT").strip()
            if text:
                entries.append(Entry(text=text, file=file, line=index + 1, filed=filed, title=kind))
    if not entries:
        problems.append(Problem(file, 1, "there is no entry in it; write what changes, and its type"))
    return Fragments(entries=tuple(entries), problems=tuple(problems), files=(file,))


def _bullets(file: str, lines: Sequence[str], filed: frozenset[Filed], title: str) -> Iterator[Entry]:
    for index, text in _joined(lines):
        yield Entry(text=text, file=file, line=index + 1, filed=filed, title=title)


def _joined(lines: Sequence[str]) -> list[tuple[int, str]]:
    kept: list[tuple[int, str]] = []
    for index, row in enumerate(lines):
        plain = row.strip()
        if plain.startswith(("* ", "- ")) or (plain and not kept):
            kept.append((index, plain.lstrip("*- ")))
        elif plain:
            kept[-1] = kept[-1][0], f"{kept[-1][1]}\n{plain}"
    return kept


def _is_prose(row: str) -> bool:
    return len(row.split()) > 2 and "=" not in row.split("`")[0]
