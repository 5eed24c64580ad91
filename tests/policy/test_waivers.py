"""Waivers: what they cover, when they end, and what they leave of the verdict."""

from __future__ import annotations

import pytest

from release_check.model import Address, Bump, Version
from release_check.policy import Example, judge, load_profile, load_rules
from release_check.policy.waivers import Waiver, Waiving, problem_of

RULES = load_rules()
SIZE = Address.parse("resource/example_widget/size")


def _waiver(**given: str) -> Waiver:
    return Waiver(**{"rule": "default-changed", "address": str(SIZE), "reason": "the API had it so", **given})


HOLDS = {
    # waiver: whether it covers default-changed at size in 1.4.0 of 2024-06-30
    "rule and address": ({}, True),
    "any rule": ({"rule": "*"}, True),
    "another rule": ({"rule": "type-changed"}, False),
    "an address with a star": ({"address": "resource/example_*"}, True),
    "another address": ({"address": "resource/example_gadget/*"}, False),
    "its parent alone": ({"address": "resource/example_widget"}, False),
    "the release": ({"releases": "1.4.0"}, True),
    "the release among others": ({"releases": "1.3.0, 1.4"}, True),
    "a range around the release": ({"releases": ">=1.2, <2"}, True),
    "a range before the release": ({"releases": "<1.4.0"}, False),
    "until a later version": ({"until": "2.0.0"}, True),
    "until this version": ({"until": "1.4.0"}, False),
    "until this day": ({"until": "2024-06-30"}, True),
    "until the day before": ({"until": "2024-06-29"}, False),
}


@pytest.mark.parametrize(("given", "covers"), HOLDS.values(), ids=HOLDS)
def test_what_a_waiver_covers(given: dict[str, str], covers: bool) -> None:
    waiving = Waiving([_waiver(**given)], Version("1.4.0"), "2024-06-30T23:59:59Z")
    assert waiving.covers("default-changed", (SIZE,)) is covers
    assert (waiving.use("default-changed", (SIZE,)) is not None) is covers


STALE = {
    # waiver: what the report of 1.4.0 says of it where it covers nothing
    "nothing there": ({"address": "resource/example_gadget"}, ("default-changed at resource/example_gadget",)),
    "ended": ({"until": "1.2.0"}, (f"default-changed at {SIZE} (ended 1.2.0)",)),
    "meant for another release": ({"releases": "2.0.0"}, ()),
    "of use": ({}, ()),
}


@pytest.mark.parametrize(("given", "stale"), STALE.values(), ids=STALE)
def test_a_waiver_that_covers_nothing_is_told_of(given: dict[str, str], stale: tuple[str, ...]) -> None:
    waiving = Waiving([_waiver(**given)], Version("1.4.0"), "2024-06-30")
    waiving.use("default-changed", (SIZE,))
    assert waiving.stale == stale


WRONG = {
    # waiver: the key that is wrong
    "a blank reason": ({"reason": " "}, "reason"),
    "an end that is no day": ({"until": "June"}, "until"),
    "releases that are none": ({"releases": "the next"}, "releases"),
    "an address that is none": ({"address": "example_widget.size"}, "address"),
}


@pytest.mark.parametrize(("given", "key"), WRONG.values(), ids=WRONG)
def test_a_waiver_that_cannot_hold_is_refused(given: dict[str, str], key: str) -> None:
    problem = problem_of(_waiver(**given))
    assert problem is not None
    assert problem[0] == key
    assert problem_of(_waiver()) is None


_CHANGED = Example(
    title="a default changes",
    releases={
        "v1.0.0": '"size": {Type: schema.TypeInt, Optional: true, Default: 1},',
        "v1.1.0": '"size": {Type: schema.TypeInt, Optional: true, Default: 2},',
    },
)


def test_what_is_waived_stays_in_the_findings_and_needs_no_bump(judge_example) -> None:
    profile = load_profile(rules=RULES)
    plain = judge_example(_CHANGED, RULES, profile)
    assert (plain.minimum_bump, {one.rule for one in plain.findings}) == (
        Bump.MAJOR,
        {"default-changed", "minimum-bump"},
    )
    waived = judge_example(_CHANGED, RULES, profile.with_waivers((_waiver(until="2.0.0"),)))
    (finding,) = waived.findings
    assert finding.waived is not None
    assert (finding.rule, finding.waived.reason, finding.waived.until) == (
        "default-changed",
        "the API had it so",
        "2.0.0",
    )
    assert not waived.minimum_bump.at_least(Bump.MINOR)
    assert waived.stale_waivers == ()


def test_a_waiver_holds_for_a_candidate_without_a_version(make_case, read_example) -> None:
    case = make_case(read_example(_CHANGED), version=False)
    profile = load_profile(rules=RULES).with_waivers((_waiver(),))
    verdict = judge(case, RULES, profile)
    assert verdict.minimum_bump is Bump.PATCH
    assert verdict.stale_waivers == ()
