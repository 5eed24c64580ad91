"""Renamed types: which resource, data source or other entity took the place of which, and why we think so.

What the deprecation message says is certain, and that a new type takes over state of an old one. Without these it takes
both the attributes and the name, or the file that makes them, or that nothing else of the kind goes or comes: entities
of one provider share too many attributes for these to mean anything by themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from release_check.history.announcements import is_deprecated
from release_check.history.lifecycle import ANNOUNCED, State, Timeline, finals_of, since, state_of
from release_check.history.pairs import has_own_differences
from release_check.history.renames import Reason, Rename, Stage, likeness, names
from release_check.model import KINDS, Address, Entity, EntityKind, Provider

_KINDS = tuple(kind for kind in KINDS if kind not in (EntityKind.PROVIDER, EntityKind.FUNCTION))
_KEPT = 0.8
"""The share of the old one's attributes that the new one must have, without a message that names it."""
_SHARED = 0.6
"""The share of all attributes of the two that both must have."""
_RENAMED = 0.6
"""The share of the old one's attributes below which what a message names is something else to use, and no new name."""
_SIMILAR = 0.75
_ENOUGH = 2
"""Attributes that two entities must share at the least."""
_EVERYWHERE = frozenset({"id", "timeouts"})
_PRESENT = frozenset({State.ACTIVE, State.DEPRECATED, State.SOFT_REMOVED})


def entity_renames(before: Provider | None, after: Provider, timeline: Timeline) -> tuple[Rename, ...]:
    """Every rename of a type that the step from the base to the candidate makes at once or begins.

    Args:
        before: the base; without one nothing is renamed.
        after: the candidate.
        timeline: the line up to the base.
    """
    if before is None:
        return ()
    found: list[Rename] = []
    for kind in _KINDS:
        key = KINDS[kind]
        found += _Kind(kind, getattr(before, key), getattr(after, key), timeline).renames()
    return tuple(sorted(found, key=lambda one: (one.old, one.new)))


def lost_attributes(old: Entity, new: Entity) -> tuple[str, ...]:
    """What an operator can use of the old entity and does not find in the new one; a block stands for what is in it."""
    present = dict(new.walk())
    lost: list[str] = []
    for path, attribute in old.walk():
        if path in present or path in _EVERYWHERE or any(path.startswith(f"{one}.") for one in lost):
            continue
        if not is_deprecated(attribute) and attribute.removed is None:
            lost.append(path)
    return tuple(lost)


class _Kind:
    """Looks among the entities of one kind."""

    def __init__(
        self, kind: str, before: Mapping[str, Entity], after: Mapping[str, Entity], timeline: Timeline
    ) -> None:
        self.kind = kind
        self.before = before
        self.after = after
        self.timeline = timeline
        self.come = [name for name in sorted(after) if name not in before]

    def renames(self) -> Iterator[Rename]:
        yield from self._at_once([name for name in sorted(self.before) if name not in self.after])
        for name in sorted(self.after):
            old = self.after[name]
            if name in self.before and is_deprecated(old) and "deprecated" not in old.unknown:
                yield from self._in_progress(name, old)

    def _at_once(self, gone: Iterable[str]) -> Iterator[Rename]:
        free, open_names = set(self.come), []
        for name in gone:
            old = self.before[name]
            said = [(other, Reason.MESSAGE) for other in sorted(free) if names(old.deprecated or "", other)]
            said += [(other, Reason.STATE) for other in sorted(free) if _takes_over(self.after[other], name)]
            if said:
                other, reason = said[0]
                free.discard(other)
                yield self._rename(name, other, Stage.AT_ONCE, reason, added=True)
            elif not is_deprecated(old) and old.soft_removed is None:
                open_names.append(name)
        pairs = list(self._alike(open_names, free, self.before))
        if not pairs and len(open_names) == 1 and len(self.come) == 1 and free:
            (gone_name,), (come_name,) = open_names, self.come
            if _is_same(self.before[gone_name], self.after[come_name]):
                pairs = [(gone_name, come_name, Reason.EXCHANGE)]
        for name, other, reason in pairs:
            yield self._rename(name, other, Stage.AT_ONCE, reason, added=True)

    def _in_progress(self, name: str, old: Entity) -> Iterator[Rename]:
        """What takes the place of a deprecated type: what its message names, else what comes with the deprecation."""
        named = [
            other
            for other in sorted(self.after)
            if other != name and not is_deprecated(self.after[other]) and names(old.deprecated or "", other)
        ]
        for other in named:
            added = other not in self.before
            alike = _share(old, self.after[other]) >= _RENAMED
            replacement = not alike or (not added and not self._is_younger(name, other))
            yield self._rename(name, other, Stage.IN_PROGRESS, Reason.MESSAGE, added=added, replacement=replacement)
        if not named and not is_deprecated(self.before[name]):
            moved = [(name, other, Reason.STATE) for other in self.come if _takes_over(self.after[other], name)]
            for _name, other, reason in moved or self._alike([name], self.come, self.after):
                yield self._rename(name, other, Stage.IN_PROGRESS, reason, added=True)

    def _alike(
        self, olds: Iterable[str], news: Iterable[str], side: Mapping[str, Entity]
    ) -> Iterator[tuple[str, str, Reason]]:
        """Pairs of which neither half fits a third one."""
        fits = [
            (old, new, reason)
            for old in olds
            for new in sorted(news)
            if (reason := _likeness(old, new, side[old], self.after[new])) is not None
        ]
        for old, new, reason in fits:
            if sum(pair[0] == old or pair[1] == new for pair in fits) == 1:
                yield old, new, reason

    def _is_younger(self, old: str, new: str) -> bool:
        """Whether the new type came with the deprecation of the old one or after it."""
        came = since(self.timeline, Address(self.kind, new), _PRESENT)
        if came is None:
            return False
        for release in reversed([one for one in finals_of(self.timeline) if one.version <= came.version]):
            return state_of(self.timeline.entity(release, self.kind, old), "") in ANNOUNCED
        return False

    def _rename(
        self, old: str, new: str, stage: Stage, reason: Reason, *, added: bool, replacement: bool = False
    ) -> Rename:
        return Rename(
            old=Address(self.kind, old),
            new=Address(self.kind, new),
            stage=stage,
            reason=reason,
            replacement=replacement,
            new_is_added=added,
        )


def _takes_over(new: Entity, old: str) -> bool:
    """Whether the MoveState of a new type takes state of an old one."""
    return any(old in mover.takes for mover in new.movers)


def _share(old: Entity, new: Entity) -> float:
    """How much of the old one's attributes the new one has; all where that is not known."""
    if "attrs" in (*old.unknown, *new.unknown):
        return 1.0
    sides = [_described(side) for side in (old, new)]
    return len(sides[0] & sides[1]) / len(sides[0]) if sides[0] else 1.0


def _described(entity: Entity) -> set[tuple[str, str, bool]]:
    return {(name, one.type, one.block) for name, one in entity.attrs.items() if name not in _EVERYWHERE}


def _is_same(old: Entity, new: Entity) -> bool:
    """Whether two entities have attributes that are the same in every field, at any depth."""
    if "attrs" in (*old.unknown, *new.unknown):
        return False
    sides = [dict(side.walk()) for side in (old, new)]
    if len(sides[0]) < _ENOUGH or sides[0].keys() != sides[1].keys():
        return False
    return not any(has_own_differences(one, sides[1][path]) or one.unknown for path, one in sides[0].items())


def _likeness(old_name: str, new_name: str, old: Entity, new: Entity) -> Reason | None:
    """Why two entities are one thing without a message that says so, or None."""
    if "attrs" in (*old.unknown, *new.unknown):
        return None
    sides = [_described(side) for side in (old, new)]
    both = sides[0] & sides[1]
    if len(both) < _ENOUGH or len(both) < _KEPT * len(sides[0]) or len(both) < _SHARED * len(sides[0] | sides[1]):
        return None
    if old.source is not None and new.source is not None and old.source.file == new.source.file:
        return Reason.PLACE
    return Reason.SCHEMA if likeness(old_name, new_name) >= _SIMILAR else None
