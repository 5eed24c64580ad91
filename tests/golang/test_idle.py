"""Loops of which it is not settled how often they run: left out where they only look, followed where they store."""

from __future__ import annotations

import pytest

from release_check.golang.interpreter import idle

_SOURCE = """
import (
	"fmt"
	"strings"

	"example.org/mod/outside"
)

var counted = 0

type box struct{ n int }

func pure(s string) (out string, err error) {
	parts := strings.Split(s, ",")
	found := &box{n: len(parts)}
	found.n = 2
	for _, part := range parts {
		out = strings.TrimSpace(part)
	}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%%v", r)
		}
	}()
	return out, nil
}

func counts() int {
	counted = counted + 1
	return counted
}

func again(n int) error {
	for i := 0; i < n; i++ {
		if err := again(i); err != nil {
			return err
		}
	}
	return nil
}

func run() any {
	kept := map[string]int{"a": 1}
	one := &box{n: 1}
	x := 1
	for i := 0; i < outside.Count(); i++ {
		%s
	}
	_ = one
	return []any{x, kept["a"], one.n}
}
"""

LOOPS = {
    # body; whether it is left out, what the function gives
    "only looks": ('_, err := pure("a")\n\t\tif err != nil {\n\t\t\treturn nil\n\t\t}', True, ...),
    "calls what calls itself": ("if again(i) != nil {\n\t\t\tcontinue\n\t\t}", True, [1, 1, 1]),
    "declares names of its own": ("y := i\n\t\ty = y + 1\n\t\tvar z int\n\t\tz++", True, [1, 1, 1]),
    "stores into a name outside": ("x = 2", False, [..., 1, 1]),
    "counts outside": ("x++", False, [..., 1, 1]),
    "stores through what is outside": ("one.n = 2", False, [1, 1, ...]),
    "stores into a map": ('kept["a"] = 2', False, [1, ..., 1]),
    "calls what stores into a variable of the package": ("_ = counts()", False, [1, 1, 1]),
    "calls outside code": ("outside.Fill(one)", False, [1, 1, 1]),
    "calls a function literal that stores": ("func() { x = 2 }()", False, [..., 1, 1]),
}


@pytest.mark.parametrize(("body", "left_out", "expected"), LOOPS.values(), ids=LOOPS.keys())
def test_loop_in_doubt(evaluate, monkeypatch, body, left_out, expected):
    asked = []
    found = idle.returns_of

    def noting(ev, node, scope):
        returns = found(ev, node, scope)
        asked.append(returns is not None)
        return returns

    monkeypatch.setattr(idle, "returns_of", noting)
    result = evaluate(_SOURCE % body, "run()")
    assert asked[0] is left_out
    if expected is not ...:
        assert result == expected
