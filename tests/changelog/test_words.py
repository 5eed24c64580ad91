import pytest

from release_check.changelog.words import Intent, intents_of

D, R, U = Intent.DEPRECATE, Intent.REMOVE, Intent.UNDEPRECATE


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("deprecated `size` in favor of `volume`", {D}),
        ("`size` is now deprecated, use `volume` instead", {D}),
        ("Deprecates `size`", {D}),
        ("deprecation of the `size` field", {D}),
        ("`size` has been deprecated and will be removed in the next major release", {D}),
        ("`size` will be removed in 3.0", {D}),
        ("removed deprecated `size`", {R}),
        ("Removed the previously deprecated field `size`", {R}),
        ("the deprecated `size` field has been removed", {R}),
        ("Removed `example_gadget`, previously deprecated and replaced by `example_widget`", {R}),
        ("The resource has been removed from the provider as it was deprecated in v0.9.2.", {R}),
        ("drop `size`", {R}),
        ("`size` is no longer supported", {R}),
        ("adds `volume` and deprecates `size`", {D}),
        ("`size` is no longer deprecated", {U}),
        ("un-deprecate `size`", {U}),
        ("fix a crash when `size` is empty", set()),
    ],
)
def test_deprecations_and_removals_are_told_apart(text, said):
    assert intents_of(text) & {D, R, U} == said


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("renamed `a` to `b`", Intent.RENAME),
        ("changed `a` to `b`", Intent.RENAME),
        ("`a` is now required", Intent.REQUIRE),
        ("made the `a` field required in `x`", Intent.REQUIRE),
        ("the `a` field is now optional", Intent.RELAX),
        ("`a` is no longer required", Intent.RELAX),
        ("`a` is now of type `int64` instead of `string`", Intent.RETYPE),
        ("Attribute `a` is now read-only", Intent.READ_ONLY),
        ("changing `a` now forces recreation", Intent.FORCE_NEW),
        ("changed the default of `a` to 3", Intent.DEFAULT),
        ("added `a`", Intent.ADD),
    ],
)
def test_other_changes_have_their_words(text, intent):
    assert intent in intents_of(text)
