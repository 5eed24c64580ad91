"""Packages, files and names: what an import stands for, what is initialised when, and what is read for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from release_check.golang.interpreter import Evaluator, Options
from release_check.golang.packages import Workspace
from release_check.golang.program import Program
from release_check.golang.values import External, Unknown

UNMENDED = {
    "by the name of its clause, which looks like a guess of another": "wrong: guesses from paths go before clauses",
    "a variable that nobody reads": "wrong: calls that initialise a variable are not run unless it is read",
    "of one package in two ways": "wrong: a package imported from within and from outside a nested module is two",
}

M = "example.com/example"


def _inner(**files: str) -> dict[str, str]:
    return {path.replace("__", "/") + ".go": text for path, text in files.items()}


IMPORTS = {
    "by its path's last part": (
        'import "example.com/example/inner"\n\nvar V = inner.Name\n',
        {"inner/a.go": 'package inner\n\nconst Name = "inner"\n'},
        "inner",
    ),
    "by an alias": (
        'import other "example.com/example/inner"\n\nvar V = other.Name\n',
        {"inner/a.go": 'package inner\n\nconst Name = "inner"\n'},
        "inner",
    ),
    "by the name of its clause": (
        'import "example.com/example/some-dir"\n\nvar V = clause.Name\n',
        {"some-dir/a.go": 'package clause\n\nconst Name = "clause"\n'},
        "clause",
    ),
    "by the name of its clause, which looks like a guess of another": (
        'import (\n\t"example.com/example/one"\n\t"example.com/example/two"\n)\n\nvar V = one.Name + two.Name\n',
        {
            "one/a.go": 'package two\n\nconst Name = "1"\n',
            "two/a.go": 'package one\n\nconst Name = "2"\n',
        },
        "21",
    ),
    "by the part before a major version": (
        'import "example.com/example/inner/v2"\n\nvar V = inner.Name\n',
        {"inner/v2/a.go": 'package inner\n\nconst Name = "two"\n'},
        "two",
    ),
    "by a part of its last part": (
        'import "example.com/example/go-inner"\n\nvar V = inner.Name\n',
        {"go-inner/a.go": 'package inner\n\nconst Name = "inner"\n'},
        "inner",
    ),
    "a path whose guessed name is another path": (
        """
import (
	"example.com/example/cloud-widget"
	"example.com/example/widget"
)

var V = cloud.Name + widget.Name
""",
        {
            "cloud-widget/a.go": 'package cloud\n\nconst Name = "cloud-"\n',
            "widget/a.go": 'package widget\n\nconst Name = "widget"\n',
        },
        "cloud-widget",
    ),
    "a dot import": (
        'import . "example.com/example/inner"\n\nvar V = Name\n',
        {"inner/a.go": 'package inner\n\nconst Name = "inner"\n'},
        "inner",
    ),
    "the second of two dot imports": (
        'import . "example.com/example/one"\nimport . "example.com/example/two"\n\nvar V = Name\n',
        {"one/a.go": "package one\n\nconst Other = 1\n", "two/a.go": 'package two\n\nconst Name = "two"\n'},
        "two",
    ),
    "one's own name before a dot import's": (
        'import . "example.com/example/inner"\n\nvar V = Name\n\nconst Name = "own"\n',
        {"inner/a.go": 'package inner\n\nconst Other = "inner"\n'},
        "own",
    ),
    "an import belongs to its file": (
        'import x "example.com/example/one"\n\nvar V = x.Name + fromB()\n',
        {
            "b.go": 'package example\n\nimport x "example.com/example/two"\n\nfunc fromB() string { return x.Name }\n',
            "one/a.go": 'package one\n\nconst Name = "1"\n',
            "two/a.go": 'package two\n\nconst Name = "2"\n',
        },
        "12",
    ),
    "a local name hides an import": (
        """
import "example.com/example/inner"

type t struct{ Name string }

var _ = inner.Name

func V2() string {
	inner := t{"local"}
	return inner.Name
}

var V = V2()
""",
        {"inner/a.go": 'package inner\n\nconst Name = "inner"\n'},
        "local",
    ),
    "an import in quotes of raw strings": (
        "import `example.com/example/inner`\n\nvar V = inner.Name\n",
        {"inner/a.go": 'package inner\n\nconst Name = "inner"\n'},
        "inner",
    ),
    "a vendored module": (
        'import "example.org/lib/enums"\n\nvar V = string(enums.First)\n',
        {"vendor/example.org/lib/enums/constants.go": 'package enums\n\ntype E string\n\nconst First E = "first"\n'},
        "first",
    ),
    "a vendored module whose constants stand in another file": (
        'import "example.org/lib/enums"\n\nvar V = string(enums.First) + enums.Second()\n',
        {
            "vendor/example.org/lib/enums/constants.go": "package enums\n\ntype E string\n",
            "vendor/example.org/lib/enums/models.go": 'package enums\n\nconst First E = "first"\n',
            "vendor/example.org/lib/enums/a.go": 'package enums\n\nfunc Second() string { return "second" }\n',
        },
        "firstsecond",
    ),
    "a nested module": (
        'import "example.com/sdk/inner"\n\nvar V = inner.Name\n',
        {"sdk/go.mod": "module example.com/sdk\n", "sdk/inner/a.go": 'package inner\n\nconst Name = "sdk"\n'},
        "sdk",
    ),
    "a replaced module": (
        'import "example.org/lib"\n\nvar V = lib.Name\n',
        {
            "go.mod": f"module {M}\n\nrequire example.org/lib v1.0.0\n\nreplace example.org/lib => ./third_party/lib\n",
            "third_party/lib/a.go": 'package lib\n\nconst Name = "replaced"\n',
        },
        "replaced",
    ),
    "a constant through three packages": (
        'import "example.com/example/one"\n\nvar V = one.Name\n',
        {
            "one/a.go": 'package one\n\nimport "example.com/example/two"\n\nconst Name = two.Name + "1"\n',
            "two/a.go": 'package two\n\nimport "example.com/example/three"\n\nconst Name = three.Name + "2"\n',
            "three/a.go": 'package three\n\nconst Name = "3"\n',
        },
        "321",
    ),
    "a test file gives no names": (
        "var V = which\n",
        {"a_test.go": 'package example\n\nvar which = "test"\n', "b.go": 'package example\n\nvar which = "real"\n'},
        "real",
    ),
    "a variable of another package that is set": (
        """
import "example.com/example/inner"

var V = run()

func run() string {
	inner.Name = "set"
	return inner.Get()
}
""",
        {"inner/a.go": 'package inner\n\nvar Name = "unset"\n\nfunc Get() string { return Name }\n'},
        "set",
    ),
}


@pytest.mark.parametrize(("source", "files", "expected"), IMPORTS.values(), ids=IMPORTS)
def test_imports(evaluator: Any, to_plain: Any, source: str, files: Mapping[str, str], expected: Any) -> None:
    ev = evaluator({"a.go": f"package example\n\n{source}", **files})

    assert to_plain(ev, ev.member(M, "V")) == expected


def test_what_is_not_in_the_repository_is_outside(evaluator: Any) -> None:
    ev = evaluator({"a.go": 'package example\n\nimport "example.org/lib"\n\nvar V = lib.Name\n'})

    found = ev.member(M, "V")

    assert type(found) is External
    assert (found.path, found.name) == ("example.org/lib", "Name")


def test_a_package_may_be_kept_outside_though_it_is_there(make_tree: Any) -> None:
    tree = make_tree({"vendor/example.org/lib/a.go": "package lib\n\nconst Name = 1\n"})
    program = Program(tree, outside=lambda path: path.startswith("example.org/"))

    assert program.package("example.org/lib") is None
    assert Program(tree).package("example.org/lib") is not None


def test_an_undefined_name_of_a_package_that_is_there_is_unknown_and_not_outside(evaluator: Any) -> None:
    ev = evaluator(
        {
            "a.go": 'package example\n\nimport "example.com/example/inner"\n\nvar V = inner.Nothing\n',
            "inner/a.go": "package inner\n",
        }
    )

    found = ev.member(M, "V")

    assert type(found) is Unknown
    assert (found.construct, found.file, found.line) == ("undefined name inner.Nothing", "a.go", 5)


def test_a_package_clause_may_differ_from_its_directory(make_tree: Any) -> None:
    program = Program(make_tree({"go.mod": f"module {M}\n", "a-b/x.go": "package other\n\nvar A = 1\n"}))
    package = program.package(f"{M}/a-b")

    assert package is not None
    assert program.clause("a-b") == "other"


def test_a_clause_is_read_off_a_file_that_is_compiled(make_tree: Any) -> None:
    program = Program(
        make_tree(
            {
                "go.mod": f"module {M}\n",
                "x/a_gen.go": "//go:build ignore\n\npackage main\n",
                "x/b_windows.go": "package wrong\n",
                "x/c.go": "package right\n",
            }
        )
    )

    assert program.clause("x") == "right"


def test_main_is_found_by_its_directory(make_tree: Any) -> None:
    program = Program(make_tree({"main.go": "package main\n\nfunc main() {}\n"}))
    package = program.package_in("")

    assert package is not None
    assert program.clause("") == "main"
    assert program.entry(package, "main") is not None
    assert program.package_in("nowhere") is None


# Initialisation -------------------------------------------------------------------------------------------------------

INITS = {
    "init of the package": ("", {"b.go": 'package example\n\nfunc init() { All["a"] = 1 }\n'}, {"a": 1}),
    "several in a file and in several files": (
        "",
        {
            "b.go": 'package example\n\nfunc init() { All["a"] = 1 }\n\nfunc init() { All["a"]++ }\n',
            "c.go": 'package example\n\nfunc init() { All["b"] = All["a"] }\n',
        },
        {"a": 2, "b": 2},
    ),
    "of a package imported for nothing else": (
        'import _ "example.com/example/widget"\n',
        {
            "registry/a.go": """
package registry

var All = map[string]int{}

func Register(name string) { All[name] = len(All) }
""",
            "widget/a.go": """
package widget

import "example.com/example/registry"

func init() { registry.Register("widget") }
""",
            "z.go": """
package example

import "example.com/example/registry"

func init() {
	for k, v := range registry.All {
		All[k] = v
	}
}
""",
        },
        {"widget": 0},
    ),
    "of packages imported by a file of nothing but blank imports": (
        "",
        {
            "imports.go": """
package example

import (
	_ "example.com/example/one"
	_ "example.com/example/two"
)
""",
            "registry/a.go": "package registry\n\nvar All = map[string]int{}\n",
            "one/a.go": """
package one

import "example.com/example/registry"

func init() { registry.All["one"] = 1 }
""",
            "two/a.go": """
package two

import "example.com/example/registry"

func init() { registry.All["two"] = 2 }
""",
            "z.go": """
package example

import "example.com/example/registry"

func init() {
	for k, v := range registry.All {
		All[k] = v
	}
}
""",
        },
        {"one": 1, "two": 2},
    ),
    "imported ones first, each once": (
        'import (\n\t_ "example.com/example/one"\n\t_ "example.com/example/two"\n)\n',
        {
            "log/a.go": 'package log\n\nvar Names []string\n\nfunc init() { Names = append(Names, "log") }\n',
            "one/a.go": """
package one

import (
	"example.com/example/log"
	_ "example.com/example/two"
)

func init() { log.Names = append(log.Names, "one") }
""",
            "two/a.go": """
package two

import "example.com/example/log"

func init() { log.Names = append(log.Names, "two") }
""",
            "z.go": """
package example

import "example.com/example/log"

func init() {
	for i, name := range log.Names {
		All[name] = i
	}
}
""",
        },
        {"log": 0, "two": 1, "one": 2},
    ),
    "variables stand before init": (
        "",
        {
            "b.go": """
package example

var start = later + 1

var later = 4

func init() { All["a"] = start }
"""
        },
        {"a": 5},
    ),
    "a file that is not compiled": (
        "",
        {
            "b_windows.go": """
package example

func init() { All["windows"] = 1 }
""",
            "c.go": """
package example

func init() { All["c"] = 1 }
""",
        },
        {"c": 1},
    ),
    "a blank variable's value": (
        "",
        {
            "b.go": """
package example

var _ = register("a")

func register(name string) bool {
	All[name] = 1
	return true
}
"""
        },
        {"a": 1},
    ),
    "a variable that nobody reads": (
        "",
        {
            "b.go": """
package example

var token = register("a")

func register(name string) bool {
	All[name] = 1
	return true
}
"""
        },
        {"a": 1},
    ),
    "an outside package's init is not ours": ('import _ "example.org/driver"\n', {}, {}),
}


@pytest.mark.parametrize(("imports", "files", "expected"), INITS.values(), ids=INITS)
def test_initialisation(evaluator: Any, to_plain: Any, imports: str, files: Mapping[str, str], expected: Any) -> None:
    ev = evaluator({"a.go": f"package example\n\n{imports}\nvar All = map[string]int{{}}\n", **files})

    ev.run_inits(M)

    assert to_plain(ev, ev.member(M, "All")) == expected


# What is read ---------------------------------------------------------------------------------------------------------


def _evaluate(tree: Any, name: str, workspace: Workspace | None = None) -> Any:
    ev = Evaluator(Program(tree, workspace), Options())
    return ev.force(ev.member(M, name))


def test_only_packages_that_are_looked_into_are_read(make_tree: Any) -> None:
    tree = make_tree(
        {
            "go.mod": f"module {M}\n",
            "a.go": """package example

import (
	"example.com/example/used"
	"example.com/example/unused"
)

var V = used.Name

var W = unused.Name
""",
            "used/a.go": 'package used\n\nconst Name = "used"\n',
            "unused/a.go": 'package unused\n\nconst Name = "unused"\n',
            "elsewhere/a.go": "package elsewhere\n",
            "a_test.go": "package example\n",
            "a_windows.go": "package example\n",
            "README.md": "no Go\n",
        }
    )

    assert _evaluate(tree, "V") == "used"
    assert sorted(tree.reads) == ["a.go", "go.mod", "used/a.go"]


def test_a_file_is_read_once(make_tree: Any) -> None:
    tree = make_tree({"go.mod": f"module {M}\n", "a.go": "package example\n\nvar A = B\n\nvar B = 1\n"})
    program = Program(tree)
    ev = Evaluator(program)

    assert [ev.member(M, name) for name in ("A", "B", "A")] == [1, 1, 1]
    assert tree.reads.count("a.go") == 1


def test_a_package_that_two_refs_have_alike_is_read_once(make_tree: Any) -> None:
    workspace = Workspace()
    files = {
        "go.mod": f"module {M}\n",
        "same/a.go": "package same\n\nconst A = 1\n",
        "a.go": 'package example\n\nimport "example.com/example/same"\n\nvar A = same.A\n',
    }
    first = make_tree(files)
    second = make_tree({**files, "a.go": files["a.go"].replace("same.A", "same.A + 1")})

    assert [_evaluate(first, "A", workspace), _evaluate(second, "A", workspace)] == [1, 2]
    assert "same/a.go" in first.reads
    assert "same/a.go" not in second.reads


def test_two_programs_share_no_values(make_tree: Any) -> None:
    workspace = Workspace()
    tree = make_tree(
        {
            "go.mod": f"module {M}\n",
            "a.go": """
package example

var n int

var V = next()

func next() int {
	n++
	return n
}
""",
        }
    )

    assert [_evaluate(tree, "V", workspace), _evaluate(tree, "V", workspace)] == [1, 1]


def test_equal_declarations_in_two_files_keep_their_own_imports(make_tree: Any) -> None:
    get = "\n\nfunc Get() string { return x.Name }\n"
    tree = make_tree(
        {
            "go.mod": f"module {M}\n",
            "a.go": f'package example\n\nimport (\n\t"{M}/one"\n\t"{M}/two"\n)\n\nvar V = one.Get() + two.Get()\n',
            "one/a.go": f'package one\n\nimport x "{M}/names/first"{get}',
            "two/a.go": f'package two\n\nimport x "{M}/names/second"{get}',
            "names/first/a.go": 'package first\n\nconst Name = "1"\n',
            "names/second/a.go": 'package second\n\nconst Name = "2"\n',
        }
    )

    assert _evaluate(tree, "V") == "12"


def test_of_many_vendored_files_those_named_like_the_wanted_one_come_first(make_tree: Any) -> None:
    vendor = "vendor/example.org/client/widgets"
    tree = make_tree(
        {
            "go.mod": f"module {M}\n",
            "a.go": 'package example\n\nimport "example.org/client/widgets"\n\nvar V = widgets.NewWidgetID("a")\n',
            f"{vendor}/id_widget.go": "package widgets\n\nfunc NewWidgetID(name string) string { return name }\n",
            **{f"{vendor}/model_{n}.go": f"package widgets\n\ntype M{n} struct{{}}\n" for n in range(9)},
        }
    )

    assert _evaluate(tree, "V") == "a"
    assert [path for path in tree.reads if path.startswith(vendor)] == [f"{vendor}/id_widget.go"]


def test_methods_are_found_in_any_file_of_a_vendored_package(evaluator: Any, to_plain: Any) -> None:
    vendor = "vendor/example.org/client/widgets"
    ev = evaluator(
        {
            "a.go": 'package example\n\nimport "example.org/client/widgets"\n\nvar V = widgets.First.Label()\n',
            f"{vendor}/constants.go": 'package widgets\n\ntype Kind string\n\nconst First Kind = "first"\n',
            f"{vendor}/labels.go": 'package widgets\n\nfunc (k Kind) Label() string { return "label " + string(k) }\n',
        }
    )

    assert to_plain(ev, ev.member(M, "V")) == "label first"


# Broken files ---------------------------------------------------------------------------------------------------------


def test_a_declaration_that_does_not_parse_costs_what_it_holds(make_tree: Any) -> None:
    tree = make_tree(
        {
            "go.mod": f"module {M}\n",
            "a.go": """
package example

var good = 1

func bad() int {
	return (
}

func fine() int { return 2 }
""",
            "b.go": "package example\n\nvar A = good + fine()\n\nvar B = bad()\n",
        }
    )
    program = Program(tree)
    ev = Evaluator(program)

    assert ev.member(M, "A") == 3
    assert isinstance(ev.member(M, "B"), Unknown)
    assert list(program.broken) == ["a.go"]
    assert 5 <= program.broken["a.go"] <= 7


def test_a_broken_file_that_nobody_needs_is_not_noticed(make_tree: Any) -> None:
    tree = make_tree(
        {
            "go.mod": f"module {M}\n",
            "a.go": "package example\n\nvar A = 1\n",
            "broken/a.go": "package broken\n\nfunc f( {\n",
        }
    )
    program = Program(tree)

    assert Evaluator(program).member(M, "A") == 1
    assert program.broken == {}


def test_a_file_that_a_partial_clone_lacks_is_noted(make_tree: Any) -> None:
    tree = make_tree({"go.mod": f"module {M}\n", "a.go": "package example\n\nvar A = 1\n\nvar B = there\n"})
    tree.files["b.go"] = "0" * 40
    program = Program(tree)
    ev = Evaluator(program)

    assert ev.member(M, "A") == 1
    assert isinstance(ev.member(M, "B"), Unknown)
    assert program.absent == {"b.go"}


def test_a_package_whose_first_file_a_partial_clone_lacks_is_called_as_the_others_say(make_tree: Any) -> None:
    user = f'package example\n\nimport "{M}/kinds/v1"\n\nvar A = compute.B\n'
    tree = make_tree({"go.mod": f"module {M}\n", "a.go": user, "kinds/v1/b.go": "package compute\n\nconst B = 2\n"})
    tree.files["kinds/v1/a.go"] = "0" * 40
    program = Program(tree)

    assert Evaluator(program).member(M, "A") == 2
    assert program.absent == {"kinds/v1/a.go"}


def test_the_order_of_files_does_not_matter(make_tree: Any) -> None:
    files = {
        "go.mod": f"module {M}\n",
        "a.go": 'package example\n\nvar A = B + "a"\n\nfunc init() { log = append(log, "a") }\n',
        "b.go": """
package example

var B = "b"

var log []string

func init() { log = append(log, "b") }
""",
        "c.go": "package example\n\nfunc init() { log = append(log, A) }\n",
    }
    seen = []
    for order in (list(files), list(reversed(files))):
        ev = Evaluator(Program(make_tree({path: files[path] for path in order})))
        ev.run_inits(M)
        seen.append(list(ev.member(M, "log")))

    assert seen == [["a", "b", "ba"]] * 2


# The time before go.mod -----------------------------------------------------------------------------------------------


def test_before_go_mod_the_repository_imports_itself_by_its_path(make_tree: Any, to_plain: Any) -> None:
    program = Program(
        make_tree(
            {
                "main.go": """
package main

import "github.com/owner/terraform-provider-x/widget"

var V = widget.Name + widget.Lib
""",
                "widget/a.go": """
package widget

import "github.com/other/lib/names"

const Name = "own"

var Lib = names.First
""",
                "vendor/github.com/other/lib/names/a.go": 'package names\n\nconst First = "-vendored"\n',
            }
        )
    )
    ev = Evaluator(program)
    package = program.package_in("")
    assert package is not None

    assert to_plain(ev, ev.member(package.path, "V")) == "own-vendored"
