"""The git room on real repositories: RELEASE_CHECK_PROVIDERS names a folder of bare ones, OWNER+NAME/repo."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from release_check.git import Repository
from release_check.model import UsageProblem, Version

FOLDER = os.environ.get("RELEASE_CHECK_PROVIDERS", "")
REPOSITORIES = sorted(Path(FOLDER).glob("*/repo")) if FOLDER else []

pytestmark = pytest.mark.skipif(not FOLDER, reason="RELEASE_CHECK_PROVIDERS names no folder of repositories")


@pytest.mark.parametrize("path", REPOSITORIES, ids=lambda path: path.parent.name)
def test_the_newest_release_is_listed_and_read_whole(path: Path) -> None:
    before = _state(path)
    with Repository.open(path) as repository:
        releases = {Version(tag.name): tag for tag in repository.tags() if Version.from_tag(tag.name)}
        assert releases
        newest = releases[max(releases)]
        tree = repository.tree(newest.name)
        assert (tree.commit, tree.date) == (newest.commit, newest.date)
        assert "go.mod" in tree.files

        paths = [path for path in tree.files if path.endswith(".go") and not path.startswith("vendor/")]
        contents = tree.read_many(paths)
        assert [*contents] == paths
        for name, content in contents.items():
            blob = b"blob %d\0" % len(content) + content
            assert hashlib.sha1(blob, usedforsecurity=False).hexdigest() == tree.files[name]

        oldest = releases[min(releases)]
        assert not repository.is_ancestor(newest.name, oldest.name)
        with pytest.raises(UsageProblem, match="bare repository"):
            repository.working_tree()
    assert _state(path) == before


def _state(folder: Path) -> dict[str, int]:
    return {str(path): path.stat().st_mtime_ns for path in sorted(folder.rglob("*"))}
