import pytest

from release_check.check import GitSource, Reading, plan, version_graph
from release_check.git import Repository
from release_check.model import UsageProblem

V1 = {
    "go.mod": "module github.com/example/terraform-provider-example\n\n"
    "require github.com/hashicorp/terraform-plugin-sdk v1.7.0\n"
}
SIZE = '"size": {Type: schema.TypeInt, Optional: true},'
OLD = '"size": {Type: schema.TypeInt, Optional: true, Deprecated: "size has no effect"},'
GONE = '"size": {Type: schema.TypeInt, Optional: true, Computed: true, Removed: "size has no effect"},'
REQUIRED = '"size": {Type: schema.TypeInt, Required: true},'
BOTH = (
    '"size": {Type: schema.TypeInt, Optional: true, Deprecated: "use `length`", ConflictsWith: []string{"length"}},\n'
    '"length": {Type: schema.TypeInt, Optional: true, ConflictsWith: []string{"size"}},'
)
LOOSE = BOTH.replace(', ConflictsWith: []string{"length"}', "")
A = "resource/example_widget/size"


@pytest.fixture
def planned(tmp_path, make_repository, provider_files):
    def call(releases, *, version=None, ref=None, old_sdk=True):
        trees = {}
        for tag, code in releases.items():
            files = dict(provider_files(code, V1 if old_sdk else None))
            if old_sdk:
                files["example/provider.go"] = files["example/provider.go"].replace("sdk/v2", "sdk")
            trees[tag] = files
        with Repository.open(make_repository(tmp_path, trees)) as repository:
            graph = version_graph(repository)
            reading = Reading()
            source = GitSource(repository, reading)
            return plan(repository, graph, source, version=version, ref=ref, reading=reading)

    return call


TABLE = {
    # releases, the part of the plan, what to do, announced in, releases, days
    "deprecated in time, with Removed to come": (
        {"v1.0.0": SIZE, "v1.1.0": OLD, "v1.1.1": OLD},
        True,
        ("may", "replace Deprecated by Removed, set Computed, take its other behaviour off", "1.1.0", 2, 1),
    ),
    "deprecated in time, and to be deleted": (
        {"v1.0.0": SIZE, "v1.1.0": OLD, "v1.2.0": OLD},
        False,
        ("may", "delete it", "1.1.0", 2, 1),
    ),
    "deprecated in a PATCH alone": ({"v1.0.0": SIZE, "v1.0.1": OLD}, False, ("not_yet", "", "1.0.1", 1, 0)),
    "soft-removed in an earlier MAJOR": (
        {"v1.0.0": OLD, "v2.0.0": GONE, "v2.1.0": GONE},
        True,
        ("must", "delete it", "2.0.0", 2, 1),
    ),
    "deprecated in a MAJOR, for the next": (
        {"v1.0.0": SIZE, "v2.0.0": OLD},
        False,
        ("may", "delete it", "2.0.0", 1, 0),
    ),
}


@pytest.mark.parametrize(("releases", "old_sdk", "expected"), TABLE.values(), ids=TABLE)
def test_what_was_announced_belongs_in_a_part_of_the_plan(planned, releases, old_sdk, expected):
    part, do, announced, carried, days = expected
    found = planned(releases, old_sdk=old_sdk)
    (due,) = getattr(found, part)
    assert (due.address, due.do, due.releases, due.days) == (A, do, carried, days)
    assert due.announced.version == announced
    assert due.location.file == "example/provider.go"
    assert sum(len(rows) for rows in (found.must, found.may, found.not_yet)) == 1
    assert found.incomplete == ()


def test_what_no_release_has_announced_may_not_go(planned):
    found = planned({"v1.0.0": SIZE, "candidate": OLD}, old_sdk=False)
    (due,) = found.not_yet
    assert (due.announced, due.releases) == (None, 0)
    assert due.why.startswith("no release has announced it yet")
    assert found.release.ref == "working tree"


def test_what_is_soft_removed_by_the_candidate_goes_with_the_major_after_it(planned):
    found = planned({"v1.0.0": OLD, "candidate": GONE})
    (due,) = found.not_yet
    assert due.why == "its use becomes an error only with 2.0.0: delete it in the MAJOR after that"


RENAMES = {
    "nothing left but the guide's steps": (
        {"v1.0.0": SIZE, "v1.1.0": BOTH},
        ["then, in a MAJOR: replace Deprecated by Removed, set Computed, take its other behaviour off",
         "in the MAJOR after that: delete it"],
    ),
    "set together": (
        {"v1.0.0": SIZE, "v1.1.0": LOOSE},
        ["let size and length exclude each other (ConflictsWith or ExactlyOneOf)",
         "then, in a MAJOR: replace Deprecated by Removed, set Computed, take its other behaviour off",
         "in the MAJOR after that: delete it"],
    ),
    "once Required, and not released": (
        {"v1.0.0": REQUIRED, "candidate": BOTH},
        ["release the deprecation of size in a MINOR",
         "then, in a MAJOR: replace Deprecated by Removed, set Computed, take its other behaviour off",
         "in the MAJOR after that: delete it",
         "with the end of size: make length Required again"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("releases", "left"), RENAMES.values(), ids=RENAMES)
def test_of_a_rename_in_progress_it_says_what_is_left(planned, releases, left):
    (rename,) = planned(releases).renames
    assert (rename.old, rename.new, rename.replacement) == (A, "resource/example_widget/length", False)
    assert list(rename.left) == left


def test_the_next_major_is_planned_where_none_is_named(planned):
    found = planned({"v1.0.0": SIZE, "v1.1.0": OLD}, ref="v1.1.0")
    assert (found.release.version, found.base.ref) == ("2.0.0", "v1.1.0")


def test_of_a_tag_the_major_after_it_is_planned(planned):
    found = planned({"v1.0.0": SIZE, "v1.1.0": OLD, "v2.0.0": SIZE}, ref="v1.1.0")
    assert (found.release.version, found.base.ref, len(found.may)) == ("2.0.0", "v1.1.0", 1)


def test_an_older_line_may_be_planned_for(planned):
    found = planned({"v1.0.0": OLD, "v3.0.0": SIZE}, version="2.0.0", ref="v1.0.0")
    assert (found.release.version, found.base.ref, len(found.may)) == ("2.0.0", "v1.0.0", 1)


@pytest.mark.parametrize(
    ("version", "says"), [("1.2.0", "1.2.0 is no MAJOR after 1.1.0"), ("soon", "'soon' is not a version")]
)
def test_only_a_major_can_be_planned(planned, version, says):
    with pytest.raises(UsageProblem, match=says):
        planned({"v1.0.0": SIZE, "v1.1.0": OLD}, version=version)
