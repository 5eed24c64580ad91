from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from release_check.git import create_repository
from release_check.model import UsageProblem

RELEASES = {
    "v1.0.0": {"main.go": "package main\n", "old.go": "package main\n"},
    "v1.1.0": {"main.go": "package main // later\n", 'odd "name"\\ here.go': b"\xff\n"},
}


def git(folder: Path, *arguments: str) -> str:
    return subprocess.run(["git", "-C", str(folder), *arguments], check=True, capture_output=True, text=True).stdout


def test_each_tag_holds_its_whole_tree(tmp_path: Path) -> None:
    repository = create_repository(tmp_path / "r", RELEASES)

    assert git(repository, "tag").split() == ["v1.0.0", "v1.1.0"]
    assert git(repository, "ls-tree", "-r", "-z", "--name-only", "v1.0.0").split("\0")[:-1] == ["main.go", "old.go"]
    assert git(repository, "show", "v1.1.0:main.go") == "package main // later\n"
    assert git(repository, "rev-parse", "v1.1.0~1") == git(repository, "rev-parse", "v1.0.0")


def test_the_last_release_is_checked_out_and_the_folder_clean(tmp_path: Path) -> None:
    repository = create_repository(tmp_path / "r", RELEASES)

    assert (repository / 'odd "name"\\ here.go').read_bytes() == b"\xff\n"
    assert not (repository / "old.go").exists()
    assert git(repository, "status", "--porcelain") == ""
    assert git(repository, "symbolic-ref", "HEAD") == "refs/heads/main\n"


def test_commit_ids_are_the_same_on_every_run(tmp_path: Path) -> None:
    one, other = (git(create_repository(tmp_path / name, RELEASES), "rev-parse", "v1.1.0") for name in "ab")

    assert one == other == "b067a137768385381281471bb69fe45a08113f22\n"


def test_a_release_builds_on_the_tag_that_parents_names(tmp_path: Path) -> None:
    releases = {tag: {"main.go": tag} for tag in ("v1.0.0", "v2.0.0", "v1.0.1", "v9.0.0")}
    repository = create_repository(tmp_path / "r", releases, parents={"v1.0.1": "v1.0.0", "v9.0.0": ""}, bare=True)

    assert git(repository, "rev-parse", "v1.0.1~1") == git(repository, "rev-parse", "v1.0.0")
    assert git(repository, "rev-list", "v9.0.0").count("\n") == 1
    assert not (repository / ".git").exists()


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine")

    with pytest.raises(UsageProblem, match=r"is not empty: name a new folder"):
        create_repository(tmp_path, RELEASES)
    assert [path.name for path in tmp_path.iterdir()] == ["precious"]
