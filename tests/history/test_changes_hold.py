"""What holds for the changes of any snapshot: against itself, and with its code moved about."""

from typing import Any

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from release_check.history import changes
from release_check.model import Attribute, Coverage, Entity, Era, Parameter, Provider, Source

few = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
NAMES = st.sampled_from(["a", "b", "c", "d"])
FIELDS = st.sampled_from([name for name in Attribute.__struct_fields__ if name != "source"])
PATHS = st.lists(st.sampled_from(["a", "b", "a.b", "a.0.c", "<.b"]), max_size=2).map(tuple)


def sources() -> st.SearchStrategy[Source]:
    return st.builds(Source, st.sampled_from(["x.go", "y.go"]), st.integers(1, 9))


def attributes(depth: int) -> st.SearchStrategy[Attribute]:
    below = st.dictionaries(NAMES, attributes(depth - 1), max_size=2) if depth else st.just({})
    elem = st.none() | attributes(depth - 1) if depth else st.none()
    flag = st.booleans()
    return st.builds(
        Attribute,
        type=st.sampled_from(["string", "int", "float", "number", "bool", "list", "set", "map", "object", ""]),
        elem=elem,
        attrs=below,
        block=flag,
        required=flag,
        optional=flag,
        computed=flag,
        force_new=flag,
        default=st.none() | st.integers(0, 2),
        sensitive=flag,
        write_only=flag,
        deprecated=st.none() | st.just("old"),
        removed=st.none() | st.just("gone"),
        conflicts_with=PATHS,
        exactly_one_of=PATHS,
        at_least_one_of=PATHS,
        required_with=PATHS,
        max_items=st.integers(0, 2),
        min_items=st.integers(0, 2),
        funcs=st.lists(st.sampled_from(["validate", "diff_suppress", "default"]), max_size=2).map(tuple),
        allowed_values=st.lists(st.integers(0, 2), max_size=2).map(tuple),
        unknown=st.lists(FIELDS, max_size=2).map(tuple),
        source=sources(),
    )


ENTITIES = st.builds(
    Entity,
    attrs=st.dictionaries(NAMES, attributes(2), max_size=3),
    era=st.sampled_from(Era),
    source=sources(),
    deprecated=st.none() | st.just("old"),
    soft_removed=st.none() | st.just("gone"),
    importer=st.booleans(),
    timeouts=st.lists(st.sampled_from(["create", "read"]), max_size=2).map(tuple),
    parameters=st.lists(st.builds(Parameter, name=NAMES, type=st.just("string"), variadic=st.booleans())).map(tuple),
    returns=st.sampled_from([None, "string", ["list", "string"]]),
)
GROUPS = st.dictionaries(NAMES, ENTITIES, max_size=2)
PROVIDERS = st.builds(
    Provider,
    provider=st.just("example"),
    ref=st.just("v1"),
    commit=st.just(""),
    coverage=st.just(Coverage()),
    provider_config=ENTITIES,
    resources=GROUPS,
    data_sources=GROUPS,
    functions=GROUPS,
)


def moved(value: Any) -> Any:
    """The same, each part a new object and on another line."""
    if isinstance(value, Source):
        return Source("moved.go", value.line + 100)
    if isinstance(value, msgspec.Struct):
        fields = {name: moved(getattr(value, name)) for name in value.__struct_fields__}
        return type(value)(**fields)
    if isinstance(value, dict):
        return {name: moved(part) for name, part in reversed(value.items())}
    return value


@few
@given(PROVIDERS)
def test_a_snapshot_against_itself_has_no_changes(provider: Provider) -> None:
    assert changes(provider, provider) == ()


@few
@given(PROVIDERS)
def test_code_that_moved_is_no_change(provider: Provider) -> None:
    assert changes(provider, moved(provider)) == ()


@few
@given(PROVIDERS, PROVIDERS)
def test_changes_come_in_one_order_whatever_the_order_of_names(before: Provider, after: Provider) -> None:
    found = changes(before, after)
    again = changes(moved(before), moved(after))
    assert [(change.kind, change.address, change.old, change.new) for change in found] == [
        (change.kind, change.address, change.old, change.new) for change in again
    ]


@few
@given(PROVIDERS, PROVIDERS)
def test_nothing_is_reported_below_what_is_new_or_gone(before: Provider, after: Provider) -> None:
    found = changes(before, after)
    whole = [change.address for change in found if change.before is None or change.after is None]
    for address in whole:
        below = [change for change in found if address.covers(change.address) and change.address != address]
        assert below == []
