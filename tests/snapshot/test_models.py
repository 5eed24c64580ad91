from importlib import resources

import pytest

from release_check.golang.parsing import parse_declarations
from release_check.model import Source
from release_check.snapshot import read_provider
from release_check.snapshot.models import with_models

TIMEOUTS = "github.com/hashicorp/terraform-plugin-framework-timeouts"
MAIN = """package main

import (
	"context"

	"example.com/terraform-provider-example/example"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
)

func main() { providerserver.Serve(context.Background(), example.New, providerserver.ServeOpts{}) }
"""
PROVIDER = """package example

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
)

type example struct{}

func New() provider.Provider { return &example{} }

func (e *example) Metadata(_ context.Context, _ provider.MetadataRequest, answer *provider.MetadataResponse) {
	answer.TypeName = "example"
}
func (e *example) Schema(_ context.Context, _ provider.SchemaRequest, answer *provider.SchemaResponse) {}
func (e *example) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{func() resource.Resource { return &widget{} }}
}

type widget struct{}

func (w *widget) Metadata(_ context.Context, ask resource.MetadataRequest, answer *resource.MetadataResponse) {
	answer.TypeName = ask.ProviderTypeName + "_widget"
}
func (w *widget) Schema(ctx context.Context, _ resource.SchemaRequest, answer *resource.SchemaResponse) {
	answer.Schema = schema.Schema{
		Blocks: map[string]schema.Block{
			"timeouts": timeouts.Block(ctx, timeouts.Opts{Create: true, Delete: true}),
		},
	}
}
"""
SDK = """package main

import (
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
	"github.com/hashicorp/terraform-plugin-sdk/v2/plugin"
	v1 "k8s.io/api/core/v1"
)

func main() {
	plugin.Serve(&plugin.ServeOpts{ProviderFunc: func() *schema.Provider {
		port := &schema.Resource{Schema: map[string]*schema.Schema{
			"protocol": {Type: schema.TypeString, Optional: true, Default: string(v1.ProtocolTCP)},
			"other":    {Type: schema.TypeString, Optional: true, Default: string(v1.NobodyKnows)},
		}}
		return &schema.Provider{ResourcesMap: map[string]*schema.Resource{"example_port": port}}
	}})
}
"""


def manifest(*modules):
    required = "".join(f"\t{module} v1.0.0\n" for module in modules)
    return f"module example.com/terraform-provider-example\n\nrequire (\n{required})\n"


def timeouts(tree):
    return read_provider(tree).resources["example_widget"].attrs["timeouts"]


@pytest.fixture
def files():
    return {"go.mod": manifest(TIMEOUTS), "main.go": MAIN, "example/provider.go": PROVIDER}


def test_a_module_that_go_mod_asks_for_is_known_without_its_source(make_tree, files):
    read = timeouts(make_tree(files))
    assert read.block
    assert {name: (child.type, child.optional) for name, child in read.attrs.items()} == {
        "create": ("string", True),
        "delete": ("string", True),
    }


def test_what_a_model_makes_stands_where_the_provider_calls_it(make_tree, files):
    read = timeouts(make_tree(files))
    assert read.source == read.attrs["create"].source == Source("example/provider.go", 32)


def test_a_module_that_nobody_asks_for_stays_outside(make_tree, files):
    assert "type" in timeouts(make_tree({**files, "go.mod": manifest()})).unknown


def test_vendored_source_goes_before_what_is_known(make_tree, files):
    vendored = """package timeouts

import "github.com/hashicorp/terraform-plugin-framework/resource/schema"

type Opts struct{ Create, Delete bool }

func Block(ctx context.Context, opts Opts) schema.Block {
	return schema.SingleNestedBlock{
		Attributes: map[string]schema.Attribute{"own": schema.StringAttribute{Optional: true}},
	}
}
"""
    tree = make_tree({**files, f"vendor/{TIMEOUTS}/resource/timeouts/schema.go": vendored})
    assert list(timeouts(tree).attrs) == ["own"]


def test_enumerations_settle_defaults_and_what_they_lack_stays_unknown(make_tree):
    read = read_provider(make_tree({"go.mod": manifest("k8s.io/api"), "main.go": SDK}))
    attrs = read.resources["example_port"].attrs
    assert attrs["protocol"].default == "TCP"
    assert attrs["other"].unknown == ("default",)
    assert [place.construct for place in read.coverage.unresolved] == ["v1.NobodyKnows"]


def test_resources_gathered_with_what_a_helper_module_does_with_maps(make_tree, files):
    listed = """	return lo.Values(lo.Assign(map[string]func() resource.Resource{
		"widget": func() resource.Resource { return &widget{} },
	}))
"""
    old = "\treturn []func() resource.Resource{func() resource.Resource { return &widget{} }}\n"
    provider = PROVIDER.replace(old, listed).replace('"context"\n', '"context"\n\n\t"github.com/samber/lo"\n')
    known = {**files, "example/provider.go": provider, "go.mod": manifest(TIMEOUTS, "github.com/samber/lo")}
    assert list(read_provider(make_tree(known)).resources) == ["example_widget"]


def test_every_model_that_ships_is_go_that_parses(make_tree):
    modelled = resources.files("release_check.snapshot") / "modelled"
    modules = [entry.name.removesuffix(".yaml").replace("+", "/") for entry in modelled.iterdir()]
    tree = with_models(make_tree({"go.mod": manifest(*modules)}))
    added = [path for path in tree.files if path != "go.mod"]
    assert len(added) >= len(modules) > 0
    for path in added:
        body = tree.read(path).split(b"\n", 1)[1]
        assert parse_declarations(body), path
