"""What function literals do that are handed to something outside."""

from __future__ import annotations

from typing import Any

import pytest

from release_check.golang.interpreter import Evaluator
from release_check.golang.program import Program
from release_check.golang.values import Place, Unknown

_SOURCE = """
package example

import (
	"sync"

	"example.com/outside"
)

func Count() int {
	n := 0
	outside.Each(func() { n++ })
	return n
}

func Keep() int {
	n := 1
	outside.Each(func(i int) { m := i; m++ })
	return n
}

func Fill() map[string]int {
	m := map[string]int{"a": 1}
	outside.Each(func(key string) { m["b"] = 2 })
	return m
}

var registry sync.Map

func init() {
	registry.Store("a", 1)
	if _, loaded := registry.LoadOrStore("b", 2); loaded {
		panic("twice")
	}
}

func Sum() int {
	total := 0
	registry.Range(func(_, value any) bool {
		total += value.(int)
		return true
	})
	return total
}

func Missing() bool {
	_, ok := registry.Load("c")
	return ok
}
"""


@pytest.fixture
def call(make_tree: Any) -> Any:
    program = Program(make_tree({"go.mod": "module example.com/example\n", "a.go": _SOURCE}))
    evaluator = Evaluator(program)
    evaluator.run_inits("example.com/example")
    return lambda name: evaluator.call(evaluator.member("example.com/example", name), [], Place("", 0))


def test_what_a_literal_may_store_is_unknown(call: Any) -> None:
    assert isinstance(call("Count"), Unknown)


def test_a_literal_that_stores_into_its_own_variables_changes_nothing(call: Any) -> None:
    assert call("Keep") == 1


def test_an_element_that_may_be_stored_is_unknown_and_the_others_stay(call: Any) -> None:
    filled = call("Fill")
    assert filled["a"] == 1
    assert isinstance(filled["b"], Unknown)


def test_a_sync_map_keeps_what_init_functions_add(call: Any) -> None:
    assert call("Sum") == 3


def test_a_sync_map_lacks_what_nobody_added(call: Any) -> None:
    assert call("Missing") is False
