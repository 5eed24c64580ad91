"""What is not settled is carried as unknown, with the place and the construct, and costs no more than it must."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest

from release_check.golang.interpreter import selection
from release_check.golang.values import External, ExternalCall, ExternalElement, ExternalField, Place, Unknown

UNMENDED = {
    "a nil pointer that is loaded": "place: `*p` reports the line of the declaration, since names carry row 0",
}

_IMPORT = """
import "example.org/mod/outside"
"""

PLACES = {
    # source, expression; line in example.go, construct
    "an outside variable": (_IMPORT + "\nvar v = outside.Name\n", "v", 5, "outside.Name"),
    "an outside call": (_IMPORT + '\nvar v = outside.Make("a")\n', "v", 5, "outside.Make(…)"),
    "a field of an outside call": (_IMPORT + "\nvar v = outside.Make().Field\n", "v", 5, "outside.Make(…).Field"),
    "a method of an outside variable": (_IMPORT + "\nvar v = outside.Client.Get(1)\n", "v", 5, "outside.Client.Get(…)"),
    "an element of an outside variable": (_IMPORT + '\nvar v = outside.All["a"]\n', "v", 5, "outside.All[…]"),
    "in a function": (
        _IMPORT
        + """
func v() any {
	x := 1
	_ = x
	return outside.Name
}
""",
        "v()",
        8,
        "outside.Name",
    ),
    "in a literal over lines": (
        _IMPORT
        + """
func v() map[string]any {
	return map[string]any{
		"a": 1,
		"b": outside.Name,
	}
}
""",
        'v()["b"]',
        8,
        "outside.Name",
    ),
    "in a function literal with parameters": (
        _IMPORT
        + """
var f = func(n int) any {
	if n > 0 {
		return outside.Name
	}
	return nil
}
""",
        "f(1)",
        7,
        "outside.Name",
    ),
    "in a group": (_IMPORT + "\nvar (\n\ta = 1\n\tv = outside.Name\n)\n", "v", 7, "outside.Name"),
    "a sum": (_IMPORT + '\nvar v = "a" +\n\toutside.Name\n', "v", 5, "+ with outside.Name"),
    "a comparison": (_IMPORT + "\nvar v = outside.N == 1\n", "v", 5, "comparison with outside.N"),
    "an undefined name": ("\nvar v = nowhere\n", "v", 3, "undefined name nowhere"),
    "a nil pointer": (
        """
type box struct{ n int }

func v() int {
	var b *box
	return b.n
}
""",
        "v()",
        7,
        "nil dereference at .n",
    ),
    "a nil pointer that is loaded": ("\nfunc v() int {\n\tvar p *int\n\treturn *p\n}\n", "v()", 5, "nil dereference"),
    "a nil map that is set": (
        """
func v() int {
	var m map[string]int
	m["a"] = 1
	return 1
}
""",
        "v()",
        5,
        "assignment to an entry of a nil map",
    ),
    "a nil function": ("\nfunc v() int {\n\tvar f func() int\n\treturn f()\n}\n", "v()", 5, "call of a nil function"),
    "an index out of range": ("\nfunc v() int {\n\ts := []int{}\n\treturn s[0]\n}\n", "v()", 5, "index out of range"),
    "a panic": ('\nfunc v() int {\n\tpanic("no")\n}\n', "v()", 4, "panic"),
    "an assertion that fails": (
        """
func v() int {
	var x any = 1.5
	return x.(int)
}
""",
        "v()",
        5,
        "type assertion fails",
    ),
    "a complex number": ("\nvar v = 1i\n", "v", 3, "imaginary_literal"),
    "a function without a body": ("\nfunc v() int\n", "v()", 3, "v has no body"),
}


@pytest.mark.parametrize(("source", "expression", "line", "construct"), PLACES.values(), ids=PLACES)
def test_unknown_says_where_and_why(value: Any, source: str, expression: str, line: int, construct: str) -> None:
    found = value("package example\n" + source, expression)

    assert isinstance(found, Unknown)
    assert (found.construct, found.file, found.line) == (construct, "example.go", line)


def test_unknown_keeps_its_place_through_calls_and_files(evaluator: Any) -> None:
    ev = evaluator(
        {
            "a.go": """
package example

import "example.com/example/deep"

var V = wrap(deep.Make())

func wrap(v any) any { return v }
""",
            "deep/deep.go": """
package deep

import "example.org/mod/outside"

func Make() any {
	return outside.Secret
}
""",
        }
    )

    found = ev.member("example.com/example", "V")

    assert (found.construct, found.file, found.line) == ("outside.Secret", "deep/deep.go", 7)


def test_what_lies_outside_is_kept_as_the_expression_that_names_it(value: Any) -> None:
    found = value("package example\n" + _IMPORT + '\nvar v = outside.Make("a", 1).With(true)[2]\n', "v")

    assert isinstance(found, ExternalElement)
    assert found.index == 2
    called = found.of
    assert isinstance(called, ExternalCall)
    assert called.arguments == [True]
    method = called.function
    assert isinstance(method, ExternalField)
    assert method.name == "With"
    made = method.of
    assert isinstance(made, ExternalCall)
    assert made.arguments == ["a", 1]
    assert isinstance(made.function, External)
    assert (made.function.path, made.function.name) == ("example.org/mod/outside", "Make")


FIELD = """
import "example.org/mod/outside"

type item struct {
	good, bad, after any
}

type box struct{ n int }

var nothing *box

func boom() any { panic("at construction") }

func forever() any {
	for {
	}
}

func deeper(n int) any { return deeper(n + 1) }

func half() any {
	deeper(0)
	return 1
}

func fine() any {
	n := 0
	for i := 0; i < 10; i++ {
		n++
	}
	return n
}
"""

COSTLY = {
    "unknown": "outside.Name",
    "an unknown call": "outside.Make()",
    "a panic": "boom()",
    "a nil pointer": "nothing.n",
    "an undefined name": "nowhere",
    "an endless loop": "forever()",
    "endless calls": "deeper(0)",
    "endless calls below": "half()",
}


@pytest.mark.parametrize("costly", COSTLY.values(), ids=[f"{name} in a field" for name in COSTLY])
def test_what_fails_costs_one_field(evaluate: Any, costly: str) -> None:
    found = evaluate(FIELD, f"item{{good: 1, bad: {costly}, after: fine()}}", steps=2000)

    assert found == {"good": 1, "bad": ..., "after": 10}


@pytest.mark.parametrize("costly", COSTLY.values(), ids=[f"{name} in a map" for name in COSTLY])
def test_what_fails_costs_one_entry(evaluate: Any, costly: str) -> None:
    found = evaluate(FIELD, f'map[string]any{{"good": 1, "bad": {costly}, "after": fine()}}', steps=2000)

    assert found == {"good": 1, "bad": ..., "after": 10}


@pytest.mark.parametrize("costly", COSTLY.values(), ids=[f"{name} in a slice" for name in COSTLY])
def test_what_fails_costs_one_element(evaluate: Any, costly: str) -> None:
    assert evaluate(FIELD, f"[]any{{1, {costly}, fine()}}", steps=2000) == [1, ..., 10]


@pytest.mark.parametrize("costly", COSTLY.values(), ids=[f"{name} in a variable" for name in COSTLY])
def test_what_fails_costs_one_variable(evaluator: Any, to_plain: Any, costly: str) -> None:
    source = f"package example\n{FIELD}\nvar (\n\tbad   = {costly}\n\tafter = fine()\n)\n"
    ev = evaluator({"example.go": source}, steps=2000)

    assert to_plain(ev, ev.member("example.com/example", "bad")) is ...
    assert to_plain(ev, ev.member("example.com/example", "after")) == 10


def test_an_init_that_panics_costs_itself_alone(evaluator: Any, to_plain: Any) -> None:
    ev = evaluator(
        {
            "a.go": """
package example

var all = map[string]int{}

func init() {
	all["a"] = 1
	panic("no")
}
""",
            "b.go": 'package example\n\nfunc init() { all["b"] = 2 }\n',
        }
    )

    ev.run_inits("example.com/example")

    assert to_plain(ev, ev.member("example.com/example", "all")) == {"a": 1, "b": 2}


SELF = {
    "a variable of itself": ("var a = a + 1", "a", ...),
    "two of each other": ("var a = b + 1\n\nvar b = a + 1", "a", ...),
    "through a function": ("var a = get()\n\nfunc get() int { return a + 1 }", "a", ...),
    "beside one that is fine": ("var a, b = a + 1, 2", "b", 2),
    "a function that names itself is none": (
        """
var f = func(n int) int {
	if n == 0 {
		return 0
	}
	return g(n - 1)
}

func g(n int) int { return f(n) }
""",
        "f(3)",
        0,
    ),
    "a type of itself is none": ("type node struct{ next *node }", "node{next: &node{}}.next.next == nil", True),
    "a type that is nothing but itself": ("type a b\n\ntype b a\n\nvar v a", "v", ...),
}


@pytest.mark.parametrize(("source", "expression", "expected"), SELF.values(), ids=SELF)
def test_what_depends_on_itself(evaluate: Any, source: str, expression: str, expected: Any) -> None:
    assert evaluate(source, expression) == expected


def test_deep_recursion_that_ends_is_followed_as_far_as_goes(evaluate: Any) -> None:
    source = "func down(n int) int {\n\tif n == 0 {\n\t\treturn 7\n\t}\n\treturn down(n - 1)\n}"

    assert evaluate(source, "[]any{down(100), down(100000)}") == [7, ...]


HOSTILE = {
    "brackets": "(" * 200000 + "1" + ")" * 200000,
    "a sum": "1" + " + 1" * 200000,
    "literals": "[]any{" * 20000 + "}" * 20000,
    "calls": "fine(" * 20000 + ")" * 20000,
    "signs": "- " * 200000 + "1",
    "pointers": "*" * 200000 + "nothing",
    "functions": "func() any { return " * 10000 + "1" + " }" * 10000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=[f"{name} without end" for name in HOSTILE])
def test_source_nested_beyond_sense_is_unknown_and_no_crash(evaluate: Any, text: str) -> None:
    """What a pull request may hold."""
    found = None
    # the traceback of a RecursionError alone would take pytest many seconds
    with contextlib.suppress(RecursionError):
        found = evaluate(f"{FIELD}\nvar (\n\tbad = {text}\n)\n", "[]any{bad, fine()}")
    assert found is not None
    assert found[1] == 10


def test_a_loop_of_many_rounds_ends_at_the_budget(evaluate: Any) -> None:
    source = "func run() int {\n\tn := 0\n\tfor i := 0; i < 1000000000; i++ {\n\t\tn++\n\t}\n\treturn n\n}"

    assert evaluate(source, "run()", steps=5000) is ...


def test_calls_that_double_end_at_the_budget(evaluate: Any) -> None:
    source = "func grow(n int) int {\n\tif n == 0 {\n\t\treturn 1\n\t}\n\treturn grow(n-1) + grow(n-1)\n}"

    assert evaluate(source, "grow(60)", steps=5000) is ...


@pytest.mark.parametrize(
    "expression",
    [
        'strings.Repeat("a", 1000000000)',
        "make([]int, 1000000000)",
        "[]int{1000000000: 1}",
        "[1000000000]int{}",
        "1 << 1000000000",
    ],
    ids=lambda text: f"memory: {text}",
)
def test_a_value_beyond_sense_is_unknown_or_short(value: Any, expression: str) -> None:
    """What would take all memory is not built."""
    found = value('import "strings"\n\nvar _ = strings.ToUpper', expression)

    if isinstance(found, int):
        assert found.bit_length() < 100_000
    else:
        assert isinstance(found, Unknown) or len(found) <= 1_000_000


def test_a_name_is_evaluated_once(evaluate: Any) -> None:
    source = """
var calls int

var v = count()

func count() int {
	calls++
	return calls
}
"""

    assert evaluate(source, "[]int{v, v, calls}") == [1, 1, 1]


def test_selecting_from_nil_raises_what_names_the_place(evaluator: Any) -> None:
    ev = evaluator({"a.go": "package example\n"})

    with pytest.raises(Exception, match=r"nil dereference at \.Field"):
        selection.select(ev, None, "Field", Place("a.go", 3))
