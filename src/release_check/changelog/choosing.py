"""Which sections of a changelog tell of a step from one release to the next."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from release_check.changelog.sections import Section
from release_check.model import Version

_FROZEN_AFTER = 3
"""How many releases in a row go untold before a changelog counts as given up."""


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """The step that a candidate makes, as far as a changelog is concerned."""

    version: Version | None = None
    """The planned version."""
    base: Version | None = None
    """The release that an operator comes from."""
    before: Mapping[str, str] | None = None
    """The files of the base, path to blob; what is unchanged since is no fragment of this release."""
    line: tuple[Version, ...] = ()
    """The releases that lead here, oldest first."""
    tagged: bool = False
    """Whether the candidate is a release that was made: what still waited in fragments then was not told."""


def choose(sections: Sequence[Section], step: Step) -> tuple[list[Section], Section | None]:
    """The sections that tell of a step, and where none is named after it the one that may have been meant."""
    version, base = step.version, step.base
    unreleased = [one for one in sections if one.heading.unreleased and one.version is None]
    if version is None:
        ahead = [one for one in sections if one.version is not None and (base is None or one.version > base)]
        return [*unreleased, *ahead], None
    exact = [one for one in sections if one.version == version]
    leading = _without((one for one in sections if is_of(one, version)), exact)
    between = [one for one in sections if one.version is not None and base is not None and base < one.version < version]
    if exact or leading:
        told = between if exact else [*leading, *_without(between, leading)]
        return [*exact, *told], None
    doubled = _doubled(sections, base)
    if doubled is not None and not any("".join(one.lines).strip() for one in unreleased):
        return [doubled, *between], doubled
    if unreleased:
        return [*unreleased, *between], None
    labelled = [one for one in sections if one.heading.unreleased or (base is not None and _after(one, base))]
    return between, labelled[0] if labelled else None


def is_own(section: Section, step: Step) -> bool:
    """Whether a section tells of the step's version itself, or of what is unreleased."""
    return section.version is None or step.version is None or is_of(section, step.version)


def is_of(section: Section, version: Version | None) -> bool:
    """Whether a section tells of a version, or of the final release that it leads to."""
    return version is not None and section.version is not None and section.version.final == version.final


def frozen_since(sections: Sequence[Section], step: Step) -> Version | None:
    """The last version told, where it and the releases before it went untold for long enough."""
    told = {section.version.final for section in sections if section.version is not None}
    if not told:
        return None
    finals = [version for version in step.line if version.prerelease is None]
    if len(finals) < _FROZEN_AFTER or any(version in told for version in finals[-_FROZEN_AFTER:]):
        return None
    return max(told)


def _doubled(sections: Sequence[Section], base: Version | None) -> Section | None:
    """The newest section, where the base's stands below it too: its heading was copied and never changed."""
    named = [one for one in sections if one.version is not None]
    return named[0] if len(named) > 1 and named[0].version == named[1].version == base else None


def _without(some: Iterable[Section], others: Collection[Section]) -> list[Section]:
    known = {id(one) for one in others}
    return [one for one in some if id(one) not in known]


def _after(section: Section, base: Version) -> bool:
    return section.version is not None and section.version > base
