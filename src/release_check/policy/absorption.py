"""One cause, one finding: which hits are consequences of others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from release_check.model import RELEASE, Address
from release_check.policy.hits import Hit


def absorbed(hits: Iterable[Hit]) -> Sequence[tuple[Hit, Sequence[Hit]]]:
    """The hits that stand for themselves, each with those that it stands for.

    A hit absorbs those of the rules that its own rule names, at its address or below it, and below it also those of its
    own rule: what happens to a block happens to what it holds. What is absorbed absorbs on, so that a chain ends in its
    head.
    """
    rows = list(hits)
    by_place: dict[Address, list[int]] = {}
    for index, hit in enumerate(rows):
        for place in (hit.address, *hit.also):
            by_place.setdefault(place, []).append(index)
    takers = [_taker(index, rows, by_place) for index in range(len(rows))]
    taken: dict[int, list[Hit]] = {}
    for index, hit in enumerate(rows):
        head, seen = index, {index}
        while (above := takers[head]) is not None and above not in seen:
            head = above
            seen.add(head)
        if head != index:
            taken.setdefault(head, []).append(hit)
    return [(hit, taken.get(index, [])) for index, hit in enumerate(rows) if takers[index] is None]


def _taker(index: int, rows: Sequence[Hit], by_place: Mapping[Address, Sequence[int]]) -> int | None:
    """The nearest hit that absorbs this one."""
    hit = rows[index]
    if hit.address == RELEASE:
        return None
    for place in (hit.address, *hit.address.above()):
        for other in by_place.get(place, ()):
            if other == index:
                continue
            names = rows[other].rule.absorbs
            if hit.rule.id in names or (place != hit.address and rows[other].rule.id == hit.rule.id):
                return other
    return None
