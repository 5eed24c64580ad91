"""Providers built on terraform-plugin-sdk or Terraform's own helper/schema: every field of entities and attributes."""

from __future__ import annotations

from typing import Any

import pytest

from release_check.model import Era, Source
from release_check.snapshot import read_provider

_STRING = "Type: schema.TypeString, Optional: true"
_LIST = "Type: schema.TypeList, Optional: true"
_ELSEWHERE = ("era", "sdk", "updatable", "attrs", "upgraders", "migration")
_INT = "{Type: schema.TypeInt, Optional: true}"
_S = {"type": "string", "optional": True}

ATTRIBUTES = {
    # the fields of a schema.Schema: the facts of the attribute
    "bool": ("Type: schema.TypeBool, Required: true", {"type": "bool", "required": True}),
    "int": ("Type: schema.TypeInt, Optional: true", {"type": "int", "optional": True}),
    "float": ("Type: schema.TypeFloat, Optional: true", {"type": "float", "optional": True}),
    "string": ("Type: schema.TypeString, Computed: true", {"type": "string", "computed": True}),
    "optional and computed": (
        "Type: schema.TypeString, Optional: true, Computed: true",
        {"type": "string", "optional": True, "computed": True},
    ),
    "flags that are false": ("Type: schema.TypeString, Optional: true, Required: false, ForceNew: false", _S),
    "force new": (f"{_STRING}, ForceNew: true", {**_S, "force_new": True}),
    "sensitive": (f"{_STRING}, Sensitive: true", {**_S, "sensitive": True}),
    "write only": (f"{_STRING}, WriteOnly: true", {**_S, "write_only": True}),
    "flags by constants": (
        f"{_STRING}, ForceNew: 1 == 1, Sensitive: !false",
        {**_S, "force_new": True, "sensitive": True},
    ),
    "deprecated": (f'{_STRING}, Deprecated: "use other"', {**_S, "deprecated": "use other"}),
    "deprecated by a built message": (
        f'{_STRING}, Deprecated: fmt.Sprintf("use %s, %d", "other", 2)',
        {**_S, "deprecated": "use other, 2"},
    ),
    "deprecated over lines": (
        f'{_STRING}, Deprecated: "use " +\n\t\t\t\t"other"',
        {**_S, "deprecated": "use other"},
    ),
    "deprecated by a blank message": (f'{_STRING}, Deprecated: " "', {**_S, "deprecated": " "}),
    "deprecated by an empty message": (f'{_STRING}, Deprecated: ""', _S),
    "deprecated by an unknown message": (f"{_STRING}, Deprecated: outside.Message", {**_S, "unknown": ["deprecated"]}),
    "max items": (f"{_STRING}, MaxItems: 3", {**_S, "max_items": 3}),
    "min items": (f"{_STRING}, MinItems: 2 * 1", {**_S, "min_items": 2}),
    "items by an unknown number": (f"{_STRING}, MaxItems: outside.Most", {**_S, "unknown": ["max_items"]}),
    "conflicts": (f'{_STRING}, ConflictsWith: []string{{"b", "a.0.c"}}', {**_S, "conflicts_with": ["a.0.c", "b"]}),
    "exactly one": (f'{_STRING}, ExactlyOneOf: []string{{"b", "a"}}', {**_S, "exactly_one_of": ["a", "b"]}),
    "at least one": (f'{_STRING}, AtLeastOneOf: []string{{"a"}}', {**_S, "at_least_one_of": ["a"]}),
    "required with": (f'{_STRING}, RequiredWith: []string{{"a"}}', {**_S, "required_with": ["a"]}),
    "no conflicts": (f"{_STRING}, ConflictsWith: nil, ExactlyOneOf: []string{{}}", _S),
    "conflicts with something unknown": (
        f'{_STRING}, ConflictsWith: []string{{"a", outside.Name}}',
        {**_S, "unknown": ["conflicts_with"]},
    ),
    "mode attribute": (
        "Type: schema.TypeList, Optional: true, ConfigMode: schema.SchemaConfigModeAttr, Elem: &schema.Resource{}",
        {"type": "list", "optional": True, "config_mode": "attr"},
    ),
    "mode block": (
        "Type: schema.TypeList, Computed: true, ConfigMode: schema.SchemaConfigModeBlock, Elem: &schema.Resource{}",
        {"type": "list", "computed": True, "config_mode": "block", "block": True},
    ),
    "mode automatic": (f"{_STRING}, ConfigMode: schema.SchemaConfigModeAuto", _S),
    "an unknown flag": ("Type: schema.TypeString, Optional: outside.Flag", {"type": "string", "unknown": ["optional"]}),
    "an unknown type": ("Type: outside.Kind, Optional: true", {"optional": True, "unknown": ["type"]}),
    "fields that tell nothing": (f'{_STRING}, Description: outside.Text, InputDefault: "x", ComputedWhen: nil', _S),
    "nothing but a type": ("Type: schema.TypeString", {"type": "string"}),
}

DEFAULTS = {
    '"a"': "a",
    '""': "",
    "0": 0,
    "false": False,
    "true": True,
    "2.5": 2.5,
    "-1": -1,
    "60 * 60": 3600,
    "http.StatusFound": 302,
    "math.MaxInt32": 2147483647,
    'strings.ToUpper("a")': "A",
    'fmt.Sprintf("%d-%s", 1, "a")': "1-a",
    "string(kindB)": "b",
    "kindB": "b",
    "levelHigh": 1,
    "defaultName()": "named",
    "names[1]": "two",
    '[]string{"a"}': ["a"],
    "int(time.Minute / time.Second)": 60,
    "int(hclog.Error)": 5,
    "(10 * time.Minute).String()": "10m0s",
    "nil": None,
}

_KINDS = """
type kind string

const (
	kindA kind = "a"
	kindB kind = "b"
)

type level int

const (
	levelLow level = iota
	levelHigh
)

var names = []string{"one", "two"}

func defaultName() string { return "named" }
"""


def _elem(attributes: str) -> str:
    return f"Elem: &schema.Resource{{Schema: map[string]*schema.Schema{{{attributes}}}}}"


NESTED = {
    "a list of texts": (
        "Type: schema.TypeList, Optional: true, Elem: &schema.Schema{Type: schema.TypeString}",
        {"type": "list", "optional": True, "elem": {"type": "string"}},
    ),
    "a set of numbers": (
        "Type: schema.TypeSet, Optional: true, Elem: &schema.Schema{Type: schema.TypeInt}",
        {"type": "set", "optional": True, "elem": {"type": "int"}},
    ),
    "a map of booleans": (
        "Type: schema.TypeMap, Optional: true, Elem: &schema.Schema{Type: schema.TypeBool}",
        {"type": "map", "optional": True, "elem": {"type": "bool"}},
    ),
    "a map without an element": ("Type: schema.TypeMap, Optional: true", {"type": "map", "optional": True}),
    "an element by its type alone": (
        "Type: schema.TypeMap, Optional: true, Elem: schema.TypeString",
        {"type": "map", "optional": True, "elem": {"type": "string"}},
    ),
    "a list of lists": (
        (
            "Type: schema.TypeList, Optional: true, Elem: &schema.Schema{Type: schema.TypeList, "
            "Elem: &schema.Schema{Type: schema.TypeFloat}}"
        ),
        {"type": "list", "optional": True, "elem": {"type": "list", "elem": {"type": "float"}}},
    ),
    "a block": (
        f"{_LIST}, MaxItems: 1, " + _elem('"size": {Type: schema.TypeInt, Required: true}'),
        {
            "type": "list",
            "optional": True,
            "max_items": 1,
            "block": True,
            "attrs": {"size": {"type": "int", "required": True}},
        },
    ),
    "a required block": (
        "Type: schema.TypeSet, Required: true, " + _elem('"size": {Type: schema.TypeInt, Optional: true}'),
        {"type": "set", "required": True, "block": True, "attrs": {"size": {"type": "int", "optional": True}}},
    ),
    "a block that is optional and computed": (
        f"{_LIST}, Computed: true, " + _elem('"size": {Type: schema.TypeInt, Optional: true}'),
        {
            "type": "list",
            "optional": True,
            "computed": True,
            "block": True,
            "attrs": {"size": {"type": "int", "optional": True}},
        },
    ),
    "what is only computed is no block": (
        "Type: schema.TypeList, Computed: true, " + _elem('"size": {Type: schema.TypeInt, Computed: true}'),
        {"type": "list", "computed": True, "attrs": {"size": {"type": "int", "computed": True}}},
    ),
    "a map of a resource is no block": (
        "Type: schema.TypeMap, Optional: true, " + _elem('"size": {Type: schema.TypeInt, Optional: true}'),
        {"type": "map", "optional": True, "attrs": {"size": {"type": "int", "optional": True}}},
    ),
    "a block that is written as an attribute": (
        f"{_LIST}, ConfigMode: schema.SchemaConfigModeAttr, " + _elem('"size": {Type: schema.TypeInt, Optional: true}'),
        {"type": "list", "optional": True, "config_mode": "attr", "attrs": {"size": {"type": "int", "optional": True}}},
    ),
    "a list of a block in a list": (
        "Type: schema.TypeList, Optional: true, Elem: &schema.Schema{Type: schema.TypeList, "
        + _elem('"a": {Type: schema.TypeInt, Optional: true}')
        + "}",
        {
            "type": "list",
            "optional": True,
            "elem": {"type": "list", "block": True, "attrs": {"a": {"type": "int", "optional": True}}},
        },
    ),
    "an unknown element": (
        "Type: schema.TypeList, Optional: true, Elem: outside.Elem()",
        {"type": "list", "optional": True, "unknown": ["elem"]},
    ),
    "an unknown schema in a block": (
        "Type: schema.TypeList, Optional: true, Elem: &schema.Resource{Schema: outside.Schema()}",
        {"type": "list", "optional": True, "block": True, "unknown": ["attrs"]},
    ),
    "an unknown attribute in a block": (
        f"{_LIST}, " + _elem('"a": outside.Attr(), "b": {Type: schema.TypeInt, Optional: true}'),
        {
            "type": "list",
            "optional": True,
            "block": True,
            "attrs": {
                "a": {"unknown": ["type", "required", "optional", "computed", "elem", "attrs"]},
                "b": {"type": "int", "optional": True},
            },
        },
    ),
    "an attribute of unknown name in a block": (
        f"{_LIST}, " + _elem('outside.Name: {}, "b": {Type: schema.TypeInt, Optional: true}'),
        {
            "type": "list",
            "optional": True,
            "block": True,
            "attrs": {"b": {"type": "int", "optional": True}},
            "unknown": ["attrs"],
        },
    ),
    "a block by a function": (
        "Type: schema.TypeList, Optional: true, Elem: &schema.Resource{SchemaFunc: diskSchema}",
        {"type": "list", "optional": True, "block": True, "attrs": {"id": {"type": "string", "computed": True}}},
    ),
    "a block by a helper": (
        "Type: schema.TypeList, Optional: true, Elem: disk()",
        {"type": "list", "optional": True, "block": True, "attrs": {"id": {"type": "string", "computed": True}}},
    ),
    "a version of what is nested is nobody's": (
        (
            "Type: schema.TypeList, Optional: true, Elem: &schema.Resource{SchemaVersion: 7, "
            'Schema: map[string]*schema.Schema{"a": {Type: schema.TypeInt, Optional: true}}}'
        ),
        {"type": "list", "optional": True, "block": True, "attrs": {"a": {"type": "int", "optional": True}}},
    ),
    "limits within": (
        (
            "Type: schema.TypeList, Optional: true, Elem: &schema.Schema{Type: schema.TypeString, "
            'ValidateFunc: validation.StringInSlice([]string{"a"}, false)}'
        ),
        {
            "type": "list",
            "optional": True,
            "elem": {"type": "string", "funcs": ["validate"], "allowed_values": ["a"]},
        },
    ),
}

_DISK = """
func diskSchema() map[string]*schema.Schema {
	return map[string]*schema.Schema{"id": {Type: schema.TypeString, Computed: true}}
}

func disk() *schema.Resource { return &schema.Resource{Schema: diskSchema()} }
"""

FUNCTIONS = {
    "a default": ('DefaultFunc: schema.EnvDefaultFunc("EXAMPLE", nil)', ["default"]),
    "a default of one's own": ('DefaultFunc: func() (interface{}, error) { return "a", nil }', ["default"]),
    "a state function": ("StateFunc: func(v interface{}) string { return v.(string) }", ["state"]),
    "a suppressed difference": ("DiffSuppressFunc: suppress", ["diff_suppress"]),
    "an outside suppression": ("DiffSuppressFunc: outside.Suppress", ["diff_suppress"]),
    "a validation": ("ValidateFunc: validate", ["validate"]),
    "an outside validation": ("ValidateFunc: validation.NoZeroValues", ["validate"]),
    "a called outside validation": ("ValidateFunc: validation.StringIsNotEmpty", ["validate"]),
    "a validation with diagnostics": ("ValidateDiagFunc: validateDiag", ["validate_diag"]),
    "a set function": ("Set: schema.HashString", ["set"]),
    "all": (
        (
            "DefaultFunc: outside.Default, StateFunc: outside.State, DiffSuppressFunc: suppress, "
            "ValidateFunc: validate, "
            "Set: outside.Set"
        ),
        ["default", "diff_suppress", "set", "state", "validate"],
    ),
    "none": ("DefaultFunc: nil, StateFunc: nil, DiffSuppressFunc: nil, ValidateFunc: nil, Set: nil", []),
    "a validation that panics at construction": ('ValidateFunc: mustMatch("(")', None),
    "a validation that a helper makes": ('ValidateFunc: oneOf("a", "b")', ["validate"]),
    "a suppression by a variable": ("DiffSuppressFunc: suppressor", ["diff_suppress"]),
    "a suppression by a method": ("DiffSuppressFunc: checks{}.suppress", ["diff_suppress"]),
}

_CHECKS = """
func suppress(k, old, new string, d *schema.ResourceData) bool { return old == new }

func validate(v interface{}, k string) (warns []string, errs []error) { return }

func validateDiag(v interface{}, path outside.Path) outside.Diagnostics { return nil }

func mustMatch(pattern string) schema.SchemaValidateFunc {
	if pattern == "(" {
		panic("does not compile")
	}
	return validate
}

func oneOf(all ...string) schema.SchemaValidateFunc { return validation.StringInSlice(all, false) }

func wrapped(all []string) schema.SchemaValidateFunc {
	return func(v interface{}, k string) ([]string, []error) {
		return validation.StringInSlice(all, false)(v, k)
	}
}

func mended(all []string) schema.SchemaValidateFunc {
	return func(v interface{}, k string) ([]string, []error) {
		v = strings.ToLower(v.(string))
		return validation.StringInSlice(all, false)(v, k)
	}
}

var suppressor = suppress

type checks struct{}

func (checks) suppress(k, old, new string, d *schema.ResourceData) bool { return true }
"""

ALLOWED = {
    'ValidateFunc: validation.StringInSlice([]string{"b", "a"}, false)': ["a", "b"],
    "ValidateFunc: validation.StringInSlice(allowed, true)": ["one", "two"],
    "ValidateFunc: validation.StringInSlice([]string{string(kindA), string(kindB)}, false)": ["a", "b"],
    'ValidateFunc: validation.StringInSlice([]string{"a", outside.Name}, false)': None,
    "ValidateFunc: validation.StringInSlice(outside.Names(), false)": None,
    "ValidateFunc: validation.IntInSlice([]int{3, 1})": [1, 3],
    "ValidateFunc: validation.IntBetween(1, 10)": [">= 1", "<= 10"],
    "ValidateFunc: validation.IntAtLeast(1)": [">= 1"],
    "ValidateFunc: validation.IntAtMost(9)": ["<= 9"],
    "ValidateFunc: validation.FloatBetween(0.5, 1.5)": [">= 0.5", "<= 1.5"],
    "ValidateFunc: validation.IntBetween(1, outside.Most)": None,
    'ValidateDiagFunc: validation.ToDiagFunc(validation.StringInSlice([]string{"a"}, false))': ["a"],
    'ValidateFunc: oneOf("b", "a")': ["a", "b"],
    "ValidateFunc: wrapped(allowed)": ["one", "two"],
    "ValidateFunc: validation.All(validation.IntBetween(1, 9), validation.IntDivisibleBy(3))": [">= 1", "<= 9"],
    "ValidateFunc: validation.All(validation.IntAtLeast(1), validation.IntAtMost(9))": None,
    "ValidateFunc: validation.Any(validation.IntAtLeast(1), validation.IntAtMost(9))": None,
    "ValidateFunc: validation.FloatAtMost(1.5)": ["<= 1.5"],
    "ValidateFunc: mended(allowed)": None,
    "ValidateFunc: validation.StringIsNotEmpty": None,
    "ValidateFunc: validation.StringLenBetween(1, 5)": None,
}


@pytest.mark.parametrize(("attribute", "expected"), ATTRIBUTES.values(), ids=ATTRIBUTES)
def test_attributes(sdk_attribute: Any, facts: Any, attribute: str, expected: Any) -> None:
    assert facts(sdk_attribute(attribute)) == expected


@pytest.mark.parametrize(("default", "expected"), DEFAULTS.items(), ids=[f"default {text}" for text in DEFAULTS])
def test_defaults(sdk_attribute: Any, default: str, expected: Any) -> None:
    found = sdk_attribute(f"{_STRING}, Default: {default}", _KINDS)

    assert found.default == expected
    assert type(found.default) is type(expected)
    assert found.unknown == ()


@pytest.mark.parametrize("default", ["outside.Name", "outside.Name()", 'fmt.Sprintf("%s", outside.Name)', "names[7]"])
def test_a_default_that_is_not_settled(sdk_attribute: Any, default: str) -> None:
    found = sdk_attribute(f"{_STRING}, Default: {default}", _KINDS)

    assert found.default is None
    assert found.unknown == ("default",)
    assert found.optional


@pytest.mark.parametrize(("attribute", "expected"), NESTED.values(), ids=NESTED)
def test_what_is_nested(sdk_attribute: Any, facts: Any, attribute: str, expected: Any) -> None:
    assert facts(sdk_attribute(attribute, _DISK)) == expected


@pytest.mark.parametrize(("functions", "expected"), FUNCTIONS.values(), ids=FUNCTIONS)
def test_functions(sdk_attribute: Any, functions: str, expected: list[str] | None) -> None:
    found = sdk_attribute(f"{_STRING}, {functions}", _CHECKS)

    assert found.optional
    if expected is None:
        assert found.unknown == ("funcs",)
    else:
        assert found.unknown == ()
        assert list(found.funcs) == expected


@pytest.mark.parametrize(("functions", "expected"), ALLOWED.items(), ids=[f"allowed by {text}" for text in ALLOWED])
def test_allowed_values(sdk_attribute: Any, functions: str, expected: list[Any] | None) -> None:
    more = _KINDS + _CHECKS + '\nvar allowed = []string{"two", "one"}\n'

    assert list(sdk_attribute(f"{_STRING}, {functions}", more).allowed_values) == (expected or [])


# How schemas are put together -----------------------------------------------------------------------------------------

_A = 'map[string]*schema.Schema{"a": {Type: schema.TypeString, Required: true}}'

_CONDITIONAL = f"""
func conditional(on bool) map[string]*schema.Schema {{
	all := {_A}
	if on {{
		all["b"] = &schema.Schema{{Type: schema.TypeInt, Optional: true}}
	}}
	return all
}}
"""

BUILT = {
    # the fields of the schema.Resource, declarations: the facts of its attributes
    "a map from a helper": (
        "Schema: base(),",
        f"func base() map[string]*schema.Schema {{ return {_A} }}",
        {"a": {"type": "string", "required": True}},
    ),
    "a map in a package variable": (
        "Schema: base,",
        f"var base = {_A}",
        {"a": {"type": "string", "required": True}},
    ),
    "an attribute from a helper": (
        'Schema: map[string]*schema.Schema{"a": text(true), "b": text(false)},',
        """
func text(required bool) *schema.Schema {
	return &schema.Schema{Type: schema.TypeString, Required: required, Optional: !required}
}
""",
        {"a": {"type": "string", "required": True}, "b": {"type": "string", "optional": True}},
    ),
    "an attribute shared by two": (
        'Schema: map[string]*schema.Schema{"a": shared, "b": shared},',
        "var shared = &schema.Schema{Type: schema.TypeInt, Optional: true}",
        {"a": {"type": "int", "optional": True}, "b": {"type": "int", "optional": True}},
    ),
    "maps merged by a loop": (
        "Schema: merged(),",
        f"""
func merged() map[string]*schema.Schema {{
	all := {_A}
	for k, v := range more() {{
		all[k] = v
	}}
	return all
}}

func more() map[string]*schema.Schema {{
	return map[string]*schema.Schema{{"b": {{Type: schema.TypeInt, Computed: true}}}}
}}
""",
        {"a": {"type": "string", "required": True}, "b": {"type": "int", "computed": True}},
    ),
    "attributes by a loop over names": (
        "Schema: looped(),",
        """
func looped() map[string]*schema.Schema {
	all := make(map[string]*schema.Schema)
	for _, name := range []string{"x", "y"} {
		all[name+"_id"] = &schema.Schema{Type: schema.TypeString, Optional: true, Default: name}
	}
	return all
}
""",
        {
            "x_id": {"type": "string", "optional": True, "default": "x"},
            "y_id": {"type": "string", "optional": True, "default": "y"},
        },
    ),
    "an attribute under a condition that holds": (
        "Schema: conditional(true),",
        _CONDITIONAL,
        {"a": {"type": "string", "required": True}, "b": {"type": "int", "optional": True}},
    ),
    "an attribute under a condition that does not": (
        "Schema: conditional(false),",
        _CONDITIONAL,
        {"a": {"type": "string", "required": True}},
    ),
    "an attribute changed afterwards": (
        "Schema: changed(),",
        f"""
func changed() map[string]*schema.Schema {{
	all := {_A}
	all["a"].Required = false
	all["a"].Computed = true
	all["a"].Default = nil
	return all
}}
""",
        {"a": {"type": "string", "computed": True}},
    ),
    "an attribute taken out": (
        "Schema: less(),",
        """
func less() map[string]*schema.Schema {
	all := map[string]*schema.Schema{"a": {Type: schema.TypeInt}, "b": {Type: schema.TypeInt}}
	delete(all, "a")
	return all
}
""",
        {"b": {"type": "int"}},
    ),
    "a function": (
        "SchemaFunc: fn,",
        f"func fn() map[string]*schema.Schema {{ return {_A} }}",
        {"a": {"type": "string", "required": True}},
    ),
    "a function called where it is written": (
        f"Schema: func() map[string]*schema.Schema {{\n\t\t\tall := {_A}\n\t\t\treturn all\n\t\t}}(),",
        "",
        {"a": {"type": "string", "required": True}},
    ),
    "elements that are structs by value": (
        "Schema: pointers(),",
        """
func pointers() map[string]*schema.Schema {
	all := map[string]*schema.Schema{}
	for name, s := range map[string]schema.Schema{"a": {Type: schema.TypeInt, Optional: true}} {
		s := s
		all[name] = &s
	}
	return all
}
""",
        {"a": {"type": "int", "optional": True}},
    ),
    "a copy of an attribute, changed": (
        "Schema: copied(),",
        """
func copied() map[string]*schema.Schema {
	first := &schema.Schema{Type: schema.TypeString, Required: true, ForceNew: true}
	second := *first
	second.Required = false
	second.Optional = true
	return map[string]*schema.Schema{"a": first, "b": &second}
}
""",
        {
            "a": {"type": "string", "required": True, "force_new": True},
            "b": {"type": "string", "optional": True, "force_new": True},
        },
    ),
    "a data source's schema made from a resource's": (
        "Schema: fromResource(source()),",
        """
func source() map[string]*schema.Schema {
	return map[string]*schema.Schema{
		"name": {Type: schema.TypeString, Required: true, ForceNew: true, Default: "x"},
		"tags": {Type: schema.TypeSet, Optional: true, Elem: &schema.Schema{Type: schema.TypeString}},
		"disk": {Type: schema.TypeList, Optional: true, Elem: &schema.Resource{Schema: map[string]*schema.Schema{
			"size": {Type: schema.TypeInt, Required: true},
		}}},
		"node": {Type: schema.TypeSet, Optional: true, Elem: &schema.Resource{Schema: map[string]*schema.Schema{
			"zone": {Type: schema.TypeString, Required: true},
		}}},
	}
}

func fromResource(rs map[string]*schema.Schema) map[string]*schema.Schema {
	ds := make(map[string]*schema.Schema, len(rs))
	for k, v := range rs {
		dv := &schema.Schema{
			Computed:    true,
			ForceNew:    false,
			Description: v.Description,
			Type:        v.Type,
		}
		switch v.Type {
		case schema.TypeSet:
			dv.Set = v.Set
			fallthrough
		case schema.TypeList:
			if elem, ok := v.Elem.(*schema.Resource); ok {
				dv.Elem = &schema.Resource{
					Schema: fromResource(elem.Schema),
				}
			} else {
				dv.Elem = v.Elem
			}
		default:
			dv.Elem = v.Elem
		}
		ds[k] = dv
	}
	return ds
}
""",
        {
            "name": {"type": "string", "computed": True},
            "tags": {"type": "set", "computed": True, "elem": {"type": "string"}},
            "disk": {"type": "list", "computed": True, "attrs": {"size": {"type": "int", "computed": True}}},
            "node": {"type": "set", "computed": True, "attrs": {"zone": {"type": "string", "computed": True}}},
        },
    ),
    "the flags of a schema set by its names": (
        'Schema: asRequired(source(), "a"),',
        """
func source() map[string]*schema.Schema {
	return map[string]*schema.Schema{
		"a": {Type: schema.TypeString, Computed: true},
		"b": {Type: schema.TypeInt, Computed: true},
	}
}

func asRequired(all map[string]*schema.Schema, keys ...string) map[string]*schema.Schema {
	for _, k := range keys {
		v, ok := all[k]
		if !ok {
			panic("no such attribute: " + k)
		}
		v.Computed = false
		v.Required = true
	}
	return all
}
""",
        {"a": {"type": "string", "required": True}, "b": {"type": "int", "computed": True}},
    ),
    "one that panics": (
        'Schema: map[string]*schema.Schema{"a": boom(), "b": {Type: schema.TypeInt, Optional: true}},',
        'func boom() *schema.Schema { panic("no") }',
        {
            "a": {"unknown": ["type", "required", "optional", "computed", "elem", "attrs"]},
            "b": {"type": "int", "optional": True},
        },
    ),
    "one that never ends": (
        'Schema: map[string]*schema.Schema{"a": deep(0), "b": {Type: schema.TypeInt, Optional: true}},',
        "func deep(n int) *schema.Schema { return deep(n + 1) }",
        {
            "a": {"unknown": ["type", "required", "optional", "computed", "elem", "attrs"]},
            "b": {"type": "int", "optional": True},
        },
    ),
    "one that is nil": (
        'Schema: map[string]*schema.Schema{"a": nil, "b": {Type: schema.TypeInt, Optional: true}},',
        "",
        {
            "a": {"unknown": ["type", "required", "optional", "computed", "elem", "attrs"]},
            "b": {"type": "int", "optional": True},
        },
    ),
    "no schema": ("", "", {}),
    "an empty schema": ("Schema: map[string]*schema.Schema{},", "", {}),
    "a schema by a method": (
        "Schema: kit{}.schema(),",
        f"type kit struct{{}}\n\nfunc (kit) schema() map[string]*schema.Schema {{ return {_A} }}",
        {"a": {"type": "string", "required": True}},
    ),
    "a generic helper": (
        'Schema: map[string]*schema.Schema{"a": ptr(schema.Schema{Type: schema.TypeInt, Optional: true})},',
        "func ptr[T any](v T) *T { return &v }",
        {"a": {"type": "int", "optional": True}},
    ),
}


@pytest.mark.parametrize(("resource", "more", "expected"), BUILT.values(), ids=BUILT)
def test_how_schemas_are_put_together(sdk_resource: Any, facts: Any, resource: str, more: str, expected: Any) -> None:
    assert facts(sdk_resource(resource, more).attrs) == expected


# Resources ------------------------------------------------------------------------------------------------------------

_CRUD = """
func create(d *schema.ResourceData, meta interface{}) error {
	d.SetId("x")
	return read(d, meta)
}

func read(d *schema.ResourceData, meta interface{}) error { return nil }

func gone(d *schema.ResourceData, meta interface{}) error {
	return errors.New("use example_thing instead")
}

func goneContext(ctx context.Context, d *schema.ResourceData, meta interface{}) diag.Diagnostics {
	return diag.Errorf("use %s instead", "example_thing")
}

func goneFrom(ctx context.Context, d *schema.ResourceData, meta interface{}) diag.Diagnostics {
	return diag.FromErr(fmt.Errorf("use example_thing instead"))
}

func sometimes(d *schema.ResourceData, meta interface{}) error {
	if d.Id() == "" {
		return errors.New("no id")
	}
	return nil
}

func upgrade(ctx context.Context, state map[string]interface{}, meta interface{}) (map[string]interface{}, error) {
	return state, nil
}

func migrate(v int, is *outside.State, meta interface{}) (*outside.State, error) { return is, nil }

const version = 3

type versions struct{}

func (versions) current() int { return version + 1 }
"""

_UPGRADER = "{Type: v0().CoreConfigSchema().ImpliedType(), Upgrade: upgrade, Version: %s}"
_V0 = "\nfunc v0() *schema.Resource { return &schema.Resource{} }\n"

RESOURCES = {
    # the fields of the schema.Resource: the facts it must have
    "deprecated": ('DeprecationMessage: "use example_thing",', {"deprecated": "use example_thing"}),
    "deprecated by a built message": (
        'DeprecationMessage: fmt.Sprintf("use %s", "example_thing"),',
        {"deprecated": "use example_thing"},
    ),
    "deprecated by an empty message": ('DeprecationMessage: "",', {}),
    "deprecated by an unknown message": ("DeprecationMessage: outside.Message,", {"unknown": ["deprecated"]}),
    "a version": ("SchemaVersion: 2,", {"schema_version": 2}),
    "a version by a constant": ("SchemaVersion: version,", {"schema_version": 3}),
    "a version by a method": ("SchemaVersion: versions{}.current(),", {"schema_version": 4}),
    "an unknown version": ("SchemaVersion: outside.Version,", {"unknown": ["schema_version"]}),
    "no version": ("", {}),
    "a version of the identity is not the resource's": (
        "Identity: &schema.ResourceIdentity{Version: 5, SchemaFunc: func() map[string]*schema.Schema { return nil }},",
        {},
    ),
    "state upgraders": (
        f"SchemaVersion: 2, StateUpgraders: []schema.StateUpgrader{{{_UPGRADER % 1}, {_UPGRADER % 0}}},",
        {"schema_version": 2, "state_upgraders": [0, 1]},
    ),
    "a state upgrader of version zero that is not said": (
        (
            "SchemaVersion: 1, "
            "StateUpgraders: []schema.StateUpgrader{{Type: v0().CoreConfigSchema().ImpliedType(), Upgrade: upgrade}},"
        ),
        {"schema_version": 1, "state_upgraders": [0]},
    ),
    "state upgraders by helpers": (
        "SchemaVersion: 2, StateUpgraders: upgraders(),",
        {"schema_version": 2, "state_upgraders": [0, 1]},
    ),
    "unknown state upgraders": ("StateUpgraders: outside.Upgraders(),", {"unknown": ["state_upgraders"]}),
    "state upgraders that may be more": (
        f"StateUpgraders: append([]schema.StateUpgrader{{{_UPGRADER % 0}}}, outside.Upgraders()...),",
        {"state_upgraders": [0], "unknown": ["state_upgraders"]},
    ),
    "the old migration": ("SchemaVersion: 1, MigrateState: migrate,", {"schema_version": 1, "migrate_state": True}),
    "the old migration, outside": ("MigrateState: outside.Migrate,", {"migrate_state": True}),
    "no migration": ("MigrateState: nil, StateUpgraders: nil,", {}),
    "an importer": ("Importer: &schema.ResourceImporter{State: schema.ImportStatePassthrough},", {"importer": True}),
    "an importer by a helper": ("Importer: importer(),", {"importer": True}),
    "an outside importer": ("Importer: outside.Importer(),", {"importer": True}),
    "no importer": ("Importer: nil,", {}),
    "an importer that is not settled": ('Importer: outside.Importers["a"],', {"unknown": ["importer"]}),
    "timeouts that are not settled": ("Timeouts: outside.Timeouts(),", {"unknown": ["timeouts"]}),
    "timeouts": (
        (
            "Timeouts: &schema.ResourceTimeout{Create: schema.DefaultTimeout(5 * time.Minute), "
            "Delete: schema.DefaultTimeout(time.Minute)},"
        ),
        {"timeouts": ["create", "delete"]},
    ),
    "a default timeout": (
        "Timeouts: &schema.ResourceTimeout{Default: schema.DefaultTimeout(time.Minute), Read: nil},",
        {"timeouts": ["default"]},
    ),
    "functions that work": ("Create: create, Read: read,", {}),
    "soft-removed": ("Create: gone, Read: gone,", {"soft_removed": "use example_thing instead"}),
    "soft-removed where it is written": (
        (
            'Create: func(d *schema.ResourceData, meta interface{}) error { return errors.New("gone") }, '
            'Read: func(d *schema.ResourceData, meta interface{}) error { return fmt.Errorf("gone") },'
        ),
        {"soft_removed": "gone"},
    ),
    "soft-removed with a context": (
        "CreateContext: goneContext, ReadContext: goneContext,",
        {"soft_removed": "use example_thing instead"},
    ),
    "soft-removed with diagnostics of an error": (
        "CreateContext: goneFrom, ReadContext: goneFrom,",
        {"soft_removed": "use example_thing instead"},
    ),
    "soft-removed with what was there before as a comment": (
        (
            'Create: func(d *schema.ResourceData, meta interface{}) error {\n\t// gone\n\treturn errors.New("gone")\n'
            + '\t// d.Get("size")\n' * 200
            + "}, Read: gone,"
        ),
        {"soft_removed": "gone"},
    ),
    "half soft-removed": ("Create: gone, Read: read,", {"half_removed": "use example_thing instead"}),
    "half soft-removed the other way": ("Create: create, Read: gone,", {"half_removed": "use example_thing instead"}),
    "half soft-removed with nothing to read": ("Create: gone, Read: nil,", {}),
    "an error under a condition is no removal": ("Create: sometimes, Read: sometimes,", {}),
}


@pytest.mark.parametrize(("resource", "expected"), RESOURCES.values(), ids=RESOURCES)
def test_resources(sdk_resource: Any, facts: Any, resource: str, expected: Any) -> None:
    more = f"""{_CRUD}{_V0}
func importer() *schema.ResourceImporter {{ return &schema.ResourceImporter{{}} }}

func upgraders() []schema.StateUpgrader {{
	var all []schema.StateUpgrader
	all = append(all, schema.StateUpgrader{{Upgrade: upgrade, Version: 0}})
	return append(all, schema.StateUpgrader{{Upgrade: upgrade, Version: 1}})
}}
"""
    found = facts(sdk_resource(resource, more))

    assert {key: value for key, value in found.items() if key not in _ELSEWHERE} == expected


def test_a_version_set_afterwards(sdk_files: Any, read_files: Any) -> None:
    files = sdk_files("Schema: map[string]*schema.Schema{},")
    files["main.go"] = (
        files["main.go"].replace('"example_widget": widget(),', '"example_widget": versioned(widget()),')
        + """
func versioned(r *schema.Resource) *schema.Resource {
	r.SchemaVersion = 4
	r.DeprecationMessage = "late"
	return r
}
"""
    )

    found = read_files(files).resources["example_widget"]

    assert (found.schema_version, found.deprecated) == (4, "late")


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ("Create: create, Read: read,", False),
        ("Create: create, Read: read, Update: create,", True),
        ("UpdateContext: outside.Update,", True),
        ("UpdateWithoutTimeout: outside.Update,", True),
        ("Update: nil,", False),
    ],
)
def test_whether_a_resource_can_be_updated(sdk_resource: Any, fields: str, expected: bool) -> None:
    assert sdk_resource(fields, _CRUD).updatable is expected


# The provider ---------------------------------------------------------------------------------------------------------

REGISTERED = {
    # the fields of the schema.Provider, declarations: registered resources and data sources
    "literals": (
        (
            'ResourcesMap: map[string]*schema.Resource{"example_a": a(), "example_b": {}}, '
            'DataSourcesMap: map[string]*schema.Resource{"example_c": a()},'
        ),
        "",
        ["example_a", "example_b"],
        ["example_c"],
    ),
    "package variables": (
        "ResourcesMap: all,",
        'var all = map[string]*schema.Resource{"example_a": a()}',
        ["example_a"],
        [],
    ),
    "merged maps": (
        "ResourcesMap: merge(first, second),",
        """
var first = map[string]*schema.Resource{"example_a": a()}
var second = map[string]*schema.Resource{"example_b": a()}

func merge(maps ...map[string]*schema.Resource) map[string]*schema.Resource {
	all := make(map[string]*schema.Resource)
	for _, m := range maps {
		for k, v := range m {
			if _, there := all[k]; there {
				panic("twice: " + k)
			}
			all[k] = v
		}
	}
	return all
}
""",
        ["example_a", "example_b"],
        [],
    ),
    "a merge that may fail": (
        "ResourcesMap: merged(),",
        """
func merge(maps ...map[string]*schema.Resource) (map[string]*schema.Resource, error) {
	all := make(map[string]*schema.Resource)
	var err error
	for _, m := range maps {
		for k, v := range m {
			if _, there := all[k]; there {
				err = outside.Append(err, fmt.Errorf("twice: %s", k))
				continue
			}
			all[k] = v
		}
	}
	return all, err
}

func merged() map[string]*schema.Resource {
	all, _ := merge(map[string]*schema.Resource{"example_a": a()}, map[string]*schema.Resource{"example_b": a()})
	return all
}
""",
        ["example_a", "example_b"],
        [],
    ),
    "a registry filled by init": (
        "ResourcesMap: registry,",
        """
var registry = map[string]*schema.Resource{}

func init() { registry["example_a"] = a() }

func init() { registry["example_b"] = a() }
""",
        ["example_a", "example_b"],
        [],
    ),
    "a loop over services": (
        "ResourcesMap: fromServices(),",
        """
type service interface {
	Name() string
	Resources() map[string]*schema.Resource
}

type typed interface{ Typed() []resource }

type resource interface {
	Type() string
	Arguments() map[string]*schema.Schema
}

type compute struct{}

func (compute) Name() string { return "compute" }

func (compute) Resources() map[string]*schema.Resource {
	return map[string]*schema.Resource{"example_vm": a()}
}

func (compute) Typed() []resource { return []resource{disk{}} }

type disk struct{}

func (disk) Type() string { return "example_disk" }

func (disk) Arguments() map[string]*schema.Schema {
	return map[string]*schema.Schema{"size": {Type: schema.TypeInt, Required: true}}
}

type network struct{}

func (network) Name() string { return "network" }

func (network) Resources() map[string]*schema.Resource {
	return map[string]*schema.Resource{"example_lan": a()}
}

func fromServices() map[string]*schema.Resource {
	all := map[string]*schema.Resource{}
	for _, s := range []service{compute{}, network{}} {
		for k, v := range s.Resources() {
			if existing := all[k]; existing != nil {
				panic(fmt.Sprintf("an existing resource: %s", k))
			}
			all[k] = v
		}
		t, ok := s.(typed)
		if !ok {
			continue
		}
		for _, r := range t.Typed() {
			wrapped, err := wrap(r)
			if err != nil {
				panic(fmt.Errorf("wrapping %s: %+v", r.Type(), err))
			}
			all[r.Type()] = wrapped
		}
	}
	return all
}

func wrap(r resource) (*schema.Resource, error) {
	out := &schema.Resource{Schema: map[string]*schema.Schema{}}
	for k, v := range r.Arguments() {
		if v.Computed && !v.Optional {
			return nil, fmt.Errorf("%q is computed", k)
		}
		if v.Deprecated != "" && v.Removed != "" {
			return nil, fmt.Errorf("%q is both", k)
		}
		out.Schema[k] = v
	}
	if out.DeprecationMessage != "" {
		return nil, fmt.Errorf("deprecated")
	}
	return out, nil
}
""",
        ["example_disk", "example_lan", "example_vm"],
        [],
    ),
    "a wrapper that looks at its model by reflection": (
        "ResourcesMap: wrapped(),",
        """
type model struct {
	Name string `tfschema:"name"`
}

func wrapped() map[string]*schema.Resource {
	r, err := wrap(&model{}, map[string]*schema.Schema{"name": {Type: schema.TypeString, Optional: true}})
	if err != nil {
		panic(err)
	}
	return map[string]*schema.Resource{"example_a": r}
}

func wrap(m interface{}, s map[string]*schema.Schema) (*schema.Resource, error) {
	if err := validateModel(m); err != nil {
		return nil, fmt.Errorf("validating: %+v", err)
	}
	return &schema.Resource{Schema: s}, nil
}

func validateModel(m interface{}) error {
	if reflect.TypeOf(m).Kind() != reflect.Ptr {
		return fmt.Errorf("need a pointer")
	}
	kind := reflect.TypeOf(m).Elem()
	for i := 0; i < kind.NumField(); i++ {
		field := kind.Field(i)
		if _, ok := field.Tag.Lookup("tfschema"); !ok {
			return fmt.Errorf("%q has no tag", field.Name)
		}
	}
	return nil
}
""",
        ["example_a"],
        [],
    ),
    "descriptors": (
        "ResourcesMap: described(),",
        """
type description struct {
	Resource *schema.Resource
	Paths    []string
	Type     kind
}

type kind int

const (
	resourceKind kind = iota
	dataSourceKind
)

func (k kind) IsDataSource() bool { return k == dataSourceKind }

var descriptions = map[string]*description{
	"example_a": {Resource: a(), Paths: []string{"/a"}},
	"example_b": {Resource: a(), Type: dataSourceKind},
}

func described() map[string]*schema.Resource {
	all := make(map[string]*schema.Resource)
	for name, d := range descriptions {
		if d.Type.IsDataSource() {
			continue
		}
		all[name] = d.Resource
	}
	return all
}
""",
        ["example_a"],
        [],
    ),
    "a family made by one function": (
        'ResourcesMap: family("project", "folder"),',
        """
func family(parents ...string) map[string]*schema.Resource {
	all := map[string]*schema.Resource{}
	for _, parent := range parents {
		for suffix, make := range map[string]func(string) *schema.Resource{"policy": policy, "member": policy} {
			all[fmt.Sprintf("example_%s_iam_%s", parent, suffix)] = make(parent)
		}
	}
	return all
}

func policy(parent string) *schema.Resource {
	return &schema.Resource{Schema: map[string]*schema.Schema{parent: {Type: schema.TypeString, Required: true}}}
}
""",
        [
            "example_folder_iam_member",
            "example_folder_iam_policy",
            "example_project_iam_member",
            "example_project_iam_policy",
        ],
        [],
    ),
    "names by constants": (
        'ResourcesMap: map[string]*schema.Resource{prefix + "a": a(), name: a()},',
        'const prefix = "example_"\n\nvar name = strings.Join([]string{"example", "b"}, "_")',
        ["example_a", "example_b"],
        [],
    ),
    "none": ("", "", [], []),
}


def _provider(fields: str, more: str) -> dict[str, str]:
    names = [n for n in ("fmt", "reflect", "strings") if f"{n}." in fields + more]
    imports = "".join(f'\t"{name}"\n' for name in names) + (
        """
	"example.org/mod/outside"
"""
        if "outside." in more
        else ""
    )
    return {
        "main.go": f"""package main

import (
{imports}
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
	"github.com/hashicorp/terraform-plugin-sdk/v2/plugin"
)

func main() {{
	plugin.Serve(&plugin.ServeOpts{{ProviderFunc: Provider}})
}}

func Provider() *schema.Provider {{
	return &schema.Provider{{
		{fields}
	}}
}}

func a() *schema.Resource {{ return &schema.Resource{{}} }}

{more}
"""
    }


@pytest.mark.parametrize(("fields", "more", "resources", "data_sources"), REGISTERED.values(), ids=REGISTERED)
def test_how_resources_are_registered(
    read_files: Any, fields: str, more: str, resources: list[str], data_sources: list[str]
) -> None:
    found = read_files(_provider(fields, more))

    assert (list(found.resources), list(found.data_sources)) == (resources, data_sources)
    assert found.coverage.unresolved == ()


def test_the_provider_configuration(read_files: Any, facts: Any) -> None:
    fields = """Schema: map[string]*schema.Schema{
			"region": {Type: schema.TypeString, Required: true, DefaultFunc: schema.EnvDefaultFunc("EXAMPLE", nil)},
			"retry":  {Type: schema.TypeList, Optional: true, Elem: &schema.Resource{Schema: map[string]*schema.Schema{
				"times": {Type: schema.TypeInt, Optional: true, Default: 3},
			}}},
		},"""

    found = read_files(_provider(fields, ""))

    assert facts(found.provider_config.attrs) == {
        "region": {"type": "string", "required": True, "funcs": ["default"]},
        "retry": {
            "type": "list",
            "optional": True,
            "block": True,
            "attrs": {"times": {"type": "int", "optional": True, "default": 3}},
        },
    }
    assert found.provider_config.source == Source("main.go", 14)


def test_a_resource_taken_out_again(read_files: Any) -> None:
    files = _provider('ResourcesMap: map[string]*schema.Resource{"example_a": a(), "example_b": a()},', "")
    files["main.go"] = (
        files["main.go"]
        .replace("return &schema.Provider", "p := &schema.Provider")
        .replace("\t}\n}\n\nfunc a()", '\t}\n\tdelete(p.ResourcesMap, "example_a")\n\treturn p\n}\n\nfunc a()')
    )

    assert list(read_files(files).resources) == ["example_b"]


def test_all_resources_changed_afterwards(read_files: Any, facts: Any) -> None:
    more = """
func finish(p *schema.Provider) *schema.Provider {
	for name, r := range p.ResourcesMap {
		if r.Schema == nil {
			r.Schema = map[string]*schema.Schema{}
		}
		r.Schema["labels"] = &schema.Schema{Type: schema.TypeMap, Optional: true, Default: name}
	}
	return p
}
"""
    files = _provider('ResourcesMap: map[string]*schema.Resource{"example_a": a(), "example_b": a()},', more)
    files["main.go"] = files["main.go"].replace(
        "ProviderFunc: Provider}", "ProviderFunc: func() *schema.Provider { return finish(Provider()) }}"
    )

    found = read_files(files)

    assert {name: facts(entity.attrs) for name, entity in found.resources.items()} == {
        name: {"labels": {"type": "map", "optional": True, "default": name}} for name in ("example_a", "example_b")
    }


def test_a_copied_resource_under_another_name(read_files: Any) -> None:
    more = """
func renamed(resource *schema.Resource, message string) *schema.Resource {
	shallow := *resource
	shallow.DeprecationMessage = message
	shallow.Schema = make(map[string]*schema.Schema, len(resource.Schema))
	for k, v := range resource.Schema {
		shallow.Schema[k] = v
	}
	shallow.Schema["old"] = &schema.Schema{Type: schema.TypeBool, Optional: true}
	return &shallow
}

func b() *schema.Resource {
	return &schema.Resource{Schema: map[string]*schema.Schema{"size": {Type: schema.TypeInt, Required: true}}}
}
"""
    found = read_files(
        _provider(
            'ResourcesMap: map[string]*schema.Resource{"example_old": renamed(b(), "use example_new"), '
            '"example_new": b()},',
            more,
        )
    )

    assert found.resources["example_old"].deprecated == "use example_new"
    assert sorted(found.resources["example_old"].attrs) == ["old", "size"]
    assert found.resources["example_new"].deprecated is None
    assert list(found.resources["example_new"].attrs) == ["size"]


UNSETTLED = {
    "an unknown map of resources": (
        "ResourcesMap: outside.Resources(),",
        ("resource", "ResourcesMap", "outside.Resources(…)"),
    ),
    "a resource of unknown name": (
        "ResourcesMap: map[string]*schema.Resource{outside.Name: a()},",
        ("resource", "ResourcesMap", "outside.Name"),
    ),
    "an unknown resource": (
        'ResourcesMap: map[string]*schema.Resource{"example_a": outside.Resource()},',
        ("resource/example_a", "attrs", "outside.Resource(…)"),
    ),
    "a nil resource": (
        'ResourcesMap: map[string]*schema.Resource{"example_a": nil},',
        ("resource/example_a", "attrs", "nil resource"),
    ),
    "a resource that panics": (
        'ResourcesMap: map[string]*schema.Resource{"example_a": boom(), "example_b": a()},',
        ("resource/example_a", "attrs", "panic"),
    ),
    "an unknown configuration": ("Schema: outside.Schema(),", ("provider", "attrs", "outside.Schema(…)")),
}


@pytest.mark.parametrize(("fields", "expected"), UNSETTLED.values(), ids=UNSETTLED)
def test_what_is_not_settled_is_noted_with_its_place(read_files: Any, fields: str, expected: Any) -> None:
    more = "func boom() *schema.Resource { panic(outside.Name) }\n"

    (found,) = read_files(_provider(fields, more)).coverage.unresolved

    assert (found.address, found.field, found.construct) == expected
    assert found.file == "main.go"
    assert found.line > 0


def test_the_coverage_counts_all(read_files: Any) -> None:
    fields = """Schema: map[string]*schema.Schema{"region": {Type: schema.TypeString, Optional: outside.Flag}},
		ResourcesMap: map[string]*schema.Resource{
			"example_a": {Schema: map[string]*schema.Schema{
				"x": {Type: schema.TypeString, Default: outside.Name, Deprecated: outside.Text},
				"y": {Type: schema.TypeList, Elem: &schema.Schema{Type: schema.TypeString}},
				"z": {Type: schema.TypeList, Elem: &schema.Resource{Schema: map[string]*schema.Schema{
					"deep": {Type: schema.TypeString, ForceNew: outside.Flag},
				}}},
			}},
			"example_b": outside.Resource(),
		},"""

    coverage = read_files(_provider(fields, "var _ = outside.X")).coverage

    assert (coverage.entities, coverage.attributes) == (2, 5)
    assert [(place.address, place.field, place.line) for place in coverage.unresolved] == [
        ("provider/region", "optional", 17),
        ("resource/example_a/x", "default", 20),
        ("resource/example_a/x", "deprecated", 20),
        ("resource/example_a/z.deep", "force_new", 23),
        ("resource/example_b", "attrs", 26),
    ]


# Places ---------------------------------------------------------------------------------------------------------------


def test_every_entity_and_attribute_has_its_line(read_files: Any) -> None:
    main = """package main

import (
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
	"github.com/hashicorp/terraform-plugin-sdk/v2/plugin"
)

func main() {
	plugin.Serve(&plugin.ServeOpts{ProviderFunc: func() *schema.Provider {
		return &schema.Provider{
			ResourcesMap: map[string]*schema.Resource{
				"example_widget": widget(),
			},
		}
	}})
}
"""
    widget = """package main

import "github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"

func widget() *schema.Resource {
	return &schema.Resource{
		Schema: map[string]*schema.Schema{
			"literal": {
				Type:     schema.TypeString,
				Optional: true,
			},
			"helper": text(),
			"disk": {
				Type:     schema.TypeList,
				Optional: true,
				Elem: &schema.Resource{
					Schema: map[string]*schema.Schema{
						"size": {Type: schema.TypeInt, Optional: true},
						"kind": text(),
					},
				},
			},
			"names": {
				Type: schema.TypeList,
				Elem: &schema.Schema{
					Type: schema.TypeString,
				},
			},
		},
	}
}

func text() *schema.Schema {
	return &schema.Schema{Type: schema.TypeString, Optional: true}
}
"""
    entity = read_files({"main.go": main, "widget.go": widget}).resources["example_widget"]

    assert entity.source == Source("widget.go", 6)
    assert {path: attribute.source for path, attribute in entity.walk()} == {
        "literal": Source("widget.go", 8),
        "helper": Source("widget.go", 12),
        "disk": Source("widget.go", 13),
        "disk.size": Source("widget.go", 18),
        "disk.kind": Source("widget.go", 19),
        "names": Source("widget.go", 23),
    }


# Eras -----------------------------------------------------------------------------------------------------------------

ERAS = {
    # import prefix, files: era, sdk, generation
    "plugin-sdk v2": (
        "github.com/hashicorp/terraform-plugin-sdk/v2",
        {"go.mod": "module m\n\nrequire github.com/hashicorp/terraform-plugin-sdk/v2 v2.24.1\n"},
        (Era.SDK_V2, "2.24.1", "B"),
    ),
    "plugin-sdk v1": (
        "github.com/hashicorp/terraform-plugin-sdk",
        {"go.mod": "module m\n\nrequire (\n\tgithub.com/hashicorp/terraform-plugin-sdk v1.9.0\n)\n"},
        (Era.SDK_V1, "1.9.0", "A"),
    ),
    "plugin-sdk v1 that deprecates Removed": (
        "github.com/hashicorp/terraform-plugin-sdk",
        {"go.mod": "module m\n\nrequire github.com/hashicorp/terraform-plugin-sdk v1.17.2\n"},
        (Era.SDK_V1, "1.17.2", "B"),
    ),
    "Terraform's own": (
        "github.com/hashicorp/terraform",
        {"go.mod": "module m\n\nrequire github.com/hashicorp/terraform v0.12.2\n"},
        (Era.SDK_V1, "0.12.2", "A"),
    ),
    "Terraform's own, by vendor.json": (
        "github.com/hashicorp/terraform",
        {
            "vendor/vendor.json": '{"package": [{"path": "github.com/hashicorp/terraform/helper/schema", '
            '"version": "v0.10.0"}]}'
        },
        (Era.SDK_V1, "0.10.0", "A"),
    ),
    "plugin-sdk v1 by vendor.json": (
        "github.com/hashicorp/terraform-plugin-sdk",
        {
            "vendor/vendor.json": '{"package": [{"path": "github.com/hashicorp/terraform-plugin-sdk/helper/schema", '
            '"versionExact": "v1.2.0"}]}'
        },
        (Era.SDK_V1, "1.2.0", "A"),
    ),
    "plugin-sdk v1 by Gopkg.lock": (
        "github.com/hashicorp/terraform-plugin-sdk",
        {
            "Gopkg.lock": """
[[projects]]
  name = "github.com/hashicorp/terraform-plugin-sdk"
  packages = ["helper/schema"]
  version = "v1.12.0"

[[projects]]
  name = "other"
  version = "v9.9.9"
"""
        },
        (Era.SDK_V1, "1.12.0", "B"),
    ),
    "a fork by replacement": (
        "github.com/hashicorp/terraform-plugin-sdk/v2",
        {
            "go.mod": """
module m

require github.com/hashicorp/terraform-plugin-sdk/v2 v2.24.1

replace github.com/hashicorp/terraform-plugin-sdk/v2 => github.com/fork/terraform-plugin-sdk/v2 v2.30.0
"""
        },
        (Era.SDK_V2, "2.30.0", "B"),
    ),
    "nobody says": ("github.com/hashicorp/terraform-plugin-sdk", {}, (Era.SDK_V1, "", "A")),
}


@pytest.mark.parametrize(("prefix", "files", "expected"), ERAS.values(), ids=ERAS)
def test_the_era_and_the_version_of_the_sdk(
    make_tree: Any, sdk_files: Any, prefix: str, files: Any, expected: Any
) -> None:
    main = sdk_files(
        'Schema: map[string]*schema.Schema{"a": {Type: schema.TypeString, Optional: true, Removed: "gone"}},'
    )
    text = main["main.go"].replace("github.com/hashicorp/terraform-plugin-sdk/v2", prefix)

    entity = read_provider(make_tree({"main.go": text, **files})).resources["example_widget"]

    assert (entity.era, entity.sdk, entity.generation) == expected
    assert entity.attrs["a"].removed == "gone"


def test_an_sdk_that_is_vendored_is_known_by_model_all_the_same(sdk_attribute: Any, facts: Any) -> None:
    vendored = {
        f"vendor/github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema/{name}.go": text
        for name, text in {
            "schema": "package schema\n\ntype Schema struct{ Type int }\n",
            "type": "package schema\n\nconst TypeString = 99\n",
        }.items()
    }

    assert facts(sdk_attribute(_STRING, files=vendored)) == _S


def test_a_data_source_is_soft_removed_by_its_read_alone(sdk_files: Any, read_files: Any) -> None:
    files = sdk_files("Read: gone,", _CRUD)
    files["main.go"] = files["main.go"].replace("ResourcesMap", "DataSourcesMap")
    assert read_files(files).data_sources["example_widget"].soft_removed == "use example_thing instead"
