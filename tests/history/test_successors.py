"""Renamed types: pairs, and why."""

from __future__ import annotations

import msgspec
import pytest

from release_check.history import Reason, Stage, entity_renames, lost_attributes
from release_check.model import Attribute, Coverage, Entity, Era, Mover, Provider, Source


class _NoPast:
    releases = ()

    def entity(self, release: object, kind: str, entity_type: str) -> Entity | None:
        raise AssertionError(f"there is no release to look back at for {kind}/{entity_type} in {release}")


def _entity(*attributes: str, deprecated: str | None = None, file: str = "a.go") -> Entity:
    attrs = {name: Attribute(type="string", optional=True) for name in attributes}
    return Entity(attrs=attrs, era=Era.SDK_V2, deprecated=deprecated, source=Source(file, 1))


def _provider(**resources: Entity) -> Provider:
    return Provider(
        provider="example",
        ref="",
        commit="",
        coverage=Coverage(),
        provider_config=Entity(era=Era.SDK_V2),
        resources=resources,
    )


_OLD = _entity("name", "ttl", "zone")
_SAME = _entity("name", "ttl", "zone", file="b.go")

_MOVED = msgspec.structs.replace(_entity("label", file="b.go"), movers=(Mover(takes=("example_record",)),))

PAIRS = {
    # before, after: stage and reason of the one pair
    "alike in name and attributes": (
        {"example_record": _OLD},
        {"example_zone_record": _SAME},
        (Stage.AT_ONCE, Reason.SCHEMA),
    ),
    "made in the same file": (
        {"example_record": _OLD},
        {"example_entry": _OLD},
        (Stage.AT_ONCE, Reason.PLACE),
    ),
    "alone of their kind, the same in every field": (
        {"example_record": _OLD},
        {"example_widget": _SAME},
        (Stage.AT_ONCE, Reason.EXCHANGE),
    ),
    "named in the message": (
        {"example_record": _entity("name", deprecated="use example_other instead")},
        {"example_other": _entity("label", file="b.go")},
        (Stage.AT_ONCE, Reason.MESSAGE),
    ),
    "whose state the new one takes over": (
        {"example_record": _OLD, "example_gone": _OLD},
        {"example_other": _MOVED, "example_more": _entity("a", "b", file="c.go")},
        (Stage.AT_ONCE, Reason.STATE),
    ),
    "deprecated as one comes that takes over its state": (
        {"example_record": _OLD},
        {"example_record": _entity("name", "ttl", "zone", deprecated="no more"), "example_other": _MOVED},
        (Stage.IN_PROGRESS, Reason.STATE),
    ),
    "deprecated as the new one comes": (
        {"example_record": _OLD},
        {
            "example_record": _entity("name", "ttl", "zone", deprecated="use example_entry"),
            "example_entry": _SAME,
        },
        (Stage.IN_PROGRESS, Reason.MESSAGE),
    ),
    "deprecated without a name as one alike comes": (
        {"example_record": _OLD},
        {
            "example_record": _entity("name", "ttl", "zone", deprecated="going away"),
            "example_zone_record": _SAME,
        },
        (Stage.IN_PROGRESS, Reason.SCHEMA),
    ),
}


@pytest.mark.parametrize(("before", "after", "expected"), PAIRS.values(), ids=PAIRS)
def test_a_pair_has_a_stage_and_a_reason(before, after, expected) -> None:
    (found,) = entity_renames(_provider(**before), _provider(**after), _NoPast())
    assert (found.stage, found.reason) == expected
    assert found.reason.is_certain is (expected[1] in (Reason.MESSAGE, Reason.STATE))


NO_PAIRS = {
    # before, after
    "the same attributes, and another one comes": (
        {"example_record": _OLD},
        {"example_widget": _SAME, "example_gadget": _entity("size", file="c.go")},
    ),
    "the same attributes, and another one goes": (
        {"example_record": _OLD, "example_gadget": _entity("size", file="c.go")},
        {"example_widget": _SAME},
    ),
    "one attribute more under a name that is not alike": (
        {"example_record": _OLD},
        {"example_widget": _entity("name", "ttl", "zone", "size", file="b.go")},
    ),
    "a name that is alike with other attributes": (
        {"example_record": _OLD},
        {"example_zone_record": _entity("size", "color", "name", file="b.go")},
    ),
    "two that are alike": ({"example_record": _OLD}, {"example_zone_record": _SAME, "example_dns_record": _SAME}),
    "one attribute is a coincidence": (
        {"example_record": _entity("name")},
        {"example_zone_record": _entity("name", file="b.go")},
    ),
    "a deprecated one that names nothing": (
        {"example_record": _entity("name", "ttl", deprecated="going away")},
        {"example_zone_record": _entity("name", "ttl", file="b.go")},
    ),
    "nothing came": ({"example_record": _OLD}, {}),
}


@pytest.mark.parametrize(("before", "after"), NO_PAIRS.values(), ids=NO_PAIRS)
def test_no_pair_on_a_coincidence(before, after) -> None:
    assert entity_renames(_provider(**before), _provider(**after), _NoPast()) == ()


def test_a_first_release_renames_nothing() -> None:
    assert entity_renames(None, _provider(example_record=_OLD), _NoPast()) == ()


def test_what_the_new_one_lacks_without_what_was_deprecated() -> None:
    old = Entity(
        attrs={
            "kept": Attribute(type="string"),
            "lost": Attribute(type="string"),
            "going": Attribute(type="string", deprecated="not any more"),
            "block": Attribute(type="list", attrs={"inner": Attribute(type="string")}),
        },
        era=Era.SDK_V2,
    )
    assert lost_attributes(old, _entity("kept")) == ("block", "lost")
