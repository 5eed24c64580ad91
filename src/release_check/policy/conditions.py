"""What a rule asks of an attribute, an entity or a history: conditions that hold, do not hold, or are unknown.

A condition maps fields to what is expected of each; all must hold. What the source does not settle makes a condition
unknown, and a rule fires only where its conditions hold for certain.
"""

from __future__ import annotations

import enum
import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from release_check.history import Announcement, is_settable, mode_of
from release_check.model import Attribute, Entity, Era, Generation

Scalar = bool | int | float | str


class Expected(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, rename={"not_": "not"}):
    """What a plain value cannot say of a field."""

    not_: Scalar | tuple[Scalar, ...] | None = None
    """Anything but this."""
    has: Scalar | None = None
    """A list that holds this."""
    at_least: float | None = None
    """A number not below this."""


Expectation = Scalar | tuple[Scalar, ...] | Expected
"""A value, one of several values, `set`, `unset` or `blank` for texts and lists, or one of `not`, `has`, `at_least`."""


class AttributeCondition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is asked of an attribute or block; the fields are those of the snapshot, and three that follow from them."""

    type: Expectation | None = None
    block: Expectation | None = None
    required: Expectation | None = None
    optional: Expectation | None = None
    computed: Expectation | None = None
    force_new: Expectation | None = None
    default: Expectation | None = None
    sensitive: Expectation | None = None
    write_only: Expectation | None = None
    deprecated: Expectation | None = None
    removed: Expectation | None = None
    conflicts_with: Expectation | None = None
    exactly_one_of: Expectation | None = None
    at_least_one_of: Expectation | None = None
    required_with: Expectation | None = None
    max_items: Expectation | None = None
    min_items: Expectation | None = None
    funcs: Expectation | None = None
    allowed_values: Expectation | None = None
    settable: Expectation | None = None
    """Whether an operator may write it."""
    computed_only: Expectation | None = None
    """Whether only the provider sets it."""
    nested: Expectation | None = None
    """Whether it holds named attributes, as a block or otherwise."""
    any: tuple[AttributeCondition, ...] = ()
    """Conditions of which one must hold."""


class EntityCondition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is asked of a resource, data source or other entity."""

    deprecated: Expectation | None = None
    soft_removed: Expectation | None = None
    half_removed: Expectation | None = None
    importer: Expectation | None = None
    updatable: Expectation | None = None
    """Whether objects can be changed in place."""
    era: Era | tuple[Era, ...] | None = None
    generation: Generation | tuple[Generation, ...] | None = None
    """The era of the rule catalogue: A, B or C."""
    any: tuple[EntityCondition, ...] = ()
    """Conditions of which one must hold."""


class SoftRemoval(enum.StrEnum):
    """Whether there was a soft-removed stage."""

    NEVER = "never"
    EVER = "ever"
    EARLIER_MAJOR = "earlier-major"
    """The line came to the present major with it."""
    THIS_MAJOR = "this-major"


class HistoryCondition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is asked of the life of an address along the line, up to the base."""

    announced: Announcement | tuple[Announcement, ...] | None = None
    """How its end was announced: by a deprecation or a soft removal."""
    soft_removed: SoftRemoval | None = None


Thing = Attribute | Entity
Test = Callable[[Any], bool]
Check = Callable[[Thing], bool | None]


def holds(condition: AttributeCondition | EntityCondition | None, thing: Thing | None) -> bool | None:
    """Whether a condition holds of a thing; None where the source does not settle it.

    No condition holds of everything, and of what is absent only no condition.
    """
    if condition is None:
        return True
    if thing is None:
        return False
    return _check_for(condition)(thing)


def all_hold(answers: Sequence[bool | None]) -> bool | None:
    """Whether all hold: one that does not hold decides, else one unknown."""
    if any(answer is False for answer in answers):
        return False
    return None if any(answer is None for answer in answers) else True


@functools.lru_cache(maxsize=1024)
def _check_for(condition: AttributeCondition | EntityCondition) -> Check:
    checks = [
        _field_check(field, expectation)
        for field in condition.__struct_fields__
        if field != "any" and (expectation := getattr(condition, field)) is not None
    ]
    choices = [_check_for(choice) for choice in condition.any]
    if choices:
        checks.append(lambda thing: _any_holds([choice(thing) for choice in choices]))

    def check(thing: Thing) -> bool | None:
        settled: bool | None = True
        for one in checks:
            answer = one(thing)
            if answer is False:
                return False
            if answer is None:
                settled = None
        return settled

    return check


def _any_holds(answers: Sequence[bool | None]) -> bool | None:
    if any(answer is True for answer in answers):
        return True
    return None if any(answer is None for answer in answers) else False


_DERIVED: Mapping[str, tuple[Callable[[Any], Any], frozenset[str]]] = {
    "settable": (is_settable, frozenset({"required", "optional"})),
    "computed_only": (lambda thing: mode_of(thing).computed_only, frozenset({"required", "optional", "computed"})),
    "nested": (lambda thing: bool(thing.below) or thing.block, frozenset({"attrs", "elem"})),
    "generation": (lambda thing: thing.generation, frozenset()),
}
"""Fields that follow from others, with those that must be settled."""

_LITERAL = {"type", "era", "generation"}
"""Fields whose values are words themselves, so that `set` is a type of attribute."""


def _field_check(field: str, expectation: Any) -> Check:
    if field == "default" and expectation in ("set", "unset"):
        wanted = expectation == "set"  # an empty text is a default as good as any
        test: Test = lambda value: (value is not None) is wanted  # noqa: E731
    else:
        test = _literal_test(expectation) if field in _LITERAL else _test(expectation)
    get, needs = _DERIVED.get(field, (None, frozenset({field})))

    def check(thing: Thing) -> bool | None:
        if thing.unknown and not needs.isdisjoint(thing.unknown):
            return None
        return test(getattr(thing, field) if get is None else get(thing))

    return check


def _literal_test(expectation: Any) -> Test:
    if isinstance(expectation, tuple):
        return lambda value: value in expectation
    return _test(expectation) if isinstance(expectation, Expected) else lambda value: value == expectation


_WORDS: Mapping[str, Test] = {
    "set": lambda value: value is not None and value != () and value != "",
    "unset": lambda value: value is None or value == () or value == "",
    "blank": lambda value: value is not None and not str(value).strip(),
}


def _test(expectation: Any) -> Test:
    if isinstance(expectation, tuple):
        tests = [_test(one) for one in expectation]
        return lambda value: any(test(value) for test in tests)
    if isinstance(expectation, Expected):
        return _expected_test(expectation)
    word = _WORDS.get(expectation) if isinstance(expectation, str) else None
    return word or (lambda value: value == expectation and isinstance(value, bool) is isinstance(expectation, bool))


def _expected_test(expectation: Expected) -> Test:
    tests: list[Test] = []
    if expectation.not_ is not None:
        unwanted = _test(expectation.not_)
        tests.append(lambda value: not unwanted(value))
    if expectation.has is not None:
        tests.append(lambda value: expectation.has in value)
    if expectation.at_least is not None:
        tests.append(lambda value: value >= expectation.at_least)
    return lambda value: all(test(value) for test in tests)
