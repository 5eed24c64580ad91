"""Version headings of a changelog."""

from __future__ import annotations

import re
from collections.abc import Iterator

from release_check.model import Version

_HEADING = re.compile(r" {0,3}#{1,3}[ \t]+(?P<text>.*)")
_FENCE = re.compile(r" {0,3}(?P<mark>`{3,}|~{3,})")
_UNRELEASED = re.compile(r"\bunreleased\b", re.IGNORECASE)
_VERSION = re.compile(r"(?<![\w.])v?\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?![\w.])")


def unreleased_version(text: str) -> Version | None:
    """The version that the changelog's top heading announces, such as `## 1.2.0 (Unreleased)`.

    Args:
        text: the changelog.

    Returns:
        The version; None where the top heading is a release's already, or announces none.
    """
    for heading in _headings(text):
        version = _VERSION.search(heading)
        if _UNRELEASED.search(heading):
            return Version.from_tag(version[0]) if version else None
        if version:
            return None
    return None


def _headings(text: str) -> Iterator[str]:
    fence = ""
    for row in text.splitlines():
        mark = _FENCE.match(row)
        if mark is not None and (not fence or mark["mark"].startswith(fence)):
            fence = "" if fence else mark["mark"]
        elif not fence and (heading := _HEADING.match(row)) is not None:
            yield heading["text"]
