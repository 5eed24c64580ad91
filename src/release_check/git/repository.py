"""A provider's git repository, which is only read."""

from __future__ import annotations

import difflib
import functools
import os
import weakref
from collections.abc import Container, Iterable
from pathlib import Path
from types import TracebackType
from typing import Self

from release_check.git.ancestry import Ancestry, read_ancestry
from release_check.git.containment import ContainedTags
from release_check.git.objects import Found, Objects
from release_check.git.process import Git, GitError
from release_check.git.refs import Commit, Tag, find_commit, list_tags, printable
from release_check.git.tree import Tree
from release_check.git.worktree import WorkingTree
from release_check.model import IncompleteError, UsageProblem


class Repository:
    """Tags, trees and the working tree of one repository; open it with `Repository.open`, close it when done."""

    def __init__(self, folder: Path, git_dir: str, *, bare: bool, shallow: bool) -> None:
        self.folder = folder
        self.bare = bare
        self.shallow = shallow
        self._git = Git(folder, git_dir)
        self._objects = Objects(self._git, folder)
        self._listed: weakref.ref[Tree] | None = None
        self._trees: weakref.WeakValueDictionary[tuple[str, str], Tree] = weakref.WeakValueDictionary()

    @classmethod
    def open(cls, path: str | Path) -> Self:
        """Open the repository that a folder is, or lies in.

        Raises:
            UsageProblem: there is no such folder, or no repository.
            IncompleteError: there is one that git cannot read.
        """
        folder = Path(path).absolute()
        if not folder.is_dir():
            raise UsageProblem(f"{path} is no folder: name that of a git repository with --repo.")
        try:
            said = Git(folder).run("rev-parse", "--absolute-git-dir", "--is-bare-repository", "--is-shallow-repository")
        except GitError as error:
            raise _not_opened(path, error) from error
        git_dir, bare, shallow = os.fsdecode(said).removesuffix("\n").rsplit("\n", 2)
        return cls(folder, git_dir, bare=bare == "true", shallow=shallow == "true")

    @property
    def lacks(self) -> str:
        """What this clone is without, and the command that brings it, in one sentence; "" where nothing is missing."""
        if self.shallow:
            return "This is a shallow clone without the older releases: `git fetch --tags --unshallow` brings them."
        if not self.tags():
            return "This repository has no tags: `git fetch --tags` brings those of its origin."
        return ""

    def tags(self) -> tuple[Tag, ...]:
        """All tags that lead to a commit, in name order.

        Raises:
            IncompleteError: the tags cannot be read.
        """
        return self._tags

    def tree(self, ref: str) -> Tree:
        """The files of a tag, a branch or a commit.

        Raises:
            UsageProblem: there is no such ref, or it is ambiguous.
        """
        commit = self._commit(ref)
        # as long as somebody holds it, its files need not be listed again
        tree = self._trees.get((ref, commit.id))
        if tree is None:
            tree = self._trees[ref, commit.id] = Tree(ref, commit, self._git, self._objects, self._near)
        return tree

    def _near(self, tree: Tree) -> Tree | None:
        """The last tree that was listed, if somebody holds it still; from now on that is the one that is given."""
        last, self._listed = self._listed, weakref.ref(tree)
        return last() if last is not None else None

    def working_tree(self) -> Tree:
        """The tracked files as they are on disk.

        Raises:
            UsageProblem: there is no working tree, or no commit yet.
        """
        if self.bare:
            raise UsageProblem(f"{self.folder} is a bare repository without a working tree: name a ref with --ref.")
        if not isinstance(self._objects.look_up("HEAD"), Found):
            raise UsageProblem(f"{self.folder} has no commit yet: commit first.")
        return WorkingTree(self.top(), self._commit("HEAD"), self._git, self._objects)

    def top(self) -> Path:
        """The folder of the working tree.

        Raises:
            UsageProblem: there is none here.
        """
        try:
            top = Git(self.folder).run("rev-parse", "--show-toplevel")
        except GitError as error:
            raise UsageProblem(f"{self.folder} is no working tree: name the folder that holds it, or a ref.") from error
        return Path(os.fsdecode(top.removesuffix(b"\n")))

    def is_ancestor(self, ancestor: str, descendant: str) -> bool:
        """Whether the first ref's commit is the second's, or lies in its history.

        Raises:
            UsageProblem: one of the refs does not exist.
            IncompleteError: the history that would tell is not in this clone.
        """
        commits = [self._commit(ref).id for ref in (ancestor, descendant)]
        try:
            self._git.run("merge-base", "--is-ancestor", *commits)
        except GitError as error:
            # Some gits say no, too, where they could not read a commit on the way.
            if error.status != 1 or "error: " in error.said:
                raise IncompleteError(
                    f"The history of {descendant} cannot be read, {self._objects.why_absent} ({error.reason})."
                ) from error
            if self.shallow:
                raise IncompleteError(
                    f"{self.lacks.removesuffix('.')}; {descendant} may build on {ancestor}."
                ) from error
            return False
        return True

    def merge_base(self, ref: str, other: str) -> str:
        """The commit at which the histories of two refs part.

        Raises:
            UsageProblem: one of the refs does not exist, or they have nothing in common.
            IncompleteError: the history that would tell is not in this clone.
        """
        commits = [self._commit(one).id for one in (ref, other)]
        try:
            found = self._git.run("merge-base", *commits).decode().split()
        except GitError as error:
            if error.status != 1 or "error: " in error.said:
                raise IncompleteError(
                    f"The history of {ref} cannot be read, {self._objects.why_absent} ({error.reason})."
                ) from error
            found = []
        if found:
            return found[0]
        if self.shallow:
            raise IncompleteError(
                f"Where {ref} branched off {other} is not in this shallow clone: `git fetch --unshallow` brings it."
            )
        raise UsageProblem(f"{ref} and {other} have no commit in common: name the branch that is merged into.")

    def contained_tags(self, ref: str) -> Container[str]:
        """The names of the tags that a ref's history contains; in a shallow clone those that can be seen.

        Raises:
            UsageProblem: there is no such ref.
            IncompleteError: the history cannot be read; that is found out when somebody asks about a tag.
        """
        commit = self._commit(ref).id
        commits = {tag.name: tag.commit for tag in self.tags()}

        def one(name: str) -> bool:
            return name in commits and self._is_within(commits[name], commit)

        def every() -> frozenset[str]:
            try:
                listing = self._git.run(
                    "for-each-ref", f"--merged={commit}", "--format=%(refname:strip=2)", "refs/tags"
                )
            except GitError as error:
                raise IncompleteError(
                    f"The history of {ref} cannot be read, {self._objects.why_absent} ({error.reason})."
                ) from error
            return frozenset(printable(name.decode("utf-8", "surrogateescape")) for name in listing.splitlines())

        return ContainedTags(None if self.shallow else one, every)

    def _is_within(self, ancestor: str, descendant: str) -> bool:
        """Whether a commit lies in the history of another, as far as the history is here."""
        try:
            self._git.run("merge-base", "--is-ancestor", ancestor, descendant)
        except GitError:
            return False
        return True

    def ancestry(self) -> Ancestry | None:
        """How the commits of all tags descend from each other; None where this clone does not hold the history."""
        if self.shallow:
            return None
        head = self._objects.look_up("HEAD^{commit}")
        try:
            return read_ancestry(self._git, self.tags(), head.id if isinstance(head, Found) else None)
        except GitError:
            return None

    def at_top(self, commits: Iterable[str], name: str) -> dict[str, str]:
        """The blob that a file at the top of each commit's tree is; a commit without that file is left out.

        Raises:
            IncompleteError: git cannot tell.
        """
        asked = list(commits)
        try:
            said = self._git.run(
                "cat-file",
                "--batch-check=%(objectname) %(objecttype)",
                stdin="".join(f"{commit}:{name}\n" for commit in asked).encode(),
            )
        except GitError as error:
            raise IncompleteError(
                f"{name} cannot be looked for, {self._objects.why_absent} ({error.reason})."
            ) from error
        answers = (row.rsplit(" ", 1) for row in said.decode("utf-8", "replace").splitlines())
        return {commit: blob for commit, (blob, kind) in zip(asked, answers, strict=True) if kind == "blob"}

    def blobs(self, ids: Iterable[str]) -> dict[str, bytes]:
        """The contents of blobs, in one batch."""
        return self._objects.blobs(ids)

    def close(self) -> None:
        """End the process that reads objects."""
        self._objects.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @functools.cached_property
    def _tags(self) -> tuple[Tag, ...]:
        try:
            return list_tags(self._git, self._objects)
        except GitError as error:
            raise IncompleteError(
                f"The tags of {self.folder} cannot be read, {self._objects.why_absent} ({error.reason})."
            ) from error

    def _commit(self, ref: str) -> Commit:
        return find_commit(self._objects, ref, advise=lambda: self._advice(ref))

    def _advice(self, ref: str) -> str:
        near = difflib.get_close_matches(ref, [tag.name for tag in self.tags()], n=1)
        return f"did you mean {near[0]}?" if near else self.lacks or "`git tag --list` shows the tags."


def _not_opened(path: str | Path, error: GitError) -> Exception:
    if "not a git repository" in error.said:
        return UsageProblem(f"{path} is no git repository: name the folder of one with --repo.")
    if "ownership" in error.said or "unsafe repository" in error.said:
        return IncompleteError(
            f"{path} belongs to another user and this git will not read it: "
            f"`git config --global --add safe.directory {path}` allows it."
        )
    return IncompleteError(f"git cannot read {path}: mend what it complains of ({error.reason}).")
