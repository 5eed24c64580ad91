"""Snapshots from the store, and by several processes: the same bytes as without."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from release_check import policy
from release_check.check import KeptReports, Reading, StoredSource, Telling
from release_check.check.shared_work import prepare, read_shard
from release_check.cli.commands import group
from release_check.git import Repository
from release_check.history import Release, VersionGraph
from release_check.model import Finding, Level, Version
from release_check.policy import load_profile, load_rules
from release_check.report import BaseRelease, JudgedRelease, Report, VerdictWord
from release_check.snapshot import read
from release_check.snapshot.store import Store, setting_of
from release_check.snapshot.trail import Carried

_GO_MOD = (
    "module example.com/terraform-provider-example\n\nrequire github.com/hashicorp/terraform-plugin-sdk/v2 v2.10.0\n"
)
_MAIN = """package main

import (
	"example.com/terraform-provider-example/example"
	"github.com/hashicorp/terraform-plugin-sdk/v2/plugin"
)

func main() {
	plugin.Serve(&plugin.ServeOpts{ProviderFunc: example.Provider})
}
"""
_TAGS = 60


def _provider(number: int) -> str:
    padding = "// a line\n" * (number % 5)
    resources = "".join(f'\t\t\t"example_r{name}": resource{name}(),\n' for name in range(3 + number // 10))
    functions = "".join(_resource(name, number) for name in range(3 + number // 10))
    return f"""package example

import "github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"

func Provider() *schema.Provider {{
	return &schema.Provider{{
		ResourcesMap: map[string]*schema.Resource{{
{resources}		}},
	}}
}}

{padding}{functions}"""


def _resource(name: int, number: int) -> str:
    extra = f'\t\t"extra{number}": {{Type: schema.TypeString, Optional: true}},\n' if number % 7 == name else ""
    return f"""
func resource{name}() *schema.Resource {{
	return &schema.Resource{{Schema: map[string]*schema.Schema{{
		"name": {{Type: schema.TypeString, Required: true}},
{extra}	}}}}
}}
"""


@pytest.fixture(scope="module")
def provider(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from release_check.git import create_repository

    files = {
        f"v1.{number}.0": {"go.mod": _GO_MOD, "main.go": _MAIN, "example/provider.go": _provider(number)}
        for number in range(_TAGS)
    }
    path = tmp_path_factory.mktemp("stored") / "provider"
    create_repository(path, files)
    return path


@pytest.fixture
def run(provider: Path) -> Callable[..., Any]:
    def invoke(*arguments: str) -> bytes:
        result = CliRunner().invoke(
            group, ["audit", "--repo", str(provider), "--format", "json", *arguments], standalone_mode=False
        )
        assert result.exception is None, result.exception
        return result.stdout_bytes

    return invoke


def test_cold_warm_deleted_and_in_several_processes_are_the_same_bytes(run: Any, tmp_path: Path) -> None:
    without = run("--no-cache", "--jobs", "1")
    cold = run("--cache-dir", str(tmp_path), "--jobs", "1")
    warm = run("--cache-dir", str(tmp_path), "--jobs", "1")
    for path in tmp_path.iterdir():
        path.unlink()
    several = run("--cache-dir", str(tmp_path), "--jobs", "3")
    assert without.count(b"\n") == _TAGS
    assert without == cold == warm == several


def test_a_run_that_was_cut_short_is_taken_up(run: Any, provider: Path, tmp_path: Path) -> None:
    whole = run("--no-cache", "--jobs", "1")
    with Repository.open(provider) as repository:
        store = Store(tmp_path)
        source = StoredSource(repository, Reading(), store)
        for number in range(0, _TAGS, 3):
            source(f"v1.{number}.0")
        store.close()
    assert run("--cache-dir", str(tmp_path), "--jobs", "2") == whole


def test_processes_put_all_that_is_lacking_into_the_store(provider: Path, tmp_path: Path) -> None:
    steps: list[int] = []
    with Repository.open(provider) as repository:
        store = Store(tmp_path)
        source = StoredSource(repository, Reading(), store)
        refs = [f"v1.{number}.0" for number in range(_TAGS)]
        lacking = source.lacks(refs)
        prepare(provider, lacking, Reading(), tmp_path, jobs=2, count=lambda: store.count, step=steps.append)
        assert lacking == tuple(refs)
        assert source.lacks(refs) == ()
        assert sum(steps) == _TAGS


def test_a_part_is_given_whole_where_the_whole_is_kept(provider: Path, tmp_path: Path) -> None:
    with Repository.open(provider) as repository:
        store = Store(tmp_path)
        part = StoredSource(repository, Reading(), store)("v1.9.0", [("resource", "example_r1")])
        assert set(part.resources) == {"example_r1"}
        StoredSource(repository, Reading(), store)("v1.9.0")
        again = StoredSource(repository, Reading(), store)("v1.9.0", [("resource", "example_r1")])
        assert set(again.resources) == {"example_r0", "example_r1", "example_r2"}


def test_the_cache_command_tells_and_clears(provider: Path, tmp_path: Path) -> None:
    runner = CliRunner()
    runner.invoke(group, ["check", "--repo", str(provider), "--ref", "v1.9.0", "--cache-dir", str(tmp_path)])
    shown = runner.invoke(group, ["cache", "--cache-dir", str(tmp_path)])
    assert "3 snapshots, parts among them" in shown.output
    cleared = runner.invoke(group, ["cache", "--cache-dir", str(tmp_path), "--clear"])
    assert "nothing is kept" in cleared.output
    assert not list(tmp_path.glob("*.sqlite3*"))


def test_what_terraform_printed_is_not_kept(provider: Path, tmp_path: Path) -> None:
    with Repository.open(provider) as repository:
        store = Store(tmp_path)
        source = StoredSource(repository, Reading(as_served=True), store)
        source("v1.9.0")
        assert source.lacks(["v1.9.0", "v1.10.0"]) == ()
        assert store.count == 0


def test_a_part_is_kept_by_itself_and_never_taken_for_the_whole(provider: Path, tmp_path: Path) -> None:
    only = {("resource", "example_r0")}
    store = Store(tmp_path / "kept")
    with Repository.open(provider) as repository:
        first = StoredSource(repository, Reading(), store)("v1.0.0", only)
        reading = Reading(entrypoint="nowhere.New")
        assert (set(first.resources), store.count) == ({"example_r0"}, 1)
        again = StoredSource(repository, Reading(), store)
        assert again("v1.0.0", only) == first
        assert again.lacks(["v1.0.0"]) == ("v1.0.0",)
        assert len(again("v1.0.0").resources) == 3
        assert StoredSource(repository, reading, store).lacks(["v1.0.0"]) == ("v1.0.0",)
    store.close()


def test_what_another_process_read_is_taken_over_and_nothing_shows_of_it(
    provider: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[str] = []
    find = Carried.find

    def noting(self: Carried, ev: Any, address: str, root: Any) -> Any:
        found = find(self, ev, address, root)
        taken.extend([address] if found is not None else [])
        return found

    monkeypatch.setattr(Carried, "find", noting)
    read_shard(provider, ["v1.57.0", "v1.58.0"], Reading(), tmp_path)
    with Repository.open(provider) as repository:
        alone = Reading().provider(repository.tree("v1.59.0"))
        read._READINGS.__init__()
        store = Store(tmp_path)
        for _again in range(2):
            found = StoredSource(repository, Reading(), store).of(repository.tree("v1.59.0"))
            assert found == alone
            read._READINGS.__init__()
    assert len(taken) > len(alone.resources)
    assert not store.has(alone.commit, "")


@pytest.fixture
def kept(tmp_path: Path) -> Callable[..., KeptReports]:
    def make(releases: int = _TAGS, *, level: str = "error", **reading: Any) -> KeptReports:
        tags = [(f"v1.{n}.0", f"{n:040x}", f"2020-01-{n % 28 + 1:02}T00:00:00Z") for n in range(releases)]
        rules = load_rules()
        profile = load_profile("hashicorp-guide", rules).with_levels({"type-changed": level})
        graph = VersionGraph.build(tags)
        return KeptReports(Store(tmp_path), graph, rules, profile, Reading(**reading), Telling())

    return make


def _report(verdict: VerdictWord = VerdictWord.PASS) -> Report:
    finding = Finding(
        rule="type-changed",
        level=Level.WARNING,
        address="resource/example_r0/name",
        message="m",
        remedy="r",
        fingerprint="f",
    )
    return Report(
        provider="example",
        release=JudgedRelease(version="1.5.0", ref="v1.5.0", commit="c", bump="minor"),
        base=BaseRelease(version="1.4.0", ref="v1.4.0", commit="b", why="w"),
        profile="hashicorp-guide",
        verdict=verdict,
        minimum_bump="none",
        legal_version="1.4.1",
        coverage=None,
        findings=(finding,),
    )


def test_a_verdict_holds_until_something_it_rests_on_differs(kept: Any) -> None:
    release = Release(Version("1.5.0"), "v1.5.0", f"{5:040x}", "2020-01-06T00:00:00Z")
    kept(20).put(release, _report())
    assert kept(20).get(release) == _report()
    # later tags change nothing; another rule, another reading, another commit do
    assert kept(24).get(release) == _report()
    assert kept(20, level="warning").get(release) is None
    assert kept(20, environment={"EXAMPLE_BETA": "1"}).get(release) is None
    assert kept(20).get(msgspec.structs.replace(release, commit="other")) is None


def test_an_earlier_tag_that_was_not_there_calls_for_another_verdict(kept: Any) -> None:
    release = Release(Version("1.9.0"), "v1.9.0", f"{9:040x}", "2020-01-10T00:00:00Z")
    kept(10).put(release, _report())
    assert kept(10).get(release) is not None
    assert kept(9).get(release) is None


def test_an_incomplete_verdict_is_not_kept(kept: Any) -> None:
    release = Release(Version("1.5.0"), "v1.5.0", f"{5:040x}", "2020-01-06T00:00:00Z")
    kept(20).put(release, _report(VerdictWord.INCOMPLETE))
    assert kept(20).get(release) is None


def test_a_warm_audit_judges_nothing_again(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cold = run("--cache-dir", str(tmp_path), "--jobs", "1")
    monkeypatch.setattr(policy, "judge", None)
    assert run("--cache-dir", str(tmp_path), "--jobs", "1") == cold


def test_a_ref_that_is_near_another_leaves_no_trail_of_its_own(provider: Path, tmp_path: Path) -> None:
    store = Store(tmp_path)
    with Repository.open(provider) as repository:
        commits = {ref: repository.tree(ref).commit for ref in ("v1.1.0", "v1.2.0")}
        for ref in commits:
            StoredSource(repository, Reading(), store)(ref)
        setting = setting_of("", {}, None)
        assert store.has(commits["v1.2.0"], setting)
        assert store.trailed(setting) == [commits["v1.1.0"]]
