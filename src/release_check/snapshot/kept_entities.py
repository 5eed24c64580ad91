"""The entities of kept snapshots, decoded when they are asked for, and in memory as long as there is room."""

from __future__ import annotations

import functools
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec

from release_check.model import Entity, Provider

ID_SIZE = 16
SEPARATOR = "\0"
_ROOM = 12_000_000
"""Bytes, as they are encoded, that entities in memory may have together; decoded they take about five times as much."""


class Entities:
    """Entities by id, those that were used last; equal ones are one object."""

    def __init__(self, bodies: Callable[[Sequence[bytes]], Iterable[tuple[bytes, bytes]]], room: int = _ROOM) -> None:
        """Take what gives the bodies of ids, those that are there, and how many bytes to hold."""
        self._bodies = bodies
        self._room = room
        self._held: dict[bytes, tuple[Entity, int]] = {}
        self._ids: dict[int, bytes] = {}
        self._size = 0
        self._decode = msgspec.msgpack.Decoder(Entity).decode

    def get(self, identity: bytes) -> Entity | None:
        """One entity; None where it is not kept, or is damaged."""
        self.fetch((identity,))
        held = self._held.get(identity)
        return held[0] if held is not None else None

    def identity(self, entity: Entity) -> bytes | None:
        """The id of an entity that is held."""
        return self._ids.get(id(entity))

    def remember(self, identity: bytes, entity: Entity, size: int) -> None:
        """Hold an entity, whose encoded size is given, in place of one that is equal."""
        earlier = self._held.pop(identity, None)
        if earlier is not None:
            self._drop(earlier)
        self._held[identity] = (entity, size)
        self._ids[id(entity)] = identity
        self._size += size

    def make_room(self) -> None:
        """Let go of those that were not used for longest, where all together are too many."""
        while self._size > self._room:
            self._drop(self._held.pop(next(iter(self._held))))

    def fetch(self, ids: Iterable[bytes]) -> None:
        """Have several at hand, for now."""
        self.make_room()
        missing: list[bytes] = []
        for identity in dict.fromkeys(ids):
            held = self._held.pop(identity, None)
            if held is None:
                missing.append(identity)
            else:
                self._held[identity] = held
        for identity, body in self._bodies(missing):
            try:
                encoded = zlib.decompress(body)
                self.remember(identity, self._decode(encoded), len(encoded))
            except (zlib.error, msgspec.MsgspecError):
                continue

    def _drop(self, held: tuple[Entity, int]) -> None:
        entity, size = held
        del self._ids[id(entity)]
        self._size -= size


class Group(Mapping[str, Entity]):
    """The entities of one kind of a kept snapshot."""

    __slots__ = ("_again", "_get", "_key", "_names", "ids")

    def __init__(
        self,
        key: str,
        names: Mapping[str, int],
        ids: bytes,
        get: Callable[[bytes], Entity | None],
        again: Callable[[], Provider] | None,
    ) -> None:
        """Take where its entities are.

        Args:
            key: what a snapshot calls the kind.
            names: their names, with the place of each.
            ids: the id of each, in that order.
            get: gives an entity by its id, unless it was dropped.
            again: gives the snapshot anew, where one was dropped.
        """
        self._key = key
        self._names = names
        self.ids = ids
        self._get = get
        self._again = again

    def __getitem__(self, name: str) -> Entity:
        """One entity.

        Raises:
            KeyError: there is none of that name.
            LookupError: it was dropped, and nothing gives it anew.
        """
        place = self._names[name]
        entity = self._get(self.ids[place * ID_SIZE : (place + 1) * ID_SIZE])
        if entity is not None:
            return entity
        if self._again is None:
            raise LookupError(name)
        group: Mapping[str, Entity] = getattr(self._again(), self._key)
        return group[name]

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def ids_of(joined: bytes) -> Iterator[bytes]:
    """The ids that a kept snapshot has in one text."""
    return (joined[start : start + ID_SIZE] for start in range(0, len(joined), ID_SIZE))


@functools.lru_cache(maxsize=1024)
def names_of(joined: str) -> Mapping[str, int]:
    """The names that a kept snapshot has in one text, each with its place; most snapshots have the same ones."""
    return {sys.intern(name): place for place, name in enumerate(joined.split(SEPARATOR))} if joined else {}
