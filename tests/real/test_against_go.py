"""The values that the evaluator's tables expect, beside those that Go gives.

RELEASE_CHECK_GO names a `go` to ask. It compiles and runs the tables' own source, and nothing else.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

GO = os.environ.get("RELEASE_CHECK_GO", "")
TABLES = ("expressions", "statements", "structs_and_pointers", "generics", "library")
WITHOUT_ANSWER = frozenset({"UNSETTLED", "UNCERTAIN"})
"""Tables of values that are not settled."""

pytestmark = pytest.mark.skipif(not GO, reason="RELEASE_CHECK_GO names no go")

DUMP = """package dump

import (
	"fmt"
	"reflect"
)

func Value(v reflect.Value) any {
	if !v.IsValid() {
		return nil
	}
	if v.CanInterface() && v.Kind() == reflect.Pointer && !v.IsNil() {
		if err, ok := v.Interface().(error); ok {
			return map[string]any{"error": err.Error()}
		}
	}
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		return Value(v.Elem())
	case reflect.Func:
		if v.IsNil() {
			return nil
		}
		return "func"
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice && v.IsNil() {
			return nil
		}
		out := []any{}
		for i := 0; i < v.Len(); i++ {
			out = append(out, Value(v.Index(i)))
		}
		return out
	case reflect.Map:
		if v.IsNil() {
			return nil
		}
		out := map[string]any{}
		for _, k := range v.MapKeys() {
			out[fmt.Sprint(Value(k))] = Value(v.MapIndex(k))
		}
		return out
	case reflect.Struct:
		out := map[string]any{}
		for i := 0; i < v.NumField(); i++ {
			out[v.Type().Field(i).Name] = Value(v.Field(i))
		}
		return out
	case reflect.Bool:
		return v.Bool()
	case reflect.String:
		return v.String()
	case reflect.Float32, reflect.Float64:
		return v.Float()
	}
	if v.CanUint() {
		return v.Uint()
	}
	return v.Int()
}
"""


def _rows() -> Iterator[tuple[str, str, str, Any]]:
    for table in TABLES:
        path = Path(__file__).parent.parent / "golang" / f"test_{table}.py"
        spec = importlib.util.spec_from_file_location(f"tables_{table}", path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        for name, rows in vars(module).items():
            if name.isupper() and isinstance(rows, dict) and name not in WITHOUT_ANSWER:
                for key, row in rows.items():
                    if isinstance(row, tuple) and len(row) == 3 and not _open(row[2]):
                        yield f"{table}: {key}", *row


def _open(value: Any) -> bool:
    if isinstance(value, dict):
        return any(_open(part) for pair in value.items() for part in pair)
    return value is ... or (isinstance(value, list | tuple) and any(map(_open, value)))


def _as_json(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _as_json(item) for key, item in value.items()}
    return [_as_json(item) for item in value] if isinstance(value, list | tuple) else value


def _used(imports: list[str], text: str) -> str:
    names = {line: re.split(r'[/"]', line)[-2] for line in imports}
    return "\n".join(line for line in imports if re.search(rf"\b{names[line]}\.", text))


def test_the_tables_expect_what_go_gives(tmp_path: Path) -> None:
    rows = list(_rows())
    (tmp_path / "go.mod").write_text("module example.com/example\n\ngo 1.24\n")
    (tmp_path / "dump").mkdir()
    (tmp_path / "dump" / "dump.go").write_text(DUMP)
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "inner.go").write_text(
        "package inner\n\ntype Base struct{ N int }\n\nfunc (b Base) Double() int { return b.N * 2 }\n"
    )
    imports, calls = [], []
    for number, (_name, source, expression, _expected) in enumerate(rows):
        folder = tmp_path / f"row{number}"
        folder.mkdir()
        lines = source.removeprefix("package example").splitlines()
        own = [line for line in lines if re.fullmatch(r'import "[\w./]+"', line)]
        body = "\n".join(line for line in lines if line not in own)
        (folder / "source.go").write_text(f"package row{number}\n\n{_used(own, body)}\n{body}\n")
        (folder / "value.go").write_text(
            f"package row{number}\n\n{_used(own, expression)}\n\nfunc Value() any {{ return {expression} }}\n"
        )
        imports.append(f'\t"example.com/example/row{number}"\n')
        calls.append(f"\tshow({number}, row{number}.Value)\n")
    (tmp_path / "main.go").write_text(
        'package main\n\nimport (\n\t"encoding/json"\n\t"fmt"\n\t"reflect"\n\n\t"example.com/example/dump"\n'
        f"{''.join(imports)})\n\n"
        "func show(number int, value func() any) {\n"
        "\ttext, err := json.Marshal(dump.Value(reflect.ValueOf(value())))\n"
        "\tif err != nil {\n\t\tpanic(err)\n\t}\n\tfmt.Println(number, string(text))\n}\n\n"
        f"func main() {{\n{''.join(calls)}}}\n"
    )

    environment = {**os.environ, "GOPROXY": "off", "GOTOOLCHAIN": "local", "GOFLAGS": "-mod=mod", "GOWORK": "off"}
    done = subprocess.run([GO, "run", "."], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]

    answers = {
        int(number): json.loads(text) for number, _, text in (s.partition(" ") for s in done.stdout.splitlines())
    }
    different = {
        name: {"go": answers[number], "table": _as_json(expected)}
        for number, (name, _source, _expression, expected) in enumerate(rows)
        if answers[number] != _as_json(expected)
    }
    assert len(answers) == len(rows) > 300
    assert different == {}
