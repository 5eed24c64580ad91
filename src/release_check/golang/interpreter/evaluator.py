"""The evaluator's centre: dispatch over syntax, package-level names, calls, budgets."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from release_check.golang.interpreter import branches, calls, expressions, selection, statements, typing
from release_check.golang.interpreter.builtins import UNIVERSE
from release_check.golang.interpreter.options import Options
from release_check.golang.library import LIBRARY
from release_check.golang.packages import Entry, Package
from release_check.golang.program import Program
from release_check.golang.scope import Scope, Unit
from release_check.golang.tree import Node
from release_check.golang.types import Named, Type
from release_check.golang.values import (
    BudgetExceeded,
    Closure,
    Deferred,
    External,
    GoPanic,
    PackageRef,
    Place,
    Thunk,
    Unknown,
    Value,
)

_MISSING = object()
_FRAMES = 10_000
"""Python frames for as many calls of Go as may be in progress, each of which takes some dozens."""
_LEAST = 20
"""What part of the steps is always allowed at first, however often that was not enough."""


class Evaluator:
    """Evaluates declarations of one program. Values are shared: a package variable is evaluated once."""

    def __init__(self, program: Program, options: Options | None = None) -> None:
        sys.setrecursionlimit(max(sys.getrecursionlimit(), _FRAMES))
        self.program = program
        self.options = options or Options()
        self.models: Mapping[tuple[str, str], Value] = {**LIBRARY, **self.options.models}
        self.uncertain = 0
        """Above 0 while code is followed of which it is not settled whether it runs."""
        self.uncertain_cause = Unknown("condition")
        self.doubts = 0
        """Counts what was stored while it was not settled whether it is."""
        self.steps = 0
        """Calls and loop rounds, and what takes as long, since `fresh`."""
        self.limit = self._allowance = self.options.steps
        self._overruns = 0
        self.depth = 0
        self.nowhere = Place("", 0)
        self.needs: set[Any] | None = None
        """Where what is looked up is noted down, while somebody records it: entries, and pairs that were not found."""
        self.surveyed: dict[int, tuple[Node, list[int] | None, frozenset[Any]]] = {}
        """Bodies of loops, with what `idle` found out of each, and what it looked up for that."""
        self.mutated: set[Any] = set()
        """Package variables that were stored into after they were made: what reads them depends on more than text."""
        self._lazy: dict[str, frozenset[str]] = {}
        self._in_progress: set[tuple[str, str]] = set()

    # Dispatch ---------------------------------------------------------------------------------------------------------

    def eval(self, node: Node, scope: Scope) -> Value:
        """The value of an expression. A type as an expression gives the type."""
        value = expressions.TABLE[node[0]](self, node, scope)
        return self.force(value) if isinstance(value, Thunk) else value

    def execute(self, block: tuple[Node, ...], scope: Scope) -> Any:
        """Run statements; gives None, or the signal that leaves the block."""
        table = statements.TABLE
        for node in block:
            signal = table[node[0]](self, node, scope)
            if signal is not None:
                return signal if signal[0] != "maybe" else branches.rest(self, block, node, signal, scope)
        return None

    def statement(self, node: Node, scope: Scope) -> Any:
        """Run one statement; gives None, or the signal that leaves the block around it."""
        return statements.TABLE[node[0]](self, node, scope)

    def block(self, node: Node, scope: Scope) -> Any:
        """Run a block in a scope of its own."""
        return self.execute(node[2], Scope(scope.unit, scope))

    def type(self, node: Node, scope: Scope) -> Type:
        """The type that a type expression names."""
        return typing.resolve(self, node, scope)

    def unknown(self, construct: str, node: Node, scope: Scope) -> Unknown:
        """An unknown value at a node."""
        return Unknown(construct, scope.unit.file.path, scope.unit.line + node[1])

    def panic(self, construct: str, node: Node, scope: Scope) -> GoPanic:
        """A panic at a node, to be raised."""
        return GoPanic(construct, scope.unit.file.path, scope.unit.line + node[1])

    def place(self, node: Node, scope: Scope) -> Place:
        """The file and line of a node."""
        return Place(scope.unit.file.path, scope.unit.line + node[1])

    def force(self, value: Value) -> Value:
        """A value that waited, evaluated; a panic in it costs this value alone."""
        while isinstance(value, Thunk):
            if value.waiting:
                self._wait_no_more(value, lambda: self._settle(value))  # noqa: B023
            if self.needs is not None:
                self.needs |= value.needs
            value = value.value
        return value

    def fetch(self, value: Thunk) -> Value:
        """What the outermost call of a value that waits gives, which may wait in its turn."""
        if value.waiting:
            self._wait_no_more(value, lambda: self._call_alone(value))
        return value.value

    def _wait_no_more(self, value: Thunk, settle: Callable[[], None]) -> None:
        value.waiting = False
        outer = self.needs
        self.needs = value.needs
        try:
            settle()
        finally:
            self.needs = outer

    def _call_alone(self, value: Thunk) -> None:
        place = self.place(value.node, value.scope)
        called: Value = value
        if not isinstance(value, Deferred):
            called = self.guard(lambda: expressions.unforced(self, value.node, value.scope), place)
        if isinstance(called, Deferred):
            called.waiting = False
            self._make(called)
            value.needs |= called.needs
            called = called.value
        value.value = called

    def _settle(self, value: Thunk) -> None:
        if isinstance(value, Deferred):
            self._make(value)
        else:
            scope = value.scope
            value.value = Unknown("value depends on itself", scope.unit.file.path, scope.unit.line)
            value.value = self.attempt(value.node, scope)

    def _make(self, waiting: Deferred) -> None:
        function, arguments, place = waiting.function, waiting.arguments, waiting.place
        waiting.value = Unknown("value depends on itself", place.file, place.line)
        made = self.guard(lambda: self.call(function, arguments, place), place)
        # with an error beside it
        waiting.value = made[0] if isinstance(made, tuple) else made

    def attempt(self, node: Node, scope: Scope) -> Value:
        """Evaluate, and give an unknown value where the program panics."""
        return self.guard(lambda: self.eval(node, scope), self.place(node, scope))

    def guard(self, evaluate: Callable[[], Value], place: Place) -> Value:
        """Evaluate, and give an unknown value where the program panics; in which doubt it happens does not matter."""
        depth, uncertain = self.depth, self.uncertain
        try:
            self.uncertain = 0
            return evaluate()
        except (GoPanic, RecursionError) as panic:
            return self.failed(panic, place.file, place.line)
        finally:
            self.depth, self.uncertain = depth, uncertain

    def failed(self, panic: BaseException, file: str, line: int) -> Unknown:
        """What is left of a value that panicked or was beyond bounds; what comes after it has bounds of its own."""
        if isinstance(panic, BudgetExceeded):
            self._overruns += 1
            self._allowance = max(self._allowance // 2, self.options.steps // _LEAST)
            self.limit = max(self.limit, self.steps + (self._allowance >> self._overruns))
        if isinstance(panic, GoPanic):
            return Unknown(panic.construct, panic.file or file, panic.line or line)
        return Unknown("more nesting than allowed", file, line)

    def fresh(self) -> None:
        """Begin something that may take as many steps as are allowed: fewer, the more often that was not enough."""
        self.steps = 0
        self._overruns = 0
        self.limit = self._allowance

    def spend(self, amount: int, place: Place) -> None:
        """Count what takes as long as so many steps.

        Raises:
            BudgetExceeded: they are more than allowed.
        """
        self.steps += amount
        if self.steps > self.limit:
            raise BudgetExceeded("more steps than allowed", place.file, place.line)

    # Names ------------------------------------------------------------------------------------------------------------

    def package_level(self, unit: Unit, name: str) -> Value:
        """What a name that is not local stands for in a file."""
        package = unit.file.package
        if self.needs is not None and name in package.entries:
            self.needs.add(package.entries[name])
        value = package.values.get(name, _MISSING)
        if value is not _MISSING:
            return value
        if name not in package.entries:
            # an import or a predeclared name; the package's other files need not be looked into for it
            if name in unit.file.imports:
                return PackageRef(unit.file.imports[name])
            if name in UNIVERSE and package.directory.startswith("vendor/"):
                return UNIVERSE[name]
        entry = self.look_up(package, name, found_only=True)
        if entry is not None:
            return self._initialise(package, name, entry)
        path = unit.file.imports.get(name)
        if path is None and name in UNIVERSE:
            return UNIVERSE[name]
        path = path or self.program.imported(unit.file, name)
        if path is not None:
            return PackageRef(path)
        if unit.file.dot_imports:
            found = self._dotted(unit, name)
            if found is not None:
                return found
        self.look_up(package, name)
        return Unknown(f"undefined name {name}", unit.file.path, unit.line)

    def _dotted(self, unit: Unit, name: str) -> Value:
        """What a name stands for by the imports whose names need no package; None where by none."""
        for target in unit.file.dot_imports:
            dotted = self.program.package(target)
            if dotted is not None and self.look_up(dotted, name) is not None:
                return self.member(target, name, unit.file.path, unit.line)
        if unit.file.dot_imports:
            outside = [target for target in unit.file.dot_imports if self.program.package(target) is None]
            if outside:
                if self.needs is not None:
                    self.needs.update((target, "") for target in outside)
                return External(outside[0], name, unit.file.path, unit.line)
        return None

    def member(self, path: str, name: str, file: str = "", line: int = 0) -> Value:
        """What a package exports under a name."""
        model = self.models.get((path, name), _MISSING)
        if model is not _MISSING:
            return model
        package = self.program.package(path)
        if package is None:
            if self.needs is not None:
                self.needs.add((path, ""))
            return External(path, name, file, line)
        if self.needs is not None and name in package.entries:
            self.needs.add(package.entries[name])
        value = package.values.get(name, _MISSING)
        if value is not _MISSING:
            return value
        entry = self.look_up(package, name)
        if entry is None:
            if package.directory.startswith("vendor/"):
                # vendored in part, as some tools do it: the rest of it lies outside
                return External(path, name, file, line)
            return Unknown(f"undefined name {path.rpartition('/')[2]}.{name}", file, line)
        return self._initialise(package, name, entry)

    def look_up(self, package: Package, name: str, found_only: bool = False) -> Entry | None:
        """A package-level name's declaration, noted down where somebody records; so is its absence, if it matters."""
        entry = self.program.entry(package, name)
        if self.needs is not None and (entry is not None or not found_only):
            self.needs.add(entry if entry is not None else (package.path, name))
        return entry

    def look_up_method(self, named: Named, name: str) -> Entry | None:
        """A method's declaration, noted down, or its absence."""
        entry = self.program.method(named.package, named.name, name)
        if self.needs is not None:
            self.needs.add(entry if entry is not None else (named.package.path, f"{named.name}.{name}"))
        return entry

    def note(self, closure: Closure) -> None:
        """Note down that the text of a function was looked at."""
        if self.needs is not None and closure.unit.entry is not None:
            self.needs.add(closure.unit.entry)

    @contextlib.contextmanager
    def recording(self) -> Iterator[set[Any]]:
        """Note down everything that is looked up meanwhile; also for whoever records already."""
        outer = self.needs
        needs: set[Any] = set()
        self.needs = needs
        try:
            yield needs
        finally:
            self.needs = outer
            if outer is not None:
                outer |= needs

    def _initialise(self, package: Package, name: str, entry: Entry) -> Value:
        key = (package.path, name)
        if key in self._in_progress:
            return Unknown(f"{name} depends on itself", entry.unit.file.path, entry.unit.line)
        self._in_progress.add(key)
        unit = entry.unit
        depth, uncertain = self.depth, self.uncertain
        self.uncertain = 0
        try:
            if entry.declaration.kind == "func":
                self._declare(package, name, entry)
            else:
                outer = self.needs
                needs: set[Any] = set()
                self.needs = needs
                try:
                    self._declare(package, name, entry)
                finally:
                    self.needs = outer
                    entry.needs |= needs
                    if outer is not None:
                        outer |= needs
        except (GoPanic, RecursionError) as panic:
            package.values[name] = self.failed(panic, unit.file.path, unit.line)
        finally:
            self._in_progress.discard(key)
            self.depth, self.uncertain = depth, uncertain
        if name not in package.values:
            package.values[name] = Unknown(f"{name} does not parse", unit.file.path, unit.line)
        return package.values[name]

    def _declare(self, package: Package, wanted: str, entry: Entry) -> None:
        unit = entry.unit
        if entry.declaration.kind == "func":
            package.values[wanted] = Closure(wanted, (), (), None, unit, declaration=entry)
            return
        for tree in self.program.trees(entry):
            if tree[0] == "typedecls":
                for name, parameters, node, alias, _row in tree[2]:
                    if alias:
                        package.values[name] = self.type(node, Scope(unit))
                    else:
                        package.values[name] = Named(package, name, node, unit, parameters)
            else:
                self._variables(package, wanted, tree, unit)

    def _variables(self, package: Package, wanted: str, tree: Node, unit: Unit) -> None:
        scope = Scope(unit)
        for spec in tree[2]:
            # one specification at a time: what stands beside it in the group may depend on it, or fail
            if wanted in spec[0]:
                for name, value in statements.declare(self, spec, scope, constant=tree[0] == "consts"):
                    package.values.setdefault(name, value)

    def method(self, named: Named, name: str) -> Closure | None:
        """A method of a declared type, or None."""
        entry = self.look_up_method(named, name)
        if entry is None:
            return None
        key = f"{named.name}.{name}"
        found: Closure | None = named.package.values.get(key)
        if found is None:
            found = named.package.values[key] = Closure(name, (), (), None, entry.unit, declaration=entry)
        return found

    # Calls ------------------------------------------------------------------------------------------------------------

    call = calls.call
    invoke = calls.invoke
    parse = calls.parse

    # Data -------------------------------------------------------------------------------------------------------------

    def select(self, value: Value, name: str, place: Place) -> Value:
        """`value.name`: a field or method, through pointers and embedding."""
        return selection.select(self, value, name, place)

    def field(self, struct: Value, name: str) -> Value:
        """A field of a struct value or pointer to one, forced; None where it is unset and has no known zero."""
        return selection.field(self, struct, name)

    def lazy_fields(self, type_name: str) -> frozenset[str]:
        """The fields of an outside type whose values wait."""
        found = self._lazy.get(type_name)
        if found is None:
            members = (field for kind, field in self.options.lazy_members if kind == type_name)
            found = self._lazy[type_name] = self.options.lazy_fields.union(members)
        return found

    def variable(self, name: str) -> str | None:
        """An environment variable, or None where it is unset: all are, but for those that the options set."""
        return self.options.environment.get(name)

    def taint(self, value: Value) -> Value:
        """A value as it is stored: unknown while it is not settled whether the store happens."""
        if self.uncertain:
            self.doubts += 1
            return self.uncertain_cause
        return value

    def run_inits(self, path: str) -> None:
        """Run the `init` functions of a package and of all that it imports; a panic costs that one function."""
        for entry in self.program.inits(path):
            try:
                if entry.declaration.kind == "var":
                    self._run(entry)
                else:
                    self.invoke(Closure("init", (), (), None, entry.unit, declaration=entry), [], None, ())
            except (GoPanic, RecursionError) as panic:
                self.failed(panic, "", 0)

    def _run(self, entry: Entry) -> None:
        """Make the calls that a variable without a name is declared with."""
        for tree in self.program.trees(entry):
            for spec in tree[2]:
                list(statements.declare(self, spec, Scope(entry.unit), constant=False))
