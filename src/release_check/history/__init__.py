"""The version graph, the changes between two snapshots, and the life of an address along a line."""

from release_check.history.changes import changes, entity_changes
from release_check.history.contradictions import Ancestry, contradictions
from release_check.history.graph import Base, VersionGraph, line_name
from release_check.history.lifecycle import (
    ANNOUNCED,
    Announcement,
    Event,
    Standing,
    State,
    Timeline,
    announcement,
    events,
    ever,
    finals_of,
    since,
    standing,
    state_of,
    was_soft_removed,
    was_soft_removed_before,
)
from release_check.history.lives import Happening, LifeStep, Look, days_between, life
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
    "Happening",
    "LeftOut",
    "LifeStep",
    "Look",
    "Reason",
    "Release",
    "Rename",
    "Stage",
    "Standing",
    "State",
    "TagRules",
    "Timeline",
    "VersionGraph",
    "announcement",
    "changes",
    "conflict_with_each_other",
    "contradictions",
    "days_between",
    "differing_attributes",
    "entity_changes",
    "events",
    "ever",
    "excludes",
    "finals_of",
    "is_settable",
    "life",
    "line_name",
    "mode_of",
    "names",
    "renames",
    "since",
    "standing",
    "standing_attributes",
    "state_of",
    "was_soft_removed",
    "was_soft_removed_before",
]
