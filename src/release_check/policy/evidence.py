"""What a release says of itself, as the rules that ask for it see it."""

from __future__ import annotations

from typing import Protocol

from release_check.changelog import Brought, Changelog
from release_check.docs import Pages
from release_check.model.code import Code, DroppedRetry


class Tests(Protocol):
    """The tests of a candidate."""

    def name(self, word: str, folder: str) -> bool:
        """Whether a test in a folder, or below it, names an identifier."""
        ...


class Evidence(Protocol):
    """Reads what a candidate says of itself, and no more of it than rules ask for."""

    @property
    def changelog(self) -> Changelog:
        """Changelog, fragments and upgrade guides."""
        ...

    @property
    def brought(self) -> Brought | None:
        """What a pull request brings to the changelog; None where none is judged."""
        ...

    @property
    def pages(self) -> Pages:
        """The pages of the candidate."""
        ...

    @property
    def pages_before(self) -> Pages | None:
        """The pages of the base; None for a first release."""
        ...

    @property
    def tests(self) -> Tests:
        """The tests of the candidate."""
        ...

    @property
    def dropped_retries(self) -> tuple[DroppedRetry, ...]:
        """Errors that an operation was tried again on at the base, and is not at the candidate."""
        ...


class CodeSource(Protocol):
    """Reads what functions do, of one ref, and no more of them than rules ask for."""

    def of(self, kind: str, entity_type: str) -> Code | None:
        """What the functions of an entity do; None where it is not there or has none."""
        ...

    def suppresses_nothing(self, kind: str, entity_type: str, path: str) -> bool:
        """Whether an attribute's DiffSuppressFunc suppresses nothing for certain."""
        ...
