"""What a schema says of the end of something: deprecations and soft removals that came or went."""

from __future__ import annotations

from collections.abc import Iterator

from release_check.model import Address, Attribute, Change, ChangeKind, Entity

Announcing = Attribute | Entity


def is_deprecated(thing: Announcing) -> bool:
    """Whether an operator who uses it is warned; the SDKs warn of an empty message as little as of none."""
    return bool(thing.deprecated)


def soft_removal(thing: Announcing) -> str | None:
    """The message of the error that its use is, or None."""
    return thing.soft_removed if isinstance(thing, Entity) else thing.removed


def soft_removal_field(thing: Announcing) -> str:
    """The field that holds that message."""
    return "soft_removed" if isinstance(thing, Entity) else "removed"


def deprecation_change(address: Address, before: Announcing, after: Announcing) -> Iterator[Change]:
    """A deprecation that came or was withdrawn; one that gave way to a soft removal was not."""
    if "deprecated" in (*before.unknown, *after.unknown) or is_deprecated(before) is is_deprecated(after):
        return
    entity = isinstance(after, Entity)
    if is_deprecated(after):
        kind = ChangeKind.ENTITY_DEPRECATED if entity else ChangeKind.ATTRIBUTE_DEPRECATED
    else:
        kind = ChangeKind.ENTITY_DEPRECATION_WITHDRAWN if entity else ChangeKind.ATTRIBUTE_DEPRECATION_WITHDRAWN
    yield Change(kind=kind, address=address, before=before, after=after, old=before.deprecated, new=after.deprecated)


def soft_removal_change(address: Address, before: Announcing, after: Announcing) -> Iterator[Change]:
    """A soft removal that came or was withdrawn."""
    old, new = soft_removal(before), soft_removal(after)
    if soft_removal_field(after) in (*before.unknown, *after.unknown) or (old is None) is (new is None):
        return
    entity = isinstance(after, Entity)
    if new is not None:
        kind = ChangeKind.ENTITY_SOFT_REMOVED if entity else ChangeKind.ATTRIBUTE_SOFT_REMOVED
    else:
        kind = ChangeKind.ENTITY_SOFT_REMOVAL_WITHDRAWN if entity else ChangeKind.ATTRIBUTE_SOFT_REMOVAL_WITHDRAWN
    yield Change(kind=kind, address=address, before=before, after=after, old=old, new=new)
