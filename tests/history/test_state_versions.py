"""The schema versions of a resource along a line, and what takes state of each forward."""

from __future__ import annotations

from typing import Any

import pytest

from release_check.history import Carrier, LifeStep, Release, VersionGraph, carriers, life, schema_versions
from release_check.model import Address, Entity, Era, Migration, MigrationCase, Mover, Upgrader, Version

X = Address("resource", "x")


def entity(version: int, *upgraders: int, **fields: Any) -> Entity:
    listed = tuple(Upgrader(version=one, function=f"upgradeV{one}") for one in upgraders)
    numbers = tuple(sorted(upgraders))
    given = {"era": Era.SDK_V2, "schema_version": version, "upgraders": listed, "state_upgraders": numbers, **fields}
    return Entity(**given)


def switch(*cases: tuple[int, int | None]) -> dict[str, Any]:
    migration = Migration(cases=tuple(MigrationCase(*case) for case in cases), function="migrate")
    return {"migrate_state": True, "migration": migration}


CARRIERS = {
    "nothing": (entity(2), []),
    "upgraders, each to the next": (entity(2, 0, 1), [(0, 1, "upgradeV0"), (1, 2, "upgradeV1")]),
    "in the framework, each to the current": (
        entity(3, 0, 1, era=Era.FRAMEWORK),
        [(0, 3, "upgradeV0"), (1, 3, "upgradeV1")],
    ),
    "one that no state goes through": (entity(1, 0, 1), [(0, 1, "upgradeV0")]),
    "cases of MigrateState": (entity(2, **switch((0, 2), (1, None))), [(0, 2, "migrate"), (1, 2, "migrate")]),
    "MigrateState below upgraders": (
        entity(2, 1, **switch((0, 1))),
        [(0, 1, "migrate"), (1, 2, "upgradeV1")],
    ),
    "a MigrateState that was not read": (
        entity(1, migrate_state=True, migration=Migration(total=True)),
        [(0, 1, "MigrateState")],
    ),
}


@pytest.mark.parametrize(("thing", "expected"), CARRIERS.values(), ids=CARRIERS)
def test_what_carries_state_of_each_version(thing: Entity, expected: list[tuple[int, int, str]]) -> None:
    assert [(one.version, one.to, one.by) for one in carriers(thing)] == expected


def releases(count: int) -> list[Release]:
    return [Release(Version(f"1.{minor}.0"), f"v1.{minor}.0", "", "") for minor in range(count)]


def test_each_version_with_its_releases_and_its_carrier_at_the_end() -> None:
    line = releases(5)
    states = [entity(0), entity(0), entity(1, 0), None, entity(3, 0, 2)]
    found = schema_versions(line, lambda release: states[line.index(release)])
    rows = [(one.version, one.first.ref, one.last.ref, one.carrier and one.carrier.by) for one in found]
    assert rows == [
        (0, "v1.0.0", "v1.1.0", "upgradeV0"),
        (1, "v1.2.0", "v1.2.0", None),
        (3, "v1.4.0", "v1.4.0", None),
    ]


def test_what_is_not_settled_is_no_version() -> None:
    line = releases(2)
    states = [entity(0), entity(0, unknown=("schema_version",))]
    (found,) = schema_versions(line, lambda release: states[line.index(release)])
    assert found.last is line[0]


@pytest.fixture
def happenings() -> Any:
    """Give a function that follows a resource through its states, one release each."""

    def run(*states: Entity | None, address: Address = X) -> list[tuple[str, Any, Any]]:
        graph = VersionGraph.build(
            [(f"v1.{minor}.0", f"c{minor}", f"2024-01-0{minor + 1}T00:00:00Z") for minor in range(len(states))]
        )
        refs = {f"v1.{minor}.0": state for minor, state in enumerate(states)}

        def look(release: Release, kind: str, name: str) -> Entity | None:
            return refs[release.ref] if (kind, name) == ("resource", "x") else None

        found = life(graph, look, address)
        return [(str(one.step), one.schema_version, str(one.other) if one.other else None) for one in found]

    return run


def test_a_raised_version_is_a_step_of_a_life(happenings: Any) -> None:
    assert happenings(entity(0), entity(0), entity(1, 0)) == [
        (LifeStep.INTRODUCED, None, None),
        (LifeStep.SCHEMA_VERSION, 1, None),
    ]


def test_a_version_that_comes_with_the_resource_is_told(happenings: Any) -> None:
    assert happenings(entity(2))[-1] == (LifeStep.SCHEMA_VERSION, 2, None)


def test_an_upgrader_that_goes_is_a_step_and_one_with_another_name_is_none(happenings: Any) -> None:
    renamed = entity(2, upgraders=(Upgrader(version=1, function="other"),), state_upgraders=(1,))
    assert happenings(entity(2, 0, 1), entity(2, 1), renamed)[2:] == [(LifeStep.UPGRADERS_CHANGED, 2, None)]


def test_what_is_not_settled_is_as_it_was(happenings: Any) -> None:
    unknown = entity(0, unknown=("state_upgraders",))
    assert len(happenings(entity(1, 0), unknown, entity(1, 0))) == 2


def test_types_that_a_resource_takes_over_are_told_once(happenings: Any) -> None:
    moving = entity(0, era=Era.FRAMEWORK, movers=(Mover(takes=("y",)),))
    assert happenings(entity(0), moving, moving)[1:] == [(LifeStep.TAKES_OVER, None, "resource/y")]


def test_an_attribute_has_no_schema_versions(happenings: Any) -> None:
    assert happenings(entity(0), entity(1, 0), address=X.child("a")) == []


def test_a_carrier_knows_its_step() -> None:
    assert Carrier(version=0, to=2, by="f").step == (0, 2)
