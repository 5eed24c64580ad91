"""A snapshot held against what Terraform printed; the JSON is of our own making, in Terraform's form."""

import json
from pathlib import Path

import pytest

from release_check.check import Reading
from release_check.check.verify import verify
from release_check.git import Repository
from release_check.model import UsageProblem

PRINTED = json.loads((Path(__file__).parent / "printed" / "example.json").read_text("utf-8"))
SOURCE = """package example

import (
	"time"

	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
)

func Provider() *schema.Provider {
	return &schema.Provider{
		Schema: map[string]*schema.Schema{
			"token": {Type: schema.TypeString, Required: true, DefaultFunc: schema.EnvDefaultFunc("EXAMPLE", "none")},
		},
		ResourcesMap: map[string]*schema.Resource{
			"example_widget": {
				SchemaVersion: 1,
				Timeouts:      &schema.ResourceTimeout{Create: schema.DefaultTimeout(time.Minute)},
				Schema: map[string]*schema.Schema{
					"name":   {Type: schema.TypeString, Required: true},
					"old":    {Type: schema.TypeString, Optional: true, Deprecated: "use name"},
					"size":   {Type: schema.TypeInt, Optional: true, Default: 1},
					"labels": {Type: schema.TypeMap, Optional: true, Elem: &schema.Resource{Schema: widgetLabels}},
					"parts":  {Type: schema.TypeList, Computed: true, Elem: &schema.Resource{Schema: widgetPart}},
					"disk": {
						Type: schema.TypeList, Required: true, MaxItems: 1, Elem: &schema.Resource{Schema: widgetDisk},
					},
				},
			},
		},
	}
}

var (
	widgetLabels = map[string]*schema.Schema{"team": {Type: schema.TypeString, Optional: true}}
	widgetPart   = map[string]*schema.Schema{
		"label":  {Type: schema.TypeString, Computed: true},
		"weight": {Type: schema.TypeFloat, Computed: true},
	}
	widgetDisk = map[string]*schema.Schema{"kind": {Type: schema.TypeString, Optional: true}}
)
"""
BY_NATURE = {
    "deprecation message that Terraform does not print",
    "id that the SDK adds",
    "int or float that is served as number",
    "item limits that the SDK adds or leaves out",
    "map of resources that is served as a map of strings",
    "nested schema that is served as an attribute of object type",
    "required attribute whose DefaultFunc yields a value, served as optional",
    "timeouts block that the SDK adds",
}


@pytest.fixture
def compare(tmp_path, make_repository):
    """Give a function that compares source and JSON."""

    def run(printed, source=SOURCE, ref="v1.0.0"):
        files = {"go.mod": "module example.com/terraform-provider-example\n", "example/provider.go": source}
        folder = make_repository(tmp_path, {"v1.0.0": files})
        content = printed if isinstance(printed, bytes) else json.dumps(printed).encode()
        with Repository.open(folder) as repository:
            return verify(repository, content, "printed.json", ref=ref, reading=Reading())

    return run


def edited(*steps, value=None):
    """The JSON with one thing at a path set, or deleted."""
    printed = json.loads(json.dumps(PRINTED))
    holder = printed["provider_schemas"]["registry.terraform.io/example/example"]
    for step in steps[:-1]:
        holder = holder[step]
    if value is None:
        del holder[steps[-1]]
    else:
        holder[steps[-1]] = value
    return printed


WIDGET = ("resource_schemas", "example_widget")
ATTRIBUTES = (*WIDGET, "block", "attributes")
BLOCKS = (*WIDGET, "block", "block_types")


def test_what_differs_by_nature_is_folded_away_and_counted(compare):
    outcome = compare(PRINTED)
    assert outcome.differences == ()
    assert set(outcome.folded) == BY_NATURE
    assert outcome.folded["int or float that is served as number"] == 2
    assert (outcome.entities, outcome.attributes, outcome.exit_code) == (1, 13, 0)


@pytest.mark.parametrize(
    ("printed", "address", "field", "said", "line"),
    [
        pytest.param(
            edited(*ATTRIBUTES, "size", "type", value="string"),
            "resource/example_widget/size", "type", ("number", "string"), 21, id="another type",
        ),
        pytest.param(
            edited(*ATTRIBUTES, "labels", "type", value=["map", "number"]),
            "resource/example_widget/labels", "type", ("map of string", "map of number"), 22, id="another element",
        ),
        pytest.param(
            edited(*ATTRIBUTES, "name", "sensitive", value=True),
            "resource/example_widget/name", "sensitive", (False, True), 19, id="another flag",
        ),
        pytest.param(
            edited(*ATTRIBUTES, "old", "deprecated"),
            "resource/example_widget/old", "deprecated", (True, False), 20, id="a deprecation that is not there",
        ),
        pytest.param(
            edited(*ATTRIBUTES, "old"),
            "resource/example_widget/old", "attribute", ("declared", "not printed"), 20, id="an attribute less",
        ),
        pytest.param(
            edited(*ATTRIBUTES, "new", value={"type": "string", "optional": True}),
            "resource/example_widget/new", "attribute", ("not found in the source", "printed"), 15,
            id="an attribute more",
        ),
        pytest.param(
            edited(*ATTRIBUTES, "parts", "type", value=["list", ["object", {"label": "string", "weight": "bool"}]]),
            "resource/example_widget/parts.weight", "type", ("number", "bool"), 37, id="a member of another type",
        ),
        pytest.param(
            edited(*BLOCKS, "disk", "max_items", value=2),
            "resource/example_widget/disk", "max_items", (1, 2), 24, id="another limit",
        ),
        pytest.param(
            edited(*BLOCKS, "disk", "block", "attributes", "kind", "optional"),
            "resource/example_widget/disk.kind", "optional", (True, False), 39, id="a flag within a block",
        ),
        pytest.param(
            edited(*WIDGET, "version", value=2),
            "resource/example_widget", "schema_version", (1, 2), 15, id="another schema version",
        ),
        pytest.param(
            edited("resource_schemas", "example_other", value={"version": 0, "block": {}}),
            "resource/example_other", "entity", ("not found in the source", "printed"), None, id="a resource more",
        ),
        pytest.param(
            edited(*WIDGET),
            "resource/example_widget", "entity", ("declared", "not printed"), 15, id="a resource less",
        ),
    ],
)  # fmt: skip
def test_every_other_difference_is_told_with_its_line(compare, printed, address, field, said, line):
    outcome = compare(printed)
    (found,) = outcome.differences
    assert (found.address, found.field, (found.source, found.printed)) == (address, field, said)
    assert (found.location.line if found.location else None) == line
    assert outcome.exit_code == 1


def test_what_the_source_does_not_settle_is_no_difference(compare):
    source = SOURCE.replace(
        '"size":   {Type: schema.TypeInt, Optional: true', '"size": {Type: schema.TypeInt, Optional: x.Y()'
    )
    outcome = compare(PRINTED, source.replace('"time"\n', '"time"\n\n\t"example.org/x"\n'))
    assert outcome.differences == ()
    assert outcome.folded["field that the source does not settle"] == 1


def test_a_kind_that_this_terraform_does_not_print_is_no_difference(compare):
    printed = edited("resource_schemas")
    outcome = compare(printed)
    assert outcome.differences == ()
    assert outcome.folded["entity of a kind that this Terraform does not print"] == 1


@pytest.mark.parametrize(
    ("printed", "sentence"),
    [
        pytest.param(b"Error: no", "is not what `terraform providers schema -json` prints", id="no JSON"),
        pytest.param(b'{"resources": {}}', "is not what `terraform providers schema -json` prints", id="other JSON"),
        pytest.param(
            json.dumps({"provider_schemas": {"a/b/one": {}, "a/b/two": {}}}).encode(), "a/b/one, a/b/two", id="others'"
        ),
    ],
)
def test_what_is_no_output_of_terraform_is_told_in_a_sentence(compare, printed, sentence):
    with pytest.raises(UsageProblem, match=r"^printed\.json") as problem:
        compare(printed)
    assert sentence in str(problem.value)
