import json

import pytest

from release_check.model import EntityKind, Era
from release_check.snapshot.terraform_json import (
    UNKNOWN_MESSAGE,
    UNKNOWN_OF_ATTRIBUTES,
    UNKNOWN_OF_ENTITIES,
    read_printed,
    shape_of,
)


def printed(**groups):
    return json.dumps({"format_version": "1.0", "provider_schemas": {"x/y/example": groups}}).encode()


def resource(attributes=None, blocks=None, **block):
    content = {"attributes": attributes or {}, "block_types": blocks or {}, **block}
    return printed(resource_schemas={"example_widget": {"version": 3, "block": content}})


def read(content):
    return read_printed(content, "printed.json").provider.resources["example_widget"]


def test_what_terraform_does_not_print_is_unknown():
    entity = read(resource({"id": {"type": "string", "computed": True}, "size": {"type": "number", "optional": True}}))
    assert entity.unknown == UNKNOWN_OF_ENTITIES
    assert entity.attrs["size"].unknown == UNKNOWN_OF_ATTRIBUTES
    assert (entity.schema_version, entity.era, entity.attrs["size"].optional) == (3, Era.SDK_V2, True)


def test_a_deprecation_has_its_message_where_it_is_printed():
    silent = read(resource({"a": {"type": "string", "deprecated": True}}, deprecated=True))
    told = read(resource({"a": {"type": "string", "deprecated": True, "deprecation_message": "use b"}}))
    assert silent.deprecated
    assert UNKNOWN_MESSAGE in silent.unknown
    assert UNKNOWN_MESSAGE in silent.attrs["a"].unknown
    assert told.attrs["a"].deprecated == "use b"
    assert UNKNOWN_MESSAGE not in told.attrs["a"].unknown


@pytest.mark.parametrize(
    ("mode", "limits", "expected"),
    [
        ("list", {"min_items": 1, "max_items": 1}, ("list", True, False, 1, 1)),
        ("set", {}, ("set", False, True, 0, 0)),
        ("single", {}, ("object", False, True, 0, 0)),
        ("map", {}, ("map", False, True, 0, 0)),
    ],
)
def test_blocks_by_how_they_nest(mode, limits, expected):
    inside = {"attributes": {"kind": {"type": "string", "required": True}}}
    block = read(resource(blocks={"disk": {"nesting_mode": mode, "block": inside, **limits}})).attrs["disk"]
    assert (block.type, block.required, block.optional, block.min_items, block.max_items) == expected
    assert block.block
    assert block.attrs["kind"].required


def test_nested_attributes_keep_their_flags():
    nested = {"nesting_mode": "list", "attributes": {"size": {"type": "number", "required": True}}}
    entity = read(resource({"disk": {"nested_type": nested, "optional": True}}))
    assert entity.attrs["disk"].type == "list"
    assert not entity.attrs["disk"].block
    assert entity.attrs["disk"].attrs["size"].required
    assert entity.era is Era.FRAMEWORK


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        pytest.param("dynamic", ("dynamic", None, {}), id="simple"),
        pytest.param(["set", "number"], ("set", "number", {}), id="of one type"),
        pytest.param(["list", ["object", {"a": "bool"}]], ("list", None, {"a": "bool"}), id="list of objects"),
        pytest.param(["map", ["object", {"a": "bool"}]], ("map", "object", {}), id="map of objects"),
        pytest.param(["object", {"a": "bool"}], ("object", None, {"a": "bool"}), id="object"),
        pytest.param(["list", ["list", "string"]], ("list", "list", {}), id="list of lists"),
    ],
)
def test_types(kind, expected):
    shape = shape_of(kind)
    element = shape.get("elem")
    members = {name: member.type for name, member in shape.get("attrs", {}).items()}
    assert (shape["type"], element.type if element is not None else None, members) == expected


def test_a_type_that_nobody_knows_is_unknown():
    assert shape_of(["tuple", []])["unknown"] == ("type", "elem", "attrs")


def test_functions_keep_their_signature():
    content = printed(
        functions={
            "join": {
                "return_type": "string",
                "parameters": [{"name": "with", "type": "string"}],
                "variadic_parameter": {"name": "parts", "type": ["list", "string"], "is_nullable": True},
            }
        }
    )
    provider = read_printed(content, "printed.json").provider
    function = provider.entity(EntityKind.FUNCTION, "join")
    assert function is not None
    assert function.returns == "string"
    assert [(p.name, p.type, p.variadic, p.nullable) for p in function.parameters] == [
        ("with", "string", False, False),
        ("parts", ["list", "string"], True, True),
    ]


def test_groups_that_were_not_printed_are_told_apart_from_empty_ones():
    assert read_printed(printed(resource_schemas={}), "printed.json").groups == ("resources",)
