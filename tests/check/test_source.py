import pytest

from release_check.check import GitSource, Reading
from release_check.git import Repository
from release_check.model import UsageProblem

WIDGET = ("resource", "example_widget")


@pytest.fixture
def counted(tmp_path, make_repository, provider_files, monkeypatch):
    """A source over three releases, and the refs that were really read."""
    reads = []
    folder = make_repository(tmp_path, {tag: provider_files() for tag in ("v1.0.0", "v1.1.0", "v1.2.0")})
    original = Reading.provider

    def provider(self, tree, only=None):
        reads.append((tree.ref, only is not None))
        return original(self, tree, only)

    monkeypatch.setattr(Reading, "provider", provider)
    with Repository.open(folder) as repository:
        yield lambda keep: GitSource(repository, Reading(), keep=keep), reads


def test_the_last_few_whole_snapshots_are_kept(counted):
    make, reads = counted
    source = make(2)
    for ref in ("v1.0.0", "v1.1.0", "v1.0.0", "v1.2.0", "v1.0.0", "v1.1.0"):
        assert source(ref).ref == ref
    assert [ref for ref, _ in reads] == ["v1.0.0", "v1.1.0", "v1.2.0", "v1.1.0"]


def test_a_part_is_given_from_the_whole_where_that_is_there(counted):
    make, reads = counted
    source = make(1)
    source("v1.0.0")
    assert source("v1.0.0", {WIDGET}).entity(*WIDGET) is not None
    assert source("v1.1.0", {WIDGET}).entity(*WIDGET) is not None
    assert reads == [("v1.0.0", False), ("v1.1.0", True)]


def test_nothing_is_kept_where_nothing_shall_be(counted):
    make, reads = counted
    source = make(0)
    source("v1.0.0")
    source("v1.0.0")
    assert len(reads) == 2


def test_an_unknown_ref_is_said(counted):
    make, _ = counted
    with pytest.raises(UsageProblem, match="v9"):
        make(1)("v9.0.0")
