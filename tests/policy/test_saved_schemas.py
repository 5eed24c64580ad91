"""How much a saved schema weighs that is not what was released, by what becomes of stored state."""

from __future__ import annotations

from typing import Any

import pytest

from release_check.model import Level
from release_check.policy import Example, Profile, Setting, load_rules

RULE = "frozen-schema-differs"
ALONE = Profile("alone", "This rule alone", {RULE: Setting()})
NAME = '"name": {Type: schema.TypeString, Optional: true},'
SIZE = '"size": {Type: schema.TypeInt, Optional: true},'
TEXT = '"size": {Type: schema.TypeString, Optional: true},'

GO = """
func widgetV0() *schema.Resource {
	return &schema.Resource{Schema: map[string]*schema.Schema{SAVED}}
}

func upgradeV0(_ context.Context, raw map[string]interface{}, _ interface{}) (map[string]interface{}, error) {
	BODY
	return raw, nil
}
"""
UPGRADERS = """SchemaVersion: 1,
StateUpgraders: []schema.StateUpgrader{
	{Type: widgetV0().CoreConfigSchema().ImpliedType(), Upgrade: upgradeV0, Version: 0},
},
"""

CASES: dict[str, tuple[str, str, str, str, str, Level | None]] = {
    # SDK of the release that had it, saved, released, now, body, level
    "JSON state, as it was": ("v2", NAME + SIZE, NAME + SIZE, NAME, "", None),
    "JSON state, left out and still there": ("v2", NAME, NAME + SIZE, NAME + SIZE, "", Level.WARNING),
    "JSON state, typed otherwise": ("v2", NAME + TEXT, NAME + SIZE, NAME + SIZE, "", Level.WARNING),
    "JSON state, left out and gone": ("v2", NAME, NAME + SIZE, NAME, "", Level.NOTE),
    "JSON state, left out and gone, but taken": (
        "v2",
        NAME,
        NAME + SIZE,
        NAME,
        'raw["name"] = raw["size"]',
        Level.WARNING,
    ),
    "JSON state, left out and gone, of a function that cannot be followed": (
        "v2",
        NAME,
        NAME + SIZE,
        NAME,
        "outside.Change(raw)",
        Level.WARNING,
    ),
    "JSON state, left out and set anew": ("v2", NAME, NAME + SIZE, NAME + SIZE, 'raw["size"] = 1', Level.NOTE),
    "JSON state, never released": ("v2", NAME + SIZE, NAME, NAME + SIZE, "", Level.NOTE),
    "the gravest counts": ("v2", SIZE, NAME, NAME + SIZE, "", Level.WARNING),
    "flat state, left out and still there": ("core", NAME, NAME + SIZE, NAME + SIZE, "", Level.ERROR),
    "flat state, typed otherwise": ("core", NAME + SIZE, NAME + TEXT, NAME + TEXT, "", Level.ERROR),
    "flat state, typed so that it can be read": ("core", NAME + TEXT, NAME + SIZE, NAME + SIZE, "", Level.WARNING),
    "flat state, left out and gone": ("core", NAME, NAME + SIZE, NAME, "", Level.NOTE),
    "flat state, never released": ("core", NAME + SIZE, NAME, NAME + SIZE, "", Level.NOTE),
}


def _schema(attributes: str, more: str = "") -> dict[str, str]:
    return {"resource/example_widget": f"{more}Schema: map[string]*schema.Schema{{{attributes}}},"}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_levels(make_case: Any, read_example: Any, judge_case: Any, case: Any) -> None:
    sdk, saved, released, now, body, level = case
    go = GO.replace("SAVED", saved).replace("BODY", body)
    old = Example(title="", sdk=sdk, releases={"v1.0.0": _schema(released)})
    new = Example(title="", sdk="v1", releases={"v1.1.0": _schema(now, UPGRADERS)}, go=go)
    found = judge_case(make_case({**read_example(old), **read_example(new)}), load_rules(), ALONE).findings
    assert [(one.rule, one.level) for one in found] == ([(RULE, level)] if level else [])


_DISK = """
func disk() *schema.Schema {
	return &schema.Schema{Type: schema.TypeList, Optional: true, Elem: &schema.Resource{
		Schema: map[string]*schema.Schema{INSIDE},
	}}
}
"""
LIVE = {
    "the same": (NAME, NAME, False),
    "what comes to it": (NAME, NAME + SIZE, False),
    "what goes from it, with the schema": (NAME + SIZE, NAME, False),
    "another type": (NAME + SIZE, NAME + TEXT, True),
}


@pytest.mark.parametrize(("before", "after", "fires"), LIVE.values(), ids=LIVE)
def test_a_saved_schema_that_follows_the_live_one(
    make_case: Any, read_example: Any, judge_case: Any, before: str, after: str, fires: bool
) -> None:
    providers: dict[str, Any] = {}
    disk = '"disk": disk(),'
    for tag, more, inside in (("v1.0.0", "", before), ("v1.1.0", UPGRADERS, before), ("v1.2.0", UPGRADERS, after)):
        go = GO.replace("SAVED", disk).replace("BODY", "") + _DISK.replace("INSIDE", inside)
        providers |= read_example(Example(title="", releases={tag: _schema(disk, more)}, go=go))
    found = judge_case(make_case(providers), load_rules(), ALONE).findings
    assert [one.rule for one in found] == ([RULE] if fires else [])


def test_what_differed_at_the_base_already_is_not_told_again(
    make_case: Any, read_example: Any, judge_case: Any
) -> None:
    providers: dict[str, Any] = {}
    for tag, more, saved in (("v1.0.0", "", ""), ("v1.1.0", UPGRADERS, TEXT), ("v1.2.0", UPGRADERS, TEXT + NAME)):
        go = GO.replace("SAVED", saved).replace("BODY", "")
        providers |= read_example(Example(title="", releases={tag: _schema(SIZE, more)}, go=go))
    assert judge_case(make_case(providers), load_rules(), ALONE).findings == ()
