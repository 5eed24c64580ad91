"""The changes between two snapshots: typed, one for each cause.

What is deleted or new absorbs what lies below it; what is unknown on either side is no change; entities are known by
the name under which they are registered, wherever their code moved.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping

from release_check.history.announcements import (
    deprecation_change,
    is_deprecated,
    soft_removal,
    soft_removal_change,
)
from release_check.history.entities import comparable_attributes, importer_changes, timeout_changes
from release_check.history.modes import mode_changes
from release_check.history.pairs import Pair, has_own_differences
from release_check.history.relations import RELATIONS, relation_changes
from release_check.history.shapes import has_same_nesting, is_nesting_settled, is_opaque, shape_changes
from release_check.history.signatures import signature_changes
from release_check.history.values import (
    allowed_value_changes,
    default_changes,
    diff_suppress_changes,
    force_new_changes,
    limit_changes,
    sensitive_changes,
    write_only_changes,
)
from release_check.model import KINDS, Address, Attribute, Change, ChangeKind, Entity, EntityKind, Provider


def changes(before: Provider, after: Provider) -> tuple[Change, ...]:
    """Every change from one snapshot to a later one, sorted by address, then kind."""
    return _in_order(_provider_changes(before, after))


def entity_changes(kind: str, entity_type: str, before: Entity | None, after: Entity | None) -> Iterator[Change]:
    """Every change of one entity; None where it is absent."""
    address = Address(kind, entity_type)
    if before is None or after is None:
        if after is not None:
            yield Change(kind=ChangeKind.ENTITY_ADDED, address=address, after=after)
        elif before is not None:
            yield Change(kind=ChangeKind.ENTITY_DELETED, address=address, before=before)
        return
    yield from soft_removal_change(address, before, after)
    if soft_removal(before) is not None or soft_removal(after) is not None:
        return
    yield from deprecation_change(address, before, after)
    if kind == EntityKind.FUNCTION:
        yield from signature_changes(address, before, after)
        return
    yield from importer_changes(address, before, after)
    yield from timeout_changes(address, before, after)
    yield from _Comparison(address, before, after).run()


_ATTRIBUTE_CHANGES: tuple[Callable[[Pair], Iterator[Change]], ...] = (
    shape_changes,
    mode_changes,
    default_changes,
    force_new_changes,
    sensitive_changes,
    write_only_changes,
    limit_changes,
    allowed_value_changes,
    diff_suppress_changes,
)

_PASSED_DOWN = {ChangeKind.COMPUTED_ONLY_NOW, ChangeKind.SETTABLE_NOW}
"""What a block passes on to all it holds, so that the same below it has the same cause."""

_RELATION_FIELDS = operator.attrgetter(*RELATIONS)


def _in_order(found: Iterator[Change]) -> tuple[Change, ...]:
    """Sorted by address, then kind; without what a change of the same kind around it passed down."""
    ordered = sorted(found, key=lambda change: (change.address, change.kind))
    passing = {(change.kind, change.address) for change in ordered if change.kind in _PASSED_DOWN}
    return tuple(
        change
        for change in ordered
        if change.kind not in _PASSED_DOWN
        or not any((change.kind, above) in passing for above in change.address.above())
    )


def _provider_changes(before: Provider, after: Provider) -> Iterator[Change]:
    yield from entity_changes(EntityKind.PROVIDER, "", before.provider_config, after.provider_config)
    for kind, key in KINDS.items():
        if kind == EntityKind.PROVIDER:
            continue
        old, new = getattr(before, key), getattr(after, key)
        settled = not (_is_unsettled(before, kind) or _is_unsettled(after, kind))
        for name in sorted(old.keys() | new.keys() if settled else old.keys() & new.keys()):
            one, other = old.get(name), new.get(name)
            if one is not other and one != other:
                yield from entity_changes(kind, name, one, other)


def _is_unsettled(provider: Provider, kind: str) -> bool:
    """Whether the source does not settle which entities of a kind there are."""
    return any(place.address == kind or place.address.startswith(f"{kind}/#") for place in provider.coverage.unresolved)


class _Comparison:
    """One entity at two refs, walked side by side."""

    def __init__(self, address: Address, before: Entity, after: Entity) -> None:
        self.address = address
        self.before = before
        self.after = after
        self.eras = (before.era, after.era)
        self.touched: list[str] = []

    def run(self) -> Iterator[Change]:
        old, new = comparable_attributes(self.address.kind, self.before, self.after)
        settled = "attrs" not in (*self.before.unknown, *self.after.unknown)
        yield from self._level("", old, new, settled, is_deprecated(self.before), is_deprecated(self.after))
        if self.touched:
            yield from relation_changes(self.address, self.before, self.after, self.touched)

    def _level(
        self,
        prefix: str,
        before: Mapping[str, Attribute],
        after: Mapping[str, Attribute],
        settled: bool,
        covered_before: bool,
        covered_after: bool,
    ) -> Iterator[Change]:
        """One level of attributes; `covered` where something around them is deprecated itself."""
        for name in before.keys() | after.keys():
            path = prefix + name
            old, new = before.get(name), after.get(name)
            if old is None or new is None:
                if settled:
                    yield from self._one_sided(path, old, new)
            elif old is not new and old != new:
                yield from self._both(path, old, new, covered_before, covered_after)

    def _one_sided(self, path: str, old: Attribute | None, new: Attribute | None) -> Iterator[Change]:
        address = Address(self.address.kind, self.address.type, path)
        if new is None:
            yield Change(kind=ChangeKind.ATTRIBUTE_DELETED, address=address, before=old)
        else:
            yield Change(kind=ChangeKind.ATTRIBUTE_ADDED, address=address, after=new)
            if new.exactly_one_of or new.at_least_one_of:
                self.touched.append(path)

    def _both(
        self, path: str, old: Attribute, new: Attribute, covered_before: bool, covered_after: bool
    ) -> Iterator[Change]:
        if is_opaque(old) or is_opaque(new):
            return
        renested = False
        if has_own_differences(old, new) or old.elem is not new.elem or old.block:
            pair = Pair(Address(self.address.kind, self.address.type, path), old, new, self.eras)
            yield from soft_removal_change(pair.address, old, new)
            if soft_removal(old) is not None or soft_removal(new) is not None:
                return
            if covered_before is covered_after:
                yield from deprecation_change(pair.address, old, new)
            for generate in _ATTRIBUTE_CHANGES:
                yield from generate(pair)
            renested = not has_same_nesting(old, new)
            if _RELATION_FIELDS(old) != _RELATION_FIELDS(new):
                self.touched.append(path)
        if soft_removal(old) is None and not renested:
            yield from self._level(
                path + ".",
                old.below,
                new.below,
                is_nesting_settled(old, new),
                covered_before or is_deprecated(old),
                covered_after or is_deprecated(new),
            )
