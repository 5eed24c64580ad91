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


class StoredKeys(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a function does with the keys of stored state, read and not run; a path joins what is nested with dots."""

    takes: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    drops: tuple[str, ...] = ()
    renames: tuple[tuple[str, str], ...] = ()
    """An old key that is dropped, and the new one that is worked out from it."""
    asserts: tuple[str, ...] = ()
    """Keys whose value it takes for one of some type without looking whether it is, or is there at all."""
    whole: bool = True
    """Whether all that it does could be followed."""


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
    keys: StoredKeys | None = None
    """What that function does with the stored keys; None where it has none that was read, as in the framework."""
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
    function: str = ""
    """Its name, as far as it has one."""
    keys: StoredKeys | None = None
    """What its steps do with the stored keys, all of them together."""
    source: Source | None = None


class Mover(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One way in which a resource of the framework takes over state of another type (its `MoveState`)."""

    takes: tuple[str, ...] = ()
    """The types whose state it takes, as far as its function compares them by name."""
    function: str = ""
    saved: Mapping[str, Attribute] | None = None
    """The schema that the other type's state is read with: types, nesting and places alone."""
    source: Source | None = None
