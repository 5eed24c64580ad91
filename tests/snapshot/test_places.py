import pytest

from release_check.model import Attribute, Source
from release_check.snapshot.places import placed, placed_at, standing

HERE, THERE, FAR = Source("a/one.go", 3), Source("a/two.go", 9), Source("b/three.go", 7)


def attribute(source, **below):
    return Attribute(type="string", source=source, attrs=below)


def test_what_is_nested_without_a_line_stands_where_the_attribute_around_it_does():
    made = placed(attribute(HERE, inner=attribute(None, deep=attribute(None)), own=attribute(THERE)))
    assert made.attrs["inner"].source == made.attrs["inner"].attrs["deep"].source == HERE
    assert made.attrs["own"].source == THERE


def test_attributes_without_a_line_stand_where_they_are_told():
    made = placed_at({"none": attribute(None), "own": attribute(THERE)}, HERE)
    assert {name: child.source for name, child in made.items()} == {"none": HERE, "own": THERE}


@pytest.mark.parametrize(
    ("source", "places", "expected"),
    [
        pytest.param(HERE, [HERE, FAR], HERE, id="an attribute in its own file"),
        pytest.param(HERE, [THERE, FAR], HERE, id="an attribute in its own folder"),
        pytest.param(HERE, [Source("b/three.go", 9), FAR], FAR, id="a wrapper in another folder"),
        pytest.param(HERE, [Source("vendor/x/y.go", 1)], HERE, id="what vendored code makes"),
        pytest.param(HERE, [], HERE, id="no attributes"),
        pytest.param(HERE, [FAR, None], HERE, id="what was made without a line"),
        pytest.param(None, [FAR], None, id="no source"),
    ],
)
def test_an_entity_stands_where_it_is_written_and_not_where_many_are_wrapped(source, places, expected):
    attrs = {str(number): attribute(place) for number, place in enumerate(places)}
    assert standing(source, attrs) == expected
