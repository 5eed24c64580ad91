"""One attribute at two refs, as the generators of changes look at it."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

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


class Beside(NamedTuple):
    """An attribute of a snapshot, with its counterpart in an earlier one."""

    kind: str
    type: str
    path: str
    before: Attribute | None
    after: Attribute

    @property
    def address(self) -> Address:
        """Where it stands."""
        return Address(self.kind, self.type, self.path)


def standing_attributes(before: Provider | None, after: Provider) -> Iterator[Beside]:
    """Every attribute of a snapshot with its counterpart in an earlier one, parents first."""
    for kind, entity_type, entity in after.entities():
        earlier = before.entity(kind, entity_type) if before is not None else None
        for path, old, new in _beside("", earlier.attrs if earlier is not None else {}, entity.attrs):
            yield Beside(kind, entity_type, path, old, new)


def differing_attributes(
    before: Provider | None, after: Provider
) -> Iterator[tuple[Address, Attribute | None, Attribute]]:
    """Those of them that are new, or that differ in themselves rather than in what they hold."""
    for kind, entity_type, entity in after.entities():
        earlier = before.entity(kind, entity_type) if before is not None else None
        # what is the same object or equal to the last line costs no walk
        if earlier is not None and (earlier is entity or earlier.attrs == entity.attrs):
            continue
        for path, old, new in _beside("", earlier.attrs if earlier is not None else {}, entity.attrs):
            if old is None or has_own_differences(old, new):
                yield Address(kind, entity_type, path), old, new


def has_own_differences(before: Attribute, after: Attribute) -> bool:
    """Whether two attributes differ in more than their place and what is nested in them."""
    return _OWN_FIELDS(before) != _OWN_FIELDS(after)


_OWN_FIELDS = operator.attrgetter(
    *(field for field in Attribute.__struct_fields__ if field not in {"attrs", "elem", "source"})
)


def _beside(
    prefix: str, before: Mapping[str, Attribute], after: Mapping[str, Attribute]
) -> Iterator[tuple[str, Attribute | None, Attribute]]:
    for name in sorted(after):
        old, new = before.get(name), after[name]
        yield prefix + name, old, new
        if new.attrs or new.elem is not None:
            yield from _beside(f"{prefix}{name}.", old.below if old is not None else {}, new.below)
