"""The vocabulary: all that a rule's file may say, and nothing that is not said of."""

import typing

from release_check.model import ChangeKind
from release_check.policy import Rule
from release_check.policy.rule import Match
from release_check.policy.vocabulary import docs_of, vocabulary

TOPICS = {topic.name: topic for topic in vocabulary()}


def _names(topic: str) -> set[str]:
    return {word.name for word in TOPICS[topic].words}


def test_every_key_of_a_rule_is_there() -> None:
    assert _names("Rule") == set(Rule.__struct_fields__)
    assert {word.name for word in TOPICS["Rule"].words if word.required} >= {"id", "match", "why", "remedy"}


def test_every_kind_of_match_is_there() -> None:
    assert {f"kind: {kind.__struct_config__.tag}" for kind in typing.get_args(Match)} <= set(TOPICS)


def test_every_value_is_there() -> None:
    assert _names("ChangeKind") == {str(kind) for kind in ChangeKind}


def test_a_key_is_called_as_it_is_written() -> None:
    assert "not" in _names("expectation")
    assert "{address}" in _names("placeholders")


def test_every_test_that_a_rule_can_ask_for_says_what_it_is() -> None:
    unsaid = [
        f"{topic.name}: {word.name}"
        for topic in TOPICS.values()
        if topic.name.endswith("Test")
        for word in topic.words
        if not word.meaning
    ]
    assert unsaid == []


def test_what_the_source_says_of_a_field_is_its_meaning() -> None:
    assert docs_of(Rule)["least_bump"].startswith("What it fires at needs this bump")
