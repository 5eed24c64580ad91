"""The titles under which changelogs file what changed, however they are written."""

from __future__ import annotations

import difflib
import enum
import functools
import re
from collections.abc import Mapping


class Filed(enum.StrEnum):
    """What a title says of the entries below it."""

    BREAKING = "breaking changes"
    REMOVED = "removals"
    DEPRECATIONS = "deprecations"
    NOTES = "notes"
    FEATURES = "features"
    ENHANCEMENTS = "enhancements"
    FIXES = "bug fixes"
    SECURITY = "security"
    OTHER = "other"
    """Filed in words that say nothing of schemas: dependencies, documentation, internals."""


_TITLES: Mapping[Filed, tuple[str, ...]] = {
    Filed.BREAKING: (
        "BREAKING CHANGES",
        "BREAKING CHANGE",
        "BREAKING",
        "BACKWARDS INCOMPATIBILITIES",
        "BACKWARD INCOMPATIBILITIES",
        "BACKWARDS INCOMPATIBLE CHANGES",
        "INCOMPATIBLE CHANGES",
    ),
    Filed.REMOVED: ("REMOVED", "REMOVALS"),
    Filed.DEPRECATIONS: ("DEPRECATIONS", "DEPRECATION", "DEPRECATED", "DEPRECATION NOTICES"),
    Filed.NOTES: (
        "NOTES",
        "NOTE",
        "UPGRADE NOTES",
        "UPGRADE",
        "UPGRADE STEPS",
        "IMPORTANT",
        "KNOWN ISSUES",
        "CHANGED",
        "CHANGES",
    ),
    Filed.FEATURES: (
        "FEATURES",
        "FEATURE",
        "ADDED",
        "NEW",
        "NEW FEATURES",
        "NEW RESOURCES",
        "NEW RESOURCE",
        "NEW DATA SOURCES",
        "NEW DATA SOURCE",
        "NEW FUNCTIONS",
    ),
    Filed.ENHANCEMENTS: (
        "ENHANCEMENTS",
        "ENHANCEMENT",
        "IMPROVEMENTS",
        "IMPROVEMENT",
        "IMPLEMENTED ENHANCEMENTS",
        "PERFORMANCE",
    ),
    Filed.FIXES: (
        "BUG FIXES",
        "BUG FIX",
        "BUGFIXES",
        "BUGFIX",
        "BUG",
        "BUGS",
        "FIXES",
        "FIXED",
        "FIX",
        "FIXED BUGS",
        "HOTFIX",
        "HOTFIXES",
    ),
    Filed.SECURITY: ("SECURITY", "SECURITY FIXES"),
    Filed.OTHER: (
        "DEPENDENCIES",
        "DEPENDENCY UPDATES",
        "DOCUMENTATION",
        "DOCS",
        "INTERNAL",
        "INTERNAL CHANGES",
        "CHORES",
        "MISCELLANEOUS",
        "MISC",
        "OTHER",
        "OTHERS",
        "TESTS",
        "TESTING",
        "REFACTOR",
        "REFACTORING",
        "MAINTENANCE",
        "CI",
        "EXPERIMENTS",
        "MERGED PULL REQUESTS",
        "CLOSED ISSUES",
        "NEW CONTRIBUTORS",
        "WHAT'S CHANGED",
        "PROVIDER",
        "COMMUNITY",
    ),
}

_KNOWN: Mapping[str, Filed] = {title: filed for filed, titles in _TITLES.items() for title in titles}
_EDGES = re.compile(r"^[\W_]+|[\W_]+$")
_PARTS = re.compile(r"\s*(?:/|&|,|\+|\bAND\b)\s*")
_LONGEST = 60


@functools.lru_cache(maxsize=4096)
def filed_under(title: str) -> frozenset[Filed]:
    """What a title says, with typos (`EHANCEMENTS`) and combinations (`DEPRECATIONS and BREAKING CHANGES`).

    Returns:
        Nothing for what is no known title.
    """
    plain = " ".join(_EDGES.sub("", title.replace("*", "").replace("`", "")).upper().split())
    if not plain or len(plain) > _LONGEST:
        return frozenset()
    if plain in _KNOWN:
        return frozenset({_KNOWN[plain]})
    names = [part for part in _PARTS.split(plain) if part]
    parts = [_nearest(part) for part in names]
    if len(names) > 1 and None not in parts:
        return frozenset(part for part in parts if part is not None)
    whole = _nearest(plain)
    return frozenset({whole}) if whole is not None else frozenset()


def suggested_title(title: str) -> str | None:
    """The known title most like one that is not known, or None."""
    plain = _EDGES.sub("", title).upper()
    near = difflib.get_close_matches(plain, _KNOWN, 1, cutoff=0.75)
    alike = difflib.get_close_matches(plain, [one for one in _KNOWN if one[:1] == plain[:1]], 1, cutoff=0.5)
    return next(iter(near or alike), None)


def _nearest(plain: str) -> Filed | None:
    if plain in _KNOWN:
        return _KNOWN[plain]
    if len(plain) < 7:  # short words are alike by chance
        return None
    near = difflib.get_close_matches(plain, _KNOWN, 1, cutoff=0.87)
    return _KNOWN[near[0]] if near else None
