import importlib.util
import os
import subprocess
from pathlib import Path

import pytest

_spec = importlib.util.spec_from_file_location("action_runner", Path(__file__).parent / "runner.py")
runner_module = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(runner_module)

_IDENTITY = {
    **{
        f"GIT_{who}_{what}": value
        for who in ("AUTHOR", "COMMITTER")
        for what, value in (("NAME", "a"), ("EMAIL", "a@b"))
    },
    "GIT_AUTHOR_DATE": "2020-03-01T00:00:00Z",
    "GIT_COMMITTER_DATE": "2020-03-01T00:00:00Z",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
}


def git(folder, *arguments):
    done = subprocess.run(
        ["git", "-C", str(folder), *arguments],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, **_IDENTITY},
    )
    return done.stdout.strip()


class Hub:
    """A remote with releases, branches and a pull request, and checkouts of it as a job has them."""

    def __init__(self, folder, origin):
        self.folder = folder
        self.origin = origin
        self.count = 0

    def request(self, tree_of):
        """Make the tag `topic` the head of pull request 7 into `main`, and merge them as GitHub does for a job."""
        git(self.origin, "update-ref", "refs/pull/7/head", tree_of)
        merge = git(
            self.origin, "commit-tree", f"{tree_of}^{{tree}}", "-p", "refs/heads/main", "-p", tree_of, "-m", "Merge"
        )
        git(self.origin, "update-ref", "refs/pull/7/merge", merge)
        return merge

    def checkout(self, ref, *, depth=1, tags=False):
        """What `actions/checkout` makes of a ref: one commit, nothing else."""
        self.count += 1
        work = self.folder / f"work{self.count}"
        work.mkdir()
        git(work, "init", "--quiet")
        git(work, "remote", "add", "origin", f"file://{self.origin}")
        how = ["--no-tags", f"--depth={depth}"] if depth else ["--tags" if tags else "--no-tags"]
        name = ref.removeprefix("refs/")
        local = ref if ref.startswith("refs/tags/") else f"refs/remotes/{name}"
        git(work, "fetch", "--quiet", *how, "origin", f"+{ref}:{local}")
        git(work, "checkout", "--quiet", "--detach", local)
        return work

    def sha(self, ref):
        return git(self.origin, "rev-parse", ref)


@pytest.fixture
def hub(tmp_path, make_repository):
    """Give a function that makes a remote from releases, and the trees of main and of a pull request."""

    def make(trees, *, main, topic=None, parents=None):
        origin = make_repository(tmp_path / "origin", trees, parents=parents, bare=True)
        git(origin, "config", "uploadpack.allowAnySHA1InWant", "true")
        made = Hub(tmp_path, origin)
        git(origin, "update-ref", "refs/heads/main", f"{main}^{{commit}}")
        if topic is not None:
            made.request(git(origin, "rev-parse", f"{topic}^{{commit}}"))
        for name in trees:
            if not name.startswith("v"):
                git(origin, "update-ref", f"refs/kept/{name}", f"{name}^{{commit}}")
                git(origin, "tag", "-d", name)
        return made

    return make


@pytest.fixture
def runner(tmp_path):
    return runner_module.Runner(tmp_path / "hub")


@pytest.fixture
def obeyed():
    return runner_module.obeyed
