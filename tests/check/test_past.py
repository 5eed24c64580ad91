import msgspec
import pytest

from release_check.check.past import Past
from release_check.history import Release
from release_check.model import Coverage, Entity, Era, IncompleteError, Provider, Unresolved, Version

OLD, BASE = (Release(Version(text), f"v{text}", "c", "2020-01-01T00:00:00Z") for text in ("1.0.0", "1.1.0"))
WIDGET = Entity(era=Era.SDK_V2)


def provider(release, *types):
    return Provider(
        provider="example",
        ref=release.ref,
        commit="c",
        coverage=Coverage(),
        provider_config=WIDGET,
        resources=dict.fromkeys(types, WIDGET),
    )


class Reader:
    def __init__(self, unreadable=()):
        self.reads = []
        self.unreadable = unreadable

    def __call__(self, release, only):
        self.reads.append((release.ref, frozenset(only)))
        if release in self.unreadable:
            raise IncompleteError("No provider was found.")
        return provider(release, *(entity_type for _, entity_type in only if entity_type != "absent"))


def test_nothing_is_read_before_it_is_asked_for():
    reader = Reader()
    Past((OLD, BASE), reader, touched={("resource", "a")})
    assert reader.reads == []


def test_entities_that_the_candidate_changes_are_read_together_and_once():
    reader = Reader()
    past = Past((OLD, BASE), reader, touched={("resource", "a"), ("resource", "b")})
    for entity_type in ("a", "b", "a"):
        assert past.entity(OLD, "resource", entity_type) == WIDGET
    assert reader.reads == [("v1.0.0", {("resource", "a"), ("resource", "b")})]


def test_any_other_entity_is_read_alone_and_once():
    reader = Reader()
    past = Past((OLD, BASE), reader, touched={("resource", "a")})
    for _ in range(2):
        assert past.entity(OLD, "resource", "other") == WIDGET
        assert past.entity(OLD, "resource", "absent") is None
    assert reader.reads == [("v1.0.0", {("resource", "other")}), ("v1.0.0", {("resource", "absent")})]


def test_what_was_read_whole_is_not_read_again():
    reader = Reader()
    past = Past((OLD, BASE), reader, known={"v1.1.0": provider(BASE, "a")})
    assert past.entity(BASE, "resource", "a") == WIDGET
    assert past.entity(BASE, "resource", "b") is None
    assert reader.reads == []


@pytest.mark.parametrize("asked", [1, 3])
def test_a_release_that_cannot_be_read_is_told_once(asked):
    past = Past((OLD, BASE), Reader(unreadable=(OLD,)), touched={("resource", "a")})
    for _ in range(asked):
        assert past.entity(OLD, "resource", "a") is None
    assert past.entity(OLD, "resource", "b") is None
    assert past.gaps == ["What v1.0.0 announced is not known. No provider was found."]


def test_a_file_that_does_not_parse_leaves_open_what_was_announced():
    place = Unresolved("file", "a.go", "a.go", 3, "Go that does not parse")

    def read(release, _):
        return msgspec.structs.replace(provider(release, "a"), coverage=Coverage(unresolved=(place,)))

    past = Past((OLD, BASE), read, touched={("resource", "a")})
    assert past.entity(OLD, "resource", "a") == WIDGET
    assert [gap.partition(". ")[0] for gap in past.gaps] == ["What v1.0.0 announced is not known"]


def test_what_another_candidate_of_the_line_touches_is_read_together_and_once(make_provider):
    reads = []
    releases = [Release(Version("1.0.0"), "v1.0.0", "a", "2024-01-01")]

    def read(release, only):
        reads.append((release.ref, sorted(only)))
        return make_provider({"resource/a": {}, "resource/b": {}, "resource/c": {}})

    past = Past(releases, read)
    past.meet({("resource", "a")}, None)
    past.entity(releases[0], "resource", "a")
    past.meet({("resource", "a"), ("resource", "b"), ("resource", "c")}, None)
    for name in ("a", "b", "c"):
        past.entity(releases[0], "resource", name)
    assert reads == [("v1.0.0", [("resource", "a")]), ("v1.0.0", [("resource", "b"), ("resource", "c")])]
