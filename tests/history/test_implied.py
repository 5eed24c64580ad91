"""The type that a schema implies, and which stored states a changed type can still read."""

from __future__ import annotations

from typing import Any

import pytest

from release_check.history import differences, implied_object, implied_type, is_readable, type_words
from release_check.model import Attribute, Era, Source

SDK, FRAMEWORK = Era.SDK_V2, Era.FRAMEWORK
TEXT, NUMBER = Attribute(type="string"), Attribute(type="int")
OBJECT = ["object", {"a": "string", "b": "number"}]
NESTED = {"a": TEXT, "b": NUMBER}

IMPLIED = {
    "a text": (TEXT, SDK, "string"),
    "a whole number": (NUMBER, SDK, "number"),
    "a number with a fraction": (Attribute(type="float"), SDK, "number"),
    "a truth value": (Attribute(type="bool"), SDK, "bool"),
    "a list of texts": (Attribute(type="list", elem=TEXT), SDK, ["list", "string"]),
    "a set of numbers": (Attribute(type="set", elem=NUMBER), SDK, ["set", "number"]),
    "a map of what is not said": (Attribute(type="map"), SDK, ["map", "string"]),
    "a list of lists": (
        Attribute(type="list", elem=Attribute(type="list", elem=TEXT)),
        SDK,
        ["list", ["list", "string"]],
    ),
    "blocks": (Attribute(type="list", block=True, attrs=NESTED), SDK, ["list", OBJECT]),
    "blocks of which there is one": (
        Attribute(type="list", block=True, attrs=NESTED, max_items=1),
        SDK,
        ["list", OBJECT],
    ),
    "objects that are computed": (Attribute(type="set", computed=True, attrs=NESTED), SDK, ["set", OBJECT]),
    "a map of resources, which the SDK takes for texts": (Attribute(type="map", attrs=NESTED), SDK, ["map", "string"]),
    "a map of objects": (Attribute(type="map", attrs=NESTED), FRAMEWORK, ["map", OBJECT]),
    "a single object": (Attribute(type="object", attrs=NESTED), FRAMEWORK, OBJECT),
    "an object given by its type": (Attribute(type="object", cty=OBJECT), FRAMEWORK, OBJECT),
    "a dynamic value": (Attribute(type="dynamic"), FRAMEWORK, "dynamic"),
    "an unknown type": (Attribute(unknown=("type",)), SDK, None),
    "an unknown element": (Attribute(type="list", unknown=("elem",)), SDK, None),
    "a list of what the framework is not told": (Attribute(type="list"), FRAMEWORK, None),
    "blocks of which not all is known": (Attribute(type="list", block=True, unknown=("attrs",)), SDK, None),
}


@pytest.mark.parametrize(("attribute", "era", "expected"), IMPLIED.values(), ids=IMPLIED)
def test_the_implied_type(attribute: Attribute, era: Era, expected: Any) -> None:
    assert implied_type(attribute, era) == expected


READABLE = {
    # stored, wanted, in JSON state, in flat state
    "the same": ("number", "number", True, True),
    "a number as text": ("number", "string", True, True),
    "a truth value as text": ("bool", "string", True, True),
    "a text as number": ("string", "number", False, False),
    "a text as truth value": ("string", "bool", False, False),
    "a number as truth value": ("number", "bool", False, False),
    "a list as set": (["list", "string"], ["set", "string"], True, False),
    "a set as list": (["set", "string"], ["list", "string"], True, False),
    "a set of numbers as list of texts": (["set", "number"], ["list", "string"], True, False),
    "a list of texts as list of numbers": (["list", "string"], ["list", "number"], False, False),
    "a list as map": (["list", "string"], ["map", "string"], False, False),
    "a value as list": ("string", ["list", "string"], False, False),
    "a list as value": (["list", "string"], "string", False, False),
    "a map as block": (["map", "string"], ["list", ["object", {"a": "string"}]], False, False),
    "a block as map": (["list", ["object", {"a": "string"}]], ["map", "string"], False, False),
    "a single object as blocks": (OBJECT, ["list", OBJECT], False, False),
    "an object with one attribute less": (OBJECT, ["object", {"a": "string"}], True, True),
    "an object with one attribute more": (["object", {"a": "string"}], OBJECT, True, True),
    "an object with another type in it": (OBJECT, ["object", {"a": "number"}], False, False),
    "blocks with a text that was a number": (["list", OBJECT], ["set", ["object", {"b": "string"}]], True, False),
    "an unknown type": (None, "string", None, None),
    "a dynamic value": ("dynamic", "string", None, None),
    "an object with something unknown": (OBJECT, ["object", {"a": None, "b": "number"}], None, None),
    "an object with something unknown and something unreadable": (
        OBJECT,
        ["object", {"a": None, "b": "bool"}],
        False,
        False,
    ),
}


@pytest.mark.parametrize(("stored", "wanted", "json", "flat"), READABLE.values(), ids=READABLE)
def test_what_can_be_read_as_what(stored: Any, wanted: Any, json: bool | None, flat: bool | None) -> None:
    assert is_readable(stored, wanted) is json
    assert is_readable(stored, wanted, flat=flat is not None) is flat


def test_a_schema_as_a_whole() -> None:
    assert implied_object(NESTED, SDK) == OBJECT


def test_types_in_words() -> None:
    kinds = [None, "string", ["list", "string"], ["set", OBJECT], OBJECT, ["list", ["list", "number"]]]
    assert [type_words(kind) for kind in kinds] == [
        "unknown",
        "string",
        "list of string",
        "set of objects",
        "object",
        "list of list of number",
    ]


def rows(saved: dict[str, Attribute], real: dict[str, Attribute], era: Era = SDK) -> list[tuple[str, str, str]]:
    return [(one.path, one.saved, one.real) for one in differences(saved, era, real, SDK)]


DIFFERENCES = {
    "nothing": (NESTED, NESTED, []),
    "another type": ({"a": TEXT}, {"a": NUMBER}, [("a", "string", "number")]),
    "one too few": ({"a": TEXT}, NESTED, [("b", "absent", "number")]),
    "one too many": (NESTED, {"a": TEXT}, [("b", "number", "absent")]),
    "whole numbers are numbers": ({"a": NUMBER}, {"a": Attribute(type="float")}, []),
    "what the SDK adds": ({}, {"id": TEXT, "timeouts": Attribute(type="object", attrs={"create": TEXT})}, []),
    "what the SDK adds, of another type": ({"id": NUMBER}, {"id": TEXT}, [("id", "number", "string")]),
    "another nesting": (
        {"a": Attribute(type="set", block=True, attrs=NESTED)},
        {"a": Attribute(type="list", block=True, attrs=NESTED)},
        [("a", "set of objects", "list of objects")],
    ),
    "another type in a block": (
        {"a": Attribute(type="list", block=True, attrs={"b": TEXT})},
        {"a": Attribute(type="list", block=True, attrs={"b": NUMBER, "id": TEXT})},
        [("a.b", "string", "number"), ("a.id", "absent", "string")],
    ),
    "something unknown": ({"a": Attribute(unknown=("type",))}, {"a": TEXT}, []),
}


@pytest.mark.parametrize(("saved", "real", "expected"), DIFFERENCES.values(), ids=DIFFERENCES)
def test_differences_of_a_saved_schema(saved: Any, real: Any, expected: Any) -> None:
    assert rows(saved, real) == expected


def test_a_difference_has_both_lines() -> None:
    saved, real = Attribute(type="string", source=Source("v0.go", 7)), Attribute(type="int", source=Source("w.go", 9))
    (found,) = differences({"a": saved}, SDK, {"a": real}, SDK)
    assert (found.saved_at, found.real_at) == (Source("v0.go", 7), Source("w.go", 9))
