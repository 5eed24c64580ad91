"""Go text to our own tree."""

from __future__ import annotations

import contextlib
import marshal
import warnings
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from release_check.golang.parsing import GoSyntaxError, declaration_offsets, parse_declarations, parse_function


def expression(text: str) -> Any:
    """The tree of an expression, which stands in row 0."""
    return parse_declarations(f"var v = {text}".encode())[0][2][0][2][0]


def statement(text: str) -> Any:
    """The tree of the first statement of a function, which stands in row 0."""
    return parse_declarations(f"func f() {{ {text}\n}}".encode())[0][7][0]


_A, _B, _F, _T = ("id", 0, "a"), ("id", 0, "b"), ("id", 0, "f"), ("id", 0, "T")
_ONE, _TWO = ("lit", 0, 1), ("lit", 0, 2)

EXPRESSIONS = {
    "a": _A,
    "1": _ONE,
    "true": ("lit", 0, True),
    "nil": ("lit", 0, None),
    "(a)": _A,
    "a.b": ("sel", 0, _A, "b"),
    "a.b.c": ("sel", 0, ("sel", 0, _A, "b"), "c"),
    "f()": ("call", 0, _F, (), False),
    "f(a, 1)": ("call", 0, _F, (_A, _ONE), False),
    "f(a, b...)": ("call", 0, _F, (_A, _B), True),
    "f(\n\ta,\n)": ("call", 0, _F, (_A,), False),
    "a[1]": ("index", 0, _A, _ONE),
    "a[1:2]": ("slice", 0, _A, _ONE, _TWO),
    "a[:2]": ("slice", 0, _A, None, _TWO),
    "a[1:]": ("slice", 0, _A, _ONE, None),
    "a[:]": ("slice", 0, _A, None, None),
    "a.(T)": ("assert", 0, _A, _T),
    "a.(*T)": ("assert", 0, _A, ("star", 0, _T)),
    "!a": ("unary", 0, "!", _A),
    "-1": ("unary", 0, "-", _ONE),
    "&a": ("amp", 0, _A),
    "*a": ("star", 0, _A),
    "a + b": ("binary", 0, "+", _A, _B),
    "a &^ b": ("binary", 0, "&^", _A, _B),
    "T{}": ("comp", 0, _T, ()),
    "T{1}": ("comp", 0, _T, ((None, _ONE, 0),)),
    "T{a: 1}": ("comp", 0, _T, ((_A, _ONE, 0),)),
    "&T{}": ("amp", 0, ("comp", 0, _T, ())),
    "a.T{}": ("comp", 0, ("sel", 0, _A, "T"), ()),
    "[]T{{}}": ("comp", 0, ("slicet", 0, _T), ((None, ("comp", 0, None, ()), 0),)),
    "[]*T{}": ("comp", 0, ("slicet", 0, ("star", 0, _T)), ()),
    "[2]T{}": ("comp", 0, ("arrayt", 0, _TWO, _T), ()),
    "[...]T{}": ("comp", 0, ("arrayt", 0, None, _T), ()),
    "map[T]b{}": ("comp", 0, ("mapt", 0, _T, _B), ()),
    "map[T]b{\n\ta: 1,\n\t2: 1,\n}": ("comp", 0, ("mapt", 0, _T, _B), ((_A, _ONE, 1), (_TWO, _ONE, 2))),
    "func() { return }": ("func", 0, (), (), (("return", 0, ()),)),
    "func(a T) {}": ("lazyfunc", 0, b"func(a T) {}"),
    "[]T(a)": ("conv", 0, ("slicet", 0, _T), _A),
    "a[T, b]": ("inst", 0, _A, (_T, _B)),
}


@pytest.mark.parametrize(("text", "expected"), EXPRESSIONS.items(), ids=EXPRESSIONS)
def test_expressions(text: str, expected: Any) -> None:
    assert expression(text) == expected


_BLOCK = ("block", 0, ())

STATEMENTS = {
    "f()": ("expr", 0, ("call", 0, _F, (), False)),
    "a := 1": ("define", 0, ("a",), (_ONE,)),
    "a, b := 1, 2": ("define", 0, ("a", "b"), (_ONE, _TWO)),
    "a = 1": ("assign", 0, (_A,), "=", (_ONE,)),
    "a, b = b, a": ("assign", 0, (_A, _B), "=", (_B, _A)),
    "a += 1": ("assign", 0, (_A,), "+=", (_ONE,)),
    "a++": ("incdec", 0, _A, 1),
    "a--": ("incdec", 0, _A, -1),
    "var a T": ("vars", 0, ((("a",), _T, (), 0, 0),)),
    "var a, b T = 1, 2": ("vars", 0, ((("a", "b"), _T, (_ONE, _TWO), 0, 0),)),
    "const a = 1": ("consts", 0, ((("a",), None, (_ONE,), 0, 0),)),
    "type a = T": ("typedecls", 0, (("a", (), _T, True, 0),)),
    "type a T": ("typedecls", 0, (("a", (), _T, False, 0),)),
    "{}": _BLOCK,
    "if a {}": ("if", 0, None, _A, _BLOCK, None),
    "if a := 1; b {} else {}": ("if", 0, ("define", 0, ("a",), (_ONE,)), _B, _BLOCK, _BLOCK),
    "for {}": ("for", 0, None, None, None, _BLOCK),
    "for a {}": ("for", 0, None, _A, None, _BLOCK),
    "for a := 1; b; a++ {}": ("for", 0, ("define", 0, ("a",), (_ONE,)), _B, ("incdec", 0, _A, 1), _BLOCK),
    "for ;; {}": ("for", 0, None, None, None, _BLOCK),
    "for range a {}": ("range", 0, (), False, _A, _BLOCK),
    "for a, b := range f {}": ("range", 0, (_A, _B), True, _F, _BLOCK),
    "for a = range f {}": ("range", 0, (_A,), False, _F, _BLOCK),
    "switch a { case 1, 2: f(); default: }": (
        "switch",
        0,
        None,
        _A,
        (((_ONE, _TWO), (("expr", 0, ("call", 0, _F, (), False)),)), (None, ())),
    ),
    "switch { case a: fallthrough; case b: }": (
        "switch",
        0,
        None,
        None,
        (((_A,), (("fallthrough", 0),)), ((_B,), ())),
    ),
    "switch a := b.(type) { case nil, T: }": (
        "typeswitch",
        0,
        None,
        "a",
        _B,
        (((("id", 0, "nil"), _T), ()),),
    ),
    "return": ("return", 0, ()),
    "return a, 1": ("return", 0, (_A, _ONE)),
    "break": ("break", 0, None),
    "continue T": ("continue", 0, "T"),
    "goto T": ("goto", 0, "T"),
    "T: for {}": ("label", 0, "T", ("for", 0, None, None, None, _BLOCK)),
    "defer f(a)": ("defer", 0, ("call", 0, _F, (_A,), False)),
    "go f()": ("go", 0, ("call", 0, _F, (), False)),
    "select {}": ("select", 0, ()),
    "a <- 1": ("send", 0),
}


@pytest.mark.parametrize(("text", "expected"), STATEMENTS.items(), ids=STATEMENTS)
def test_statements(text: str, expected: Any) -> None:
    assert statement(text) == expected


TYPES = {
    "T": _T,
    "a.T": ("sel", 0, _A, "T"),
    "*T": ("star", 0, _T),
    "[]T": ("slicet", 0, _T),
    "[2]T": ("arrayt", 0, _TWO, _T),
    "map[a]T": ("mapt", 0, _A, _T),
    "chan T": ("chant", 0, _T),
    "func(a T) b": ("funct", 0, (("a", _T, False),), ((None, _B, False),)),
    "func(T, ...b)": ("funct", 0, ((None, _T, False), (None, _B, True)), ()),
    "struct{}": ("structt", 0, ()),
    "struct { a, b T }": ("structt", 0, (("a", _T, False), ("b", _T, False))),
    'struct { a T `json:"a"` }': ("structt", 0, (("a", _T, False),)),
    "struct { T }": ("structt", 0, (("T", _T, True),)),
    "struct { *T }": ("structt", 0, (("T", ("star", 0, _T), True),)),
    "struct { a.T }": ("structt", 0, (("T", ("sel", 0, _A, "T"), True),)),
    "struct { T[a] }": ("structt", 0, (("T", ("inst", 0, _T, (_A,)), True),)),
    "interface{}": ("ifacet", 0, (), ()),
    "interface { f(a T) b; T }": ("ifacet", 0, ("f",), (_T,)),
    "T[a, b]": ("inst", 0, _T, (_A, _B)),
}


@pytest.mark.parametrize(("text", "expected"), TYPES.items(), ids=TYPES)
def test_types(text: str, expected: Any) -> None:
    tree = parse_declarations(f"var v {text}".encode())[0]

    assert tree[2][0][1] == expected


DECLARATIONS = {
    "func f() {}": ("funcdecl", 0, "f", None, (), (), (), ()),
    "func f()": ("funcdecl", 0, "f", None, (), (), (), None),
    "func (a *T) f() b { return 1 }": (
        "funcdecl",
        0,
        "f",
        ("a", ("star", 0, _T), False),
        (),
        (),
        ((None, _B, False),),
        (("return", 0, (_ONE,)),),
    ),
    "func (T) f() {}": ("funcdecl", 0, "f", (None, _T, False), (), (), (), ()),
    "func f[T any, a interface{ b }](b T) {}": ("funcdecl", 0, "f", None, ("T", "a"), (("b", _T, False),), (), ()),
    "func f(a, b T, rest ...T) (x T, y b) { }": (
        "funcdecl",
        0,
        "f",
        None,
        (),
        (("a", _T, False), ("b", _T, False), ("rest", _T, True)),
        (("x", _T, False), ("y", _B, False)),
        (),
    ),
    "var a, b = 1, 2": ("vars", 0, ((("a", "b"), None, (_ONE, _TWO), 0, 0),)),
    "var (\n\ta = 1\n\n\t// about b\n\tb T\n)": ("vars", 0, ((("a",), None, (_ONE,), 0, 1), (("b",), _T, (), 1, 4))),
    "const (\n\ta = iota\n\tb\n)": (
        "consts",
        0,
        ((("a",), None, (("iota", 1),), 0, 1), (("b",), None, (("iota", 1),), 1, 2)),
    ),
    "const (\n\ta T = 1\n\tb\n)": ("consts", 0, ((("a",), _T, (_ONE,), 0, 1), (("b",), _T, (_ONE,), 1, 2))),
    "type (\n\ta T\n\tb = T\n)": ("typedecls", 0, (("a", (), _T, False, 1), ("b", (), _T, True, 2))),
    "type a[T any] []T": ("typedecls", 0, (("a", ("T",), ("slicet", 0, _T), False, 0),)),
}


@pytest.mark.parametrize(("text", "expected"), DECLARATIONS.items(), ids=DECLARATIONS)
def test_declarations(text: str, expected: Any) -> None:
    assert parse_declarations(text.encode()) == (expected,)


COMMENTED = {
    "before an argument": ("f(/* x */ a)", "f(a)"),
    "behind an argument": ("f(a /* x */, b)", "f(a, b)"),
    "in a selector": ("a. /* x */ b", "a.b"),
    "between operands": ("a + /* x */ b", "a + b"),
    "in an index": ("a[ /* x */ 1]", "a[1]"),
    "in a slice": ("a[ /* x */ 1 : /* y */ 2]", "a[1:2]"),
    "before a key": ("T{ /* x */ a: 1}", "T{a: 1}"),
    "before a value": ("T{a: /* x */ 1}", "T{a: 1}"),
    "at the end of elements": ("T{a: 1, /* x */}", "T{a: 1}"),
    "behind a sign": ("! /* x */ a", "!a"),
    "in brackets": ("( /* x */ a /* y */ )", "(a)"),
    "in an assertion": ("a.( /* x */ T)", "a.(T)"),
    "in a type": ("[] /* x */ T{}", "[]T{}"),
    "in a map type": ("map[ /* x */ T] /* y */ b{}", "map[T]b{}"),
    "in a type with arguments": ("a[ /* x */ T, b]", "a[T, b]"),
    "before a call's brackets": ("f /* x */ (a)", "f(a)"),
    "that holds a quote": ('f(/* " ` */ a)', "f(a)"),
}


@pytest.mark.parametrize(("text", "plain"), COMMENTED.values(), ids=COMMENTED)
def test_comments_change_nothing(text: str, plain: str) -> None:
    assert expression(text) == expression(plain)


def test_what_looks_like_a_comment_in_a_text_stays() -> None:
    assert expression("f(\"// a\", `/* b */`, '/')") == (
        "call",
        0,
        _F,
        (("lit", 0, "// a"), ("lit", 0, "/* b */"), ("lit", 0, 47)),
        False,
    )


def test_rows_count_from_the_declaration() -> None:
    (tree,) = parse_declarations(b"func f() {\n\ta := 1\n\n\t// why\n\treturn g(\n\t\ta,\n\t)\n}")

    assert [node[1] for node in tree[7]] == [1, 4]
    assert tree[7][1][2][0][:2] == ("call", 4)


def test_a_whole_file_gives_all_declarations_but_imports() -> None:
    source = b'package p\n\nimport "a"\n\nvar a = 1\n\nfunc f() {}\n\ntype t int\n'

    assert [tree[0] for tree in parse_declarations(source)] == ["vars", "funcdecl", "typedecls"]


def test_a_function_literal_that_waited() -> None:
    assert parse_function(b"func(a T) b {\n\treturn a\n}") == (
        "func",
        0,
        (("a", _T, False),),
        ((None, _B, False),),
        (("return", 1, (_A,)),),
    )


def test_trees_hold_nothing_of_the_parser() -> None:
    """So that a store may keep them."""
    source = "\n\n".join(DECLARATIONS) + "\n\nfunc all() {\n" + "\n".join(STATEMENTS) + "\n}\n"

    trees = parse_declarations(source.encode())

    assert marshal.loads(marshal.dumps(trees)) == trees  # noqa: S302


BROKEN = {
    "func f( {": 0,
    "func f() {\n\tx := \n}": 1,
    "var a = 1\n\nvar b = (": 2,
    "var a = @": 0,
    "func f() {\n\n\n": None,
    "}": 0,
}


@pytest.mark.parametrize(("text", "row"), BROKEN.items(), ids=map(repr, BROKEN))
def test_what_is_no_go_says_where(text: str, row: int | None) -> None:
    with pytest.raises(GoSyntaxError) as caught:
        parse_declarations(text.encode())

    assert row is None or caught.value.row == row


@pytest.mark.parametrize("text", ["func(", "1 +", "func(a int) {", "", "}"])
def test_a_function_literal_that_is_none(text: str) -> None:
    with pytest.raises(GoSyntaxError):
        parse_function(text.encode())


def test_where_the_declarations_of_a_file_stand() -> None:
    source = b'package p; import "a"\n  func f() {}; var x = 1\n// no\n'

    assert [source[start:end] for start, end in declaration_offsets(source)] == [
        b'import "a"',
        b"func f() {}",
        b"var x = 1",
    ]


# Texts ----------------------------------------------------------------------------------------------------------------

_ESCAPES = {
    "\\": "\\\\",
    '"': '\\"',
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
    "\0": "\\x00",
    "\x7f": "\\x7f",
    "\a": "\\a",
}


def _quoted(text: str) -> str:
    return '"' + "".join(_ESCAPES.get(c, c) for c in text) + '"'


_TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\ufeff\0"))


@given(_TEXT)
def test_any_text_comes_back_from_its_literal(text: str) -> None:
    assert expression(_quoted(text)) == ("lit", 0, text)


@given(_TEXT)
def test_any_text_comes_back_from_its_code_points(text: str) -> None:
    assert expression('"' + "".join(f"\\U{ord(c):08x}" for c in text) + '"') == ("lit", 0, text)


@given(_TEXT.filter(lambda text: "`" not in text))
def test_any_text_comes_back_from_a_raw_literal(text: str) -> None:
    assert expression(f"`{text}`") == ("lit", 0, text.replace("\r", ""))


@given(st.characters(exclude_categories=["Cs"], exclude_characters="\ufeff\0\n\r'\\"))
def test_any_rune_comes_back_from_its_literal(rune: str) -> None:
    assert expression(f"'{rune}'") == ("lit", 0, ord(rune))


@given(st.integers(min_value=0), st.sampled_from(["{}", "{:#x}", "{:#b}", "{:#o}", "{:_}"]))
def test_any_integer_comes_back_from_its_literal(number: int, form: str) -> None:
    assert expression(form.format(number)) == ("lit", 0, number)


@given(st.floats(min_value=0, allow_nan=False, allow_infinity=False).map(float))
def test_any_float_comes_back_from_its_literal(number: float) -> None:
    text = repr(number)

    assert expression(text) == ("lit", 0, number)


LITERALS = {
    "an escaped line end in a raw byte": (r'"\xe2\x82\xac"', "€"),
    "octal": (r'"\101"', "A"),
    "all short escapes": (r'"\a\b\f\n\r\t\v\\\""', '\a\b\f\n\r\t\v\\"'),
    "what Python alone would read": (r'"{x} %s"', "{x} %s"),
}


@pytest.mark.parametrize(("text", "expected"), LITERALS.values(), ids=LITERALS)
def test_escapes(text: str, expected: str) -> None:
    assert expression(text) == ("lit", 0, expected)


NO_ESCAPES = {
    "a letter": r'"\d"',
    "a digit": r'"\8"',
    "a name": r'"\N{BULLET}"',
    "a single quote": r'"\'"',
    "a short code": r'"\u12"',
    "half a surrogate pair": r'"\uD800"',
    "a code beyond Unicode": r'"\U00110000"',
}


@pytest.mark.parametrize("text", NO_ESCAPES.values(), ids=NO_ESCAPES)
def test_an_escape_that_go_does_not_have_is_no_crash_and_no_warning(text: str) -> None:
    with warnings.catch_warnings(record=True) as warned, contextlib.suppress(GoSyntaxError):
        warnings.simplefilter("always")
        assert isinstance(expression(text)[2], str)
    assert not warned


@given(st.binary(max_size=100))
def test_any_bytes_parse_or_are_refused(text: bytes) -> None:
    for source in (text, b"var a = " + text, b"func f() { " + text + b"\n}"):
        with contextlib.suppress(GoSyntaxError):
            parse_declarations(source)
