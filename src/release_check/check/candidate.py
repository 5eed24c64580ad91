"""What is judged, as which version, and against which release."""

from __future__ import annotations

import difflib

import msgspec

from release_check.changelog import unreleased_version
from release_check.git import Repository, Tree
from release_check.history import Base, Release, VersionGraph
from release_check.model import Bump, IncompleteError, UsageProblem, Version

CHANGELOG = "CHANGELOG.md"


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """The files, the version that they are about to carry, and the release that an operator comes from."""

    tree: Tree
    version: Version | None
    why: str
    """Where the version comes from."""
    base: Base

    @property
    def bump(self) -> Bump | None:
        """What the step from the base claims to be; None where one of the two is missing."""
        if self.version is None or self.base.release is None:
            return None
        return self.version.bump_from(self.base.release.version)


def find_candidate(
    repository: Repository, graph: VersionGraph, *, version: str | None, ref: str | None, base: str | None
) -> Candidate:
    """Settle what the command line left open.

    Args:
        repository: where the candidate is.
        graph: its releases.
        version: the planned version; None for the tag's own, or the one that the changelog announces.
        ref: the candidate; None for the working tree.
        base: the release to judge against; None for what the version graph says.

    Raises:
        UsageProblem: one of the three is none.
        IncompleteError: there must be an earlier release, and it is not in this clone.
    """
    tree = repository.working_tree() if ref is None else repository.tree(ref)
    planned, why = _version(version, ref, tree, graph)
    return Candidate(tree=tree, version=planned, why=why, base=_base(repository, graph, tree, planned, base))


def _version(version: str | None, ref: str | None, tree: Tree, graph: VersionGraph) -> tuple[Version | None, str]:
    if version is not None:
        try:
            return Version(version, graph.scheme), "the version that was given"
        except ValueError as error:
            raise UsageProblem(f"{error}.") from error
    tagged = graph.tagged((ref or "").removeprefix("refs/").removeprefix("tags/"))
    if tagged is not None:
        return tagged.version, "the tag's own version"
    if CHANGELOG in tree.files:
        announced = unreleased_version(tree.read(CHANGELOG))
        if announced is not None:
            return Version(str(announced), graph.scheme), f"the version at the top of {CHANGELOG}"
    return None, ""


def _base(repository: Repository, graph: VersionGraph, tree: Tree, planned: Version | None, name: str | None) -> Base:
    if name is not None:
        return Base(_named(graph, name), "asked for with --base")
    base = graph.base(planned, reachable=None if planned else repository.contained_tags(tree.commit))
    if base.release is None and repository.shallow:
        raise IncompleteError(f"No earlier release to judge against was found. {repository.lacks}")
    return base


def _named(graph: VersionGraph, name: str) -> Release:
    version = Version.from_tag(name)
    release = graph.by_ref(name) or (graph.release(version) if version is not None else None)
    if release is None:
        near = difflib.get_close_matches(name, [one.ref for one in graph.releases], 1)
        hint = f"did you mean {near[0]}?" if near else "name a tag that is a version."
        raise UsageProblem(f"{name} is no release of this repository: {hint}")
    return release
