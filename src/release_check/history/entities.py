"""What an entity offers beside its attributes: importer, timeouts; and what it has without declaring it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from release_check.history.modes import mode_of
from release_check.model import Address, Attribute, Change, ChangeKind, Entity, EntityKind, Era

_MANAGED = {EntityKind.RESOURCE, EntityKind.DATA_SOURCE}


def importer_changes(address: Address, before: Entity, after: Entity) -> Iterator[Change]:
    """An importer that is gone."""
    if "importer" not in (*before.unknown, *after.unknown) and before.importer and not after.importer:
        yield Change(kind=ChangeKind.IMPORTER_REMOVED, address=address, before=before, after=after)


def timeout_changes(address: Address, before: Entity, after: Entity) -> Iterator[Change]:
    """Timeouts that can no longer be configured, whichever way they are declared."""
    if "timeouts" in (*before.unknown, *after.unknown):
        return
    lost = _timeouts(before) - _timeouts(after)
    if lost:
        yield Change(
            kind=ChangeKind.TIMEOUTS_REMOVED, address=address, before=before, after=after, old=tuple(sorted(lost))
        )


def comparable_attributes(
    kind: str, before: Entity, after: Entity
) -> tuple[Mapping[str, Attribute], Mapping[str, Attribute]]:
    """The attributes of both, so that neither a port to the framework nor declaring an `id` is a change.

    The SDKs give a resource and a data source an `id` that need not be declared, and keep timeouts apart.
    """
    if kind not in _MANAGED:
        return before.attrs, after.attrs
    if (before.era is Era.FRAMEWORK) is (after.era is Era.FRAMEWORK):
        return _with_plain_id(before, after), _with_plain_id(after, before)
    return _completed(before), _completed(after)


def _with_plain_id(entity: Entity, other: Entity) -> Mapping[str, Attribute]:
    """The attributes, with the `id` that an SDK adds by itself where only the other declares it, computed alone."""
    declared = other.attrs.get("id")
    if entity.era is Era.FRAMEWORK or declared is None or "id" in entity.attrs or not mode_of(declared).computed_only:
        return entity.attrs
    return {**entity.attrs, "id": declared}


def _completed(entity: Entity) -> Mapping[str, Attribute]:
    attrs = {name: attribute for name, attribute in entity.attrs.items() if name != "timeouts"}
    if entity.era is not Era.FRAMEWORK and "id" not in attrs:
        attrs["id"] = Attribute(type="string", computed=True, source=entity.source)
    return attrs


def _timeouts(entity: Entity) -> set[str]:
    declared = entity.attrs.get("timeouts")
    return {name.lower() for name in (*entity.timeouts, *(declared.below if declared is not None else ()))}
