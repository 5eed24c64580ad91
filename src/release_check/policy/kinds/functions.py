"""What rules ask of the functions of a resource or data source. What could not be followed gives no answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from release_check.model import Address, Attribute, EntityKind, Era
from release_check.model.code import Body, Code
from release_check.policy.case import Case
from release_check.policy.rule import CodeTest

_WRITING = ("create", "update")
_ALL = ("create", "read", "update", "delete")


def lingers(case: Case, address: Address) -> str | None:
    """Which functions still get or set an attribute by its path, in words; None where none does."""
    code = case.code_of(address)
    if code is None:
        return None
    uses = [use for use in _ALL if use in code.bodies and code.bodies[use].touches(address.path)]
    return _listed(uses) if uses else None


def shortcoming(
    test: CodeTest, case: Case, old: Address, new: Address, attribute: Attribute, *, at_base: bool = False
) -> str | None:
    """What the functions leave out of a rename, in words; None where they do it all or it cannot be said.

    Args:
        test: what is asked.
        case: where the functions are.
        old: the old name.
        new: the new name.
        attribute: the new attribute.
        at_base: whether to ask of the base rather than of the candidate.
    """
    entity = case.entity_before(old) if at_base else case.entity_after(old)
    if entity is not None and entity.era is Era.FRAMEWORK and attribute.computed and attribute.settable:
        return None  # plan modifiers may fill one from the other
    code = case.code_of(old, at_base=at_base)
    if code is None:
        return None
    return _TESTS[test](code, old, new, attribute)


def _ignores_one(code: Code, old: Address, new: Address, attribute: Attribute) -> str | None:
    """The first of the functions that handles one of the two names and not the other."""
    check = code.bodies.get("check")
    if check is not None and check.handles(old.name) and check.handles(new.name):
        return None  # what looks at the plan may copy one to the other
    uses: tuple[str, ...] = ("create", "read", "update") if attribute.settable else ("read",)
    if attribute.write_only:
        uses = ("create", "update")  # there is nothing to store
    for use, body in _bodies(code, uses):
        for known, other in ((old, new), (new, old)):
            if body.whole and body.handles(known.name) and not body.handles(other.name):
                return f"{use.title()} handles {known.name} and not {other.name}"
    return None


def _neither_unchecked(code: Code, old: Address, new: Address, attribute: Attribute) -> str | None:
    """The first of the functions that uses a name and makes no error where neither is set."""
    del attribute
    check = code.bodies.get("check")
    if check is not None and (not check.whole or (check.handles(old.name) and check.handles(new.name))):
        return None
    uses = ("read",) if old.kind == EntityKind.DATA_SOURCE else _WRITING
    for use, body in _bodies(code, uses):
        used = body.handles(old.name) or body.handles(new.name)
        if used and body.whole and not body.refuses_without(old.path, new.path):
            return f"{use.title()} returns no error where neither is set"
    return None


def _bodies(code: Code, uses: tuple[str, ...]) -> Iterator[tuple[str, Body]]:
    return ((use, code.bodies[use]) for use in uses if use in code.bodies)


def _listed(uses: list[str]) -> str:
    words = [use.title() for use in uses]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


_TESTS: dict[CodeTest, Callable[[Code, Address, Address, Attribute], str | None]] = {
    CodeTest.IGNORES_ONE: _ignores_one,
    CodeTest.NEITHER_UNCHECKED: _neither_unchecked,
}
