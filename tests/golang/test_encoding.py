"""What providers read from JSON in their source, and from files that are embedded."""

from __future__ import annotations

from typing import Any

import pytest

_SOURCE = """package example

import (
	"encoding/json"

	"example.org/mod/outside"
)

type box struct {
	Name string `json:"name"`
	Size int
}

func read(text string) map[string]interface{} {
	var found map[string]interface{}
	if err := json.Unmarshal([]byte(text), &found); err != nil {
		return nil
	}
	return found
}

func kind(text string) string {
	var found interface{}
	if err := json.Unmarshal([]byte(text), &found); err != nil {
		return "error"
	}
	switch v := found.(type) {
	case nil:
		return "nil"
	case []interface{}:
		return "list of " + v[0].(string)
	case map[string]interface{}:
		return "map"
	case float64:
		return "number"
	default:
		return "other"
	}
}

func boxed() box {
	var found box
	_ = json.Unmarshal([]byte(`{"name": "a"}`), &found)
	return found
}

func decoded() box {
	found := box{Name: "b"}
	outside.Decoder().Decode(&found)
	return found
}
"""


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (
            """read(`{"a": {"b": [1, "x", null, true]}}`)""",
            {"a": {"b": [1.0, "x", None, True]}},
        ),
        ('read("{")', None),
        ('kind("[\\"string\\"]")', "list of string"),
        ('kind("{}")', "map"),
        ('kind("3")', "number"),
        ('kind("null")', "nil"),
        ('kind("[")', "error"),
        ("read(outside.Text)", ...),
        ("boxed()", {"Name": ..., "Size": ...}),
        ("decoded()", {"Name": ..., "Size": ...}),
    ],
)
def test_what_json_holds(evaluate: Any, expression: str, expected: Any) -> None:
    result = (
        f'package example\n\nimport "example.org/mod/outside"\n\nvar _ = outside.Text\n\nvar found = {expression}\n'
    )

    assert evaluate(_SOURCE, "found", files={"found.go": result}) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("//go:embed names.txt\nvar names string\n", ...),
        ("//go:embed names.txt\n// what there is\nvar names []byte\n", ...),
        ("var (\n\t//go:embed names.txt\n\tnames string\n\tother string\n)\n", ...),
        ("// not //go:embed\nvar names string\n", ""),
    ],
)
def test_a_variable_that_is_filled_from_a_file(evaluate: Any, source: str, expected: Any) -> None:
    assert evaluate('package example\n\nimport _ "embed"\n\n' + source, "names") == expected


def test_beside_a_variable_that_is_filled_from_a_file_nothing_changes(evaluate: Any) -> None:
    source = "var (\n\t//go:embed names.txt\n\tnames string\n\tother string\n)\n"

    assert evaluate(source, "other") == ""
