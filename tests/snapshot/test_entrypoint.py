"""From `main` to the provider, whichever way a repository serves it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from release_check.model import IncompleteError
from release_check.snapshot import read_provider

_SDK = "github.com/hashicorp/terraform-plugin-sdk/v2"
_FW = "github.com/hashicorp/terraform-plugin-framework"
_GO = "github.com/hashicorp/terraform-plugin-go"
_MUX = "github.com/hashicorp/terraform-plugin-mux"
M = "example.com/terraform-provider-example"


def _file(package: str, imports: str, body: str) -> str:
    """A Go file; imports are words `path` or `name=path`."""
    lines = []
    for word in imports.split():
        name, _, path = word.rpartition("=")
        lines.append(f'\t{name} "{path}"\n' if name else f'\t"{path}"\n')
    return f"package {package}\n\nimport (\n{''.join(lines)})\n\n{body}\n"


def _sdk(package: str, name: str = "example_sdk", function: str = "Provider", prefix: str = _SDK) -> str:
    return _file(
        package,
        f"{prefix}/helper/schema",
        f"""func {function}() *schema.Provider {{
	return &schema.Provider{{ResourcesMap: map[string]*schema.Resource{{"{name}": {{}}}}}}
}}""",
    )


def _framework(package: str, name: str = "framework") -> str:
    return _file(
        package,
        f"context {_FW}/datasource {_FW}/provider {_FW}/resource {_FW}/resource/schema",
        f"""func New(version string) func() provider.Provider {{
	return func() provider.Provider {{ return &frameworkProvider{{}} }}
}}

type frameworkProvider struct{{}}

func (p *frameworkProvider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {{
	resp.TypeName = "example"
}}

func (p *frameworkProvider) Schema(context.Context, provider.SchemaRequest, *provider.SchemaResponse) {{}}

func (p *frameworkProvider) Resources(context.Context) []func() resource.Resource {{
	return []func() resource.Resource{{func() resource.Resource {{ return &thing{{}} }}}}
}}

func (p *frameworkProvider) DataSources(context.Context) []func() datasource.DataSource {{ return nil }}

type thing struct{{}}

func (t *thing) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {{
	resp.TypeName = req.ProviderTypeName + "_{name}"
}}

func (t *thing) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {{
	resp.Schema = schema.Schema{{}}
}}""",
    )


_SERVE = f"{_SDK}/plugin {M}/example"
_BOTH = f"{M}/example fw={M}/internal/provider"

SERVED: dict[str, tuple[Mapping[str, str], list[str]]] = {
    "plugin.Serve": (
        {
            "main.go": _file(
                "main",
                _SERVE,
                """
func main() {
	plugin.Serve(&plugin.ServeOpts{ProviderFunc: example.Provider})
}
""",
            ),
            "example/provider.go": _sdk("example"),
        },
        ["example_sdk"],
    ),
    "plugin.Serve with a function where it is written": (
        {
            "main.go": _file(
                "main",
                f"{_SERVE} {_SDK}/helper/schema",
                """
func main() {
	plugin.Serve(&plugin.ServeOpts{
		ProviderFunc: func() *schema.Provider {
			return example.Provider()
		},
	})
}
""",
            ),
            "example/provider.go": _sdk("example"),
        },
        ["example_sdk"],
    ),
    "plugin.Serve after flags and logging": (
        {
            "main.go": _file(
                "main",
                f"{_SERVE} flag log context",
                """var version = "dev"

func main() {
	var debug bool
	flag.BoolVar(&debug, "debug", false, "set to true to run with a debugger")
	flag.Parse()
	log.SetFlags(log.Flags() &^ (log.Ldate | log.Ltime))
	opts := &plugin.ServeOpts{ProviderFunc: example.Provider}
	if debug {
		err := plugin.Debug(context.Background(), "registry.example.com/example", opts)
		if err != nil {
			log.Fatal(err.Error())
		}
		return
	}
	plugin.Serve(opts)
}""",
            ),
            "example/provider.go": _sdk("example"),
        },
        ["example_sdk"],
    ),
    "plugin.Serve of the SDK's first version, with an interface": (
        {
            "main.go": _file(
                "main",
                f"github.com/hashicorp/terraform-plugin-sdk/plugin {M}/example",
                "func main() {\n\tplugin.Serve(&plugin.ServeOpts{ProviderFunc: example.Provider})\n}",
            ),
            "example/provider.go": _sdk("example", prefix="github.com/hashicorp/terraform-plugin-sdk").replace(
                "*schema.Provider {", "terraform.ResourceProvider {", 1
            ),
        },
        ["example_sdk"],
    ),
    "plugin.Serve of Terraform itself": (
        {
            "main.go": _file(
                "main",
                f"github.com/hashicorp/terraform/plugin {M}/example",
                "func main() {\n\tplugin.Serve(&plugin.ServeOpts{ProviderFunc: example.Provider})\n}",
            ),
            "example/provider.go": _sdk("example", prefix="github.com/hashicorp/terraform"),
        },
        ["example_sdk"],
    ),
    "a constructor that is given its version": (
        {
            "main.go": _file(
                "main",
                _SERVE,
                """
var version string

func main() {
	plugin.Serve(&plugin.ServeOpts{ProviderFunc: example.New(version)})
}
""",
            ),
            "example/provider.go": _file(
                "example",
                f"{_SDK}/helper/schema",
                """func New(version string) func() *schema.Provider {
	return func() *schema.Provider {
		p := &schema.Provider{ResourcesMap: map[string]*schema.Resource{"example_new": {}}}
		p.ConfigureContextFunc = configure(version, p)
		return p
	}
}

func configure(version string, p *schema.Provider) schema.ConfigureContextFunc { return nil }""",
            ),
        },
        ["example_new"],
    ),
    "a constructor behind helpers": (
        {
            "main.go": _file(
                "main",
                _SERVE,
                """
func main() { serve() }

func serve() {
	plugin.Serve(options())
}

func options() *plugin.ServeOpts { return &plugin.ServeOpts{ProviderFunc: example.Build} }
""",
            ),
            "example/provider.go": _file(
                "example",
                f"{_SDK}/helper/schema",
                """
func Build() *schema.Provider { return wrap(base()) }

func wrap(p *schema.Provider) *schema.Provider {
	p.ResourcesMap["example_wrapped"] = &schema.Resource{}
	return p
}

func base() *schema.Provider { return &schema.Provider{ResourcesMap: map[string]*schema.Resource{"example_base": {}}} }
""",
            ),
        },
        ["example_base", "example_wrapped"],
    ),
    "an error beside the provider": (
        {
            "main.go": _file(
                "main",
                f"{_SERVE} {_SDK}/helper/schema log",
                """func main() {
	p, err := example.Make()
	if err != nil {
		log.Fatal(err)
	}
	plugin.Serve(&plugin.ServeOpts{ProviderFunc: func() *schema.Provider { return p }})
}""",
            ),
            "example/provider.go": _file(
                "example",
                f"{_SDK}/helper/schema",
                """
func Make() (*schema.Provider, error) {
	return &schema.Provider{ResourcesMap: map[string]*schema.Resource{"example_made": {}}}, nil
}
""",
            ),
        },
        ["example_made"],
    ),
    "providerserver.Serve": (
        {
            "main.go": _file(
                "main",
                f"context log {_FW}/providerserver {M}/internal/provider",
                """var version = "dev"

func main() {
	err := providerserver.Serve(context.Background(), provider.New(version), providerserver.ServeOpts{
		Address: "registry.example.com/example/example",
	})
	if err != nil {
		log.Fatal(err.Error())
	}
}""",
            ),
            "internal/provider/provider.go": _framework("provider"),
        },
        ["example_framework"],
    ),
    "tf5server with a mux of both": (
        {
            "main.go": _file(
                "main",
                f"context log {_FW}/providerserver {_GO}/tfprotov5 {_GO}/tfprotov5/tf5server "
                f"{_MUX}/tf5muxserver {_BOTH}",
                """func main() {
	ctx := context.Background()
	providers := []func() tfprotov5.ProviderServer{
		example.Provider().GRPCProvider,
		providerserver.NewProtocol5(fw.New("dev")()),
	}
	mux, err := tf5muxserver.NewMuxServer(ctx, providers...)
	if err != nil {
		log.Fatal(err)
	}
	var opts []tf5server.ServeOpt
	err = tf5server.Serve("registry.example.com/example/example", mux.ProviderServer, opts...)
	if err != nil {
		log.Fatal(err)
	}
}""",
            ),
            "example/provider.go": _sdk("example"),
            "internal/provider/provider.go": _framework("provider"),
        },
        ["example_framework", "example_sdk"],
    ),
    "tf6server with the SDK's provider raised": (
        {
            "main.go": _file(
                "main",
                f"context log {_FW}/providerserver {_GO}/tfprotov6 {_GO}/tfprotov6/tf6server {_MUX}/tf5to6server "
                f"{_MUX}/tf6muxserver {_BOTH}",
                """func main() {
	ctx := context.Background()
	raised, err := tf5to6server.UpgradeServer(ctx, example.Provider().GRPCProvider)
	if err != nil {
		log.Fatal(err)
	}
	providers := []func() tfprotov6.ProviderServer{
		func() tfprotov6.ProviderServer { return raised },
		providerserver.NewProtocol6(fw.New("dev")()),
	}
	mux, err := tf6muxserver.NewMuxServer(ctx, providers...)
	if err != nil {
		log.Fatal(err)
	}
	if err := tf6server.Serve("registry.example.com/example/example", mux.ProviderServer); err != nil {
		log.Fatal(err)
	}
}""",
            ),
            "example/provider.go": _sdk("example"),
            "internal/provider/provider.go": _framework("provider"),
        },
        ["example_framework", "example_sdk"],
    ),
    "a mux that a function of the repository makes": (
        {
            "main.go": _file(
                "main",
                f"context {_GO}/tfprotov5/tf5server {M}/factory",
                """func main() {
	serve, _, err := factory.ProtoV5ProviderServerFactory(context.Background())
	if err != nil {
		panic(err)
	}
	tf5server.Serve("registry.example.com/example/example", serve)
}""",
            ),
            "factory/factory.go": _file(
                "factory",
                f"context {_FW}/providerserver {_SDK}/helper/schema {_GO}/tfprotov5 {_MUX}/tf5muxserver {_BOTH}",
                """type server = func() tfprotov5.ProviderServer

func ProtoV5ProviderServerFactory(ctx context.Context) (server, *schema.Provider, error) {
	primary := example.Provider()
	servers := []func() tfprotov5.ProviderServer{
		primary.GRPCProvider,
		providerserver.NewProtocol5(fw.New("dev")()),
	}
	mux, err := tf5muxserver.NewMuxServer(ctx, servers...)
	if err != nil {
		return nil, nil, err
	}
	return mux.ProviderServer, primary, nil
}""",
            ),
            "example/provider.go": _sdk("example"),
            "internal/provider/provider.go": _framework("provider"),
        },
        ["example_framework", "example_sdk"],
    ),
    "a second server written by hand": (
        {
            "main.go": _file(
                "main",
                f"context {_GO}/tfprotov5 {_GO}/tfprotov5/tf5server {_MUX}/tf5muxserver {M}/example {M}/manifest",
                """func main() {
	mux, err := tf5muxserver.NewMuxServer(context.Background(), example.Provider().GRPCProvider, manifest.Provider())
	if err != nil {
		panic(err)
	}
	tf5server.Serve("registry.example.com/example/example", mux.ProviderServer)
}""",
            ),
            "manifest/server.go": _file(
                "manifest",
                f"context {_GO}/tfprotov5",
                """type RawProviderServer struct{ logger int }

func Provider() func() tfprotov5.ProviderServer {
	return func() tfprotov5.ProviderServer { return &RawProviderServer{} }
}

func (s *RawProviderServer) GetProviderSchema(
	context.Context, *tfprotov5.GetProviderSchemaRequest,
) (*tfprotov5.GetProviderSchemaResponse, error) {
	return &tfprotov5.GetProviderSchemaResponse{}, nil
}""",
            ),
            "example/provider.go": _sdk("example"),
        },
        ["example_sdk"],
    ),
    "main in a folder for commands": (
        {
            "cmd/terraform-provider-example/main.go": _file(
                "main",
                _SERVE,
                """
func main() {
	plugin.Serve(&plugin.ServeOpts{ProviderFunc: example.Provider})
}
""",
            ),
            "example/provider.go": _sdk("example"),
        },
        ["example_sdk"],
    ),
    "another command first": (
        {
            "main.go": "package main\n\nfunc main() { println(1) }\n",
            "cmd/terraform-provider-example/main.go": _file(
                "main",
                _SERVE,
                """
func main() {
	plugin.Serve(&plugin.ServeOpts{ProviderFunc: example.Provider})
}
""",
            ),
            "example/provider.go": _sdk("example"),
        },
        ["example_sdk"],
    ),
    "main in a file of another name": (
        {
            "provider.go": _file(
                "main",
                _SERVE,
                """
func main() {
	plugin.Serve(&plugin.ServeOpts{ProviderFunc: example.Provider})
}
""",
            ),
            "example/provider.go": _sdk("example"),
        },
        ["example_sdk"],
    ),
    "a generator beside main": (
        {
            "generate.go": "//go:build ignore\n\npackage main\n\nfunc main() { panic(1) }\n",
            "main.go": _file(
                "main",
                _SERVE,
                """
func main() {
	plugin.Serve(&plugin.ServeOpts{ProviderFunc: example.Provider})
}
""",
            ),
            "example/provider.go": _sdk("example"),
        },
        ["example_sdk"],
    ),
    "a library without main": ({"example/provider.go": _sdk("example")}, ["example_sdk"]),
    "a library without main, by New": (
        {"internal/provider/provider.go": _framework("provider")},
        ["example_framework"],
    ),
    "a main that panics before it serves": (
        {
            "main.go": _file(
                "main",
                _SERVE,
                """
func main() {
	panic("not today")
	plugin.Serve(&plugin.ServeOpts{ProviderFunc: example.Provider})
}
""",
            ),
            "example/provider.go": _sdk("example"),
        },
        ["example_sdk"],
    ),
    "a plugin of something else": (
        {
            "main.go": _file("main", "example.org/other/plugin", "func main() { plugin.Serve(1) }"),
            "example/provider.go": _sdk("example"),
        },
        ["example_sdk"],
    ),
    "resources that init registers": (
        {
            "main.go": _file(
                "main",
                f"{_SERVE} _={M}/widget",
                """
func main() {
	plugin.Serve(&plugin.ServeOpts{ProviderFunc: example.Provider})
}
""",
            ),
            "example/provider.go": _file(
                "example",
                f"{_SDK}/helper/schema {M}/registry",
                "func Provider() *schema.Provider { return &schema.Provider{ResourcesMap: registry.All} }",
            ),
            "registry/registry.go": _file(
                "registry",
                f"{_SDK}/helper/schema",
                """
var All = map[string]*schema.Resource{}

func Register(name string, r *schema.Resource) { All[name] = r }
""",
            ),
            "widget/widget.go": _file(
                "widget",
                f"{_SDK}/helper/schema {M}/registry",
                'func init() { registry.Register("example_registered", &schema.Resource{}) }',
            ),
        },
        ["example_registered"],
    ),
}


@pytest.mark.parametrize(("files", "expected"), SERVED.values(), ids=SERVED)
def test_what_is_served(read_files: Any, files: Mapping[str, str], expected: list[str]) -> None:
    found = read_files(files)

    assert list(found.resources) == expected
    assert [place for place in found.coverage.unresolved if place.address != "provider"] == []


def test_of_two_servers_the_first_that_names_an_entity_has_it(read_files: Any) -> None:
    files, _expected = SERVED["tf5server with a mux of both"]
    twice = {**files, "example/provider.go": _sdk("example", name="example_framework")}

    found = read_files(twice)

    assert {name: entity.era for name, entity in found.resources.items()} == {"example_framework": "sdk-v2"}


def test_before_go_mod(make_tree: Any) -> None:
    own = "github.com/owner/terraform-provider-example"
    tree = make_tree(
        {
            "main.go": _file(
                "main",
                f"github.com/hashicorp/terraform/plugin {own}/example",
                "func main() {\n\tplugin.Serve(&plugin.ServeOpts{ProviderFunc: example.Provider})\n}",
            ),
            "example/provider.go": _sdk("example", prefix="github.com/hashicorp/terraform"),
        }
    )

    found = read_provider(tree)

    assert list(found.resources) == ["example_sdk"]
    assert found.provider == "example"


ENTRYPOINTS = {
    "example.Provider": ["example_sdk"],
    "./example.Provider": ["example_sdk"],
    "/example.Provider": ["example_sdk"],
    "beta/example.Build": ["example_beta"],
    "Root": ["example_root"],
    "internal/provider.New": ["example_framework"],
}


@pytest.mark.parametrize(("entrypoint", "expected"), ENTRYPOINTS.items(), ids=ENTRYPOINTS)
def test_an_entry_point_that_is_given(read_files: Any, entrypoint: str, expected: list[str]) -> None:
    files = {
        "main.go": "package main\n\nfunc main() { panic(1) }\n",
        "root.go": _sdk("main", name="example_root", function="Root"),
        "example/provider.go": _sdk("example"),
        "beta/example/provider.go": _sdk("example", name="example_beta", function="Build"),
        "internal/provider/provider.go": _framework("provider"),
    }

    assert list(read_files(files, entrypoint=entrypoint).resources) == expected


NOTHING = {
    # files, options: what the sentence says
    "no Go": ({"README.md": "# nothing\n", "go.mod": f"module {M}\n"}, {}, r"^The tree at v1\.0\.0 holds no Go source"),
    "nothing but tests": ({"a_test.go": "package a\n"}, {}, r"(holds no Go source|No provider was found)"),
    "no provider": (
        {
            "main.go": """
package main

func main() {}
"""
        },
        {},
        r"^No provider was found at v1\.0\.0: .*entrypoint",
    ),
    "a broken main": (
        {"main.go": "package main\n\nfunc main() {\n\tplugin.Serve(\n}\n"},
        {},
        r"^main\.go:[3-5] at v1\.0\.0 does not parse as Go",
    ),
    "an entry point that is not there": (
        {"example/provider.go": _sdk("example")},
        {"entrypoint": "example.Nothing"},
        r"^The entry point example\.Nothing at v1\.0\.0 does not lead to a provider",
    ),
    "an entry point in no folder": (
        {"example/provider.go": _sdk("example")},
        {"entrypoint": "nowhere.Provider"},
        r"^The entry point nowhere\.Provider at v1\.0\.0 does not lead to a provider",
    ),
    "an entry point that is no function": (
        {"example/provider.go": "package example\n\nvar Provider = 1\n"},
        {"entrypoint": "example.Provider"},
        r"^The entry point example\.Provider at v1\.0\.0 does not lead to a provider",
    ),
    "an entry point without a name": (
        {"example/provider.go": _sdk("example")},
        {"entrypoint": "example."},
        r"^The entry point example\. at v1\.0\.0 does not lead to a provider",
    ),
    "a constructor that panics": (
        {"example/provider.go": _sdk("example").replace("return &schema", 'panic("no")\n\treturn &schema')},
        {},
        r"^No provider was found",
    ),
}


@pytest.mark.parametrize(("files", "options", "sentence"), NOTHING.values(), ids=NOTHING)
def test_without_a_provider_one_sentence_says_what_to_do(
    read_files: Any, files: Mapping[str, str], options: Any, sentence: str
) -> None:
    with pytest.raises(IncompleteError, match=sentence) as caught:
        read_files(files, **options)

    assert "\n" not in str(caught.value)
    assert caught.value.exit_code == 3


def test_the_ref_that_is_given_is_named(read_files: Any) -> None:
    with pytest.raises(IncompleteError, match=r"at v9\.9\.9"):
        read_files({"README.md": "x"}, ref="v9.9.9")
