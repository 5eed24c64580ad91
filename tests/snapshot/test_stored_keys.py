"""What is read of upgrade functions: the keys that they take, set, drop, rename, and take for granted."""

from __future__ import annotations

from typing import Any

import pytest

from release_check.model import StoredKeys

_MORE = """
const key = "size"

var keys = []string{"size", "name"}

func widgetV0() *schema.Resource { return &schema.Resource{Schema: map[string]*schema.Schema{}} }

func rename(state map[string]any) {
	state["length"] = state["size"]
	delete(state, "size")
}

func checked(value any) string {
	text, ok := value.(string)
	if !ok {
		return ""
	}
	return text
}

func unchecked(value any) string { return value.(string) }

type reader struct{}

func (reader) tags(state map[string]any) []any { return state["tags"].([]any) }

func again(state map[string]any) map[string]any {
	delete(state, "name")
	return again(state)
}

func upgrade(ctx context.Context, raw map[string]any, meta any) (map[string]any, error) {
	BODY
	return raw, nil
}
"""

BODIES: dict[str, tuple[str, dict[str, Any]]] = {
    "nothing": ("", {}),
    "taken": ('use(raw["name"])', {"takes": ("name",)}),
    "set": ('raw["name"] = "x"', {"sets": ("name",)}),
    "dropped": ('delete(raw, "name")', {"drops": ("name",)}),
    "renamed": (
        'raw["length"] = raw["size"]\n\tdelete(raw, "size")',
        {"takes": ("size",), "sets": ("length",), "drops": ("size",), "renames": (("size", "length"),)},
    ),
    "renamed through a variable": (
        'if v, ok := raw["size"]; ok {\n\t\traw["length"] = v\n\t\tdelete(raw, "size")\n\t}',
        {"takes": ("size",), "sets": ("length",), "drops": ("size",), "renames": (("size", "length"),)},
    ),
    "renamed in a function of its own": (
        "rename(raw)",
        {"takes": ("size",), "sets": ("length",), "drops": ("size",), "renames": (("size", "length"),)},
    ),
    "worked out from another that stays": (
        'raw["length"] = raw["size"]',
        {"takes": ("size",), "sets": ("length",)},
    ),
    "a key that is a constant": ("delete(raw, key)", {"drops": ("size",)}),
    "keys that a loop goes through": (
        "for _, one := range keys {\n\t\tdelete(raw, one)\n\t}",
        {"drops": ("name", "size")},
    ),
    "keys that are not known": ("for one := range raw {\n\t\tdelete(raw, one)\n\t}", {"whole": False}),
    "the map under another name": ('state := raw\n\tdelete(state, "name")', {"drops": ("name",)}),
    "a map that is not the state": ('other := map[string]any{}\n\tother["name"] = 1', {}),
    "handed to the outside": ("outside.Change(raw)", {"whole": False}),
    "shown to a log": ('log.Printf("%v", raw)', {}),
    "a function that calls itself": ("raw = again(raw)", {"drops": ("name",)}),
    "a function written in place": (
        'drop := func(state map[string]any) { delete(state, "name") }\n\tdrop(raw)',
        {"drops": ("name",)},
    ),
    # values taken for one of some type
    "asserted": ('use(raw["name"].(string))', {"takes": ("name",), "asserts": ("name",)}),
    "asserted with two results": ('name, ok := raw["name"].(string)\n\tuse(name, ok)', {"takes": ("name",)}),
    "asserted with two results in an if": (
        'if name, ok := raw["name"].(string); ok {\n\t\tuse(name)\n\t}',
        {"takes": ("name",)},
    ),
    "asserted after a look": (
        'if v, ok := raw["name"]; ok {\n\t\tuse(v.(string))\n\t}',
        {"takes": ("name",)},
    ),
    "asserted after a way out": (
        'v, ok := raw["name"]\n\tif !ok {\n\t\treturn raw, nil\n\t}\n\tuse(v.(string))',
        {"takes": ("name",)},
    ),
    "asserted after a look at another": (
        'if v, ok := raw["name"]; ok {\n\t\tuse(v, raw["size"].(int))\n\t}',
        {"takes": ("name", "size"), "asserts": ("size",)},
    ),
    "asserted where it is not nil": (
        'if raw["name"] != nil && raw["name"].(string) != "" {\n\t\tuse()\n\t}',
        {"takes": ("name",)},
    ),
    "asserted beside a look that comes too late": (
        'if raw["name"].(string) != "" && raw["name"] != nil {\n\t\tuse()\n\t}',
        {"takes": ("name",), "asserts": ("name",)},
    ),
    "asserted after it was set": (
        'raw["name"] = "x"\n\tuse(raw["name"].(string))',
        {"takes": ("name",), "sets": ("name",)},
    ),
    "asserted through a variable": (
        'v := raw["name"]\n\tuse(v.(string))',
        {"takes": ("name",), "asserts": ("name",)},
    ),
    "asserted by a function": ('use(unchecked(raw["name"]))', {"takes": ("name",), "asserts": ("name",)}),
    "checked by a function": ('use(checked(raw["name"]))', {"takes": ("name",)}),
    "asserted by a method": ("use(reader{}.tags(raw))", {"whole": False}),
    "a switch on the type": (
        'switch v := raw["name"].(type) {\n\tcase string:\n\t\tuse(v)\n\t}',
        {"takes": ("name",)},
    ),
    "the id, which state always has": ('use(raw["id"].(string))', {"takes": ("id",)}),
    # what is nested
    "elements of a list": (
        'for _, one := range raw["disks"].([]any) {\n\t\tdisk := one.(map[string]any)\n\t\tdelete(disk, "size")\n\t}',
        {"takes": ("disks",), "drops": ("disks.size",), "asserts": ("disks",)},
    ),
    "an element by its position": (
        'disks, _ := raw["disks"].([]any)\n\tdisk := disks[0].(map[string]any)\n\tuse(disk["size"].(int))',
        {"takes": ("disks", "disks.size"), "asserts": ("disks.size",)},
    ),
    "a key in an object": (
        'disk, ok := raw["disk"].(map[string]any)\n\tif ok {\n\t\tdisk["id"] = disk["name"]\n\t}',
        {"takes": ("disk", "disk.name"), "sets": ("disk.id",)},
    ),
}


@pytest.mark.parametrize(("body", "expected"), BODIES.values(), ids=BODIES)
def test_stored_keys(sdk_resource: Any, body: str, expected: dict[str, Any]) -> None:
    row = "{Type: widgetV0().CoreConfigSchema().ImpliedType(), Upgrade: upgrade, Version: 0}"
    resource = f"SchemaVersion: 1, StateUpgraders: []schema.StateUpgrader{{{row}}},"
    (found,) = sdk_resource(resource, _MORE.replace("BODY", body)).upgraders
    assert found.keys == StoredKeys(**expected)


def test_stored_keys_of_migrate_state(sdk_resource: Any) -> None:
    more = """
func migrate(v int, is *terraform.InstanceState, meta any) (*terraform.InstanceState, error) {
	switch v {
	case 0:
		return migrateV0toV1(is)
	default:
		return is, fmt.Errorf("unexpected %d", v)
	}
}

func migrateV0toV1(is *terraform.InstanceState) (*terraform.InstanceState, error) {
	if is.Attributes["name"] != "" {
		is.Attributes["fqdn"] = is.Attributes["name"]
		delete(is.Attributes, "name")
	}
	return is, nil
}
"""
    migration = sdk_resource("SchemaVersion: 1, MigrateState: migrate,", more).migration
    renamed = (("name", "fqdn"),)
    assert migration.keys == StoredKeys(takes=("name",), sets=("fqdn",), drops=("name",), renames=renamed)
