"""Files split into declarations, without a parser where gofmt was and with one where it was not."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from release_check.golang.declarations import split
from release_check.golang.parsing import parse_declarations

UNMENDED = {
    "a group on one line": "wrong: the grammar wants a line end or semicolon before the closing bracket, Go does not",
    "a variable that is indented": "wrong: only indented functions are seen as a sign that gofmt was not here",
    "a type that is indented": "wrong: as above",
    "a function literal at the beginning of a line": "wrong: func at column 0 within an expression splits it",
}


def summary(source: str | bytes) -> list[tuple[int, str, tuple[str, ...], str]]:
    """Line, kind, names and receiver of all; the row of a table may begin with a line break that does not count."""
    text = source if isinstance(source, bytes) else source.removeprefix("\n").encode()
    return [(d.line, d.kind, d.names, d.receiver) for d in split(text).declarations]


SPLIT = {
    "one of each": (
        """
package p

func f() {}

var v = 1

const c = 2

type t struct{}

func (x t) m() {}
""",
        [
            (3, "func", ("f",), ""),
            (5, "var", ("v",), ""),
            (7, "const", ("c",), ""),
            (9, "type", ("t",), ""),
            (11, "method", ("m",), "t"),
        ],
    ),
    "receivers of all forms": (
        """
package p

func (t) a() {}
func (*t) b() {}
func (x *t) c() {}
func (x t[K]) d() {}
func (x *t[K, V]) e() {}
""",
        [(3 + row, "method", (name,), "t") for row, name in enumerate("abcde")],
    ),
    "a function with type parameters": ("package p\n\nfunc f[T any](x T) T { return x }\n", [(3, "func", ("f",), "")]),
    "several names": ("package p\n\nvar a, b = 1, 2\n", [(3, "var", ("a", "b"), "")]),
    "a group": (
        """
package p

const (
	a = iota
	b

	// about c
	c, d = 1, 2
	e string = `x`
)
""",
        [(3, "const", ("a", "b", "c", "d", "e"), "")],
    ),
    "a group of types": (
        """
package p

type (
	a struct {
		x int
	}
	b = a
	c[T any] []T
	d func() int
)
""",
        [(3, "type", ("a", "b", "c", "d"), "")],
    ),
    "a group of values over lines": (
        """
package p

var (
	a = map[string]int{
		"x": 1,
	}
	b = f(
		1,
	)
)
""",
        [(3, "var", ("a", "b"), "")],
    ),
    "a group on one line": ("package p\n\nvar ( a = 1; b = 2 )\n", [(3, "var", ("a", "b"), "")]),
    "an empty group": ("package p\n\nvar ()\n\nvar a = 1\n", [(3, "var", (), ""), (5, "var", ("a",), "")]),
    "a bracket right behind the keyword": ("package p\n\nconst(\n\ta = 1\n)\n", [(3, "const", ("a",), "")]),
    "a raw string with keywords at column 0": (
        """
package p

var a = `
func no() {}
var nope = 1
import "x"
`

var b = 2
""",
        [(3, "var", ("a",), ""), (9, "var", ("b",), "")],
    ),
    "a raw string with a comment at column 0": (
        """
package p

var a = `
// no comment
/* none */
`

var b = 2
""",
        [(3, "var", ("a",), ""), (8, "var", ("b",), "")],
    ),
    "a raw string within a function": (
        """
package p

func f() string {
	return `
resource "x" "y" {
type = 1
var = 2
}
`
}

func g() {}
""",
        [(3, "func", ("f",), ""), (12, "func", ("g",), "")],
    ),
    "a raw string's lines that look like names of the group": (
        """
package p

var (
	a = `
	b = 1
	c string
`
	d = 2
)
""",
        [(3, "var", ("a", "d"), "")],
    ),
    "a block comment's lines that look like names of the group": (
        """
package p

var (
	/*
	b = 1
	*/
	d = 2
)
""",
        [(3, "var", ("d",), "")],
    ),
    "a back quote in a comment": (
        """
package p

// a ` alone
var a = 1

var b = `x`

func f() {}
""",
        [(4, "var", ("a",), ""), (6, "var", ("b",), ""), (8, "func", ("f",), "")],
    ),
    "a back quote in a rune and in a string": (
        """
package p

var a = '`'

var b = "`"

var c = `
var no = 1
`

func f() {}
""",
        [(3, "var", ("a",), ""), (5, "var", ("b",), ""), (7, "var", ("c",), ""), (11, "func", ("f",), "")],
    ),
    "a block comment with keywords at column 0": (
        """
package p

/*
func no() {}

var nope = 1
*/

var a = 1
""",
        [(9, "var", ("a",), "")],
    ),
    "a block comment within a function": (
        """
package p

func f() {
/*
var no = 1
*/
}

var a = 1
""",
        [(3, "func", ("f",), ""), (9, "var", ("a",), "")],
    ),
    "a comment opened within a string": (
        """
package p

var a = "/*"

func f() {}

var b = "*/"
""",
        [(3, "var", ("a",), ""), (5, "func", ("f",), ""), (7, "var", ("b",), "")],
    ),
    "line comments between": (
        """
package p

// about a
var a = 1
// about b
var b = 2
//go:embed x
var c string
""",
        [(4, "var", ("a",), ""), (6, "var", ("b",), ""), (8, "var", ("c",), "")],
    ),
    "a word that begins like a keyword": (
        """
package p

var typeName = 1

func funcs() {
	var x int
	_ = x
}
""",
        [(3, "var", ("typeName",), ""), (5, "func", ("funcs",), "")],
    ),
    "a label at column 0": (
        """
package p

func f() {
outer:
	for {
		break outer
	}
}

var a = 1
""",
        [(3, "func", ("f",), ""), (10, "var", ("a",), "")],
    ),
    "a label at column 0 that begins like a keyword": (
        """
package p

func f() {
variants:
	for {
		break variants
	}
}

var a = 1
""",
        [(3, "func", ("f",), ""), (10, "var", ("a",), "")],
    ),
    "Windows' line ends": (
        "package p\r\n\r\nfunc f() {\r\n}\r\n\r\nvar (\r\n\ta = 1\r\n\tb = 2\r\n)\r\n",
        [(3, "func", ("f",), ""), (6, "var", ("a", "b"), "")],
    ),
    "a byte order mark": ("\ufeffpackage p\n\nvar a = 1\n", [(3, "var", ("a",), "")]),
    "a byte order mark and Windows' line ends": ("\ufeffpackage p\r\n\r\nvar a = 1\r\n", [(3, "var", ("a",), "")]),
    "no line end at the end": ("package p\n\nvar a = 1", [(3, "var", ("a",), "")]),
    "nothing but a package clause": ("package p\n", []),
    "nothing at all": ("", []),
    "a function without a body": (
        """
package p

func f() int

func g() {}
""",
        [(3, "func", ("f",), ""), (5, "func", ("g",), "")],
    ),
    "a function that is indented": (
        "package p\n\n  func f() {\n}\n\nvar a = 1\n",
        [(3, "func", ("f",), ""), (6, "var", ("a",), "")],
    ),
    "a variable that is indented": (
        "package p\n\nfunc f() {}\n\n  var a = 1\n",
        [(3, "func", ("f",), ""), (5, "var", ("a",), "")],
    ),
    "a type that is indented": (
        """
package p

	type a struct{}

var b a
""",
        [(3, "type", ("a",), ""), (5, "var", ("b",), "")],
    ),
    "two on a line": ("package p\n\nvar a = 1; var b = 2\n", [(3, "var", ("a",), ""), (3, "var", ("b",), "")]),
    "a group that is not indented": (
        """
package p

var (
a = 1
b = 2
total = 3
)
""",
        [(3, "var", ("a", "b", "total"), "")],
    ),
    "a group of names that begin like keywords, not indented": (
        "package p\n\nvar (\ncount = 1\nfirst = 2\n)\n",
        [(3, "var", ("count", "first"), "")],
    ),
    "a group with one name indented by spaces": (
        "package p\n\nvar (\n\ta = 1\n    b = 2\n)\n",
        [(3, "var", ("a", "b"), "")],
    ),
    "two names on a line of a group": ("package p\n\nvar (\n\ta = 1; b = 2\n)\n", [(3, "var", ("a", "b"), "")]),
    "a keyword alone on its line": (
        """
package p

func
f() {}

var a = 1
""",
        [(3, "func", ("f",), ""), (6, "var", ("a",), "")],
    ),
    "a body that is not indented": (
        """
package p

func f() int {
x := 1
return x
}

var a = 1
""",
        [(3, "func", ("f",), ""), (8, "var", ("a",), "")],
    ),
    "a function literal at the beginning of a line": (
        "package p\n\nvar a =\nfunc() int { return 1 }\n\nvar b = 2\n",
        [(3, "var", ("a",), ""), (6, "var", ("b",), "")],
    ),
    "a name beyond ASCII": ("package p\n\nvar größe = 1\n", [(3, "var", ("größe",), "")]),
    "names beyond ASCII in a group": (
        """
package p

var (
	größe = 1
	b = 2
)
""",
        [(3, "var", ("größe", "b"), "")],
    ),
    "tabs behind the keyword": ("package p\n\nvar\ta\t= 1\n", [(3, "var", ("a",), "")]),
}


@pytest.mark.parametrize(("source", "expected"), SPLIT.values(), ids=SPLIT)
def test_declarations_with_their_lines_and_names(source: str, expected: Any) -> None:
    assert summary(source) == expected


HEADS = {
    # source: package, imports, constraint
    "one import": ('package p\n\nimport "a/b"\n', "p", [("", "a/b")], ""),
    "a group": (
        """
package p

import (
	"fmt"

	alias "a/b"
	. "a/dot"
	_ "a/blank"
)
""",
        "p",
        [("", "fmt"), ("alias", "a/b"), (".", "a/dot"), ("_", "a/blank")],
        "",
    ),
    "several imports": ('package p\n\nimport "a"\nimport b "c/d"\n', "p", [("", "a"), ("b", "c/d")], ""),
    "imports on one line": ('package p\n\nimport ("a"; x "b")\n', "p", [("", "a"), ("x", "b")], ""),
    "comments among imports": (
        """
package p

import (
	// "no/import"
	"a" // "nor/this"

	/* "nor/that" */
)
""",
        "p",
        [("", "a")],
        "",
    ),
    "nothing but blank imports": (
        """
package p

import (
	_ "a/b"
	_ "a/c"
)
""",
        "p",
        [("_", "a/b"), ("_", "a/c")],
        "",
    ),
    "an import among declarations' text": (
        """
package p

import "a"

var s = `
import "b"
`
""",
        "p",
        [("", "a")],
        "",
    ),
    "C": ('package p\n\n// #include <x.h>\nimport "C"\n', "p", [("", "C")], ""),
    "a build line": ("//go:build linux && !cgo\n\npackage p\n", "p", [], "linux && !cgo"),
    "a build line behind a licence": (
        """
// Licensed
// to all.

//go:build ignore
// +build ignore

package p
""",
        "p",
        [],
        "ignore",
    ),
    "the old build lines": (
        """
// +build linux,386 darwin
// +build !cgo

package p
""",
        "p",
        [],
        "((linux && 386) || (darwin)) && ((!cgo))",
    ),
    "a build line behind the clause": ("package p\n\n//go:build ignore\n\nvar a = 1\n", "p", [], ""),
    "a comment behind the clause": ('package p // import "example.com/p"\n\nvar a = 1\n', "p", [], ""),
    "a comment before the clause": ("// Package q is no name.\npackage p\n", "p", [], ""),
    "a block comment before the clause": ("/*\nA package in block form.\n*/\npackage p\n", "p", [], ""),
    "a block comment that looks like a package clause": ("/*\npackage q is no name\n*/\npackage p\n", "p", [], ""),
    "Windows' line ends": (
        '//go:build linux\r\n\r\npackage p\r\n\r\nimport (\r\n\t"a"\r\n)\r\n',
        "p",
        [("", "a")],
        "linux",
    ),
    "none": ("var a = 1\n", "", [], ""),
}


@pytest.mark.parametrize(("source", "package", "imports", "constraint"), HEADS.values(), ids=HEADS)
def test_what_stands_above_the_declarations(source: str, package: str, imports: Any, constraint: str) -> None:
    found = split(source.encode())

    assert (found.package, list(found.imports), found.constraint) == (package, imports, constraint)


def test_a_declarations_text_is_its_own_and_nothing_else() -> None:
    source = """
package p

// about f
func f() {
	// within
}

// about g
func g() {}
"""

    assert [d.text for d in split(source.encode()).declarations] == [b"func f() {\n\t// within\n}", b"func g() {}"]


def test_equal_declarations_have_equal_texts_wherever_they_stand() -> None:
    one = split(b"package p\n\nvar a = 1\n\nfunc f() {\n\tg()\n}\n").declarations
    two = split(b"package p\r\n\r\n// more\r\nfunc f() {\r\n\tg()\r\n}\r\n").declarations

    assert one[1].text == two[0].text


BROKEN = {
    # what of a broken file is still found
    "a function that does not end": (
        """
package p

var a = 1

func f() {

var b = 2
""",
        {"a", "b"},
    ),
    "a bracket too many": ("package p\n\nvar a = 1)\n\nvar b = 2\n", {"b"}),
    "a conflict's marks": (
        """
package p

var a = 1

<<<<<<< HEAD
var b = 2
=======
var b = 3
>>>>>>> other

var c = 4
""",
        {"a", "c"},
    ),
    "no package clause": ("var a = 1\n", {"a"}),
    "a keyword alone": ("package p\n\nvar a = 1\n\nfunc\n", {"a"}),
    "bytes that are no text": (b'package p\n\nvar a = "\xff\xfe"\n\nvar b = 2\n', {"a", "b"}),
    "bytes that are no text in a name": (b"package p\n\nvar \xff = 1\n\nvar b = 2\n", {"b"}),
    "a string that does not end": ('package p\n\nvar a = "x\n\nvar b = 2\n', {"b"}),
    "no Go at all": ("<html>\n<body>\n", set()),
    "zeros": (b"\0\0\0\0", set()),
}


@pytest.mark.parametrize(("source", "names"), BROKEN.values(), ids=BROKEN)
def test_a_broken_file_gives_what_can_be_found(source: str | bytes, names: set[str]) -> None:
    found = {name for _line, _kind, all_names, _receiver in summary(source) for name in all_names}

    assert names <= found


def test_a_broken_file_that_gofmt_has_not_seen_says_where() -> None:
    assert split(b"package p\n\n  func f( {\n}\n").broken_line == 3


# What holds for any file ----------------------------------------------------------------------------------------------

_KEYWORDS = """
break case chan const continue default defer else fallthrough for func go goto if import interface map package range
return select struct switch type var
"""
_NAMES = st.from_regex(r"[a-z][a-zA-Z0-9_]{0,8}", fullmatch=True).filter(lambda name: name not in _KEYWORDS.split())
_TEXTS = st.sampled_from(
    [
        "1",
        '"plain"',
        '"func (`"',
        "'`'",
        "`raw`",
        "`\nfunc no() {}\n`",
        "`\nvar x = 1\n// no\n\ttab = 1\n`",
        "`/*`",
        '"*/"',
        'map[string]int{\n\t\t"a": 1,\n\t}',
        "[]string{\n\t\t`\ntype t int\n`,\n\t}",
        "func(n int) int { return n }",
        "f(1,\n\t\t2)",
    ]
)
_COMMENTS = st.sampled_from(
    [
        "",
        "// plain\n",
        "//go:generate x\n",
        "// a ` here\n",
        "/* block */\n",
        "/*\nfunc no() {}\n*/\n",
        "/*\n`\n*/\n",
        '// "\n',
    ]
)


@st.composite
def _declarations(draw: st.DrawFn) -> str:
    name, text = draw(_NAMES), draw(_TEXTS)
    form = draw(st.integers(0, 7))
    if form == 0:
        return f"func {name}() any {{\n\treturn {text}\n}}\n"
    if form == 1:
        return f"func (x *{name}) m() {{\n\t_ = {text}\n}}\n"
    if form == 2:
        return f"var {name} = {text}\n"
    if form == 3:
        return f"var (\n\t{name} = {text}\n\n\t// more\n\t{name}2, {name}3 = 1, 2\n)\n"
    if form == 4:
        return f"const (\n\t{name} = iota\n\t{name}2\n)\n"
    if form == 5:
        return f'type {name} struct {{\n\ta, b int `json:"a"`\n}}\n'
    if form == 6:
        return f"type {name}[T any] []T\n"
    return f"func {name}[T any](x T) (y T) {{\nagain:\n\tfor {{\n\t\tbreak again\n\t}}\n\t_ = {text}\n\treturn x\n}}\n"


@given(st.lists(st.tuples(_COMMENTS, _declarations()), max_size=8), st.booleans(), st.booleans())
def test_the_declarations_of_a_file_parse_as_the_file_does(
    parts: list[tuple[str, str]], windows: bool, mark: bool
) -> None:
    """Row for row: each declaration's line is where its text stands in the file."""
    whole = 'package p\n\nimport "fmt"\n\n' + "\n".join(comment + text for comment, text in parts)
    source = ("\ufeff" if mark else "") + (whole.replace("\n", "\r\n") if windows else whole)

    apart = [
        tree
        for declaration in split(source.encode()).declarations
        for tree in parse_declarations(b"\n" * (declaration.line - 1) + declaration.text)
    ]

    assert tuple(apart) == parse_declarations(whole.encode())


@given(st.lists(st.tuples(_COMMENTS, _declarations()), max_size=8))
@example([("", "var (\n\ta = `\n\tno = 1\n`\n)\n")])
def test_the_names_of_a_file_are_those_that_its_trees_give(parts: list[tuple[str, str]]) -> None:
    whole = "package p\n\n" + "\n".join(comment + text for comment, text in parts)

    found = [name for _line, _kind, names, _receiver in summary(whole) for name in names]

    expected: list[str] = []
    for tree in parse_declarations(whole.encode()):
        if tree[0] == "funcdecl":
            expected.append(tree[2])
        else:
            for spec in tree[2]:
                expected.extend([spec[0]] if tree[0] == "typedecls" else spec[0])
    assert found == expected


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_no_bytes_make_it_fail(source: bytes) -> None:
    split(b"package p\n\n" + source)
    split(source)
