"""Renames: which attribute took the place of which, and why we think so.

A rename pair is an old and a new attribute of one block and one type, the new one no older than the deprecation (or
deletion) of the old one. A replacement is what a message names that was there all along, or is a block or of another
type.
"""

from __future__ import annotations

import difflib
import enum
import re
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from release_check.history.announcements import is_deprecated
from release_check.history.lifecycle import State, Timeline, since, was_announced_by
from release_check.history.relations import members_of
from release_check.model import Address, Attribute, Entity


class Reason(enum.StrEnum):
    """Why two names are taken for one thing."""

    MESSAGE = "the message of the old one names the new"
    CONFLICT = "the two conflict with each other"
    NAME = "one goes as the other comes, under a similar name"
    PLACE = "both have the same attributes and are made in the same file"
    SCHEMA = "both have the same attributes, and their names are alike"
    STATE = "the new one takes over state of the old"
    EXCHANGE = "one goes as the other comes, alone of their kind, with attributes that are the same in every field"

    @property
    def is_certain(self) -> bool:
        """Whether the source says so, rather than that it looks so."""
        return self in (Reason.MESSAGE, Reason.CONFLICT, Reason.STATE)


class Stage(enum.StrEnum):
    """How far a rename has come at the candidate."""

    AT_ONCE = "at-once"
    """The old name goes as the new one comes."""
    IN_PROGRESS = "in-progress"
    """Both stand."""
    FINISHED = "finished"
    """The old name goes, and the new one stood before."""


class Rename(msgspec.Struct, frozen=True, kw_only=True):
    """An old and a new name in one block."""

    old: Address
    new: Address
    stage: Stage
    reason: Reason
    replacement: bool = False
    """Whether the new one was there all along, is a block, or is of another type."""
    new_is_added: bool = False
    """Whether the new one comes with the candidate."""


def renames(
    kind: str, entity_type: str, before: Entity | None, after: Entity | None, timeline: Timeline
) -> tuple[Rename, ...]:
    """Every rename in an entity that the step from the base to the candidate begins, carries on or ends."""
    if before is None or after is None:
        return ()
    found = _Blocks(Address(kind, entity_type), timeline).between("", before.attrs, after.attrs)
    return tuple(sorted(found, key=lambda rename: (rename.old, rename.new)))


def conflict_with_each_other(old: Address, new: Address, old_side: Attribute, new_side: Attribute) -> bool:
    """Whether ConflictsWith or ExactlyOneOf on both keeps an operator from setting both."""
    return excludes(old, old_side, new) and excludes(new, new_side, old)


def excludes(path: Address, side: Attribute, other: Address) -> bool:
    """Whether an attribute cannot be set together with another, by what stands on it alone."""
    return any(other.path in members_of(path.path, side, field) for field in ("conflicts_with", "exactly_one_of"))


def names(message: str, name: str) -> bool:
    """Whether a message speaks of an attribute by its name.

    A name that is a plain word must be quoted, or stand where messages put what to use.
    """
    if name not in message:
        return False
    word = re.escape(name)
    if re.search(rf"""[`'"*]{word}[`'"*]""", message):
        return True
    if "_" in name:
        return re.search(rf"(?<![\w]){word}(?![\w])", message) is not None
    return re.search(rf"(?i)\b{_BEFORE_A_NAME}\s+(?:the\s+|new\s+)*(?-i:{word})\b", message) is not None


_BEFORE_A_NAME = "(?:use|using|by|to|with|of|see|set|specify|configure|field|attribute|argument|parameter|property)"
_SIMILAR = 0.75


class _Blocks:
    """Looks for renames block by block."""

    def __init__(self, entity: Address, timeline: Timeline) -> None:
        self.entity = entity
        self.timeline = timeline

    def between(self, prefix: str, before: Mapping[str, Attribute], after: Mapping[str, Attribute]) -> Iterator[Rename]:
        gone = [name for name in sorted(before) if name not in after]
        come = [name for name in sorted(after) if name not in before]
        yield from self._at_once(prefix, before, after, gone, come)
        for name in gone:
            yield from self._finished(prefix, name, before, after)
        for name in sorted(after):
            if is_deprecated(after[name]):
                yield from self._in_progress(prefix, name, before, after)
            old = before.get(name)
            if old is not None and old is not after[name] and old.below and after[name].below:
                yield from self.between(f"{prefix}{name}.", old.below, after[name].below)

    def _at_once(
        self,
        prefix: str,
        before: Mapping[str, Attribute],
        after: Mapping[str, Attribute],
        gone: list[str],
        come: list[str],
    ) -> Iterator[Rename]:
        """Pairs of what goes and what comes: first by message, then by name, the most alike first."""
        free = set(come)
        for name in gone:
            for other in sorted(free):
                if names(before[name].deprecated or "", other) and _same_type(before[name], after[other]):
                    free.discard(other)
                    yield self._rename(prefix, name, other, Stage.AT_ONCE, Reason.MESSAGE, added=True)
                    break
        for name, other in _alike(before, after, [name for name in gone if not is_deprecated(before[name])], free):
            yield self._rename(prefix, name, other, Stage.AT_ONCE, Reason.NAME, added=True)

    def _finished(
        self, prefix: str, name: str, before: Mapping[str, Attribute], after: Mapping[str, Attribute]
    ) -> Iterator[Rename]:
        old = before[name]
        for other in sorted(after):
            if other in before and is_deprecated(old) and names(old.deprecated or "", other):
                pair = _same_type(old, before[other]) and self._is_younger(prefix, name, other)
                if pair:
                    yield self._rename(prefix, name, other, Stage.FINISHED, Reason.MESSAGE)

    def _in_progress(
        self, prefix: str, name: str, before: Mapping[str, Attribute], after: Mapping[str, Attribute]
    ) -> Iterator[Rename]:
        """What takes the place of a deprecated attribute: what its message names, else the one it conflicts with."""
        old = after[name]
        others = [other for other in sorted(after) if other != name and not is_deprecated(after[other])]
        named = [other for other in others if names(old.deprecated or "", other)]
        reason = Reason.MESSAGE if named else Reason.CONFLICT
        here = self._address(prefix, name)
        rivals = named or [
            other
            for other in others
            if _same_type(old, after[other])
            and conflict_with_each_other(here, self._address(prefix, other), old, after[other])
        ]
        if not named and len(rivals) != 1:
            return
        for other in rivals:
            added = other not in before
            alike = _same_type(old, after[other])
            if alike and name in before and (added or self._is_younger(prefix, name, other)):
                yield self._rename(prefix, name, other, Stage.IN_PROGRESS, reason, added=added)
            elif named:
                yield self._rename(prefix, name, other, Stage.IN_PROGRESS, reason, added=added, replacement=True)

    def _is_younger(self, prefix: str, old: str, new: str) -> bool:
        """Whether the new name came with the deprecation of the old one or after it, somewhere on the line."""
        came = since(self.timeline, self._address(prefix, new), _PRESENT)
        if came is None:
            return False
        return was_announced_by(self.timeline, self._address(prefix, old), came.version)

    def _rename(
        self,
        prefix: str,
        old: str,
        new: str,
        stage: Stage,
        reason: Reason,
        *,
        added: bool = False,
        replacement: bool = False,
    ) -> Rename:
        return Rename(
            old=self._address(prefix, old),
            new=self._address(prefix, new),
            stage=stage,
            reason=reason,
            replacement=replacement,
            new_is_added=added,
        )

    def _address(self, prefix: str, name: str) -> Address:
        return Address(self.entity.kind, self.entity.type, prefix + name)


_PRESENT = frozenset({State.ACTIVE, State.DEPRECATED, State.SOFT_REMOVED})


def _same_type(old: Attribute, new: Attribute) -> bool:
    """Whether both are attributes of one type; blocks are rather replaced than renamed."""
    return not old.block and not new.block and bool(old.type) and old.type == new.type


def _alike(
    before: Mapping[str, Attribute], after: Mapping[str, Attribute], gone: Iterable[str], come: Iterable[str]
) -> Iterator[tuple[str, str]]:
    """Names that are alike beyond doubt: each is the other's most alike, and no third is as much so.

    A deprecated name is not among them: its message says what takes its place, and where that is another attribute or
    none, a likenesses is chance.
    """
    likenesses = {
        (old, new): value
        for old in gone
        for new in come
        if _same_type(before[old], after[new]) and (value := likeness(old, new)) >= _SIMILAR
    }
    for (old, new), value in sorted(likenesses.items()):
        rivals = [
            other for pair, other in likenesses.items() if pair != (old, new) and (pair[0] == old or pair[1] == new)
        ]
        if all(value > rival for rival in rivals):
            yield old, new


def likeness(old: str, new: str) -> float:
    """How alike two names are, up to 1: all words of one in the other, or their letters."""
    words = set(old.split("_")), set(new.split("_"))
    if words[0] < words[1] or words[1] < words[0]:
        return 0.9
    return difflib.SequenceMatcher(None, old, new, autojunk=False).ratio()
