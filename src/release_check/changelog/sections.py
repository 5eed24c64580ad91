"""The sections of a changelog: which lines tell of which version."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import msgspec

from release_check.changelog.heading import Heading, headings
from release_check.model import Version

MOST_SECTIONS = 5_000
"""How many sections of a file are told apart: providers that release every week need twenty years for a fifth of it."""


class Section(msgspec.Struct, frozen=True):
    """What a changelog says of one version, or of what is not released yet."""

    file: str
    heading: Heading
    lines: tuple[str, ...]
    """What stands below the heading, up to the next one of a version."""

    @property
    def version(self) -> Version | None:
        """The version that the heading names."""
        return self.heading.version

    @property
    def first_line(self) -> int:
        """The number of the first of `lines`."""
        return self.heading.line + 1

    def holds(self, line: int) -> bool:
        """Whether a line of the file stands in it."""
        return self.heading.line <= line <= self.heading.line + len(self.lines)


def sections_of(file: str, lines: Sequence[str]) -> tuple[Section, ...]:
    """Every section of a changelog in the order of the file, whatever the level of its heading."""
    found = tuple(itertools.islice(headings(lines), MOST_SECTIONS))
    ends = [heading.line - 1 for heading in found[1:]] + [len(lines)] if found else []
    return tuple(
        Section(file, heading, tuple(lines[heading.line : end])) for heading, end in zip(found, ends, strict=True)
    )
