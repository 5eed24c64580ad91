"""Which tags a history contains: a few are asked about by themselves, and then all at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from release_check.git import Repository
from release_check.git.containment import ContainedTags


class _Asked:
    def __init__(self, *contained: str) -> None:
        self.contained = frozenset(contained)
        self.questions: list[str] = []

    def one(self, name: str) -> bool:
        self.questions.append(name)
        return name in self.contained

    def every(self) -> frozenset[str]:
        self.questions.append("all")
        return self.contained


def test_a_few_are_asked_about_one_by_one_and_then_all_are_found() -> None:
    asked = _Asked("v1", "v30")
    tags = ContainedTags(asked.one, asked.every)
    assert "v1" in tags
    assert asked.questions == ["v1"]
    assert [name for name in (f"v{number}" for number in range(40)) if name in tags] == ["v1", "v30"]
    assert asked.questions.count("all") == 1
    assert len(asked.questions) < 10


def test_where_none_can_be_told_by_itself_all_are_found() -> None:
    asked = _Asked("v1")
    tags = ContainedTags(None, asked.every)
    assert "v1" in tags
    assert "v2" not in tags
    assert asked.questions == ["all"]


def test_the_tags_of_a_history(tmp_path: Path, make_repository: Any, git: Any) -> None:
    provider = make_repository(
        tmp_path, {f"v1.{number}.0": {"main.go": f"package main{number}"} for number in range(9)}
    )
    git(provider, "checkout", "--quiet", "v1.6.0")
    git(provider, "commit", "--quiet", "--allow-empty", "--message=aside")
    with Repository.open(provider) as repository:
        contained = repository.contained_tags("HEAD")
        names = [f"v1.{number}.0" for number in range(8, -1, -1)]
        assert [name for name in names if name in contained] == names[2:]
        assert "v9.9.9" not in repository.contained_tags("HEAD")
