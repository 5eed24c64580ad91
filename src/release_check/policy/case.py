"""What is judged, and what comes of it."""

from __future__ import annotations

import functools
from collections.abc import Mapping

import msgspec

from release_check.history import (
    Beside,
    Release,
    Rename,
    Timeline,
    differing_attributes,
    entity_renames,
    renames,
    standing_attributes,
)
from release_check.model import Address, Attribute, Bump, Change, Entity, Finding, Provider, Version
from release_check.model.code import Code
from release_check.policy.evidence import CodeSource, Evidence


class Case(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A candidate with the release that an operator comes from."""

    version: Version | None
    """The planned version, or None."""
    ref: str
    commit: str
    date: str = ""
    """The candidate's commit date."""
    base: Release | None
    before: Provider | None
    """The snapshot at the base; None for a first release."""
    after: Provider
    changes: tuple[Change, ...]
    timeline: Timeline
    """The line up to the base."""
    bump: Bump | None
    """What the step from the base to `version` claims; None without a version or a base."""
    releases: tuple[Release, ...] = ()
    """Every release there is, in order of version."""
    aside: tuple[Release, ...] = ()
    """Tagged versions that are no release any more: nobody is on them, but their numbers are used up."""
    standing: bool = False
    """Whether to judge what stands since earlier too."""
    brought: tuple[Change, ...] | None = None
    """What a pull request itself changes; None where that is all there is, or none is judged."""
    evidence: Evidence | None = None
    """What the candidate says of itself; None where that is not to be looked at."""
    code: CodeSource | None = None
    """Reads what functions of the candidate do; None where that is not to be looked at."""
    code_before: CodeSource | None = None
    """The same of the base."""

    @property
    def release_name(self) -> str:
        """What a finding's fingerprint calls the release: its version, or what it comes after."""
        if self.version is not None:
            return str(self.version)
        return f"after {self.base.version}" if self.base is not None else "first"

    @functools.cached_property
    def beside(self) -> tuple[Beside, ...]:
        """Every attribute of the candidate, with what it was."""
        return tuple(standing_attributes(self.before, self.after))

    @functools.cached_property
    def differing(self) -> tuple[tuple[Address, Attribute | None, Attribute], ...]:
        """Every attribute of the candidate that is new or differs in itself, with what it was."""
        return tuple(differing_attributes(self.before, self.after))

    @functools.cached_property
    def renames(self) -> tuple[Rename, ...]:
        """Every rename that this release begins, carries on or ends, of the entities that it touches."""
        entities = {change.address.entity for change in self.changes}
        entities |= {address.entity for address, before, _ in self.differing if before is not None}
        if self.standing:
            entities = {Address(kind, name) for kind, name, _ in self.after.entities()}
        return tuple(rename for entity in sorted(entities) for rename in self.renames_of(entity))

    @functools.cached_property
    def entity_renames(self) -> tuple[Rename, ...]:
        """Every rename of a type that this release makes at once or that is in progress."""
        return entity_renames(self.before, self.after, self.timeline)

    def renames_of(self, address: Address) -> tuple[Rename, ...]:
        """The renames in the entity of an address that this release begins, carries on or ends."""
        known: dict[Address, tuple[Rename, ...]] = self.__dict__.setdefault("_renames", {})
        entity = address.entity
        if entity not in known:
            sides = self.entity_before(entity), self.entity_after(entity)
            known[entity] = renames(entity.kind, entity.type, *sides, self.timeline)
        return known[entity]

    def code_of(self, address: Address, *, at_base: bool = False) -> Code | None:
        """What the functions of an address's entity do; None where that is not known."""
        source = self.code_before if at_base else self.code
        return source.of(address.kind, address.type) if source is not None else None

    def entity_before(self, address: Address) -> Entity | None:
        """The entity of an address as it stood at the base."""
        return self.before.entity(address.kind, address.type) if self.before is not None else None

    def entity_after(self, address: Address) -> Entity | None:
        """The entity of an address as it stands at the candidate."""
        return self.after.entity(address.kind, address.type)


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What a candidate is found to be."""

    findings: tuple[Finding, ...]
    """Sorted by address, then rule."""
    minimum_bump: Bump
    """The least that the changes need."""
    legal_version: Version | None
    """The version that the minimum bump leads to from the base; None without a base."""
    forced_by: tuple[Change, ...]
    """The changes that need the minimum bump, none where any release may make them."""
    stale_waivers: tuple[str, ...] = ()
    """Waivers that are meant for the candidate and cover nothing, or have ended."""
    grounds: Mapping[tuple[str, str, str], frozenset[bytes]] = {}
    """Every place where a rule found something, whatever the bump: what a pull request on top does not answer for."""
