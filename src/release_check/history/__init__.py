"""The version graph, the changes between two snapshots, and the life of an address along a line."""

from release_check.history.changes import changes
from release_check.history.graph import Base, LeftOut, Release, VersionGraph
from release_check.history.lifecycle import Announcement, Event, State, Timeline, events, state_of

__all__ = [
    "Announcement",
    "Base",
    "Event",
    "LeftOut",
    "Release",
    "State",
    "Timeline",
    "VersionGraph",
    "changes",
    "events",
    "state_of",
]
