"""The use cases: check, snapshot, diff. They say in which order the rooms do their work, and nothing else."""

from release_check.check.audit import audit
from release_check.check.dossier import dossier
from release_check.check.gate import check
from release_check.check.graph import graph_view
from release_check.check.kept import KeptReports
from release_check.check.lives import life
from release_check.check.past import Past
from release_check.check.plan import plan
from release_check.check.pull_request import Asked, pull_request
from release_check.check.reading import Progress, Reading, silent, unparsed
from release_check.check.releases import version_graph
from release_check.check.source import GitSource, SnapshotSource
from release_check.check.stored import StoredSource, opened_store
from release_check.check.telling import Telling
from release_check.check.views import diff, snapshot

__all__ = [
    "Asked",
    "GitSource",
    "KeptReports",
    "Past",
    "Progress",
    "Reading",
    "SnapshotSource",
    "StoredSource",
    "Telling",
    "audit",
    "check",
    "diff",
    "dossier",
    "graph_view",
    "life",
    "opened_store",
    "plan",
    "pull_request",
    "silent",
    "snapshot",
    "unparsed",
    "version_graph",
]
