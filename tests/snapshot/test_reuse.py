"""What was read at one ref is taken over at another only where it is what that ref says: for any edit, reading one ref
after another gives what reading it alone gives, to the byte."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import pytest

from release_check.golang.declarations import Declaration
from release_check.snapshot import read, read_provider
from release_check.snapshot.read import Earlier, read_after
from release_check.snapshot.sdk import SdkReader
from release_check.snapshot.trail import Carried, Trail

_SDK = "github.com/hashicorp/terraform-plugin-sdk/v2"
_M = "example.com/terraform-provider-example"

BASE = {
    "go.mod": f"module {_M}\n\nrequire {_SDK} v2.24.1\n",
    "main.go": f"""package main

import (
	"{_SDK}/plugin"

	"{_M}/example"
)

func main() {{
	plugin.Serve(&plugin.ServeOpts{{ProviderFunc: example.Provider}})
}}
""",
    "example/provider.go": f"""package example

import (
	"{_SDK}/helper/schema"

	"{_M}/registry"
	_ "{_M}/gadget"
)

func Provider() *schema.Provider {{
	p := &schema.Provider{{
		Schema: map[string]*schema.Schema{{"region": {{Type: schema.TypeString, Required: true}}}},
		ResourcesMap: map[string]*schema.Resource{{
			"example_widget": resourceWidget(),
			"example_disk":   resourceDisk(),
		}},
		DataSourcesMap: map[string]*schema.Resource{{"example_widget": dataSourceWidget()}},
	}}
	for name, r := range registry.All {{
		p.ResourcesMap[name] = r
	}}
	return p
}}
""",
    "example/resource_widget.go": f"""package example

import (
	"{_SDK}/helper/schema"

	"{_M}/names"
)

func resourceWidget() *schema.Resource {{
	return &schema.Resource{{
		SchemaVersion: widgetVersion,
		Schema: map[string]*schema.Schema{{
			"name": textSchema(true),
			"kind": {{Type: schema.TypeString, Optional: true, Default: names.Kind}},
			"size": {{Type: schema.TypeInt, Optional: true, Default: limits.size()}},
			"mode": {{Type: schema.TypeString, Optional: features.legacy(), Computed: !features.legacy()}},
		}},
	}}
}}

const widgetVersion = 1

func dataSourceWidget() *schema.Resource {{
	r := resourceWidget()
	for _, s := range r.Schema {{
		s.Computed = true
		s.Required = false
		s.Optional = false
		s.Default = nil
	}}
	return r
}}
""",
    "example/resource_disk.go": f"""package example

import "{_SDK}/helper/schema"

func resourceDisk() *schema.Resource {{
	return &schema.Resource{{Schema: map[string]*schema.Schema{{"name": textSchema(false), "zone": shared}}}}
}}
""",
    "example/schemas.go": f"""package example

import "{_SDK}/helper/schema"

func textSchema(required bool) *schema.Schema {{
	return &schema.Schema{{Type: schema.TypeString, Required: required, Optional: !required}}
}}

var shared = &schema.Schema{{Type: schema.TypeString, Optional: true}}
""",
    "example/limits.go": """package example

type limitSet struct{ most int }

var limits = limitSet{most: 5}

func (l limitSet) size() int { return l.most * 2 }

type featureSet struct{ on bool }

func (f featureSet) legacy() bool { return !f.on }
""",
    "example/features.go": "package example\n\nvar features = featureSet{on: false}\n",
    "names/names.go": 'package names\n\nconst Kind = "plain"\n',
    "registry/registry.go": f"""package registry

import "{_SDK}/helper/schema"

var All = map[string]*schema.Resource{{}}
""",
    "gadget/gadget.go": f"""package gadget

import (
	"{_SDK}/helper/schema"

	"{_M}/registry"
)

func init() {{
	registry.All["example_gadget"] = &schema.Resource{{Schema: map[string]*schema.Schema{{
		"colour": {{Type: schema.TypeString, Optional: true}},
	}}}}
}}
""",
}


def replaced(path: str, old: str, new: str) -> Callable[[dict[str, str]], None]:
    def edit(files: dict[str, str]) -> None:
        assert old in files[path]
        files[path] = files[path].replace(old, new)

    return edit


def added(path: str, text: str) -> Callable[[dict[str, str]], None]:
    return lambda files: files.update({path: files.get(path, "") + text})


def moved(old: str, new: str) -> Callable[[dict[str, str]], None]:
    return lambda files: files.update({new: files.pop(old)})


EDITS: dict[str, Callable[[dict[str, str]], None]] = {
    "an attribute": replaced("example/resource_disk.go", '"zone": shared', '"area": shared'),
    "a helper's result": replaced("example/schemas.go", "schema.TypeString, Required", "schema.TypeInt, Required"),
    "a shared variable": replaced("example/schemas.go", "Optional: true", "Optional: true, ForceNew: true"),
    "a constant of another package": replaced("names/names.go", "plain", "fancy"),
    "a constant's declaration gone": replaced("names/names.go", "Kind", "Sort"),
    "a version": replaced("example/resource_widget.go", "widgetVersion = 1", "widgetVersion = 2"),
    "a method's body": replaced("example/limits.go", "l.most * 2", "l.most * 3"),
    "a variable that a method reads": replaced("example/limits.go", "most: 5", "most: 6"),
    "a switch in a file of its own": replaced("example/features.go", "on: false", "on: true"),
    "lines above": replaced("example/resource_widget.go", "package example", "// new\n// lines\npackage example"),
    "lines above a helper": replaced("example/schemas.go", "package example", "\n\n\npackage example"),
    "lines within a function": replaced("example/resource_widget.go", '"kind": {', '\n\n\t\t\t"kind": {'),
    "lines between declarations": replaced("example/resource_widget.go", "const widget", "// more\n\n\nconst widget"),
    "declarations in another order": replaced(
        "example/schemas.go",
        "func textSchema",
        "var first = 1\n\nfunc textSchema",
    ),
    "a file's name": moved("example/resource_disk.go", "example/disk_resource.go"),
    "a file's name, not compiled": moved("example/features.go", "example/features_windows.go"),
    "a helper moved to another file": lambda files: (
        replaced(
            "example/schemas.go",
            """
var shared = &schema.Schema{Type: schema.TypeString, Optional: true}
""",
            "",
        )(files),
        added(
            "example/shared.go",
            f'package example\n\nimport "{_SDK}/helper/schema"\n\n\n'
            "var shared = &schema.Schema{Type: schema.TypeString, Optional: true}\n",
        )(files),
    )[0],
    "a function's name": lambda files: (
        replaced("example/resource_disk.go", "resourceDisk", "diskResource")(files),
        replaced("example/provider.go", "resourceDisk", "diskResource")(files),
    )[0],
    "an import's meaning": lambda files: (
        replaced("example/resource_widget.go", f'"{_M}/names"', f'names "{_M}/othernames"')(files),
        added("othernames/names.go", 'package othernames\n\nconst Kind = "other"\n')(files),
    )[0],
    "a package that was not there": added(f"vendor/{_SDK}/helper/x/x.go", "package x\n"),
    "a registered resource more": added(
        "gadget/more.go",
        f"""package gadget

import (
	"{_SDK}/helper/schema"

	"{_M}/registry"
)

func init() {{ registry.All["example_more"] = &schema.Resource{{}} }}
""",
    ),
    "a registered resource's attribute": replaced("gadget/gadget.go", "colour", "color"),
    "a blank import gone": replaced("example/provider.go", f'\t_ "{_M}/gadget"\n', ""),
    "a resource taken out afterwards": replaced(
        "example/provider.go", "\treturn p\n", '\tdelete(p.ResourcesMap, "example_disk")\n\treturn p\n'
    ),
    "a resource changed afterwards": replaced(
        "example/provider.go",
        """
	return p
""",
        """
	p.ResourcesMap["example_disk"].Schema["name"].ForceNew = true
	return p
""",
    ),
    "all resources changed afterwards": replaced(
        "example/provider.go",
        "\treturn p\n",
        '\tfor _, r := range p.ResourcesMap {\n\t\tr.DeprecationMessage = "all gone"\n\t}\n\treturn p\n',
    ),
    "a shared variable changed by init": added(
        "example/zz_init.go", 'package example\n\nfunc init() { shared.Deprecated = "by init" }\n'
    ),
    "a shared variable changed by the provider": replaced(
        "example/provider.go", "\treturn p\n", "\tshared.Sensitive = true\n\treturn p\n"
    ),
    "a variable set anew by init": added(
        "example/zz_init.go",
        """
package example

func init() { limits = limitSet{most: 50} }
""",
    ),
    "a variable's field set by init": added(
        "example/zz_init.go",
        """
package example

func init() { limits.most = 70 }
""",
    ),
    "another entity under the name": replaced(
        "example/provider.go", '"example_disk":   resourceDisk()', '"example_disk":   resourceWidget()'
    ),
    "another name for the entity": replaced("example/provider.go", '"example_disk"', '"example_volume"'),
    "the SDK's version": replaced("go.mod", "v2.24.1", "v2.30.0"),
    "the SDK's major": lambda files: files.update(
        {path: text.replace(_SDK, "github.com/hashicorp/terraform-plugin-sdk") for path, text in files.items()}
    ),
    "a broken helper": replaced("example/schemas.go", "return &schema.Schema{", "return &schema.Schema{{"),
    "a broken constant": replaced("names/names.go", '"plain"', "("),
    "an unknown value": replaced("names/names.go", '"plain"', "nowhere"),
    "the configuration": replaced("example/provider.go", '"region": {', '"zone": {'),
    "a comment in a function": replaced("example/schemas.go", "\treturn &schema", "\t// why\n\treturn &schema"),
    "Windows' line ends": lambda files: files.update(
        {"example/resource_disk.go": files["example/resource_disk.go"].replace("\n", "\r\n")}
    ),
    "a counter": added(
        "example/zz_counter.go",
        """
package example

var counted int

func next() int {
	counted++
	return counted
}

var widgetDefault = next()
""",
    ),
}


SILENT = {
    "a comment in a function",
    "a counter",
    "a function's name",
    "a helper moved to another file",
    "a package that was not there",
    "declarations in another order",
    "lines above a helper",
    "lines between declarations",
    "Windows' line ends",
}
"""Edits of which a snapshot tells nothing."""


def _files(*edits: str) -> dict[str, str]:
    files = dict(BASE)
    for name in edits:
        EDITS[name](files)
    return files


@pytest.fixture
def forget() -> Callable[[], None]:
    """Give a function that makes the process forget all that it has read."""

    def run() -> None:
        for name, value in list(vars(read).items()):
            if name.startswith("_") and name.isupper() and type(value).__module__.startswith("release_check"):
                setattr(read, name, type(value)())

    return run


@pytest.fixture
def text_of(make_tree: Any) -> Callable[..., bytes]:
    """Give a function that reads some files and gives the snapshot's bytes."""

    def run(files: Mapping[str, str], **options: Any) -> bytes:
        return msgspec.json.format(msgspec.json.encode(read_provider(make_tree(files), **options)))

    return run


def test_the_base_is_read_whole(make_tree: Any) -> None:
    found = read_provider(make_tree(BASE))

    assert list(found.resources) == ["example_disk", "example_gadget", "example_widget"]
    assert found.resources["example_widget"].attrs["size"].default == 10
    assert found.data_sources["example_widget"].attrs["name"].computed
    assert found.coverage.unresolved == ()


@pytest.mark.parametrize("edit", EDITS)
def test_an_edited_ref_reads_as_if_it_were_alone(text_of: Any, forget: Any, edit: str) -> None:
    files = _files(edit)
    alone = text_of(files)
    forget()
    base = text_of(BASE)

    assert text_of(files) == alone
    assert text_of(BASE) == base
    assert text_of(files) == alone


def test_one_ref_after_the_other_through_all_edits(text_of: Any, forget: Any) -> None:
    expected = {}
    for edit in EDITS:
        forget()
        expected[edit] = text_of(_files(edit))
    forget()

    found = {edit: text_of(_files(edit)) for edit in [*EDITS, *reversed(EDITS)]}

    assert found == expected


@pytest.mark.parametrize("edit", EDITS, ids=[f"shows: {edit}" for edit in EDITS])
def test_an_edit_shows_unless_it_says_nothing(text_of: Any, edit: str) -> None:
    """Else the rows above would hold nothing."""
    assert (text_of(_files(edit)) == text_of(BASE)) == (edit in SILENT)


def test_environments_do_not_mix(text_of: Any, forget: Any) -> None:
    files = {
        **BASE,
        "example/features.go": """
package example

import "os"

var features = featureSet{on: os.Getenv("EXAMPLE_BETA") != ""}
""",
    }
    settings: list[dict[str, str]] = [{}, {"EXAMPLE_BETA": "true"}, {"OTHER": "1"}]
    alone = []
    for environment in settings:
        forget()
        alone.append(text_of(files, environment=environment))
    forget()

    together = [text_of(files, environment=environment) for environment in [*settings, *settings]]

    assert together == alone * 2
    assert alone[0] != alone[1]


def test_a_part_read_first_changes_nothing(text_of: Any, forget: Any) -> None:
    whole = text_of(BASE)
    forget()

    for kind, name in (("resource", "example_disk"), ("data-source", "example_widget"), ("provider", "")):
        text_of(BASE, only={(kind, name)})

    assert text_of(BASE) == whole


def test_two_providers_of_one_shape_do_not_mix(text_of: Any, forget: Any) -> None:
    """As when one process reads two repositories."""
    other = {path: text.replace("plain", "other").replace("most: 5", "most: 9") for path, text in BASE.items()}
    alone = text_of(other)
    forget()
    text_of(BASE)

    assert text_of(other) == alone


def _in_another_process(make_tree: Any, forget: Any, steps: list[Mapping[str, str]]) -> list[bytes]:
    """Each ref read by a process of its own that has the snapshot and the trail of the one before, as they are kept."""
    found: list[bytes] = []
    earlier = None
    for files in steps:
        forget()
        tree = make_tree(files)
        done = read_after(tree, earlier)
        trail = msgspec.msgpack.decode(msgspec.msgpack.encode(done.trail()), type=Trail)
        found.append(msgspec.json.format(msgspec.json.encode(done.snapshot)))
        earlier = Earlier(tree, done.snapshot, trail)
    return found


@pytest.mark.parametrize("edit", EDITS)
def test_another_process_reads_what_it_would_read_alone(text_of: Any, make_tree: Any, forget: Any, edit: str) -> None:
    files = _files(edit)
    alone = text_of(files)
    forget()
    base = text_of(BASE)

    assert _in_another_process(make_tree, forget, [BASE, files, BASE, files]) == [base, alone, base, alone]


def test_process_after_process_through_all_edits(text_of: Any, make_tree: Any, forget: Any) -> None:
    expected = []
    for edit in EDITS:
        forget()
        expected.append(text_of(_files(edit)))

    assert _in_another_process(make_tree, forget, [_files(edit) for edit in EDITS]) == expected


def test_only_what_an_edit_reaches_is_read_again(make_tree: Any, forget: Any, monkeypatch: Any) -> None:
    taken: list[str] = []
    find = Carried.find

    def noting(self: Carried, ev: Any, address: str, root: Any) -> Any:
        found = find(self, ev, address, root)
        if found is not None:
            taken.append(address)
        return found

    monkeypatch.setattr(Carried, "find", noting)
    other = _files("an attribute")
    _in_another_process(make_tree, forget, [BASE, other])

    # the gadget is registered by a store at start, on which it may depend
    assert sorted(taken) == ["data-source/example_widget", "resource/example_widget"]


_FETCHED = {
    "go.mod": f"module {_M}\n\nrequire {_SDK} v2.24.1\n",
    "main.go": BASE["main.go"],
    "registry/registry.go": f"""package registry

import "{_SDK}/helper/schema"

type Item struct {{
	Name string
	Made *schema.Resource
}}

var items = map[string]Item{{}}

func (i Item) Register() {{
	items[i.Name] = i
}}

func Resource(name string) *schema.Resource {{
	item, ok := items[name]
	if !ok {{
		panic(name)
	}}
	return item.Made
}}
""",
    "example/provider.go": f"""package example

import (
	"{_SDK}/helper/schema"

	"{_M}/registry"
)

func Provider() *schema.Provider {{
	return &schema.Provider{{
		ResourcesMap: map[string]*schema.Resource{{
			"example_a": registry.Resource("example_a"),
			"example_b": registry.Resource("example_b"),
			"example_c": registry.Resource("example_c"),
		}},
	}}
}}
""",
} | {
    f"example/resource_{name}.go": f"""package example

import (
	"{_SDK}/helper/schema"

	"{_M}/registry"
)

func init() {{
	registry.Item{{Name: "example_{name}", Made: resource{name.upper()}()}}.Register()
}}

func resource{name.upper()}() *schema.Resource {{
	return &schema.Resource{{
		Schema: map[string]*schema.Schema{{"{name}": {{Type: schema.TypeString, Optional: true}}}},
	}}
}}
"""
    for name in "abc"
}


def _with_b_required() -> dict[str, str]:
    path = "example/resource_b.go"
    return {**_FETCHED, path: _FETCHED[path].replace("Optional", "Required")}


def test_what_was_put_away_at_start_and_is_called_for_is_taken_over_too(
    text_of: Any, forget: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = text_of(_with_b_required())
    forget()
    made: list[str] = []
    entity = SdkReader._entity

    def noting(self: SdkReader, registered: Any, name: str, address: str) -> Any:
        made.append(name)
        return entity(self, registered, name, address)

    monkeypatch.setattr(SdkReader, "_entity", noting)
    text_of(_FETCHED)
    # that the first one is called for in that way shows only when it was read
    text_of(_FETCHED)
    made.clear()
    assert text_of(_with_b_required()) == alone
    assert made == ["example_b"]


def test_process_after_process_where_entities_are_put_away_at_start(text_of: Any, make_tree: Any, forget: Any) -> None:
    base = text_of(_FETCHED)
    forget()
    alone = text_of(_with_b_required())
    assert b'"required": true' in alone
    steps = [_FETCHED, _with_b_required(), _FETCHED]
    assert _in_another_process(make_tree, forget, steps) == [base, alone, base]


def test_what_changed_leaves_nothing_behind(text_of: Any, forget: Any) -> None:
    """Else a process that reads many refs would hold all of them."""
    forget()
    for number in range(4):
        text_of({**BASE, "example/extra.go": f"package example\n\nfunc extra{number}() int {{ return {number} }}\n"})
    gc.unfreeze()
    gc.collect()
    names = {one.names for one in gc.get_objects() if isinstance(one, Declaration)}
    assert ("extra3",) in names
    assert names.isdisjoint({("extra0",), ("extra1",), ("extra2",)})
