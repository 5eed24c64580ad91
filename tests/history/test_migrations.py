"""Which states of earlier schema versions come forward, and what the line says of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from release_check.history import (
    Release,
    by_migrate_state,
    carried,
    disorder,
    first_with,
    had,
    has_flat_state,
    last_with,
    migrate_state_gaps,
)
from release_check.model import Address, Entity, Era, Migration, MigrationCase, Upgrader, Version

X = Address("resource", "x")


def entity(version: int = 0, *upgraders: int, migration: Migration | None = None, **fields: Any) -> Entity:
    return Entity(
        **{"era": Era.SDK_V2, **fields},
        schema_version=version,
        state_upgraders=tuple(sorted(upgraders)),
        upgraders=tuple(Upgrader(version=one) for one in upgraders),
        migrate_state=migration is not None,
        migration=migration,
    )


def switch(*cases: tuple[int, int | None], refuses: bool = True) -> Migration:
    return Migration(cases=tuple(MigrationCase(*case) for case in cases), refuses=refuses)


EVERYTHING = Migration(total=True)

CARRIED = {
    "nothing": (entity(2), set()),
    "upgraders": (entity(2, 0, 1), {0, 1}),
    "cases": (entity(2, migration=switch((0, 2), (1, 2))), {0, 1}),
    "cases up to the first upgrader": (entity(3, 1, 2, migration=switch((0, 1), (1, 2))), {0, 1, 2}),
    "a MigrateState that takes everything": (entity(2, migration=EVERYTHING), {0, 1}),
    "one that takes everything up to the first upgrader": (entity(3, 2, migration=EVERYTHING), {0, 1, 2}),
}


@pytest.mark.parametrize(("thing", "expected"), CARRIED.values(), ids=CARRIED)
def test_what_is_carried_forward(thing: Entity, expected: set[int]) -> None:
    assert carried(thing) == expected


def test_migrate_state_does_not_reach_past_the_first_upgrader() -> None:
    assert by_migrate_state(entity(3, 1, 2, migration=switch((0, 1), (1, 2)))) == {0}


GAPS = {
    "none": (entity(2, migration=switch((0, 2), (1, 2))), []),
    "no MigrateState": (entity(2), []),
    "everything is taken": (entity(2, migration=EVERYTHING), []),
    "no case": (entity(2, migration=switch((1, 2))), ["version 0 has no case"]),
    "a case that ends halfway": (
        entity(2, migration=switch((0, 1), (1, 2))),
        ["the case for version 0 leads to 1 and not on to 2"],
    ),
    "a case that leads to the first upgrader": (entity(2, 1, migration=switch((0, 1))), []),
    "a case that does not tell": (entity(2, migration=switch((0, None), (1, None))), []),
    "no error": (entity(1, migration=switch((0, 1), refuses=False)), ["a version without a case is no error"]),
}


@pytest.mark.parametrize(("thing", "expected"), GAPS.values(), ids=GAPS)
def test_gaps_in_migrate_state(thing: Entity, expected: list[str]) -> None:
    assert [detail for _version, detail in migrate_state_gaps(thing)] == expected


ORDERS = {
    "none": (entity(2), None),
    "one after the other": (entity(2, 0, 1), None),
    "from the middle, for what lies below may be MigrateState's": (entity(3, 1, 2), None),
    "the wrong way round": (entity(2, 1, 0), "version 0 stands after 1"),
    "twice": (entity(1, 0, 0), "version 0 stands twice"),
    "a hole": (entity(3, 0, 2), "2 follows 0"),
    "not up to the current one": (entity(2, 0), "the last takes version 0, and the current one is 2"),
    "past the current one": (entity(1, 0, 1), "version 1 is not below the current one, 1"),
    "in the framework": (entity(3, 2, 0, era=Era.FRAMEWORK), None),
}


@pytest.mark.parametrize(("thing", "expected"), ORDERS.values(), ids=ORDERS)
def test_the_order_of_upgraders(thing: Entity, expected: str | None) -> None:
    assert disorder(thing) == expected


FLAT = {
    "Terraform before 0.12": (Era.SDK_V1, "0.11.14", True),
    "Terraform from 0.12 on": (Era.SDK_V1, "0.12.0-rc1", False),
    "Terraform of a version that is not said": (Era.SDK_V1, "", None),
    "plugin-sdk": (Era.SDK_V1, "1.0.0", False),
    "plugin-sdk v2": (Era.SDK_V2, "", False),
    "the framework": (Era.FRAMEWORK, "1.0.0", False),
}


@pytest.mark.parametrize(("era", "sdk", "expected"), FLAT.values(), ids=FLAT)
def test_which_sdk_writes_flat_state(era: Era, sdk: str, expected: bool | None) -> None:
    assert has_flat_state(entity(era=era, sdk=sdk)) is expected


class Line:
    """A timeline of one resource by its schema versions, None where it is absent; counts the looks at it."""

    def __init__(self, *versions: int | None) -> None:
        self.releases: Sequence[Release] = [
            Release(Version(f"1.{minor}.0"), f"v1.{minor}.0", "", "") for minor in range(len(versions))
        ]
        self.looks = 0
        self._versions = dict(zip((one.ref for one in self.releases), versions, strict=True))

    def entity(self, release: Release, kind: str, entity_type: str) -> Entity | None:
        del kind, entity_type
        self.looks += 1
        version = self._versions[release.ref]
        return None if version is None else entity(version)


LINES = {
    # versions along the line, the one that is asked for, the last and whether there was a first
    "at the end": ((0, 0, 1, 1), 1, "v1.3.0"),
    "in the middle": ((None, 0, 0, 1, 2), 0, "v1.2.0"),
    "passed over": ((0, 0, 2), 1, None),
    "not yet": ((0, 0), 1, None),
    "before the resource came": ((None, None, 1), 0, None),
    "nowhere": ((), 0, None),
}


@pytest.mark.parametrize(("versions", "wanted", "expected"), LINES.values(), ids=LINES)
def test_the_last_release_with_a_version(versions: Any, wanted: int, expected: str | None) -> None:
    found = last_with(Line(*versions), X, wanted)
    assert (found[0].ref if found is not None else None) == expected


def test_a_long_line_costs_few_looks() -> None:
    line = Line(*(number // 100 for number in range(400)))
    found = last_with(line, X, 2)
    assert found is not None
    assert found[0].ref == "v1.299.0"
    assert line.looks < 12


def test_the_first_release_with_a_version() -> None:
    found = first_with(Line(None, 0, 1, 1, 2), X, 1)
    assert found is not None
    assert found.schema_version == 1
    assert first_with(Line(None, 0), X, 1) is None


def test_every_release_is_looked_at_for_versions_that_came_and_went() -> None:
    assert had(Line(0, 1, 0, 0), X, frozenset({1, 2})) == {1}
