"""What a release says of itself, as the rules that ask for it see it."""

from __future__ import annotations

from typing import Protocol

from release_check.changelog import Changelog
from release_check.docs import Pages


class Evidence(Protocol):
    """Reads what a candidate says of itself, and no more of it than rules ask for."""

    @property
    def changelog(self) -> Changelog:
        """Changelog, fragments and upgrade guides."""
        ...

    @property
    def pages(self) -> Pages:
        """The pages of the candidate."""
        ...

    @property
    def pages_before(self) -> Pages | None:
        """The pages of the base; None for a first release."""
        ...
