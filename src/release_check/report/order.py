"""Findings in the order in which somebody wants to meet them."""

from __future__ import annotations

from collections.abc import Iterable

from release_check.model import RELEASE, Finding, Level

_LEVELS = tuple(Level)


def gravest_first(findings: Iterable[Finding]) -> list[Finding]:
    """Errors before warnings before notes, what is about the release as a whole last among each."""
    return sorted(
        findings,
        key=lambda one: (_LEVELS.index(one.level), one.address == str(RELEASE), one.address, one.rule),
    )


def standing(findings: Iterable[Finding]) -> list[Finding]:
    """Those that nobody waived, the gravest first."""
    return gravest_first(one for one in findings if one.waived is None)
