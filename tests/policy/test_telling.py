"""What is said of changes that no entry names, beyond the examples of the rules."""

from release_check.model import Level
from release_check.policy import Example, Profile, Setting, load_rules

RULES = load_rules()
TELLING = Profile("telling", "", {"deprecation-not-in-changelog": Setting(), "removal-not-in-changelog": Setting()})
SHARED = """
func sized(message string) map[string]*schema.Schema {
    return map[string]*schema.Schema{
        "size": {Type: schema.TypeInt, Optional: true, Deprecated: message},
    }
}
"""


def entities(*names, message):
    return {f"resource/{name}": f'Schema: sized("{message}"),' for name in names}


def judged(judge_example, changelog, before, after, go=""):
    example = Example(
        title="x",
        releases={"v1.0.0": before, "v1.1.0": after},
        go=go,
        files={"v1.1.0": {"CHANGELOG.md": f"## 1.1.0\n\n{changelog}\n"}},
    )
    return judge_example(example, RULES, TELLING).findings


def test_what_is_named_elsewhere_by_the_same_line_of_source_weighs_less(judge_example):
    names = "example_widget", "example_gadget"
    before, after = entities(*names, message=""), entities(*names, message="no size any more")
    (found,) = judged(judge_example, "* example_widget: deprecated `size`", before, after, SHARED)
    assert (found.address, found.level) == ("resource/example_gadget/size", Level.WARNING)
    assert "named for resource/example_widget/size, which has it from the same line of source" in found.message
    both = judged(judge_example, "* example_gizmo: deprecated `size`", before, after, SHARED)
    assert {one.level for one in both} == {Level.ERROR}


def test_an_entry_on_a_renamed_type_may_name_the_new_name_alone(judge_example):
    schema = """Schema: map[string]*schema.Schema{
        "size": {Type: schema.TypeInt, Optional: true},
        "colour": {Type: schema.TypeString, Optional: true},
        "weight": {Type: schema.TypeInt, Optional: true},
    },"""
    before, after = {"resource/example_old_box": schema}, {"resource/example_big_box": schema}
    assert judged(judge_example, "* renamed the box to `example_big_box`", before, after) == ()
    assert judged(judge_example, "* renamed the boxes to the prefix `example_big_`", before, after) == ()
    (found,) = judged(judge_example, "* **New Resource:** `example_big_box`", before, after)
    assert found.rule == "removal-not-in-changelog"


def test_where_deprecated_attributes_stay_listed_a_page_must_list_them(judge_example, monkeypatch):
    from release_check.docs import Deprecated, DocsSettings, Pages

    before = '"size": {Type: schema.TypeInt, Optional: true},'
    example = Example(
        title="x",
        releases={"v1.0.0": before, "v1.1.0": before.replace("true}", 'true, Deprecated: "no size any more"}')},
        files={
            "v1.1.0": {"docs/resources/widget.md": "## Argument Reference\n\n* `colour` - (Optional) What it is.\n"}
        },
    )
    docs = Profile("docs", "", {"docs-deprecation-missing": Setting()})
    assert judge_example(example, RULES, docs).findings == ()
    settings = property(lambda _: DocsSettings(deprecated=Deprecated.MARK), lambda *_: None)
    monkeypatch.setattr(Pages, "settings", settings, raising=False)
    (found,) = judge_example(example, RULES, docs).findings
    assert "its page does not list it" in found.message
