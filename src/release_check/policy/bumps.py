"""What the changes need: the least bump, the changes that force it, and the version that would be legal."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec

from release_check.history import Release
from release_check.model import RELEASE, Bump, Change, Version
from release_check.policy.absorption import absorbed
from release_check.policy.hits import Hit


class Weight(msgspec.Struct, frozen=True, kw_only=True):
    """What all changes together need."""

    minimum: Bump
    legal: Version | None
    forced_by: tuple[Change, ...]
    asking: tuple[str, ...] = ()
    """For each of these changes the rule that asks for the bump, or the kind of change where a rule gathers many."""


def weigh(hits: Iterable[Hit], base: Release | None, taken: Collection[Version]) -> Weight:
    """Weigh the changes behind the hits of all rules that say which bump they need.

    A release may always be a PATCH. The legal version counts from the base; where that number is taken, from the
    highest release of the same major, or of all for a MAJOR.
    """
    asking = [(needed, hit) for hit in hits if (needed := least_bump_of(hit)) is not None]
    minimum = max((needed for needed, _ in asking), key=lambda bump: bump.rank, default=Bump.PATCH)
    heads = absorbed(hit for needed, hit in asking if needed is minimum)
    forcing = {(one.address, one.kind): (one, _asks(hit, one)) for hit, _ in heads for one in hit.changes}
    rows = [forcing[place] for place in sorted(forcing)] if minimum is not Bump.PATCH else []
    return Weight(
        minimum=minimum,
        legal=_legal(base.version, minimum, taken) if base is not None else None,
        forced_by=tuple(change for change, _ in rows),
        asking=tuple(rule for _, rule in rows),
    )


def least_bump_of(hit: Hit) -> Bump | None:
    """The bump that a hit needs, or None where no bump makes it legal."""
    return hit.least_bump or hit.rule.least_bump


def _asks(hit: Hit, change: Change) -> str:
    return change.kind if hit.address == RELEASE else hit.rule.id


def _legal(base: Version, minimum: Bump, taken: Collection[Version]) -> Version:
    version = base.next(minimum)
    if version not in taken:
        return version
    peers = [one for one in taken if one.prerelease is None and (minimum is Bump.MAJOR or one.series == base.series)]
    return max(peers).next(minimum)
