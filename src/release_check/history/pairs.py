"""One attribute at two refs, as the generators of changes look at it."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from release_check.model import Address, Attribute, Change, ChangeKind, Era, Provider


class Pair(msgspec.Struct, frozen=True):
    """An attribute or block that stands at both refs, with what the generators need to know around it."""

    address: Address
    before: Attribute
    after: Attribute
    eras: tuple[Era, Era]

    @property
    def ported(self) -> bool:
        """Whether its entity moved between an SDK and the framework, which is no change by itself."""
        return (self.eras[0] is Era.FRAMEWORK) is not (self.eras[1] is Era.FRAMEWORK)

    def known(self, *fields: str) -> bool:
        """Whether the source settles these fields at both refs."""
        return not any(field in self.before.unknown or field in self.after.unknown for field in fields)

    def change(self, kind: ChangeKind, old: Any = None, new: Any = None) -> Change:
        """A change of this attribute."""
        return Change(kind=kind, address=self.address, before=self.before, after=self.after, old=old, new=new)


def standing_attributes(
    before: Provider | None,
    after: Provider,
    wanted: Callable[[Attribute | None, Attribute], bool] = lambda _before, _after: True,
) -> Iterator[tuple[Address, Attribute | None, Attribute]]:
    """The wanted attributes of a snapshot with their counterparts in an earlier one, parents first."""
    return _beside_all(before, after, wanted)


def differing_attributes(
    before: Provider | None, after: Provider
) -> Iterator[tuple[Address, Attribute | None, Attribute]]:
    """Those of them that are new, or that differ in themselves rather than in what they hold."""
    return _beside_all(before, after, lambda old, new: old is None or has_own_differences(old, new), differing=True)


def has_own_differences(before: Attribute, after: Attribute) -> bool:
    """Whether two attributes differ in more than their place and what is nested in them."""
    return _OWN_FIELDS(before) != _OWN_FIELDS(after)


_OWN_FIELDS = operator.attrgetter(
    *(field for field in Attribute.__struct_fields__ if field not in {"attrs", "elem", "source"})
)


def _beside_all(
    before: Provider | None,
    after: Provider,
    wanted: Callable[[Attribute | None, Attribute], bool],
    *,
    differing: bool = False,
) -> Iterator[tuple[Address, Attribute | None, Attribute]]:
    for kind, entity_type, entity in after.entities():
        earlier = before.entity(kind, entity_type) if before is not None else None
        if differing and earlier is entity:
            continue
        for path, old, new in _beside("", earlier.attrs if earlier is not None else {}, entity.attrs):
            if wanted(old, new):
                yield Address(kind, entity_type, path), old, new


def _beside(
    prefix: str, before: Mapping[str, Attribute], after: Mapping[str, Attribute]
) -> Iterator[tuple[str, Attribute | None, Attribute]]:
    for name in sorted(after):
        old, new = before.get(name), after[name]
        yield prefix + name, old, new
        if new.attrs or new.elem is not None:
            yield from _beside(f"{prefix}{name}.", old.below if old is not None else {}, new.below)
