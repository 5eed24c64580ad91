"""Finding the provider: `main` is followed until it serves, and what it serves is the provider."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from release_check.golang.interpreter import Evaluator
from release_check.golang.interpreter.assertions import has_method
from release_check.golang.packages import Package
from release_check.golang.program import Program
from release_check.golang.types import ExternalType, Named
from release_check.golang.values import (
    Bound,
    Closure,
    ExternalCall,
    ExternalElement,
    ExternalField,
    GoPanic,
    Map,
    Native,
    Place,
    Pointer,
    Slice,
    Struct,
    Unknown,
    Value,
)
from release_check.snapshot import sdks
from release_check.snapshot.protocol import METHOD

_SERVERS = (
    ("github.com/hashicorp/terraform/plugin", "Serve"),
    ("github.com/hashicorp/terraform-plugin-sdk/plugin", "Serve"),
    ("github.com/hashicorp/terraform-plugin-sdk/v2/plugin", "Serve"),
    ("github.com/hashicorp/terraform-plugin-sdk/v2/plugin", "Debug"),
    (f"{sdks.FRAMEWORK}/providerserver", "Serve"),
    (f"{sdks.FRAMEWORK}/tfsdk", "Serve"),
    ("github.com/hashicorp/terraform-plugin-go/tfprotov5/tf5server", "Serve"),
    ("github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server", "Serve"),
    ("github.com/hashicorp/terraform-plugin-go/tfprotov5/server", "Serve"),
)
_CONSTRUCTORS = ("Provider", "New", "NewProvider")


class Served:
    """The providers that one binary serves, in the order it names them."""

    def __init__(self) -> None:
        self.sdk: list[Struct] = []
        self.framework: list[Value] = []
        self.written: list[Value] = []
        """Servers that the provider wrote itself against the plugin protocol."""
        self._seen: set[int] = set()

    def __bool__(self) -> bool:
        return bool(self.sdk or self.framework)

    def collect(self, ev: Evaluator, value: Value, depth: int = 0) -> None:
        """Look for providers in whatever a serving function was given."""
        if depth > 12:
            return
        if isinstance(value, Pointer):
            target = value.load()
            if isinstance(target, Struct):
                self._struct(ev, value, target, depth)
            return
        if isinstance(value, Struct):
            self._struct(ev, value, value, depth)
        elif isinstance(value, Closure | Bound):
            self._function(ev, value, depth)
        else:
            for part in _parts(value):
                self.collect(ev, part, depth + 1)

    def _struct(self, ev: Evaluator, value: Value, target: Struct, depth: int) -> None:
        if id(target) in self._seen:
            return
        self._seen.add(id(target))
        kind: Any = target.type
        if isinstance(kind, ExternalType) and kind.path in sdks.SCHEMA_PACKAGES and kind.name == "Provider":
            self.sdk.append(target)
        elif isinstance(kind, Named) and _is_framework_provider(ev, value):
            self.framework.append(value)
        else:
            if isinstance(kind, Named) and has_method(ev, value, METHOD) is True:
                self.written.append(value)
            for field in list(target.fields):
                self.collect(ev, ev.field(target, field), depth + 1)

    def _function(self, ev: Evaluator, function: Closure | Bound, depth: int) -> None:
        closure = function.closure if isinstance(function, Bound) else function
        key = id(closure.body) if closure.body else id(closure)
        if key in self._seen and not closure.scope:
            return
        self._seen.add(key)
        try:
            ev.parse(closure)
            arguments: list[Value] = [Unknown(f"argument {name}") for name, _kind, _variadic in closure.parameters]
            result = ev.call(function, arguments, closure.place)
        except GoPanic:
            return
        for part in result if isinstance(result, tuple) else (result,):
            self.collect(ev, part, depth + 1)


def _parts(value: Value) -> list[Value]:
    if isinstance(value, ExternalCall):
        return [value.function, *value.arguments]
    if isinstance(value, ExternalField | ExternalElement):
        return [value.of]
    if isinstance(value, Slice | tuple):
        return list(value)
    if isinstance(value, Map):
        return list(value.values())
    return []


def _is_framework_provider(ev: Evaluator, value: Value) -> bool:
    resources = has_method(ev, value, "Resources") or has_method(ev, value, "GetResources")
    schema = has_method(ev, value, "Schema") or has_method(ev, value, "GetSchema")
    return bool(resources and schema is not False)


def find(program: Program, environment: dict[str, str], entrypoint: str | None) -> tuple[Evaluator, Served]:
    """Evaluate the program up to the point where it serves.

    An entry point `DIR.FUNCTION` (or `FUNCTION` at the root) names the constructor where `main` does not lead to it.
    """
    served = Served()
    given: list[Value] = []
    options = sdks.options(environment)
    models = {**options.models, **{key: _catcher(given) for key in _SERVERS}}
    ev = Evaluator(program, type(options)(**{**_as_dict(options), "models": models}))
    if entrypoint:
        directory, _, name = entrypoint.rpartition(".")
        package = program.package_in(directory.strip("/").removeprefix("./"))
        if package is not None:
            ev.run_inits(package.path)
            served.collect(ev, ev.member(package.path, name))
        return ev, served
    for package in _mains(program):
        ev.run_inits(package.path)
        _run(ev, package)
        for value in given:
            served.collect(ev, value)
        if served:
            return ev, served
    for package in _candidates(program):
        for name in _CONSTRUCTORS:
            if program.entry(package, name):
                served.collect(ev, ev.member(package.path, name))
        if served:
            break
    return ev, served


def _as_dict(options: Any) -> dict[str, Any]:
    return {name: getattr(options, name) for name in options.__struct_fields__}


def _catcher(given: list[Value]) -> Native:
    def catch(_ev: Evaluator, arguments: list[Value], _place: Place) -> Value:
        given.extend(arguments)
        return None

    return Native("Serve", catch)


def _run(ev: Evaluator, package: Package) -> None:
    try:
        ev.call(ev.member(package.path, "main"), [], Place(package.directory, 0))
    except GoPanic:
        return


def _mains(program: Program) -> Iterator[Package]:
    directories = sorted(program.directories, key=lambda d: (d.count("/") + bool(d), d))
    for directory in directories:
        if "vendor/" in directory + "/" or not _has_main(program, directory):
            continue
        package = program.package_in(directory)
        if package is not None and program.clause(directory) == "main" and program.entry(package, "main"):
            yield package


def _has_main(program: Program, directory: str) -> bool:
    # only the root, and what is named like a command, is worth reading to find out
    names = {path.rpartition("/")[2] for path in program.directories[directory]}
    return "main.go" in names or not directory


def _candidates(program: Program) -> list[Package]:
    packages = []
    for directory in sorted(program.directories):
        if "vendor/" in directory + "/" or directory.count("/") > 2:
            continue
        if any(path.endswith("/provider.go") for path in program.directories[directory]):
            package = program.package_in(directory)
            if package is not None:
                packages.append(package)
    return packages
