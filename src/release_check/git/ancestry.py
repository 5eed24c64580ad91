"""How the commits of tags descend from each other: one walk over the history for all of them."""

from __future__ import annotations

import collections
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from release_check.git.process import Git
from release_check.git.refs import Tag


class Ancestry(NamedTuple):
    """What the history of each tag holds, by the tags' names."""

    contained: Mapping[str, frozenset[str]]
    """The tags that it holds, itself among them."""
    roots: Mapping[str, frozenset[str]]
    """The commits without parents that it begins with."""
    on_branch: frozenset[str]
    """The tags that the current branch holds."""


def read_ancestry(git: Git, tags: Iterable[Tag], head: str | None) -> Ancestry:
    """Walk the history of all tags and of the current branch once.

    Args:
        git: runs in the repository.
        tags: the tags.
        head: the commit of the current branch; None where there is none.

    Raises:
        GitError: the history cannot be read.
    """
    rows = list(tags)
    by_commit: dict[str, list[str]] = collections.defaultdict(list)
    for tag in rows:
        by_commit[tag.commit].append(tag.name)
    bits = {commit: 1 << index for index, commit in enumerate(by_commit)}
    starts = [*bits, *([head] if head is not None else [])]
    asked = "".join(f"{start}\n" for start in starts).encode()
    listing = git.run("rev-list", "--topo-order", "--reverse", "--parents", "--stdin", stdin=asked)
    held: dict[str, int] = {}
    begun: dict[str, frozenset[str]] = {}
    for row in listing.decode().splitlines():
        commit, *parents = row.split()
        mask, roots = bits.get(commit, 0), frozenset[str]() if parents else frozenset((commit,))
        for parent in parents:
            mask |= held[parent]
            # one set for a whole line of commits
            roots = begun[parent] if roots <= begun[parent] else roots | begun[parent]
        held[commit], begun[commit] = mask, roots
    names = list(by_commit.values())
    known: dict[int, frozenset[str]] = {}

    def named(mask: int) -> frozenset[str]:
        if mask not in known:
            known[mask] = frozenset(name for index, same in enumerate(names) if mask >> index & 1 for name in same)
        return known[mask]

    return Ancestry(
        contained={tag.name: named(held[tag.commit]) for tag in rows},
        roots={tag.name: begun[tag.commit] for tag in rows},
        on_branch=named(held[head]) if head is not None else frozenset(),
    )
