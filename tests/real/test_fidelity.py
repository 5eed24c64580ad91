"""Snapshots beside what the built providers declare.

RELEASE_CHECK_PROVIDERS names a folder of bare repositories, OWNER+terraform-provider-NAME/repo; RELEASE_CHECK_TRUTH one
of dumps of built providers, NAME/TAG.json.gz, or NAME/TAG+VARIABLE.json.gz where that variable was true. Providers of
many attributes take long: RELEASE_CHECK_BIG=1 has them read too.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from release_check.git import Repository
from release_check.snapshot import read_provider

PROVIDERS = os.environ.get("RELEASE_CHECK_PROVIDERS", "")
TRUTH = os.environ.get("RELEASE_CHECK_TRUTH", "")
BIG = bool(os.environ.get("RELEASE_CHECK_BIG"))
MANY = 2000
"""Attributes from which on a provider counts as big."""

pytestmark = pytest.mark.skipif(
    not (PROVIDERS and TRUTH), reason="RELEASE_CHECK_PROVIDERS and RELEASE_CHECK_TRUTH name no folders"
)
DUMPS = sorted(Path(TRUTH).glob("*/*.json.gz")) if PROVIDERS and TRUTH else []

KINDS = ("resources", "data_sources", "ephemeral_resources", "list_resources", "actions")
ENTITY_FIELDS = ("schema_version", "deprecated", "state_upgraders", "migrate_state", "importer")
FLAGS = ("block", "required", "optional", "computed", "force_new", "sensitive", "write_only")
LISTS = ("conflicts_with", "exactly_one_of", "at_least_one_of", "required_with")
NUMBERS = ("max_items", "min_items")
MESSAGES = ("deprecated", "removed")
FUNCTIONS = {
    "DefaultFunc": "default",
    "StateFunc": "state",
    "DiffSuppressFunc": "diff_suppress",
    "ValidateFunc": "validate",
    "ValidateDiagFunc": "validate",
    "Set": "set",
}


@cache
def _dump(path: Path) -> Any:
    return json.loads(gzip.decompress(path.read_bytes()))


@cache
def _snapshot(path: Path) -> Any:
    tag, _, variable = path.name.removesuffix(".json.gz").partition("+")
    repositories = sorted(Path(PROVIDERS).glob(f"*+terraform-provider-{path.parent.name}/repo"))
    if not repositories:
        pytest.skip(f"there is no repository of {path.parent.name}")
    environment = {variable: "true"} if variable else {}
    with Repository.open(repositories[0]) as repository:
        provider = read_provider(repository.tree(tag), name=path.parent.name, environment=environment)
    return msgspec.json.decode(msgspec.json.encode(provider))


def _wanted(path: Path) -> tuple[Any, Any]:
    declared = _dump(path)["declared"]
    count = sum(1 for kind in KINDS for entity in declared.get(kind, {}).values() for _ in _walk(entity))
    if count > MANY and not BIG:
        pytest.skip(f"{count} attributes; set RELEASE_CHECK_BIG=1")
    return _dump(path), _snapshot(path)


def _walk(holder: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, attribute in holder.get("attrs", {}).items():
        path = f"{prefix}{name}"
        yield path, attribute
        inner = attribute
        while "attrs" not in inner and "elem" in inner:
            inner = inner["elem"]
        yield from _walk(inner, path + ".")


def _pairs(dump: Any, snapshot: Any) -> Iterator[tuple[str, Any, Any]]:
    """Address, truth and snapshot of all entities that both have, the configuration included."""
    declared = dump["declared"]
    configuration = declared.get("provider") or declared.get("provider_framework")
    if configuration:
        yield "provider", configuration, snapshot["provider_config"]
    for kind in KINDS:
        for name in sorted(declared.get(kind, {}).keys() & snapshot[kind].keys()):
            yield f"{kind}/{name}", declared[kind][name], snapshot[kind][name]


parametrized = pytest.mark.parametrize("path", DUMPS, ids=lambda path: f"{path.parent.name}-{path.name[:-8]}")


@parametrized
def test_every_entity_is_found_and_no_other(path: Path) -> None:
    dump, snapshot = _wanted(path)

    for kind in (*KINDS, "functions"):
        declared = set(dump["declared"].get(kind) or ())
        # what a second, hand-written server offers shows only in the core view
        shown = set((dump.get("core") or {}).get(kind) or ())
        found = set(snapshot[kind])
        assert declared - found == set(), f"{kind} missing"
        assert found - declared - shown == set(), f"{kind} that are not there"


@parametrized
def test_every_attribute_is_found_and_no_other(path: Path) -> None:
    dump, snapshot = _wanted(path)

    different = {
        address: sorted(there.keys() ^ found.keys())
        for address, truth, ours in _pairs(dump, snapshot)
        if (there := dict(_walk(truth))).keys() != (found := dict(_walk(ours))).keys()
    }

    assert different == {}


@parametrized
def test_no_definite_value_is_wrong(path: Path) -> None:
    dump, snapshot = _wanted(path)

    wrong: list[str] = []
    for address, truth, ours in _pairs(dump, snapshot):
        framework = truth.get("origin") == "framework"
        if address != "provider":
            wrong += [f"{address} {text}" for text in _different(ENTITY_FIELDS, truth, ours, framework)]
        found = dict(_walk(ours))
        for name, attribute in _walk(truth):
            if name in found:
                wrong += [f"{address}/{name} {text}" for text in _attribute(attribute, found[name], framework)]

    assert wrong == []


def _attribute(truth: Any, ours: Any, framework: bool) -> Iterator[str]:
    fields = ("type", "default", *MESSAGES, *FLAGS, *LISTS, *NUMBERS)
    yield from _different(fields, truth, ours, framework)
    if not framework:
        yield from _different(("elem", "funcs"), truth, ours, framework)


def _different(fields: tuple[str, ...], truth: Any, ours: Any, framework: bool) -> Iterator[str]:
    for field in fields:
        if field in ours.get("unknown", ()):
            continue
        a, b = _plain(field, truth.get(field)), _plain(field, ours.get(field))
        if a == b or (field in MESSAGES and a and b and (str(b).startswith(str(a)))):
            continue
        # what stands in validators and defaults of the framework is dumped in the framework's own words
        if framework and field in (*LISTS, *NUMBERS, "default") and bool(a) == bool(b):
            continue
        yield f"{field}: built {a!r}, read {b!r}"


def _plain(field: str, value: Any) -> Any:
    if field == "default":
        return str(float(value)) if isinstance(value, int | float) and not isinstance(value, bool) else value
    if field == "elem":
        return (value or {}).get("type")
    if field == "funcs":
        return sorted({FUNCTIONS.get(name, name) for name in value or ()})
    if field in MESSAGES:
        return str(value).strip() if value else None
    return value or None
