"""What an entity offers beside its attributes: importer, timeouts; and what it has without declaring it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

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
    """The attributes of both, so that a port between an SDK and the framework is no change by itself.

    The SDKs give a resource and a data source an `id` that need not be declared, and keep timeouts apart.
    """
    if kind not in _MANAGED or (before.era is Era.FRAMEWORK) is (after.era is Era.FRAMEWORK):
        return before.attrs, after.attrs
    return _completed(before), _completed(after)


def _completed(entity: Entity) -> Mapping[str, Attribute]:
    attrs = {name: attribute for name, attribute in entity.attrs.items() if name != "timeouts"}
    if entity.era is not Era.FRAMEWORK and "id" not in attrs:
        attrs["id"] = Attribute(type="string", computed=True, source=entity.source)
    return attrs


def _timeouts(entity: Entity) -> set[str]:
    declared = entity.attrs.get("timeouts")
    return {name.lower() for name in (*entity.timeouts, *(declared.below if declared is not None else ()))}
