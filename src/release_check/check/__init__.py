"""The use cases: check, snapshot, diff. They say in which order the rooms do their work, and nothing else."""

from release_check.check.gate import check
from release_check.check.past import Past
from release_check.check.reading import Progress, Reading, silent, unparsed
from release_check.check.releases import version_graph
from release_check.check.views import diff, snapshot

__all__ = ["Past", "Progress", "Reading", "check", "diff", "silent", "snapshot", "unparsed", "version_graph"]
