"""The resources that a release touches, each as it stood and as it stands, for rules on state migration."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from release_check.history import is_settled, last_with
from release_check.model import Address, Entity, EntityKind, Level, Source, Upgrader
from release_check.policy.case import Case


class Found(NamedTuple):
    """Something that a test found."""

    detail: str
    source: Source | None = None
    level: Level | None = None
    """How much it weighs, where that is not the rule's own."""
    path: str = ""
    """The attribute that it is about; empty for the resource."""


class Step(NamedTuple):
    """A resource as it stood at the base and as it stands at the candidate."""

    case: Case
    address: Address
    before: Entity | None
    after: Entity

    @property
    def both_settled(self) -> bool:
        """Whether the versions of both are known."""
        return self.before is not None and is_settled(self.before) and is_settled(self.after)


def steps(case: Case) -> tuple[Step, ...]:
    """The resources that the release touches, or all where what stands is judged too."""
    known: tuple[Step, ...] | None = case.__dict__.get("_migration_steps")
    if known is None:
        known = case.__dict__["_migration_steps"] = tuple(_found(case))
    return known


def _found(case: Case) -> Iterator[Step]:
    for name, after in case.after.resources.items():
        before = case.before.resources.get(name) if case.before is not None else None
        if after.soft_removed is None and (case.standing or (before is not after and before != after)):
            yield Step(case, Address(EntityKind.RESOURCE, name), before, after)


def new_in(step: Step, look: Callable[[Entity], Iterable[Found]]) -> Iterator[Found]:
    """What is found in the resource and was not there to be found at the base."""
    known = set()
    if step.before is not None and not step.case.standing:
        known = {found.detail for found in look(step.before)}
    yield from (found for found in look(step.after) if found.detail not in known)


def at_work(entity: Entity) -> Iterator[Upgrader]:
    """The upgraders that some state goes through."""
    return (upgrader for upgrader in entity.upgraders if upgrader.version < entity.schema_version)


def last_released(step: Step, version: int) -> tuple[str, Entity] | None:
    """The last release with a schema version, and the resource as it stood there."""
    base = step.case.base
    if base is not None and step.before is not None and step.before.schema_version == version:
        return str(base.version), step.before
    found = last_with(step.case.timeline, step.address, version)
    return (str(found[0].version), found[1]) if found is not None else None
