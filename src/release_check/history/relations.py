"""How attributes bind each other: ConflictsWith, ExactlyOneOf, AtLeastOneOf, RequiredWith.

A constraint is a change where a configuration that it forbids was accepted before. Each is reported once, at the first
of the attributes that it binds.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Mapping

from release_check.history.modes import is_settable
from release_check.model import Address, Attribute, Change, ChangeKind, Entity

RELATIONS = ("conflicts_with", "exactly_one_of", "at_least_one_of", "required_with")

_STEPS = re.compile(r"\[[^\]]*\]|\.\d+(?=\.|$)")


def relation_changes(address: Address, before: Entity, after: Entity, touched: Iterable[str]) -> Iterator[Change]:
    """Constraints that bind tighter in an entity, looking at the paths whose lists differ or that are new."""
    bonds = _Bonds(dict(before.walk()), dict(after.walk()))
    seen: set[tuple[str, frozenset[str]]] = set()
    for path in sorted(touched):
        for field, kind in _KINDS.items():
            members = frozenset(getattr(bonds, field)(path))
            if members and (field, members) not in seen:
                seen.add((field, members))
                yield Change(
                    kind=kind,
                    address=Address(address.kind, address.type, path),
                    before=bonds.before.get(path),
                    after=bonds.after[path],
                    new=tuple(sorted(members)),
                )


def members_of(path: str, attribute: Attribute, field: str) -> frozenset[str]:
    """The paths that a list of an attribute names, as addresses write them, and its own."""
    return _resolved(path, getattr(attribute, field)) | {path}


_KINDS: Mapping[str, ChangeKind] = {
    "conflicts": ChangeKind.CONFLICTS_ADDED,
    "exactly_one": ChangeKind.EXACTLY_ONE_OF_ADDED,
    "at_least_one": ChangeKind.AT_LEAST_ONE_OF_ADDED,
    "required_with": ChangeKind.REQUIRED_WITH_ADDED,
}


class _Bonds:
    """The constraints of one entity at both refs."""

    def __init__(self, before: Mapping[str, Attribute], after: Mapping[str, Attribute]) -> None:
        self.before = before
        self.after = after

    def conflicts(self, path: str) -> frozenset[str]:
        """`path` and what it could be set with before and cannot any longer, where both are old."""
        if not self._usable_before(path) or not self._known(path):
            return frozenset()
        now = members_of(path, self.after[path], "conflicts_with") - {path}
        new = {other for other in now if self._usable_before(other) and not self._excluded_before(path, other)}
        return frozenset({path, *new}) if new else frozenset()

    def exactly_one(self, path: str) -> frozenset[str]:
        """The group, where having none or several of it was accepted before."""
        group = self._group(path, "exactly_one_of")
        if not group or any(self._required_before(member) for member in group):
            return frozenset()
        old = [member for member in sorted(group) if self._usable_before(member)]
        exclusive = all(
            self._excluded_before(one, other) for index, one in enumerate(old) for other in old[index + 1 :]
        )
        return frozenset() if exclusive and self._one_forced_before(group) else group

    def at_least_one(self, path: str) -> frozenset[str]:
        """The group, where having none of it was accepted before."""
        group = self._group(path, "at_least_one_of")
        if not group or any(self._required_before(member) for member in group) or self._one_forced_before(group):
            return frozenset()
        return group

    def required_with(self, path: str) -> frozenset[str]:
        """`path` and what it needs now and did not need before."""
        if not self._usable_before(path) or not self._known(path):
            return frozenset()
        now = _resolved(path, self.after[path].required_with) - {path}
        old = _resolved(path, self.before[path].required_with)
        new = {other for other in now - old if other in self.after and not self._required_before(other)}
        return frozenset({path, *new}) if new else frozenset()

    def _group(self, path: str, field: str) -> frozenset[str]:
        attribute = self.after[path]
        if not getattr(attribute, field):
            return frozenset()
        group = frozenset(member for member in members_of(path, attribute, field) if member in self.after)
        if not all(self._known(member) for member in group):
            return frozenset()
        # Where one has a default, a configuration may leave all out: what is asked is asked of their values.
        return frozenset() if any(self.after[member].default is not None for member in group) else group

    def _known(self, path: str) -> bool:
        sides = (self.before.get(path), self.after.get(path))
        return not any(field in side.unknown for side in sides if side is not None for field in RELATIONS)

    def _usable_before(self, path: str) -> bool:
        attribute = self.before.get(path)
        return attribute is not None and attribute.removed is None and is_settable(attribute)

    def _required_before(self, path: str) -> bool:
        attribute = self.before.get(path)
        return attribute is not None and attribute.required

    def _excluded_before(self, path: str, other: str) -> bool:
        return any(
            b in members_of(a, self.before[a], field)
            for a, b in ((path, other), (other, path))
            for field in ("conflicts_with", "exactly_one_of")
        )

    def _one_forced_before(self, group: frozenset[str]) -> bool:
        """Whether one of a group had to be set before; what is deleted since no configuration can set instead."""
        return any(
            getattr(self.before[member], field)
            and members_of(member, self.before[member], field) & self.after.keys() <= group
            for member in group
            if member in self.before
            for field in ("exactly_one_of", "at_least_one_of")
        )


@functools.lru_cache(maxsize=4096)
def _resolved(path: str, names: tuple[str, ...]) -> frozenset[str]:
    """Paths as addresses write them: without indexes; relative ones (`<` is one step up) from `path`."""
    found = set()
    for name in names:
        plain = _STEPS.sub("", name)
        ups = len(plain) - len(plain.lstrip("<."))
        if plain.startswith("<"):
            ups = plain[:ups].count("<")
            above = path.split(".")[: -ups or None]
            found.add(".".join((*above, plain.lstrip("<."))))
        else:
            found.add(plain)
    return frozenset(found)
