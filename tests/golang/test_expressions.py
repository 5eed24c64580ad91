"""Expressions: literals, operators, conversions, indexing, elided types."""

from __future__ import annotations

from typing import Any

import pytest

LITERALS = {
    "decimal": ("", "42", 42),
    "with underscores": ("", "1_000_000", 1000000),
    "hexadecimal": ("", "0xFF", 255),
    "octal, new": ("", "0o17", 15),
    "octal, old": ("", "017", 15),
    "binary": ("", "0b1010", 10),
    "float": ("", "2.5", 2.5),
    "float without digits before the point": ("", ".5", 0.5),
    "float with exponent": ("", "1e3", 1000.0),
    "hexadecimal float": ("", "0x1p-2", 0.25),
    "string": ("", '"plain"', "plain"),
    "string with escapes": ("", r'"tab\tquote\"back\\slash\u00e9\x41\101"', 'tab\tquote"back\\slashéAA'),
    "string with a large code point": ("", r'"\U0001F600"', "😀"),
    "string with bytes that make one character": ("", r'"\xc3\xa9"', "é"),
    "raw string": ("", '`raw \\n "text"`', 'raw \\n "text"'),
    "raw string over lines": ("", "`one\n\ttwo`", "one\n\ttwo"),
    "carriage returns vanish from raw strings": ("", "`one\r\ntwo`", "one\ntwo"),
    "rune": ("", "'x'", 120),
    "rune that is a quote": ("", r"'\''", 39),
    "rune that is a double quote": ("", "'\"'", 34),
    "rune that is a backslash": ("", r"'\\'", 92),
    "rune by number": ("", r"'\u00e9'", 233),
    "true": ("", "true", True),
    "nil": ("var none map[string]int", "none", None),
}

OPERATORS = {
    "concatenation": ("", '"a" + "b" + `c`', "abc"),
    "concatenation of constants": ('const prefix = "example_"', 'prefix + "widget"', "example_widget"),
    "precedence": ("", "2 + 3*4", 14),
    "parentheses": ("", "(2 + 3) * 4", 20),
    "integer division": ("", "7 / 2", 3),
    "integer division goes towards zero": ("var a, b = -7, 2", "a / b", -3),
    "remainder has the sign of the left": ("var a, b = -7, 2", "a % b", -1),
    "float division": ("", "7 / 2.0", 3.5),
    "division of a float variable": ("var x float64 = 7", "x / 2", 3.5),
    "shift left": ("", "1 << 10", 1024),
    "shift right": ("", "1024 >> 3", 128),
    "and, or, xor, and not": ("", "[]int{6 & 3, 6 | 3, 6 ^ 3, 6 &^ 3}", [2, 7, 5, 4]),
    "minus": ("var n = 5", "-n", -5),
    "not": ("var yes = true", "!yes", False),
    "complement of a signed integer": ("var n = 5", "^n", -6),
    "complement of an unsigned integer": ("var n uint8 = 5", "^n", 250),
    "the largest int, the old way": ("const max = int(^uint(0) >> 1)", "max", 9223372036854775807),
    "comparison of numbers": ("", "[]bool{1 < 2, 2 <= 1, 2 > 1, 1 >= 2, 1 == 1, 1 != 1}", [True, False] * 3),
    "comparison of strings": ("", '[]bool{"a" < "b", "a" == "a", "a" != "a"}', [True, True, False]),
    "and stops at false": ("func boom() bool { panic(1) }", "false && boom()", False),
    "or stops at true": ("func boom() bool { panic(1) }", "true || boom()", True),
    "comparison with nil": (
        "var m map[string]int\nvar p *int\nvar f func()\nvar e error\nvar s = []int{}",
        "[]bool{m == nil, p == nil, f == nil, e == nil, s == nil}",
        [True, True, True, True, False],
    ),
    "comparison of pointers": (
        "type node struct{ n int }\nvar a = &node{1}\nvar b = a\nvar c = &node{1}",
        "[]bool{a == b, a == c}",
        [True, False],
    ),
    "comparison of structs": (
        "type pair struct{ a, b int }\nvar one = pair{1, 2}",
        "[]bool{one == pair{1, 2}, one == pair{2, 1}, one == pair{a: 1, b: 3}}",
        [True, False, False],
    ),
    "an unset field equals its zero": (
        "type pair struct{ a, b int }\nvar one = pair{a: 1}",
        "one == pair{a: 1, b: 0}",
        True,
    ),
    "an unset field differs from what is set": (
        "type pair struct{ a, b int }",
        "pair{a: 1} == pair{a: 1, b: 2}",
        False,
    ),
    "a number and a string in interfaces differ": ('var a, b any = 1, "1"', "a == b", False),
    "numbers of two types in interfaces differ": ("var a, b any = 1, int64(1)", "a == b", False),
}

CONVERSIONS = {
    "float to int": ("var x = 3.9", "int(x)", 3),
    "negative float to int": ("var x = -3.9", "int(x)", -3),
    "int to float": ("var n = 3", "float64(n)", 3.0),
    "int64": ("var n = 3", "int64(n)", 3),
    "rune to string": ("var r = 'é'", "string(r)", "é"),
    "bytes to string": ("", 'string([]byte("héllo"))', "héllo"),
    "string to bytes": ("", '[]byte("é")', [195, 169]),
    "string to runes": ("", '[]rune("é")', [233]),
    "runes to string": ("", "string([]rune{72, 105})", "Hi"),
    "string to a declared type and back": ('type kind string\nvar k = kind("a")', "string(k)", "a"),
    "a declared type in a slice": ('type kind string\nconst a kind = "a"', "[]string{string(a)}", ["a"]),
    "a slice type": ("type names []string", 'names([]string{"a"})', ["a"]),
    "a map keeps being the same map": (
        (
            """
type table map[string]int
var plain = map[string]int{}
var t = table(plain)
var _ = put()
func put() bool {
	t["a"] = 1
	return true
}
func size() int {
	put()
	return len(plain)
}
"""
        ),
        "size()",
        1,
    ),
    "to an interface and back": (
        (
            "type shape interface{ sides() int }\ntype square struct{ size int }\n"
            "func (s square) sides() int { return 4 }\nvar s = shape(square{2})"
        ),
        "[]int{s.sides(), s.(square).size}",
        [4, 2],
    ),
    "to the empty interface and back": (
        "type square struct{ size int }",
        "any(square{2}).(square).size",
        2,
    ),
    "a slice to the empty interface and back": ("", 'any([]string{"a"}).([]string)', ["a"]),
    "an unsigned number wraps": ("var n = 300", "uint8(n)", 44),
    "a constant passed as a float": ("func half(x float64) float64 { return x / 2 }", "half(3)", 1.5),
    "a constant in a field that is a float": (
        "type limits struct{ share float64 }\nvar l = limits{share: 3}",
        "l.share / 2",
        1.5,
    ),
    "a constant returned as a float": ("func three() float64 { return 3 }", "three() / 2", 1.5),
}

COMPOSITES = {
    "slice": ("", '[]string{"a", "b"}', ["a", "b"]),
    "slice with indices": ("", '[]string{2: "c", "d", 0: "a"}', ["a", "", "c", "d"]),
    "array with its length": ("", "[4]int{1, 2}", [1, 2, 0, 0]),
    "array with its length counted": ("", '[...]string{"a", "b"}', ["a", "b"]),
    "map": ("", 'map[string]int{"a": 1, "b": 2}', {"a": 1, "b": 2}),
    "map of integers": ("", 'map[int]string{1: "a"}', {1: "a"}),
    "map with computed keys": ('const k = "key"', 'map[string]int{k: 1, k + "_b": 2}', {"key": 1, "key_b": 2}),
    "struct by name": ("type pair struct{ a, b int }", "pair{b: 2, a: 1}", {"a": 1, "b": 2}),
    "struct by position": ("type pair struct{ a, b int }", "pair{1, 2}", {"a": 1, "b": 2}),
    "struct with unset fields": (
        """
type all struct {
	s string
	n int
	b bool
	f float64
	m map[string]int
	p *int
	e any
}
""",
        "all{n: 1}",
        {"s": "", "n": 1, "b": False, "f": 0.0, "m": None, "p": None, "e": None},
    ),
    "nested struct that is unset": (
        "type inner struct{ n int }\ntype outer struct{ in inner }",
        "outer{}.in.n",
        0,
    ),
    "elided struct in a slice": (
        "type pair struct{ a, b int }",
        "[]pair{{1, 2}, {a: 3}}",
        [{"a": 1, "b": 2}, {"a": 3, "b": 0}],
    ),
    "elided pointer in a map": ("type box struct{ n int }", 'map[string]*box{"a": {n: 1}}', {"a": {"n": 1}}),
    "elided pointer in a slice": ("type box struct{ n int }", "[]*box{{n: 1}, {}}", [{"n": 1}, {"n": 0}]),
    "elided slice in a map": ("", 'map[string][]int{"a": {1, 2}}', {"a": [1, 2]}),
    "elided map in a map": ("", 'map[string]map[string]int{"a": {"b": 1}}', {"a": {"b": 1}}),
    "elided three deep": (
        "type box struct{ n int }",
        'map[string][]map[string]*box{"a": {{"b": {n: 1}}}}',
        {"a": [{"b": {"n": 1}}]},
    ),
    "elided type behind an alias": ("type box = struct{ n int }", "[]box{{n: 1}}", [{"n": 1}]),
    "elided type behind a declared map": (
        "type box struct{ n int }\ntype boxes map[string]*box",
        'boxes{"a": {n: 1}}',
        {"a": {"n": 1}},
    ),
    "elided type behind a declared slice in a struct": (
        "type box struct{ n int }\ntype boxes []box\ntype shelf struct{ all boxes }",
        "shelf{all: boxes{{1}, {2}}}",
        {"all": [{"n": 1}, {"n": 2}]},
    ),
    "anonymous structs": (
        "",
        '[]struct {\n\tname string\n\tn int\n}{{"a", 1}, {name: "b"}}',
        [{"name": "a", "n": 1}, {"name": "b", "n": 0}],
    ),
    "address of a slice literal": ('var p = &[]string{"a"}', "(*p)[0]", "a"),
    "address of a map literal": ('var p = &map[string]int{"a": 1}', '(*p)["a"]', 1),
    "a struct as a key": (
        'type pair struct{ a, b int }\nvar m = map[pair]string{{1, 2}: "x"}',
        "m[pair{1, 2}]",
        # keys of several values are not worth what comparing them costs
        ...,
    ),
    "functions in a map": (
        'var makers = map[string]func(int) int{"double": func(n int) int { return n * 2 }}',
        'makers["double"](4)',
        8,
    ),
    "comments between elements": ("", "[]int{\n\t1, // one\n\t/* two */ 2,\n}", [1, 2]),
}

INDEXING = {
    "slice": ('var s = []string{"a", "b"}', "s[1]", "b"),
    "string": ('var s = "abc"', "s[1]", 98),
    "map": ('var m = map[string]int{"a": 1}', 'm["a"]', 1),
    "map without the key": ('var m = map[string]int{"a": 1}', 'm["b"]', 0),
    "map of strings without the key": ("var m = map[string]string{}", 'm["b"]', ""),
    "map of structs without the key": (
        "type box struct{ n int }\nvar m = map[string]box{}",
        'm["b"]',
        {"n": 0},
    ),
    "map of pointers without the key": ("var m = map[string]*int{}", 'm["b"]', None),
    # what a nil is a nil of is not kept
    "nil map": ("var m map[string]int", 'm["b"]', ...),
    "map of a declared key type": (
        'type kind string\nconst a kind = "a"\nvar m = map[kind]int{a: 1, "b": 2}',
        'm[a]*10 + m["b"]',
        12,
    ),
    "nested": ('var m = map[string][]map[string]int{"a": {{"b": 7}}}', 'm["a"][0]["b"]', 7),
    "slice of a slice": (
        "var s = []int{1, 2, 3, 4}",
        "[][]int{s[1:3], s[:2], s[2:], s[:]}",
        [[2, 3], [1, 2], [3, 4], [1, 2, 3, 4]],
    ),
    "slice of a string": ('var s = "example"', "[]string{s[2:], s[:2], s[1:3]}", ["ample", "ex", "xa"]),
    "slice of a string counts bytes": ('var s = "né!"', "s[3:]", "!"),
    "index of a string counts bytes": ('var s = "né!"', "s[3]", 33),
    "out of range costs the value": ("var s = []int{1}", "s[5]", ...),
    "nil pointer costs the value": ("type box struct{ n int }\nvar p *box", "p.n", ...),
    "length of a string counts bytes": ("", 'len("né")', 3),
    "length of nil": ("var s []int", "len(s)", 0),
    "length of a map": ("", 'len(map[string]int{"a": 1})', 1),
}

CALLS = {
    "with parameters": ("func add(a, b int) int { return a + b }", "add(2, 3)", 5),
    "variadic": ("func count(names ...string) int { return len(names) }", 'count("a", "b")', 2),
    "variadic, none given": ("func all(names ...string) []string { return names }", "all()", None),
    "variadic after another": (
        "func join(a string, rest ...string) string {\n\tfor _, r := range rest {\n\t\ta += r\n\t}\n\treturn a\n}",
        'join("a", "b", "c")',
        "abc",
    ),
    "a slice spread": ("func count(names ...string) int { return len(names) }", 'count([]string{"a", "b"}...)', 2),
    "several results passed on": (
        "func two() (int, int) { return 1, 2 }\nfunc add(a, b int) int { return a + b }",
        "add(two())",
        3,
    ),
    "named results": (
        "func split(n int) (a, b int) {\n\ta = n / 10\n\tb = n % 10\n\treturn\n}\nvar a, b = split(42)",
        "[]int{a, b}",
        [4, 2],
    ),
    "named results that stay unset": (
        "func none() (s string, m map[string]int) { return }\nvar s, m = none()",
        "[]any{s, m == nil}",
        ["", True],
    ),
    "recursion": ("func fact(n int) int {\n\tif n < 2 {\n\t\treturn 1\n\t}\n\treturn n * fact(n-1)\n}", "fact(5)", 120),
    "mutual recursion": (
        (
            """
func even(n int) bool {
	if n == 0 {
		return true
	}
	return odd(n - 1)
}
func odd(n int) bool {
	if n == 0 {
		return false
	}
	return even(n - 1)
}
"""
        ),
        "even(7)",
        False,
    ),
    "a literal called where it is written": ("", "func(n int) int { return n + 1 }(2)", 3),
    "a literal without parameters called where it is written": ("", 'func() string { return "a" }()', "a"),
    "a function as a value": ("func inc(n int) int { return n + 1 }\nvar f = inc", "f(1)", 2),
    "a function that makes functions": (
        "func adder(n int) func(int) int { return func(m int) int { return n + m } }",
        "adder(2)(3)",
        5,
    ),
    "unnamed and blank parameters": ("func third(_, _ int, n int) int { return n }", "third(1, 2, 3)", 3),
    "a call over several lines with a comma at its end": (
        "func add(a, b int) int { return a + b }",
        "add(\n\t1,\n\t2,\n)",
        3,
    ),
    "min and max": ("", "[]int{min(3, 1, 2), max(3, 1, 2)}", [1, 3]),
    "new": ("type box struct{ n int }", "new(box)", {"n": 0}),
    "new of a number": ("", "*new(int)", 0),
    "make of a map": ("", "make(map[string]int)", {}),
    "make of a slice": ("", "make([]int, 2, 5)", [0, 0]),
    "append": ("var s = []int{1}", "append(s, 2, 3)", [1, 2, 3]),
    "append leaves the shorter slice": ("var s = []int{1}\nvar t = append(s, 2)", "s", [1]),
    "append to nil": ("var s []int", "append(s, 1)", [1]),
    "append of nothing to nil": ("var s, t []int", "append(s, t...) == nil", True),
    "append of nothing to what is there": ("var s []int", "append([]int{}, s...) == nil", False),
    "append of a slice": ("", 'append([]string{"a"}, []string{"b", "c"}...)', ["a", "b", "c"]),
    "append of nil": ("var s []string", 'append([]string{"a"}, s...)', ["a"]),
}

CONSTANTS = {
    "iota": ("const (\n\ta = iota\n\tb\n\tc\n)", "[]int{a, b, c}", [0, 1, 2]),
    "iota with a gap": ("const (\n\ta = iota + 1\n\t_\n\tc\n)", "[]int{a, c}", [1, 3]),
    "iota in an expression": ("const (\n\ta = 1 << iota\n\tb\n\tc\n)", "a + b + c", 7),
    "iota counts specifications": ('const (\n\ta = "x"\n\tb = iota\n)', "b", 1),
    "iota begins anew": ("const (\n\ta = iota\n)\n\nconst (\n\tb = iota\n)", "[]int{a, b}", [0, 0]),
    "iota twice on a line": ("const (\n\ta, b = iota, iota * 10\n\tc, d\n)", "[]int{a, b, c, d}", [0, 0, 1, 10]),
    "iota of a declared type": ("type level int\n\nconst (\n\tlow level = iota\n\thigh\n)", "high", 1),
    "a repeated text": ('const (\n\ta = "x"\n\tb\n)', "b", "x"),
    "a constant of constants": ('const (\n\ta = "x"\n\tb = a + "y"\n)', "b", "xy"),
    "before its declaration": ("const a = b + 1\n\nconst b = 2", "a", 3),
    "within a function": ("func f() int {\n\tconst (\n\t\ta = iota\n\t\tb\n\t)\n\treturn b\n}", "f()", 1),
    "a local one hides": ("const n = 1\n\nfunc f() int {\n\tconst n = 2\n\treturn n\n}", "f() + n", 3),
}


@pytest.mark.parametrize(("source", "expression", "expected"), LITERALS.values(), ids=LITERALS)
def test_literals(holds: Any, source: str, expression: str, expected: Any) -> None:
    holds(source, expression, expected)


@pytest.mark.parametrize(("source", "expression", "expected"), OPERATORS.values(), ids=OPERATORS)
def test_operators(holds: Any, source: str, expression: str, expected: Any) -> None:
    holds(source, expression, expected)


@pytest.mark.parametrize(("source", "expression", "expected"), CONVERSIONS.values(), ids=CONVERSIONS)
def test_conversions(holds: Any, source: str, expression: str, expected: Any) -> None:
    holds(source, expression, expected)


@pytest.mark.parametrize(("source", "expression", "expected"), COMPOSITES.values(), ids=COMPOSITES)
def test_composite_literals(holds: Any, source: str, expression: str, expected: Any) -> None:
    holds(source, expression, expected)


@pytest.mark.parametrize(("source", "expression", "expected"), INDEXING.values(), ids=INDEXING)
def test_indexing(holds: Any, source: str, expression: str, expected: Any) -> None:
    holds(source, expression, expected)


@pytest.mark.parametrize(("source", "expression", "expected"), CALLS.values(), ids=CALLS)
def test_calls(holds: Any, source: str, expression: str, expected: Any) -> None:
    holds(source, expression, expected)


@pytest.mark.parametrize(("source", "expression", "expected"), CONSTANTS.values(), ids=CONSTANTS)
def test_constants(holds: Any, source: str, expression: str, expected: Any) -> None:
    holds(source, expression, expected)
