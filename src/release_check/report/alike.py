"""Findings that one line of source gives to several addresses, such as a schema that many resources share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from release_check.model import Finding


class Gathered(NamedTuple):
    """The findings at one address, and the further addresses at which the same stands for the same line."""

    block: Sequence[Finding]
    also: tuple[str, ...] = ()


def gathered(blocks: Sequence[Sequence[Finding]]) -> list[Gathered]:
    """Blocks of one address each, those that differ in nothing but the entity made one, at the place of the first.

    They are alike where the same rules weigh as much at the same lines, and the addresses end in the same name.
    """
    places: dict[object, int] = {}
    found: list[Gathered] = []
    for block in blocks:
        key = _key(block)
        first = places.get(key) if key is not None else None
        if first is None:
            if key is not None:
                places[key] = len(found)
            found.append(Gathered(block))
        else:
            found[first] = Gathered(found[first].block, (*found[first].also, block[0].address))
    return found


def _key(block: Sequence[Finding]) -> object | None:
    """What blocks that are alike have in common; None for one that stands for itself."""
    kind, _, rest = block[0].address.partition("/")
    path = rest.partition("/")[2]
    if not path or any(finding.location is None or finding.waived is not None for finding in block):
        return None
    rules = tuple((finding.rule, finding.level, finding.location, finding.absorbs) for finding in block)
    return (kind, path.rpartition(".")[2], rules)
