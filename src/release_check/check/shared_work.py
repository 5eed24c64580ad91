"""The work of an audit shared among processes: which snapshots are read, and which releases are judged, by whom."""

from __future__ import annotations

import contextlib
import gc
import itertools
import math
import multiprocessing
import multiprocessing.connection
import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, wait
from pathlib import Path

import msgspec

from release_check import policy
from release_check.check.audit import audit
from release_check.check.kept import KeptReports
from release_check.check.reading import Reading
from release_check.check.releases import version_graph
from release_check.check.stored import StoredSource
from release_check.check.telling import Telling
from release_check.git import Repository
from release_check.history import TagRules
from release_check.model import IncompleteError
from release_check.snapshot.memory import give_back, held_memory
from release_check.snapshot.store import Store

_WORTH_A_PROCESS = 4
"""Refs to read, or releases to judge, for which starting another process pays."""
_READ_RUN = 100
_JUDGE_RUN = 12
"""Releases that are read, or judged, one after the other by the same process, as one serves the next."""
_MUCH = 350
"""Megabytes at which a process sees between two runs what it can do without."""
_LOOK_UP = 0.5
"""Seconds between two looks at how far the others are."""


class Judging(msgspec.Struct, frozen=True, kw_only=True):
    """All that a verdict rests on beside the repository and the release."""

    rules: policy.Rules
    profile: policy.Profile
    tags: TagRules
    reading: Reading
    telling: Telling


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
    # each release is read with the help of the one before; but the longer a process reads, the more it holds
    shards = shared_out(refs, max(_worth_while(refs, jobs), round(len(refs) / _READ_RUN)))
    with _processes(min(jobs, len(shards)), once=True) as pool:
        _wait([pool.submit(read_shard, repository, shard, reading, folder) for shard in shards], count, step)


def prejudge(
    repository: Path,
    refs: Sequence[str],
    judging: Judging,
    folder: Path,
    *,
    jobs: int,
    count: Callable[[], int],
    step: Callable[[int], None] = lambda _done: None,
) -> None:
    """Judge releases whose snapshots are in a store, and put the verdicts there too, by several processes.

    Args:
        repository: where the releases are.
        refs: the releases, in order of version, whose verdicts the store lacks.
        judging: what verdicts rest on.
        folder: the store's.
        jobs: how many processes at most.
        count: gives how many verdicts the store holds, to tell how far they are.
        step: told how many releases were judged since it was last told.
    """
    # how long a verdict takes cannot be told, so that short runs are given to whoever is free
    runs = [refs[start : start + _JUDGE_RUN] for start in range(0, len(refs), _JUDGE_RUN)]
    with _processes(_worth_while(refs, jobs)) as pool:
        _wait([pool.submit(judge_shard, repository, run, judging, folder) for run in runs], count, step)


def read_shard(repository: Path, refs: Sequence[str], reading: Reading, folder: Path) -> None:
    """Read some refs into the store; the work of one process."""
    # what is read looks after itself, and little else is left behind
    gc.disable()
    store = Store(folder)
    with Repository.open(repository) as opened:
        source = StoredSource(opened, reading, store, keep=1, carry=False)
        for ref in refs:
            with contextlib.suppress(IncompleteError):
                source(ref)
        source.lay_trail()
    store.close()


def judge_shard(repository: Path, refs: Sequence[str], judging: Judging, folder: Path) -> None:
    """Judge some releases, and keep the verdicts; the work of one process."""
    store = Store(folder)
    with Repository.open(repository) as opened:
        graph = version_graph(opened, judging.tags)
        chosen = set(refs)
        for _report in audit(
            opened,
            graph,
            StoredSource(opened, judging.reading, store),
            rules=judging.rules,
            profile=judging.profile,
            reading=judging.reading,
            telling=judging.telling,
            releases=[release for release in graph.releases if release.ref in chosen],
            kept=KeptReports(store, graph, judging.rules, judging.profile, judging.reading, judging.telling),
        ):
            pass
    store.close()
    if held_memory() > _MUCH:
        gc.collect()
        give_back()


def shared_out(refs: Sequence[str], shares: int) -> list[Sequence[str]]:
    """Refs cut into runs that take about as long each: later releases of a provider are larger."""
    ends = [round(len(refs) * math.sqrt(share / shares)) for share in range(shares + 1)]
    return [refs[start:end] for start, end in itertools.pairwise(ends) if end > start]


def _worth_while(refs: Sequence[str], jobs: int) -> int:
    return min(jobs, max(1, len(refs) // _WORTH_A_PROCESS))


def _processes(number: int, *, once: bool = False) -> ProcessPoolExecutor:
    # a process that is forked from one with threads may hang
    return ProcessPoolExecutor(
        max_workers=number,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_end_with_parent,
        max_tasks_per_child=1 if once else None,
    )


def _end_with_parent() -> None:
    """See to it that this process ends with the one that started it: if that is killed, nobody else tells it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_wait_and_end, args=(parent.sentinel,), daemon=True).start()


def _wait_and_end(sentinel: int) -> None:
    multiprocessing.connection.wait([sentinel])
    os._exit(1)


def _wait(working: Sequence[Future[None]], count: Callable[[], int], step: Callable[[int], None]) -> None:
    """Wait for all of them, and tell how far they are."""
    before = count()
    waiting = set(working)
    while waiting:
        done, waiting = wait(waiting, timeout=_LOOK_UP)
        now = count()
        step(now - before)
        before = now
        for future in done:
            future.result()
