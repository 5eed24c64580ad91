"""Places of a snapshot that move with the declarations they stand in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, TypeVar

import msgspec

from release_check.model import Attribute, Entity, Mover, Source, Unresolved, Upgrader

_Saved = TypeVar("_Saved", Upgrader, Mover)


class Move(NamedTuple):
    """A declaration that stands elsewhere now: its file, first and last line before, and file and first line now."""

    file: str
    first: int
    last: int
    now_file: str
    now_first: int


class Moved:
    """Where declarations stand now, beside where they stood."""

    def __init__(self, moves: Iterable[Move]) -> None:
        self._moves: dict[str, list[Move]] = {}
        for move in moves:
            if (move.now_file, move.now_first) != (move.file, move.first):
                self._moves.setdefault(move.file, []).append(move)

    def __bool__(self) -> bool:
        return bool(self._moves)

    def entity(self, entity: Entity) -> Entity:
        """The entity with its places brought up to date."""
        migration = entity.migration
        if migration is not None:
            migration = msgspec.structs.replace(migration, source=self._source(migration.source))
        return msgspec.structs.replace(
            entity,
            source=self._source(entity.source),
            attrs=self._attrs(entity.attrs),
            upgraders=tuple(self._saved(upgrader) for upgrader in entity.upgraders),
            movers=tuple(self._saved(mover) for mover in entity.movers),
            migration=migration,
        )

    def unresolved(self, item: Unresolved) -> Unresolved:
        """The same for something unresolved."""
        file, line = self._place(item.file, item.line)
        return msgspec.structs.replace(item, file=file, line=line)

    def _saved(self, thing: _Saved) -> _Saved:
        saved = self._attrs(thing.saved) if thing.saved is not None else None
        return msgspec.structs.replace(thing, source=self._source(thing.source), saved=saved)

    def _attrs(self, attrs: Mapping[str, Attribute]) -> Mapping[str, Attribute]:
        return {name: self._attribute(attribute) for name, attribute in attrs.items()}

    def _attribute(self, attribute: Attribute) -> Attribute:
        elem = self._attribute(attribute.elem) if attribute.elem is not None else None
        source = self._source(attribute.source)
        return msgspec.structs.replace(attribute, elem=elem, attrs=self._attrs(attribute.attrs), source=source)

    def _source(self, source: Source | None) -> Source | None:
        return None if source is None else Source(*self._place(source.file, source.line))

    def _place(self, file: str, line: int) -> tuple[str, int]:
        for move in self._moves.get(file, ()):
            if move.first <= line <= move.last:
                return move.now_file, line - move.first + move.now_first
        return file, line


def sources(entity: Entity) -> Iterator[Source]:
    """Every place that an entity names."""
    savers: tuple[Upgrader | Mover, ...] = (*entity.upgraders, *entity.movers)
    for thing in (entity, *savers, entity.migration):
        if thing is not None and thing.source is not None:
            yield thing.source
    stack: list[Mapping[str, Attribute]] = [entity.attrs, *(one.saved for one in savers if one.saved)]
    while stack:
        for attribute in stack.pop().values():
            current: Attribute | None = attribute
            while current is not None:
                if current.source is not None:
                    yield current.source
                stack.append(current.attrs)
                current = current.elem
