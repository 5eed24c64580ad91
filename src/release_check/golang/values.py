"""Go values.

Booleans, numbers and strings are Python's own. A tuple is what a function with several results returns. What lies
outside the repository is kept as the expression that names it, so that a reader who knows the module can make sense of
it; what is not settled at all is `Unknown`.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from release_check.golang.types import Type

if TYPE_CHECKING:
    from release_check.golang.interpreter.evaluator import Evaluator
    from release_check.golang.packages import Entry
    from release_check.golang.scope import Scope, Unit
    from release_check.golang.tree import Node

Value: TypeAlias = Any


class Place:
    """A line of a file."""

    __slots__ = ("file", "line")

    def __init__(self, file: str, line: int) -> None:
        self.file = file
        self.line = line


_LONGEST = 120


class Unknown:
    """A value that the source does not settle, with the place and the construct that stopped us."""

    __slots__ = ("construct", "file", "line")

    def __init__(self, construct: str, file: str = "", line: int = 0) -> None:
        # what is unknown because of what is unknown would go on without end
        self.construct = construct if len(construct) <= _LONGEST else construct[: _LONGEST - 1] + "…"
        self.file = file
        self.line = line

    def __repr__(self) -> str:
        return f"Unknown({self.construct!r}, {self.file}:{self.line})"


class External(Unknown):
    """Something of a package outside: a constant, variable or function, by import path and name."""

    __slots__ = ("name", "path")

    def __init__(self, path: str, name: str, file: str = "", line: int = 0) -> None:
        super().__init__(f"{path.rpartition('/')[2]}.{name}", file, line)
        self.path = path
        self.name = name


class ExternalField(Unknown):
    """A field or method of something outside; `of` may also be a struct of an outside type."""

    __slots__ = ("name", "of")

    def __init__(self, of: Value, name: str, file: str = "", line: int = 0) -> None:
        super().__init__(f"{_short(of)}.{name}", file, line)
        self.of = of
        self.name = name


class ExternalCall(Unknown):
    """A call of something outside, with the arguments it was given."""

    __slots__ = ("arguments", "function", "types")

    def __init__(self, function: Value, arguments: list[Value], file: str = "", line: int = 0) -> None:
        super().__init__(f"{_short(function)}(…)", file, line)
        self.function = function
        self.arguments = arguments
        self.types: tuple[Type, ...] = ()


class ExternalElement(Unknown):
    """An index into something outside, or one of several results of a call; `last` marks the last result."""

    __slots__ = ("index", "last", "of")

    def __init__(self, of: Value, index: Value, last: bool = False, file: str = "", line: int = 0) -> None:
        super().__init__(f"{_short(of)}[…]", file or of.file, line or of.line)
        self.of = of
        self.index = index
        self.last = last


def _short(value: Value) -> str:
    if isinstance(value, Unknown):
        return value.construct
    kind = getattr(value, "type", None)
    return getattr(kind, "name", type(value).__name__)


class Struct:
    """A struct value. Fields that were not set are absent, and read as their zero value."""

    __slots__ = ("fields", "file", "line", "type")

    def __init__(self, kind: Type, fields: dict[str, Value], file: str = "", line: int = 0) -> None:
        self.type = kind
        self.fields = fields
        self.file = file
        self.line = line

    def copy(self) -> Struct:
        """A copy, as assignment makes one: nested structs and arrays too, pointers shared."""
        fields = {k: v.copy() if type(v) in COPIED else v for k, v in self.fields.items()}
        return Struct(self.type, fields, self.file, self.line)

    def become(self, other: Struct) -> None:
        """Take over another's fields, so that pointers to this one, and to its fields, see them."""
        if other is not self:
            fields = dict(other.fields)
            # what is stored is what was written there
            self.type, self.file, self.line = other.type, other.file or self.file, other.line or self.line
            self.fields.clear()
            self.fields.update(fields)

    def __repr__(self) -> str:
        return f"{self.type}{self.fields}"


class Map(dict[Any, Any]):
    """A map value, with its type, where its keys were written, and whether keys may be missing."""

    __slots__ = ("open", "places", "type")

    def __init__(self, kind: Type, items: dict[Any, Any] | None = None) -> None:
        super().__init__(items or {})
        self.type = kind
        self.places: dict[Any, Place] = {}
        self.open: Unknown | None = None


class Slice(list[Any]):
    """A slice value, with its type and whether elements may be missing."""

    __slots__ = ("full", "open", "shared", "type")

    def __init__(self, kind: Type, items: Any = ()) -> None:
        super().__init__(items)
        self.type = kind
        self.open: Unknown | None = None
        self.shared: tuple[Backing, int] | None = None
        """The array that this is a part of, and where in it this begins, once there are other parts."""
        self.full = False
        """Whether what is appended finds no room, whatever the array holds beyond."""

    def cut(self, low: int, high: int) -> Slice:
        """A part that shares its elements with the whole."""
        part = Slice(self.type, self[low:high])
        part.open = self.open
        if self.shared is None:
            self.shared = (Backing(self), 0)
        backing, offset = self.shared
        part.shared = (backing, offset + low)
        backing.parts.append((part, offset + low))
        return part

    def put(self, index: int, value: Value) -> None:
        """Set an element, also where other slices share it."""
        self[index] = value
        if self.shared is not None:
            backing, offset = self.shared
            backing.put(offset + index, value)

    def put_all(self, values: list[Value]) -> None:
        """Set all elements to as many others."""
        for index, value in enumerate(values):
            self.put(index, value)


class Backing:
    """The array that several slices share, as the slices that show it."""

    __slots__ = ("end", "parts")

    def __init__(self, whole: Slice) -> None:
        self.parts: list[tuple[Slice, int]] = [(whole, 0)]
        self.end = len(whole)

    def put(self, position: int, value: Value) -> None:
        """Set one element in all slices that show it."""
        for part, offset in self.parts:
            if 0 <= position - offset < len(part):
                part[position - offset] = value


class Array(Slice):
    """An array value: assignment copies it."""

    __slots__ = ()

    def copy(self) -> Array:
        """A copy, as assignment makes one."""
        copied = Array(self.type, [item.copy() if type(item) in COPIED else item for item in self])
        copied.open = self.open
        return copied


COPIED = frozenset({Struct, Array})
"""What assignment copies."""


class Sequence(Slice):
    """What an iterator function of `maps` or `slices` gives: one value a round, or two."""

    __slots__ = ("pairs",)

    def __init__(self, kind: Type, items: Any = (), pairs: bool = False) -> None:
        super().__init__(kind, items)
        self.pairs = pairs


class NamedString(str):
    """A string of a declared type."""

    type: Type


class NamedInt(int):
    """An integer of a declared type."""

    type: Type


class NamedFloat(float):
    """A floating-point number of a declared type."""

    type: Type


Typed = NamedString | NamedInt | NamedFloat
NAMED = frozenset({NamedString, NamedInt, NamedFloat})
CONSTANTS = frozenset({str, int, float})
"""What carries no type: a constant without one, or a value of string, int or float64."""


def with_type(value: Value, kind: Type) -> Value:
    """A scalar that remembers its declared type, so that its methods are found; others unchanged."""
    named: Any
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        named = NamedString(value)
    elif isinstance(value, int):
        named = NamedInt(value)
    elif isinstance(value, float):
        named = NamedFloat(value)
    else:
        return value
    named.type = kind
    return named


class Pointer:
    """A pointer to a struct."""

    __slots__ = ("target",)

    def __init__(self, target: Struct) -> None:
        self.target = target

    def load(self) -> Value:
        """What it points to."""
        return self.target

    def store(self, value: Value) -> None:
        """Set what it points to."""
        if isinstance(value, Struct):
            self.target.become(value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pointer) and other.target is self.target

    def __hash__(self) -> int:
        return id(self.target)


class Cell(Pointer):
    """A pointer to a variable, field or element that holds no struct."""

    __slots__ = ("holder", "key")

    def __init__(self, holder: Any, key: Any) -> None:
        self.holder = holder
        self.key = key

    def load(self) -> Value:
        """What it points to."""
        return self.holder[self.key]

    def store(self, value: Value) -> None:
        """Set what it points to."""
        if isinstance(self.holder, Slice):
            self.holder.put(self.key, value)
        else:
            self.holder[self.key] = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cell) and other.holder is self.holder and other.key == self.key

    def __hash__(self) -> int:
        return hash((id(self.holder), str(self.key)))


class Closure:
    """A function with the scope it was written in. A body may still be text: of a literal, or of a declaration."""

    __slots__ = (
        "body",
        "cast_parameters",
        "cast_results",
        "declaration",
        "entry",
        "name",
        "parameters",
        "receiver",
        "results",
        "row",
        "scope",
        "text",
        "type",
        "type_parameters",
        "types",
        "unit",
    )

    def __init__(
        self,
        name: str,
        parameters: tuple[Any, ...],
        results: tuple[Any, ...],
        body: tuple[Node, ...] | None,
        unit: Unit,
        scope: Scope | None = None,
        type_parameters: tuple[str, ...] = (),
        text: bytes | None = None,
        row: int = 0,
        receiver: Any = None,
        declaration: Entry | None = None,
    ) -> None:
        self.name = name
        self.parameters = parameters
        self.results = results
        self.body = body
        self.unit = unit
        self.scope = scope
        self.type_parameters = type_parameters
        self.text = text
        self.row = row
        self.receiver = receiver
        self.declaration = declaration
        self.entry = declaration
        """The top-level declaration that this function is, or None for a literal."""
        self.types: tuple[Type, ...] = ()
        """Type arguments, where it was given some."""
        self.type: Type | None = None
        """Its type, where that is a declared one."""
        self.cast_parameters: dict[int, Node] = {}
        """The types, by position, of parameters that may make something else of a constant."""
        self.cast_results: dict[int, Node] = {}
        """The same for results."""

    def instantiated(self, types: tuple[Type, ...]) -> Closure:
        """The same function with type arguments."""
        function = copy.copy(self)
        function.types = types
        # it is more than its declaration now
        function.entry = None
        return function

    @property
    def place(self) -> Place:
        """Where it is written."""
        return Place(self.unit.file.path, self.unit.line + self.row)


class Bound:
    """A method with its receiver."""

    __slots__ = ("closure", "receiver")

    def __init__(self, closure: Closure, receiver: Value) -> None:
        self.closure = closure
        self.receiver = receiver


class Native:
    """A function that we carry out ourselves: of the language, the standard library or a model."""

    __slots__ = ("call", "name")

    def __init__(self, name: str, call: Callable[[Evaluator, list[Value], Place], Value]) -> None:
        self.name = name
        self.call = call


class PackageRef:
    """An imported package as an expression names it."""

    __slots__ = ("path",)

    def __init__(self, path: str) -> None:
        self.path = path


class Thunk:
    """A value that is evaluated, once, when somebody asks for it."""

    __slots__ = ("needs", "node", "scope", "value", "waiting")

    def __init__(self, node: Node, scope: Scope) -> None:
        self.node = node
        self.scope = scope
        self.waiting = True
        self.value: Value = None
        self.needs: set[Any] = set()
        """What evaluating it looked up."""

    def forget(self) -> None:
        """Wait again: whoever asks once more has it evaluated once more."""
        self.waiting = True
        self.value = None


class Deferred(Thunk):
    """A call whose function and arguments are known, made when somebody asks for what it returns."""

    __slots__ = ("arguments", "function", "place")

    def __init__(self, node: Node, scope: Scope, function: Value, arguments: list[Value], place: Place) -> None:
        super().__init__(node, scope)
        self.function = function
        self.arguments = arguments
        self.place = place


class Spread:
    """The last argument of a call written with `…`."""

    __slots__ = ("value",)

    def __init__(self, value: Value) -> None:
        self.value = value


class GoError:
    """A non-nil error that the program made itself."""

    __slots__ = ("message",)

    def __init__(self, message: Value) -> None:
        self.message = message


class GoPanic(Exception):
    """The program panics, or does what we cannot follow any further."""

    def __init__(self, construct: str, file: str = "", line: int = 0) -> None:
        super().__init__(construct)
        self.construct = construct
        self.file = file
        self.line = line


class BudgetExceeded(GoPanic):
    """Evaluation took more steps, or went deeper, than it may."""


_TYPED = (Struct, Map, Slice, NamedString, NamedInt, NamedFloat)


def is_nil(value: Value) -> bool | None:
    """Whether a value is nil; None where that is not settled."""
    if value is None:
        return True
    if isinstance(value, ExternalElement):
        # the last of several results is the error, and a provider that was released starts without errors
        return True if value.last else None
    if isinstance(value, Unknown):
        return None
    return False


def type_of(value: Value) -> Type | None:
    """The dynamic type of a value, or None where it carries none."""
    if isinstance(value, _TYPED):
        return value.type
    return None
