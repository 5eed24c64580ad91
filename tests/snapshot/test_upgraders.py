"""State upgraders and MigrateState: what is read of each, and that their places move with their source."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from release_check.model import Attribute, Entity, Migration, MigrationCase, Mover, StoredKeys, TypedBy, Upgrader

_SAVED = """
func widgetV0() *schema.Resource {
	return &schema.Resource{
		Schema: map[string]*schema.Schema{
			"name": {Type: schema.TypeString, Required: true, ForceNew: true, ValidateFunc: outside.Check},
			"disk": {Type: schema.TypeSet, Optional: true, Elem: &schema.Resource{Schema: map[string]*schema.Schema{
				"size": {Type: schema.TypeInt, Optional: true},
			}}},
			"tags": {Type: schema.TypeList, Computed: true, Elem: &schema.Schema{Type: schema.TypeString}},
		},
	}
}

func whole() *schema.Resource {
	return &schema.Resource{Schema: map[string]*schema.Schema{}, SchemaVersion: 1, Read: read}
}

func read(d *schema.ResourceData, meta any) error { return nil }

func upgradeV0(ctx context.Context, raw map[string]any, meta any) (map[string]any, error) {
	raw["name"] = raw["name"].(string) + "."
	return raw, nil
}

type upgrade struct{}

func (upgrade) Schema() map[string]*schema.Schema { return widgetV0().Schema }

func made() *schema.Resource { return &schema.Resource{Schema: upgrade{}.Schema()} }

func upgradeOf(key string) schema.StateUpgradeFunc {
	return func(ctx context.Context, raw map[string]any, meta any) (map[string]any, error) {
		delete(raw, key)
		return raw, nil
	}
}

func logged(upgrade schema.StateUpgradeFunc) schema.StateUpgradeFunc {
	return func(ctx context.Context, raw map[string]any, meta any) (map[string]any, error) {
		log.Printf("upgrading %v", raw)
		return upgrade(ctx, raw, meta)
	}
}

func (upgrade) Upgrade() schema.StateUpgradeFunc {
	return func(ctx context.Context, raw map[string]any, meta any) (map[string]any, error) { return raw, nil }
}
"""
_NAME = StoredKeys(takes=("name",), sets=("name",), asserts=("name",))
_SHAPES = {
    "name": Attribute(type="string"),
    "disk": Attribute(type="set", block=True, attrs={"size": Attribute(type="int")}),
    "tags": Attribute(type="list", elem=Attribute(type="string")),
}


def _plain(attrs: Any) -> Any:
    if attrs is None:
        return None
    return {
        name: msgspec.structs.replace(
            one,
            source=None,
            attrs=_plain(one.attrs),
            elem=_plain({"e": one.elem})["e"] if one.elem is not None else None,
        )
        for name, one in attrs.items()
    }


UPGRADERS = {
    "by the book": (
        "{Type: widgetV0().CoreConfigSchema().ImpliedType(), Upgrade: upgradeV0, Version: 0}",
        Upgrader(version=0, function="upgradeV0", keys=_NAME, saved=_SHAPES),
    ),
    "without a version": (
        "{Type: widgetV0().CoreConfigSchema().ImpliedType(), Upgrade: upgradeV0}",
        Upgrader(version=0, numbered=False, function="upgradeV0", keys=_NAME, saved=_SHAPES),
    ),
    "without a type": (
        "{Upgrade: upgradeV0, Version: 0}",
        Upgrader(version=0, typed=TypedBy.NONE, function="upgradeV0", keys=_NAME),
    ),
    "without a function": (
        "{Type: widgetV0().CoreConfigSchema().ImpliedType(), Version: 1}",
        Upgrader(version=1, upgrades=False, saved=_SHAPES),
    ),
    "a type from outside": (
        "{Type: outside.Type(), Upgrade: upgradeV0, Version: 0}",
        Upgrader(version=0, typed=TypedBy.UNKNOWN, function="upgradeV0", keys=_NAME),
    ),
    "a resource that carries more": (
        "{Type: whole().CoreConfigSchema().ImpliedType(), Upgrade: upgradeV0, Version: 0}",
        Upgrader(version=0, function="upgradeV0", keys=_NAME, saved={}, extra=("Read", "SchemaVersion")),
    ),
    "made by methods": (
        "{Type: made().CoreConfigSchema().ImpliedType(), Upgrade: upgrade{}.Upgrade(), Version: 0}",
        Upgrader(version=0, function="upgrade.Upgrade", keys=StoredKeys(), saved=_SHAPES),
    ),
    "made by a function": (
        '{Type: made().CoreConfigSchema().ImpliedType(), Upgrade: upgradeOf("name"), Version: 0}',
        Upgrader(version=0, function="upgradeOf", keys=StoredKeys(drops=("name",)), saved=_SHAPES),
    ),
    "wrapped": (
        "{Type: made().CoreConfigSchema().ImpliedType(), Upgrade: logged(upgradeV0), Version: 0}",
        Upgrader(version=0, function="upgradeV0", keys=_NAME, saved=_SHAPES),
    ),
    "written in place, with a call alone": (
        """{
            Type: made().CoreConfigSchema().ImpliedType(), Version: 0,
            Upgrade: func(ctx context.Context, raw map[string]any, meta any) (map[string]any, error) {
                return upgradeV0(ctx, raw, meta)
            },
        }""",
        Upgrader(version=0, function="upgradeV0", keys=_NAME, saved=_SHAPES),
    ),
    "written in place": (
        """{
            Type: made().CoreConfigSchema().ImpliedType(), Version: 0,
            Upgrade: func(ctx context.Context, raw map[string]any, meta any) (map[string]any, error) {
                delete(raw, "name")
                return raw, nil
            },
        }""",
        Upgrader(version=0, keys=StoredKeys(drops=("name",)), saved=_SHAPES),
    ),
}


@pytest.mark.parametrize(("written", "expected"), UPGRADERS.values(), ids=UPGRADERS)
def test_an_upgrader(sdk_resource: Any, written: str, expected: Upgrader) -> None:
    entity: Entity = sdk_resource(f"SchemaVersion: 2, StateUpgraders: []schema.StateUpgrader{{{written}}},", _SAVED)
    (found,) = entity.upgraders
    assert found.source is not None
    assert msgspec.structs.replace(found, source=None, saved=_plain(found.saved)) == expected


def test_an_upgrader_from_a_list_that_a_function_makes_stands_where_its_own_function_does(sdk_resource: Any) -> None:
    more = (
        _SAVED
        + """
type step interface {
	Schema() map[string]*schema.Schema
	Upgrade() schema.StateUpgradeFunc
}

func steps(all map[int]step) []schema.StateUpgrader {
	found := make([]schema.StateUpgrader, 0)
	for version, one := range all {
		saved := schema.Resource{Schema: one.Schema()}
		found = append(found, schema.StateUpgrader{
			Type: saved.CoreConfigSchema().ImpliedType(), Version: version,
			Upgrade: func(ctx context.Context, raw map[string]any, meta any) (map[string]any, error) {
				return one.Upgrade()(ctx, raw, meta)
			},
		})
	}
	return found
}

type moved struct{}

func (moved) Schema() map[string]*schema.Schema { return widgetV0().Schema }

func (moved) Upgrade() schema.StateUpgradeFunc {
	return func(ctx context.Context, raw map[string]any, meta any) (map[string]any, error) { // this one
		raw["name"] = raw["disk"]
		return raw, nil
	}
}
"""
    )
    resource = "SchemaVersion: 1, StateUpgraders: steps(map[int]step{0: moved{}}),"
    (found,) = sdk_resource(resource, more).upgraders
    assert (found.function, found.keys) == ("moved.Upgrade", StoredKeys(takes=("disk",), sets=("name",)))
    assert found.source.line > more[: more.index("// this one")].count("\n")


def test_a_saved_schema_is_no_part_of_what_was_read_of_the_provider(read_files: Any, sdk_files: Any) -> None:
    resource = """SchemaVersion: 1, StateUpgraders: []schema.StateUpgrader{
        {Type: odd().CoreConfigSchema().ImpliedType()},
    },"""
    odd = """
func odd() *schema.Resource {
	return &schema.Resource{Schema: map[string]*schema.Schema{"a": outside.Schema()}}
}
"""
    provider = read_files(sdk_files(resource, odd))
    assert (provider.coverage.attributes, provider.coverage.unknown) == (0, 0)
    saved = provider.resources["example_widget"].upgraders[0].saved
    assert "type" in saved["a"].unknown


def test_upgraders_keep_the_order_in_which_they_are_listed(sdk_resource: Any) -> None:
    row = "{Type: widgetV0().CoreConfigSchema().ImpliedType(), Upgrade: upgradeV0, Version: %d}"
    listed = f"{row % 1}, {row % 0}"
    entity = sdk_resource(f"SchemaVersion: 2, StateUpgraders: []schema.StateUpgrader{{{listed}}},", _SAVED)
    assert [one.version for one in entity.upgraders] == [1, 0]
    assert entity.state_upgraders == (0, 1)


_ERROR = '\n\tdefault:\n\t\treturn s, fmt.Errorf("unexpected %d", v)\n\t}'
MIGRATIONS = {
    "one step": (
        "switch v {\n\tcase 0:\n\t\treturn stepV0toV1(s)" + _ERROR,
        Migration(cases=(MigrationCase(0, 1),)),
    ),
    "fallthrough": (
        "switch v {\n\tcase 0:\n\t\ts, err = stepV0toV1(s)\n\t\tfallthrough\n\tcase 1:\n\t\treturn stepV1toV2(s)"
        + _ERROR,
        Migration(cases=(MigrationCase(0, 2), MigrationCase(1, 2))),
    ),
    "no fallthrough": (
        "switch v {\n\tcase 0:\n\t\treturn stepV0toV1(s)\n\tcase 1:\n\t\treturn stepV1toV2(s)" + _ERROR,
        Migration(cases=(MigrationCase(0, 1), MigrationCase(1, 2))),
    ),
    "steps called one after the other": (
        "switch v {\n\tcase 0:\n\t\ts, err = stepV0toV1(s)\n\t\ts, err = stepV1toV2(s)\n\t\treturn s, err" + _ERROR,
        Migration(cases=(MigrationCase(0, 2),)),
    ),
    "several versions at once": (
        "switch v {\n\tcase 0, first:\n\t\treturn stepV1toV2(s)" + _ERROR,
        Migration(cases=(MigrationCase(0, 2), MigrationCase(1, 2))),
    ),
    "a step whose name does not tell": (
        "switch v {\n\tcase 0:\n\t\treturn step(s)" + _ERROR,
        Migration(cases=(MigrationCase(0),)),
    ),
    "what is not known passes": (
        "switch v {\n\tcase 0:\n\t\treturn stepV0toV1(s)\n\t}\n\treturn s, nil",
        Migration(cases=(MigrationCase(0, 1),), refuses=False),
    ),
    "an error after the switch": (
        'switch v {\n\tcase 0:\n\t\treturn stepV0toV1(s)\n\t}\n\treturn s, errors.New("unexpected")',
        Migration(cases=(MigrationCase(0, 1),)),
    ),
    "no switch": ("return s, nil", Migration(total=True)),
    "a case that is not known": (
        "switch v {\n\tcase outside.Version:\n\t\treturn stepV0toV1(s)" + _ERROR,
        Migration(total=True),
    ),
}
_STEPS = """
const first = 1

func step(s *terraform.InstanceState) (*terraform.InstanceState, error) { return s, nil }

func stepV0toV1(s *terraform.InstanceState) (*terraform.InstanceState, error) { return s, nil }

func stepV1toV2(s *terraform.InstanceState) (*terraform.InstanceState, error) { return s, nil }

func migrate(v int, s *terraform.InstanceState, meta any) (*terraform.InstanceState, error) {
	BODY
}
"""


@pytest.mark.parametrize(("body", "expected"), MIGRATIONS.values(), ids=MIGRATIONS)
def test_migrate_state(sdk_resource: Any, body: str, expected: Migration) -> None:
    entity: Entity = sdk_resource("SchemaVersion: 2, MigrateState: migrate,", _STEPS.replace("BODY", body))
    assert entity.migrate_state
    assert entity.migration is not None
    assert entity.migration.source is not None
    assert entity.migration.function == "migrate"
    assert msgspec.structs.replace(entity.migration, source=None, function="", keys=None) == expected


def test_a_migrate_state_from_outside_may_take_everything(sdk_resource: Any) -> None:
    assert sdk_resource("MigrateState: outside.Migrate,").migration == Migration(total=True)


_PRIOR = """
func (r *widget) UpgradeState(ctx context.Context) map[int64]resource.StateUpgrader {
	return map[int64]resource.StateUpgrader{
		1: {
			PriorSchema: &schema.Schema{
				Attributes: map[string]schema.Attribute{"name": schema.StringAttribute{Required: true}},
			},
			StateUpgrader: upgrade,
		},
		0: {StateUpgrader: BODY},
	}
}

func upgrade(ctx context.Context, req resource.UpgradeStateRequest, resp *resource.UpgradeStateResponse) {}
"""
PRIOR = {
    "the raw state": ("resp.DynamicValue = convert(req.RawState)", TypedBy.RAW),
    "the prior state": ("resp.Diagnostics.Append(req.State.Get(ctx, &old)...)", TypedBy.NONE),
}


@pytest.mark.parametrize(("body", "typed"), PRIOR.values(), ids=PRIOR)
def test_the_frameworks_upgraders(framework_resource: Any, body: str, typed: TypedBy) -> None:
    taken = "ctx context.Context, req resource.UpgradeStateRequest, resp *resource.UpgradeStateResponse"
    function = f"func({taken}) {{\n\t\t\t{body}\n\t\t}}"
    entity: Entity = framework_resource("Version: 2,", _PRIOR.replace("BODY", function))
    first, second = entity.upgraders
    assert (first.version, first.typed, first.saved) == (0, typed, None)
    assert (second.version, second.typed, second.function) == (1, TypedBy.SAVED, "upgrade")
    assert _plain(second.saved) == {"name": Attribute(type="string")}


_MOVES = """
func (r *widget) MoveState(ctx context.Context) []resource.StateMover {
	return []resource.StateMover{{
		SourceSchema: &schema.Schema{
			Attributes: map[string]schema.Attribute{"name": schema.StringAttribute{Required: true}},
		},
		StateMover: move,
	}, {
		StateMover: func(ctx context.Context, req resource.MoveStateRequest, resp *resource.MoveStateResponse) {
			switch req.SourceTypeName {
			case "example_gadget", "example_thing":
				resp.Diagnostics.AddError("later", "")
			}
		},
	}}
}

const old = "example_box"

func move(ctx context.Context, req resource.MoveStateRequest, resp *resource.MoveStateResponse) {
	if req.SourceTypeName != old || req.SourceSchemaVersion != 0 {
		return
	}
}
"""


def test_what_a_resource_takes_over_of_other_types(framework_resource: Any) -> None:
    first, second = framework_resource("", _MOVES).movers
    assert (first.takes, first.function) == (("example_box",), "move")
    assert _plain(first.saved) == {"name": Attribute(type="string")}
    assert first.source is not None
    assert msgspec.structs.replace(second, source=None) == Mover(
        takes=("example_gadget", "example_thing"), function="widget.MoveState"
    )


def test_movers_that_are_not_settled_are_none(framework_resource: Any) -> None:
    written = "func (r *widget) MoveState(context.Context) []resource.StateMover { return outside.Movers() }"
    entity = framework_resource("", written)
    assert (entity.movers, entity.unknown) == ((), ())


def test_places_of_movers_move_with_their_source(read_files: Any, framework_files: Any) -> None:
    read_files(framework_files("", _MOVES))
    files = framework_files("", _MOVES.replace("func (r *widget) MoveState", "// moved\n\nfunc (r *widget) MoveState"))
    mover = read_files(files).resources["example_widget"].movers[0]
    text = files["main.go"].split("\n")
    assert "StateMover{{" in text[mover.source.line - 1]
    assert '"name"' in text[mover.saved["name"].source.line - 1]


def test_places_of_upgraders_move_with_their_source(read_files: Any, sdk_files: Any) -> None:
    row = "{Type: widgetV0().CoreConfigSchema().ImpliedType(), Upgrade: upgradeV0, Version: 1}"
    resource = f"SchemaVersion: 2, MigrateState: migrate, StateUpgraders: []schema.StateUpgrader{{{row}}},"
    more = _SAVED + _STEPS.replace("BODY", "return s, nil")
    moved = more.replace("func widgetV0()", "// moved\n\nfunc widgetV0()")
    read_files(sdk_files(resource, more))
    after = read_files(sdk_files(resource, moved)).resources["example_widget"]
    text = sdk_files(resource, moved)["main.go"].split("\n")
    assert "Type: schema.TypeString" in text[after.upgraders[0].saved["name"].source.line - 1]
    assert "func migrate(" in text[after.migration.source.line - 1]


def test_upgraders_survive_being_written(sdk_resource: Any) -> None:
    row = "{Type: whole().CoreConfigSchema().ImpliedType(), Upgrade: upgradeV0, Version: 0}"
    entity = sdk_resource(f"SchemaVersion: 1, StateUpgraders: []schema.StateUpgrader{{{row}}},", _SAVED)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(entity), type=Entity) == entity
