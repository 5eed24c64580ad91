"""What a page of HTML shows beside its subject: gathered where one is asked for, and not otherwise."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from release_check.cli.output import Target

if TYPE_CHECKING:
    from release_check.check import Reading, SnapshotSource
    from release_check.configuration import Configuration
    from release_check.git import Repository
    from release_check.report import Audit, Dossier, Life, Plan, Report


def dossier_for(
    where: Sequence[Target],
    repository: Repository,
    settings: Configuration,
    source: SnapshotSource,
    subject: Report | Audit | Life | Plan,
    *,
    reading: Reading,
    lives: bool = False,
    tell: Callable[[str], None],
) -> Dossier | None:
    """The subject with what surrounds it, or None where no target is a page of HTML.

    Args:
        where: formats and files.
        repository: where the source is.
        settings: say which tags are releases.
        source: gives the snapshots.
        subject: what the page is about.
        reading: how the working tree is read.
        lives: follow what a report found over all releases.
        tell: told what is being done.
    """
    if not any(target.format == "html" for target in where):
        return None
    from release_check import check as use_cases

    graph = use_cases.version_graph(repository, settings.tag_rules)
    return use_cases.dossier(repository, graph, source, subject, reading=reading, lives=lives, progress=tell)
