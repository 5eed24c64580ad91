"""Errors that an operation is tried again on, before and after."""

from __future__ import annotations

from typing import Any

import pytest

from release_check.snapshot.retries import dropped_retries

_RETRY = """
func create(d *schema.ResourceData, meta interface{{}}) error {{
	return retry.Retry(timeout, func() *retry.RetryError {{
		err := call(d)
		{body}
		return retry.NonRetryableError(err)
	}})
}}
"""


def _asking(condition: str) -> str:
    return _RETRY.format(body=f"if {condition} {{\n\t\t\treturn retry.RetryableError(err)\n\t\t}}")


BOTH = _asking('isCode(err, "Busy", "Slow")')
STEPS = {
    # before, after, codes that are dropped
    "the same": (BOTH, BOTH + "\n// more\n", []),
    "one code less": (BOTH, _asking('isCode(err, "Busy")'), ["Slow"]),
    "one code more": (_asking('isCode(err, "Busy")'), BOTH, []),
    "no retry any more": (BOTH, _RETRY.format(body=""), ["Busy", "Slow"]),
    "whatever the error": (BOTH, _RETRY.format(body="return retry.RetryableError(err)"), []),
    "in an init statement": (
        _RETRY.format(body='if ok := is(err, "Busy"); ok {\nreturn retry.RetryableError(err)\n}'),
        _RETRY.format(body=""),
        ["Busy"],
    ),
    "in conditions in each other": (
        _RETRY.format(body='if err != nil {\nif is(err, "Busy") {\nreturn retry.RetryableError(err)\n}\n}'),
        _RETRY.format(body="if err != nil {\nreturn retry.RetryableError(err)\n}"),
        [],
    ),
    "moved to a function beside": (BOTH, _asking("isBusy(err)") + '\nvar busy = []string{"Busy", "Slow"}\n', []),
    "the function is gone": (BOTH, "func other() {}\n", []),
    "what does not parse": (BOTH, "func create( {\n", []),
}


@pytest.mark.parametrize(("before", "after", "expected"), STEPS.values(), ids=STEPS)
def test_dropped_retries(make_tree: Any, before: str, after: str, expected: list[str]) -> None:
    trees = (make_tree({"example/a.go": f"package example\n{text}"}) for text in (before, after))
    found = dropped_retries(*trees)
    assert [code for one in found for code in one.codes] == expected
    assert all((one.function, one.source.file, one.source.line) == ("create", "example/a.go", 3) for one in found)


def test_a_code_that_another_file_of_the_folder_has_now_is_not_dropped(make_tree: Any) -> None:
    codes = 'package example\n\nvar codes = []string{"Slow"}\n'
    old = {"example/a.go": f"package example\n{BOTH}", "example/b.go": "package example\n"}
    asking = _asking('is(err, "Other", codes)')
    new = {"example/a.go": f"package example\n{asking}", "example/b.go": codes}
    (found,) = dropped_retries(make_tree(old), make_tree(new))
    assert found.codes == ("Busy",)


def test_only_changed_code_with_retries_is_read(make_tree: Any) -> None:
    old = {"a.go": f"package a\n{BOTH}", "b.go": "package a\n", "a_test.go": BOTH, "vendor/x/x.go": BOTH}
    new = {**old, "b.go": "package a\n\n", "a_test.go": "", "vendor/x/x.go": "package x\n"}
    before, after = make_tree(old), make_tree(new)
    assert dropped_retries(before, after) == ()
    assert (before.reads, after.reads) == (["b.go"], [])


@pytest.mark.parametrize("lacking", ["before", "after"])
def test_a_file_that_this_clone_lacks_tells_nothing(make_tree: Any, lacking: str) -> None:
    files = {"a.go": f"package a\n{BOTH}", "b.go": f"package a\n{BOTH}"}
    trees = {
        "before": make_tree(files),
        "after": make_tree({path: f"package a\n{_RETRY.format(body='')}" for path in files}),
    }
    del trees[lacking]._contents["a.go"]
    found = dropped_retries(trees["before"], trees["after"])
    assert {one.source.file for one in found} == {"b.go"}
