from __future__ import annotations

import pytest

from release_check.model import Attribute, Coverage, Entity, Era, Generation, Provider


def widget(**attrs: Attribute) -> Entity:
    return Entity(era=Era.SDK_V2, attrs=attrs)


def provider(**groups: dict[str, Entity]) -> Provider:
    return Provider(
        provider="example",
        ref="v1.0.0",
        commit="0" * 40,
        coverage=Coverage(),
        provider_config=widget(region=Attribute(type="string", optional=True)),
        **groups,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    ("era", "sdk", "expected", "why"),
    [
        (Era.SDK_V1, "", Generation.A, "helper/schema of Terraform itself"),
        (Era.SDK_V1, "1.0.0", Generation.A, "plugin-sdk v1"),
        (Era.SDK_V1, "1.10.0", Generation.A, "the last that does not deprecate Removed"),
        (Era.SDK_V1, "1.11.0", Generation.B, "the first that does"),
        (Era.SDK_V1, "1.17.2", Generation.B, "the last of v1"),
        (Era.SDK_V1, "0.12.29", Generation.A, "helper/schema by Terraform's own version"),
        (Era.SDK_V2, "2.0.0", Generation.B, "the field is gone"),
        (Era.SDK_V2, "", Generation.B, "the field is gone, whatever the version"),
        (Era.FRAMEWORK, "1.11.0", Generation.C, "the framework's version is no SDK version"),
    ],
)
def test_the_sdk_says_which_steps_of_the_guide_apply(era: Era, sdk: str, expected: Generation, why: str) -> None:
    assert Entity(era=era, sdk=sdk).generation is expected, why


def test_walk_gives_every_attribute_at_any_depth_parents_first_in_name_order() -> None:
    key = Attribute(type="string")
    disk = Attribute(type="list", block=True, elem=Attribute(type="object", attrs={"key": key, "id": key}))
    tags = Attribute(type="map", elem=Attribute(type="string"))
    nested = Attribute(type="object", attrs={"inner": Attribute(type="object", attrs={"leaf": key})})

    assert [path for path, _ in widget(tags=tags, disk=disk, nested=nested).walk()] == [
        "disk", "disk.id", "disk.key", "nested", "nested.inner", "nested.inner.leaf", "tags",
    ]  # fmt: skip


def test_attributes_are_found_by_path_through_lists_and_objects() -> None:
    key = Attribute(type="string", optional=True)
    disk = Attribute(type="list", block=True, elem=Attribute(type="object", attrs={"key": key}))
    example = provider(resources={"example_widget": widget(disk=disk)})

    assert example.attribute("resource", "example_widget", "disk.key") is key
    assert example.attribute("resource", "example_widget", "disk.missing") is None
    assert example.attribute("resource", "example_widget", "disk.key.deeper") is None
    assert example.attribute("resource", "example_gadget", "disk") is None
    assert example.attribute("data-source", "example_widget", "disk") is None
    assert example.attribute("provider", "", "region") == Attribute(type="string", optional=True)


def test_entities_come_with_the_configuration_first_then_by_kind_and_name() -> None:
    example = provider(
        functions={"parse": widget()}, data_sources={"d": widget()}, resources={"b": widget(), "a": widget()}
    )

    assert [(kind, name) for kind, name, _ in example.entities()] == [
        ("provider", ""), ("resource", "a"), ("resource", "b"), ("data-source", "d"), ("function", "parse"),
    ]  # fmt: skip
    for kind, name, entity in example.entities():
        assert example.entity(kind, name) is entity


@pytest.mark.parametrize(
    ("attribute", "expected"),
    [
        (Attribute(required=True), True),
        (Attribute(optional=True, computed=True), True),
        (Attribute(computed=True), False),
        (Attribute(), False),
    ],
)
def test_what_is_required_or_optional_is_settable(attribute: Attribute, expected: bool) -> None:
    assert attribute.settable is expected
