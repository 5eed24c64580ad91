"""Verdicts: bumps, levels, absorption, reverts."""

import msgspec
import pytest

from release_check.model import Bump, Change, Level, Version
from release_check.policy import judge as judge_case
from release_check.policy import load_profile, load_rules

RULES = load_rules()
PROFILE = load_profile(rules=RULES)
X = "resource/x"


@pytest.fixture
def judge(make_provider, make_case):
    def run(releases, *, version=True, profile=PROFILE):
        return judge_case(
            make_case({tag: make_provider(body, ref=tag) for tag, body in releases.items()}, version=version),
            RULES,
            profile,
        )

    return run


def rows(verdict) -> list[str]:
    return [f"{finding.level} {finding.rule} {finding.address}" for finding in verdict.findings]


def test_nothing_changes(judge) -> None:
    verdict = judge({"v1.0.0": {X: {"a": "string optional"}}, "v1.0.1": {X: {"a": "string optional"}}})
    assert (rows(verdict), verdict.minimum_bump, verdict.legal_version) == ([], Bump.PATCH, Version("1.0.1"))
    assert verdict.forced_by == ()


def test_the_minimum_bump_names_what_forces_it_and_the_legal_version(judge) -> None:
    verdict = judge(
        {
            "v1.2.0": {X: {"a": "int optional", "b": "string optional"}},
            "v1.3.0": {X: {"a": "string optional", "b": "string required", "c": "string optional"}},
        }
    )
    assert (verdict.minimum_bump, verdict.legal_version) == (Bump.MAJOR, Version("2.0.0"))
    assert [f"{change.kind} {change.address}" for change in verdict.forced_by] == [
        "type-changed resource/x/a",
        "optional-to-required resource/x/b",
    ]
    assert isinstance(verdict.forced_by[0], Change)
    assert rows(verdict) == [
        "error minimum-bump release",
        "error type-changed resource/x/a",
        "error optional-to-required resource/x/b",
    ]


def test_without_a_version_no_rule_on_the_bump_fires_and_the_bump_is_told(judge) -> None:
    verdict = judge(
        {"v1.0.0": {X: {"a": "string optional"}}, "v1.1.0": {X: {"b": "int optional"}}},
        version=False,
    )
    assert (verdict.minimum_bump, verdict.legal_version) == (Bump.MAJOR, Version("2.0.0"))
    assert rows(verdict) == ["error attribute-deleted-without-deprecation resource/x/a"]


def test_a_first_release_is_judged_by_what_it_declares(judge) -> None:
    verdict = judge({"v1.0.0": {X: {"a": "string required deprecated=old"}}})
    assert rows(verdict) == ["warning deprecated-attribute-required resource/x/a"]
    assert verdict.legal_version is None


def test_what_stands_since_earlier_is_not_judged(judge) -> None:
    body = {X: {"a": "string required deprecated=old"}}
    assert rows(judge({"v1.0.0": body, "v1.1.0": body})) == []


def test_a_release_of_initial_development_gets_warnings(judge) -> None:
    verdict = judge({"v0.1.0": {X: {"a": "string optional"}}, "v0.2.0": {X: {}}})
    assert rows(verdict) == [
        "warning minimum-bump release",
        "warning attribute-deleted-outside-major resource/x/a",
        "warning attribute-deleted-without-deprecation resource/x/a",
    ]


def test_a_pre_release_is_judged_as_the_release_it_leads_to(judge) -> None:
    bodies = {"v1.0.0": {X: {"a": "string optional deprecated=old"}}, "v2.0.0-beta.1": {X: {}}}
    assert rows(judge(bodies)) == []
    again = {**bodies, "v2.0.0-beta.2": {X: {}}}
    assert rows(judge(again)) == []


def test_the_sum_weighs_no_more_than_its_parts(judge) -> None:
    verdict = judge({"v1.0.0": {}, "v1.0.1": {X: {}}})
    assert rows(verdict) == ["warning minimum-bump release", "warning patch-with-features release"]


def test_the_bump_is_asked_for_by_the_rules_that_need_it(judge) -> None:
    verdict = judge({"v1.0.0": {X: {}}, "v1.1.0": {X: {"a": "int optional force_new", "b": "int optional"}}})
    assert "because of resource/x/a (force-new-attribute-added)." in verdict.findings[0].message


def test_a_missing_minor_is_asked_for_by_the_kinds_of_change(judge) -> None:
    verdict = judge({"v1.0.0": {X: {}}, "v1.0.1": {X: {"b": "int optional"}}})
    assert "because of resource/x/b (attribute-added)." in verdict.findings[0].message


def test_the_more_specific_absorbs_the_more_general_and_says_so(judge) -> None:
    verdict = judge(
        {
            "v1.0.0": {X: {"a": "int optional default=5 max_items=3"}},
            "v1.1.0": {X: {"a": "string optional default=five max_items=2"}},
        }
    )
    assert rows(verdict) == ["error minimum-bump release", "error type-changed resource/x/a"]
    assert verdict.findings[1].absorbs == ("default-changed", "max-items-lowered")


def test_what_happens_to_a_block_happens_to_what_it_holds(judge) -> None:
    verdict = judge(
        {
            "v1.0.0": {X: {"@updatable": True, "b": ("list block optional", {"c": "string optional"})}},
            "v1.1.0": {X: {"b": ("list block optional force_new", {"c": "string optional force_new"})}},
        }
    )
    assert rows(verdict) == ["error minimum-bump release", "error force-new-added resource/x/b"]
    assert "b.c" in verdict.findings[1].message


def test_a_deletion_is_shown_where_it_stood(judge, make_provider) -> None:
    del make_provider
    verdict = judge({"v1.0.0": {X: {"a": "string optional"}}, "v1.1.0": {X: {}}})
    found = verdict.findings[-1]
    assert found.guide.section == "Provider Attribute Removal"
    assert found.remedy
    assert found.fingerprint
    assert verdict.findings[1].least_bump == "major"


def test_a_deprecation_is_dated(judge) -> None:
    verdict = judge(
        {
            "v1.0.0": {X: {"a": "string optional"}},
            "v1.1.0": {X: {"a": "string optional deprecated=old"}},
            "v1.2.0": {X: {"a": "string optional deprecated=old"}},
            "v1.3.0": {X: {}},
        }
    )
    found = verdict.findings[1]
    assert (found.rule, found.since.version, found.since.ref) == ("attribute-deleted-outside-major", "1.1.0", "v1.1.0")
    assert "deprecated since 1.1.0" in found.message


REVERTS = {
    "an attribute of one release": (
        [{X: {}}, {X: {"a": "string optional"}}, {X: {}}],
        ["attribute-deleted-outside-major", "attribute-deleted-without-deprecation"],
    ),
    "a resource of one release": (
        [{}, {X: {}}, {}],
        ["resource-deleted-outside-major", "resource-deleted-without-deprecation"],
    ),
    "a default changed and changed back": (
        [{X: {"a": f"int optional default={n}"}} for n in (5, 6, 5)],
        ["default-changed"],
    ),
    "a name changed and changed back": (
        [{X: {name: "int optional"}} for name in ("size", "size_gb", "size")],
        ["renamed-without-old-name"],
    ),
    "a type changed and changed back": (
        [{X: {"a": f"{kind} optional"}} for kind in ("string", "int", "string")],
        ["type-changed"],
    ),
}


@pytest.mark.parametrize(("bodies", "expected"), REVERTS.values(), ids=REVERTS)
def test_what_is_undone_at_once_weighs_one_level_less_and_says_so(judge, bodies, expected) -> None:
    verdict = judge(dict(zip(("v1.0.0", "v1.1.0", "v1.2.0"), bodies, strict=True)))
    found = [finding for finding in verdict.findings if finding.address != "release"]
    assert [(finding.rule, finding.level) for finding in found] == [(rule, Level.WARNING) for rule in expected]
    assert all("undone at once" in finding.message for finding in found)


NO_REVERTS = {
    "what stood longer": [{X: {"a": "int optional default=6"}}] * 2 + [{X: {"a": "int optional default=5"}}],
    "a third value": [{X: {"a": f"int optional default={n}"}} for n in (5, 6, 7)],
    "a change of what is one release old": [{X: {}}, {X: {"a": "int optional default=5"}}, {X: {"a": "int optional"}}],
}


@pytest.mark.parametrize("bodies", NO_REVERTS.values(), ids=NO_REVERTS)
def test_what_is_no_revert_weighs_in_full(judge, bodies) -> None:
    verdict = judge(dict(zip(("v1.0.0", "v1.1.0", "v1.2.0"), bodies, strict=True)))
    assert "error default-changed resource/x/a" in rows(verdict)


VERSIONS = {
    "skips a minor": ("v1.0.0 v1.2.0", "after 1.0.0 comes 1.1.0"),
    "skips a patch": ("v1.0.0 v1.0.2", "after 1.0.0 comes 1.0.1"),
    "skips a major": ("v1.0.0 v3.0.0", "after 1.0.0 comes 2.0.0"),
    "a minor with a patch number": ("v1.0.0 v1.1.1", "after 1.0.0 comes 1.1.0"),
    "below what was released": ("v1.0.0 v1.2.0 v1.1.0", "1.2.0 was released before"),
    "the next patch": ("v1.0.0 v1.0.1", None),
    "the next minor": ("v1.0.4 v1.1.0", None),
    "the next major": ("v1.9.0 v2.0.0", None),
    "a patch of an older line": ("v1.0.0 v2.0.0 v1.0.1", None),
    "a minor of an older line": ("v1.0.0 v2.0.0 v1.1.0", None),
    "a pre-release": ("v1.0.0 v1.1.0-rc1", None),
    "the final release after pre-releases": ("v1.0.0 v1.1.0-rc1 v1.1.0", None),
    "the first": ("v3.0.0", None),
}


@pytest.mark.parametrize(("tags", "expected"), VERSIONS.values(), ids=VERSIONS)
def test_the_version_follows_its_base(judge, tags: str, expected: str | None) -> None:
    verdict = judge({tag: {X: {}} for tag in tags.split()})
    found = [finding.message for finding in verdict.findings if finding.rule == "version-not-next"]
    assert len(found) == (expected is not None)
    assert expected is None or expected in found[0]


def test_a_version_that_is_tagged_elsewhere_is_not_free(make_provider, make_case) -> None:
    case = make_case({tag: make_provider({X: {}}) for tag in ("v1.0.0", "v1.0.1")})
    other = msgspec.structs.replace(case, commit="another")
    verdict = judge_case(other, RULES, PROFILE)
    assert [finding.rule for finding in verdict.findings] == ["version-not-next"]
    assert "tagged already" in verdict.findings[0].message


def test_the_legal_version_is_one_that_is_free(judge) -> None:
    verdict = judge(
        {
            "v1.0.0": {X: {"a": "string optional"}},
            "v2.0.0": {X: {"a": "string optional"}},
            "v1.0.1": {X: {"a": "int optional"}},
        }
    )
    assert verdict.legal_version == Version("3.0.0")


def test_fingerprints_tell_findings_apart_and_do_not_hang_on_the_message(judge) -> None:
    first = judge({"v1.0.0": {X: {"a": "string optional"}}, "v1.1.0": {X: {}}})
    again = judge({"v1.0.0": {X: {"a": "string optional"}}, "v1.1.0": {X: {}}})
    prints = [finding.fingerprint for finding in first.findings]
    assert len(set(prints)) == len(prints)
    assert prints == [finding.fingerprint for finding in again.findings]


def test_a_profile_may_ask_for_a_larger_bump(judge) -> None:
    bodies = {
        "v1.0.0": {X: {"a": "string optional allowed_values=a,b"}},
        "v1.1.0": {X: {"a": "string optional allowed_values=a"}},
    }
    assert rows(judge(bodies)) == []
    assert rows(judge(bodies, profile=load_profile("strict"))) == [
        "error minimum-bump release",
        "error allowed-values-narrowed resource/x/a",
    ]
