"""One ref to one snapshot: what is asked for, the environment, broken files, names, and the same answer every time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import msgspec
import pytest

from release_check.model import Provider, Unresolved
from release_check.snapshot import provider_name, read_provider
from release_check.snapshot.dependencies import module_versions

_SDK = "github.com/hashicorp/terraform-plugin-sdk/v2"

PROVIDER = {
    "main.go": f"""package main

import (
	"{_SDK}/helper/schema"
	"{_SDK}/plugin"

	"example.com/terraform-provider-example/disk"
	"example.com/terraform-provider-example/features"
)

func main() {{
	plugin.Serve(&plugin.ServeOpts{{ProviderFunc: Provider}})
}}

func Provider() *schema.Provider {{
	p := &schema.Provider{{
		Schema: map[string]*schema.Schema{{"region": {{Type: schema.TypeString, Required: true}}}},
		ResourcesMap: map[string]*schema.Resource{{
			"example_disk":   disk.Resource(),
			"example_widget": widget(),
		}},
		DataSourcesMap: map[string]*schema.Resource{{"example_disk": disk.DataSource()}},
	}}
	if features.NextMajor() {{
		delete(p.ResourcesMap, "example_widget")
	}}
	return p
}}

func widget() *schema.Resource {{
	return &schema.Resource{{Schema: map[string]*schema.Schema{{"size": {{Type: schema.TypeInt, Optional: true}}}}}}
}}
""",
    "features/features.go": """package features

import (
	"os"
	"strings"
)

func NextMajor() bool { return strings.EqualFold(os.Getenv("EXAMPLE_NEXT_MAJOR"), "true") }
""",
    "disk/disk.go": f"""package disk

import (
	"{_SDK}/helper/schema"

	"example.com/terraform-provider-example/features"
)

func Resource() *schema.Resource {{
	r := &schema.Resource{{Schema: map[string]*schema.Schema{{
		"name": {{Type: schema.TypeString, Required: true}},
		"kind": {{Type: schema.TypeString, Optional: true, Default: kind}},
	}}}}
	if !features.NextMajor() {{
		r.Schema["legacy"] = &schema.Schema{{Type: schema.TypeBool, Optional: true, Deprecated: "going"}}
	}}
	return r
}}
""",
    "disk/data_source.go": f"""package disk

import "{_SDK}/helper/schema"

const kind = "ssd"

func DataSource() *schema.Resource {{
	return &schema.Resource{{Schema: map[string]*schema.Schema{{"name": {{Type: schema.TypeString, Required: true}}}}}}
}}
""",
}


# What is asked for ----------------------------------------------------------------------------------------------------

ONLY = {
    "one resource": ({("resource", "example_widget")}, ["resource/example_widget"]),
    "one data source": ({("data-source", "example_disk")}, ["data-source/example_disk"]),
    "two of two kinds": (
        {("resource", "example_disk"), ("data-source", "example_disk")},
        ["resource/example_disk", "data-source/example_disk"],
    ),
    "one that is not there": ({("resource", "example_nothing")}, []),
    "one that is there as another kind": ({("data-source", "example_widget")}, []),
    "none": (set(), []),
}


@pytest.mark.parametrize(("only", "expected"), ONLY.values(), ids=[f"only {name}" for name in ONLY])
def test_only_what_is_asked_for_is_read(read_files: Any, only: Any, expected: list[str]) -> None:
    found = read_files(PROVIDER, only=only)

    assert [f"{kind}/{name}" for kind, name, _entity in found.entities() if name] == expected
    assert found.provider_config.attrs == {}


def test_only_the_configuration(read_files: Any) -> None:
    found = read_files(PROVIDER, only={("provider", "")})

    assert list(found.provider_config.attrs) == ["region"]
    assert found.coverage.entities == 0


def test_what_is_asked_for_is_as_in_the_whole(read_files: Any) -> None:
    whole = read_files(PROVIDER)

    for kind, name, entity in whole.entities():
        assert read_files(PROVIDER, only={(kind, name)}).entity(kind, name) == entity


# The environment ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environment", "resources", "attributes"),
    [
        ({}, ["example_disk", "example_widget"], ["kind", "legacy", "name"]),
        ({"EXAMPLE_NEXT_MAJOR": "true"}, ["example_disk"], ["kind", "name"]),
        ({"EXAMPLE_NEXT_MAJOR": "false"}, ["example_disk", "example_widget"], ["kind", "legacy", "name"]),
        ({"EXAMPLE_OTHER": "true"}, ["example_disk", "example_widget"], ["kind", "legacy", "name"]),
    ],
)
def test_switches_of_the_environment(
    read_files: Any, environment: dict[str, str], resources: list[str], attributes: list[str]
) -> None:
    found = read_files(PROVIDER, environment=environment)

    assert list(found.resources) == resources
    assert sorted(found.resources["example_disk"].attrs) == attributes


def test_the_environment_of_this_process_does_not_matter(read_files: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    before = read_files(PROVIDER)

    monkeypatch.setenv("EXAMPLE_NEXT_MAJOR", "true")

    assert read_files(PROVIDER) == before


# Broken files ---------------------------------------------------------------------------------------------------------


def test_go_that_does_not_parse_costs_what_it_holds(read_files: Any) -> None:
    whole = read_files(PROVIDER)
    broken = {
        **PROVIDER,
        "disk/data_source.go": PROVIDER["disk/data_source.go"].replace("Required: true", "Required: "),
    }

    found = read_files(broken)

    assert found.resources == whole.resources
    assert found.data_sources["example_disk"].unknown == ("attrs",)
    assert Unresolved("file", "disk/data_source.go", "disk/data_source.go", 7, "Go that does not parse") in (
        msgspec.structs.replace(place, line=7) for place in found.coverage.unresolved if place.address == "file"
    )


def test_a_constant_in_a_broken_declaration_is_unknown(read_files: Any) -> None:
    broken = {**PROVIDER, "disk/data_source.go": PROVIDER["disk/data_source.go"].replace('"ssd"', '"ssd" +')}

    attrs = read_files(broken).resources["example_disk"].attrs

    assert attrs["kind"].unknown == ("default",)
    assert attrs["name"].required


def test_a_broken_file_that_no_schema_needs_is_no_matter(read_files: Any) -> None:
    found = read_files({**PROVIDER, "tools/gen/x.go": "package gen\n\nfunc f( {\n"})

    assert found.coverage.unresolved == ()


@pytest.mark.parametrize(
    "junk", [b"\0\0\0", b"\xff\xfe", b"", b"package", b"package main\nfunc other() {", b"<<<<<<< HEAD\n"]
)
def test_a_file_that_is_no_go_is_no_crash(read_files: Any, junk: bytes) -> None:
    found = read_files({**PROVIDER, "junk.go": junk, "disk/junk.go": junk})

    assert list(found.resources) == ["example_disk", "example_widget"]


def test_a_go_mod_that_is_none_is_no_crash(read_files: Any) -> None:
    found = read_files(
        {
            "go.mod": b"\xff\0module\n",
            "main.go": PROVIDER["main.go"].split("import (")[0]
            + f'import (\n\t"{_SDK}/helper/schema"\n\t"{_SDK}/plugin"\n)\n\n'
            + "func main() {\n\tplugin.Serve(&plugin.ServeOpts{ProviderFunc: func() *schema.Provider {\n"
            + '\t\treturn &schema.Provider{ResourcesMap: map[string]*schema.Resource{"example_a": {}}}\n\t}})\n}\n',
        }
    )

    assert list(found.resources) == ["example_a"]


VENDOR = {
    "empty": b"",
    "a list": b"[]",
    "no text": b"\xff",
    "packages that are no list": b'{"package": 1}',
    "packages that are no objects": b'{"package": [1, "a", null]}',
    "packages without path and version": b'{"package": [{"path": 2}, {}]}',
}


@pytest.mark.parametrize("text", VENDOR.values(), ids=[f"vendor.json: {name}" for name in VENDOR])
def test_a_vendor_json_that_is_none_is_no_crash(make_tree: Any, text: bytes) -> None:
    assert module_versions(make_tree({"vendor/vendor.json": text})) == {}


# Names ----------------------------------------------------------------------------------------------------------------

NAMES = {
    "the module": ({"go.mod": "module github.com/owner/terraform-provider-example\n"}, "example"),
    "the module of a later major": ({"go.mod": "module github.com/owner/terraform-provider-example/v3\n"}, "example"),
    "a name with dashes": ({"go.mod": "module github.com/owner/terraform-provider-my-cloud\n"}, "my-cloud"),
    "what main imports": (
        {"main.go": 'package main\n\nimport "github.com/owner/terraform-provider-example/example"\n'},
        "example",
    ),
    "the module before what main imports": (
        {
            "go.mod": "module github.com/owner/terraform-provider-one\n",
            "main.go": 'package main\n\nimport "github.com/owner/terraform-provider-two/x"\n',
        },
        "one",
    ),
    "what a module requires is not its name": (
        {"go.mod": "module example.com/other\n\nrequire github.com/owner/terraform-provider-two v1.0.0\n"},
        "",
    ),
    "nobody says": ({"go.mod": "module example.com/other\n"}, ""),
    "nothing there": ({}, ""),
}


@pytest.mark.parametrize(("files", "expected"), NAMES.values(), ids=[f"name by {name}" for name in NAMES])
def test_the_providers_name(make_tree: Any, files: dict[str, str], expected: str) -> None:
    assert provider_name(make_tree(files)) == expected


def test_a_name_that_is_given_goes_before(read_files: Any) -> None:
    assert read_files(PROVIDER, name="given").provider == "given"
    assert read_files(PROVIDER).provider == "example"


def test_ref_and_commit_come_from_the_tree(read_files: Any) -> None:
    found = read_files(PROVIDER)

    assert (found.ref, found.commit) == ("v1.0.0", "0123456789abcdef0123456789abcdef01234567")
    assert read_files(PROVIDER, ref="main").ref == "main"


# The same answer ------------------------------------------------------------------------------------------------------


def test_the_order_of_files_does_not_matter(read_files: Any) -> None:
    backwards = dict(reversed(PROVIDER.items()))

    assert msgspec.json.encode(read_files(backwards)) == msgspec.json.encode(read_files(PROVIDER))


_SCRIPT = """
import hashlib, json, sys
import msgspec
from release_check.snapshot import read_provider

class Tree:
    ref, commit = "v1.0.0", "0" * 40

    def __init__(self, texts):
        self.texts = texts
        self.files = {path: hashlib.sha1(text.encode()).hexdigest() for path, text in texts.items()}

    def read(self, path):
        return self.texts[path].encode()

    def read_many(self, paths, *, skip_absent=False):
        return {path: self.read(path) for path in paths}

sys.stdout.buffer.write(msgspec.json.encode(read_provider(Tree(json.load(sys.stdin)))))
"""


def test_every_process_gives_the_same_bytes() -> None:
    """Sets are in another order in each."""
    files = {"go.mod": "module example.com/terraform-provider-example\n", **PROVIDER}
    texts = {
        subprocess.run(
            [sys.executable, "-c", _SCRIPT],
            input=json.dumps(files).encode(),
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }

    assert len(texts) == 1
    assert b"example_widget" in texts.pop()


def test_entities_are_known_by_their_registered_names(read_files: Any, facts: Any) -> None:
    """Neither a function's new name nor a file's new place makes another entity."""
    files = {path: text.replace("widget()", "gadgetResource()") for path, text in PROVIDER.items()}
    moved = {**files, "volumes/volume.go": files["disk/disk.go"], "volumes/source.go": files["disk/data_source.go"]}
    del moved["disk/disk.go"], moved["disk/data_source.go"]
    moved = {path: text.replace("disk.", "volumes.").replace("/disk", "/volumes") for path, text in moved.items()}
    moved = {path: text.replace("package disk", "package volumes") for path, text in moved.items()}

    assert facts(read_files(moved)) == facts(read_files(PROVIDER))


def test_what_a_partial_clone_lacks_costs_what_it_holds(make_tree: Any) -> None:
    files = {"go.mod": "module example.com/terraform-provider-example\n", **PROVIDER}
    tree = make_tree(files)
    lacking = make_tree({path: text for path, text in files.items() if path != "disk/data_source.go"})
    lacking.files["disk/data_source.go"] = tree.files["disk/data_source.go"]

    found = read_provider(lacking)

    assert found.resources["example_widget"] == read_provider(tree).resources["example_widget"]
    assert found.resources["example_disk"].attrs["kind"].unknown == ("default",)
    assert found.data_sources["example_disk"].unknown == ("attrs",)


def test_deeply_nested_helpers_are_read_whole(read_files: Any) -> None:
    """Dashboards made of widgets in groups of widgets; each level calls the one below twice."""
    main = (
        PROVIDER["main.go"].split("import (")[0]
        + f"""import (
	"{_SDK}/helper/schema"
	"{_SDK}/plugin"
)

func main() {{
	plugin.Serve(&plugin.ServeOpts{{ProviderFunc: func() *schema.Provider {{
		return &schema.Provider{{ResourcesMap: map[string]*schema.Resource{{"example_board": level(10)}}}}
	}}}})
}}

func level(n int) *schema.Resource {{
	all := map[string]*schema.Schema{{"title": {{Type: schema.TypeString, Optional: true}}}}
	if n > 0 {{
		for _, side := range []string{{"left", "right"}} {{
			all[side] = &schema.Schema{{Type: schema.TypeList, Optional: true, Elem: level(n - 1)}}
		}}
	}}
	return &schema.Resource{{Schema: all}}
}}
"""
    )

    found = read_files({"main.go": main})

    assert found.coverage.attributes == 2**11 - 1 + 2**11 - 2
    assert found.coverage.unresolved == ()


def test_entities_and_unresolved_places_are_sorted(read_files: Any) -> None:
    text = PROVIDER["main.go"].replace(
        '"example_widget": widget(),', '"example_widget": widget(), "example_a": nowhere(), "example_z": nowhere(),'
    )

    found = read_files({**PROVIDER, "main.go": text})

    assert list(found.resources) == sorted(found.resources)
    assert list(found.coverage.unresolved) == sorted(found.coverage.unresolved)
    assert [place.address for place in found.coverage.unresolved] == ["resource/example_a", "resource/example_z"]


def test_a_snapshot_survives_json(read_files: Any) -> None:
    found = read_files(PROVIDER)

    assert msgspec.json.decode(msgspec.json.encode(found), type=Provider) == found
