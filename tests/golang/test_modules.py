"""Import paths to directories, and which versions a go.mod asks for."""

from __future__ import annotations

from typing import Any

import pytest

from release_check.golang.modules import Modules, requirements

UNMENDED = {
    "another owner's package that has a directory of ours": "wrong: the first path looked up decides the prefix",
}

ROOT = {"": "module example.com/owner/provider\n"}

PATHS = {
    # directories, manifests, import path: directory
    "the root": (["", "internal"], ROOT, "example.com/owner/provider", ""),
    "a directory": (["", "internal/a"], ROOT, "example.com/owner/provider/internal/a", "internal/a"),
    "a directory that holds no Go": (["", "internal/a"], ROOT, "example.com/owner/provider/internal", None),
    "another module": (["", "internal"], ROOT, "example.com/other/internal", None),
    "a module whose path begins alike": (["", "x"], ROOT, "example.com/owner/provider-two/x", None),
    "a standard package with a directory of its name": (["", "fmt"], ROOT, "fmt", None),
    "a quoted module path": (["a"], {"": 'module "example.com/m"\n'}, "example.com/m/a", "a"),
    "a module path with a comment": (["a"], {"": "module example.com/m // the one\n"}, "example.com/m/a", "a"),
    "a comment above the module line": (["a"], {"": "// about\n\nmodule example.com/m\n"}, "example.com/m/a", "a"),
    "a module of a later major": (["a"], {"": "module example.com/m/v3\n"}, "example.com/m/v3/a", "a"),
    "a module of a later major without its number": (["a"], {"": "module example.com/m/v3\n"}, "example.com/m/a", None),
    "a module that is not at the root": (["go/a"], {"go": "module example.com/m\n"}, "example.com/m/a", "go/a"),
    "a nested module": (
        ["", "sdk", "sdk/a"],
        {**ROOT, "sdk": "module example.com/owner/sdk\n"},
        "example.com/owner/sdk/a",
        "sdk/a",
    ),
    "a nested module whose path begins with the outer's": (
        ["tools/a", "x/a"],
        {**ROOT, "x": "module example.com/owner/provider/tools\n"},
        "example.com/owner/provider/tools/a",
        "x/a",
    ),
    "a replacement in the repository": (
        ["", "lib/a"],
        {"": "module example.com/m\n\nreplace example.com/lib => ./lib\n"},
        "example.com/lib/a",
        "lib/a",
    ),
    "a replacement of a version": (
        ["", "lib/a"],
        {"": "module example.com/m\n\nreplace example.com/lib v1.2.3 => ./lib\n"},
        "example.com/lib/a",
        "lib/a",
    ),
    "replacements in a block": (
        ["", "lib/a", "b"],
        {"": "module example.com/m\n\nreplace (\n\texample.com/x => x.com/y v1.0.0\n\texample.com/lib => ./lib\n)\n"},
        "example.com/lib/a",
        "lib/a",
    ),
    "a replacement next door to a nested module": (
        ["lib/a", "cmd"],
        {"cmd": "module example.com/m\n\nreplace example.com/lib => ../lib\n"},
        "example.com/lib/a",
        "lib/a",
    ),
    "a replacement outside the repository": (
        ["", "lib/a"],
        {"": "module example.com/m\n\nreplace example.com/lib => ../lib\n"},
        "example.com/lib/a",
        None,
    ),
    "a replacement by another module": (
        ["", "lib"],
        {"": "module example.com/m\n\nreplace example.com/lib => example.com/fork v1.0.0\n"},
        "example.com/lib",
        None,
    ),
    "vendored": (["", "vendor/example.org/lib/a"], ROOT, "example.org/lib/a", "vendor/example.org/lib/a"),
    "vendored, before modules": (["", "vendor/example.org/lib/a"], {}, "example.org/lib/a", "vendor/example.org/lib/a"),
    "not vendored": (["", "vendor/example.org/lib/a"], ROOT, "example.org/lib/b", None),
    "one's own before modules": (["", "widget"], {}, "github.com/owner/provider/widget", "widget"),
    "a standard package before modules": (["", "net/http"], {}, "net/http", None),
    "without any directory": ([], {}, "example.com/m", None),
}


@pytest.mark.parametrize(("directories", "manifests", "path", "expected"), PATHS.values(), ids=PATHS)
def test_the_directory_of_an_import_path(directories: Any, manifests: Any, path: str, expected: str | None) -> None:
    assert Modules(frozenset(directories), manifests).directory(path) == expected


def test_before_modules_the_prefix_is_learned_once() -> None:
    modules = Modules(frozenset(["", "widget", "helper"]), {})

    assert modules.directory("github.com/owner/provider/widget") == "widget"
    assert modules.directory("github.com/owner/provider/helper") == "helper"
    assert modules.directory("github.com/other/library/helper") is None


def test_before_modules_a_fork_still_imports_itself_by_the_first_owners_name() -> None:
    modules = Modules(frozenset(["", "widget", "helper"]), {})

    assert modules.directory("github.com/owner/provider/widget") == "widget"
    assert modules.directory("github.com/fork/provider/helper") == "helper"


@pytest.mark.parametrize(
    "first", ["github.com/other/library/helper"], ids=["another owner's package that has a directory of ours"]
)
def test_before_modules_the_order_of_looking_does_not_matter(first: str) -> None:
    modules = Modules(frozenset(["", "widget", "helper"]), {})

    modules.directory(first)

    assert modules.directory("github.com/owner/provider/widget") == "widget"


def test_the_import_paths_of_a_directory() -> None:
    modules = Modules(frozenset(["", "internal/a", "sdk"]), {**ROOT, "sdk": "module example.com/owner/sdk\n"})

    assert list(modules.paths("internal/a")) == ["example.com/owner/provider/internal/a"]
    assert list(modules.paths("")) == ["example.com/owner/provider"]


def test_a_nested_module_is_no_part_of_the_one_around() -> None:
    modules = Modules(frozenset(["", "sdk"]), {**ROOT, "sdk": "module example.com/owner/sdk\n"})

    assert list(modules.paths("sdk")) == ["example.com/owner/sdk"]
    assert modules.directory("example.com/owner/provider/sdk") is None


REQUIREMENTS = {
    "a block": (
        "module m\n\nrequire (\n\texample.com/a v1.2.3\n\texample.com/b/v2 v2.0.0 // indirect\n)\n",
        {"example.com/a": "v1.2.3", "example.com/b/v2": "v2.0.0"},
    ),
    "single lines": (
        "module m\n\nrequire example.com/a v1.2.3\nrequire example.com/b v0.1.0\n",
        {"example.com/a": "v1.2.3", "example.com/b": "v0.1.0"},
    ),
    "two blocks": (
        "require (\n\texample.com/a v1.0.0\n)\n\nrequire (\n\texample.com/b v1.0.0 // indirect\n)\n",
        {"example.com/a": "v1.0.0", "example.com/b": "v1.0.0"},
    ),
    "a commit instead of a version": (
        "require example.com/a v0.0.0-20190101120000-0123456789ab\n",
        {"example.com/a": "v0.0.0-20190101120000-0123456789ab"},
    ),
    "a pre-release": ("require example.com/a v2.0.0-rc.2\n", {"example.com/a": "v2.0.0-rc.2"}),
    "a version before modules": (
        "require example.com/a v3.1.0+incompatible\n",
        {"example.com/a": "v3.1.0+incompatible"},
    ),
    "a commented line": (
        "require (\n\t// example.com/a v1.0.0\n\texample.com/b v1.0.0\n)\n",
        {"example.com/b": "v1.0.0"},
    ),
    "a module path is no requirement": ("module example.com/m\n\ngo 1.21\n\ntoolchain go1.21.3\n", {}),
    "a replacement by another module": (
        "require example.com/a v1.0.0\n\nreplace example.com/a => example.com/fork v1.5.0\n",
        {"example.com/a": "v1.5.0"},
    ),
    "a replacement by a directory": (
        "require example.com/a v1.0.0\n\nreplace example.com/a => ./a\n",
        {"example.com/a": "v1.0.0"},
    ),
    "a replacement of what is not required": (
        "require example.com/a v1.0.0\n\nreplace example.com/b => example.com/c v2.0.0\n",
        {"example.com/a": "v1.0.0"},
    ),
    "an excluded version": (
        "require (\n\texample.com/a v1.0.0\n)\n\nexclude (\n\texample.com/a v1.1.0\n)\n",
        {"example.com/a": "v1.0.0"},
    ),
    "an excluded version on one line": (
        "require example.com/a v1.0.0\n\nexclude example.com/a v1.1.0\n",
        {"example.com/a": "v1.0.0"},
    ),
    "a retracted version": ("require example.com/a v1.0.0\n\nretract v0.9.0\n", {"example.com/a": "v1.0.0"}),
    "a version that a replacement names": (
        "require (\n\texample.com/a v1.0.0\n)\n\nreplace (\n\texample.com/a v1.1.0 => ./a\n)\n",
        {"example.com/a": "v1.0.0"},
    ),
    "a replacement whose next line begins with v": (
        "require (\n\texample.com/a v1.0.0\n)\n\nreplace (\n\texample.com/a => ./a\n\tvanity.example.com/b => ./b\n)\n",
        {"example.com/a": "v1.0.0"},
    ),
    "Windows' line ends": ("require (\r\n\texample.com/a v1.2.3\r\n)\r\n", {"example.com/a": "v1.2.3"}),
    "nothing": ("", {}),
}


@pytest.mark.parametrize(("manifest", "expected"), REQUIREMENTS.values(), ids=REQUIREMENTS)
def test_requirements(manifest: str, expected: dict[str, str]) -> None:
    assert requirements(manifest) == expected
