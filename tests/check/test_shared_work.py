"""Work that is shared among processes: all of it is done, and none of them outlives who asked for it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from release_check.check.shared_work import shared_out

_ASKING = """
import multiprocessing, os, sys, time
from pathlib import Path
from release_check.check import shared_work

def idle(folder):
    Path(folder, str(os.getpid())).touch()
    time.sleep(60)

if __name__ == "__main__":
    with shared_work._processes(2) as pool:
        list(pool.map(idle, [sys.argv[1]] * 2))
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nothing is killed so on this platform")
def test_no_process_outlives_the_one_that_was_killed(tmp_path: Path) -> None:
    script, folder = tmp_path / "asking.py", tmp_path / "begun"
    script.write_text(_ASKING)
    folder.mkdir()
    with subprocess.Popen([sys.executable, str(script), str(folder)]) as asking:
        assert _comes_true(lambda: len(list(folder.iterdir())) == 2)
        workers = [int(path.name) for path in folder.iterdir()]
        assert all(map(_runs, workers))
        asking.send_signal(signal.SIGKILL)
    assert _comes_true(lambda: not any(map(_runs, workers)))


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    # one that has ended may wait to be noticed by whoever inherited it
    status = Path(f"/proc/{process}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


def _comes_true(check: object, seconds: float = 20) -> bool:
    assert callable(check)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if check():
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize(("count", "shares"), [(1, 1), (7, 3), (60, 2), (100, 8), (3, 8)])
def test_runs_of_refs_hold_each_ref_once_and_in_order(count: int, shares: int) -> None:
    refs = [str(number) for number in range(count)]
    runs = shared_out(refs, shares)
    assert [ref for run in runs for ref in run] == refs
    assert len(runs) <= shares
    assert all(runs)
