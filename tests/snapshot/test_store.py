"""The store of snapshots: gives back what it was given, and never stands in the way."""

from __future__ import annotations

import functools
import multiprocessing
import sqlite3
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from release_check.model import Attribute, Coverage, Entity, Era, Parameter, Provider, Source, Unresolved
from release_check.snapshot.store import FILE_NAME, Store
from release_check.snapshot.trail import Trail


def _provider(**resources: Entity) -> Provider:
    place = Unresolved("resource/example_b/size", "default", "b.go", 9, "outside.Size")
    return Provider(
        provider="example",
        ref="v1.0.0",
        commit="c1",
        coverage=Coverage(entities=len(resources), attributes=2, unknown=1, unresolved=(place,)),
        provider_config=Entity(era=Era.SDK_V2, attrs={"region": Attribute(type="string", optional=True)}),
        resources=resources,
        functions={
            "f": Entity(era=Era.FRAMEWORK, parameters=(Parameter(name="a", type=["list", "string"]),), returns="bool")
        },
    )


def _entity(size: Any = 1) -> Entity:
    attribute = Attribute(
        type="list",
        optional=True,
        default=size,
        allowed_values=("a", 1, 1.5),
        elem=Attribute(type="string"),
        unknown=("default",),
        source=Source("b.go", 9),
    )
    return Entity(era=Era.SDK_V1, sdk="1.9.0", attrs={"size": attribute}, schema_version=2, state_upgraders=(0, 1))


@pytest.mark.parametrize("default", [1, 1.0, "1", True, False, [1, "a"], {"a": [True]}])
def test_a_snapshot_comes_back_as_it_was(tmp_path: Path, default: Any) -> None:
    provider = _provider(example_b=_entity(default))
    first = Store(tmp_path)
    first.put("c1", "s", provider)
    first.close()
    again = Store(tmp_path).get("c1", "s", "v1.0.0")
    assert again == provider
    assert again is not None
    assert type(again.resources["example_b"].attrs["size"].default) is type(default)


def test_the_ref_is_the_one_that_is_asked_for(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.put("c1", "s", _provider())
    found = store.get("c1", "s", "v1.0.1")
    assert found is not None
    assert found.ref == "v1.0.1"


@pytest.mark.parametrize(("commit", "setting"), [("c2", "s"), ("c1", "t")])
def test_another_commit_or_setting_is_not_kept(tmp_path: Path, commit: str, setting: str) -> None:
    store = Store(tmp_path)
    store.put("c1", "s", _provider())
    assert store.get(commit, setting, "v1.0.0") is None
    assert not store.has(commit, setting)


def test_what_other_code_read_is_not_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Store(tmp_path).put("c1", "s", _provider())
    monkeypatch.setattr("release_check.snapshot.store.fingerprint", lambda: "changed")
    assert Store(tmp_path).get("c1", "s", "v1.0.0") is None


def test_equal_entities_are_kept_once_and_are_one_object(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.put("c1", "s", _provider(example_a=_entity(), example_b=_entity()))
    store.put("c2", "s", _provider(example_a=_entity()))
    store.close()
    again = Store(tmp_path)
    one, two = again.get("c1", "s", "a"), again.get("c2", "s", "b")
    assert one is not None
    assert two is not None
    assert one.resources["example_a"] is two.resources["example_a"]
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        assert connection.execute("SELECT count(*) FROM entity").fetchone()[0] == 3


@pytest.mark.parametrize("content", [b"no database at all" * 100, b""])
def test_a_damaged_file_is_moved_aside_once_and_begun_anew(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(content)
    told: list[str] = []
    store = Store(tmp_path, tell=told.append)
    store.put("c1", "s", _provider())
    assert store.has("c1", "s")
    assert len(told) == (1 if content else 0)
    assert (tmp_path / f"{FILE_NAME}.unusable-1").exists() is bool(content)


def test_another_programs_database_is_left_as_it_was(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / FILE_NAME) as foreign:
        foreign.execute("CREATE TABLE theirs (a)")
    told: list[str] = []
    Store(tmp_path, tell=told.append).put("c1", "s", _provider())
    with sqlite3.connect(tmp_path / f"{FILE_NAME}.unusable-1") as aside:
        assert [row[0] for row in aside.execute("SELECT name FROM sqlite_master")] == ["theirs"]
    assert len(told) == 1


def test_a_folder_that_cannot_be_made_costs_the_store_only(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    told: list[str] = []
    store = Store(tmp_path / "file" / "below", tell=told.append)
    store.put("c1", "s", _provider())
    assert store.get("c1", "s", "v1.0.0") is None
    assert len(told) == 1
    assert "Nothing is kept" in told[0]


def test_a_damaged_snapshot_is_read_anew(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.put("c1", "s", _provider(example_a=_entity()))
    store.close()
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        connection.execute("UPDATE entity SET body = x'00'")
    assert Store(tmp_path).get("c1", "s", "v1.0.0") is None


def test_two_at_once_do_not_lose_each_others(tmp_path: Path) -> None:
    one, two = Store(tmp_path), Store(tmp_path)
    one.put("c1", "s", _provider(example_a=_entity(1)))
    two.put("c2", "s", _provider(example_a=_entity(2)))
    assert one.has("c2", "s")
    assert two.has("c1", "s")


def test_the_file_stays_within_its_limit(tmp_path: Path) -> None:
    store = Store(tmp_path, limit=120_000)
    for number in range(200):
        entities = {f"example_{name}": _entity(f"{number}-{name}" * 50) for name in range(10)}
        store.put(f"c{number}", "s", _provider(**entities))
    assert store.size <= 2 * 120_000
    assert store.has("c199", "s")
    assert not store.has("c0", "s")
    assert store.get("c199", "s", "v") is not None


def _trail(word: str) -> Trail:
    return Trail({"example.com/x": "x"}, [("example.com/x", word)], {}, {}, [f"x/{word}.go"])


def test_the_last_trails_come_back_newest_first(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for number in range(20):
        store.put_trail(f"c{number}", "s", _trail(f"w{number}"))
    store.put_trail("c19", "other", _trail("other"))
    store.close()
    again = Store(tmp_path)
    kept = again.trailed("s")
    assert kept[:2] == ["c19", "c18"]
    assert len(kept) < 20
    assert again.trail("c18", "s") == _trail("w18")
    assert again.trail("c0", "s") is None
    assert again.trailed("other") == ["c19"]


def test_a_damaged_trail_is_none(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.put_trail("c1", "s", _trail("w"))
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        connection.execute("UPDATE trail SET body = x'00'")
    connection.close()
    assert store.trail("c1", "s") is None


def _began(folder: str, _number: int) -> list[str]:
    told: list[str] = []
    Store(Path(folder), tell=told.append).close()
    return told


def test_several_processes_may_begin_the_file_at_once(tmp_path: Path) -> None:
    begin = functools.partial(_began, str(tmp_path))
    with ProcessPoolExecutor(4, mp_context=multiprocessing.get_context("spawn")) as pool:
        list(pool.map(begin, range(4)))
        for _again in range(20):
            for path in tmp_path.iterdir():
                path.unlink()
            assert [told for told in pool.map(begin, range(4)) if told] == []
    assert [path.name for path in tmp_path.glob("*unusable*")] == []


def test_a_glance_gives_what_the_whole_gives(tmp_path: Path) -> None:
    whole = _provider(example_a=_entity(1), example_b=_entity(2))
    Store(tmp_path).put("c1", "s", whole)
    store = Store(tmp_path)
    found = store.glance("c1", "s", "v1.0.0", lambda: pytest.fail("it is kept"))
    assert found is not None
    assert [(kind, name, found.entity(kind, name)) for kind, name, _ in whole.entities()] == list(whole.entities())
    assert found.entity("resource", "example_c") is None
    assert found.entity("data-source", "example_a") is None
    assert (list(found.resources), len(found.resources)) == (["example_a", "example_b"], 2)
    assert store.glance("c2", "s", "v1.0.0", lambda: whole) is None


def test_an_entity_that_another_process_dropped_is_read_anew(tmp_path: Path) -> None:
    whole = _provider(example_a=_entity(1), example_b=_entity(2))
    Store(tmp_path).put("c1", "s", whole)
    store = Store(tmp_path)
    found = store.glance("c1", "s", "v1.0.0", lambda: whole)
    assert found is not None
    assert found.entity("resource", "example_b") == whole.resources["example_b"]
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        connection.execute("DELETE FROM entity")
    connection.close()
    assert found.entity("resource", "example_a") is whole.resources["example_a"]
    assert store.get("c1", "s", "v1.0.0") is None
