"""One attribute at two refs, as the generators of changes look at it."""

from __future__ import annotations

from typing import Any

import msgspec

from release_check.model import Address, Attribute, Change, ChangeKind, Era


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
