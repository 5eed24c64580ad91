"""Providers built on terraform-plugin-framework: every kind of entity, every field of attributes and blocks."""

from __future__ import annotations

from typing import Any

import pytest

from release_check.model import Era, Parameter, Source

_S = {"type": "string", "optional": True}
_SIZE = 'map[string]schema.Attribute{"size": schema.Int64Attribute{Required: true}}'
_OBJECT = f"NestedObject: schema.NestedAttributeObject{{Attributes: {_SIZE}}}"
_NESTED = {"size": {"type": "int", "required": True}}

ATTRIBUTES = {
    "string": ("schema.StringAttribute{Required: true}", {"type": "string", "required": True}),
    "bool": ("schema.BoolAttribute{Optional: true}", {"type": "bool", "optional": True}),
    "int64": ("schema.Int64Attribute{Computed: true}", {"type": "int", "computed": True}),
    "int32": ("schema.Int32Attribute{Computed: true}", {"type": "int", "computed": True}),
    "float64": ("schema.Float64Attribute{Optional: true}", {"type": "float", "optional": True}),
    "float32": ("schema.Float32Attribute{Optional: true}", {"type": "float", "optional": True}),
    "number": ("schema.NumberAttribute{Optional: true}", {"type": "number", "optional": True}),
    "dynamic": ("schema.DynamicAttribute{Optional: true}", {"type": "dynamic", "optional": True}),
    "list": (
        "schema.ListAttribute{Optional: true, ElementType: types.StringType}",
        {"type": "list", "optional": True, "elem": {"type": "string"}},
    ),
    "set": (
        "schema.SetAttribute{Optional: true, ElementType: types.Int64Type}",
        {"type": "set", "optional": True, "elem": {"type": "int"}},
    ),
    "map": (
        "schema.MapAttribute{Optional: true, ElementType: types.BoolType}",
        {"type": "map", "optional": True, "elem": {"type": "bool"}},
    ),
    "list of lists": (
        "schema.ListAttribute{Optional: true, ElementType: types.ListType{ElemType: types.StringType}}",
        {"type": "list", "optional": True, "elem": {"type": "list", "elem": {"type": "string"}}},
    ),
    "object": (
        'schema.ObjectAttribute{Optional: true, AttributeTypes: map[string]attr.Type{"a": types.StringType}}',
        {"type": "object", "optional": True},
    ),
    "a nested list": (
        f"schema.ListNestedAttribute{{Optional: true, {_OBJECT}}}",
        {"type": "list", "optional": True, "attrs": _NESTED},
    ),
    "a nested set": (
        f"schema.SetNestedAttribute{{Computed: true, {_OBJECT}}}",
        {"type": "set", "computed": True, "attrs": _NESTED},
    ),
    "a nested map": (
        f"schema.MapNestedAttribute{{Optional: true, {_OBJECT}}}",
        {"type": "map", "optional": True, "attrs": _NESTED},
    ),
    "a nested object": (
        f"schema.SingleNestedAttribute{{Optional: true, Attributes: {_SIZE}}}",
        {"type": "object", "optional": True, "attrs": _NESTED},
    ),
    "a pointer to an attribute": ("&schema.StringAttribute{Optional: true}", _S),
    "optional and computed": ("schema.StringAttribute{Optional: true, Computed: true}", {**_S, "computed": True}),
    "sensitive": ("schema.StringAttribute{Optional: true, Sensitive: true}", {**_S, "sensitive": True}),
    "write only": ("schema.StringAttribute{Optional: true, WriteOnly: true}", {**_S, "write_only": True}),
    "deprecated": (
        'schema.StringAttribute{Optional: true, DeprecationMessage: fmt.Sprintf("use %s", "other")}',
        {**_S, "deprecated": "use other"},
    ),
    "deprecated by an empty message": ('schema.StringAttribute{Optional: true, DeprecationMessage: ""}', _S),
    "descriptions tell nothing": (
        "schema.StringAttribute{Optional: true, Description: outside.Text, MarkdownDescription: outside.Text}",
        _S,
    ),
    "an unknown flag": (
        "schema.StringAttribute{Optional: outside.Flag}",
        {"type": "string", "unknown": ["optional"]},
    ),
    "an unknown message": (
        "schema.StringAttribute{Optional: true, DeprecationMessage: outside.Text}",
        {**_S, "unknown": ["deprecated"]},
    ),
    "an unknown element": (
        "schema.ListAttribute{Optional: true, ElementType: outside.Type}",
        {"type": "list", "optional": True, "unknown": ["elem"]},
    ),
    "an unknown attribute": (
        "outside.Attribute()",
        {"unknown": ["type", "required", "optional", "computed", "elem", "attrs"]},
    ),
    "a helper's": ("text()", _S),
    "a type of one's own": ("schema.StringAttribute{Optional: true, CustomType: outside.Type}", _S),
}

_TEXT = """
func text() schema.StringAttribute { return schema.StringAttribute{Optional: true} }
"""

BLOCKS = {
    "a list": (
        f"schema.ListNestedBlock{{NestedObject: schema.NestedBlockObject{{Attributes: {_SIZE}}}}}",
        {"type": "list", "block": True, "attrs": _NESTED},
    ),
    "a set": (
        f"schema.SetNestedBlock{{NestedObject: schema.NestedBlockObject{{Attributes: {_SIZE}}}}}",
        {"type": "set", "block": True, "attrs": _NESTED},
    ),
    "a single one": (
        f"schema.SingleNestedBlock{{Attributes: {_SIZE}}}",
        {"type": "object", "block": True, "attrs": _NESTED},
    ),
    "blocks in blocks": (
        (
            "schema.ListNestedBlock{NestedObject: schema.NestedBlockObject{Blocks: map[string]schema.Block{"
            f'"inner": schema.SingleNestedBlock{{Attributes: {_SIZE}}}}}}}}}'
        ),
        {"type": "list", "block": True, "attrs": {"inner": {"type": "object", "block": True, "attrs": _NESTED}}},
    ),
    "at most some": (
        "schema.ListNestedBlock{Validators: []validator.List{listvalidator.SizeAtMost(1)}}",
        {"type": "list", "block": True, "max_items": 1},
    ),
    "at least some": (
        "schema.SetNestedBlock{Validators: []validator.Set{setvalidator.SizeAtLeast(2)}}",
        {"type": "set", "block": True, "min_items": 2},
    ),
    "between": (
        "schema.ListNestedBlock{Validators: []validator.List{listvalidator.SizeBetween(1, 3)}}",
        {"type": "list", "block": True, "min_items": 1, "max_items": 3},
    ),
    "required by a validator": (
        "schema.ListNestedBlock{Validators: []validator.List{listvalidator.IsRequired()}}",
        {"type": "list", "block": True, "required": True, "min_items": 1},
    ),
    "a single one required by a validator": (
        "schema.SingleNestedBlock{Validators: []validator.Object{objectvalidator.IsRequired()}}",
        {"type": "object", "block": True, "required": True},
    ),
    "deprecated": (
        'schema.ListNestedBlock{DeprecationMessage: "use other"}',
        {"type": "list", "block": True, "deprecated": "use other"},
    ),
    "an unknown object": (
        "schema.ListNestedBlock{NestedObject: outside.Object()}",
        {"type": "list", "block": True, "unknown": ["attrs"]},
    ),
}

DEFAULTS = {
    'schema.StringAttribute{Default: stringdefault.StaticString("a")}': "a",
    'schema.StringAttribute{Default: stringdefault.StaticString("")}': "",
    "schema.BoolAttribute{Default: booldefault.StaticBool(false)}": False,
    "schema.BoolAttribute{Default: booldefault.StaticBool(true)}": True,
    "schema.Int64Attribute{Default: int64default.StaticInt64(7)}": 7,
    "schema.Float64Attribute{Default: float64default.StaticFloat64(0.5)}": 0.5,
    'schema.StringAttribute{Default: stringdefault.StaticString(prefix + "b")}': "a-b",
    "schema.ListAttribute{ElementType: types.StringType, Default: listdefault.StaticValue("
    'types.ListValueMust(types.StringType, []attr.Value{types.StringValue("a"), types.StringValue("b")}))}': ["a", "b"],
    "schema.SetAttribute{ElementType: types.StringType, Default: setdefault.StaticValue("
    "types.SetValueMust(types.StringType, []attr.Value{}))}": [],
    "schema.MapAttribute{ElementType: types.StringType, Default: mapdefault.StaticValue("
    "types.MapValueMust(types.StringType, map[string]attr.Value{}))}": {},
}

REPLACING = {
    "stringplanmodifier.RequiresReplace()": True,
    "stringplanmodifier.UseStateForUnknown(), stringplanmodifier.RequiresReplace()": True,
    "stringplanmodifier.UseStateForUnknown()": False,
    "stringplanmodifier.RequiresReplaceIfConfigured()": False,
    'stringplanmodifier.RequiresReplaceIf(onlyIf, "", "")': False,
    "replaces{}": True,
    "keeps{}": False,
    "outside.Modifier()": False,
}

_MODIFIERS = """
const prefix = "a-"

func onlyIf(context.Context, planmodifier.StringRequest, *outside.Response) {}

type replaces struct{}

func (replaces) Description(context.Context) string {
	return "If the value of this attribute changes, Terraform will destroy and recreate the resource."
}

type keeps struct{}

func (keeps) Description(context.Context) string { return "Keeps what it was." }
"""

RELATIONS = {
    # a validator: the fields it gives
    'stringvalidator.ConflictsWith(path.MatchRoot("other"))': {"conflicts_with": ["other"]},
    'stringvalidator.ConflictsWith(path.Expressions{path.MatchRoot("b"), path.MatchRoot("a")}...)': {
        "conflicts_with": ["a", "b"]
    },
    'stringvalidator.ConflictsWith(path.MatchRelative().AtParent().AtName("other"))': {"conflicts_with": ["other"]},
    'stringvalidator.ConflictsWith(path.MatchRoot("disk").AtListIndex(0).AtName("size"))': {
        "conflicts_with": ["disk.size"]
    },
    'stringvalidator.ConflictsWith(path.MatchRoot("disk").AtAnyListIndex().AtName("size"))': {
        "conflicts_with": ["disk.size"]
    },
    'stringvalidator.ExactlyOneOf(path.MatchRoot("a"), path.MatchRoot("b"))': {"exactly_one_of": ["a", "b"]},
    'stringvalidator.AtLeastOneOf(path.MatchRoot("a"))': {"at_least_one_of": ["a"]},
    'stringvalidator.AlsoRequires(path.MatchRoot("a"))': {"required_with": ["a"]},
    'stringvalidator.ConflictsWith(path.MatchRoot("a")), stringvalidator.ConflictsWith(path.MatchRoot("b"))': {
        "conflicts_with": ["a", "b"]
    },
    'stringvalidator.ConflictsWith(path.Expression(path.MatchRoot("a")))': {"conflicts_with": ["a"]},
    'stringvalidator.All(stringvalidator.ConflictsWith(path.MatchRoot("a")), stringvalidator.OneOf("b"))': {
        "conflicts_with": ["a"],
        "allowed_values": ["b"],
    },
    'stringvalidator.Any(stringvalidator.ConflictsWith(path.MatchRoot("a")), stringvalidator.OneOf("b"))': {},
    "stringvalidator.ConflictsWith(outside.Paths()...)": {"unknown": ["conflicts_with"]},
    "stringvalidator.ConflictsWith(others()...)": {"conflicts_with": ["a", "b"]},
    'stringvalidator.OneOf("b", "a")': {"allowed_values": ["a", "b"]},
    "stringvalidator.OneOf(names...)": {"allowed_values": ["one", "two"]},
    "stringvalidator.OneOf(append(names, outside.Names()...)...)": {},
    'stringvalidator.OneOfCaseInsensitive("a")': {"allowed_values": ["a"]},
    "stringvalidator.OneOf(outside.Names()...)": {},
    "stringvalidator.LengthAtMost(3)": {},
    "outside.Validator()": {},
}

_OTHERS = """
var names = []string{"one", "two"}

func others() []path.Expression {
	return []path.Expression{path.MatchRoot("a"), path.MatchRoot("b")}
}
"""

LIMITS = {
    "int64validator.OneOf(3, 1)": [1, 3],
    "int64validator.Between(1, 10)": [">= 1", "<= 10"],
    "int64validator.AtLeast(1)": [">= 1"],
    "int64validator.AtMost(9)": ["<= 9"],
    "int64validator.Between(0, outside.Most)": [],
    "float64validator.Between(0, 1.5)": [">= 0", "<= 1.5"],
    "float64validator.AtLeast(0.5)": [">= 0.5"],
}


@pytest.mark.parametrize(("value", "expected"), ATTRIBUTES.values(), ids=ATTRIBUTES)
def test_attributes(framework_attribute: Any, facts: Any, value: str, expected: Any) -> None:
    assert facts(framework_attribute(value, _TEXT)) == expected


@pytest.mark.parametrize(("value", "expected"), BLOCKS.values(), ids=[f"block: {name}" for name in BLOCKS])
def test_blocks(framework_attribute: Any, facts: Any, value: str, expected: Any) -> None:
    assert facts(framework_attribute(value, block=True)) == expected


@pytest.mark.parametrize(("value", "expected"), DEFAULTS.items(), ids=DEFAULTS)
def test_defaults(framework_attribute: Any, value: str, expected: Any) -> None:
    found = framework_attribute(value, _MODIFIERS)

    assert found.default == expected
    assert type(found.default) is type(expected)
    assert found.unknown == ()


@pytest.mark.parametrize("default", ["outside.Default()", "stringdefault.StaticString(outside.Name)", "ownDefault{}"])
def test_a_default_that_is_not_settled(framework_attribute: Any, default: str) -> None:
    found = framework_attribute(f"schema.StringAttribute{{Default: {default}}}", "type ownDefault struct{}")

    assert (found.default, found.unknown) == (None, ("default",))


@pytest.mark.parametrize(("modifiers", "expected"), REPLACING.items(), ids=REPLACING)
def test_plan_modifiers(framework_attribute: Any, modifiers: str, expected: bool) -> None:
    found = framework_attribute(
        f"schema.StringAttribute{{Optional: true, PlanModifiers: []planmodifier.String{{{modifiers}}}}}", _MODIFIERS
    )

    assert found.force_new is expected


def test_a_plan_modifier_of_a_block(framework_attribute: Any) -> None:
    found = framework_attribute(
        "schema.ListNestedBlock{PlanModifiers: []planmodifier.List{listplanmodifier.RequiresReplace()}}", block=True
    )

    assert found.force_new


@pytest.mark.parametrize(("validators", "expected"), RELATIONS.items(), ids=RELATIONS)
def test_validators(framework_attribute: Any, facts: Any, validators: str, expected: Any) -> None:
    found = framework_attribute(
        f"schema.StringAttribute{{Optional: true, Validators: []validator.String{{{validators}}}}}", _OTHERS
    )

    assert facts(found) == {**_S, **expected}


@pytest.mark.parametrize(("validators", "expected"), LIMITS.items(), ids=LIMITS)
def test_allowed_numbers(framework_attribute: Any, validators: str, expected: list[Any]) -> None:
    found = framework_attribute(
        f"schema.Int64Attribute{{Optional: true, Validators: []validator.Int64{{{validators}}}}}"
    )

    assert list(found.allowed_values) == expected


def test_a_path_from_within_a_nested_attribute(framework_attribute: Any) -> None:
    found = framework_attribute(
        "schema.SingleNestedAttribute{Attributes: map[string]schema.Attribute{"
        '"a": schema.StringAttribute{Validators: []validator.String{'
        'stringvalidator.ConflictsWith(path.MatchRelative().AtParent().AtName("b"))}}}}'
    )

    assert found.attrs["a"].conflicts_with == ("subject.b",)


# Entities -------------------------------------------------------------------------------------------------------------

RESOURCES = {
    # the fields of the schema, more declarations: the facts the entity must have beside era and sdk
    "nothing": ("", "", {}),
    "deprecated": ('DeprecationMessage: "use example_thing",', "", {"deprecated": "use example_thing"}),
    "an unknown message": ("DeprecationMessage: outside.Text,", "", {"unknown": ["deprecated"]}),
    "a version": ("Version: 2,", "", {"schema_version": 2}),
    "a version by a constant": ("Version: current,", "const current int64 = 3", {"schema_version": 3}),
    "an unknown version": ("Version: outside.Version,", "", {"unknown": ["schema_version"]}),
    "an importer": (
        "",
        "func (r *widget) ImportState(context.Context, resource.ImportStateRequest, *resource.ImportStateResponse) {}",
        {"importer": True},
    ),
    "state upgraders": (
        "Version: 2,",
        """
func (r *widget) UpgradeState(ctx context.Context) map[int64]resource.StateUpgrader {
	prior := schema.Schema{}
	return map[int64]resource.StateUpgrader{
		1: {PriorSchema: &prior, StateUpgrader: upgrade},
		0: {
			PriorSchema: &prior,
			StateUpgrader: func(context.Context, resource.UpgradeStateRequest, *resource.UpgradeStateResponse) {
			},
		},
	}
}

func upgrade(context.Context, resource.UpgradeStateRequest, *resource.UpgradeStateResponse) {}
""",
        {"schema_version": 2, "state_upgraders": [0, 1]},
    ),
    "unknown state upgraders": (
        "",
        "func (r *widget) UpgradeState(ctx context.Context) map[int64]resource.StateUpgrader { return outside.All() }",
        {"unknown": ["state_upgraders"]},
    ),
    "soft-removed": (
        "",
        """
func (r *widget) Create(_ context.Context, _ resource.CreateRequest, resp *resource.CreateResponse) {
	resp.Diagnostics.AddError("Removed", "use example_thing instead")
}

func (r *widget) Read(_ context.Context, _ resource.ReadRequest, resp *resource.ReadResponse) {
	resp.Diagnostics.AddError("Removed", "use example_thing instead")
}
""",
        {"soft_removed": "use example_thing instead"},
    ),
    "half soft-removed": (
        "",
        """
func (r *widget) Create(_ context.Context, _ resource.CreateRequest, resp *resource.CreateResponse) {
	resp.Diagnostics.AddError("Removed", "use example_thing instead")
}

func (r *widget) Read(_ context.Context, _ resource.ReadRequest, resp *resource.ReadResponse) {}
""",
        {"half_removed": "use example_thing instead"},
    ),
}


@pytest.mark.parametrize(("schema", "more", "expected"), RESOURCES.values(), ids=RESOURCES)
def test_resources(framework_resource: Any, facts: Any, schema: str, more: str, expected: Any) -> None:
    found = facts(framework_resource(schema, more))

    assert (found.pop("era"), found.pop("sdk")) == ("framework", "1.15.0")
    found.pop("updatable", None)
    found.pop("upgraders", None)
    assert found == expected


def test_an_importer_of_an_embedded_type(read_files: Any, framework_files: Any) -> None:
    more = """
type importing struct{}

func (i *importing) ImportState(context.Context, resource.ImportStateRequest, *resource.ImportStateResponse) {}
"""
    files = framework_files("", more)
    files["main.go"] = files["main.go"].replace("type widget struct{}", "type widget struct{ importing }")

    assert read_files(files).resources["example_widget"].importer


def test_every_entity_and_attribute_has_its_line(read_files: Any, framework_files: Any) -> None:
    schema = """Attributes: map[string]schema.Attribute{
			"literal": schema.StringAttribute{
				Optional: true,
			},
			"helper": text(),
			"nested": schema.SingleNestedAttribute{
				Attributes: map[string]schema.Attribute{
					"inner": schema.StringAttribute{Optional: true},
				},
			},
		},
		Blocks: map[string]schema.Block{
			"disk": schema.ListNestedBlock{},
		},"""
    files = framework_files(schema, _TEXT)
    entity = read_files(files).resources["example_widget"]
    lines = files["main.go"].splitlines()

    def at(text: str) -> Source:
        return Source("main.go", next(n for n, line in enumerate(lines, 1) if text in line))

    assert entity.source == at("func (r *widget) Schema(")
    assert {path: attribute.source for path, attribute in entity.walk()} == {
        "literal": at('"literal"'),
        "helper": at('"helper"'),
        "nested": at('"nested"'),
        "nested.inner": at('"inner"'),
        "disk": at('"disk"'),
    }


BUILT = {
    # the fields of the schema, more declarations: the facts of its attributes
    "attributes from a helper": (
        "Attributes: attributes(),",
        'func attributes() map[string]schema.Attribute { return map[string]schema.Attribute{"a": text()} }',
        {"a": _S},
    ),
    "merged attributes": (
        "Attributes: merged(),",
        """
func merged() map[string]schema.Attribute {
	all := map[string]schema.Attribute{"a": text()}
	for name, a := range map[string]schema.Attribute{"b": schema.BoolAttribute{Required: true}} {
		all[name] = a
	}
	return all
}
""",
        {"a": _S, "b": {"type": "bool", "required": True}},
    ),
    "attributes and blocks": (
        (
            'Attributes: map[string]schema.Attribute{"a": text()}, '
            'Blocks: map[string]schema.Block{"b": schema.SingleNestedBlock{}},'
        ),
        "",
        {"a": _S, "b": {"type": "object", "block": True}},
    ),
    "an attribute that panics": (
        'Attributes: map[string]schema.Attribute{"a": boom(), "b": text()},',
        'func boom() schema.Attribute { panic("no") }',
        {"a": {"unknown": ["type", "required", "optional", "computed", "elem", "attrs"]}, "b": _S},
    ),
    "an attribute of unknown name": (
        'Attributes: map[string]schema.Attribute{outside.Name: text(), "b": text()},',
        "",
        {"b": _S},
    ),
}


@pytest.mark.parametrize(("schema", "more", "expected"), BUILT.values(), ids=BUILT)
def test_how_schemas_are_put_together(
    framework_resource: Any, facts: Any, schema: str, more: str, expected: Any
) -> None:
    assert facts(framework_resource(schema, more + _TEXT).attrs) == expected


def test_a_schema_changed_afterwards(framework_files: Any, read_files: Any, facts: Any) -> None:
    files = framework_files('Attributes: map[string]schema.Attribute{"a": text()},', _TEXT)
    files["main.go"] = files["main.go"].replace(
        '\t\tAttributes: map[string]schema.Attribute{"a": text()},\n\t}\n',
        '\t\tAttributes: map[string]schema.Attribute{"a": text()},\n\t}\n'
        '\tresp.Schema.Attributes["b"] = schema.BoolAttribute{Computed: true}\n\tresp.Schema.Version = 3\n',
    )

    found = read_files(files).resources["example_widget"]

    assert found.schema_version == 3
    assert facts(found.attrs) == {"a": _S, "b": {"type": "bool", "computed": True}}


def test_a_schema_filled_in_piece_by_piece(framework_files: Any, read_files: Any, facts: Any) -> None:
    files = framework_files('Attributes: map[string]schema.Attribute{"a": text()},', _TEXT)
    files["main.go"] = files["main.go"].replace(
        'resp.Schema = schema.Schema{\n\t\tAttributes: map[string]schema.Attribute{"a": text()},\n\t}\n',
        'resp.Schema.DeprecationMessage = "gone soon"\n'
        '\tresp.Schema.Attributes = map[string]schema.Attribute{"a": text()}\n',
    )

    found = read_files(files).resources["example_widget"]

    assert (found.deprecated, facts(found.attrs)) == ("gone soon", {"a": _S})


def test_a_nested_object_filled_in_afterwards(framework_resource: Any, facts: Any) -> None:
    more = """
func disks() schema.Attribute {
	made := schema.ListNestedAttribute{Optional: true}
	made.NestedObject.Attributes = map[string]schema.Attribute{"b": text()}
	return made
}
"""

    found = framework_resource('Attributes: map[string]schema.Attribute{"a": disks()},', more + _TEXT)

    assert facts(found.attrs) == {"a": {"type": "list", "optional": True, "attrs": {"b": _S}}}


def test_attributes_taken_from_what_another_block_says_of_itself(framework_resource: Any, facts: Any) -> None:
    more = """
func taken() map[string]schema.Attribute {
	all := map[string]schema.Attribute{}
	from := schema.SingleNestedBlock{Attributes: map[string]schema.Attribute{"b": text()}}
	for name, a := range from.GetNestedObject().GetAttributes() {
		all[name] = schema.Int64Attribute{Optional: a.IsOptional(), Required: a.IsRequired()}
	}
	return all
}
"""

    found = framework_resource("Attributes: taken(),", more + _TEXT)

    assert facts(found.attrs) == {"b": {"type": "int", "optional": True}}


def test_a_schema_method_that_breaks_off_is_not_taken_for_finished(framework_files: Any, read_files: Any) -> None:
    files = framework_files('Attributes: map[string]schema.Attribute{"a": text()},', _TEXT)
    files["main.go"] = files["main.go"].replace(
        '\t\tAttributes: map[string]schema.Attribute{"a": text()},\n\t}\n',
        '\t\tAttributes: map[string]schema.Attribute{"a": text()},\n\t}\n\tpanic("no")\n',
    )

    found = read_files(files).resources["example_widget"]

    assert (list(found.attrs), found.unknown) == (["a"], ("attrs",))


def test_a_default_made_with_diagnostics_that_are_nil(framework_attribute: Any) -> None:
    more = """
func none() types.List {
	made, diags := listed()
	if diags.HasError() {
		panic("no")
	}
	return made
}

func listed() (types.List, diag.Diagnostics) {
	made, _ := types.ListValueFrom(context.Background(), types.StringType, []string{"a"})
	return made, nil
}
"""

    found = framework_attribute("schema.ListAttribute{Optional: true, Default: listdefault.StaticValue(none())}", more)

    assert (found.default, found.unknown) == (["a"], ())


@pytest.mark.parametrize(
    ("field", "missing"),
    [
        ("PlanModifiers: outside.Modifiers()", {"force_new"}),
        ("PlanModifiers: append([]planmodifier.String{}, outside.Modifiers()...)", {"force_new"}),
        ("Validators: outside.Validators()", {"conflicts_with", "allowed_values"}),
    ],
)
def test_lists_that_may_hold_more_leave_open_what_they_say(
    framework_attribute: Any, field: str, missing: set[str]
) -> None:
    found = framework_attribute(f"schema.StringAttribute{{Optional: true, {field}}}")

    assert missing <= set(found.unknown)


# Whole providers ------------------------------------------------------------------------------------------------------

_WHOLE = """package main

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/action"
	actionschema "github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	dsschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	ephschema "github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/list"
	listschema "github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	rschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

func main() {
	providerserver.Serve(context.Background(), New("dev"), providerserver.ServeOpts{})
}

func New(version string) func() provider.Provider {
	return func() provider.Provider { return &whole{version: version} }
}

type whole struct{ version string }

var _ provider.ProviderWithFunctions = &whole{}

func (p *whole) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "example"
	resp.Version = p.version
}

func (p *whole) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	resp.Schema = schema.Schema{
		Attributes: map[string]schema.Attribute{
			"region": schema.StringAttribute{Required: true},
		},
	}
}

func (p *whole) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {}

func (p *whole) Resources(ctx context.Context) []func() resource.Resource {
	all := []func() resource.Resource{NewThing}
	all = append(all, more(ctx)...)
	return all
}

func more(context.Context) []func() resource.Resource {
	return []func() resource.Resource{func() resource.Resource { return &thing{suffix: "_more"} }}
}

func (p *whole) DataSources(context.Context) []func() datasource.DataSource {
	return []func() datasource.DataSource{NewLookup}
}

func (p *whole) EphemeralResources(context.Context) []func() ephemeral.EphemeralResource {
	return []func() ephemeral.EphemeralResource{func() ephemeral.EphemeralResource { return &secret{} }}
}

func (p *whole) Functions(context.Context) []func() function.Function {
	return []func() function.Function{func() function.Function { return join{} }}
}

func (p *whole) ListResources(context.Context) []func() list.ListResource {
	return []func() list.ListResource{func() list.ListResource { return &things{} }}
}

func (p *whole) Actions(context.Context) []func() action.Action {
	return []func() action.Action{func() action.Action { return &restart{} }}
}

func NewThing() resource.Resource { return &thing{} }

type thing struct{ suffix string }

func (t *thing) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_thing" + t.suffix
}

func (t *thing) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = rschema.Schema{
		Attributes: map[string]rschema.Attribute{"id": rschema.StringAttribute{Computed: true}},
	}
}

func NewLookup() datasource.DataSource { return &lookup{} }

type lookup struct{}

func (l *lookup) Metadata(_ context.Context, _ datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = "example_lookup"
}

func (l *lookup) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = dsschema.Schema{
		Attributes:         map[string]dsschema.Attribute{"name": dsschema.StringAttribute{Required: true}},
		DeprecationMessage: "use example_thing",
	}
}

type secret struct{}

func (s *secret) Metadata(_ context.Context, req ephemeral.MetadataRequest, resp *ephemeral.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_secret"
}

func (s *secret) Schema(_ context.Context, _ ephemeral.SchemaRequest, resp *ephemeral.SchemaResponse) {
	resp.Schema = ephschema.Schema{
		Attributes: map[string]ephschema.Attribute{"value": ephschema.StringAttribute{Computed: true}},
	}
}

type join struct{}

func (join) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "join"
}

func (join) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Parameters: []function.Parameter{
			function.StringParameter{Name: "separator"},
			function.ListParameter{Name: "parts", ElementType: types.StringType, AllowNullValue: true},
			function.ObjectParameter{Name: "options", AttributeTypes: map[string]attr.Type{"upper": types.BoolType}},
			function.Int64Parameter{Name: "limit"},
		},
		VariadicParameter:  function.DynamicParameter{Name: "rest"},
		Return:             function.MapReturn{ElementType: types.NumberType},
		DeprecationMessage: "use split",
	}
}

type things struct{}

func (t *things) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_thing"
}

func (t *things) ListResourceConfigSchema(
	_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse,
) {
	resp.Schema = listschema.Schema{
		Attributes: map[string]listschema.Attribute{"zone": listschema.StringAttribute{Optional: true}},
	}
}

type restart struct{}

func (r *restart) Metadata(_ context.Context, req action.MetadataRequest, resp *action.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_restart"
}

func (r *restart) Schema(_ context.Context, _ action.SchemaRequest, resp *action.SchemaResponse) {
	resp.Schema = actionschema.Schema{
		Attributes: map[string]actionschema.Attribute{"force": actionschema.BoolAttribute{Optional: true}},
	}
}
"""


@pytest.fixture
def whole(read_files: Any) -> Any:
    return read_files({"main.go": _WHOLE})


def test_all_kinds_of_entities(whole: Any, facts: Any) -> None:
    shown = {
        key: {name: facts(entity.attrs) for name, entity in getattr(whole, key).items()}
        for key in ("resources", "data_sources", "ephemeral_resources", "list_resources", "actions")
    }

    assert shown == {
        "resources": {
            "example_thing": {"id": {"type": "string", "computed": True}},
            "example_thing_more": {"id": {"type": "string", "computed": True}},
        },
        "data_sources": {"example_lookup": {"name": {"type": "string", "required": True}}},
        "ephemeral_resources": {"example_secret": {"value": {"type": "string", "computed": True}}},
        "list_resources": {"example_thing": {"zone": {"type": "string", "optional": True}}},
        "actions": {"example_restart": {"force": {"type": "bool", "optional": True}}},
    }
    assert whole.coverage.unresolved == ()
    assert (whole.coverage.entities, whole.coverage.attributes) == (7, 7)


def test_the_provider_configuration(whole: Any, facts: Any) -> None:
    assert facts(whole.provider_config.attrs) == {"region": {"type": "string", "required": True}}
    assert whole.provider_config.era is Era.FRAMEWORK


def test_a_deprecated_data_source(whole: Any) -> None:
    assert whole.data_sources["example_lookup"].deprecated == "use example_thing"


def test_a_function(whole: Any) -> None:
    found = whole.functions["join"]

    assert found.parameters == (
        Parameter(name="separator", type="string"),
        Parameter(name="parts", type=["list", "string"], nullable=True),
        Parameter(name="options", type=["object", {"upper": "bool"}]),
        Parameter(name="limit", type="number"),
        Parameter(name="rest", type="dynamic", variadic=True),
    )
    assert found.returns == ["map", "number"]
    assert found.deprecated == "use split"
    assert found.source is not None


def test_the_generation_is_the_frameworks(whole: Any) -> None:
    assert {entity.generation for _kind, _name, entity in whole.entities()} == {"C"}


def test_an_entity_without_a_name_is_noted(read_files: Any) -> None:
    text = _WHOLE.replace('resp.TypeName = "example_lookup"', "resp.TypeName = lookupName()")

    found = read_files({"main.go": text})

    assert found.data_sources == {}
    (place,) = found.coverage.unresolved
    assert (place.address, place.field, place.construct) == ("data-source/#0", "name", "undefined name lookupName")


def test_an_unknown_list_of_resources_is_noted(read_files: Any) -> None:
    text = _WHOLE.replace("all = append(all, more(ctx)...)", "all = append(all, unknown(ctx)...)")

    found = read_files({"main.go": text})

    assert list(found.resources) == ["example_thing"]
    assert [(place.address, place.field) for place in found.coverage.unresolved] == [("resource", "Resources")]


# Before framework 1.0 -------------------------------------------------------------------------------------------------

_OLD = """package main

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

func main() {
	tfsdk.Serve(context.Background(), New, tfsdk.ServeOpts{Name: "example"})
}

func New() tfsdk.Provider { return &old{} }

type old struct{}

func (p *old) GetSchema(context.Context) (tfsdk.Schema, diag.Diagnostics) {
	return tfsdk.Schema{Attributes: map[string]tfsdk.Attribute{"region": {Type: types.StringType, Optional: true}}}, nil
}

func (p *old) GetResources(context.Context) (map[string]tfsdk.ResourceType, diag.Diagnostics) {
	return map[string]tfsdk.ResourceType{"example_widget": widgetType{}}, nil
}

func (p *old) GetDataSources(context.Context) (map[string]tfsdk.DataSourceType, diag.Diagnostics) {
	return map[string]tfsdk.DataSourceType{"example_lookup": lookupType{}}, nil
}

type widgetType struct{}

func (t widgetType) GetSchema(context.Context) (tfsdk.Schema, diag.Diagnostics) {
	return tfsdk.Schema{
		Version:            1,
		DeprecationMessage: "use example_thing",
		Attributes: map[string]tfsdk.Attribute{
			"name": {
				Type:     types.StringType,
				Required: true,
				PlanModifiers: tfsdk.AttributePlanModifiers{
					tfsdk.RequiresReplace(),
				},
			},
			"count":  {Type: types.Int64Type, Optional: true, Computed: true, DeprecationMessage: "no more"},
			"labels": {Type: types.MapType{ElemType: types.StringType}, Optional: true},
			"tags":   {Type: types.SetType{ElemType: types.StringType}, Optional: true, Sensitive: true},
			"config": {Type: types.ObjectType{AttrTypes: map[string]attr.Type{"a": types.StringType}}, Optional: true},
			"single": {
				Optional: true,
				Attributes: tfsdk.SingleNestedAttributes(map[string]tfsdk.Attribute{
					"a": {Type: types.BoolType, Required: true},
				}),
			},
			"several": {
				Optional: true,
				Attributes: tfsdk.ListNestedAttributes(map[string]tfsdk.Attribute{
					"a": {Type: types.NumberType, Required: true},
				}, tfsdk.ListNestedAttributesOptions{}),
			},
		},
		Blocks: map[string]tfsdk.Block{
			"disk": {
				NestingMode: tfsdk.BlockNestingModeSet,
				MaxItems:    2,
				MinItems:    1,
				Attributes:  map[string]tfsdk.Attribute{"size": {Type: types.Float64Type, Required: true}},
			},
		},
	}, nil
}

func (t widgetType) NewResource(context.Context, tfsdk.Provider) (tfsdk.Resource, diag.Diagnostics) {
	return widget{}, nil
}

type widget struct{}

func (w widget) ImportState(context.Context, tfsdk.ImportResourceStateRequest, *tfsdk.ImportResourceStateResponse) {}

func (w widget) UpgradeState(context.Context) map[int64]tfsdk.ResourceStateUpgrader {
	return map[int64]tfsdk.ResourceStateUpgrader{0: {}}
}

type lookupType struct{}

func (t lookupType) GetSchema(context.Context) (tfsdk.Schema, diag.Diagnostics) {
	return tfsdk.Schema{Attributes: map[string]tfsdk.Attribute{"id": {Type: types.StringType, Computed: true}}}, nil
}

func (t lookupType) NewDataSource(context.Context, tfsdk.Provider) (tfsdk.DataSource, diag.Diagnostics) {
	return nil, nil
}
"""


def test_the_form_before_framework_1(read_files: Any, facts: Any) -> None:
    found = read_files({"main.go": _OLD})
    entity = found.resources["example_widget"]

    assert facts(entity.attrs) == {
        "name": {"type": "string", "required": True, "force_new": True},
        "count": {"type": "int", "optional": True, "computed": True, "deprecated": "no more"},
        "labels": {"type": "map", "optional": True, "elem": {"type": "string"}},
        "tags": {"type": "set", "optional": True, "sensitive": True, "elem": {"type": "string"}},
        "config": {"type": "object", "optional": True},
        "single": {"type": "object", "optional": True, "attrs": {"a": {"type": "bool", "required": True}}},
        "several": {"type": "list", "optional": True, "attrs": {"a": {"type": "number", "required": True}}},
        "disk": {
            "type": "set",
            "block": True,
            "max_items": 2,
            "required": True,
            "min_items": 1,
            "attrs": {"size": {"type": "float", "required": True}},
        },
    }
    assert (entity.schema_version, entity.deprecated) == (1, "use example_thing")
    assert (entity.importer, entity.state_upgraders) == (True, (0,))
    assert list(found.data_sources["example_lookup"].attrs) == ["id"]
    assert list(found.provider_config.attrs) == ["region"]
    assert found.coverage.unresolved == ()
