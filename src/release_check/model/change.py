"""Changes: typed differences between two snapshots."""

from __future__ import annotations

import enum
from typing import Any

import msgspec

from release_check.model.address import Address
from release_check.model.attribute import Attribute, Source
from release_check.model.provider import Entity


class ChangeKind(enum.StrEnum):
    """What a change is; the words that policies use."""

    ENTITY_ADDED = "entity-added"
    ENTITY_DELETED = "entity-deleted"
    ENTITY_DEPRECATED = "entity-deprecated"
    ENTITY_DEPRECATION_WITHDRAWN = "entity-deprecation-withdrawn"
    ENTITY_SOFT_REMOVED = "entity-soft-removed"
    ENTITY_SOFT_REMOVAL_WITHDRAWN = "entity-soft-removal-withdrawn"
    IMPORTER_REMOVED = "importer-removed"
    TIMEOUTS_REMOVED = "timeouts-removed"
    FUNCTION_SIGNATURE_CHANGED = "function-signature-changed"
    FUNCTION_SIGNATURE_WIDENED = "function-signature-widened"
    """What could be called before still can: a variadic parameter came, or a parameter became one."""
    ATTRIBUTE_ADDED = "attribute-added"
    ATTRIBUTE_DELETED = "attribute-deleted"
    ATTRIBUTE_DEPRECATED = "attribute-deprecated"
    ATTRIBUTE_DEPRECATION_WITHDRAWN = "attribute-deprecation-withdrawn"
    ATTRIBUTE_SOFT_REMOVED = "attribute-soft-removed"
    ATTRIBUTE_SOFT_REMOVAL_WITHDRAWN = "attribute-soft-removal-withdrawn"
    TYPE_CHANGED = "type-changed"
    TYPE_WIDENED = "type-widened"
    """Every value of the old type is one of the new: whole numbers to numbers."""
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
    WRITE_ONLY_ADDED = "write-only-added"
    MIN_ITEMS_RAISED = "min-items-raised"
    MAX_ITEMS_LOWERED = "max-items-lowered"
    ALLOWED_VALUES_NARROWED = "allowed-values-narrowed"
    DIFF_SUPPRESS_REMOVED = "diff-suppress-removed"
    CONFLICTS_ADDED = "conflicts-added"
    EXACTLY_ONE_OF_ADDED = "exactly-one-of-added"
    AT_LEAST_ONE_OF_ADDED = "at-least-one-of-added"
    REQUIRED_WITH_ADDED = "required-with-added"


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
