"""Versioning schemes: which of a version's numbers says what."""

from __future__ import annotations

import enum
from collections.abc import Mapping


class Scheme(enum.StrEnum):
    """How a provider counts; the words of the configuration's `versioning`."""

    SEMVER = "semver"
    """MAJOR.MINOR.PATCH; a version 0.y.z promises nothing."""
    INITIAL_DEVELOPMENT = "initial-development"
    """As semver from 1.0.0 on; before it, 0.MAJOR.MINOR."""
    ONE_MAJOR_MINOR = "1.MAJOR.MINOR"
    """1.MAJOR.MINOR, and 0.MAJOR.MINOR before it; from 2.0.0 on as semver."""

    def counts_second(self, first: int) -> bool:
        """Whether, in a version with this first number, the second number is the MAJOR and the third the MINOR."""
        return first <= _LAST_SHIFTED[self]


_LAST_SHIFTED: Mapping[Scheme, int] = {Scheme.SEMVER: -1, Scheme.INITIAL_DEVELOPMENT: 0, Scheme.ONE_MAJOR_MINOR: 1}
"""The highest first number with which the second number is the MAJOR."""
