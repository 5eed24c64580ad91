"""Conditions: they hold, do not hold, or are unknown."""

import msgspec
import pytest

from release_check.model import Attribute, Entity, Era
from release_check.policy.conditions import AttributeCondition, EntityCondition, holds

OPTIONAL = Attribute(type="string", optional=True, default="", deprecated="use b", funcs=("set",), max_items=3)

TABLE = {
    "a flag": ({"optional": True}, OPTIONAL, True),
    "a flag that is not": ({"required": True}, OPTIONAL, False),
    "all must hold": ({"optional": True, "required": True}, OPTIONAL, False),
    "a word": ({"type": "string"}, OPTIONAL, True),
    "a word that is also one of ours": ({"type": "set"}, Attribute(type="set"), True),
    "one of several": ({"type": ["int", "string"]}, OPTIONAL, True),
    "a text that is set": ({"deprecated": "set"}, OPTIONAL, True),
    "an empty text is not set": ({"deprecated": "set"}, Attribute(deprecated=""), False),
    "a blank text": ({"deprecated": "blank"}, Attribute(deprecated="  "), True),
    "no text is not blank": ({"deprecated": "blank"}, Attribute(), False),
    "an empty default is one": ({"default": "set"}, OPTIONAL, True),
    "no default": ({"default": "unset"}, Attribute(), True),
    "a list that is set": ({"conflicts_with": "set"}, Attribute(conflicts_with=("b",)), True),
    "a list that holds": ({"funcs": {"has": "set"}}, OPTIONAL, True),
    "a number": ({"max_items": {"at_least": 3}}, OPTIONAL, True),
    "not": ({"type": {"not": ["int", "string"]}}, OPTIONAL, False),
    "zero is not false": ({"max_items": False}, Attribute(), False),
    "a choice": ({"any": [{"required": True}, {"optional": True}]}, OPTIONAL, True),
    "no choice": ({"any": [{"required": True}, {"computed": True}]}, OPTIONAL, False),
    "settable": ({"settable": True}, OPTIONAL, True),
    "computed only": ({"computed_only": True}, Attribute(computed=True), True),
    "unknown": ({"default": 5}, Attribute(unknown=("default",)), None),
    "unknown beside what does not hold": ({"default": 5, "required": True}, Attribute(unknown=("default",)), False),
    "unknown beside what holds": (
        {"default": 5, "optional": True},
        Attribute(optional=True, unknown=("default",)),
        None,
    ),
    "a choice that holds beside an unknown one": (
        {"any": [{"default": 5}, {"optional": True}]},
        Attribute(optional=True, unknown=("default",)),
        True,
    ),
    "what follows from something unknown": ({"settable": True}, Attribute(unknown=("optional",)), None),
    "nothing holds of what is absent": ({"required": False}, None, False),
}


@pytest.mark.parametrize(("words", "thing", "expected"), TABLE.values(), ids=TABLE)
def test_conditions(words, thing, expected) -> None:
    assert holds(msgspec.convert(words, AttributeCondition), thing) is expected


def test_no_condition_holds_of_everything() -> None:
    assert holds(None, None) is True


def test_an_entity_has_a_generation() -> None:
    old = Entity(era=Era.SDK_V1, sdk="1.7.0")
    assert holds(msgspec.convert({"generation": "A"}, EntityCondition), old) is True
    assert holds(msgspec.convert({"generation": ["B", "C"]}, EntityCondition), old) is False
