"""Upgrade guides and migration files: where a MAJOR tells at length what it breaks."""

from __future__ import annotations

import re
from collections.abc import Iterable

_FOLDERS = re.compile(r"(?:(?:docs|website/docs|templates)/(?:guides/)?|website/docs/d?guides/|\.?)[^/]+\Z")
_BESIDE = re.compile(r"(?:docs|website/docs|templates)/[^/]+\Z")
_GUIDE = re.compile(
    r"(?:^|[/_.-])(?:upgrad\w*|migrat\w*|breaking[-_ ]changes?)(?:[_.\s-]|\Z)|(?:upgrad|migrat)\w*", re.IGNORECASE
)
_PAGE = re.compile(r"\.(?:md|markdown|mdx)(?:\.tmpl)?\Z|\.html\.(?:md|markdown)\Z", re.IGNORECASE)
_LINK = re.compile(r"\[(?P<text>[^\]\n]{1,200})\]\(<?(?P<address>[^\s)>#?]{1,400})")
_LEADS_THERE = re.compile(r"\bupgrad|\bmigrat|\bbreaking", re.IGNORECASE)
_AMONG_GUIDES = re.compile(r"(?:docs|website/docs|templates)/d?guides/[^/]+\Z")
_NUMBER = re.compile(r"(?<![\d.])v?(?P<major>\d+)(?:[._-](?P<minor>\d+|x))?(?:[._-](?P<patch>\d+|x))?(?!\d)")


def upgrade_guides(paths: Iterable[str], majors: Iterable[int]) -> tuple[str, ...]:
    """The pages that tell how to come to a MAJOR, in order of path.

    Where there are pages that are named after it, those, and migration files at the top; else those that are named
    after no version.

    Args:
        paths: every file there is.
        majors: the majors that a page may be named after.
    """
    wanted = frozenset(majors)
    named: list[str] = []
    unnamed: list[str] = []
    for path in paths:
        name = path.rpartition("/")[2]
        if _FOLDERS.match(path) is None or _PAGE.search(path) is None:
            continue
        if _GUIDE.search(name) is None or name.upper().startswith("CHANGELOG"):
            continue
        numbers = {int(one["major"]) for one in _NUMBER.finditer(name.replace("_", "-"))}
        if wanted & numbers or (not numbers and "/" not in path):
            named.append(path)
        elif not numbers:
            unnamed.append(path)
    return tuple(sorted(named or unnamed))


def linked_guides(paths: Iterable[str], texts: Iterable[str]) -> tuple[str, ...]:
    """The guides that entries send readers to, as in `[Upgrade Guide](…/docs/guides/PAGE)`, in order of path."""
    stems = {
        link["address"].rstrip("/").rpartition("/")[2].partition(".")[0]
        for text in texts
        for link in _LINK.finditer(text)
        if _LEADS_THERE.search(link["text"]) or _LEADS_THERE.search(link["address"].rpartition("/")[2])
    } - {""}
    pages = (path for path in paths if stems and _AMONG_GUIDES.match(path) and _PAGE.search(path))
    return tuple(sorted(path for path in pages if path.rpartition("/")[2].partition(".")[0] in stems))


def is_beside_guides(path: str) -> bool:
    """Whether a page stands among the pages of resources rather than with the guides, where readers are sent."""
    return _BESIDE.match(path) is not None
