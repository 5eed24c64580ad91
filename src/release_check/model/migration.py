"""How state of earlier schema versions comes forward: upgraders, and the older MigrateState."""

from __future__ import annotations

import enum
from collections.abc import Mapping

import msgspec

from release_check.model.attribute import Attribute, Source


class TypedBy(enum.StrEnum):
    """Where an upgrader has the type of the state from that it takes."""

    SAVED = "saved"
    """A saved schema: `CoreConfigSchema().ImpliedType()` of one, or a `PriorSchema`."""
    OTHER = "other"
    """Something else, such as a type that is written out."""
    RAW = "raw"
    """Nothing, and it needs none: it works on the raw state."""
    NONE = "none"
    """Nothing."""
    UNKNOWN = "unknown"
    """The source does not settle it."""


class Upgrader(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One upgrader: what takes state of one schema version forward."""

    version: int
    numbered: bool = True
    """Whether its version is written; the SDK takes 0 for one that is not."""
    typed: TypedBy = TypedBy.SAVED
    upgrades: bool = True
    """Whether it has an upgrade function."""
    function: str = ""
    """The name of that function, as far as it has one."""
    asserts: tuple[str, ...] = ()
    """Attributes whose value the function takes for one of some type without looking whether it is."""
    saved: Mapping[str, Attribute] | None = None
    """The saved schema: types, nesting and places alone. None where there is none, or it is not settled."""
    extra: tuple[str, ...] = ()
    """What the saved resource carries beside its schema."""
    source: Source | None = None


class MigrationCase(msgspec.Struct, frozen=True, omit_defaults=True):
    """One case of a MigrateState's switch."""

    version: int
    leads_to: int | None = None
    """The version that its steps are named after, fallthrough followed; None where none is."""


class Migration(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a MigrateState function does, read and not run."""

    cases: tuple[MigrationCase, ...] = ()
    total: bool = False
    """Whether it takes every version, or is not known not to: there is no switch on the version."""
    refuses: bool = True
    """Whether a version without a case is an error."""
    source: Source | None = None
