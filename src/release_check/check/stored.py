"""Snapshots that are read once and kept: on disk for the next run, and by several processes at a time."""

from __future__ import annotations

import contextlib
import itertools
import math
import multiprocessing
import tempfile
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, wait
from pathlib import Path

from release_check.check.reading import Reading
from release_check.check.source import SnapshotSource
from release_check.git import Repository, Tree
from release_check.model import IncompleteError, Provider, UsageProblem
from release_check.snapshot.read import Earlier
from release_check.snapshot.store import Store, setting_of
from release_check.snapshot.trail import Trail

_WORTH_A_PROCESS = 4
"""Refs to read for which starting another process pays."""
_CONSIDERED = 4
"""How many of the last snapshots are looked at for one to take over from."""
_LIKE = 400
"""Files in which two refs differ that are as good as the same."""


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
        self._last: tuple[str, Callable[[], Trail]] | None = None
        self._whole: dict[str, Provider] = {}
        # what Terraform printed, or what is shaped like it, is no reading of the source
        self._kept = not (reading.printed or reading.instead or reading.as_served)

    def __call__(self, ref: str, only: Collection[tuple[str, str]] | None = None) -> Provider:
        """The snapshot at a ref, whole where it is kept; else the part of it that is asked for."""
        provider = self._whole.pop(ref, None)
        if provider is None:
            tree = self._repository.tree(ref)
            provider = self._store.get(tree.commit, self._setting, ref) if self._kept else None
            if provider is None and only is not None:
                return self._part(tree, only)
            if provider is None:
                provider = self._read(tree)
        self._whole[ref] = provider
        while len(self._whole) > self._keep:
            del self._whole[next(iter(self._whole))]
        return provider

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
        earlier = self._earlier(tree) if self._carry and not self._at_hand else None
        # what this process has read from nothing serves it better than what is kept
        self._at_hand = self._at_hand or earlier is None
        done = self.reading.after(tree, earlier)
        if keep:
            self._store.put(tree.commit, self._setting, done.snapshot)
            self._last = (tree.commit, done.trail)
            if self._carry:
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
        return Earlier(best[1], provider, trail) if provider is not None and trail is not None else None

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


def prepare(
    repository: Path,
    refs: Sequence[str],
    reading: Reading,
    folder: Path,
    *,
    jobs: int,
    count: Callable[[], int],
    step: Callable[[int], None] = lambda _done: None,
) -> None:
    """Read refs into the store in a folder, by several processes.

    Each process reads a run of refs in their order, so that one serves the next; what cannot be read is left for
    whoever asks for it.

    Args:
        repository: where the refs are.
        refs: refs in order of version that the store lacks.
        reading: how source is read.
        folder: the store's.
        jobs: how many processes at most.
        count: gives how many snapshots the store holds, to tell how far they are.
        step: told how many refs were read since it was last told.
    """
    shards = shared_out(refs, min(jobs, max(1, len(refs) // _WORTH_A_PROCESS)))
    context = multiprocessing.get_context("spawn")
    before = count()
    with ProcessPoolExecutor(max_workers=len(shards), mp_context=context) as pool:
        waiting = {pool.submit(read_shard, repository, shard, reading, folder) for shard in shards}
        while waiting:
            done, waiting = wait(waiting, timeout=0.5)
            now = count()
            step(now - before)
            before = now
            for future in done:
                future.result()


def read_shard(repository: Path, refs: Sequence[str], reading: Reading, folder: Path) -> None:
    """Read some refs into the store; the work of one process."""
    import gc

    # nothing that is read here goes away before the process does
    gc.disable()
    store = Store(folder)
    with Repository.open(repository) as opened:
        source = StoredSource(opened, reading, store, keep=1, carry=False)
        for ref in refs:
            with contextlib.suppress(IncompleteError):
                source(ref)
        source.lay_trail()
    store.close()


def shared_out(refs: Sequence[str], shares: int) -> list[Sequence[str]]:
    """Refs cut into runs that take about as long each: later releases of a provider are larger."""
    ends = [round(len(refs) * math.sqrt(share / shares)) for share in range(shares + 1)]
    return [refs[start:end] for start, end in itertools.pairwise(ends) if end > start]


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
