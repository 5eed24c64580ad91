"""Structs, pointers, embedding, methods: who shares what with whom, and which method is called."""

from __future__ import annotations

from typing import Any

import pytest

BOX = """
type box struct {
	n    int
	name string
	tags map[string]int
	next *box
}
"""

SHARING = {
    "a struct is copied": (
        BOX + "func run() []int {\n\ta := box{n: 1}\n\tb := a\n\tb.n = 2\n\treturn []int{a.n, b.n}\n}",
        "run()",
        [1, 2],
    ),
    "a pointer is shared": (
        BOX + "func run() []int {\n\ta := &box{n: 1}\n\tb := a\n\tb.n = 2\n\treturn []int{a.n, b.n}\n}",
        "run()",
        [2, 2],
    ),
    "a copy of what a pointer points to": (
        BOX + "func run() []int {\n\ta := &box{n: 1}\n\tb := *a\n\tb.n = 2\n\treturn []int{a.n, b.n}\n}",
        "run()",
        [1, 2],
    ),
    "a shallow copy shares its maps": (
        BOX
        + """
func run() []int {
	a := &box{n: 1, tags: map[string]int{"x": 1}}
	shallow := *a
	shallow.n = 2
	shallow.tags["x"] = 2
	return []int{a.n, a.tags["x"]}
}
""",
        "run()",
        [1, 2],
    ),
    "a shallow copy with a map of its own": (
        BOX
        + """
func run() []any {
	a := &box{n: 1, tags: map[string]int{"x": 1, "y": 2}}
	shallow := *a
	shallow.tags = make(map[string]int, len(a.tags))
	for k, v := range a.tags {
		shallow.tags[k] = v
	}
	delete(shallow.tags, "x")
	shallow.tags["z"] = 3
	return []any{a.tags, (&shallow).tags}
}
""",
        "run()",
        [{"x": 1, "y": 2}, {"y": 2, "z": 3}],
    ),
    "a shallow copy of elements behind pointers": (
        BOX
        + """
func run() []int {
	all := map[string]*box{"x": {n: 1}}
	copied := map[string]*box{}
	for k, v := range all {
		c := *v
		c.n = 5
		copied[k] = &c
	}
	return []int{all["x"].n, copied["x"].n}
}
""",
        "run()",
        [1, 5],
    ),
    "elements behind pointers are shared by a copied map": (
        BOX
        + """
func run() int {
	all := map[string]*box{"x": {n: 1}}
	copied := map[string]*box{}
	for k, v := range all {
		copied[k] = v
	}
	copied["x"].n = 5
	return all["x"].n
}
""",
        "run()",
        5,
    ),
    "a copy keeps nested structs apart": (
        """
type inner struct{ n int }
type outer struct{ in inner }

func run() []int {
	a := outer{in: inner{1}}
	b := a
	b.in.n = 2
	return []int{a.in.n, b.in.n}
}
""",
        "run()",
        [1, 2],
    ),
    "a struct is copied into a function": (
        BOX + "func set(b box) { b.n = 9 }\n\nfunc run() int {\n\ta := box{n: 1}\n\tset(a)\n\treturn a.n\n}",
        "run()",
        1,
    ),
    "a pointer is shared with a function": (
        BOX + "func set(b *box) { b.n = 9 }\n\nfunc run() int {\n\ta := &box{n: 1}\n\tset(a)\n\treturn a.n\n}",
        "run()",
        9,
    ),
    "the address of a variable is shared with a function": (
        BOX + "func set(b *box) { b.n = 9 }\n\nfunc run() int {\n\ta := box{n: 1}\n\tset(&a)\n\treturn a.n\n}",
        "run()",
        9,
    ),
    "a struct is copied out of a slice": (
        BOX + "func run() int {\n\ts := []box{{n: 1}}\n\tb := s[0]\n\tb.n = 2\n\treturn s[0].n\n}",
        "run()",
        1,
    ),
    "a struct in a slice is set in place": (
        BOX + "func run() int {\n\ts := []box{{n: 1}}\n\ts[0].n = 2\n\treturn s[0].n\n}",
        "run()",
        2,
    ),
    "the address of an element": (
        BOX + "func run() int {\n\ts := []box{{n: 1}}\n\tp := &s[0]\n\tp.n = 2\n\treturn s[0].n\n}",
        "run()",
        2,
    ),
    "a struct is copied into a map": (
        BOX + 'func run() int {\n\ta := box{n: 1}\n\tm := map[string]box{"x": a}\n\ta.n = 2\n\treturn m["x"].n\n}',
        "run()",
        1,
    ),
    "a struct is copied by append": (
        BOX + "func run() int {\n\ta := box{n: 1}\n\ts := append([]box{}, a)\n\ta.n = 2\n\treturn s[0].n\n}",
        "run()",
        1,
    ),
    "a returned package variable is copied": (
        BOX
        + """
var shared = box{n: 1}

func get() box { return shared }

func run() int {
	b := get()
	b.n = 2
	return shared.n
}
""",
        "run()",
        1,
    ),
    "a returned pointer is shared": (
        BOX
        + """
var shared = &box{n: 1}

func get() *box { return shared }

func run() int {
	get().n = 2
	return shared.n
}
""",
        "run()",
        2,
    ),
    "the address of a variable that is set anew": (
        BOX + "func run() int {\n\tvar b box\n\tp := &b\n\tb = box{n: 3}\n\treturn p.n\n}",
        "run()",
        3,
    ),
    "what a pointer points to is set anew": (
        BOX
        + """
func run() []any {
	a := &box{n: 1, name: "x"}
	b := a
	*b = box{n: 2}
	return []any{a.n, a.name}
}
""",
        "run()",
        [2, ""],
    ),
    "the address of a number": (
        "func run() int {\n\tn := 1\n\tp := &n\n\t*p = 5\n\treturn n\n}",
        "run()",
        5,
    ),
    "a number behind an address changes": (
        "func run() int {\n\tn := 1\n\tp := &n\n\tn = 5\n\treturn *p\n}",
        "run()",
        5,
    ),
    "the address of a field": (
        BOX + 'func run() string {\n\tb := box{name: "a"}\n\tp := &b.name\n\t*p = "b"\n\treturn b.name\n}',
        "run()",
        "b",
    ),
    "the address of a number in a slice": (
        "func run() int {\n\ts := []int{1}\n\tp := &s[0]\n\t*p = 5\n\treturn s[0]\n}",
        "run()",
        5,
    ),
    "an address through a function": (
        "func ptr(s string) *string { return &s }",
        '*ptr("a")',
        "a",
    ),
    "a map is shared": (
        'func run() int {\n\ta := map[string]int{}\n\tb := a\n\tb["x"] = 1\n\treturn len(a)\n}',
        "run()",
        1,
    ),
    "a slice is shared": ("func run() int {\n\ta := []int{1}\n\tb := a\n\tb[0] = 2\n\treturn a[0]\n}", "run()", 2),
    "a part of a slice is shared": (
        "func run() int {\n\ta := []int{1, 2}\n\tb := a[:1]\n\tb[0] = 9\n\treturn a[0]\n}",
        "run()",
        9,
    ),
    "an array is copied": ("func run() int {\n\ta := [2]int{1, 2}\n\tb := a\n\tb[0] = 9\n\treturn a[0]\n}", "run()", 1),
    "a value set after construction": (
        BOX
        + """
func widget() *box {
	b := &box{n: 1}
	b.name = "late"
	b.tags = map[string]int{}
	b.tags["x"] = 1
	b.next = &box{n: 2}
	b.next.name = "deep"
	return b
}
""",
        "[]any{widget().name, widget().tags, widget().next.name}",
        ["late", {"x": 1}, "deep"],
    ),
    "each call makes a value of its own": (
        BOX + "func widget() *box { return &box{n: 1} }\n\nfunc run() int {\n\twidget().n = 5\n\treturn widget().n\n}",
        "run()",
        1,
    ),
    "a package variable is one value": (
        BOX + "var one = &box{n: 1}\n\nfunc first() int {\n\tone.n++\n\treturn one.n\n}",
        "[]int{first(), first(), one.n}",
        [2, 3, 3],
    ),
    "a linked structure": (
        BOX + "func run() int {\n\ta := &box{n: 1}\n\ta.next = a\n\treturn a.next.next.next.n\n}",
        "run()",
        1,
    ),
}

METHODS = {
    "with a value": ("type box struct{ n int }\n\nfunc (b box) twice() int { return b.n * 2 }", "box{3}.twice()", 6),
    "with a pointer": (
        "type box struct{ n int }\n\nfunc (b *box) add(m int) *box {\n\tb.n += m\n\treturn b\n}",
        "(&box{1}).add(2).add(3).n",
        6,
    ),
    "with a pointer on a variable": (
        """
type box struct{ n int }

func (b *box) set(n int) { b.n = n }

func run() int {
	var b box
	b.set(4)
	return b.n
}
""",
        "run()",
        4,
    ),
    "with a value on a pointer": (
        "type box struct{ n int }\n\nfunc (b box) get() int { return b.n }\n\nvar p = &box{5}",
        "p.get()",
        5,
    ),
    "a value receiver is a copy": (
        """
type box struct{ n int }

func (b box) set(n int) { b.n = n }

func run() int {
	b := box{1}
	b.set(4)
	return b.n
}
""",
        "run()",
        1,
    ),
    "without a name for the receiver": (
        'type box struct{}\n\nfunc (box) kind() string { return "box" }',
        "box{}.kind()",
        "box",
    ),
    "on a nil pointer": (
        "type box struct{ n int }\n\nfunc (b *box) empty() bool { return b == nil }\n\nvar p *box",
        "p.empty()",
        # what a nil is a nil of is not kept
        ...,
    ),
    "on a declared text": (
        'type kind string\n\nfunc (k kind) plural() string { return string(k) + "s" }\n\nconst widget kind = "widget"',
        "widget.plural()",
        "widgets",
    ),
    "on a declared number": (
        """
type level int

const (
	low level = iota
	high
)

func (l level) isHigh() bool { return l == high }
""",
        "[]bool{low.isHigh(), high.isHigh()}",
        [False, True],
    ),
    "on a declared number in a field": (
        (
            """
type level int

const (
	resource level = iota
	dataSource
)

func (l level) IsDataSource() bool { return l == dataSource }

type item struct{ Type level }

var items = []item{{resource}, {Type: dataSource}, {}}
"""
        ),
        "[]bool{items[0].Type.IsDataSource(), items[1].Type.IsDataSource(), items[2].Type.IsDataSource()}",
        [False, True, False],
    ),
    "on a declared number that is unset": (
        "type level int\n\nfunc (l level) next() int { return int(l) + 1 }\n\nvar l level",
        "l.next()",
        1,
    ),
    "on a declared slice": (
        "type names []string\n\nfunc (n names) first() string { return n[0] }",
        'names{"a", "b"}.first()',
        "a",
    ),
    "on a declared map": (
        "type table map[string]int\n\nfunc (t table) with(k string) table {\n\tt[k] = 1\n\treturn t\n}",
        'len(table{}.with("a").with("b"))',
        2,
    ),
    "on a declared function": (
        """
type maker func(int) int

func (m maker) twice(n int) int { return m(m(n)) }

var f maker = func(n int) int { return n + 3 }
""",
        "f.twice(1)",
        7,
    ),
    "on an element of a slice of a declared type": (
        'type kind string\n\nfunc (k kind) plural() string { return string(k) + "s" }\n\nvar all = []kind{"a", "b"}',
        "all[1].plural()",
        "bs",
    ),
    "on a constant passed as a declared type": (
        """
type kind string

func (k kind) plural() string { return string(k) + "s" }

func use(k kind) string { return k.plural() }
""",
        'use("a")',
        "as",
    ),
    "on a constant returned as a declared type": (
        """
type kind string

func (k kind) plural() string { return string(k) + "s" }

func get() kind { return "a" }
""",
        "get().plural()",
        "as",
    ),
    "on a field set by a constant": (
        'type kind string\n\nfunc (k kind) plural() string { return string(k) + "s" }\n\ntype item struct{ k kind }',
        'item{k: "a"}.k.plural()',
        "as",
    ),
    "on a sum of declared texts": (
        'type kind string\n\nfunc (k kind) plural() string { return string(k) + "s" }\n\nconst a, b kind = "a", "b"',
        "(a + b).plural()",
        "abs",
    ),
    "a method value": (
        """
type box struct{ n int }

func (b *box) get() int { return b.n }

func run() int {
	b := &box{1}
	f := b.get
	b.n = 2
	return f()
}
""",
        "run()",
        2,
    ),
    "a method value keeps its copy": (
        """
type box struct{ n int }

func (b box) get() int { return b.n }

func run() int {
	b := box{1}
	f := b.get
	b.n = 2
	return f()
}
""",
        "run()",
        1,
    ),
    "a method expression": (
        "type box struct{ n int }\n\nfunc (b box) plus(m int) int { return b.n + m }",
        "box.plus(box{1}, 2)",
        3,
    ),
    "a method expression of a pointer": (
        "type box struct{ n int }\n\nfunc (b *box) plus(m int) int { return b.n + m }",
        "(*box).plus(&box{1}, 2)",
        3,
    ),
    "declared in another file": (
        "package example\n\ntype box struct{ n int }\n\nvar b = box{2}\n\nfunc (b box) get() int { return b.n }",
        "b.get()",
        2,
    ),
    "a field that is a function": (
        "type box struct{ make func(int) int }\n\nvar b = box{make: func(n int) int { return n + 1 }}",
        "b.make(1)",
        2,
    ),
}

EMBEDDING = {
    "a promoted field": (
        "type base struct{ n int }\ntype outer struct {\n\tbase\n\tm int\n}\n\nvar o = outer{base: base{1}, m: 2}",
        "o.n + o.m",
        3,
    ),
    "a promoted field is set": (
        """
type base struct{ n int }
type outer struct{ base }

func run() []int {
	var o outer
	o.n = 5
	return []int{o.n, o.base.n}
}
""",
        "run()",
        [5, 5],
    ),
    "a promoted field behind a pointer": (
        """
type base struct{ n int }
type outer struct{ *base }

func run() int {
	b := &base{1}
	o := outer{b}
	o.n = 7
	return b.n
}
""",
        "run()",
        7,
    ),
    "a promoted method": (
        "type base struct{ n int }\n\nfunc (b base) get() int { return b.n }\n\ntype outer struct{ base }",
        "outer{base{4}}.get()",
        4,
    ),
    "a promoted method that changes": (
        (
            """
type base struct{ n int }

func (b *base) set(n int) { b.n = n }

type outer struct{ base }

func run() int {
	o := &outer{}
	o.set(3)
	return o.n
}
"""
        ),
        "run()",
        3,
    ),
    "two levels": (
        "type a struct{ n int }\n\nfunc (x a) get() int { return x.n }\n\ntype b struct{ a }\ntype c struct{ b }",
        "[]int{c{b{a{4}}}.get(), c{b{a{5}}}.n}",
        [4, 5],
    ),
    "the outer method hides": (
        """
type base struct{}

func (base) name() string { return "base" }

type outer struct{ base }

func (o outer) name() string { return "outer of " + o.base.name() }
""",
        "outer{}.name()",
        "outer of base",
    ),
    "the outer field hides": (
        "type base struct{ n int }\ntype outer struct {\n\tbase\n\tn int\n}\n\nvar o = outer{base{1}, 2}",
        "[]int{o.n, o.base.n}",
        [2, 1],
    ),
    "the inner method does not see the outer": (
        (
            """
type base struct{}

func (base) name() string { return "base" }

func (b base) hello() string { return "I am " + b.name() }

type outer struct{ base }

func (outer) name() string { return "outer" }
"""
        ),
        "outer{}.hello()",
        "I am base",
    ),
    "an interface": (
        """
type named interface{ name() string }

type cat struct{}

func (cat) name() string { return "cat" }

type wrapped struct {
	named
	n int
}
""",
        "wrapped{named: cat{}}.name()",
        "cat",
    ),
    "of two the one that has it": (
        """
type left struct{}

func (left) l() string { return "l" }

type right struct{}

func (right) r() string { return "r" }

type both struct {
	left
	right
}
""",
        "both{}.l() + both{}.r()",
        "lr",
    ),
    "a promoted method makes an interface hold": (
        (
            """
type named interface{ name() string }

type base struct{}

func (base) name() string { return "base" }

type outer struct{ base }

func run(v any) string {
	if n, ok := v.(named); ok {
		return n.name()
	}
	return "none"
}
"""
        ),
        "[]string{run(outer{}), run(&outer{}), run(1)}",
        ["base", "base", "none"],
    ),
    "a struct without a name for its type": (
        """
type outer struct {
	in struct {
		n int
	}
}

func run() int {
	var o outer
	o.in.n = 3
	return o.in.n
}
""",
        "run()",
        3,
    ),
    "a literal that names the embedded type of another package": (
        'import "example.com/example/inner"\n\ntype outer struct{ inner.Base }',
        "outer{Base: inner.Base{N: 3}}.Double()",
        6,
    ),
}

INTERFACES = {
    "a registry of types behind an interface": (
        """
type registration interface {
	Name() string
	Resources() map[string]int
}

type compute struct{}

func (compute) Name() string              { return "compute" }
func (compute) Resources() map[string]int { return map[string]int{"vm": 1, "disk": 2} }

type network struct{ prefix string }

func (n network) Name() string { return "network" }
func (n *network) unused()     {}
func (n network) Resources() map[string]int {
	return map[string]int{n.prefix + "_lan": 3}
}

func all() map[string]int {
	out := make(map[string]int)
	for _, r := range []registration{compute{}, network{prefix: "x"}} {
		for k, v := range r.Resources() {
			out[r.Name()+"_"+k] = v
		}
	}
	return out
}
""",
        "all()",
        {"compute_vm": 1, "compute_disk": 2, "network_x_lan": 3},
    ),
    "an optional interface": (
        """
type service interface{ Name() string }

type withDeprecation interface {
	service
	Deprecated() string
}

type old struct{}

func (old) Name() string       { return "old" }
func (old) Deprecated() string { return "gone soon" }

type current struct{}

func (current) Name() string { return "current" }

func message(s service) string {
	if d, ok := s.(withDeprecation); ok {
		return d.Deprecated()
	}
	return "fine"
}
""",
        "[]string{message(old{}), message(current{})}",
        ["gone soon", "fine"],
    ),
    "methods of pointers do not belong to values": (
        """
type closer interface{ Close() }

type file struct{}

func (*file) Close() {}

func closes(v any) bool {
	_, ok := v.(closer)
	return ok
}
""",
        "[]bool{closes(file{}), closes(&file{})}",
        [False, True],
    ),
    "an assertion that fails costs the value": (
        "func run() string {\n\tvar v any = 1\n\treturn v.(string)\n}",
        "run()",
        ...,
    ),
    "an error of one's own": (
        """
type oops struct{ what string }

func (o oops) Error() string { return "oops: " + o.what }

func fail() error { return oops{"x"} }
""",
        "fail().Error()",
        "oops: x",
    ),
    "a wrapper around what it is given": (
        """
type resource interface{ Schema() map[string]int }

type widget struct{}

func (widget) Schema() map[string]int { return map[string]int{"size": 1} }

type wrapper struct{ r resource }

func wrap(r resource) wrapper { return wrapper{r: r} }

func (w wrapper) Resource() (map[string]int, error) {
	out := map[string]int{"id": 0}
	for k, v := range w.r.Schema() {
		if _, there := out[k]; !there {
			out[k] = v
		}
	}
	return out, nil
}

func run() map[string]int {
	w := wrap(widget{})
	out, err := w.Resource()
	if err != nil {
		panic(err)
	}
	return out
}
""",
        "run()",
        {"id": 0, "size": 1},
    ),
}


@pytest.mark.parametrize(("source", "expression", "expected"), SHARING.values(), ids=SHARING)
def test_sharing(holds: Any, source: str, expression: str, expected: Any) -> None:
    holds(source, expression, expected)


@pytest.mark.parametrize(("source", "expression", "expected"), METHODS.values(), ids=METHODS)
def test_methods(holds: Any, source: str, expression: str, expected: Any) -> None:
    holds(source, expression, expected)


_INNER = {
    "inner/inner.go": "package inner\n\ntype Base struct{ N int }\n\nfunc (b Base) Double() int { return b.N * 2 }\n"
}


@pytest.mark.parametrize(("source", "expression", "expected"), EMBEDDING.values(), ids=EMBEDDING)
def test_embedding(holds: Any, source: str, expression: str, expected: Any) -> None:
    holds(source, expression, expected, files=_INNER)


@pytest.mark.parametrize(("source", "expression", "expected"), INTERFACES.values(), ids=INTERFACES)
def test_interfaces(holds: Any, source: str, expression: str, expected: Any) -> None:
    holds(source, expression, expected)


def test_methods_in_other_files_of_the_package(holds: Any) -> None:
    holds(
        "type box struct{ n int }",
        "box{2}.double()",
        4,
        files={"methods.go": "package example\n\nfunc (b box) double() int { return b.n * 2 }\n"},
    )
