from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from release_check.model import Bump, Scheme, Version

NUMBERS = st.integers(min_value=0, max_value=30)
IDENTIFIERS = st.one_of(NUMBERS.map(str), st.from_regex(r"[a-z]{1,4}[0-9]{0,2}", fullmatch=True))
VERSIONS = st.builds(
    lambda numbers, pre: Version(".".join(map(str, numbers)) + (f"-{'.'.join(pre)}" if pre else "")),
    st.tuples(NUMBERS, NUMBERS, NUMBERS),
    st.lists(IDENTIFIERS, max_size=3),
)


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        ("1.2.3", "1.2.3"),
        ("v1.2.3", "1.2.3"),
        ("v1.2.3-rc1", "1.2.3-rc1"),
        ("v0.0.0", "0.0.0"),
        ("v1.2.3-beta.2+build.7", "1.2.3-beta.2+build.7"),
    ],
)
def test_a_tag_that_is_a_version_is_read_as_one(tag: str, expected: str) -> None:
    assert str(Version.from_tag(tag)) == expected


@pytest.mark.parametrize(
    "tag",
    [
        "3.23", "v1", "V1.2.3", "release-1.2.3", "v1.2.3.4", "v01.2.3", "v1.2.3-", "v1.2.3-rc..1", "", "v1.2.3\n",
        "latest",
    ],
)  # fmt: skip
def test_a_tag_that_is_no_version_gives_none(tag: str) -> None:
    assert Version.from_tag(tag) is None
    with pytest.raises(ValueError, match="is not a version like"):
        Version(tag)


def test_order_is_semver_order() -> None:
    ordered = [
        "0.9.9", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-rc.2", "1.0.0-rc.11", "1.0.0",
        "1.0.1", "1.2.0", "1.10.0", "2.0.0-beta1", "2.0.0",
    ]  # fmt: skip
    for lower, higher in itertools.pairwise(ordered):
        assert Version(lower) < Version(higher)
        assert not Version(higher) <= Version(lower)


@given(st.lists(VERSIONS, max_size=8))
def test_order_is_total_and_agrees_with_equality(versions: list[Version]) -> None:
    for one, other in itertools.product(versions, repeat=2):
        assert (one < other) + (one == other) + (one > other) == 1
        assert one != other or hash(one) == hash(other)


def test_build_metadata_is_kept_in_text_and_takes_no_part_in_equality() -> None:
    plain, built = Version("1.2.3"), Version("v1.2.3+fork")

    assert plain == built
    assert hash(plain) == hash(built)
    assert (str(built), built.build, plain.build) == ("1.2.3+fork", "fork", None)


def test_a_version_is_no_other_type() -> None:
    assert Version("1.2.3") != "1.2.3"


@pytest.mark.parametrize(
    ("base", "version", "expected"),
    [
        ("1.4.2", "1.4.2", Bump.NONE),
        ("1.4.2", "1.4.3", Bump.PATCH),
        ("1.4.2", "1.5.0", Bump.MINOR),
        ("1.4.2", "2.0.0", Bump.MAJOR),
        ("1.4.2", "2.0.0-rc1", Bump.MAJOR),
        ("1.4.2", "1.5.0-beta1", Bump.MINOR),
        ("2.0.0-rc1", "2.0.0-rc2", Bump.PRERELEASE),
        ("2.0.0-rc2", "2.0.0", Bump.PRERELEASE),
        ("0.1.0", "0.2.0", Bump.MINOR),
        ("1.4.2", "1.4.2+fork", Bump.NONE),
    ],
)
def test_a_step_claims_the_bump_of_its_first_number_that_differs(base: str, version: str, expected: Bump) -> None:
    assert Version(version).bump_from(Version(base)) is expected


@pytest.mark.parametrize(
    ("version", "bump", "expected"),
    [
        ("1.4.2", Bump.MAJOR, "2.0.0"),
        ("1.4.2", Bump.MINOR, "1.5.0"),
        ("1.4.2", Bump.PATCH, "1.4.3"),
        ("1.4.2-rc1", Bump.PRERELEASE, "1.4.2-rc2"),
        ("1.4.2-rc.1", Bump.PRERELEASE, "1.4.2-rc.2"),
        ("1.4.2-beta", Bump.PRERELEASE, "1.4.2-beta1"),
        ("1.4.2-rc9", Bump.PRERELEASE, "1.4.2-rc9.0"),
        ("1.4.2", Bump.PRERELEASE, "1.4.3-rc1"),
        ("1.4.2", Bump.NONE, "1.4.2"),
        ("0.4.2", Bump.MAJOR, "1.0.0"),
    ],
)
def test_next_counts_up_the_number_that_the_bump_names(version: str, bump: Bump, expected: str) -> None:
    assert str(Version(version).next(bump)) == expected


@given(VERSIONS)
def test_the_next_prerelease_is_higher(version: Version) -> None:
    assert version.next(Bump.PRERELEASE) > version
    assert version.next(Bump.PRERELEASE).prerelease is not None


@given(VERSIONS, st.sampled_from([Bump.MAJOR, Bump.MINOR, Bump.PATCH]))
def test_next_of_a_final_version_is_higher_and_claims_that_bump(version: Version, bump: Bump) -> None:
    final = version.final
    assert final.next(bump) > final
    assert final.next(bump).bump_from(final) is bump


def test_final_drops_what_follows_the_numbers() -> None:
    assert Version("2.0.0-rc1").final == Version("2.0.0")
    assert Version("2.0.0-rc1").final.prerelease is None


def test_bumps_are_ordered_from_none_to_major() -> None:
    order = [Bump.NONE, Bump.PRERELEASE, Bump.PATCH, Bump.MINOR, Bump.MAJOR]
    assert sorted(Bump, key=lambda bump: bump.rank) == order
    for position, bump in enumerate(order):
        assert [bump.at_least(other) for other in order] == [place <= position for place in range(len(order))]


SEMVER, INITIAL, SECOND = Scheme.SEMVER, Scheme.INITIAL_DEVELOPMENT, Scheme.ONE_MAJOR_MINOR

STEPS = [
    # scheme, from, to, what it claims, and the versions that a MAJOR, MINOR and PATCH from there would carry
    (SEMVER, "0.4.1", "0.5.0", Bump.MINOR, ("1.0.0", "0.5.0", "0.4.2")),
    (INITIAL, "0.4.1", "0.5.0", Bump.MAJOR, ("0.5.0", "0.4.2", "0.4.2")),
    (INITIAL, "0.4.1", "0.4.2", Bump.MINOR, ("0.5.0", "0.4.2", "0.4.2")),
    (INITIAL, "0.4.1", "1.0.0", Bump.MAJOR, ("0.5.0", "0.4.2", "0.4.2")),
    (INITIAL, "1.4.1", "1.5.0", Bump.MINOR, ("2.0.0", "1.5.0", "1.4.2")),
    (SECOND, "1.4.1", "1.5.0", Bump.MAJOR, ("1.5.0", "1.4.2", "1.4.2")),
    (SECOND, "1.4.1", "1.4.2", Bump.MINOR, ("1.5.0", "1.4.2", "1.4.2")),
    (SECOND, "0.4.1", "0.5.0", Bump.MAJOR, ("0.5.0", "0.4.2", "0.4.2")),
    (SECOND, "1.4.1", "2.0.0", Bump.MAJOR, ("1.5.0", "1.4.2", "1.4.2")),
    (SECOND, "2.4.1", "2.5.0", Bump.MINOR, ("3.0.0", "2.5.0", "2.4.2")),
]


@pytest.mark.parametrize(("scheme", "base", "version", "bump", "following"), STEPS)
def test_the_scheme_says_what_a_step_claims_and_what_comes_next(scheme, base, version, bump, following) -> None:
    start = Version(base, scheme)
    assert Version(version, scheme).bump_from(start) is bump
    assert tuple(str(start.next(one)) for one in (Bump.MAJOR, Bump.MINOR, Bump.PATCH)) == following


@pytest.mark.parametrize(
    ("scheme", "version", "expected"), [(SEMVER, "0.4.1", True), (INITIAL, "0.4.1", False), (SEMVER, "1.0.0", False)]
)
def test_only_semver_promises_nothing_before_its_first_major(scheme, version, expected) -> None:
    assert Version(version, scheme).promises_nothing is expected


def test_later_majors_are_greater_series_whatever_the_scheme_counts() -> None:
    rising = [Version(text, SECOND).series for text in ("0.9.0", "1.0.3", "1.4.0", "1.10.0", "2.0.0", "3.0.0")]
    assert rising == sorted(rising)
    assert Version("1.4.2", SECOND).final.scheme is SECOND
