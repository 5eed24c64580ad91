"""The life of an address along a line: absent, active, deprecated, soft-removed, deleted.

Looks backwards, and no further than a question needs: each look costs a snapshot. A life ends where the address is
absent; what stood under its name before that was announced to other operators. Only final releases count, since an
operator on final releases meets no other.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Protocol, TypeVar

import msgspec

from release_check.history.announcements import is_deprecated, soft_removal, soft_removal_field
from release_check.history.tags import Release
from release_check.model import Address, Attribute, Bump, Entity, Version


class Timeline(Protocol):
    """Entities at the releases of a line; each is read when it is asked for."""

    @property
    def releases(self) -> Sequence[Release]:
        """The line in order of version; the last is the base."""

    def entity(self, release: Release, kind: str, entity_type: str) -> Entity | None:
        """An entity as it stood at a release, or None where there was none."""


class State(enum.StrEnum):
    """What an address is at a release."""

    ABSENT = "absent"
    ACTIVE = "active"
    DEPRECATED = "deprecated"
    SOFT_REMOVED = "soft-removed"
    DELETED = "deleted"
    UNKNOWN = "unknown"
    """The source does not settle it."""


class Standing(NamedTuple):
    """The state of an address at a release, with what announces its end: the message, and the path that carries it."""

    state: State
    message: str | None = None
    at: str | None = None
    """Empty for the entity itself."""


class Event(msgspec.Struct, frozen=True):
    """A release in which an address came into a state."""

    release: Release
    state: State
    message: str | None = None


class Announcement(enum.StrEnum):
    """How an address was announced to go, before a release that makes it go."""

    NEVER = "never"
    TOO_LATE = "too-late"
    """Only within the major that makes it go, or only in a PATCH before."""
    IN_TIME = "in-time"
    """In a MINOR or MAJOR release of an earlier major."""
    UNKNOWN = "unknown"


ANNOUNCED = frozenset({State.DEPRECATED, State.SOFT_REMOVED})


def state_of(entity: Entity | None, path: str) -> State:
    """The state of an attribute, or with an empty path of an entity; what surrounds it covers it."""
    return standing(entity, path).state


def standing(entity: Entity | None, path: str) -> Standing:
    """The state of an attribute, or with an empty path of an entity, with what announces its end."""
    if entity is None:
        return Standing(State.ABSENT)
    found: list[tuple[str, Entity | Attribute]] = [("", entity)]
    level = entity.attrs
    for name in path.split(".") if path else ():
        around, last = found[-1]
        if name not in level:
            unsettled = {"attrs", "elem"} & set(last.unknown)
            return Standing(State.UNKNOWN if unsettled else State.ABSENT)
        found.append((f"{around}.{name}" if around else name, level[name]))
        level = level[name].below
    for at, thing in found:
        if soft_removal(thing) is not None:
            return Standing(State.SOFT_REMOVED, soft_removal(thing), at)
    for at, thing in reversed(found):
        if is_deprecated(thing):
            return Standing(State.DEPRECATED, thing.deprecated, at)
    if any({"deprecated", soft_removal_field(thing), "type"} & set(thing.unknown) for _, thing in found):
        return Standing(State.UNKNOWN)
    return Standing(State.ACTIVE)


def events(timeline: Timeline, address: Address) -> tuple[Event, ...]:
    """Every state an address came into, oldest first, over all final releases of the line."""
    found: list[Event] = []
    last = State.ABSENT
    for release in finals_of(timeline):
        state, message, _ = standing(timeline.entity(release, address.kind, address.type), address.path)
        if state is State.ABSENT and found:
            state = State.DELETED
        if state is not last and state is not State.UNKNOWN:
            found.append(Event(release, state, message))
            last = state
    return tuple(found)


def announcement(timeline: Timeline, address: Address, series: tuple[int, ...]) -> Announcement:
    """How the end of an address in a release of a MAJOR series was announced along the line, in its present life."""
    best = Announcement.NEVER
    line = finals_of(timeline)
    for index, state in _backwards(timeline, line, address):
        if state is State.UNKNOWN:
            return Announcement.UNKNOWN
        if state in ANNOUNCED:
            best = Announcement.TOO_LATE
            if line[index].version.series < series and _is_feature_release(line, index):
                return Announcement.IN_TIME
    return best


def was_soft_removed(timeline: Timeline, address: Address) -> bool | None:
    """Whether the present life of an address had a soft-removed stage; None where that is unknown."""
    return _met(timeline, finals_of(timeline), address, State.SOFT_REMOVED)


def was_soft_removed_before(timeline: Timeline, address: Address, series: tuple[int, ...]) -> bool | None:
    """Whether it was soft-removed already when the line came to a MAJOR series; None where that is unknown."""
    earlier = [release for release in finals_of(timeline) if release.version.series < series]
    if not earlier:
        return False
    state = state_of(timeline.entity(earlier[-1], address.kind, address.type), address.path)
    return None if state is State.UNKNOWN else state is State.SOFT_REMOVED


def ever(timeline: Timeline, address: Address, holds: Callable[[Attribute], bool]) -> bool | None:
    """Whether something held of an attribute in its present life; None where the source does not settle all of it.

    Of long lines it looks at stretches in which the answer is the same, as `since` does.
    """
    line = finals_of(timeline)

    def answer(index: int) -> tuple[bool, bool] | None:
        entity = timeline.entity(line[index], address.kind, address.type)
        attribute = _attribute(entity, address.path)
        return (holds(attribute), bool(attribute.unknown)) if attribute is not None else None

    unknown = False
    for found in _stretches(len(line), answer):
        if found is None:
            break
        if found[0]:
            return True
        unknown = unknown or found[1]
    return None if unknown else False


def was_announced_by(timeline: Timeline, address: Address, version: Version) -> bool:
    """Whether an address that is there at a version was announced to go then, or earlier in that life.

    Of long lines it looks at stretches of one state, as `since` does.
    """
    line = [release for release in finals_of(timeline) if release.version <= version]

    def state(index: int) -> State:
        return state_of(timeline.entity(line[index], address.kind, address.type), address.path)

    for found in _stretches(len(line), state):
        if found in ANNOUNCED:
            return True
        if found in (State.ABSENT, State.UNKNOWN):
            break
    return False


def since(timeline: Timeline, address: Address, states: frozenset[State]) -> Release | None:
    """The release with which the states began that the address is in at the end of the line, or None.

    Strides back in doubling steps and halves the last, so a long line costs few looks; where the states were left and
    taken up again in between, the release named is the beginning of one such stretch, not always the last.
    """
    line = finals_of(timeline)

    def holds(index: int) -> bool:
        return state_of(timeline.entity(line[index], address.kind, address.type), address.path) in states

    if not line or not holds(len(line) - 1):
        return None
    return line[_first_of_run(len(line) - 1, holds)]


def finals_of(timeline: Timeline) -> Sequence[Release]:
    """The final releases of a line; all of it where there are none."""
    finals = [release for release in timeline.releases if release.version.prerelease is None]
    return finals or timeline.releases


_Answer = TypeVar("_Answer")


_NEAR = 30
"""Releases that are looked at one by one, so that nothing that came and went in them is missed."""


def _stretches(length: int, answer: Callable[[int], _Answer]) -> Iterator[_Answer]:
    """What is answered along a line, from its end back: of recent releases one by one, then once for each stretch."""
    index = length - 1
    near = max(index - _NEAR, 0)
    while index > near:
        yield answer(index)
        index -= 1
    while index >= 0:
        found = answer(index)
        yield found
        index = _first_of_run(index, lambda one: answer(one) == found) - 1  # noqa: B023


def _first_of_run(last: int, holds: Callable[[int], bool]) -> int:
    """A beginning of the run that holds at its last, in a logarithmic number of looks."""
    inside, step = last, 1
    while True:
        outside = inside - step
        if outside < 0:
            outside = -1
            break
        if not holds(outside):
            break
        inside, step = outside, step * 2
    while inside - outside > 1:
        middle = (inside + outside) // 2
        if holds(middle):
            inside = middle
        else:
            outside = middle
    return inside


def _met(timeline: Timeline, line: Sequence[Release], address: Address, wanted: State) -> bool | None:
    for _, state in _backwards(timeline, line, address):
        if state is State.UNKNOWN:
            return None
        if state is wanted:
            return True
    return False


def _backwards(timeline: Timeline, line: Sequence[Release], address: Address) -> Iterator[tuple[int, State]]:
    """The states of an address from the end of the line back to where its life began."""
    for index in range(len(line) - 1, -1, -1):
        state = state_of(timeline.entity(line[index], address.kind, address.type), address.path)
        if state is State.ABSENT:
            return
        yield index, state


def _is_feature_release(line: Sequence[Release], index: int) -> bool:
    """Whether a release claims at least to be a MINOR: the guide asks that a deprecation be released in one."""
    if index == 0:
        return True
    return line[index].version.bump_from(line[index - 1].version).at_least(Bump.MINOR)


def _attribute(entity: Entity | None, path: str) -> Attribute | None:
    level, found = (entity.attrs if entity is not None else {}), None
    for name in path.split("."):
        found = level.get(name)
        if found is None:
            return None
        level = found.below
    return found
