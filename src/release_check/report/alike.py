"""Findings by address; those that one line gives to several, such as a schema that many resources share, as one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from release_check.model import RELEASE, Finding, Level

_LEVELS = tuple(Level)


class Gathered(NamedTuple):
    """The findings at one address, and the further addresses at which the same stands for the same line."""

    block: Sequence[Finding]
    also: tuple[str, ...] = ()


def blocks(findings: Sequence[Finding]) -> list[list[Finding]]:
    """Findings by address: the gravest first, what is about the release as a whole last."""
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        groups.setdefault(finding.address, []).append(finding)
    return sorted(groups.values(), key=lambda group: (group[0].address == str(RELEASE), _worst(group)))


def _worst(findings: Sequence[Finding]) -> int:
    return min(_LEVELS.index(finding.level) for finding in findings)


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
