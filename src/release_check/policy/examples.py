"""The examples of rules, as the files of a small provider."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

from release_check.policy.rule import Example

_MODULE = "github.com/example/terraform-provider-example"

_SDKS: Mapping[str, tuple[str, str, str]] = {
    "core": ("github.com/hashicorp/terraform v0.11.14", "github.com/hashicorp/terraform", "1.11"),
    "v1": ("github.com/hashicorp/terraform-plugin-sdk v1.7.0", "github.com/hashicorp/terraform-plugin-sdk", "1.13"),
    "v2": (
        "github.com/hashicorp/terraform-plugin-sdk/v2 v2.34.0",
        "github.com/hashicorp/terraform-plugin-sdk/v2",
        "1.21",
    ),
    "framework": ("github.com/hashicorp/terraform-plugin-framework v1.13.0", "", "1.22"),
}


_IMPORTS = {
    "context": "context",
    "cty": "github.com/hashicorp/go-cty/cty",
    "errors": "errors",
    "fmt": "fmt",
    "time": "time",
    "schema": "{}/helper/schema",
    "terraform": "{}/terraform",
    "validation": "{}/helper/validation",
}


def files_of(example: Example, tag: str) -> Mapping[str, str]:
    """The files of an example's provider at one tag: path to text."""
    required, package, go = _SDKS[example.sdk]
    entities = _entities(example.releases[tag], example.sdk)
    module = f"module {_MODULE}\n\ngo {go}\n\nrequire {required}\n"
    main = _FRAMEWORK_MAIN if example.sdk == "framework" else _SDK_MAIN % package
    provider = _framework(entities, example.go) if example.sdk == "framework" else _sdk(entities, package, example.go)
    more = example.files.get(tag, {})
    return {"go.mod": module, "main.go": main, "example/provider.go": provider, **more}


def _entities(given: str | Mapping[str, str], sdk: str) -> Mapping[str, str]:
    """Go fields inside the braces of each entity, by address."""
    if not isinstance(given, str):
        return given
    return {"resource/example_widget": _schema(given, sdk)}


def _schema(attributes: str, sdk: str) -> str:
    if sdk == "framework":
        return f"Attributes: map[string]schema.Attribute{{\n{attributes}\n}},"
    update = "Update: schema.Noop," if sdk in ("core", "v1") else "UpdateContext: schema.NoopContext,"
    return f"{update}\nSchema: map[string]*schema.Schema{{\n{attributes}\n}},"


def _sdk(entities: Mapping[str, str], package: str, go: str) -> str:
    maps = {"resource": "", "data-source": ""}
    for address in entities:
        kind, _, name = address.partition("/")
        if kind in maps:
            maps[kind] += f'"{name}": {_go_name(address)}(),\n'
    bodies = "\n".join(
        f"func {_go_name(address)}() *schema.Resource {{\nreturn &schema.Resource{{\n{body}\n}}\n}}\n"
        for address, body in entities.items()
        if address != "provider"
    )
    text = "".join((*entities.values(), go))
    used = [path for word, path in _IMPORTS.items() if word == "schema" or f"{word}." in text]
    return _SDK_PROVIDER % {
        "imports": "".join(f'\t"{path.format(package)}"\n' for path in used),
        "provider": entities.get("provider", ""),
        "resources": textwrap.dedent(maps["resource"]),
        "data_sources": textwrap.dedent(maps["data-source"]),
        "bodies": f"{bodies}\n{go}",
    }


def _framework(entities: Mapping[str, str], go: str) -> str:
    lists = {"resource": "", "function": ""}
    bodies = ""
    for address, body in entities.items():
        kind, _, name = address.partition("/")
        lists[kind] += f"func() {kind}.{kind.title()} {{ return &{_go_name(address)}{{}} }},\n"
        bodies += _FRAMEWORK_ENTITIES[kind] % {"name": _go_name(address), "type": name, "body": body}
    return _FRAMEWORK_PROVIDER % {"resources": lists["resource"], "functions": lists["function"], "bodies": bodies + go}


def _go_name(address: str) -> str:
    kind, _, name = address.partition("/")
    words = [*kind.split("-"), *name.split("_")]
    return words[0] + "".join(word.title() for word in words[1:])


_SDK_MAIN = """package main

import (
	"github.com/example/terraform-provider-example/example"
	"%s/plugin"
)

func main() {
	plugin.Serve(&plugin.ServeOpts{ProviderFunc: example.Provider})
}
"""

_SDK_PROVIDER = """package example

import (
%(imports)s)

func Provider() *schema.Provider {
return &schema.Provider{
%(provider)s
ResourcesMap: map[string]*schema.Resource{
%(resources)s},
DataSourcesMap: map[string]*schema.Resource{
%(data_sources)s},
}
}

%(bodies)s"""

_FRAMEWORK_MAIN = """package main

import (
	"context"

	"github.com/example/terraform-provider-example/example"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
)

func main() {
	_ = providerserver.Serve(context.Background(), example.New, providerserver.ServeOpts{})
}
"""

_FRAMEWORK_PROVIDER = """package example

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	providerschema "github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
)

func New() provider.Provider { return &exampleProvider{} }

type exampleProvider struct{}

func (p *exampleProvider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "example"
}

func (p *exampleProvider) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	resp.Schema = providerschema.Schema{}
}

func (p *exampleProvider) Configure(_ context.Context, _ provider.ConfigureRequest, _ *provider.ConfigureResponse) {
}

func (p *exampleProvider) DataSources(_ context.Context) []func() datasource.DataSource { return nil }

func (p *exampleProvider) Resources(_ context.Context) []func() resource.Resource {
return []func() resource.Resource{
%(resources)s}
}

func (p *exampleProvider) Functions(_ context.Context) []func() function.Function {
return []func() function.Function{
%(functions)s}
}

%(bodies)s"""

_FRAMEWORK_RESOURCE = """
type %(name)s struct{}

func (r *%(name)s) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = "%(type)s"
}

func (r *%(name)s) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
resp.Schema = schema.Schema{
%(body)s
}
}

func (r *%(name)s) Create(_ context.Context, _ resource.CreateRequest, _ *resource.CreateResponse) {}

func (r *%(name)s) Read(_ context.Context, _ resource.ReadRequest, _ *resource.ReadResponse) {}

func (r *%(name)s) Update(_ context.Context, _ resource.UpdateRequest, _ *resource.UpdateResponse) {}

func (r *%(name)s) Delete(_ context.Context, _ resource.DeleteRequest, _ *resource.DeleteResponse) {}
"""

_FRAMEWORK_FUNCTION = """
type %(name)s struct{}

func (f *%(name)s) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "%(type)s"
}

func (f *%(name)s) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
resp.Definition = function.Definition{
%(body)s
}
}

func (f *%(name)s) Run(_ context.Context, _ function.RunRequest, _ *function.RunResponse) {}
"""

_FRAMEWORK_ENTITIES = {"resource": _FRAMEWORK_RESOURCE, "function": _FRAMEWORK_FUNCTION}
