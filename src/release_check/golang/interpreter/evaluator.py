"""The evaluator's centre: dispatch over syntax, package-level names, calls, budgets."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from release_check.golang.interpreter import callbacks, expressions, statements, typing
from release_check.golang.interpreter.builtins import UNIVERSE, append_spread
from release_check.golang.interpreter.signals import NAMED_RESULTS
from release_check.golang.library import LIBRARY
from release_check.golang.packages import Entry, Package
from release_check.golang.parsing import GoSyntaxError, parse_function
from release_check.golang.program import Program
from release_check.golang.scope import Scope, Unit
from release_check.golang.tree import Node
from release_check.golang.types import Named, SliceType, Type, UnknownType
from release_check.golang.values import (
    Bound,
    BudgetExceeded,
    Closure,
    Deferred,
    External,
    ExternalCall,
    ExternalField,
    GoPanic,
    Native,
    PackageRef,
    Place,
    Slice,
    Spread,
    Struct,
    Thunk,
    Unknown,
    Value,
)

_MISSING = object()
_DEPTH = 200
_UNCERTAIN_DEPTH = 4
_FRAMES = 20_000
"""Python frames for `_DEPTH` calls of Go, each of which takes some dozens."""


class Options(msgspec.Struct, frozen=True):
    """What a reader of values knows about modules outside, as plain data and functions."""

    models: Mapping[tuple[str, str], Value] = {}
    """Stand-ins for names of outside packages: (import path, name) to value."""
    lazy_fields: frozenset[str] = frozenset()
    """Struct fields whose values are evaluated only when read."""
    lazy_members: frozenset[tuple[str, str]] = frozenset()
    """The same for fields of one outside type: (type name, field)."""
    lazy_types: frozenset[tuple[str, str]] = frozenset()
    """Outside types: a call that makes a map's value of such a type, or a pointer to it, waits until it is read."""
    zero_field: Callable[[str, str, str], Value] | None = None
    """The zero value of a field of an outside struct: import path, type name, field."""
    zero_type: Callable[[str, str], Value] | None = None
    """The zero value of an outside type that is no struct; `Unknown` where it is one."""
    methods: Mapping[tuple[str, str], tuple[str, ...]] = {}
    """The methods that outside interfaces ask for: (import path, name) to method names."""
    fields: Callable[[str, str], Mapping[str, Type] | None] = lambda _path, _name: None
    """The fields of an outside struct type, by import path and name, for code that looks at them by reflection; None
    where they are not known."""
    environment: Mapping[str, str] = {}
    """Environment variables; all others are unset."""
    steps: int = 4_000_000
    """Calls and loop rounds that one evaluation may take."""


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
        self.steps = 0
        self.depth = 0
        self.nowhere = Place("", 0)
        self.needs: set[Any] | None = None
        """Where what is looked up is noted down, while somebody records it: entries, and pairs that were not found."""
        self.mutated: set[Any] = set()
        """Package variables that were stored into after they were made: what reads them depends on more than text."""
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
                return signal
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
                value.waiting = False
                with self.recording() as needs:
                    self._settle(value)
                value.needs = needs
            elif self.needs is not None:
                self.needs |= value.needs
            value = value.value
        return value

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
        except GoPanic as panic:
            return Unknown(panic.construct, panic.file or place.file, panic.line or place.line)
        finally:
            self.depth, self.uncertain = depth, uncertain

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
        for target in unit.file.dot_imports:
            found = self.member(target, name, unit.file.path, unit.line)
            if not isinstance(found, External):
                return found
        if unit.file.dot_imports:
            return External(unit.file.dot_imports[0], name, unit.file.path, unit.line)
        self.look_up(package, name)
        return Unknown(f"undefined name {name}", unit.file.path, unit.line)

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
        depth, uncertain = self.depth, self.uncertain
        self.uncertain = 0
        try:
            if entry.declaration.kind == "func":
                self._declare(package, name, entry)
            else:
                with self.recording() as needs:
                    self._declare(package, name, entry)
                entry.needs |= needs
        except GoPanic as panic:
            package.values[name] = Unknown(panic.construct, panic.file, panic.line)
        finally:
            self._in_progress.discard(key)
            self.depth, self.uncertain = depth, uncertain
        if name not in package.values:
            package.values[name] = Unknown(f"{name} does not parse", entry.unit.file.path, entry.unit.line)
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

    def call(self, function: Value, arguments: list[Value], place: Place, types: tuple[Type, ...] = ()) -> Value:
        """Call any value that can be called."""
        kind = type(function)
        if kind is Closure:
            return self.invoke(function, arguments, None, types)
        if kind is Bound:
            return self.invoke(function.closure, arguments, function, types)
        if arguments and type(arguments[-1]) is Spread:
            if function is UNIVERSE["append"]:
                return append_spread(arguments[0], arguments[-1].value)
            arguments = unspread(arguments)
        if kind is Native:
            return function.call(self, arguments, place)
        if isinstance(function, ExternalField):
            model = self._model_of_method(function)
            if model is not None:
                return model.call(self, [function.of, *arguments], place)
        if isinstance(function, External | ExternalField | ExternalCall):
            callbacks.follow(self, arguments, place)
            return ExternalCall(function, arguments, place.file, place.line)
        if isinstance(function, Unknown):
            return function
        if function is None:
            raise GoPanic("call of a nil function", place.file, place.line)
        return Unknown(f"call of {type(function).__name__}", place.file, place.line)

    def _model_of_method(self, function: ExternalField) -> Native | None:
        receiver = function.of
        if isinstance(receiver, Struct):
            kind: Any = receiver.type
            model = self.models.get((getattr(kind, "path", ""), f"{getattr(kind, 'name', '')}.{function.name}"))
            return model if isinstance(model, Native) else None
        return None

    def invoke(self, closure: Closure, arguments: list[Value], bound: Bound | None, types: tuple[Type, ...]) -> Value:
        """Run a function of the program."""
        if self.uncertain > _UNCERTAIN_DEPTH:
            # what may not happen at all, within what may not happen, tells nothing more
            return self.uncertain_cause
        self.steps += 1
        if self.steps > self.options.steps or self.depth >= _DEPTH:
            what = "call depth" if self.depth >= _DEPTH else "steps"
            raise BudgetExceeded(
                f"more {what} than allowed in {closure.name}", closure.unit.file.path, closure.unit.line
            )
        self.note(closure)
        self.parse(closure)
        if closure.body is None:
            return Unknown(f"{closure.name} has no body", closure.unit.file.path, closure.unit.line)
        scope = Scope(closure.unit, closure.scope)
        scope.function = True
        scope.results = bool(closure.results) and closure.results[0][0] is not None
        self._bind(closure, arguments, bound, types, scope)
        self.depth += 1
        try:
            signal = self.execute(closure.body, scope)
        finally:
            self.depth -= 1
            if scope.defers:
                statements.run_deferred(self, scope)
        if signal is None:
            return None
        value = signal[1]
        if value is NAMED_RESULTS:
            values = tuple(scope.vars[name] for name, _kind, _variadic in closure.results)
            return values[0] if len(values) == 1 else values
        return value

    def parse(self, closure: Closure) -> None:
        """Parse a function whose body is still text.

        Raises:
            GoPanic: it does not parse.
        """
        if closure.declaration is not None:
            trees = self.program.trees(closure.declaration)
            closure.declaration = None
            if not trees:
                raise GoPanic(f"{closure.name} does not parse", closure.unit.file.path, closure.unit.line)
            (
                _kind,
                closure.row,
                _name,
                closure.receiver,
                closure.type_parameters,
                closure.parameters,
                closure.results,
                closure.body,
            ) = trees[0]
        elif closure.text is not None:
            try:
                tree = parse_function(closure.text)
            except GoSyntaxError as error:
                line = closure.unit.line + closure.row + error.row
                raise GoPanic("function literal does not parse", closure.unit.file.path, line) from error
            closure.parameters, closure.results, closure.body = tree[2], tree[3], tree[4]
            closure.text = None
            closure.unit = Unit(closure.unit.file, closure.unit.line + closure.row, closure.unit.entry)
            closure.row = 0

    def _bind(
        self, closure: Closure, arguments: list[Value], bound: Bound | None, types: tuple[Type, ...], scope: Scope
    ) -> None:
        names = scope.vars
        if bound is not None:
            typing.bind_receiver(closure, bound.receiver, scope)
        if closure.type_parameters:
            names.update(typing.infer(closure, arguments, types))
        count = len(arguments)
        for index, (name, _node, variadic) in enumerate(closure.parameters):
            if variadic:
                rest = arguments[index:]
                if len(rest) == 1 and type(rest[0]) is Spread:
                    value: Value = rest[0].value
                else:
                    value = Slice(SliceType(UnknownType("variadic")), rest) if rest else None
            elif index < count:
                value = arguments[index]
                if type(value) is Spread:
                    value = Unknown("spread arguments")
            else:
                value = Unknown(f"argument {name} of {closure.name}", closure.unit.file.path, closure.unit.line)
            if name is not None and name != "_":
                names[name] = value.copy() if type(value) is Struct else value
        for name, node, _variadic in closure.results:
            if name is not None:
                names[name] = typing.zero(self, self.type(node, scope))

    # Data -------------------------------------------------------------------------------------------------------------

    def select(self, value: Value, name: str, place: Place) -> Value:
        """`value.name`: a field or method, through pointers and embedding."""
        return expressions.select(self, value, name, place)

    def field(self, struct: Value, name: str) -> Value:
        """A field of a struct value or pointer to one, forced; None where it is unset and has no known zero."""
        return expressions.field(self, struct, name)

    def variable(self, name: str) -> str | None:
        """An environment variable, or None where it is unset: all are, but for those that the options set."""
        return self.options.environment.get(name)

    def taint(self, value: Value) -> Value:
        """A value as it is stored: unknown while it is not settled whether the store happens."""
        return self.uncertain_cause if self.uncertain else value

    def run_inits(self, path: str) -> None:
        """Run the `init` functions of a package and of all that it imports; a panic costs that one function."""
        for entry in self.program.inits(path):
            try:
                self.invoke(Closure("init", (), (), None, entry.unit, declaration=entry), [], None, ())
            except GoPanic:
                continue


def unspread(arguments: list[Value]) -> list[Value]:
    """Arguments with the spread one taken apart, as far as its elements are known."""
    last = arguments[-1].value
    return [*arguments[:-1], *(last if isinstance(last, Slice) else [last])]
