"""What tests in several folders need."""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Protocol

import pytest
import yaml
from hypothesis import settings

from release_check.git import create_repository
from release_check.git.scratch import Files
from release_check.model import KINDS, Attribute, Coverage, Entity, Era, Provider

# how long one example takes says more of what else the machine does
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Expect to fail what a module lists in `UNMENDED`: the name of a test, or of a row of its table, with the fault.

    A row that holds again fails until it is taken off the list.
    """
    for item in items:
        unmended = getattr(getattr(item, "module", None), "UNMENDED", {})
        row = getattr(getattr(item, "callspec", None), "id", "")
        reason = unmended.get(row) or unmended.get(getattr(item, "originalname", ""))
        if reason:
            item.add_marker(pytest.mark.xfail(strict=True, reason=reason))


class MakeRepository(Protocol):
    def __call__(
        self,
        folder: Path,
        releases: Mapping[str, Files],
        *,
        parents: Mapping[str, str] | None = None,
        bare: bool = False,
    ) -> Path: ...


@pytest.fixture
def make_repository() -> MakeRepository:
    """Give a function that makes a repository at `folder/provider` from a mapping tag → {path: text}.

    Each tag's mapping is the whole tree. Dates and identity are fixed, so commit ids are the same on every run.
    """

    def make(
        folder: Path, releases: Mapping[str, Files], *, parents: Mapping[str, str] | None = None, bare: bool = False
    ) -> Path:
        return create_repository(folder / "provider", releases, parents=parents, bare=bare)

    return make


class MemoryTree:
    """The files of a ref that stands nowhere; remembers what was read of it."""

    ref = "v1.0.0"
    commit = "0123456789abcdef0123456789abcdef01234567"
    date = "2024-03-01T12:00:00Z"

    def __init__(self, contents: Mapping[str, str | bytes]) -> None:
        self._contents = {path: text if isinstance(text, bytes) else text.encode() for path, text in contents.items()}
        self.files = {
            path: hashlib.sha1(text, usedforsecurity=False).hexdigest() for path, text in self._contents.items()
        }
        self.reads: list[str] = []

    def read(self, path: str) -> bytes:
        self.reads.append(path)
        return self._contents[path]

    def read_many(self, paths: Iterable[str], *, skip_absent: bool = False) -> dict[str, bytes]:
        return {path: self.read(path) for path in paths if not skip_absent or path in self._contents}


@pytest.fixture
def make_tree() -> Callable[[Mapping[str, str | bytes]], MemoryTree]:
    """Give a function that makes a tree of files in memory from a mapping path → text."""
    return MemoryTree


class MakeProvider(Protocol):
    def __call__(self, entities: Mapping[str, Mapping[str, Any]], **fields: Any) -> Provider: ...


@pytest.fixture
def make_provider() -> MakeProvider:
    """Give a function that makes a snapshot from compact words.

    It maps `KIND/TYPE` to names, and those to an attribute in words: its type, flags, `field=value`; or a pair of that
    and what is nested. A name with `@` is a field of the entity:

        {"resource/x": {"@deprecated": "use y", "size": "int optional", "disk": ("list block", {"id": "string"})}}
    """
    return _provider


def _provider(entities: Mapping[str, Mapping[str, Any]], **fields: Any) -> Provider:
    groups: dict[str, dict[str, Entity]] = {}
    config = Entity(era=Era.SDK_V2)
    for address, body in entities.items():
        kind, _, name = address.partition("/")
        own = {key[1:]: value for key, value in body.items() if key.startswith("@")}
        attrs = {key: _attribute(value) for key, value in body.items() if not key.startswith("@")}
        own["era"] = Era(own.get("era", Era.SDK_V2))
        entity = Entity(attrs=attrs, **own)
        if name:
            groups.setdefault(KINDS[kind], {})[name] = entity
        else:
            config = entity
    given = {"provider": "example", "ref": "", "commit": "", "coverage": Coverage(), "provider_config": config}
    return Provider(**{**given, **groups, **fields})


def _attribute(words: str | tuple[str, Mapping[str, Any]]) -> Attribute:
    text, nested = words if isinstance(words, tuple) else (words, {})
    head, *rest = shlex.split(text)
    kind, _, element = head.partition("(")
    fields: dict[str, Any] = {"type": kind, "attrs": {name: _attribute(value) for name, value in nested.items()}}
    if element:
        fields["elem"] = _attribute(element.removesuffix(")"))
    for word in rest:
        name, given, value = word.partition("=")
        parsed = yaml.safe_load(value) if given else True
        several = isinstance(Attribute.__struct_defaults__[Attribute.__struct_fields__.index(name)], tuple)
        fields[name] = tuple(str(parsed).split(",")) if several else parsed
    return Attribute(**fields)


@pytest.fixture
def provider_files() -> Callable[..., Files]:
    """Give a function that writes a small provider: the Go attributes of `resource/example_widget`, and more files."""

    def write(attributes: str = "", more: Files | None = None) -> Files:
        return {
            "go.mod": "module github.com/example/terraform-provider-example\n\n"
            "require github.com/hashicorp/terraform-plugin-sdk/v2 v2.24.1\n",
            "example/provider.go": _PROVIDER.replace("ATTRIBUTES", attributes),
            **(more or {}),
        }

    return write


_PROVIDER = """package example

import "github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"

func Provider() *schema.Provider {
	return &schema.Provider{
		ResourcesMap: map[string]*schema.Resource{
			"example_widget": {
				Schema: map[string]*schema.Schema{
					"name": {Type: schema.TypeString, Required: true},
					ATTRIBUTES
				},
			},
		},
	}
}
"""


@pytest.fixture(autouse=True)
def _cache_of_its_own(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the tests out of the cache of whoever runs them."""
    monkeypatch.setenv("RELEASE_CHECK_CACHE_DIR", str(tmp_path_factory.getbasetemp() / "cache"))
