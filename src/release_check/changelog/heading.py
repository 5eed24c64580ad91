"""Version headings of a changelog."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from release_check.changelog.texts import text_of
from release_check.model import Version

_ATX = re.compile(r" {0,3}#{1,3}[ \t]*(?P<text>[^#\s].*)")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-+)[ \t]*\Z")
_FENCE = re.compile(r" {0,3}(?P<mark>`{3,}|~{3,})")
_UNRELEASED = re.compile(r"\b(?:unreleased|upcoming)\b", re.IGNORECASE)
_NUMBER = r"v?(?P<version>\d+\.\d+(?:\.\d+)?(?:-[0-9A-Za-z][0-9A-Za-z.-]*)?)(?:\+[0-9A-Za-z.-]+)?"
_VERSION = re.compile(
    rf"(?:(?:release|version|terraform-provider-\S+)\s+)?[\[(*_`]*(?:release[ -]?|version[ -]?)?{_NUMBER}(?![\w.]*\w)",
    re.IGNORECASE,
)
_NOTHING_BUT = re.compile(r"[\[(*_`]*unreleased\b", re.IGNORECASE)


class Heading(msgspec.Struct, frozen=True):
    """The heading under which a changelog tells of one version, or of what is not released yet."""

    text: str
    line: int
    """Counted from 1."""
    version: Version | None
    unreleased: bool


def unreleased_version(text: str | bytes) -> Version | None:
    """The version that the changelog's top heading announces, such as `## 1.2.0 (Unreleased)`.

    Args:
        text: the changelog, or the bytes of its file.

    Returns:
        The version; None where the top heading is a release's already, or announces none.
    """
    lines = text_of(text).lines if isinstance(text, bytes) else text.splitlines()
    top = next(headings(lines), None)
    return top.version if top is not None and top.unreleased else None


def headings(lines: Sequence[str]) -> Iterator[Heading]:
    """Every heading that names a version or says that something is unreleased, outside of code."""
    fence = ""
    for index, row in enumerate(lines):
        mark = _FENCE.match(row)
        if mark is not None and (not fence or mark["mark"].startswith(fence)):
            fence = "" if fence else mark["mark"]
        elif not fence and (found := _heading(lines, index)) is not None:
            yield found


def _heading(lines: Sequence[str], index: int) -> Heading | None:
    row = lines[index]
    atx = _ATX.match(row)
    if atx is not None:
        return _read(atx["text"], index)
    # An underlined line is a heading too, where it begins with what a version heading begins with.
    if index + 1 < len(lines) and row[:1] not in ("", " ", "\t") and _UNDERLINE.match(lines[index + 1]) is not None:
        return _read(row, index)
    return None


def _read(text: str, index: int) -> Heading | None:
    text = text.strip().rstrip("#").strip()
    found = _VERSION.match(text)
    unreleased = _UNRELEASED.search(text) is not None
    if found is None:
        return Heading(text, index + 1, None, True) if _NOTHING_BUT.match(text) else None
    number = found["version"].rstrip(".-")
    core, dash, rest = number.partition("-")
    full = core if core.count(".") == 2 else f"{core}.0"
    version = Version.from_tag(full + dash + rest) or Version.from_tag(full)
    return Heading(text, index + 1, version, unreleased) if version is not None else None
