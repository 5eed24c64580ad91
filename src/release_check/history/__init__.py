"""The version graph, the changes between two snapshots, and the life of an address along a line."""

from release_check.history.changes import changes, entity_changes
from release_check.history.contradictions import Ancestry, contradictions
from release_check.history.graph import Base, VersionGraph, line_name
from release_check.history.lifecycle import (
    ANNOUNCED,
    Announcement,
    Event,
    State,
    Timeline,
    announcement,
    events,
    ever,
    finals_of,
    since,
    state_of,
    was_soft_removed,
    was_soft_removed_before,
)
from release_check.history.modes import is_settable, mode_of
from release_check.history.pairs import differing_attributes, standing_attributes
from release_check.history.renames import Reason, Rename, Stage, conflict_with_each_other, excludes, names, renames
from release_check.history.tags import LeftOut, Release, TagRules

__all__ = [
    "ANNOUNCED",
    "Ancestry",
    "Announcement",
    "Base",
    "Event",
    "LeftOut",
    "Reason",
    "Release",
    "Rename",
    "Stage",
    "State",
    "TagRules",
    "Timeline",
    "VersionGraph",
    "announcement",
    "changes",
    "conflict_with_each_other",
    "contradictions",
    "differing_attributes",
    "entity_changes",
    "events",
    "ever",
    "excludes",
    "finals_of",
    "is_settable",
    "line_name",
    "mode_of",
    "names",
    "renames",
    "since",
    "standing_attributes",
    "state_of",
    "was_soft_removed",
    "was_soft_removed_before",
]
