"""Which version a pull request will be released with: whoever says it plainest is believed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

import msgspec

from release_check.changelog import unreleased_version
from release_check.check.candidate import CHANGELOG
from release_check.git import Tree
from release_check.history import Base, VersionGraph
from release_check.model import Bump, UsageProblem, Version

_NUMBERS = r"v?(?P<major>\d{1,4})(?:\.(?P<minor>\d+|x))?(?:\.(?P<patch>\d+|x))?"
_LEAD = r"(?:(?:semver|version|release|milestone|target|bump|next)[-_:/. ]*)*"
_BUMP_LABEL = re.compile(
    rf"{_LEAD}(?P<bump>major|minor|patch)(?:[-_ ](?:release|version|bump|change))?\Z", re.IGNORECASE
)
_VERSION_LABEL = re.compile(rf"{_LEAD}{_NUMBERS}(?:[-_ ](?:release|milestone))?\Z", re.IGNORECASE)
_BRANCH = re.compile(rf"(?:(?P<lead>.*)[-_/]|){_NUMBERS}(?:[-_](?:dev|branch|beta|release))?\Z", re.IGNORECASE)
_LINE = re.compile(r"(?:.*[-_/])?(?:main|master|release|releases|version|major|stable|maint|next|dev)\Z", re.IGNORECASE)
"""What a number alone must follow in the name of a branch to be that of a line."""
_BUMPS = {"major": Bump.MAJOR, "minor": Bump.MINOR, "patch": Bump.PATCH}


class Signs(msgspec.Struct, frozen=True, kw_only=True):
    """Who may say which version comes next, beside the changelog."""

    version: str | None = None
    """What was given."""
    labels: tuple[str, ...] = ()
    """The labels of the pull request."""
    milestone: str = ""
    """The title of its milestone."""
    branch: str = ""
    """The branch that it is merged into."""
    meanings: Mapping[str, str] = {}
    """What labels mean here: a bump or a version."""
    configured: str = ""
    """What the configuration says: a bump or a version."""


class Next(msgspec.Struct, frozen=True):
    """The version that comes next, None where nothing was released yet and nothing says it, and who says so."""

    version: Version | None
    why: str


def next_version(graph: VersionGraph, tree: Tree, base: Callable[[], Base], signs: Signs) -> Next:
    """Find the version that the next release is to carry.

    A label, milestone, branch or heading that names a version which is tagged already says nothing.

    Args:
        graph: the releases.
        tree: the candidate, which may have a changelog.
        base: gives the release that the candidate comes after, as long as nobody says which version it becomes.
        signs: what else may say it.

    Raises:
        UsageProblem: the version that was given, or the configuration's, is none.
    """
    for version, why in _said(graph, tree, base, signs):
        if version is not None:
            return Next(version, why)
    release = base().release
    if release is None:
        return Next(None, "")
    following = _after(graph, release.version, Bump.MINOR)
    return Next(following, "a MINOR after the base, as nothing says which version comes next")


def _said(
    graph: VersionGraph, tree: Tree, base: Callable[[], Base], signs: Signs
) -> Iterator[tuple[Version | None, str]]:
    def of_bump(bump: Bump) -> Version | None:
        release = base().release
        return _after(graph, release.version, bump) if release is not None else None

    def of_word(word: str, key: str) -> Version | None:
        if word.lower() in _BUMPS:
            return of_bump(_BUMPS[word.lower()])
        try:
            return Version(word, graph.scheme)
        except ValueError as error:
            raise UsageProblem(f"{key} is neither major, minor, patch nor a version: {error}.") from error

    if signs.version is not None:
        yield of_word(signs.version, "VERSION"), "the version that was given"
    labelled: list[tuple[Version, str]] = []
    for label in signs.labels:
        meant = _of_label(graph, label, signs.meanings, of_word)
        if meant is not None:
            labelled.append((meant, f"its label {label}"))
    if labelled:
        yield max(labelled, key=lambda row: row[0])
    yield _of_numbers(graph, _version(signs.milestone)), f"its milestone {signs.milestone}"
    yield _of_numbers(graph, _branch(signs.branch)), f"the branch {signs.branch}"
    if CHANGELOG in tree.files:
        announced = unreleased_version(tree.read(CHANGELOG).decode("utf-8", "replace"))
        if announced is not None and graph.release(announced) is None:
            yield Version(str(announced), graph.scheme), f"the version at the top of {CHANGELOG}"
    if signs.configured:
        yield of_word(signs.configured, "releases.next of the configuration"), "the configuration"


def _of_label(
    graph: VersionGraph,
    label: str,
    meanings: Mapping[str, str],
    of_word: Callable[[str, str], Version | None],
) -> Version | None:
    if label in meanings:
        return of_word(meanings[label], f"releases.labels.{label} of the configuration")
    bump = _BUMP_LABEL.match(label)
    if bump is not None:
        return of_word(bump["bump"], label)
    return _of_numbers(graph, _version(label))


def _version(text: str) -> re.Match[str] | None:
    """The numbers that a label or a milestone is; a number alone may be anything."""
    match = _VERSION_LABEL.match(text)
    return match if match is not None and (match["minor"] is not None or match.start("major") > 0) else None


def _branch(name: str) -> re.Match[str] | None:
    """The numbers of the line that a branch is named after."""
    match = _BRANCH.match(name)
    if match is None or match["minor"] is not None or name.rpartition(match["major"])[0][-1:].lower() == "v":
        return match
    return match if match["lead"] is not None and _LINE.match(match["lead"]) else None


def _after(graph: VersionGraph, version: Version, bump: Bump) -> Version:
    """The version that a bump leads to, past those of the same line that are taken."""
    found = version.next(bump)
    while graph.release(found) is not None or any(one.version == found for one in graph.aside):
        found = found.next(bump)
    return found


def _of_numbers(graph: VersionGraph, match: re.Match[str] | None) -> Version | None:
    """The version that one, two or three numbers stand for: the next of their line, if the line can be meant."""
    if match is None:
        return None
    numbers = [int(part) for part in (match["major"], match["minor"], match["patch"]) if part not in (None, "x", "X")]
    line = [one.version for one in graph.releases if _numbers(one.version)[: len(numbers)] == tuple(numbers)]
    newest = max((one.version.major for one in graph.releases), default=0)
    if numbers[0] > newest + 1 or (len(numbers) == 3 and line):
        return None
    if not line:
        first = Version(".".join(map(str, [*numbers, 0, 0][:3])), graph.scheme)
        return first if all(first > one.version for one in graph.releases[:1]) else None
    top = max(line)
    if top.prerelease is not None:
        return top.final
    return _after(graph, top, Bump.MINOR if len(numbers) == 1 else Bump.PATCH)


def _numbers(version: Version) -> tuple[int, int, int]:
    return (version.major, version.minor, version.patch)
