"""Changes: typed differences between two snapshots."""

from __future__ import annotations

import enum
from typing import Any

import msgspec

from release_check.model.address import Address
from release_check.model.provider import Attribute, Entity, Source


class ChangeKind(enum.StrEnum):
    """What a change is; the words that policies use."""

    ENTITY_ADDED = "entity-added"
    ENTITY_DELETED = "entity-deleted"
    ENTITY_DEPRECATED = "entity-deprecated"
    ENTITY_DEPRECATION_WITHDRAWN = "entity-deprecation-withdrawn"
    ENTITY_SOFT_REMOVED = "entity-soft-removed"
    ATTRIBUTE_ADDED = "attribute-added"
    ATTRIBUTE_DELETED = "attribute-deleted"
    ATTRIBUTE_DEPRECATED = "attribute-deprecated"
    ATTRIBUTE_DEPRECATION_WITHDRAWN = "attribute-deprecation-withdrawn"
    ATTRIBUTE_SOFT_REMOVED = "attribute-soft-removed"
    TYPE_CHANGED = "type-changed"
    NESTING_CHANGED = "nesting-changed"
    OPTIONAL_TO_REQUIRED = "optional-to-required"
    REQUIRED_TO_OPTIONAL = "required-to-optional"
    COMPUTED_TO_REQUIRED = "computed-to-required"
    COMPUTED_ONLY_NOW = "computed-only-now"
    SETTABLE_NOW = "settable-now"
    COMPUTED_ADDED = "computed-added"
    COMPUTED_DROPPED = "computed-dropped"
    DEFAULT_CHANGED = "default-changed"
    FORCE_NEW_ADDED = "force-new-added"
    FORCE_NEW_DROPPED = "force-new-dropped"
    SENSITIVE_ADDED = "sensitive-added"
    SENSITIVE_REMOVED = "sensitive-removed"


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One typed difference at one address.

    `before` and `after` are the attribute or entity as a whole, None where it is absent; `old` and `new` the values of
    the field that the change is about.
    """

    kind: ChangeKind
    address: Address
    before: Attribute | Entity | None = None
    after: Attribute | Entity | None = None
    old: Any = None
    new: Any = None
    parent_added: bool = False
    """Whether the entity or a block around it is new in the same step, so that nobody can have used it."""

    @property
    def source(self) -> Source | None:
        """Where it stands at the later ref, or, for a deletion, where it stood at the earlier one."""
        holder = self.after if self.after is not None else self.before
        return holder.source if holder is not None else None
