import pytest

from release_check.check.reach import narrowed, reach_of
from release_check.model import Source

A, B, C = "resource/example_a", "resource/example_b", "resource/example_c"
SAME = {A: {"size": "int optional"}, B: {"size": "int optional"}, C: {"size": "int optional"}}


@pytest.fixture
def names_in_reach(make_provider):
    def reach(before, after, released=None, changed=()):
        found = reach_of(
            make_provider(before), make_provider(after), make_provider(released) if released else None, changed
        )
        return {f"{kind}/{name}" for kind, name in found} - {"provider/"}

    return reach


def test_what_differs_is_in_reach_and_nothing_else(names_in_reach):
    assert names_in_reach(SAME, SAME) == set()
    assert names_in_reach(SAME, {**SAME, A: {"size": "string optional"}}) == {A}
    assert names_in_reach(SAME, {A: SAME[A], B: SAME[B]}) == {C}


def test_what_has_changed_code_is(names_in_reach):
    placed = {
        A: {**SAME[A], "@source": Source("internal/x/a.go", 3)},
        B: {**SAME[B], "@source": Source("internal/x/b.go", 3)},
        C: {**SAME[C], "@source": Source("internal/y/c.go", 3)},
    }
    assert names_in_reach(placed, placed, changed=["internal/x/a.go"]) == {A}
    assert names_in_reach(placed, placed, changed=["internal/x/helpers.go"]) == {A, B}
    assert names_in_reach(placed, placed, changed=["internal/x/a_test.go", "docs/a.md"]) == set()


@pytest.mark.parametrize("changed", [A, B])
def test_both_halves_of_a_rename_are_where_one_is(names_in_reach, changed):
    renaming = {**SAME, A: {**SAME[A], "@deprecated": "use `example_b` instead"}}
    assert names_in_reach(renaming, {**renaming, changed: {**renaming[changed], "more": "int optional"}}) == {A, B}


def test_what_comes_may_take_the_place_of_what_main_deleted(names_in_reach):
    main = {A: SAME[A]}
    assert names_in_reach(main, {**main, B: SAME[B]}, {A: SAME[A], C: SAME[C]}) == {B, C}


def test_a_provider_is_narrowed_to_what_is_in_reach(make_provider):
    narrow = narrowed(make_provider(SAME), frozenset({("resource", "example_b")}))
    assert [name for kind, name, _ in narrow.entities() if kind != "provider"] == ["example_b"]
