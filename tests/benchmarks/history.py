"""Audit all releases of a provider: from nothing, with one more release than is kept, and with nothing new; beside
the floor, which is to get the same blobs out of git and to parse each distinct declaration that schemas need once.

    python tests/benchmarks/history.py REPOSITORY [JOBS]

All is measured in one run, on the same number of processes. Processor time is that of all processes together, git's
included; memory is the largest sum over all of them at one time, looked at twice a second (Linux only).
"""

import hashlib
import json
import pickle
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

_EVERY = 0.5


def processor_time(who: int = resource.RUSAGE_CHILDREN) -> float:
    """Seconds that children which have ended took, or this process."""
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


class Memory:
    """Looks from time to time how much this process's descendants hold together."""

    def __init__(self) -> None:
        self.most = 0
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._look)

    def __enter__(self) -> "Memory":
        self._thread.start()
        return self

    def __exit__(self, *_raised: object) -> None:
        self._done.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._done.wait(_EVERY):
            rows = subprocess.run(["ps", "-eo", "pid=,ppid=,rss="], capture_output=True, text=True, check=False).stdout
            parents = {int(pid): (int(parent), int(rss)) for pid, parent, rss in map(str.split, rows.splitlines())}
            self.most = max(self.most, sum(rss for pid, (_, rss) in parents.items() if self._is_below(pid, parents)))

    @staticmethod
    def _is_below(pid: int, parents: dict[int, tuple[int, int]]) -> bool:
        import os

        own = os.getpid()
        while pid in parents:
            pid = parents[pid][0]
            if pid == own:
                return True
        return False


def measured(command: list[str]) -> dict[str, float]:
    """Run a command to its end."""
    before, start = processor_time(), time.perf_counter()
    with Memory() as memory:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1, 3):
        raise SystemExit(f"{' '.join(command)}: {done.stderr}")
    return {
        "processor": round(processor_time() - before, 2),
        "wall": round(time.perf_counter() - start, 2),
        "megabytes": round(memory.most / 1024),
    }


def needed(repository: str, folder: str, jobs: int) -> None:
    """Note what reading all releases asks git for, and what it parses; one file for each run of refs."""
    from release_check.check import Reading, version_graph
    from release_check.check.shared_work import read_shard, shared_out
    from release_check.git import Repository
    from release_check.git.objects import Objects
    from release_check.golang import program

    with Repository.open(repository) as opened:
        refs = [release.ref for release in version_graph(opened).releases]
    for number, shard in enumerate(shared_out(refs, jobs)):
        asked: dict[str, None] = {}
        parsed: dict[bytes, bytes] = {}
        blobs, parse = Objects.blobs, program.parse_declarations

        def reading(self, ids, blobs=blobs, asked=asked):  # type: ignore[no-untyped-def]
            names = list(ids)
            asked.update(dict.fromkeys(names))
            return blobs(self, names)

        def parsing(text, parse=parse, parsed=parsed):  # type: ignore[no-untyped-def]
            parsed.setdefault(hashlib.sha1(text, usedforsecurity=False).digest(), text)
            return parse(text)

        Objects.blobs, program.parse_declarations = reading, parsing  # type: ignore[method-assign]
        try:
            with tempfile.TemporaryDirectory() as store:
                read_shard(Path(repository), shard, Reading(), Path(store))
        finally:
            Objects.blobs, program.parse_declarations = blobs, parse  # type: ignore[method-assign]
        Path(folder, f"{number}.pickle").write_bytes(pickle.dumps((list(asked), list(parsed.values()))))


def floor(repository: str, file: str) -> None:
    """Get blobs out of git, and parse declarations."""
    import tree_sitter
    import tree_sitter_go

    from release_check.git import Repository

    ids, texts = pickle.loads(Path(file).read_bytes())  # noqa: S301
    with Repository.open(repository) as opened:
        for start in range(0, len(ids), 500):
            opened.blobs(ids[start : start + 500])
    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_go.language()))
    for text in texts:
        parser.parse(text)


def main() -> None:
    """Measure all of it."""
    if sys.argv[1] in ("needed", "floor"):
        {"needed": lambda a, b, c: needed(a, b, int(c)), "floor": floor}[sys.argv[1]](*sys.argv[2:])  # type: ignore[operator]
        return
    repository, jobs = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 2
    work = Path(tempfile.mkdtemp())
    try:
        sys.stdout.write(json.dumps(_measure(repository, jobs, work)))
    finally:
        shutil.rmtree(work)


def _measure(repository: str, jobs: int, work: Path) -> dict[str, object]:
    copy = str(work / "copy")
    subprocess.run(["git", "clone", "--quiet", "--bare", "--shared", repository, copy], check=True)
    newest, commit = _newest(copy)
    subprocess.run(["git", "-C", copy, "update-ref", "-d", f"refs/tags/{newest}"], check=True)
    audit = [sys.executable, "-m", "release_check", "audit", "--repo", copy, "--cache-dir", str(work / "cache")]
    audit += ["--format", "json", "--output", str(work / "out.json"), "--jobs", str(jobs)]
    found: dict[str, object] = {"cold": measured(audit)}
    subprocess.run(["git", "-C", copy, "update-ref", f"refs/tags/{newest}", commit], check=True)
    found["one more"] = measured(audit)
    found["warm"] = measured(audit)
    found["store"] = round(sum(file.stat().st_size for file in (work / "cache").iterdir()) / 1e6, 1)
    subprocess.run([sys.executable, __file__, "needed", copy, str(work), str(jobs)], check=True)
    start, before = time.perf_counter(), processor_time()
    running = [subprocess.Popen([sys.executable, __file__, "floor", copy, str(file)]) for file in work.glob("*.pickle")]
    for process in running:
        process.wait()
    found["floor"] = {"processor": round(processor_time() - before, 2), "wall": round(time.perf_counter() - start, 2)}
    return found


def _newest(repository: str) -> tuple[str, str]:
    from release_check.check import version_graph
    from release_check.git import Repository

    with Repository.open(repository) as opened:
        release = version_graph(opened).releases[-1]
    done = subprocess.run(
        ["git", "-C", repository, "rev-parse", f"refs/tags/{release.ref}"], check=True, capture_output=True, text=True
    )
    return release.ref, done.stdout.strip()


if __name__ == "__main__":
    main()
