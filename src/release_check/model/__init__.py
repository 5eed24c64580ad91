"""The nouns: what every other room speaks of, as frozen data without I/O."""

from release_check.model.address import RELEASE, Address, AddressError
from release_check.model.attribute import Attribute, Source
from release_check.model.change import Change, ChangeKind
from release_check.model.code import DroppedRetry
from release_check.model.errors import IncompleteError, ReleaseCheckError, UsageProblem
from release_check.model.finding import Finding, GuideSection, Level, Location, Since, WaivedBy, fingerprint
from release_check.model.migration import Migration, MigrationCase, Mover, StoredKeys, TypedBy, Upgrader
from release_check.model.provider import (
    KINDS,
    Coverage,
    Entity,
    EntityKind,
    Era,
    Generation,
    Parameter,
    Provider,
    Unresolved,
)
from release_check.model.scheme import Scheme
from release_check.model.version import Bump, Version

__all__ = [
    "KINDS",
    "RELEASE",
    "Address",
    "AddressError",
    "Attribute",
    "Bump",
    "Change",
    "ChangeKind",
    "Coverage",
    "DroppedRetry",
    "Entity",
    "EntityKind",
    "Era",
    "Finding",
    "Generation",
    "GuideSection",
    "IncompleteError",
    "Level",
    "Location",
    "Migration",
    "MigrationCase",
    "Mover",
    "Parameter",
    "Provider",
    "ReleaseCheckError",
    "Scheme",
    "Since",
    "Source",
    "StoredKeys",
    "TypedBy",
    "Unresolved",
    "Upgrader",
    "UsageProblem",
    "Version",
    "WaivedBy",
    "fingerprint",
]
