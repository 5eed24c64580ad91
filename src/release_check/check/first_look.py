"""What a repository shows to who sets up a configuration for it."""

from __future__ import annotations

import collections
import re

import msgspec

from release_check.changelog import Style, Tool, style_of
from release_check.git import Repository, Tree
from release_check.history import TagRules, VersionGraph
from release_check.model import IncompleteError, UsageProblem
from release_check.snapshot import read_provider

_NUMBERED = re.compile(r"^(?P<before>.*?)(?P<version>\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)$")
_ENOUGH = 2
"""Tags of one form that are taken for releases."""
_BRANCHES = ("main", "master")
_MODULE = "go.mod"
_SDKS = {
    "github.com/hashicorp/terraform-plugin-framework": "terraform-plugin-framework",
    "github.com/hashicorp/terraform-plugin-sdk/v2": "terraform-plugin-sdk 2",
    "github.com/hashicorp/terraform-plugin-sdk": "terraform-plugin-sdk 1",
}
_CHANGELOGS = ("CHANGELOG.md", "CHANGELOG", "changelog.md")


class FirstLook(msgspec.Struct, frozen=True, kw_only=True):
    """What was found."""

    pattern: str
    """What the tag of a release looks like; empty where it is `1.2.3` or `v1.2.3`."""
    releases: int
    newest: str
    """The newest release's tag; empty where there is none."""
    is_early: bool
    """Whether all releases are below 1.0.0."""
    others: int
    """Tags that are no releases."""
    provider: str
    """The provider's name, where its constructor was found."""
    problem: str
    """Why it was not."""
    changelog: str
    """The changelog's path, or empty."""
    tool: str
    """What entries wait in until they are released: `changelog`, `go-changelog`, `changie`; empty where in none."""
    branch: str
    """The branch that pull requests are likely merged into."""
    sdk: str
    """What it is written with, in words; empty where its module file names nothing of the kind."""


def first_look(repository: Repository) -> FirstLook:
    """Look at a repository: its tags, its changelog, and whether its provider is found."""
    tags = [(tag.name, tag.commit, tag.date) for tag in repository.tags()]
    pattern = _pattern([name for name, _commit, _date in tags])
    graph = VersionGraph.build(tags, TagRules(pattern=pattern))
    tree = _tree(repository, graph)
    provider, problem = _provider(tree)
    changelog = next((path for path in _CHANGELOGS if tree is not None and path in tree.files), "")
    return FirstLook(
        pattern=pattern,
        releases=len(graph.releases),
        newest=graph.releases[-1].ref if graph.releases else "",
        is_early=bool(graph.releases) and all(release.version.major == 0 for release in graph.releases),
        others=len(tags) - len(graph.releases),
        provider=provider,
        problem=problem,
        changelog=changelog,
        tool=_tool(tree, changelog),
        branch=_branch(repository),
        sdk=_sdk(tree),
    )


def _branch(repository: Repository) -> str:
    for name in _BRANCHES:
        for place in (f"refs/remotes/origin/{name}", f"refs/heads/{name}"):
            try:
                repository.tree(place)
            except UsageProblem:
                continue
            return name
    return _BRANCHES[0]


def _tool(tree: Tree | None, changelog: str) -> str:
    style = style_of(tree.files, tree.read_many) if tree is not None else Style()
    return style.tool if changelog or style.tool is not Tool.CHANGELOG else ""


def _sdk(tree: Tree | None) -> str:
    text = tree.read(_MODULE).decode("utf-8", "replace") if tree is not None and _MODULE in tree.files else ""
    found = [name for module, name in _SDKS.items() if re.search(rf"\b{re.escape(module)}\s", text)]
    return f"Written with {' and '.join(found)}" if found else ""


def _pattern(names: list[str]) -> str:
    """The form of most tags that end in a version."""
    forms = collections.Counter(match["before"] for name in names if (match := _NUMBERED.match(name)) is not None)
    if not forms or any(forms[plain] for plain in ("", "v")):
        return ""
    before, count = min(forms.items(), key=lambda row: (-row[1], row[0]))
    return f"{before}{{version}}" if count >= _ENOUGH else ""


def _tree(repository: Repository, graph: VersionGraph) -> Tree | None:
    try:
        return repository.working_tree()
    except UsageProblem:
        return repository.tree(graph.releases[-1].ref) if graph.releases else None


def _provider(tree: Tree | None) -> tuple[str, str]:
    if tree is None:
        return "", "there is nothing to read"
    try:
        return read_provider(tree, only=()).provider, ""
    except IncompleteError as error:
        return "", str(error)
