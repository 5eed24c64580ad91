"""What a candidate is answerable for without a pull request, so that the pull request answers for the rest alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from release_check.model import RELEASE, Change
from release_check.policy.hits import Hit
from release_check.policy.rule import ChangelogMatch, ReleaseMatch, ReleaseTest

Grounds = Mapping[tuple[str, str, str], frozenset[bytes]]
"""The places where rules find something, each with the changes that it comes from there."""


def grounds_of(hits: Iterable[Hit]) -> Grounds:
    """The places of some hits, and the changes there."""
    found: dict[tuple[str, str, str], frozenset[bytes]] = {}
    for hit in hits:
        place = _place(hit)
        found[place] = found.get(place, frozenset()) | frozenset(map(_written, hit.changes))
    return found


def own_part(hit: Hit, known: Grounds) -> Hit | None:
    """What of a hit is not known already: all of it, those of the changes that it gathers, or None.

    A place where something happened before counts anew where something else happens there now.
    """
    before = known.get(_place(hit))
    if before is None:
        return hit
    own = tuple(change for change in hit.changes if _written(change) not in before)
    if not own:
        return None
    if hit.address != RELEASE:
        return hit
    return msgspec.structs.replace(hit, changes=own, values={**hit.values, "changes": own})


def is_asked_of_parts(match: ReleaseMatch) -> bool:
    """Whether a test of a release as a whole may be asked of a part of one, which may well need less than the whole."""
    return match.test is not ReleaseTest.BUMP_TOO_LARGE


def _place(hit: Hit) -> tuple[str, str, str]:
    # two entries of one changelog are told apart by what was found; the words on other places hold numbers of lines
    said = str(hit.values.get("detail", "")) if isinstance(hit.rule.match, ChangelogMatch) else ""
    return (hit.rule.id, str(hit.address), said)


def _written(change: Change) -> bytes:
    return repr((change.kind, str(change.address), change.old, change.new)).encode()
