"""Rules on the release as a whole, which come after all that look at one place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from release_check.model import RELEASE, Bump, Version
from release_check.policy.bumps import Weight
from release_check.policy.case import Case
from release_check.policy.hits import Hit, location_of
from release_check.policy.messages import listed
from release_check.policy.rule import ReleaseMatch, ReleaseTest, Rule


def release_hits(rule: Rule, match: ReleaseMatch, case: Case, weight: Weight) -> Iterator[Hit]:
    """The release, where the test finds something."""
    found = _TESTS[match.test](case, weight)
    if found is None:
        return
    first = weight.forced_by[0] if weight.forced_by else None
    location = None
    if first is not None:
        gone = first.after is None
        location = location_of(case, first.address, first.before if gone else first.after, at_base=gone)
    yield Hit(
        rule=rule,
        address=RELEASE,
        location=location,
        values={
            "detail": found,
            "needed": weight.minimum.upper(),
            "legal": str(weight.legal) if weight.legal is not None else "",
            "changes": weight.forced_by,
        },
        least_bump=weight.minimum if match.test is ReleaseTest.BUMP_TOO_SMALL else None,
    )


def _bump_too_small(case: Case, weight: Weight) -> str | None:
    if case.bump in (None, Bump.NONE) or case.bump.at_least(weight.minimum) or not weight.forced_by:
        return None
    return listed(weight.forced_by, weight.asking)


def _bump_too_large(case: Case, weight: Weight) -> str | None:
    if case.bump is not Bump.MAJOR or weight.minimum is Bump.MAJOR:
        return None
    if case.base is not None and (case.base.version.promises_nothing or _leaves_development(case)):
        return None  # the step to 1.0.0 says that development has settled, not that something breaks
    return f"a {weight.minimum.upper()} would do"


def _leaves_development(case: Case) -> bool:
    return case.base is not None and case.version is not None and case.base.version.major == 0 < case.version.major


def _version_not_next(case: Case, weight: Weight) -> str | None:
    del weight
    version, base = case.version, case.base.version if case.base is not None else None
    if version is None:
        return None
    tagged = next((release for release in (*case.releases, *case.aside) if release.version == version), None)
    if tagged is not None and tagged.commit != case.commit:
        return f"{version} is tagged already, at another commit"
    if base is None or (version.prerelease is not None and base.prerelease is not None):
        return None
    if not base < version:
        return f"{version} does not come after {base}"
    claimed = version.bump_from(base)
    expected = base.final if base.prerelease is not None else base.next(claimed)
    if version.final != expected:
        return f"after {base} comes {expected}"
    return _above_its_line(version, claimed, case)


def _above_its_line(version: Version, claimed: Bump, case: Case) -> str | None:
    """A MINOR or MAJOR below one that was released before goes backwards; a PATCH of an older line does not."""
    if claimed not in (Bump.MINOR, Bump.MAJOR):
        return None
    own = next((release for release in case.releases if release.version == version), None)
    for release in case.releases:
        earlier = own is None or release.date < own.date
        same_line = claimed is Bump.MAJOR or release.version.series == version.series
        if earlier and same_line and release.version.prerelease is None and release.version > version:
            return f"{release.version} was released before"
    return None


_TESTS: Mapping[ReleaseTest, Callable[[Case, Weight], str | None]] = {
    ReleaseTest.BUMP_TOO_SMALL: _bump_too_small,
    ReleaseTest.BUMP_TOO_LARGE: _bump_too_large,
    ReleaseTest.VERSION_NOT_NEXT: _version_not_next,
}
