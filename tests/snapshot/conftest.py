"""Small providers of our own, read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import msgspec
import pytest

from release_check.model import Attribute, Entity, Provider
from release_check.snapshot import read

SDK = "github.com/hashicorp/terraform-plugin-sdk/v2"

_IMPORTS = {
    "errors": "errors",
    "fmt": "fmt",
    "http": "net/http",
    "math": "math",
    "os": "os",
    "strings": "strings",
    "time": "time",
    "context": "context",
    "outside": "example.org/mod/outside",
    "customdiff": f"{SDK}/helper/customdiff",
    "diag": f"{SDK}/diag",
    "validation": f"{SDK}/helper/validation",
}

_PROVIDER = """package main

import (
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
	"github.com/hashicorp/terraform-plugin-sdk/v2/plugin"
IMPORTS)

func main() {
	plugin.Serve(&plugin.ServeOpts{ProviderFunc: Provider})
}

func Provider() *schema.Provider {
	return &schema.Provider{
		ResourcesMap: map[string]*schema.Resource{
			"example_widget": widget(),
		},
	}
}

func widget() *schema.Resource {
	return &schema.Resource{
		RESOURCE
	}
}

MORE
"""


@pytest.fixture(autouse=True)
def _nothing_read_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one process shares between refs begins anew with each test."""
    for name, value in vars(read).items():
        if name.startswith("_") and name.isupper() and type(value).__module__.startswith("release_check"):
            monkeypatch.setattr(read, name, type(value)())


class Read(Protocol):
    def __call__(self, files: Mapping[str, str | bytes], **options: Any) -> Provider: ...


@pytest.fixture
def read_files(make_tree: Any) -> Read:
    """Give a function that reads the provider in some files; a go.mod is there unless given."""

    def run(files: Mapping[str, str | bytes], **options: Any) -> Provider:
        manifest = f"module example.com/terraform-provider-example\n\nrequire {SDK} v2.24.1\n"
        return read.read_provider(make_tree({"go.mod": manifest, **files}), **options)

    return run


@pytest.fixture
def sdk_files() -> Callable[..., dict[str, str]]:
    """Give a function that writes a provider of one SDK resource from the fields of its `schema.Resource`."""

    def write(resource: str, more: str = "", files: Mapping[str, str] | None = None) -> dict[str, str]:
        text = _PROVIDER.replace("RESOURCE", resource).replace("MORE", more)
        imports = "".join(f'\t"{path}"\n' for name, path in _IMPORTS.items() if f"{name}." in text.split("IMPORTS)")[1])
        return {"main.go": text.replace("IMPORTS", imports), **(files or {})}

    return write


@pytest.fixture
def sdk_resource(read_files: Read, sdk_files: Any) -> Callable[..., Entity]:
    """Give a function that reads `resource/example_widget` from the fields of its `schema.Resource`."""

    def run(resource: str, more: str = "", files: Mapping[str, str] | None = None, **options: Any) -> Entity:
        return read_files(sdk_files(resource, more, files), **options).resources["example_widget"]

    return run


@pytest.fixture
def sdk_attribute(sdk_resource: Any) -> Callable[..., Attribute]:
    """Give a function that reads an attribute from the fields of its `schema.Schema`."""

    def run(attribute: str, more: str = "", files: Mapping[str, str] | None = None, **options: Any) -> Attribute:
        resource = f'Schema: map[string]*schema.Schema{{\n\t\t\t"subject": {{{attribute}}},\n\t\t}},'
        found: Attribute = sdk_resource(resource, more, files, **options).attrs["subject"]
        return found

    return run


@pytest.fixture
def facts() -> Callable[[Any], Any]:
    """Give a function that tells what an attribute, entity or provider holds as plain data, without places."""
    return lambda value: _without_places(msgspec.json.decode(msgspec.json.encode(value)))


def _without_places(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_places(item) for key, item in value.items() if key != "source"}
    return [_without_places(item) for item in value] if isinstance(value, list) else value
