"""The README's table of what a version may contain: each rule at each kind of place, in each SDK.

The examples of a rule show it once; here the same change stands in a resource, data source, provider configuration and
nested block of terraform-plugin-sdk, and in a resource, block and nested attribute of the framework.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from release_check.policy import Example, Profile, Setting, load_rules

README = Path(__file__).parent.parent.parent / "README.md"
RULES = load_rules()
EVERYTHING = Profile("everything", "Every rule there is", {name: Setting() for name in RULES})
PEERS = ("google", "azurerm", "databricks", "tfpluginbcd", "alicloud", "schema-tools", "tfproviderlint")


class Step(NamedTuple):
    """What stands in a block before and after, and where the rule fires."""

    before: str
    after: str
    at: str = "size"


_SIZE = '"size": {Type: schema.TypeInt, Optional: true},'
_NAME = '"name": {Type: schema.TypeString, Optional: true},'
_BOTH = _SIZE + _NAME


def _size(more: str) -> str:
    return f'"size": {{Type: schema.TypeInt, Optional: true, {more}}},'


def _text(more: str) -> str:
    return f'"size": {{Type: schema.TypeString, Optional: true, {more}}},'


def _list(more: str) -> str:
    return f'"size": {{Type: schema.TypeList, {more}, Elem: &schema.Schema{{Type: schema.TypeInt}}}},'


def _block(mode: str, inner: str = "") -> str:
    return (
        f'"size": {{Type: schema.TypeList, {mode}, '
        f"Elem: &schema.Resource{{Schema: map[string]*schema.Schema{{{inner}}}}}}},"
    )


SDK = {
    "attribute-deleted-outside-major": Step(_BOTH, _NAME),
    "type-changed": Step(_SIZE, '"size": {Type: schema.TypeBool, Optional: true},'),
    "nesting-changed": Step(_list("Optional: true"), _block("Optional: true", _NAME)),
    "optional-to-required": Step(_SIZE, '"size": {Type: schema.TypeInt, Required: true},'),
    "computed-to-required": Step(
        '"size": {Type: schema.TypeInt, Computed: true},', '"size": {Type: schema.TypeInt, Required: true},'
    ),
    "computed-only-now": Step(_SIZE, '"size": {Type: schema.TypeInt, Computed: true},'),
    "required-attribute-added": Step(_NAME, _NAME + '"size": {Type: schema.TypeInt, Required: true},'),
    "required-block-added": Step(_NAME, _NAME + _block("Required: true", _NAME)),
    "computed-dropped": Step(_size("Computed: true"), _SIZE),
    "default-changed": Step(_size("Default: 1"), _size("Default: 2")),
    "min-items-raised": Step(_list("Optional: true"), _list("Optional: true, MinItems: 2")),
    "max-items-lowered": Step(_list("Optional: true"), _list("Optional: true, MaxItems: 2")),
    "exactly-one-of-added": Step(
        _BOTH,
        '"size": {Type: schema.TypeInt, Optional: true, ExactlyOneOf: []string{"<name>", "<size>"}},'
        '"name": {Type: schema.TypeString, Optional: true, ExactlyOneOf: []string{"<name>", "<size>"}},',
        "name",
    ),
    "at-least-one-of-added": Step(
        _BOTH,
        '"size": {Type: schema.TypeInt, Optional: true, AtLeastOneOf: []string{"<name>", "<size>"}},'
        '"name": {Type: schema.TypeString, Optional: true, AtLeastOneOf: []string{"<name>", "<size>"}},',
        "name",
    ),
    "conflicts-added": Step(
        _BOTH,
        '"size": {Type: schema.TypeInt, Optional: true, ConflictsWith: []string{"<name>"}},'
        '"name": {Type: schema.TypeString, Optional: true, ConflictsWith: []string{"<size>"}},',
        "name",
    ),
    "required-with-added": Step(_BOTH, _size('RequiredWith: []string{"<name>"}') + _NAME),
    "diff-suppress-removed": Step(_text("DiffSuppressFunc: ignoreCase"), _text("")),
    "force-new-added": Step(_SIZE, _size("ForceNew: true")),
    "force-new-attribute-added": Step(_NAME, _NAME + _size("ForceNew: true")),
    "allowed-values-narrowed": Step(
        _text('ValidateFunc: validation.StringInSlice([]string{"a", "b"}, false)'),
        _text('ValidateFunc: validation.StringInSlice([]string{"a"}, false)'),
    ),
    "sensitive-removed": Step(_text("Sensitive: true"), _text("")),
    "write-only-added": Step(_text("Sensitive: true"), _text("Sensitive: true, WriteOnly: true")),
}

_GO = """
func ignoreCase(k, old, new string, d *schema.ResourceData) bool { return strings.EqualFold(old, new) }
"""

ADDRESSES = {
    "resource": "resource/example_widget",
    "data source": "data-source/example_widget",
    "provider": "provider",
}
NESTED = {
    "a list block": '"outer": {Type: schema.TypeList, Optional: true, MaxItems: 1, Elem: %s},',
    "a set block": '"outer": {Type: schema.TypeSet, Optional: true, Elem: %s},',
    "two blocks": '"outer": {Type: schema.TypeList, Optional: true, MaxItems: 1, Elem: &schema.Resource{'
    'Schema: map[string]*schema.Schema{"inner": {Type: schema.TypeList, Optional: true, MaxItems: 1, Elem: %s}}}},',
}
_PREFIXES = {"a list block": "outer.0.", "a set block": "outer.0.", "two blocks": "outer.0.inner.0."}

BESIDE = {
    "attribute-deleted-outside-major": {"attribute-deleted-without-deprecation"},
    "required-attribute-added": {"patch-with-features"},
    "required-block-added": {"patch-with-features"},
    "force-new-attribute-added": {"patch-with-features"},
    "type-changed": {"state-type-changed-without-migration"},
    "nesting-changed": {"state-type-changed-without-migration"},
}
"""What else the same change breaks."""

NOT_THERE = {
    ("force-new-added", "data source"): "nothing of a data source is replaced",
    ("force-new-added", "provider"): "nothing of a provider is replaced",
    ("force-new-attribute-added", "data source"): "nothing of a data source is replaced",
    ("force-new-attribute-added", "provider"): "nothing of a provider is replaced",
    ("computed-dropped", "provider"): "a provider computes nothing",
    ("diff-suppress-removed", "data source"): "there is no plan that a data source could suppress",
    ("diff-suppress-removed", "provider"): "there is no plan that a provider could suppress",
}
"""Where a change means nothing, and why."""


def _put(text: str, prefix: str = "") -> str:
    return re.sub(r"<(\w+)>", rf"{prefix}\1", text)


def _schema(kind: str, attributes: str) -> str:
    # the provider configuration has no functions
    update = "UpdateContext: schema.NoopContext," if kind == "resource" else ""
    return f"{update}\nSchema: map[string]*schema.Schema{{\n{attributes}\n}},"


def _found(judge_example, example):
    verdict = judge_example(example, RULES, EVERYTHING)
    return {(finding.rule, finding.address) for finding in verdict.findings} - {("minimum-bump", "release")}


def _check(found, rule, address):
    assert (rule, address) in found
    assert {one for one, _address in found} <= {rule, *BESIDE.get(rule, ())}


@pytest.mark.parametrize("kind", ADDRESSES)
@pytest.mark.parametrize("rule", SDK)
def test_each_kind_of_entity(judge_example, rule, kind) -> None:
    step, address = SDK[rule], ADDRESSES[kind]
    releases = {
        tag: {address: _schema(kind, _put(side))} for tag, side in (("v1.0.0", step.before), ("v1.0.1", step.after))
    }
    found = _found(judge_example, Example(title="", releases=releases, go=_GO))
    if (rule, kind) in NOT_THERE:
        assert rule not in {one for one, _address in found}
    else:
        _check(found, rule, f"{address}/{step.at}")


@pytest.mark.parametrize("nesting", NESTED)
@pytest.mark.parametrize("rule", SDK)
def test_each_depth(judge_example, rule, nesting) -> None:
    step, prefix = SDK[rule], _PREFIXES[nesting]
    if nesting == "a set block" and "<" in step.after:
        pytest.skip("what is in a set cannot be named")
    releases = {}
    for tag, side in (("v1.0.0", step.before), ("v1.0.1", step.after)):
        inner = f"&schema.Resource{{Schema: map[string]*schema.Schema{{{_put(side, prefix)}}}}}"
        releases[tag] = {"resource/example_widget": _schema("resource", NESTED[nesting] % inner)}
    found = _found(judge_example, Example(title="", releases=releases, go=_GO))
    _check(found, rule, f"resource/example_widget/{prefix.replace('0.', '')}{step.at}")


# The framework --------------------------------------------------------------------------------------------------------

_F_SIZE = '"size": schema.Int64Attribute{Optional: true},'
_F_NAME = '"name": schema.StringAttribute{Optional: true},'
_F_BOTH = _F_SIZE + _F_NAME


def _f_size(more: str) -> str:
    return f'"size": schema.Int64Attribute{{Optional: true, {more}}},'


def _f_list(more: str) -> str:
    return f'"size": schema.ListAttribute{{Optional: true, ElementType: types.StringType, {more}}},'


def _excluding(validator: str) -> str:
    return f'Validators: []validator.Int64{{int64validator.{validator}(path.MatchRoot("name"))}}'


FRAMEWORK = {
    "attribute-deleted-outside-major": Step(_F_BOTH, _F_NAME),
    "type-changed": Step(_F_SIZE, '"size": schema.BoolAttribute{Optional: true},'),
    "nesting-changed": Step(
        '"size": schema.SingleNestedAttribute{Optional: true, Attributes: map[string]schema.Attribute{'
        + _F_NAME
        + "}},",
        '"size": schema.ListNestedAttribute{Optional: true, NestedObject: schema.NestedAttributeObject{'
        "Attributes: map[string]schema.Attribute{" + _F_NAME + "}}},",
    ),
    "optional-to-required": Step(_F_SIZE, '"size": schema.Int64Attribute{Required: true},'),
    "computed-to-required": Step(
        _F_NAME + '"size": schema.Int64Attribute{Computed: true},',
        _F_NAME + '"size": schema.Int64Attribute{Required: true},',
    ),
    "computed-only-now": Step(_F_BOTH, _F_NAME + '"size": schema.Int64Attribute{Computed: true},'),
    "required-attribute-added": Step(_F_NAME, _F_NAME + '"size": schema.Int64Attribute{Required: true},'),
    "computed-dropped": Step(_f_size("Computed: true"), _F_SIZE),
    "default-changed": Step(
        _f_size("Computed: true, Default: int64default.StaticInt64(1)"),
        _f_size("Computed: true, Default: int64default.StaticInt64(2)"),
    ),
    "min-items-raised": Step(_f_list(""), _f_list("Validators: []validator.List{listvalidator.SizeAtLeast(2)}")),
    "max-items-lowered": Step(_f_list(""), _f_list("Validators: []validator.List{listvalidator.SizeAtMost(2)}")),
    "exactly-one-of-added": Step(_F_BOTH, _f_size(_excluding("ExactlyOneOf")) + _F_NAME),
    "at-least-one-of-added": Step(_F_BOTH, _f_size(_excluding("AtLeastOneOf")) + _F_NAME),
    "conflicts-added": Step(_F_BOTH, _f_size(_excluding("ConflictsWith")) + _F_NAME),
    "required-with-added": Step(_F_BOTH, _f_size(_excluding("AlsoRequires")) + _F_NAME),
    "force-new-added": Step(
        _F_SIZE, _f_size("PlanModifiers: []planmodifier.Int64{int64planmodifier.RequiresReplace()}")
    ),
    "force-new-attribute-added": Step(
        _F_NAME,
        _F_NAME + _f_size("PlanModifiers: []planmodifier.Int64{int64planmodifier.RequiresReplace()}"),
    ),
    "allowed-values-narrowed": Step(
        _f_size("Validators: []validator.Int64{int64validator.OneOf(1, 2)}"),
        _f_size("Validators: []validator.Int64{int64validator.OneOf(1)}"),
    ),
    "sensitive-removed": Step(_f_size("Sensitive: true"), _F_SIZE),
    "write-only-added": Step(_f_size("Sensitive: true"), _f_size("Sensitive: true, WriteOnly: true")),
}
WITHOUT = {
    "required-block-added": "the framework has no required blocks",
    "diff-suppress-removed": "the framework has no DiffSuppressFunc",
}
_MODULE = "github.com/hashicorp/terraform-plugin-framework"
_VALIDATORS = "github.com/hashicorp/terraform-plugin-framework-validators"
_PACKAGES = {
    "int64default": f"{_MODULE}/resource/schema/int64default",
    "int64planmodifier": f"{_MODULE}/resource/schema/int64planmodifier",
    "int64validator": f"{_VALIDATORS}/int64validator",
    "listvalidator": f"{_VALIDATORS}/listvalidator",
    "path": f"{_MODULE}/path",
    "planmodifier": f"{_MODULE}/resource/schema/planmodifier",
    "types": f"{_MODULE}/types",
    "validator": f"{_MODULE}/schema/validator",
}
_PROVIDER = """package example

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

func New() provider.Provider { return &exampleProvider{} }

type exampleProvider struct{}

func (p *exampleProvider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "example"
}

func (p *exampleProvider) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {}

func (p *exampleProvider) DataSources(context.Context) []func() datasource.DataSource {
	return []func() datasource.DataSource{func() datasource.DataSource { return &dataWidget{} }}
}

func (p *exampleProvider) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{func() resource.Resource { return &widget{} }}
}
"""
_ENTITY = """package example

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/{package}"
	"github.com/hashicorp/terraform-plugin-framework/{package}/schema"
{imports})

{metadata}
func (r *{name}) Schema(_ context.Context, _ {package}.SchemaRequest, resp *{package}.SchemaResponse) {{
	resp.Schema = schema.Schema{{{body}}}
}}
"""
_METADATA = """type {name} struct{{}}

func (r *{name}) Metadata(_ context.Context, _ {package}.MetadataRequest, resp *{package}.MetadataResponse) {{
	resp.TypeName = "example_widget"
}}
"""
_KINDS = {
    "resource": ("resource", "widget"),
    "data source": ("datasource", "dataWidget"),
    "provider": ("provider", "exampleProvider"),
}
DEPTHS = {
    "": "Attributes: map[string]schema.Attribute{%s},",
    "outer.": 'Blocks: map[string]schema.Block{"outer": schema.ListNestedBlock{'
    "NestedObject: schema.NestedBlockObject{Attributes: map[string]schema.Attribute{%s}}}},",
    "nest.": 'Attributes: map[string]schema.Attribute{"nest": schema.SingleNestedAttribute{Optional: true, '
    "Attributes: map[string]schema.Attribute{%s}}},",
}
_RELATIVE = re.compile(r'path\.MatchRoot\("(\w+)"\)')


def _framework_files(kind: str, body: str) -> dict[str, str]:
    files = {"example/provider.go": _PROVIDER}
    for one, (package, name) in _KINDS.items():
        text = body if one == kind else ""
        used = "".join(f'\t"{path}"\n' for word, path in _PACKAGES.items() if f"{word}." in text)
        metadata = _METADATA.format(name=name, package=package) if one != "provider" else ""
        files[f"example/{name}.go"] = _ENTITY.format(
            package=package, name=name, imports=used, metadata=metadata, body=text
        )
    return files


def _framework(judge_example, step: Step, kind: str, depth: str):
    files = {}
    for tag, side in (("v1.0.0", step.before), ("v1.0.1", step.after)):
        inner = _RELATIVE.sub(r'path.MatchRelative().AtParent().AtName("\1")', side) if depth else side
        files[tag] = _framework_files(kind, DEPTHS[depth] % inner)
    example = Example(title="", sdk="framework", releases={tag: {} for tag in files}, files=files)
    return _found(judge_example, example)


@pytest.mark.parametrize("kind", ADDRESSES)
@pytest.mark.parametrize("rule", FRAMEWORK)
def test_each_kind_of_entity_of_the_framework(judge_example, rule, kind) -> None:
    found = _framework(judge_example, FRAMEWORK[rule], kind, "")
    if (rule, kind) in NOT_THERE:
        assert rule not in {one for one, _address in found}
    else:
        _check(found, rule, f"{ADDRESSES[kind]}/{FRAMEWORK[rule].at}")


@pytest.mark.parametrize("depth", [depth for depth in DEPTHS if depth])
@pytest.mark.parametrize("rule", FRAMEWORK)
def test_each_depth_of_the_framework(judge_example, rule, depth) -> None:
    if rule == "nesting-changed" and depth == "outer.":
        pytest.skip("a block of protocol 5 holds no nested attributes")
    found = _framework(judge_example, FRAMEWORK[rule], "resource", depth)
    _check(found, rule, f"resource/example_widget/{depth}{FRAMEWORK[rule].at}")


# The table ------------------------------------------------------------------------------------------------------------

OF_ENTITIES = {
    "resource-deleted-outside-major",
    "function-signature-changed",
    "importer-removed",
    "timeouts-removed",
    "retried-error-dropped",
}
"""Rules on entities as a whole, or on functions, which their own examples show for each kind."""


def _rows() -> list[list[str]]:
    text = README.read_text(encoding="utf-8")
    table = text[text.index("| change | rule |") :].partition("\n\n")[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]


def test_the_table_names_each_peer() -> None:
    text = README.read_text(encoding="utf-8")
    notes = text[text.index("| change | rule |") :].partition("\n## ")[0]
    for peer in PEERS:
        assert peer in _rows()[0] or f"\n- {peer} " in notes


def test_each_row_of_the_table_has_its_rules_and_these_are_shown_everywhere() -> None:
    named = [name for row in _rows()[2:] for name in re.findall(r"`([a-z-]+)`", row[1])]
    assert len(named) == len(set(named)) > 20
    assert set(named) <= set(RULES)
    assert set(named) == {*SDK, *OF_ENTITIES}
    assert set(SDK) == {*FRAMEWORK, *WITHOUT}
