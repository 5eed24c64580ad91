"""Type parameters, as far as schemas use them."""

from __future__ import annotations

from typing import Any

import pytest

FUNCTIONS = {
    "a pointer to anything": ("func To[T any](v T) *T { return &v }", '[]any{*To("a"), *To(3)}', ["a", 3]),
    "with its type given": ("func To[T any](v T) *T { return &v }", '*To[string]("a")', "a"),
    "of what a pointer points to, or its zero": (
        """
func From[T any](v *T) T {
	if v == nil {
		var zero T
		return zero
	}
	return *v
}

var none *int
var some = func() *int { n := 4; return &n }()
""",
        "[]int{From(some), From[int](none)}",
        [4, 0],
    ),
    "the zero of a type given": (
        "func zero[T any]() T {\n\tvar z T\n\treturn z\n}",
        "[]any{zero[string](), zero[int](), zero[bool]()}",
        ["", 0, False],
    ),
    "the zero of a struct given": (
        "type box struct{ n int }\n\nfunc zero[T any]() T {\n\tvar z T\n\treturn z\n}",
        "zero[box]()",
        {"n": 0},
    ),
    "over slices": (
        """
func apply[T, U any](in []T, f func(T) U) []U {
	out := make([]U, 0, len(in))
	for _, v := range in {
		out = append(out, f(v))
	}
	return out
}
""",
        'apply([]int{1, 2}, func(n int) string { return "abc"[:n] })',
        ["a", "ab"],
    ),
    "over slices by index": (
        """
func apply[T, U any](in []T, f func(T) U) []U {
	out := make([]U, len(in))
	for i, v := range in {
		out[i] = f(v)
	}
	return out
}
""",
        "apply([]int{1, 2}, func(n int) int { return n * n })",
        [1, 4],
    ),
    "over maps": (
        """
func merge[K comparable, V any](maps ...map[K]V) map[K]V {
	out := map[K]V{}
	for _, m := range maps {
		for k, v := range m {
			out[k] = v
		}
	}
	return out
}
""",
        'merge(map[string]int{"a": 1}, map[string]int{"b": 2, "a": 3})',
        {"a": 3, "b": 2},
    ),
    "with a constraint": (
        """
type number interface{ ~int | ~float64 }

func sum[T number](all ...T) T {
	var total T
	for _, n := range all {
		total += n
	}
	return total
}
""",
        "[]any{sum(1, 2, 3), sum(0.5, 0.25)}",
        [6, 0.75],
    ),
    "that calls a method of its constraint": (
        """
type named interface{ name() string }

type cat struct{}

func (cat) name() string { return "cat" }

func hello[T named](v T) string { return "hello " + v.name() }
""",
        "hello(cat{})",
        "hello cat",
    ),
    "that makes a new one of its type": (
        "type box struct{ n int }\n\nfunc make2[T any]() *T { return new(T) }",
        "make2[box]().n",
        0,
    ),
    "that switches on its type": (
        """
func kind[T any](v T) string {
	switch any(v).(type) {
	case string:
		return "text"
	case int:
		return "number"
	}
	return "other"
}
""",
        '[]string{kind("a"), kind(1), kind(true)}',
        ["text", "number", "other"],
    ),
    "that switches on its type, a struct": (
        """
type box struct{}

func kind[T any](v T) string {
	switch any(v).(type) {
	case box:
		return "box"
	}
	return "other"
}
""",
        "[]string{kind(box{}), kind(1)}",
        ["box", "other"],
    ),
    "that switches on a type it was not given a value of": (
        """
func kind[T any]() string {
	var v T
	switch any(v).(type) {
	case string:
		return "text"
	case int:
		return "number"
	}
	return "other"
}
""",
        "[]string{kind[string](), kind[int](), kind[bool]()}",
        ["text", "number", "other"],
    ),
    "as a value": ("func inc[T ~int](n T) T { return n + 1 }\n\nvar f = inc[int]", "f(2)", 3),
    "handed on": (
        "func inner[T any](v T) []T { return []T{v} }\n\nfunc outer[T any](v T) [][]T { return [][]T{inner(v)} }",
        "outer(3)",
        [[3]],
    ),
}

TYPES = {
    "a list": (
        """
type list[T any] struct{ items []T }

func (l *list[T]) add(v T) *list[T] {
	l.items = append(l.items, v)
	return l
}
""",
        '(&list[string]{}).add("a").add("b").items',
        ["a", "b"],
    ),
    "of two types": (
        """
type pair[K comparable, V any] struct {
	key K
	value V
}

func (p pair[K, V]) get() V { return p.value }
""",
        'pair[string, int]{"a", 3}.get()',
        3,
    ),
    "that its methods know": (
        "type holder[T any] struct{}\n\nfunc (holder[T]) zero() T {\n\tvar z T\n\treturn z\n}",
        "[]any{holder[string]{}.zero(), holder[int]{}.zero()}",
        ["", 0],
    ),
    "made by a function": (
        "type box[T any] struct{ v T }\n\nfunc of[T any](v T) box[T] { return box[T]{v: v} }",
        "of(4).v",
        4,
    ),
    "made by a function whose type is given": (
        (
            """
type model struct{ name string }
type objectType[T any] struct{ nested T }

func newObjectType[T any]() objectType[T] { return objectType[T]{} }

func (o objectType[T]) value() T { return o.nested }
"""
        ),
        "newObjectType[model]().value()",
        {"name": ""},
    ),
    "a map": (
        "type table[V any] map[string]V\n\nfunc (t table[V]) get(k string) V { return t[k] }",
        'table[int]{"a": 1}.get("b")',
        0,
    ),
    "embedded": (
        """
type base[T any] struct{ v T }

func (b base[T]) get() T { return b.v }

type outer struct{ base[string] }
""",
        'outer{base[string]{"a"}}.get()',
        "a",
    ),
    "an alias": ("type box[T any] struct{ v T }\ntype words = box[string]", 'words{"a"}.v', "a"),
    "in literals of literals": (
        "type box[T any] struct{ v T }",
        'map[string][]box[int]{"a": {{1}, {v: 2}}}',
        {"a": [{"v": 1}, {"v": 2}]},
    ),
    "two of one generic type differ": (
        """
type box[T any] struct{ v T }

func kind(v any) string {
	switch v.(type) {
	case box[int]:
		return "int"
	case box[string]:
		return "string"
	}
	return "other"
}
""",
        '[]string{kind(box[int]{1}), kind(box[string]{"a"})}',
        ["int", "string"],
    ),
    "as an interface of one": (
        """
type maker[T any] interface{ make() T }

type one struct{}

func (one) make() int { return 1 }

func use[T any](m maker[T]) T { return m.make() }
""",
        "use[int](one{})",
        1,
    ),
}


@pytest.mark.parametrize(("source", "expression", "expected"), FUNCTIONS.values(), ids=FUNCTIONS)
def test_functions(holds: Any, source: str, expression: str, expected: Any) -> None:
    holds(source, expression, expected)


@pytest.mark.parametrize(("source", "expression", "expected"), TYPES.values(), ids=TYPES)
def test_types(holds: Any, source: str, expression: str, expected: Any) -> None:
    holds(source, expression, expected)


def test_an_outside_generic_keeps_its_type_arguments(value: Any) -> None:
    found = value(
        """
package example

import "example.org/outside"

type model struct{ name string }

var made = outside.NewType[model](1)
""",
        "made",
    )

    assert [kind.name for kind in found.types] == ["model"]
    assert found.arguments == [1]
    assert (found.function.path, found.function.name) == ("example.org/outside", "NewType")
