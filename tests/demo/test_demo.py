"""The demo is a test of its own: every verdict must be as the story tells it."""

from pathlib import Path

import pytest

import release_check.demo
from release_check.demo import play, scenario_names
from release_check.demo.story import load_scenario, releases
from release_check.model import UsageProblem
from release_check.policy import load_profile, load_rules
from release_check.report.page import plain

RULES = load_rules()
SCENARIOS = Path(release_check.demo.__file__).parent / "scenarios"


@pytest.mark.parametrize("name", scenario_names())
def test_every_verdict_is_as_told(name):
    ((page, outcomes),) = play([name], RULES, load_profile(rules=RULES))
    surprises = [outcome.step.tag for outcome in outcomes if not outcome.as_told]
    assert not surprises, plain(page)
    assert {outcome.step.verdict for outcome in outcomes} == {None, "pass", "fail"}


@pytest.mark.parametrize("name", scenario_names())
def test_every_scenario_is_told_both_ways_from_one_beginning(name):
    scenario = load_scenario(name)
    assert [telling.name for telling in scenario.tellings] == ["right", "wrong"]
    first = [next(iter(releases(name, scenario, telling).values())) for telling in scenario.tellings]
    assert first[0] == first[1]


@pytest.mark.parametrize("name", scenario_names())
def test_no_file_repeats_the_release_before_and_none_is_dropped_that_was_not_there(name):
    scenario = load_scenario(name)
    for telling in scenario.tellings:
        trees = list(releases(name, scenario, telling).values())
        for step, before in zip(telling.steps[1:], trees, strict=False):
            folder = SCENARIOS / name / telling.name / step.tag
            own = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
            assert not [path for path in own if before.get(path) == own[path].read_bytes()]
            assert set(step.drops) <= set(before)


def test_repositories_are_kept_where_asked_and_nowhere_else(tmp_path):
    list(play(["resource-rename"], RULES, load_profile(rules=RULES), keep=tmp_path / "kept"))
    assert {path.name for path in (tmp_path / "kept").iterdir()} == {"resource-rename-right", "resource-rename-wrong"}
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_a_folder_that_is_in_use_is_refused(tmp_path):
    (tmp_path / "resource-rename-right").mkdir()
    (tmp_path / "resource-rename-right" / "mine").touch()
    with pytest.raises(UsageProblem, match="is not empty"):
        list(play(["resource-rename"], RULES, load_profile(rules=RULES), keep=tmp_path))
