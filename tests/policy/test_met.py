"""Rules that no release met in which they were tried on real providers, each with the reason why.

Some 1,100 reports over eleven providers were counted, of SDK v1, v2 and the framework. A rule that is taken off the
list was seen to fire; a new one that was not yet is added with what it waits for.
"""

from __future__ import annotations

import pytest

from release_check.policy import load_rules

NOT_MET = {
    "at-least-one-of-added": "AtLeastOneOf comes with new attributes, and hardly ever over some that were there",
    "changelog-declares-less": "the tools whose fragments declare a bump are used by none of the providers tried",
    "changelog-order": "fires only where the provider says in which order its titles stand",
    "conflicts-added": "no provider tried made two attributes that were there conflict in less than the rule asks for",
    "deprecated-and-removed-together": "whoever adds `Removed` takes `Deprecated` off in the same line",
    "deprecation-message-empty": "a slip that reviews catch",
    "function-signature-changed": "provider functions are young, and none of those there were has changed yet",
    "rename-kept-required": "Terraform would ask for both names: no such release works",
    "rename-message-omits-new-name": "a rename without message is paired by its conflicts alone, which is rare",
    "required-with-added": "RequiredWith comes with new attributes, and hardly ever over some that were there",
    "resource-deprecated-in-patch": "the providers tried deprecate resources in no PATCH",
    "resource-rename-message-omits-new-name": "messages are how providers tell of a renamed resource",
    "schema-version-skipped": "no provider tried left a released version behind when it passed over one",
    "sensitive-removed": "no attribute of the releases tried ceased to be sensitive in a PATCH",
    "state-upgrader-incomplete": "the SDK's own InternalValidate fails a provider's tests for it",
    "state-upgraders-out-of-order": "the SDK's own InternalValidate fails a provider's tests for it",
    "state-upgraders-with-old-sdk": "does not compile: the field is not there",
}


@pytest.mark.parametrize("name", NOT_MET)
def test_what_was_not_met_is_a_rule_with_an_example(name: str) -> None:
    rule = load_rules(examples=True)[name]
    assert any(found.startswith(f"{name} ") for example in rule.examples for found in example.finds)
    assert len(NOT_MET[name]) > 20
