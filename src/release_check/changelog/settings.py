"""What a provider may say of how it tells of its releases, where that is not found by itself."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping

import msgspec

from release_check.changelog.titles import Filed


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How entries are written here; each key may be left out."""

    files: tuple[str, ...] = ()
    """Where releases are told, where it is not found by itself; `*` stands for anything."""
    guides: tuple[str, ...] = ()
    """Pages that count as entries for every release, and not for a MAJOR alone; `*` stands for anything."""
    titles: tuple[str, ...] = ()
    """The titles in use, in their order; none named means any, in any order."""
    types: Mapping[str, Filed] = {}
    """Types of release notes beside the usual ones, and what each files an entry under."""
    exempt_labels: tuple[str, ...] = (
        "no-changelog",
        "no-changelog-needed",
        "no-changelog-entry",
        "pr/no-changelog",
        "skip-changelog",
        "skip-changelog-check",
        "changelog-not-needed",
        "changelog: none",
        "changelog/none",
    )
    """Labels with which a pull request needs no entry, unless it deprecates, removes or breaks something."""
    exempt_titles: tuple[str, ...] = (
        *(
            f"{word}{scope}:"
            for word in ("chore", "ci", "docs", "doc", "test", "tests", "build")
            for scope in ("", "(*)")
        ),
        "[docs]",
        "[ci]",
        "[test]",
        "[tests]",
    )
    """How the title of such a pull request may begin."""
    exempt_paths: tuple[str, ...] = (
        ".github/*",
        "docs/*",
        "examples/*",
        "scripts/*",
        "templates/*",
        "website/*",
        "*/testdata/*",
        "*_test.go",
        "*.md",
    )
    """What such a pull request may change, and nothing else."""


def is_like(text: str, pattern: str, *, whole: bool = True) -> bool:
    """Whether a text is, or begins as, a pattern says, in upper or lower case; `*` stands for anything."""
    spelt = _spelt(pattern)
    return (spelt.fullmatch(text) if whole else spelt.match(text)) is not None


@functools.lru_cache(maxsize=256)
def _spelt(pattern: str) -> re.Pattern[str]:
    return re.compile(".*".join(re.escape(part) for part in pattern.split("*")), re.IGNORECASE | re.DOTALL)


def any_like(paths: Iterable[str], patterns: Iterable[str]) -> tuple[str, ...]:
    """Those of some paths that one of the patterns is about, in their order."""
    wanted = tuple(patterns)
    if not wanted:
        return ()
    return tuple(path for path in paths if any(is_like(path, pattern) for pattern in wanted))
