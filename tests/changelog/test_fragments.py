import time

import pytest

from release_check.changelog.fragments import waiting
from release_check.changelog.release_notes import notes_in
from release_check.changelog.titles import Filed
from release_check.model import Bump, Version


def read(files, version=None):
    contents = {path: text.encode() for path, text in files.items()}
    return waiting(list(contents), lambda paths: {path: contents[path] for path in paths}, version)


def rows(found):
    return [(entry.text, entry.place, set(entry.filed)) for entry in found.entries]


NOTE = "```release-note:deprecation\nresource/a: deprecated `x`\n```\n"


def test_release_notes_in_fenced_blocks_several_in_a_file():
    found = read({".changelog/12.txt": f"{NOTE}\n\n```release-note:bug\none\ntwo\n```\n"})
    assert rows(found) == [
        ("resource/a: deprecated `x`", ".changelog/12.txt:2", {Filed.DEPRECATIONS}),
        ("one", ".changelog/12.txt:7", {Filed.FIXES}),
        ("two", ".changelog/12.txt:8", {Filed.FIXES}),
    ]
    assert found.problems == ()


def test_line_ends_and_marks_make_no_difference():
    plain = read({".changelog/12.txt": NOTE})
    assert rows(read({".changelog/12.txt": "\ufeff" + NOTE.replace("\n", "\r\n")})) == rows(plain)


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("```release-note:enhacement\nx\n```\n", 1, "did you mean enhancement"),
        ("```release-note:breakingchange\nx\n```\n", 1, "did you mean breaking-change"),
        ("```release-note:ZZZ\nx\n```\n", 1, "it is one of"),
        ("\n```release_note:bug\nx\n```\n", 2, "opens no release note"),
        ("```release-note:bug\nx\n", 1, "never closed"),
        ("x\n", 1, "there is no block in it"),
    ],
)
def test_what_its_own_tool_would_not_read_is_told(text, line, what):
    (problem,) = read({".changelog/12.txt": text}).problems
    assert problem.line == line
    assert what in problem.what


def test_a_misspelt_type_is_filed_as_it_was_meant():
    assert read({".changelog/12.txt": "```release-note:breakingchange\nx\n```\n"}).entries[0].filed == {Filed.BREAKING}


SETTINGS = "changesDir: .changes\nunreleasedDir: next\nkinds:\n- {label: NOTES, auto: minor}\n- {label: BUG FIXES}\n"


def test_files_that_wait_for_changie_with_the_bump_they_declare():
    found = read({".changie.yaml": SETTINGS, ".changes/next/a.yaml": "kind: NOTES\nbody: '`x` is deprecated'\n"})
    assert rows(found) == [("`x` is deprecated", ".changes/next/a.yaml:2", {Filed.NOTES})]
    assert found.declared is Bump.MINOR


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("kind: NOTE\nbody: x\n", "did you mean NOTES"),
        ("body: x\n", "`kind` is missing"),
        ("kind: NOTES\n", "`body` is missing"),
        ("- x\n", "no YAML mapping"),
        ("kind: [\n", "no YAML mapping"),
    ],
)
def test_what_changie_would_not_read_is_told(text, what):
    (problem,) = read({".changie.yaml": SETTINGS, ".changes/next/a.yaml": text}).problems
    assert what in problem.what


def test_files_named_after_their_type():
    files = {".changes/v1.2.0/34-bug-fixes.md": "* one\n  more\n* two\n", ".changes/v1.1.0/33-features.md": "* old\n"}
    found = read(files, Version("1.2.0"))
    assert rows(found) == [
        ("one\nmore", ".changes/v1.2.0/34-bug-fixes.md:1", {Filed.FIXES}),
        ("two", ".changes/v1.2.0/34-bug-fixes.md:3", {Filed.FIXES}),
    ]


def test_a_pull_request_tells_in_the_same_blocks():
    assert [entry.line for entry in notes_in("the pull request", f"Some words.\n\n{NOTE}".encode()).entries] == [4]


def test_other_files_are_none():
    assert read({"README.md": NOTE, ".changes/unreleased/a.yaml": "kind: x\n", ".changelog/.gitkeep": ""}).files == ()


@pytest.mark.parametrize(
    "text",
    [
        "a: &a [x,x]\n" + "\n".join(f"b{n}: &b{n} [*a,*a]" for n in range(3)),
        "kind: &k [l,l]\nbody: " + "[" * 5_000,
        "\x00" * 100_000,
    ],
)
def test_hostile_fragments_cost_bounded_time(text):
    start = time.process_time()
    read({".changie.yaml": SETTINGS, ".changes/next/a.yaml": text, ".changelog/1.txt": text * 3})
    assert time.process_time() - start < 2


@pytest.mark.parametrize("opening", ["```release-note:bug", "```releasenote:bug", "```release-note: bug"])
def test_both_ways_to_open_a_note_that_its_tool_knows(opening):
    found = read({".changelog/12.txt": f"{opening}\nx\n```\n"})
    assert ([entry.text for entry in found.entries], found.problems) == (["x"], ())


@pytest.mark.parametrize(
    "opening", [" ```release-note:bug", "````release-note:bug", "```release-notes:bug", "~~~release-note:bug"]
)
def test_what_the_tool_would_pass_over_is_read_and_reported(opening):
    end = opening.strip().replace("release-notes:bug", "").replace("release-note:bug", "")
    found = read({".changelog/12.txt": f"{opening}\nx\n{end}\n"})
    assert [entry.text for entry in found.entries] == ["x"]
    assert "opens no release note" in found.problems[0].what
