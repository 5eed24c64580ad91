import pytest

from release_check.changelog import Entry, Filed, Grade, Intent, Matcher
from release_check.model import Address

TYPES = ["example_widget", "example_widget_group", "example_game_services_realm", "example_instance", "example_gadget"]
GONE = (Intent.REMOVE, Intent.RENAME, Intent.DEPRECATE)


def find(text, address, intents=GONE, *, context=(), filed=frozenset()):
    entry = Entry(text=text, file="CHANGELOG.md", line=1, context=context, filed=frozenset(filed))
    found = Matcher([entry], TYPES).find(Address.parse(address), intents)
    return found.grade, found.fits


FULL = (Grade.FULL, True)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("resource/example_widget: removed `size`", "resource/example_widget/size"),
        ("r/widget: removed `size`", "resource/example_widget/size"),
        ("`example_widget` - the property `size` has been removed", "resource/example_widget/size"),
        ("[example_widget] drop `size`", "resource/example_widget/size"),
        ("widgets: removed `size` field from `example_widget`", "resource/example_widget/size"),
        ("widgets: removed `disk.size` from `example_widget`", "resource/example_widget/disk.size"),
        ("widgets: removed `disk.0.size` from `example_widget`", "resource/example_widget/disk.size"),
        ("widgets: removed `size` in `disk` block of `example_widget`", "resource/example_widget/disk.size"),
        ("widgets: removed the `disk` block from `example_widget`", "resource/example_widget/disk.size"),
        ("`instance`: removed `zone`", "resource/example_instance/zone"),
        ("removed `a`, `b` and `size` from `example_gadget` and `example_widget`", "resource/example_widget/size"),
        ("removed `example_widget.size`", "resource/example_widget/size"),
        ("`example_widget_size_in_mm` is deprecated", "resource/example_widget/size_in_mm"),
        ("`example_widget`: removed the size in mm", "resource/example_widget/size_in_mm"),
        ("example_widget: removed size_in_mm", "resource/example_widget/size_in_mm"),
        ("provider: removed `region`", "provider/region"),
        ("Removed deprecated and unused `delay` provider attribute", "provider/delay"),
        ("removed `example_gadget`", "resource/example_gadget"),
        ("`example_widget`: remove the `gadget` deprecated property", "resource/example_widget/gadget"),
        ("Deprecate `gadget` / `EXAMPLE_GADGET` provider configuration options", "provider/gadget"),
        ("removed `example_widget*`", "resource/example_widget_group"),
    ],
)
def test_what_names_in_full(text, address):
    assert find(text, address) == FULL


@pytest.mark.parametrize(
    ("text", "address", "expected"),
    [
        ("resource/example_widget: removed `colour`", "resource/example_widget/size", (Grade.TYPE, True)),
        ("resource/example_widget: faster", "resource/example_widget/size", (Grade.TYPE, False)),
        ("widgets have no size in mm, it was removed", "resource/example_widget/size_in_mm", (Grade.ATTRIBUTE, True)),
        ("removed `size_in_mm`", "resource/example_widget/size_in_mm", (Grade.ATTRIBUTE, True)),
        ("removed `size` from `example_widgit`", "resource/example_widget/size", (Grade.ATTRIBUTE, True)),
        ("removed `size` from `example_gadget`", "resource/example_widget/size", (Grade.ABSENT, False)),
        ("`example_gadget`: removed `size`", "resource/example_widget/size", (Grade.ABSENT, False)),
        ("resource/example_widget: added `size`", "resource/example_widget/size", (Grade.FULL, False)),
        ("removed `example_gadgett`", "resource/example_gadget", (Grade.NEAR_MISS, False)),
        ("removed support for `gameservices`", "resource/example_game_services_realm", (Grade.FAMILY, True)),
        ("example_widget_group: removed", "resource/example_widget", (Grade.ABSENT, False)),
        ("removed a size from the example_widget", "resource/example_widget/name", (Grade.TYPE, True)),
        ("the provider now reads `example_widget`", "provider/region", (Grade.ABSENT, False)),
        (
            "widgets: deprecated `speed` in the `disk` block of `example_widget`",
            "resource/example_widget/disk.size",
            (Grade.TYPE, True),
        ),
    ],
)
def test_what_names_in_part_or_not_at_all(text, address, expected):
    assert find(text, address) == expected


def test_the_type_is_inherited_from_what_is_around():
    size = "resource/example_widget/size"
    assert find("removed `size`", size, context=("Resource `example_widget`:",)) == FULL
    assert find("This attribute has been removed.", size, context=("example_widget", "`size`")) == FULL


def test_a_title_may_say_it_in_the_place_of_words():
    size = "resource/example_widget/size"
    assert find("example_widget: `size`, use `volume`", size, [Intent.DEPRECATE], filed={Filed.DEPRECATIONS}) == FULL
    assert find("example_widget: `size`, use `volume`", size, [Intent.DEPRECATE]) == (Grade.FULL, False)


def test_the_place_of_the_best_match_is_told():
    entries = [
        Entry(text=text, file="CHANGELOG.md", line=line)
        for line, text in enumerate(["example_widget: faster", "example_widget: removed `size`", "removed `size`"], 1)
    ]
    found = Matcher(entries, TYPES).find(Address.parse("resource/example_widget/size"), GONE)
    assert found.entry.place == "CHANGELOG.md:2"


@pytest.mark.parametrize(
    ("text", "path", "grade"),
    [
        ("example_widget: the `is_` prefix has been dropped from all attributes", "is_round", Grade.FULL),
        ("example_widget: removed `zone_*`", "zone_count", Grade.FULL),
        ("example_widget: removed `zone.*`", "zone.size", Grade.FULL),
        ("example_widget: removed `zone_*`", "size", Grade.TYPE),
        ("example_widget: removed `*`", "size", Grade.TYPE),
    ],
)
def test_attributes_can_be_named_by_a_pattern(text, path, grade):
    assert find(text, f"resource/example_widget/{path}")[0] is grade


def test_a_name_that_is_spelt_much_like_an_attribute_is_offered_and_never_passed_on():
    entry = Entry(text="`example_widget`: removed `threshold` and `size_in_mm`", file="CHANGELOG.md", line=1)
    found = Matcher([entry], TYPES).find(Address.parse("resource/example_widget/thresholds"), GONE)
    assert (found.grade, found.near) == (Grade.TYPE, "threshold")


def test_a_type_with_a_word_too_many_is_offered():
    entry = Entry(text="removed `example_game_services_realm_resource`", file="CHANGELOG.md", line=1)
    found = Matcher([entry], TYPES).find(Address.parse("resource/example_game_services_realm"), GONE)
    assert (found.grade, found.near) == (Grade.NEAR_MISS, "example_game_services_realm_resource")


@pytest.mark.parametrize(
    ("text", "path", "grade"),
    [
        ("[example_widget] Remove the default of SizeInMm", "size_in_mm", Grade.FULL),
        ("[example_widget] Remove sizeInMm", "size_in_mm", Grade.FULL),
        ("[example_widget] removed function/cloud_function options", "function", Grade.FULL),
        ("[example_widget] removed function/cloud_function options", "cloud_function", Grade.FULL),
        ("[example_widget] removed the socket destination", "destination.size_in_mm", Grade.TYPE),
        ("[example_widget] removed the `destination`", "destination.size_in_mm", Grade.FULL),
    ],
)
def test_attributes_can_be_named_in_other_ways_and_blocks_must_be_set_off(text, path, grade):
    assert find(text, f"resource/example_widget/{path}")[0] is grade


def test_what_ends_in_an_underscore_is_what_names_begin_with():
    assert find("Renamed all game things to `example_game_`", "resource/example_game_services_realm") == FULL
