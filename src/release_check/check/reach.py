"""How far a pull request reaches: the entities at which it can make a rule fire, or cease to."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from release_check.history.renames import names
from release_check.model import KINDS, Change, Entity, EntityKind, Provider

Reach = frozenset[tuple[str, str]]
"""Entities by kind and type."""


def reach_of(before: Provider, after: Provider, released: Provider | None, changed: Iterable[str]) -> Reach:
    """The entities that differ, or whose functions may, with those that they take the place of.

    Args:
        before: without the request.
        after: with it.
        released: the release that both are held against.
        changed: the files that differ.
    """
    code = {path for path in changed if path.endswith(".go") and not path.endswith("_test.go")}
    own = {file for side in (before, after) for _kind, _name, entity in side.entities() if (file := _file(entity))}
    # a file that declares an entity is about that one; one that declares none may be about any beside it
    folders = {posixpath.dirname(path) for path in code - own}
    touched: set[tuple[str, str]] = {(EntityKind.PROVIDER, "")}
    for kind, name in {place for side in (before, after) for place in _places(side)}:
        sides = before.entity(kind, name), after.entity(kind, name)
        files = {_file(side) for side in sides if side is not None}
        if sides[0] != sides[1] or files & code or any(posixpath.dirname(file) in folders for file in files if file):
            touched.add((kind, name))
    if released is not None and set(_places(before)) != set(_places(after)):
        # what comes may take the place of what is gone already, and the other way round
        touched |= set(_places(released)) ^ set(_places(after))
    return frozenset(touched | set(_partners(touched, before, after)))


def narrowed(provider: Provider, reach: Reach) -> Provider:
    """The provider without what is out of reach."""
    groups: dict[str, Mapping[str, Entity]] = {}
    for kind, key in KINDS.items():
        if kind != EntityKind.PROVIDER:
            group: Mapping[str, Entity] = getattr(provider, key)
            groups[key] = {name: entity for name, entity in group.items() if (kind, name) in reach}
    return msgspec.structs.replace(provider, **groups)


def within(changes: Iterable[Change], reach: Reach) -> tuple[Change, ...]:
    """The changes that are in reach."""
    return tuple(change for change in changes if (change.address.kind, change.address.type) in reach)


def _places(provider: Provider) -> Iterator[tuple[str, str]]:
    return ((kind, name) for kind, name, _entity in provider.entities())


def _file(entity: Entity) -> str:
    return entity.source.file if entity.source is not None else ""


def _partners(touched: Iterable[tuple[str, str]], *sides: Provider) -> Iterator[tuple[str, str]]:
    """What names one of some entities in its deprecation message, and what theirs name."""
    asked = set(touched)
    for side in sides:
        known = list(_places(side))
        for kind, name, entity in side.entities():
            if not entity.deprecated:
                continue
            for place in known if (kind, name) in asked else asked:
                if place[0] == kind and place[1] and place[1] != name and names(entity.deprecated, place[1]):
                    yield place
                    yield (kind, name)
