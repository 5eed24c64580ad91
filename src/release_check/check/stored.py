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
from release_check.git import Repository, Tree
from release_check.model import IncompleteError, Provider
from release_check.snapshot.store import Store, setting_of

_WORTH_A_PROCESS = 4
"""Refs to read for which starting another process pays."""


class StoredSource:
    """Gives snapshots from a store, and puts into it what it had to read; a `SnapshotSource`."""

    def __init__(self, repository: Repository, reading: Reading, store: Store, *, keep: int = 4) -> None:
        """Take the repository, how its source is read, the store, and how many whole snapshots stay in memory."""
        self._repository = repository
        self._reading = reading
        self._store = store
        self._keep = keep
        self._setting = setting_of("", reading.environment, reading.entrypoint)
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
                provider = self._reading.provider(tree)
                if self._kept:
                    self._store.put(tree.commit, self._setting, provider)
        self._whole[ref] = provider
        while len(self._whole) > self._keep:
            del self._whole[next(iter(self._whole))]
        return provider

    def _part(self, tree: Tree, only: Collection[tuple[str, str]]) -> Provider:
        """Some entities, which are kept by themselves: who looks back asks for the same ones the next time."""
        setting = setting_of(repr(sorted(only)), self._reading.environment, self._reading.entrypoint)
        part = self._store.get(tree.commit, setting, tree.ref) if self._kept else None
        if part is None:
            part = self._reading.provider(tree, only)
            if self._kept:
                self._store.put(tree.commit, setting, part)
        return part

    def lacks(self, refs: Sequence[str]) -> tuple[str, ...]:
        """The refs whose snapshots are not in the store, but could be."""
        if not self._kept:
            return ()
        return tuple(ref for ref in refs if not self._store.has(self._repository.tree(ref).commit, self._setting))


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
        source = StoredSource(opened, reading, store, keep=1)
        for ref in refs:
            with contextlib.suppress(IncompleteError):
                source(ref)
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
