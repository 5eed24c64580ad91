"""Small providers of our own, read."""

from __future__ import annotations

import re
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
    "hclog": "github.com/hashicorp/go-hclog",
    "http": "net/http",
    "log": "log",
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


_FRAMEWORK = """package main

import (
	"context"

IMPORTS)

func main() {
	providerserver.Serve(context.Background(), New, providerserver.ServeOpts{})
}

func New() provider.Provider { return &exampleProvider{} }

type exampleProvider struct{}

func (p *exampleProvider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "example"
}

func (p *exampleProvider) Schema(context.Context, provider.SchemaRequest, *provider.SchemaResponse) {}

func (p *exampleProvider) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{newWidget}
}

func (p *exampleProvider) DataSources(context.Context) []func() datasource.DataSource { return nil }

func newWidget() resource.Resource { return &widget{} }

type widget struct{}

func (r *widget) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_widget"
}

func (r *widget) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		SCHEMA
	}
}

MORE
"""

_FW = "github.com/hashicorp/terraform-plugin-framework"
_FRAMEWORK_IMPORTS = {
    "attr": f"{_FW}/attr",
    "datasource": f"{_FW}/datasource",
    "diag": f"{_FW}/diag",
    "function": f"{_FW}/function",
    "path": f"{_FW}/path",
    "provider": f"{_FW}/provider",
    "providerserver": f"{_FW}/providerserver",
    "resource": f"{_FW}/resource",
    "schema": f"{_FW}/resource/schema",
    **{
        f"{kind}{what}": f"{_FW}/resource/schema/{kind}{what}"
        for kind in ("bool", "float64", "int64", "list", "map", "set", "string", "object")
        for what in ("default", "planmodifier")
    },
    "planmodifier": f"{_FW}/resource/schema/planmodifier",
    "validator": f"{_FW}/schema/validator",
    "types": f"{_FW}/types",
    **{
        f"{kind}validator": f"{_FW}-validators/{kind}validator"
        for kind in ("bool", "float64", "int64", "list", "map", "set", "string", "object")
    },
    "fmt": "fmt",
    "outside": "example.org/mod/outside",
}


@pytest.fixture
def framework_files() -> Callable[..., dict[str, str]]:
    """Give a function that writes a provider of one framework resource from the fields of its `schema.Schema`."""

    def write(schema: str, more: str = "", files: Mapping[str, str] | None = None) -> dict[str, str]:
        text = _FRAMEWORK.replace("SCHEMA", schema).replace("MORE", more)
        used = [path for name, path in _FRAMEWORK_IMPORTS.items() if re.search(rf"\b{name}\.", text)]
        imports = "".join(f'\t"{path}"\n' for path in used)
        manifest = f"module example.com/terraform-provider-example\n\nrequire {_FW} v1.15.0\n"
        return {"go.mod": manifest, "main.go": text.replace("IMPORTS", imports), **(files or {})}

    return write


@pytest.fixture
def framework_resource(read_files: Read, framework_files: Any) -> Callable[..., Entity]:
    """Give a function that reads `resource/example_widget` from the fields of its `schema.Schema`."""

    def run(schema: str, more: str = "", files: Mapping[str, str] | None = None, **options: Any) -> Entity:
        return read_files(framework_files(schema, more, files), **options).resources["example_widget"]

    return run


@pytest.fixture
def framework_attribute(framework_resource: Any) -> Callable[..., Attribute]:
    """Give a function that reads an attribute, or a block, from the value that is written for it."""

    def run(value: str, more: str = "", block: bool = False) -> Attribute:
        kind = "Block" if block else "Attribute"
        found: Attribute = framework_resource(
            f'{kind}s: map[string]schema.{kind}{{\n\t\t\t"subject": {value},\n\t\t}},', more
        ).attrs["subject"]
        return found

    return run
