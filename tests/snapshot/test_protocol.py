"""Servers written by hand against the plugin protocol, beside an SDK's or alone."""

import pytest

from release_check.model import Source
from release_check.snapshot import read_provider

MAIN = """package main

import (
	"context"

	"example.com/terraform-provider-example/example"
	"example.com/terraform-provider-example/raw"
	"github.com/hashicorp/terraform-plugin-go/tfprotov5/tf5server"
	"github.com/hashicorp/terraform-plugin-mux/tf5muxserver"
)

func main() {
	mux, err := tf5muxserver.NewMuxServer(context.Background(), example.Provider().GRPCProvider, raw.Server)
	if err != nil {
		return
	}
	tf5server.Serve("example", mux.ProviderServer)
}
"""
SDK = """package example

import "github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"

func Provider() *schema.Provider {
	return &schema.Provider{
		ResourcesMap: map[string]*schema.Resource{
			"example_widget": {Schema: map[string]*schema.Schema{"name": {Type: schema.TypeString, Required: true}}},
		},
	}
}
"""
RAW = """package raw

import (
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov5"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

type server struct{ schemas map[string]*tfprotov5.Schema }

func Server() tfprotov5.ProviderServer { return &server{schemas: schemas()} }

func (s *server) GetProviderSchema(
	ctx context.Context, request *tfprotov5.GetProviderSchemaRequest,
) (*tfprotov5.GetProviderSchemaResponse, error) {
	return &tfprotov5.GetProviderSchemaResponse{ResourceSchemas: s.schemas}, nil
}

func schemas() map[string]*tfprotov5.Schema {
	return map[string]*tfprotov5.Schema{
		"example_manifest": {
			Version: 2,
			Block: &tfprotov5.SchemaBlock{
				Attributes: []*tfprotov5.SchemaAttribute{
					{Name: "manifest", Type: tftypes.DynamicPseudoType, Required: true},
					{Name: "labels", Type: tftypes.Map{ElementType: tftypes.String}, Optional: true, Computed: true},
					{Name: "old", Type: tftypes.Bool, Optional: true, Deprecated: true},
				},
				BlockTypes: []*tfprotov5.SchemaNestedBlock{{
					TypeName: "wait",
					Nesting:  tfprotov5.SchemaNestedBlockNestingModeList,
					MinItems: 1,
					MaxItems: 1,
					Block: &tfprotov5.SchemaBlock{Attributes: []*tfprotov5.SchemaAttribute{
						{Name: "rollout", Type: tftypes.Bool, Optional: true, Sensitive: true},
					}},
				}},
			},
		},
	}
}
"""


@pytest.fixture
def files():
    return {
        "go.mod": "module example.com/terraform-provider-example\n",
        "main.go": MAIN,
        "example/provider.go": SDK,
        "raw/server.go": RAW,
    }


def test_what_a_server_of_its_own_offers_stands_beside_what_the_sdk_does(make_tree, files):
    read = read_provider(make_tree(files))
    assert list(read.resources) == ["example_manifest", "example_widget"]
    assert read.coverage.unresolved == ()


def test_attributes_and_blocks_as_the_protocol_has_them(make_tree, files):
    manifest = read_provider(make_tree(files)).resources["example_manifest"]
    attrs = manifest.attrs
    assert manifest.schema_version == 2
    assert {name: attribute.type for name, attribute in attrs.items()} == {
        "manifest": "dynamic",
        "labels": "map",
        "old": "bool",
        "wait": "list",
    }
    assert attrs["manifest"].required
    assert attrs["labels"].elem is not None
    assert attrs["labels"].elem.type == "string"
    assert (attrs["labels"].optional, attrs["labels"].computed) == (True, True)
    assert attrs["old"].deprecated
    wait = attrs["wait"]
    assert (wait.block, wait.required, wait.min_items, wait.max_items) == (True, True, 1, 1)
    assert (wait.attrs["rollout"].optional, wait.attrs["rollout"].sensitive) == (True, True)


def test_every_attribute_stands_at_its_line(make_tree, files):
    manifest = read_provider(make_tree(files)).resources["example_manifest"]
    lines = RAW.splitlines()
    line = next(number for number, text in enumerate(lines, 1) if '"labels"' in text)
    assert manifest.attrs["labels"].source == Source("raw/server.go", line)


def test_some_entities_alone(make_tree, files):
    read = read_provider(make_tree(files), only={("resource", "example_manifest")})
    assert list(read.resources) == ["example_manifest"]


def test_a_type_that_is_not_settled_is_unknown(make_tree, files):
    files["raw/server.go"] = RAW.replace("tftypes.DynamicPseudoType", "tftypes.Whatever")
    read = read_provider(make_tree(files))
    assert read.resources["example_manifest"].attrs["manifest"].unknown == ("type",)
    assert [place.address for place in read.coverage.unresolved] == ["resource/example_manifest/manifest"]


def test_a_repository_that_is_a_gopath(make_tree):
    root = "src/example.com/team/terraform-provider-example"
    main = """package main

import (
	"example.com/team/terraform-provider-example/example"
	"github.com/hashicorp/terraform/plugin"
)

func main() { plugin.Serve(&plugin.ServeOpts{ProviderFunc: example.Provider}) }
"""
    provider = SDK.replace("terraform-plugin-sdk/v2/helper", "terraform/helper")
    read = read_provider(make_tree({f"{root}/main.go": main, f"{root}/example/provider.go": provider}))
    assert list(read.resources) == ["example_widget"]
