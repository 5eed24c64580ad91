"""Addresses: one grammar for output, waivers and the command line."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import msgspec

from release_check.model.provider import KINDS, EntityKind


class AddressError(ValueError):
    """A text that is no address; its message says what one looks like."""


@functools.total_ordering
class Address(msgspec.Struct, frozen=True, cache_hash=True):
    """Where something stands: `KIND/TYPE`, `KIND/TYPE/PATH`, `provider/PATH`, or `release` for the release as a whole.

    A path joins names with dots: `boot_disk.kms_key`.
    """

    kind: str
    type: str = ""
    path: str = ""

    @classmethod
    def parse(cls, text: str) -> Address:
        """Read an address as it is printed.

        Raises:
            AddressError: the kind is unknown or the parts do not fit.
        """
        kind, _, rest = text.partition("/")
        if kind == "release" and not rest:
            return RELEASE
        if kind == EntityKind.PROVIDER:
            if "/" not in rest:
                return cls(kind, "", rest)
        elif kind in KINDS:
            entity_type, _, path = rest.partition("/")
            if entity_type and "/" not in path and not rest.endswith("/"):
                return cls(kind, entity_type, path)
        raise AddressError(
            f"{text!r} is no address: write KIND/TYPE or KIND/TYPE/PATH, such as resource/example_widget/size, "
            f"or provider/PATH; KIND is one of {', '.join(KINDS)}"
        )

    @property
    def entity(self) -> Address:
        """The entity that this address belongs to."""
        return Address(self.kind, self.type) if self.path else self

    @property
    def parent(self) -> Address | None:
        """The address directly above, or None for an entity."""
        if not self.path:
            return None
        return Address(self.kind, self.type, self.path.rpartition(".")[0])

    def above(self) -> Iterator[Address]:
        """Every address around this one, nearest first, down to the entity."""
        parent = self.parent
        while parent is not None:
            yield parent
            parent = parent.parent

    @property
    def name(self) -> str:
        """The last name of the path, or the type for an entity."""
        return self.path.rpartition(".")[2] or self.type or self.kind

    def child(self, name: str) -> Address:
        """The address of an attribute or block directly below."""
        return Address(self.kind, self.type, f"{self.path}.{name}" if self.path else name)

    def covers(self, other: Address) -> bool:
        """Whether `other` is this address or lies below it."""
        if (self.kind, self.type) != (other.kind, other.type):
            return False
        return not self.path or other.path == self.path or other.path.startswith(self.path + ".")

    def __str__(self) -> str:
        return "/".join(part for part in (self.kind, self.type, self.path) if part)

    def __lt__(self, other: Address) -> bool:
        return (self.kind, self.type, self.path) < (other.kind, other.type, other.path)


RELEASE = Address("release")
