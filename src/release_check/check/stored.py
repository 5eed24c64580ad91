"""Snapshots that are read once and kept on disk for the next run."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path

from release_check.check.reading import Reading
from release_check.check.source import SnapshotSource
from release_check.git import Repository, Tree
from release_check.model import IncompleteError, Provider, UsageProblem
from release_check.snapshot.read import Earlier
from release_check.snapshot.store import Store, setting_of
from release_check.snapshot.trail import Trail

_CONSIDERED = 4
"""How many of the last snapshots are looked at for one to take over from."""
_CLOSE = 100
_LIKE = 400
"""Files in which two refs differ that need no trail each, and that are as good as the same."""


class StoredSource:
    """Gives snapshots from a store, and puts into it what it had to read; a `SnapshotSource`."""

    def __init__(
        self, repository: Repository, reading: Reading, store: Store, *, keep: int = 4, carry: bool = True
    ) -> None:
        """Take a store and what fills it.

        Args:
            repository: where the refs are.
            reading: how their source is read.
            store: where snapshots are kept.
            keep: how many whole snapshots stay in memory.
            carry: take over from what earlier processes read, and lay a trail for later ones at each snapshot. Whoever
                reads ref after ref has all that at hand, and lays one trail at the end.
        """
        self._repository = repository
        self.reading = reading
        self._store = store
        self._keep = keep
        self._setting = setting_of("", reading.environment, reading.entrypoint)
        self._carry = carry
        self._at_hand = False
        self._is_close = False
        """Whether the trail that was followed last serves those who come later as well as another."""
        self._last: tuple[str, Callable[[], Trail]] | None = None
        self._whole: dict[str, Provider] = {}
        self._glances: dict[str, Provider] = {}
        # what Terraform printed, or what is shaped like it, is no reading of the source
        self._kept = not (reading.printed or reading.instead or reading.as_served)

    def __call__(self, ref: str, only: Collection[tuple[str, str]] | None = None) -> Provider:
        """The snapshot at a ref, whole where it is kept; else the part of it that is asked for."""
        provider = self._whole.pop(ref, None)
        if provider is None:
            if only is not None:
                return self._glance(ref) or self._part(self._repository.tree(ref), only)
            tree = self._repository.tree(ref)
            provider = self._store.get(tree.commit, self._setting, ref) if self._kept else None
            if provider is None:
                provider = self._read(tree)
        self._whole[ref] = provider
        while len(self._whole) > self._keep:
            del self._whole[next(iter(self._whole))]
        return provider

    def _glance(self, ref: str) -> Provider | None:
        """The snapshot at a ref where it is kept whole, of which no more is looked up than is asked for."""
        if ref not in self._glances and self._kept:
            # whoever holds a tree holds the list of its files: of all releases that would be too much
            again = lambda: self._read(self._repository.tree(ref))  # noqa: E731
            found = self._store.glance(self._repository.tree(ref).commit, self._setting, ref, again)
            if found is not None:
                self._glances[ref] = found
        return self._glances.get(ref)

    def _part(self, tree: Tree, only: Collection[tuple[str, str]]) -> Provider:
        """Some entities, which are kept by themselves: who looks back asks for the same ones the next time."""
        setting = setting_of(repr(sorted(only)), self.reading.environment, self.reading.entrypoint)
        part = self._store.get(tree.commit, setting, tree.ref) if self._kept else None
        if part is None:
            part = self.reading.provider(tree, only)
            if self._kept:
                self._store.put(tree.commit, setting, part)
        return part

    def of(self, tree: Tree) -> Provider:
        """The snapshot of files that are no ref's, as the working tree's are not."""
        return self._read(tree, keep=False)

    def _read(self, tree: Tree, *, keep: bool = True) -> Provider:
        if not self._kept:
            return self.reading.provider(tree)
        # what leads to it leads to all that was evaluated for it, which would be taken for what lasts
        self._last = None
        earlier = self._earlier(tree) if self._carry and not self._at_hand else None
        # what this process has read from nothing serves it better than what is kept
        self._at_hand = self._at_hand or earlier is None
        done = self.reading.after(tree, earlier)
        if keep:
            self._store.put(tree.commit, self._setting, done.snapshot)
            self._last = (tree.commit, done.trail)
            if self._carry and not self._is_close:
                self.lay_trail()
        return done.snapshot

    def lay_trail(self) -> None:
        """Keep what the last snapshot was read from, for the next run."""
        if self._last is not None:
            commit, trail = self._last
            self._store.put_trail(commit, self._setting, trail())
            self._last = None

    def _earlier(self, tree: Tree) -> Earlier | None:
        """The snapshot that has most in common with some files, among the last that were read."""
        best: tuple[int, Tree] | None = None
        self._is_close = False
        for commit in self._store.trailed(self._setting)[:_CONSIDERED]:
            try:
                other = self._repository.tree(commit)
                differing = len(tree.files.items() ^ other.files.items())
            except (UsageProblem, IncompleteError):
                continue
            if best is None or differing < best[0]:
                best = (differing, other)
            if differing < _LIKE:
                break
        if best is None:
            return None
        provider = self._store.get(best[1].commit, self._setting, best[1].commit)
        trail = self._store.trail(best[1].commit, self._setting)
        if provider is None or trail is None:
            return None
        self._is_close = best[0] < _CLOSE
        return Earlier(best[1], provider, trail)

    def lacks(self, refs: Sequence[str]) -> tuple[str, ...]:
        """The refs whose snapshots are not in the store, but could be."""
        if not self._kept:
            return ()
        return tuple(ref for ref in refs if not self._store.has(self._repository.tree(ref).commit, self._setting))


def snapshot_of(tree: Tree, reading: Reading, source: SnapshotSource) -> Provider:
    """The snapshot of files that are no ref's, with the help of what a store holds where they are read as its refs are.

    Raises:
        IncompleteError: no provider was found there.
    """
    if isinstance(source, StoredSource) and source.reading == reading:
        return source.of(tree)
    return reading.provider(tree)


@contextlib.contextmanager
def opened_store(folder: Path | None, tell: Callable[[str], None]) -> Iterator[tuple[Store, Path]]:
    """The store in a folder, or one for this run alone where none is given."""
    if folder is not None:
        store = Store(folder, tell=tell)
        try:
            yield store, folder
        finally:
            store.close()
        return
    with tempfile.TemporaryDirectory(prefix="release-check-") as name:
        store = Store(Path(name), tell=tell)
        try:
            yield store, Path(name)
        finally:
            store.close()
