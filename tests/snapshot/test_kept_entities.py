"""Entities in memory: as many as there is room for, those that were used last."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence

import msgspec

from release_check.model import Entity, Era
from release_check.snapshot.kept_entities import ID_SIZE, Entities


def _id(number: int) -> bytes:
    return number.to_bytes(ID_SIZE, "big")


class _Bodies:
    def __init__(self, count: int) -> None:
        encode = msgspec.msgpack.Encoder().encode
        self._kept = {
            _id(one): zlib.compress(encode(Entity(era=Era.SDK_V2, schema_version=one))) for one in range(count)
        }
        self.asked: list[int] = []

    def __call__(self, ids: Sequence[bytes]) -> Iterator[tuple[bytes, bytes]]:
        self.asked += [int.from_bytes(one, "big") for one in ids]
        return ((one, self._kept[one]) for one in ids if one in self._kept)


def test_what_was_not_used_for_longest_makes_room() -> None:
    bodies = _Bodies(4)
    size = len(msgspec.msgpack.encode(Entity(era=Era.SDK_V2, schema_version=1)))
    entities = Entities(bodies, room=3 * size)
    for number in (1, 2, 3, 1):
        found = entities.get(_id(number))
        assert found is not None
        assert found.schema_version == number
    assert bodies.asked == [1, 2, 3]
    entities.fetch([_id(0)])
    entities.make_room()
    bodies.asked.clear()
    for number in (1, 3, 0, 2):
        entities.get(_id(number))
    assert bodies.asked == [2]


def test_the_same_entity_is_one_object_until_an_equal_one_takes_its_place() -> None:
    entities = Entities(_Bodies(2))
    first = entities.get(_id(1))
    assert first is not None
    assert entities.get(_id(1)) is first
    assert entities.identity(first) == _id(1)
    equal = Entity(era=Era.SDK_V2, schema_version=1)
    entities.remember(_id(1), equal, 1)
    assert entities.get(_id(1)) is equal
    assert entities.identity(first) is None


def test_what_is_not_kept_or_damaged_is_none() -> None:
    assert Entities(_Bodies(1)).get(_id(7)) is None
    assert Entities(lambda ids: [(one, b"no entity") for one in ids]).get(_id(1)) is None
