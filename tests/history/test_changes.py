"""Changes: before, after, and every change that is expected."""

import pytest

from release_check.history import changes
from release_check.model import Coverage, Unresolved

X = "resource/x"

TABLE = {
    # entities
    "a new resource": ({}, {X: {"a": "string required"}}, "entity-added resource/x"),
    "a deleted resource takes its attributes along": (
        {X: {"a": "string required", "b": ("list block optional", {"c": "string"})}},
        {},
        "entity-deleted resource/x",
    ),
    "a resource is deprecated": ({X: {}}, {X: {"@deprecated": "use y"}}, "entity-deprecated resource/x"),
    "a deprecation covers what is in it": (
        {X: {"a": "string optional"}},
        {X: {"@deprecated": "use y", "a": "string optional deprecated='use y'"}},
        "entity-deprecated resource/x",
    ),
    "a resource's deprecation is withdrawn": (
        {X: {"@deprecated": "use y"}},
        {X: {}},
        "entity-deprecation-withdrawn resource/x",
    ),
    "a soft-removed resource covers what is in it": (
        {X: {"a": "string optional"}},
        {X: {"@soft_removed": "use y", "b": "string required"}},
        "entity-soft-removed resource/x",
    ),
    "nobody used what a soft-removed resource holds": (
        {X: {"@soft_removed": "use y", "a": "string optional"}},
        {X: {"@soft_removed": "use y"}},
        "",
    ),
    "a soft removal is withdrawn": (
        {X: {"@soft_removed": "use y"}},
        {X: {}},
        "entity-soft-removal-withdrawn resource/x",
    ),
    "an importer goes": ({X: {"@importer": True}}, {X: {}}, "importer-removed resource/x"),
    "a timeout goes": (
        {X: {"@timeouts": ("create", "delete")}},
        {X: {"@timeouts": ("create",)}},
        "timeouts-removed resource/x",
    ),
    # attributes come and go
    "a new attribute": ({X: {}}, {X: {"a": "string optional"}}, "attribute-added resource/x/a"),
    "a new block takes its attributes along": (
        {X: {}},
        {X: {"b": ("list block optional", {"c": "string required"})}},
        "attribute-added resource/x/b",
    ),
    "a deleted block takes its attributes along": (
        {X: {"b": ("list block optional", {"c": "string required"})}},
        {X: {}},
        "attribute-deleted resource/x/b",
    ),
    "a nested attribute": (
        {X: {"b": ("list block optional", {"c": "string optional"})}},
        {X: {"b": ("list block optional", {"d": "string optional"})}},
        "attribute-added resource/x/b.d, attribute-deleted resource/x/b.c",
    ),
    "an attribute of the provider": (
        {"provider": {"region": "string optional"}},
        {"provider": {}},
        "attribute-deleted provider/region",
    ),
    # announcements
    "deprecated": (
        {X: {"a": "string optional"}},
        {X: {"a": "string optional deprecated='use b'"}},
        "attribute-deprecated resource/x/a",
    ),
    "a deprecated block covers what is in it": (
        {X: {"b": ("list block optional", {"c": "string optional"})}},
        {X: {"b": ("list block optional deprecated=old", {"c": "string optional deprecated=old"})}},
        "attribute-deprecated resource/x/b",
    ),
    "no longer deprecated": (
        {X: {"a": "string optional deprecated=old"}},
        {X: {"a": "string optional"}},
        "attribute-deprecation-withdrawn resource/x/a",
    ),
    "a new message is no event": (
        {X: {"a": "string optional deprecated=old"}},
        {X: {"a": "string optional deprecated=older"}},
        "",
    ),
    "an empty message warns nobody": (
        {X: {"a": "string optional"}},
        {X: {"a": "string optional deprecated=''"}},
        "",
    ),
    "soft removal is one change": (
        {X: {"a": "string optional deprecated=old default=x conflicts_with=b force_new"}},
        {X: {"a": "string computed removed=gone"}},
        "attribute-soft-removed resource/x/a",
    ),
    "a soft removal is withdrawn from an attribute": (
        {X: {"a": "string computed removed=gone"}},
        {X: {"a": "int required"}},
        "attribute-soft-removal-withdrawn resource/x/a",
    ),
    "what was soft-removed may change as it likes": (
        {X: {"b": ("list block computed removed=gone", {"c": "string"})}},
        {X: {"b": ("set block computed removed=gone", {})}},
        "",
    ),
    # shapes
    "another type": ({X: {"a": "string optional"}}, {X: {"a": "int optional"}}, "type-changed resource/x/a"),
    "a float to an integer": ({X: {"a": "float optional"}}, {X: {"a": "int optional"}}, "type-changed resource/x/a"),
    "an integer to a float": ({X: {"a": "int optional"}}, {X: {"a": "float optional"}}, "type-widened resource/x/a"),
    "an integer to a number": ({X: {"a": "int optional"}}, {X: {"a": "number optional"}}, "type-widened resource/x/a"),
    "another element": (
        {X: {"a": "list(string) optional"}},
        {X: {"a": "list(int) optional"}},
        "type-changed resource/x/a",
    ),
    "a list to a set": (
        {X: {"a": "list(string) optional"}},
        {X: {"a": "set(string) optional"}},
        "type-changed resource/x/a",
    ),
    "a list of blocks to a set of blocks, compared within": (
        {X: {"b": ("list block optional", {"c": "string optional", "d": "string optional"})}},
        {X: {"b": ("set block optional", {"c": "string optional"})}},
        "nesting-changed resource/x/b, attribute-deleted resource/x/b.d",
    ),
    "blocks to text take their content along": (
        {X: {"b": ("list block optional", {"c": "string optional"})}},
        {X: {"b": "string optional"}},
        "nesting-changed resource/x/b",
    ),
    "strings to blocks": (
        {X: {"b": "list(string) optional"}},
        {X: {"b": ("list block optional", {"c": "string optional"})}},
        "nesting-changed resource/x/b",
    ),
    "blocks to an attribute": (
        {X: {"b": ("list block optional", {"c": "string optional"})}},
        {X: {"b": ("list optional", {"c": "string optional"})}},
        "nesting-changed resource/x/b",
    ),
    "blocks to an attribute that takes block syntax": (
        {X: {"b": ("list block optional", {"c": "string optional"})}},
        {X: {"b": ("list optional config_mode=attr", {"c": "string optional"})}},
        "",
    ),
    "a block that nobody writes any more": (
        {X: {"b": ("list block optional", {"c": "string optional"})}},
        {X: {"b": ("list computed", {"c": "string computed"})}},
        "computed-only-now resource/x/b",
    ),
    "a map of strings written without its element": (
        {X: {"a": "map optional"}},
        {X: {"a": "map(string) optional"}},
        "",
    ),
    "a map whose element is a resource": (
        {X: {"a": ("map optional", {"c": "string optional"})}},
        {X: {"a": "map(string) optional"}},
        "",
    ),
    # who sets it
    "optional to required": (
        {X: {"a": "string optional"}},
        {X: {"a": "string required"}},
        "optional-to-required resource/x/a",
    ),
    "optional and computed to required": (
        {X: {"a": "string optional computed"}},
        {X: {"a": "string required"}},
        "optional-to-required resource/x/a",
    ),
    "required to optional": (
        {X: {"a": "string required"}},
        {X: {"a": "string optional default=x"}},
        "required-to-optional resource/x/a",
    ),
    "computed to required": (
        {X: {"a": "string computed"}},
        {X: {"a": "string required"}},
        "computed-to-required resource/x/a",
    ),
    "optional to computed only": (
        {X: {"a": "string optional default=x"}},
        {X: {"a": "string computed"}},
        "computed-only-now resource/x/a",
    ),
    "required to computed only": (
        {X: {"a": "string required"}},
        {X: {"a": "string computed"}},
        "computed-only-now resource/x/a",
    ),
    "computed only to optional": (
        {X: {"a": "string computed"}},
        {X: {"a": "string optional computed"}},
        "settable-now resource/x/a",
    ),
    "computed dropped": (
        {X: {"a": "string optional computed"}},
        {X: {"a": "string optional default=x"}},
        "computed-dropped resource/x/a, default-changed resource/x/a",
    ),
    "computed added": (
        {X: {"a": "string optional"}},
        {X: {"a": "string optional computed"}},
        "computed-added resource/x/a",
    ),
    # values
    "an id that an SDK has undeclared": (
        {X: {"@era": "sdk-v2"}},
        {X: {"@era": "sdk-v2", "id": "string computed"}},
        "",
    ),
    "an id that operators set": (
        {X: {"@era": "sdk-v2"}},
        {X: {"@era": "sdk-v2", "id": "string optional computed"}},
        "attribute-added resource/x/id",
    ),
    "an id that is no longer declared": (
        {X: {"@era": "sdk-v2", "id": "string computed"}},
        {X: {"@era": "sdk-v2"}},
        "",
    ),
    "an id of the framework": (
        {X: {"@era": "framework", "id": "string computed"}},
        {X: {"@era": "framework"}},
        "attribute-deleted resource/x/id",
    ),
    "a data source has no defaults in the framework, whose code may fill them in": (
        {"data-source/x": {"@era": "sdk-v2", "a": "int optional default=5"}},
        {"data-source/x": {"@era": "framework", "id": "string computed", "a": "int optional"}},
        "",
    ),
    "a resource has, and its default goes with the port": (
        {X: {"@era": "sdk-v2", "a": "int optional default=5"}},
        {X: {"@era": "framework", "id": "string computed", "a": "int optional"}},
        "default-changed resource/x/a",
    ),
    "a default comes": (
        {X: {"a": "int optional"}},
        {X: {"a": "int optional default=5"}},
        "default-changed resource/x/a",
    ),
    "a default changes": (
        {X: {"a": "bool optional default=false"}},
        {X: {"a": "bool optional default=true"}},
        "default-changed resource/x/a",
    ),
    "a default that is false is one": (
        {X: {"a": "bool optional"}},
        {X: {"a": "bool optional default=false"}},
        "default-changed resource/x/a",
    ),
    "a default from the environment is unknown": (
        {X: {"a": "string optional default=x"}},
        {X: {"a": "string optional funcs=default"}},
        "",
    ),
    "replacement": (
        {X: {"a": "string optional"}},
        {X: {"a": "string optional force_new"}},
        "force-new-added resource/x/a",
    ),
    "replacement where nobody sets it": (
        {X: {"a": "string computed"}},
        {X: {"a": "string computed force_new"}},
        "",
    ),
    "a data source is never replaced": (
        {"data-source/x": {"a": "string optional"}},
        {"data-source/x": {"a": "string optional force_new"}},
        "",
    ),
    "no longer secret": (
        {X: {"a": "string computed sensitive"}},
        {X: {"a": "string computed"}},
        "sensitive-removed resource/x/a",
    ),
    "no longer stored": (
        {X: {"a": "string optional"}},
        {X: {"a": "string optional write_only"}},
        "write-only-added resource/x/a",
    ),
    "more items asked for": (
        {X: {"a": "list(string) optional"}},
        {X: {"a": "list(string) optional min_items=1"}},
        "min-items-raised resource/x/a",
    ),
    "a block that stands is one item": (
        {X: {"b": ("list block optional", {"c": "string optional"})}},
        {X: {"b": ("list block optional min_items=1", {"c": "string optional"})}},
        "",
    ),
    "fewer items accepted": (
        {X: {"a": "list(string) optional max_items=6"}},
        {X: {"a": "list(string) optional max_items=1"}},
        "max-items-lowered resource/x/a",
    ),
    "a limit where there was none": (
        {X: {"b": ("list block optional", {"c": "string optional"})}},
        {X: {"b": ("list block optional max_items=1", {"c": "string optional"})}},
        "max-items-lowered resource/x/b",
    ),
    "a limit that goes": (
        {X: {"a": "list(string) optional max_items=1 min_items=1"}},
        {X: {"a": "list(string) optional"}},
        "",
    ),
    "fewer values": (
        {X: {"a": "string optional allowed_values=a,b"}},
        {X: {"a": "string optional allowed_values=b,c"}},
        "allowed-values-narrowed resource/x/a",
    ),
    "more values": (
        {X: {"a": "string optional allowed_values=a"}},
        {X: {"a": "string optional allowed_values=a,b"}},
        "",
    ),
    "values listed that a function may have checked before": (
        {X: {"a": "string optional funcs=validate"}},
        {X: {"a": "string optional allowed_values=a,b"}},
        "",
    ),
    "differences no longer suppressed": (
        {X: {"a": "string optional funcs=diff_suppress"}},
        {X: {"a": "string optional"}},
        "diff-suppress-removed resource/x/a",
    ),
    # relations
    "two that conflict now, once": (
        {X: {"a": "string optional", "b": "string optional"}},
        {X: {"a": "string optional conflicts_with=b", "b": "string optional conflicts_with=a"}},
        "conflicts-added resource/x/a",
    ),
    "a new attribute that conflicts": (
        {X: {"a": "string optional"}},
        {X: {"a": "string optional conflicts_with=b", "b": "string optional conflicts_with=a"}},
        "attribute-added resource/x/b",
    ),
    "nested paths carry indexes": (
        {X: {"b": ("list block optional", {"c": "string optional", "d": "string optional"})}},
        {X: {"b": ("list block optional", {"c": "string optional conflicts_with=b.0.d", "d": "string optional"})}},
        "conflicts-added resource/x/b.c",
    ),
    "a relative path": (
        {X: {"b": ("list block optional", {"c": "string optional", "d": "string optional"})}},
        {X: {"b": ("list block optional", {"c": "string optional conflicts_with=<.d", "d": "string optional"})}},
        "conflicts-added resource/x/b.c",
    ),
    "exactly one of what was free": (
        {X: {"a": "string optional", "b": "string optional"}},
        {X: {"a": "string optional exactly_one_of=a,b", "b": "string optional exactly_one_of=a,b"}},
        "exactly-one-of-added resource/x/a",
    ),
    "exactly one of a new pair": (
        {X: {}},
        {X: {"a": "string optional exactly_one_of=a,b", "b": "string optional exactly_one_of=a,b"}},
        "attribute-added resource/x/a, attribute-added resource/x/b, exactly-one-of-added resource/x/a",
    ),
    "another choice beside a required one": (
        {X: {"a": "string required"}},
        {X: {"a": "string optional exactly_one_of=a,b", "b": "string optional exactly_one_of=a,b"}},
        "required-to-optional resource/x/a, attribute-added resource/x/b",
    ),
    "one more choice": (
        {X: {"a": "string optional exactly_one_of=a,b", "b": "string optional exactly_one_of=a,b"}},
        {
            X: {
                "a": "string optional exactly_one_of=a,b,c",
                "b": "string optional exactly_one_of=a,b,c",
                "c": "string optional exactly_one_of=a,b,c",
            }
        },
        "attribute-added resource/x/c",
    ),
    "one choice less": (
        {
            X: {
                "a": "string optional exactly_one_of=a,b,c",
                "b": "string optional exactly_one_of=a,b,c",
                "c": "string optional exactly_one_of=a,b,c",
            }
        },
        {X: {"a": "string optional exactly_one_of=a,b", "b": "string optional exactly_one_of=a,b"}},
        "attribute-deleted resource/x/c",
    ),
    "one choice less that stays": (
        {
            X: {
                "a": "string optional exactly_one_of=a,b,c",
                "b": "string optional exactly_one_of=a,b,c",
                "c": "string optional exactly_one_of=a,b,c",
            }
        },
        {
            X: {
                "a": "string optional exactly_one_of=a,b",
                "b": "string optional exactly_one_of=a,b",
                "c": "string optional",
            }
        },
        "exactly-one-of-added resource/x/a",
    ),
    "one more choice that was free before": (
        {
            X: {
                "a": "string optional exactly_one_of=a,b",
                "b": "string optional exactly_one_of=a,b",
                "c": "string optional",
            }
        },
        {
            X: {
                "a": "string optional exactly_one_of=a,b,c",
                "b": "string optional exactly_one_of=a,b,c",
                "c": "string optional exactly_one_of=a,b,c",
            }
        },
        "exactly-one-of-added resource/x/a",
    ),
    "one of them needed at least": (
        {X: {"a": "string optional", "b": "string optional"}},
        {X: {"a": "string optional at_least_one_of=a,b", "b": "string optional at_least_one_of=a,b"}},
        "at-least-one-of-added resource/x/a",
    ),
    "exactly one loosened to at least one": (
        {X: {"a": "string optional exactly_one_of=a,b", "b": "string optional exactly_one_of=a,b"}},
        {X: {"a": "string optional at_least_one_of=a,b", "b": "string optional at_least_one_of=a,b"}},
        "",
    ),
    "needed together": (
        {X: {"a": "string optional", "b": "string optional"}},
        {X: {"a": "string optional required_with=b", "b": "string optional required_with=a"}},
        "required-with-added resource/x/a",
    ),
    # ports
    "a port to the framework is no change": (
        {
            X: {
                "@era": "sdk-v2",
                "@timeouts": ("create",),
                "a": "string optional default=x",
                "b": ("list block optional", {"c": "string optional"}),
            }
        },
        {
            X: {
                "@era": "framework",
                "id": "string computed",
                "timeouts": ("object block", {"create": "string optional"}),
                "a": "string optional computed default=x",
                "b": ("list block", {"c": "string optional"}),
            }
        },
        "computed-added resource/x/a",
    ),
    "a port that loses the id": (
        {X: {"@era": "sdk-v2", "a": "string optional"}},
        {X: {"@era": "framework", "a": "string optional"}},
        "attribute-deleted resource/x/id",
    ),
    "a port from a computed list of objects": (
        {X: {"@era": "sdk-v2", "b": ("list computed", {"c": "string computed"})}},
        {X: {"@era": "framework", "id": "string computed", "b": ("list computed", {"c": "string computed"})}},
        "",
    ),
    "a port to blocks that nobody can write": (
        {X: {"@era": "sdk-v2", "b": ("list computed", {"c": "string computed"})}},
        {X: {"@era": "framework", "id": "string computed", "b": ("list block", {"c": "string computed"})}},
        "",
    ),
    # unknown
    "an unknown field is no change": (
        {X: {"a": "string optional"}},
        {X: {"a": "string optional unknown=force_new,default,deprecated,removed,type,sensitive,max_items"}},
        "",
    ),
    "an attribute of which only the name is known": (
        {X: {"a": "string optional deprecated=old conflicts_with=b"}},
        {X: {"a": "'' unknown=type"}},
        "",
    ),
    "unknown flags are no change": ({X: {"a": "string optional"}}, {X: {"a": "string unknown=required,optional"}}, ""),
    "unknown attributes are neither new nor gone": (
        {X: {"a": "string optional", "c": "int optional"}},
        {X: {"@unknown": ("attrs",), "b": "string required", "c": "string optional"}},
        "type-changed resource/x/c",
    ),
    "unknown content of a block is neither new nor gone": (
        {X: {"b": ("list block optional", {"c": "string optional"})}},
        {X: {"b": ("list block optional unknown=attrs", {"d": "string optional"})}},
        "",
    ),
}


@pytest.mark.parametrize(("before", "after", "expected"), TABLE.values(), ids=TABLE)
def test_changes(make_provider, before, after, expected: str) -> None:
    found = [f"{change.kind} {change.address}" for change in changes(make_provider(before), make_provider(after))]
    assert sorted(found) == sorted(filter(None, expected.split(", ")))


def test_entities_that_the_source_does_not_settle_are_neither_new_nor_gone(make_provider) -> None:
    place = Unresolved("resource", "ResourcesMap", "provider.go", 1, "a call")
    before = make_provider({"resource/x": {}, "data-source/x": {}})
    after = make_provider({"resource/y": {}}, coverage=Coverage(unresolved=(place,)))
    assert [f"{change.kind} {change.address}" for change in changes(before, after)] == ["entity-deleted data-source/x"]


def test_a_change_carries_both_sides_and_the_line(make_provider) -> None:
    (change,) = changes(
        make_provider({"resource/x": {"a": "string optional default=one"}}),
        make_provider({"resource/x": {"a": "string optional default=two"}}),
    )
    assert (change.old, change.new, change.before.default, change.after.default) == ("one", "two", "one", "two")
