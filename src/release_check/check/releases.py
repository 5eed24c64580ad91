"""The releases of a repository: its tags in a version graph, without those whose tree is no provider."""

from __future__ import annotations

from collections.abc import Iterator

from release_check.git import Repository
from release_check.history import LeftOut, Release, TagRules, VersionGraph
from release_check.model import IncompleteError

_ANY_TAGS = TagRules()
_PRODUCT = b"terraform"
"""What the module file of every provider names: its own module, or the SDK."""


def version_graph(repository: Repository, rules: TagRules = _ANY_TAGS) -> VersionGraph:
    """The releases of a repository.

    Args:
        repository: where the tags are.
        rules: which tags are releases, and how their versions count.

    Raises:
        IncompleteError: there is none, so that nothing can be judged.
    """
    graph = VersionGraph.build(((tag.name, tag.commit, tag.date) for tag in repository.tags()), rules)
    if not graph.releases:
        mend = repository.lacks or "Tag the releases, or name the repository that has them with --repo."
        raise IncompleteError(f"No tag is a version like v1.2.3, so there is no release to judge against. {mend}")
    providers = graph.without(_no_providers(repository, graph.releases))
    # Where none is a provider, reading one says best what is missing.
    return providers if providers.releases else graph


def _no_providers(repository: Repository, releases: tuple[Release, ...]) -> Iterator[LeftOut]:
    """Releases of something else: no Go in them, or a module that has nothing to do with Terraform.

    Only where nothing at the top speaks for a provider is a tree listed, which costs more than all of the rest.
    """
    commits = [release.commit for release in releases]
    modules = repository.at_top(commits, "go.mod")
    mains = repository.at_top(commits, "main.go")
    strange = {blob for blob, text in repository.blobs(modules.values()).items() if _PRODUCT not in text}
    for release in releases:
        if modules.get(release.commit) in strange:
            yield LeftOut(release.ref, "is no provider: its go.mod names nothing of Terraform")
        elif release.commit not in modules and release.commit not in mains and not _has_go(repository, release):
            yield LeftOut(release.ref, "is no provider: there is no Go in it")


def _has_go(repository: Repository, release: Release) -> bool:
    return any(path.endswith(".go") for path in repository.tree(release.commit).files)
