"""Rules that no release met in which they were tried on real providers, each with the reason why.

Some 900 reports over ten providers were counted, of SDK v1, v2 and the framework. One that is taken off here has been
seen to fire; a new rule that was not seen yet is added with what it waits for.
"""

from __future__ import annotations

import pytest

from release_check.policy import load_rules

NOT_MET = {
    "at-least-one-of-added": "AtLeastOneOf comes with new attributes, and hardly ever over some that were there",
    "attribute-soft-removed-outside-major": "of the releases tried few are of an SDK that has `Removed`",
    "attribute-soft-removed-without-deprecation": "of the releases tried few are of an SDK that has `Removed`",
    "changelog-declares-less": "the tools whose fragments declare a bump are used by none of the providers tried",
    "changelog-order": "fires only where the provider says in which order its titles stand",
    "conflicts-added": "among attributes that were there, ConflictsWith came only in a MAJOR, which may",
    "deprecated-and-removed-together": "of the releases tried few are of an SDK that has `Removed`",
    "deprecated-attribute-required": "a slip that reviews catch: no operator could act on the warning",
    "deprecation-message-empty": "a slip that reviews catch",
    "function-signature-changed": "provider functions are young, and none of those there were has changed yet",
    "migrate-state-gap": "the MigrateState functions that were added in the releases tried are as the guide has them",
    "rename-kept-required": "Terraform would ask for both names: no such release works",
    "rename-message-omits-new-name": "a rename without message is paired by its conflicts alone, which is rare",
    "required-with-added": "RequiredWith comes with new attributes, and hardly ever over some that were there",
    "resource-deprecated-in-patch": "the providers tried deprecate resources in MINORs",
    "resource-rename-message-omits-new-name": "messages are how providers tell of a renamed resource",
    "schema-version-skipped": "no provider tried left a released version behind when it passed over one",
    "schema-version-without-cause": "no provider tried raised a version for nothing",
    "sensitive-removed": "no attribute tried ceased to be sensitive outside of a MAJOR",
    "state-upgrader-incomplete": "the SDK's own InternalValidate fails a provider's tests for it",
    "state-upgraders-out-of-order": "the SDK's own InternalValidate fails a provider's tests for it",
    "state-upgraders-with-old-sdk": "does not compile: the field is not there",
}


@pytest.mark.parametrize("name", NOT_MET)
def test_what_was_not_met_is_a_rule_with_an_example(name: str) -> None:
    rule = load_rules(examples=True)[name]
    assert any(found.startswith(f"{name} ") for example in rule.examples for found in example.finds)
    assert len(NOT_MET[name]) > 20
