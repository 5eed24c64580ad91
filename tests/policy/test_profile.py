"""Profiles: which rules are held, at which levels."""

from pathlib import Path

import pytest

from release_check.model import Bump, Level, UsageProblem
from release_check.policy import Choice, load_profile, load_rules, profile_names

RULES = load_rules()


def test_the_default_holds_every_rule_at_its_own_level() -> None:
    held = load_profile().held(RULES)
    assert [rule.id for rule in held] == list(RULES)
    assert all(rule == RULES[rule.id] for rule in held)


def test_strict_asks_for_more() -> None:
    held = {rule.id: rule for rule in load_profile("strict").held(RULES)}
    assert set(held) == set(RULES)
    assert held["resource-deleted-without-soft-removal"].level is Level.ERROR
    assert held["allowed-values-narrowed"].least_bump is Bump.MAJOR


def test_semver_only_knows_nothing_of_announcements() -> None:
    held = {rule.id for rule in load_profile("semver-only").held(RULES)}
    assert "attribute-deleted-outside-major" in held
    assert "type-changed" in held
    assert "attribute-deleted-without-deprecation" not in held
    assert "renamed-without-old-name" not in held


def test_packaged_profiles() -> None:
    assert profile_names() == ("hashicorp-guide", "semver-only", "strict")


def write(path: Path, text: str) -> Path:
    file = path / "ours.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_profile_of_ones_own_extends_another(tmp_path: Path) -> None:
    file = write(
        tmp_path,
        """\
name: ours
title: Ours
extends: semver-only
families: {attribute-removal: on}
rules:
  type-changed: warning
  default-changed: off
  deprecation-withdrawn: off
  sensitive-removed: {level: error, least_bump: major}
""",
    )
    held = {rule.id: rule for rule in load_profile(file).held(RULES)}
    assert held["type-changed"].level is Level.WARNING
    assert "default-changed" not in held
    assert "deprecation-withdrawn" not in held
    assert "attribute-deleted-without-deprecation" in held
    assert held["sensitive-removed"].least_bump is Bump.MAJOR


def test_levels_can_be_set_over_a_profile() -> None:
    profile = load_profile().with_levels({"type-changed": Choice.OFF, "default-changed": Choice.NOTE})
    held = {rule.id: rule for rule in profile.held(RULES)}
    assert "type-changed" not in held
    assert held["default-changed"].level is Level.NOTE


BROKEN = {
    "an unknown rule": (
        "rules: {type-chnaged: off}",
        r"ours.yaml:3: there is no `type-chnaged` among the rules; did you mean type-changed",
    ),
    "an unknown family": (
        "families: {attribute-removals: on}",
        r"ours.yaml:3: there is no `attribute-removals` among the families; did you mean attribute-removal",
    ),
    "an unknown level": ("rules: {type-changed: eror}", r"ours.yaml:3: .*"),
    "an unknown profile": ("extends: strickt", r"strickt is neither a profile nor a file.*; did you mean strict"),
    "itself": ("extends: ours", r"ours.yaml:3: ours extends itself"),
}


@pytest.mark.parametrize(("line", "message"), BROKEN.values(), ids=BROKEN)
def test_what_is_wrong_is_said_with_the_line(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(UsageProblem, match=message):
        load_profile(write(tmp_path, f"name: ours\ntitle: Ours\n{line}\n"))
