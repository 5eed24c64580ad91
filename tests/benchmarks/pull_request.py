"""Judge one merged pull request with main's snapshots kept, beside `git diff` of its two trees; print both as JSON.

    python tests/benchmarks/pull_request.py REPOSITORY COMMIT

COMMIT is the merge or squash commit; its first parent is what it was merged into. The clone that is judged has no tag
that is younger. Kept is what a run on main leaves behind: the snapshots of the first parent and of the release before.
Processor time is that of one core, with start and git included.
"""

import json
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path


def processor_time(work: Callable[[], object]) -> float:
    """Seconds that the processes which some work starts take."""

    def used() -> float:
        spent = resource.getrusage(resource.RUSAGE_CHILDREN)
        return spent.ru_utime + spent.ru_stime

    start = used()
    work()
    return used() - start


def git(folder: Path, *arguments: str, stdin: str = "") -> str:
    """What a git command says."""
    command = ["git", "-C", str(folder), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, input=stdin, errors="replace").stdout


def as_it_was(repository: Path, commit: str, folder: Path) -> Path:
    """A clone without the tags that came after a commit."""
    clone = folder / "clone"
    git(folder, "clone", "--quiet", "--bare", "--shared", str(repository), str(clone))
    when = int(git(clone, "show", "--no-patch", "--format=%ct", commit))
    form = "%(refname) %(committerdate:unix)%(*committerdate:unix)"
    rows = (row.split(" ") for row in git(clone, "for-each-ref", f"--format={form}", "refs/tags").splitlines())
    later = [name for name, date in rows if not date or int(date) > when]
    git(clone, "update-ref", "--stdin", stdin="".join(f"delete {name}\n" for name in later))
    return clone


def measure(repository: Path, commit: str) -> dict[str, float]:
    """Seconds of a request with main's snapshots kept, of the same once more, and of git."""
    with tempfile.TemporaryDirectory(prefix="release-check-benchmark-") as name:
        folder = Path(name)
        clone = as_it_was(repository, commit, folder)
        kept, used = folder / "kept", folder / "used"

        def run(*arguments: str, cache: Path) -> object:
            asked = [*arguments, "--repo", str(clone), "--cache-dir", str(cache), "--format", "json"]
            return subprocess.run([sys.executable, "-m", "release_check", *asked], check=False, capture_output=True)

        run("pr", "--base", f"{commit}^", "--ref", f"{commit}^", cache=kept)
        shutil.copytree(kept, used)
        judged = ("pr", "--base", f"{commit}^", "--ref", commit)
        return {
            "seconds": processor_time(lambda: run(*judged, cache=used)),
            "again": processor_time(lambda: run(*judged, cache=used)),
            "nothing": processor_time(lambda: run("--version", cache=used)),
            "git": processor_time(lambda: git(clone, "diff", f"{commit}^", commit)),
        }


def main() -> None:
    """Measure what the command line asks for."""
    sys.stdout.write(json.dumps(measure(Path(sys.argv[1]), sys.argv[2])) + "\n")


if __name__ == "__main__":
    main()
