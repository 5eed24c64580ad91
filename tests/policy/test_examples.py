"""Every rule on every example of every rule: what is not expected is a false alarm, what is missing a dead rule."""

import pytest

from release_check.policy import Profile, Setting, load_rules
from release_check.policy.rules import Rules

RULES: Rules = load_rules(examples=True)
EVERYTHING = Profile("everything", "Every rule there is", {name: Setting() for name in RULES})
EXAMPLES = [(rule.id, example) for rule in RULES.values() for example in rule.examples]


@pytest.mark.parametrize(
    "example", [example for _, example in EXAMPLES], ids=[f"{name}: {one.title}" for name, one in EXAMPLES]
)
def test_an_example_gives_what_it_says_and_nothing_else(judge_example, example) -> None:
    verdict = judge_example(example, RULES, EVERYTHING)
    assert [f"{finding.rule} {finding.address}" for finding in verdict.findings] == sorted(
        example.finds, key=lambda row: row.split(" ")[::-1]
    )


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_a_rule_has_an_example_that_breaks_it_and_one_that_keeps_it(rule) -> None:
    broken = [any(found.startswith(f"{rule.id} ") for found in example.finds) for example in rule.examples]
    assert True in broken
    assert False in broken


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_examples_stay_small(rule) -> None:
    for example in rule.examples:
        lines = sum(str(text).count("\n") for text in example.releases.values())
        assert lines <= 60
