"""Readers of functions take turns at what they share, and none of them shows."""

from __future__ import annotations

from typing import Any

from release_check.golang import program
from release_check.snapshot.code import CodeReader

_FILES = {
    "go.mod": "module example.com/x\n\nrequire github.com/hashicorp/terraform-plugin-sdk/v2 v2.24.1\n",
    "main.go": """package main

import (
	"github.com/hashicorp/terraform-plugin-sdk/v2/plugin"

	"example.com/x/example"
)

func main() { plugin.Serve(&plugin.ServeOpts{ProviderFunc: example.Provider}) }
""",
    "example/provider.go": """package example

import "github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"

func Provider() *schema.Provider {
	return &schema.Provider{ResourcesMap: map[string]*schema.Resource{
		"example_disk":   disk(),
		"example_widget": widget(),
	}}
}

func disk() *schema.Resource { return &schema.Resource{Create: createDisk} }

func createDisk(d *schema.ResourceData, meta interface{}) error {
	d.Get("always")
	return nil
}
""",
}


def _at(name: str) -> dict[str, str]:
    widget = f"""package example

import "github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"

func widget() *schema.Resource {{ return &schema.Resource{{Create: createWidget}} }}

func createWidget(d *schema.ResourceData, meta interface{{}}) error {{
	d.Get("{name}")
	return nil
}}
"""
    return {**_FILES, "example/widget.go": widget}


def _gotten(reader: CodeReader, entity_type: str) -> set[str]:
    found = reader.of("resource", entity_type)
    assert found is not None
    return set(found.bodies["create"].gets)


def test_readers_that_take_turns_read_each_its_own_ref(make_tree: Any) -> None:
    readers = {name: CodeReader(make_tree(_at(name))) for name in ("a", "b", "c", "d")}
    for name, reader in readers.items():
        assert _gotten(reader, "example_widget") == {name}
    # what they had in common was given on to the next, so that these begin anew
    for name, reader in reversed(readers.items()):
        assert _gotten(reader, "example_disk") == {"always"}
        assert _gotten(reader, "example_widget") == {name}


def test_what_two_refs_have_in_common_is_split_once(make_tree: Any, monkeypatch: Any) -> None:
    split: list[bytes] = []
    monkeypatch.setattr(program, "split", lambda text, own=program.split: split.append(text) or own(text))
    for name in ("once-a", "once-b", "once-c"):
        assert _gotten(CodeReader(make_tree(_at(name))), "example_widget") == {name}
    assert sum(b"createDisk(d" in text for text in split) <= 1
    assert sum(b"createWidget(d" in text for text in split) == 3
