"""What the next MAJOR must, may and may not do with what stands announced."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from release_check import history
from release_check.check.candidate import find_candidate
from release_check.check.past import Past
from release_check.check.reading import Progress, Reading, silent, unparsed
from release_check.check.source import SnapshotSource
from release_check.check.stored import snapshot_of
from release_check.git import Repository
from release_check.history import ANNOUNCED, Announcement, Release, Rename, Stage, State, Timeline, VersionGraph
from release_check.model import (
    Address,
    Attribute,
    Bump,
    Entity,
    EntityKind,
    Generation,
    IncompleteError,
    Location,
    Provider,
    Since,
    UsageProblem,
    Version,
)
from release_check.report import BaseRelease, Due, JudgedRelease, Plan, RenameInProgress


def plan(
    repository: Repository,
    graph: VersionGraph,
    source: SnapshotSource,
    *,
    version: str | None = None,
    ref: str | None = None,
    reading: Reading,
    progress: Progress = silent,
) -> Plan:
    """Plan a MAJOR.

    Args:
        repository: where the candidate is.
        graph: the releases.
        source: gives the snapshots at refs.
        version: the MAJOR; None for the next after the release that `ref` is, or else after the newest.
        ref: what it is going to be made of; None for the working tree.
        reading: how the working tree is read.
        progress: told what is being done.

    Raises:
        UsageProblem: the version is no MAJOR, or the ref is none.
        IncompleteError: the candidate cannot be read.
    """
    major = _major(graph, version, ref)
    candidate = find_candidate(repository, graph, version=str(major), ref=ref, base=None)
    progress(f"reading {candidate.tree.ref}")
    provider = snapshot_of(candidate.tree, reading, source) if ref is None else source(ref)
    origin = candidate.base.release
    steps = list(_announced(provider))
    entities = {(address.kind, address.type) for address, _, _ in steps}
    past = Past(
        graph.leading_to(origin) if origin is not None else (),
        lambda release, only: source(release.ref, only),
        touched=entities,
        known=_known(provider, ref, graph),
        progress=progress,
    )
    planner = _Planner(provider, past, major, candidate.tree.ref, candidate.tree.date)
    found: dict[str, list[Due]] = {"must": [], "may": [], "not_yet": []}
    for address, thing, entity in steps:
        part, due = planner.due(address, thing, entity)
        found[part].append(due)
    renames = tuple(planner.renames(sorted(entities)))
    return Plan(
        provider=provider.provider,
        release=JudgedRelease(
            version=str(major), ref=candidate.tree.ref, commit=candidate.tree.commit, bump=Bump.MAJOR, why=candidate.why
        ),
        base=BaseRelease(
            version=str(origin.version) if origin is not None else None,
            ref=origin.ref if origin is not None else None,
            commit=origin.commit if origin is not None else None,
            why=candidate.base.why,
        ),
        coverage=provider.coverage,
        renames=renames,
        incomplete=(*unparsed(provider.coverage, candidate.tree.ref), *past.gaps),
        must=tuple(found["must"]),
        may=tuple(found["may"]),
        not_yet=tuple(found["not_yet"]),
    )


def _major(graph: VersionGraph, version: str | None, ref: str | None) -> Version:
    newest = (graph.tagged(ref) if ref is not None else None) or graph.base(None).release
    if newest is None:
        raise IncompleteError("There is no release yet, so that nothing was announced: tag one first.")
    following = newest.version.next(Bump.MAJOR)
    if version is None:
        return following
    try:
        planned = Version(version, graph.scheme)
    except ValueError as error:
        raise UsageProblem(f"{error}.") from error
    base = graph.base(planned).release
    if base is not None and planned.bump_from(base.version) is not Bump.MAJOR:
        why = f"{planned} is no MAJOR after {base.version}, and only a MAJOR may remove"
        raise UsageProblem(f"{why}: plan {following}.")
    return planned


def _known(provider: Provider, ref: str | None, graph: VersionGraph) -> Mapping[str, Provider]:
    release = graph.by_ref(ref) if ref is not None else None
    return {release.ref: provider} if release is not None else {}


def _announced(provider: Provider) -> Iterator[tuple[Address, Attribute | Entity, Entity]]:
    """What is deprecated or soft-removed by itself, and by nothing around it."""
    for kind, entity_type, entity in provider.entities():
        if history.standing(entity, "").state in ANNOUNCED:
            yield Address(kind, entity_type), entity, entity
            continue
        for path, attribute in entity.walk():
            found = history.standing(entity, path)
            if found.state in ANNOUNCED and found.at == path:
                yield Address(kind, entity_type, path), attribute, entity


class _Planner:
    """Holds each announcement against the line."""

    def __init__(self, provider: Provider, line: Timeline, major: Version, ref: str, date: str) -> None:
        self.provider = provider
        self.line = line
        self.major = major
        self.ref = ref
        self.date = date

    def due(self, address: Address, thing: Attribute | Entity, entity: Entity) -> tuple[str, Due]:
        """The part of the plan that an announcement belongs in, and what is said of it there."""
        state, message, _ = history.standing(entity, address.path)
        soft = state is State.SOFT_REMOVED
        part, do, why = self._soft_removed(address) if soft else self._deprecated(address, entity)
        run = self._run(address, frozenset({State.SOFT_REMOVED}) if soft else ANNOUNCED)
        source = thing.source or entity.source
        return part, Due(
            address=str(address),
            do=do,
            why=why,
            message=message,
            announced=Since(str(run[0].version), run[0].ref) if run else None,
            releases=len(run),
            days=max(history.days_between(run[0], self.date), 0) if run else 0,
            location=Location(self.ref, source.file, source.line) if source is not None else None,
        )

    def renames(self, entities: Sequence[tuple[str, str]]) -> Iterator[RenameInProgress]:
        """Every old name that stands beside a new one."""
        for kind, entity_type in entities:
            entity = self.provider.entity(kind, entity_type)
            for rename in history.renames(kind, entity_type, self._at_base(kind, entity_type), entity, self.line):
                if rename.stage is Stage.IN_PROGRESS and entity is not None:
                    yield RenameInProgress(
                        old=str(rename.old),
                        new=str(rename.new),
                        replacement=rename.replacement,
                        why=rename.reason,
                        left=tuple(self._left(rename, entity)),
                    )
            yield from self._successors(kind, entity_type)

    def _soft_removed(self, address: Address) -> tuple[str, str, str]:
        earlier = history.was_soft_removed_before(self.line, address, self.major.series)
        if earlier is None:
            return "not_yet", "", "the source does not settle whether an earlier MAJOR had removed it"
        if earlier:
            return "must", "delete it", "its use has been an error since an earlier MAJOR"
        return "not_yet", "", f"its use becomes an error only with {self.major}: delete it in the MAJOR after that"

    def _deprecated(self, address: Address, entity: Entity) -> tuple[str, str, str]:
        told = history.announcement(self.line, address, self.major.series)
        if told is Announcement.IN_TIME:
            do = _next_step(address, entity)
            return "may", do, "operators met the deprecation in a release of an earlier MAJOR"
        return "not_yet", "", _TOO_YOUNG[told]

    def _run(self, address: Address, states: frozenset[State]) -> Sequence[Release]:
        """The final releases at the end of the line that announce it without a break."""
        first = history.since(self.line, address, states)
        if first is None:
            return ()
        return [release for release in history.finals_of(self.line) if release.version >= first.version]

    def _at_base(self, kind: str, entity_type: str) -> Entity | None:
        line = history.finals_of(self.line)
        return self.line.entity(line[-1], kind, entity_type) if line else None

    def _left(self, rename: Rename, entity: Entity) -> Iterator[str]:
        old, new = (_attribute(entity, address.path) for address in (rename.old, rename.new))
        if old is None or new is None:
            return
        if (
            old.settable
            and new.settable
            and not (
                history.conflict_with_each_other(rename.old, rename.new, old, new)
                or (entity.generation is Generation.C and history.excludes(rename.new, new, rename.old))
            )
        ):
            yield f"let {rename.old.name} and {rename.new.name} exclude each other (ConflictsWith or ExactlyOneOf)"
        if not history.names(old.deprecated or old.removed or "", rename.new.name):
            yield f"name {rename.new.name} in the message of {rename.old.name}"
        if old.required:
            yield f"make {rename.old.name} Optional while both stand"
        told = history.announcement(self.line, rename.old, self.major.series)
        if history.standing(entity, rename.old.path).state is State.DEPRECATED:
            if told is not Announcement.IN_TIME:
                yield f"release the deprecation of {rename.old.name} in a MINOR"
            yield f"then, in a MAJOR: {_next_step(rename.old, entity)}"
            if entity.generation is Generation.A:
                yield "in the MAJOR after that: delete it"
        else:
            yield f"in a later MAJOR: delete {rename.old.name}"
        if not rename.replacement and not new.required and history.ever(self.line, rename.old, _is_required):
            yield f"with the end of {rename.old.name}: make {rename.new.name} Required again"

    def _successors(self, kind: str, entity_type: str) -> Iterator[RenameInProgress]:
        """Entities that the message of a deprecated one names."""
        entity = self.provider.entity(kind, entity_type)
        message = (entity.deprecated or entity.soft_removed or "") if entity is not None else ""
        prefix = entity_type.partition("_")[0]
        named = re.findall(rf"\b{re.escape(prefix)}_\w+", message) if prefix else []
        for name in dict.fromkeys(named):
            if entity is None or name == entity_type or self.provider.entity(kind, name) is None:
                continue
            address = Address(kind, entity_type)
            left = []
            if entity.soft_removed is None:
                if history.announcement(self.line, address, self.major.series) is not Announcement.IN_TIME:
                    left.append("release the deprecation in a MINOR")
                left.append(f"then, in a MAJOR: {_next_step(address, entity)}")
            left.append("in the MAJOR after that: delete it")
            yield RenameInProgress(
                old=str(address),
                new=str(Address(kind, name)),
                replacement=False,
                why="the message of the old one names the new",
                left=tuple(left),
            )


_TOO_YOUNG: Mapping[Announcement, str] = {
    Announcement.NEVER: "no release has announced it yet: release the deprecation in a MINOR first",
    Announcement.TOO_LATE: "only a PATCH, or the MAJOR itself, announces it: release the deprecation in a MINOR first",
    Announcement.UNKNOWN: "the source does not settle what earlier releases announced",
}


def _next_step(address: Address, entity: Entity) -> str:
    """What the guide asks for after the deprecation."""
    if not address.path:
        return _ERRING.get(address.kind, "delete it")
    if entity.generation is Generation.A:
        return "replace Deprecated by Removed, set Computed, take its other behaviour off"
    return "delete it"


_ERRING: Mapping[str, str] = {
    EntityKind.RESOURCE: "let Create and Read only return an error that says what to use instead",
    EntityKind.DATA_SOURCE: "let Read only return an error that says what to use instead",
}
"""The guide's soft removal, for what has functions that can return an error."""


def _attribute(entity: Entity, path: str) -> Attribute | None:
    return next((attribute for at, attribute in entity.walk() if at == path), None)


def _is_required(attribute: Attribute) -> bool:
    return attribute.required
