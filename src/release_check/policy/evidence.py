"""What a release says of itself, as the rules that ask for it see it."""

from __future__ import annotations

from typing import Protocol

from release_check.changelog import Changelog
from release_check.docs import Pages
from release_check.model.code import Code


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


class CodeSource(Protocol):
    """Reads what functions do, of one ref, and no more of them than rules ask for."""

    def of(self, kind: str, entity_type: str) -> Code | None:
        """What the functions of an entity do; None where it is not there or has none."""
        ...
