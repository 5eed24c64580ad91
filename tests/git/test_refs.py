from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

from release_check.git import Repository, Tag
from release_check.model import IncompleteError, UsageProblem

RELEASES = {
    "v1.0.0": {"main.go": "package main\n"},
    "v1.1.0": {"main.go": "package main // 1.1\n"},
}


def test_tags_give_the_commit_and_the_date_of_its_committer(tmp_path: Path, make_repository: Any, git: Any) -> None:
    provider = make_repository(tmp_path, {"v1.0.0": {"main.go": ""}})
    git(provider, "commit", "--quiet", "--allow-empty", "--message=later")
    head = git(provider, "rev-parse", "HEAD")
    git(provider, "tag", "light")
    git(provider, "tag", "--annotate", "--message=tag", "annotated")
    git(provider, "tag", "--annotate", "--message=tag", "twice", "annotated")
    git(provider, "tag", "--annotate", "--message=tag", "thrice", "twice")

    with Repository.open(provider) as repository:
        first, *tags = repository.tags()[::-1]
        assert tags == [Tag(name, head, "2020-09-13T12:26:40Z") for name in ("twice", "thrice", "light", "annotated")]
        assert (first.name, first.date) == ("v1.0.0", "2020-01-01T12:00:00Z")
        for tag in tags:
            assert repository.tree(tag.name).commit == head
            assert repository.tree(tag.name).date == tag.date


def test_a_tag_on_a_tree_or_a_blob_is_no_release(tmp_path: Path, make_repository: Any, git: Any) -> None:
    provider = make_repository(tmp_path, {"v1.0.0": {"main.go": ""}})
    for name, target in (("v2.0.0", "HEAD^{tree}"), ("v3.0.0", "HEAD:main.go")):
        git(provider, "tag", name, target)
        git(provider, "tag", "--annotate", "--message=tag", f"{name}-annotated", target)
        git(provider, "tag", "--annotate", "--message=tag", f"{name}-twice", f"{name}-annotated")

    with Repository.open(provider) as repository:
        assert [tag.name for tag in repository.tags()] == ["v1.0.0"]
        for name, what in (("v2.0.0", "tree"), ("v3.0.0", "blob")):
            for tag in (name, f"{name}-annotated", f"{name}-twice"):
                with pytest.raises(UsageProblem, match=f"^{tag} names a {what}, not a commit: name a tag"):
                    repository.tree(tag)


@pytest.mark.parametrize(
    "name",
    [
        "release/1.0.0", "v1.0.0+build.7", "1.0", "$(touch${IFS}pwned)", "`touch${IFS}pwned`", "a;touch${IFS}pwned",
        "it's", 'say"it"', "größe", "版本", "%00", "a'b|c&d", "v1.0.0-%(refname)", "{curly}", "-", "-x", "--help",
    ],
)  # fmt: skip
def test_a_tag_may_have_any_name_that_git_allows(tmp_path: Path, make_repository: Any, git: Any, name: str) -> None:
    provider = make_repository(tmp_path, {"v0.1.0": {"main.go": ""}})
    head = git(provider, "rev-parse", "HEAD")
    git(provider, "update-ref", f"refs/tags/{name}", head)

    with Repository.open(provider) as repository:
        assert Tag(name, head, "2020-01-01T12:00:00Z") in repository.tags()
        assert repository.tree(name).commit == head
    assert not [*tmp_path.rglob("pwned")]


def test_a_tag_that_is_not_utf_8_can_still_be_shown(tmp_path: Path, make_repository: Any, git: Any) -> None:
    provider = make_repository(tmp_path, {"v0.1.0": {"main.go": ""}}, bare=True)
    git(provider, "pack-refs", "--all")
    head = git(provider, "rev-parse", "HEAD").encode()
    with (provider / "packed-refs").open("ab") as packed:
        packed.write(head + b" refs/tags/v1.0.0-\xe9\n")

    with Repository.open(provider) as repository:
        assert [tag.name for tag in repository.tags()] == ["v0.1.0", "v1.0.0-\\xe9"]


@pytest.mark.parametrize("seconds", ["99999999999999", "18446744073709551615"])
def test_a_date_that_no_calendar_has_is_the_epoch(tmp_path: Path, make_repository: Any, git: Any, seconds: str) -> None:
    provider = make_repository(tmp_path, RELEASES)
    tree = git(provider, "rev-parse", "HEAD^{tree}")
    who = f"A <a@example.invalid> {seconds} +0000"
    commit = git(
        provider, "hash-object", "-t", "commit", "-w", "--stdin", "--literally",
        stdin=f"tree {tree}\nauthor {who}\ncommitter {who}\n\nodd\n".encode(),
    )  # fmt: skip
    git(provider, "update-ref", "refs/tags/v2.0.0", commit)

    with Repository.open(provider) as repository:
        assert repository.tags()[-1] == ("v2.0.0", commit, "1970-01-01T00:00:00Z")
        assert repository.tree("v2.0.0").date == "1970-01-01T00:00:00Z"


def test_a_committer_s_name_may_hold_anything(tmp_path: Path, make_repository: Any, git: Any) -> None:
    provider = make_repository(tmp_path, RELEASES)
    tree = git(provider, "rev-parse", "HEAD^{tree}")
    author = "A <a> 5 +0000\ncommitter x> 1 +0000"
    commit = git(
        provider, "hash-object", "-t", "commit", "-w", "--stdin", "--literally",
        stdin=f"tree {tree}\nauthor B <b> 7 +0000\ncommitter C <c> d> 86400 -0700\n\n{author}\n".encode(),
    )  # fmt: skip

    with Repository.open(provider) as repository:
        assert repository.tree(commit).date == "1970-01-02T00:00:00Z"


def test_branches_and_commits_are_refs_too(tmp_path: Path, make_repository: Any, git: Any) -> None:
    provider = make_repository(tmp_path, RELEASES)
    head, before = git(provider, "rev-parse", "HEAD"), git(provider, "rev-parse", "v1.0.0")

    with Repository.open(provider) as repository:
        for ref, commit in {
            "main": head, "HEAD": head, head: head, head[:12]: head, "HEAD~1": before, "v1.1.0^": before,
            "refs/tags/v1.0.0": before, "refs/heads/main": head,
        }.items():  # fmt: skip
            assert repository.tree(ref).commit == commit
            assert repository.tree(ref).ref == ref


def test_where_a_tag_and_a_branch_share_a_name_the_tag_is_meant(tmp_path: Path, make_repository: Any, git: Any) -> None:
    provider = make_repository(tmp_path, RELEASES)
    git(provider, "branch", "v1.0.0", "v1.1.0")

    with Repository.open(provider) as repository:
        assert repository.tree("v1.0.0").commit == git(provider, "rev-parse", "refs/tags/v1.0.0")
        assert repository.tree("refs/heads/v1.0.0").commit == git(provider, "rev-parse", "refs/tags/v1.1.0")


@pytest.mark.parametrize(
    ("ref", "says"),
    [
        (
            "v9.9.9",
            r"^There is no tag, branch or commit v9\.9\.9 in this repository: `git tag --list` shows the tags\.$",
        ),
        ("1.1.0", r"in this repository: did you mean v1\.1\.0\?$"),
        ("v1.1.0 ", r"in this repository: did you mean v1\.1\.0\?$"),
        ("f" * 40, "^There is no tag, branch or commit f{40} in this repository"),
        ("--help", "^There is no tag, branch or commit --help in this repository"),
        ("--output=pwned", "^There is no tag, branch or commit --output=pwned in this repository"),
        ("v1.1.0:main.go", r"^v1\.1\.0:main\.go names a blob, not a commit"),
        ("HEAD^{tree}", r"^HEAD\^\{tree\} names a tree, not a commit"),
        ("", "^'' is no ref: name a tag, a branch or a commit"),
        ("v1.1.0\nv1.0.0", r"^'v1\.1\.0\\nv1\.0\.0' is no ref"),
        ("v1\0", r"^'v1\\x00' is no ref"),
        ("..", r"^There is no tag, branch or commit \.\."),
    ],
)
def test_an_unknown_ref_is_told_in_one_sentence(
    tmp_path: Path, make_repository: Any, monkeypatch: pytest.MonkeyPatch, ref: str, says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with Repository.open(make_repository(tmp_path, RELEASES)) as repository:
        with pytest.raises(UsageProblem, match=says):
            repository.tree(ref)
        assert repository.tree("v1.0.0").read("main.go") == b"package main\n", (
            "what follows is answered as if nothing had been"
        )
    assert not [*tmp_path.rglob("pwned")]


def test_a_short_id_that_fits_several_commits_is_ambiguous(tmp_path: Path, make_repository: Any) -> None:
    # Ids are fixed, and among so many some begin with the same four letters.
    provider = make_repository(tmp_path, {f"v1.{minor}.0": {"main.go": ""} for minor in range(500)}, bare=True)

    with Repository.open(provider) as repository:
        commits = sorted(tag.commit for tag in repository.tags())
        short = next(one[:4] for one, other in itertools.pairwise(commits) if one[:4] == other[:4])
        with pytest.raises(UsageProblem, match=f"^{short} fits several objects: give more of the commit id\\.$"):
            repository.tree(short)


def test_a_tag_whose_commit_is_gone_is_incomplete(tmp_path: Path, make_repository: Any) -> None:
    provider = make_repository(tmp_path, RELEASES, bare=True)
    (provider / "refs/tags/v1.2.0").write_text("1" * 40 + "\n")

    with (
        Repository.open(provider) as repository,
        pytest.raises(
            IncompleteError,
            match=r"^The tags of .* cannot be read, the repository is damaged: `git fsck`.* "
            r"\(missing object 1{40} for refs/tags/v1\.2\.0\)\.$",
        ),
    ):
        repository.tags()
