"""What functions do with attributes, summed up from their source."""

from __future__ import annotations

from typing import Any

import pytest

from release_check.model.code import Body
from release_check.snapshot.code import CodeReader

_MORE = """
const constant = "by_constant"

var listed = []string{"first", "second"}

func expand(d *schema.ResourceData) string { return d.Get("deep").(string) }

func setter(d *schema.ResourceData, name string) { d.Set(name, 1) }

func wrapped(name string) schema.ReadFunc {
	return func(d *schema.ResourceData, meta interface{}) error {
		d.Set(name, 1)
		return nil
	}
}

func whichever(d *schema.ResourceData) string {
	if v, ok := d.GetOk("old"); ok {
		return v.(string)
	} else if v, ok := d.GetOk("new"); ok {
		return v.(string)
	}
	return ""
}

func update(d *schema.ResourceData, meta interface{}) error {
	d.Get("of_update")
	return nil
}
"""

_HEAD = "func(d *schema.ResourceData, meta interface{}) error {"

READS = {
    # statements of a Create: names that it gets, names that it sets
    "by literal": ('d.Get("a"); d.Set("b", 1)', {"a"}, {"b"}),
    "with ok": ('if v, ok := d.GetOk("a"); ok { _ = v }', {"a"}, set()),
    "a change": ('if d.HasChange("a") || d.HasChanges("b", "c") {}', {"a", "b", "c"}, set()),
    "by constant": ("d.Get(constant)", {"by_constant"}, set()),
    "a path without positions": ('d.Get("block.0.size")', {"block.size"}, set()),
    "a path by format": ('d.Get(fmt.Sprintf("block.%d.size", 1))', {"block.size"}, set()),
    "through a function": ("expand(d)", {"deep"}, set()),
    "by a name that is handed over": ('setter(d, "handed")', {"handed"}, set()),
    "in a function written in place": ('func() { d.Set("a", 1) }()', set(), {"a"}),
    "in a loop over names written out": ('for _, k := range []string{"a", "b"} { d.Set(k, 1) }', set(), {"a", "b"}),
    "in a loop over names of a variable": ("for _, k := range listed { d.Get(k) }", {"first", "second"}, set()),
    "of something else": ('other := map[string]string{}; other["a"] = ""', set(), set()),
    "not by the function that updates": ("return update(d, meta)", set(), set()),
}


@pytest.fixture
def create(make_tree: Any, sdk_files: Any) -> Any:
    def read(statements: str) -> Body:
        resource = f"Create: {_HEAD}\n{statements}\nreturn nil\n}},\nUpdate: update,"
        files = sdk_files(resource, _MORE)
        found = CodeReader(make_tree({"go.mod": _MANIFEST, **files})).of("resource", "example_widget")
        assert found is not None
        return found.bodies["create"]

    return read


_MANIFEST = (
    "module example.com/terraform-provider-example\n\nrequire github.com/hashicorp/terraform-plugin-sdk/v2 v2.24.1\n"
)


@pytest.mark.parametrize(("statements", "gets", "sets"), READS.values(), ids=READS)
def test_names_that_a_function_gets_and_sets(create: Any, statements: str, gets: set[str], sets: set[str]) -> None:
    body = create(statements)
    assert (body.gets, body.sets) == (gets, sets)
    assert body.whole


PARTIAL = {
    # statements that go where nobody can follow
    "the data goes outside": "outside.Read(d)",
    "a name is worked out": "d.Get(meta.(string))",
    "a method of something unknown takes the data": "meta.(interface{ Do(*schema.ResourceData) }).Do(d)",
}


@pytest.mark.parametrize("statements", PARTIAL.values(), ids=PARTIAL)
def test_a_summary_says_that_it_is_partial(create: Any, statements: str) -> None:
    assert not create(statements).whole


_BOTH = '_, a := d.GetOk("old")\n_, b := d.GetOk("new")\n'

_MAP = 'm := d.Get("block").([]interface{})[0].(map[string]interface{})\n'
REFUSALS = {
    # statements: whether an error comes of both being unset
    "one condition on both": (_BOTH + 'if !a && !b { return errors.New("x") }', True),
    "a chain that ends in an error": (
        (
            'if v, ok := d.GetOk("old"); ok { _ = v } else if v, ok := d.GetOk("new"); ok { _ = v } '
            'else { return fmt.Errorf("x") }'
        ),
        True,
    ),
    "a switch that ends in an error": (
        _BOTH + 'switch {\ncase a:\nreturn nil\ncase b:\nreturn nil\ndefault:\nreturn errors.New("x")\n}',
        True,
    ),
    "an error after both have left": (
        (
            'if _, ok := d.GetOk("old"); ok { return nil }\nif _, ok := d.GetOk("new"); ok { return nil }\n'
            'return errors.New("x")'
        ),
        True,
    ),
    "keys of a map": (_MAP + 'if m["old"] == nil && m["new"] == nil { return errors.New("x") }', True),
    "one key of a map": (_MAP + 'if m["old"] == nil { return errors.New("x") }', False),
    "a variable in between": (_BOTH + 'neither := !a && !b\nif neither { return errors.New("x") }', True),
    "a message that names both": ('return errors.New("one of old or new must be set")', True),
    "a function that takes whichever is set": (
        'if whichever(d) == "" { return errors.New("none") }',
        True,
    ),
    "its result in a variable": ('v := whichever(d)\nif v == "" { return errors.New("none") }', True),
    "an error about one": (_BOTH + 'if !a { return errors.New("x") }', False),
    "an error about something else": (_BOTH + 'if d.Id() == "" { return errors.New("x") }', False),
    "an error that is passed on": (
        _BOTH + 'if !a && !b { err := errors.New; _ = err }\nif err := d.Set("x", 1); err != nil '
        '{ return fmt.Errorf("of old and new: %s", err) }',
        False,
    ),
}


@pytest.mark.parametrize(("statements", "refuses"), REFUSALS.values(), ids=REFUSALS)
def test_errors_where_neither_of_two_names_is_set(create: Any, statements: str, refuses: bool) -> None:
    assert create(statements).refuses_without("old", "new") is refuses


def test_a_function_that_makes_the_function(make_tree: Any, sdk_files: Any) -> None:
    files = sdk_files('Read: wrapped("given"),', _MORE)
    found = CodeReader(make_tree({"go.mod": _MANIFEST, **files})).of("resource", "example_widget")
    assert found is not None
    assert found.bodies["read"].handles("given") or not found.bodies["read"].whole


_MODEL = """
type model struct {
	Size   types.Int64 `tfsdk:"size"`
	Volume types.Int64 `tfsdk:"volume"`
}

func (m *model) toAPI() int64 { return m.Volume.ValueInt64() }

func (r *widget) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	_ = plan.Size.ValueInt64()
	BODY
}

func (r *widget) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {}
"""

MODELS = {
    # statements: which names are handled, whether all was followed
    "a field": ("", {"size"}, True),
    "a method of the model": ("_ = plan.toAPI()", {"size", "volume"}, True),
    "a path": ('req.Plan.GetAttribute(ctx, path.Root("volume"), nil)', {"size", "volume"}, True),
    "the model goes outside": ("outside.Expand(&plan)", {"size"}, False),
}


@pytest.mark.parametrize(("statements", "names", "whole"), MODELS.values(), ids=MODELS)
def test_models_of_the_framework(
    make_tree: Any, framework_files: Any, statements: str, names: set[str], whole: bool
) -> None:
    files = framework_files("Attributes: map[string]schema.Attribute{},", _MODEL.replace("BODY", statements))
    found = CodeReader(make_tree(files)).of("resource", "example_widget")
    assert found is not None
    body = found.bodies["create"]
    assert {name for name in ("size", "volume") if body.handles(name)} == names
    assert body.whole is whole


def test_an_entity_that_is_not_there_has_no_functions(make_tree: Any, sdk_files: Any) -> None:
    assert CodeReader(make_tree({"go.mod": _MANIFEST, **sdk_files("")})).of("resource", "example_other") is None
