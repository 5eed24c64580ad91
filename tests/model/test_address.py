from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from release_check.model import KINDS, RELEASE, Address, AddressError

NAMES = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True)
PATHS = st.lists(NAMES, max_size=4).map(".".join)
OFFERED = st.builds(Address, st.sampled_from([*map(str, KINDS)][1:]), NAMES, PATHS)
CONFIGURATION = st.builds(Address, st.just("provider"), st.just(""), PATHS)
ADDRESSES = st.one_of(OFFERED, CONFIGURATION, st.just(RELEASE))


@given(ADDRESSES)
def test_what_is_printed_is_read_back(address: Address) -> None:
    assert Address.parse(str(address)) == address


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("resource/example_widget", Address("resource", "example_widget")),
        ("resource/example_widget/size", Address("resource", "example_widget", "size")),
        ("data-source/example_widget/disk.key", Address("data-source", "example_widget", "disk.key")),
        ("provider", Address("provider")),
        ("provider/region", Address("provider", "", "region")),
        ("function/parse_id", Address("function", "parse_id")),
        ("release", RELEASE),
    ],
)
def test_the_grammar_has_one_form_for_each_kind(text: str, expected: Address) -> None:
    assert Address.parse(text) == expected
    assert str(expected) == text


@pytest.mark.parametrize(
    "text",
    [
        "", "resource", "resource/", "resource//size", "resource/a/", "resource/a/b/c", "widget/a", "provider/a/b",
        "release/1.0.0", "Resource/a", "example_widget.size",
    ],
)  # fmt: skip
def test_what_is_no_address_is_refused_with_the_form_that_is_wanted(text: str) -> None:
    with pytest.raises(AddressError, match="is no address: write KIND/TYPE"):
        Address.parse(text)


@given(st.one_of(OFFERED, CONFIGURATION), NAMES)
def test_a_child_lies_below_its_parent(address: Address, name: str) -> None:
    child = address.child(name)

    assert child.parent == address
    assert child.name == name
    assert child.entity == address.entity
    assert address.covers(child)
    assert not child.covers(address)


@pytest.mark.parametrize(
    ("upper", "lower", "expected"),
    [
        ("resource/a", "resource/a", True),
        ("resource/a", "resource/a/b.c", True),
        ("resource/a/b", "resource/a/b.c", True),
        ("resource/a/b", "resource/a/bc", False),
        ("resource/a/b.c", "resource/a/b", False),
        ("resource/a", "data-source/a/b", False),
        ("resource/a", "resource/ab", False),
        ("provider", "provider/region", True),
        ("release", "resource/a", False),
    ],
)
def test_an_address_covers_itself_and_what_lies_below(upper: str, lower: str, expected: bool) -> None:
    assert Address.parse(upper).covers(Address.parse(lower)) is expected


def test_an_entity_has_no_parent_and_is_named_by_its_type() -> None:
    widget = Address.parse("resource/example_widget")

    assert widget.parent is None
    assert widget.entity == widget
    assert widget.name == "example_widget"
    assert Address.parse("provider").name == "provider"


def test_addresses_sort_by_kind_type_and_path() -> None:
    texts = ["data-source/b", "resource/a", "resource/a/b", "resource/a/b.c", "resource/b"]
    assert [str(address) for address in sorted(map(Address.parse, reversed(texts)))] == texts
