"""Which files are compiled for linux on amd64: names and build lines."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from release_check.golang.constraints import belongs

NAMES = {
    "widget.go": True,
    "widget_resource.go": True,
    "widget_linux.go": True,
    "widget_amd64.go": True,
    "widget_linux_amd64.go": True,
    "widget_unix.go": True,  # unix is a tag and no suffix
    "linux.go": True,  # a name that is nothing but a system is no suffix
    "windows.go": True,
    "widget_windows.go": False,
    "resource_widget_windows.go": False,
    "widget_darwin.go": False,
    "widget_arm64.go": False,
    "widget_386.go": False,
    "widget_wasm.go": False,
    "widget_linux_arm64.go": False,
    "widget_windows_amd64.go": False,
    "widget_plan9.go": False,
    "widget_js_wasm.go": False,
    "widget_test.go": False,
    "widget_linux_test.go": False,
    "widget_windows_test.go": False,
    "resource_windows_function_app.go": True,  # only the last words count
    "resource_android_app.go": True,
    "windows_amd64.go": True,  # what stands before the first underscore never counts
    "amd64_windows.go": False,
    "data_source_test_case.go": True,
}


@pytest.mark.parametrize(("name", "expected"), NAMES.items(), ids=NAMES)
def test_file_names(name: str, expected: bool) -> None:
    assert belongs(name, "") is expected


LINES = {
    "linux": True,
    "windows": False,
    "!windows": True,
    "!linux": False,
    "amd64": True,
    "arm64": False,
    "unix": True,
    "cgo": True,
    "gc": True,
    "gccgo": False,
    "ignore": False,
    "tools": False,
    "!tools": True,
    "acceptance": False,
    "go1.18": True,
    "go1.99": True,
    "!go1.18": False,
    "linux && amd64": True,
    "linux && arm64": False,
    "windows || linux": True,
    "windows || darwin": False,
    "windows || linux && amd64": True,
    "linux || windows && arm64": True,
    "(linux || windows) && arm64": False,
    "!(windows || darwin)": True,
    "!(linux && amd64)": False,
    "(((linux)))": True,
    "linux&&!windows||ignore": True,
    "": True,
}


@pytest.mark.parametrize(("line", "expected"), LINES.items(), ids=LINES)
def test_build_lines(line: str, expected: bool) -> None:
    assert belongs("widget.go", line) is expected


def test_name_and_line_must_both_allow_it() -> None:
    assert not belongs("widget_windows.go", "linux")
    assert not belongs("widget_linux.go", "windows")


@pytest.mark.parametrize("line", ["(", ")", "&&", "||", "!", "linux &&", "(linux", "linux)", "? what", "😀", "((((("])
def test_a_line_that_is_none_is_no_crash(line: str) -> None:
    assert belongs("widget.go", line) in (True, False)


class _Line(NamedTuple):
    text: str
    value: bool


_TAGS = st.sampled_from([_Line("linux", True), _Line("windows", False), _Line("amd64", True), _Line("ignore", False)])


def _combined(lines: st.SearchStrategy[_Line]) -> st.SearchStrategy[_Line]:
    def both(pair: tuple[_Line, _Line]) -> _Line:
        return _Line(f"({pair[0].text}) && ({pair[1].text})", pair[0].value and pair[1].value)

    def either(pair: tuple[_Line, _Line]) -> _Line:
        return _Line(f"({pair[0].text}) || ({pair[1].text})", pair[0].value or pair[1].value)

    def negated(line: _Line) -> _Line:
        return _Line(f"!({line.text})", not line.value)

    return st.tuples(lines, lines).map(both) | st.tuples(lines, lines).map(either) | lines.map(negated)


@given(st.recursive(_TAGS, _combined, max_leaves=12))
def test_any_build_line_is_its_logic(line: Any) -> None:
    assert belongs("widget.go", line.text) is line.value


_OR = st.lists(st.lists(_TAGS, min_size=1, max_size=3), min_size=1, max_size=4)


@given(_OR)
def test_and_binds_closer_than_or(groups: list[list[_Line]]) -> None:
    text = " || ".join(" && ".join(tag.text for tag in group) for group in groups)

    assert belongs("widget.go", text) is any(all(tag.value for tag in group) for group in groups)


def test_files_that_do_not_belong_give_no_declarations(evaluator: Any, to_plain: Any) -> None:
    ev = evaluator(
        {
            "a.go": "package example\n\nvar V = which\n",
            "which_windows.go": 'package example\n\nvar which = "windows"\n',
            "which_unix.go": '//go:build unix\n\npackage example\n\nvar which = "unix"\n',
            "which_old.go": '// +build ignore\n\npackage example\n\nvar which = "ignored"\n',
            "a_generator.go": '//go:build ignore\n\npackage main\n\nvar which = "generator"\n',
        }
    )

    assert to_plain(ev, ev.member("example.com/example", "V")) == "unix"
