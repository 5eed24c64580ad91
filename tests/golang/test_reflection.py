"""Code that makes one value out of another by reflection."""

import pytest

from release_check.golang.types import Basic

SOURCE = """
import "reflect"

type Inner struct{ Text string }
type From struct {
	Text  string
	Flag  bool
	Inner Inner
	Items map[string]any
}
type To struct {
	Text  string
	Flag  bool
	Count int
}

func copied(from any) any {
	source := reflect.ValueOf(from)
	target := reflect.New(reflect.TypeFor[To]()).Elem()
	for _, name := range []string{"Text", "Flag", "Items"} {
		if field := target.FieldByName(name); field.CanSet() {
			field.Set(source.FieldByName(name))
		}
	}
	return target.Interface()
}

func described(v any) string {
	kind := reflect.TypeOf(v)
	if kind.Kind() == reflect.Pointer {
		return "*" + kind.Elem().Name()
	}
	return kind.Name()
}

func renamed(from From) map[string]any {
	items := reflect.ValueOf(&from).Elem().FieldByName("Items")
	for _, key := range items.MapKeys() {
		made := reflect.New(items.MapIndex(key).Elem().Type())
		made.Elem().FieldByName("Text").SetString("new " + key.String())
		items.SetMapIndex(key, made.Elem())
	}
	return from.Items
}

func inPlace() From {
	from := From{Text: "old"}
	reflect.ValueOf(&from).Elem().FieldByName("Text").SetString("new")
	reflect.ValueOf(&from).Elem().FieldByName("Inner").Addr().Interface().(*Inner).Text = "deep"
	return from
}

func unset(name string) bool { return reflect.ValueOf(From{}).FieldByName(name).CanSet() }
func there(name string) bool { return reflect.ValueOf(From{}).FieldByName(name).IsValid() }
"""


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        pytest.param('copied(From{Text: "a", Flag: true})', {"Text": "a", "Flag": True, "Count": 0}, id="by field"),
        pytest.param("described(From{})", "From", id="the name of a type"),
        pytest.param("described(&From{})", "*From", id="the name behind a pointer"),
        pytest.param("described(1)", "int", id="the name of a predeclared type"),
        pytest.param('there("Text")', True, id="a field that is there"),
        pytest.param('there("Other")', False, id="a field that is not there"),
        pytest.param('unset("Text")', False, id="a copy cannot be set"),
        pytest.param("inPlace().Text", "new", id="a field set through a pointer"),
        pytest.param("inPlace().Inner.Text", "deep", id="a nested field by its address"),
        pytest.param('renamed(From{Items: map[string]any{"k": Inner{""}}})["k"].(Inner).Text', "new k", id="entries"),
        pytest.param("reflect.ValueOf(map[string]int{}).Kind() == reflect.Map", True, id="kinds"),
        pytest.param("reflect.ValueOf(nil).IsValid()", False, id="nothing"),
    ],
)  # fmt: skip
def test_reflection_sees_and_sets_what_go_does(value, expression, expected):
    found = value(SOURCE, expression)
    if isinstance(expected, dict):
        found = {name: found.fields.get(name, 0) for name in expected}
    assert found == expected


def test_fields_of_outside_structs_are_those_that_the_reader_knows(value):
    source = """
import (
	"reflect"

	"example.org/outside"
)

func fields() map[string]bool {
	target := reflect.New(reflect.TypeFor[outside.Thing]()).Elem()
	found := map[string]bool{}
	for _, name := range []string{"Known", "Other"} {
		found[name] = target.FieldByName(name).CanSet()
	}
	return found
}
"""
    thing = ("example.org/outside", "Thing")
    known = {thing: {"Known": Basic("bool")}}
    found = value(source, "fields()", fields=lambda path, name: known.get((path, name)))
    assert dict(found) == {"Known": True, "Other": False}


def test_an_embedded_interface_gives_its_methods(value):
    source = """
type named interface{ Name() string }
type tagged interface {
	named
	Tag() string
}
type plain struct{}

func (plain) Name() string { return "plain" }
func (plain) Tag() string  { return "tag" }

type wrapped struct{ tagged }

func told(v any) string {
	if t, ok := v.(named); ok {
		return t.Name()
	}
	return "nothing"
}
func other(v any) bool { _, ok := v.(interface{ Other() }); return ok }
"""
    assert value(source, "told(wrapped{plain{}})") == "plain"
    assert value(source, "other(wrapped{plain{}})") is False


def test_what_is_stored_through_a_pointer_stands_where_it_was_written(value):
    source = """
type thing struct{ Text string }

func made() *thing {
	target := new(thing)
	*target = thing{Text: "written here"}
	return target
}
"""
    found = value(source, "made()").load()
    assert (found.file, found.line) == ("example.go", 8)
