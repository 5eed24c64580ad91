import pytest

from release_check.check import life
from release_check.history import VersionGraph
from release_check.model import Address, IncompleteError, Location, Source, StoredKeys, Upgrader, UsageProblem

A = Address("resource", "x", "a")
GRAPH = VersionGraph.build(
    [
        ("v1.0.0", "c1", "2024-01-01T00:00:00Z"),
        ("v1.1.0", "c2", "2024-03-01T00:00:00Z"),
        ("v2.0.0", "c3", "2024-03-31T12:00:00Z"),
        ("v1.1.1", "c4", "2024-04-30T00:00:00Z"),
    ]
)
OLD = "string optional deprecated='use b'"


@pytest.fixture
def follow(make_provider):
    def call(states, address=A):
        asked = []

        def source(ref, only=None):
            asked.append((ref, only))
            if states[ref] is None:
                raise IncompleteError("It does not parse.")
            return make_provider({"resource/x": states[ref]}, ref=ref)

        found = life(GRAPH, source, address)
        assert all(only == {("resource", "x")} for _, only in asked)
        return found

    return call


def test_events_say_how_long_operators_were_told(follow):
    states = {"v1.0.0": {"a": "string"}, "v1.1.0": {"a": OLD}, "v2.0.0": {}, "v1.1.1": {"a": OLD}}
    found = follow(states)
    assert (found.provider, found.address, found.releases) == ("example", "resource/x/a", 4)
    assert (found.newest, found.state, found.incomplete) == ("v2.0.0", "deleted", ())
    assert [(one.ref, one.event) for one in found.events] == [
        ("v1.0.0", "introduced"),
        ("v1.1.0", "deprecated"),
        ("v2.0.0", "deleted"),
    ]
    notice = found.events[-1].notice
    assert (notice.since, notice.releases, notice.days) == ("v1.1.0", 1, 30)
    assert found.events[1].message == "use b"


def test_an_event_beside_the_newest_line_says_for_whom(follow):
    states = {"v1.0.0": {"a": "string"}, "v1.1.0": {"a": "string"}, "v2.0.0": {"a": "string"}, "v1.1.1": {"a": OLD}}
    found = follow(states)
    assert [(one.ref, one.after) for one in found.events] == [("v1.0.0", None), ("v1.1.1", "v1.1.0")]
    assert found.state == "active"


def test_a_release_that_cannot_be_read_is_told_and_is_no_event(follow):
    found = follow({"v1.0.0": {"a": "string"}, "v1.1.0": None, "v2.0.0": {"a": "string"}, "v1.1.1": {"a": "string"}})
    assert found.incomplete == ("v1.1.0: It does not parse.",)
    assert [one.event for one in found.events] == ["introduced"]


def test_what_never_was_is_said_with_what_there_is(follow):
    states = {release.ref: {"a": "string", "c": "int"} for release in GRAPH.releases}
    with pytest.raises(UsageProblem, match=r"No release has anything at resource/x/b\. Its entity has a, c\."):
        follow(states, A.entity.child("b"))


def test_where_no_release_can_be_read_nothing_is_known(follow):
    with pytest.raises(IncompleteError, match=r"v1\.0\.0: It does not parse"):
        follow(dict.fromkeys(("v1.0.0", "v1.1.0", "v2.0.0", "v1.1.1")))


def test_schema_versions_are_told_with_what_carries_them(follow):
    upgrader = Upgrader(
        version=0,
        function="upgradeV0",
        keys=StoredKeys(takes=("a",), sets=("b",), drops=("a",), renames=(("a", "b"),)),
        source=Source("x.go", 7),
    )
    raised = {"b": "string", "@schema_version": 1, "@state_upgraders": (0,), "@upgraders": (upgrader,)}
    states = {"v1.0.0": {"a": "string"}, "v1.1.0": {"a": "string"}, "v2.0.0": raised, "v1.1.1": {"a": "string"}}
    found = follow(states, A.entity)
    assert [(one.version, one.first, one.last, one.current) for one in found.schema_versions] == [
        (0, "v1.0.0", "v1.1.0", False),
        (1, "v2.0.0", "v2.0.0", True),
    ]
    carried = found.schema_versions[0].carried
    assert (carried.to, carried.by, carried.renames) == (1, "upgradeV0", (("a", "b"),))
    assert carried.location == Location("v2.0.0", "x.go", 7)
    assert found.schema_versions[1].carried is None
    raised_at = found.events[-1]
    assert (raised_at.event, raised_at.schema_version, raised_at.carried) == ("schema version", 1, (carried,))


def test_a_resource_of_one_version_has_no_list_of_versions(follow):
    states = {release.ref: {"a": "string"} for release in GRAPH.releases}
    assert follow(states, A.entity).schema_versions == ()
