"""What a snapshot's entities were read from, by name, so that another process can take them over at another ref.

A reading depends on declarations, and on names that were not declared. Between two refs only the files that differ can
have changed either; so the declarations of those files alone are compared, and whatever needs none of the changed names
is what it was.
"""

from __future__ import annotations

import array
import hashlib
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec

from release_check.golang.index import Indexed, indexed
from release_check.golang.interpreter import Evaluator
from release_check.golang.packages import Entry, key_of
from release_check.golang.program import Program
from release_check.golang.source import SourceTree
from release_check.model import Entity, Provider, Unresolved
from release_check.snapshot.differences import Differences, Name, between
from release_check.snapshot.moves import Moved


class Followed(NamedTuple):
    """What an entity came from."""

    root: Any
    """What it is made from; its digest where another process read it."""
    needs: frozenset[Any]
    """Entries and missing names; names alone where another process read it."""
    unresolved: tuple[Unresolved, ...]
    attributes: int


class _Step(msgspec.Struct, frozen=True, array_like=True):
    root: bytes
    needs: bytes
    unresolved: tuple[Unresolved, ...]
    attributes: int


class Trail(msgspec.Struct, frozen=True, array_like=True):
    """What each entity of one snapshot was read from."""

    directories: dict[str, str]
    """The packages that were needed, and where they were."""
    names: list[Name]
    steps: dict[str, _Step]
    """By address; needs are places among the names."""
    files: dict[str, Indexed]
    """The files that were split, by the ids of their contents."""
    parsed: list[str]
    """Those that say what is registered."""


class TakenOver(NamedTuple):
    """An entity as it is at this ref, without having been read here."""

    entity: Entity
    followed: Followed


def laid(program: Program, followed: Mapping[str, Followed]) -> Trail:
    """The trail of what was read."""
    numbers: dict[Name, int] = {}
    steps: dict[str, _Step] = {}
    for address, one in followed.items():
        needs = array.array("I", sorted({numbers.setdefault(named(need), len(numbers)) for need in one.needs}))
        steps[address] = _Step(_digest(one.root), needs.tobytes(), one.unresolved, one.attributes)
    paths = sorted({path for path, _name in numbers})
    packages = ((path, program.named(path)) for path in paths)
    return Trail(
        {path: package.directory for path, package in packages if package is not None},
        list(numbers),
        steps,
        indexed(program.packages()),
        sorted(program.parsed or ()),
    )


class Carried:
    """The entities of an earlier snapshot, as far as they are the same at the ref that is read now."""

    def __init__(self, trail: Trail, provider: Provider, differences: Differences) -> None:
        self._trail = trail
        self._provider = provider
        self._moved = Moved(differences.moves)
        self._changed = self._among(differences.changed)
        self._shifted = self._among(differences.shifted)
        self._mutated: tuple[int, frozenset[int]] = (0, frozenset())

    def find(self, ev: Evaluator, address: str, root: Any) -> TakenOver | None:
        """The entity at an address, if it is made from the same root and nothing that it needs has changed."""
        step = self._trail.steps.get(address)
        if step is None or step.root != _digest(root):
            return None
        needs = array.array("I", step.needs)
        if not self._changed.isdisjoint(needs) or not self._stored_into(ev).isdisjoint(needs):
            return None
        kind, _, name = address.partition("/")
        entity = self._provider.entity(kind, name)
        if entity is None:
            return None
        unresolved = step.unresolved
        if self._moved and not self._shifted.isdisjoint(needs):
            entity = self._moved.entity(entity)
            unresolved = tuple(self._moved.unresolved(item) for item in unresolved)
        names = frozenset(self._trail.names[number] for number in needs)
        return TakenOver(entity, Followed(step.root, names, unresolved, step.attributes))

    def _among(self, names: Iterable[Name]) -> frozenset[int]:
        wanted = frozenset(names)
        return frozenset(number for number, name in enumerate(self._trail.names) if name in wanted)

    def _stored_into(self, ev: Evaluator) -> frozenset[int]:
        """The package variables that the program stores into while it starts."""
        if self._mutated[0] != len(ev.mutated):
            self._mutated = (len(ev.mutated), self._among(map(named, ev.mutated)))
        return self._mutated[1]


def carried_over(
    trail: Trail, provider: Provider, before: SourceTree, program: Program, after: SourceTree
) -> Carried | None:
    """What may be taken over of a snapshot; None where nothing may.

    Args:
        trail: what the snapshot was read from.
        provider: the snapshot.
        before: the files that it was read from.
        program: the program of the ref that is read now.
        after: its files.
    """
    if any(place.address == "file" for place in provider.coverage.unresolved):
        # which files are broken is found out while they are read
        return None
    absent = [path for path, name in trail.names if not name]
    differences = between(before, program, after, trail.directories, absent)
    return Carried(trail, provider, differences) if differences is not None else None


def named(need: Any) -> Name:
    """An entry, or a name that was missing, as what it is called."""
    if type(need) is Entry:
        return (need.unit.file.package.path, key_of(need.declaration))
    path, name = need
    return (path, name)


def _digest(root: Any) -> bytes:
    """What stands for a root; equal for roots that are made of the same declarations and values."""
    if isinstance(root, bytes):
        return root
    return hashlib.blake2b(repr(_spelled(root)).encode(), digest_size=12).digest()


def _spelled(part: Any) -> Any:
    if type(part) is Entry:
        return named(part)
    return tuple(map(_spelled, part)) if isinstance(part, tuple) else part
