"""What a release says of itself, as the rules that ask for it see it."""

from __future__ import annotations

from typing import Protocol

from release_check.changelog import Changelog


class Evidence(Protocol):
    """Reads what a candidate says of itself, and no more of it than rules ask for."""

    @property
    def changelog(self) -> Changelog:
        """Changelog, fragments and upgrade guides."""
        ...
