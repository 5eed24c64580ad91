"""Go types, as far as evaluation needs them: to elide literals, make zero values, find methods and assert."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from release_check.golang.packages import Package
    from release_check.golang.scope import Scope, Unit
    from release_check.golang.tree import Node


class Type:
    """Any Go type. Types are values too: they are what type parameters and conversions hold."""

    __slots__ = ()


class Basic(Type):
    """A predeclared type: string, int, bool, error, any and so on."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


class Named(Type):
    """A type that the repository declares. Its underlying type is resolved when first asked for."""

    __slots__ = ("arguments", "name", "node", "package", "parameters", "resolved", "scope", "unit")

    def __init__(
        self,
        package: Package,
        name: str,
        node: Node,
        unit: Unit,
        parameters: tuple[str, ...] = (),
        scope: Scope | None = None,
    ) -> None:
        self.package = package
        self.name = name
        self.node = node
        self.unit = unit
        self.parameters = parameters
        self.scope = scope
        self.arguments: tuple[Type, ...] = ()
        self.resolved: Type | None = None

    def same(self, other: Type) -> bool:
        """Whether both are the one declared type, whatever their arguments."""
        return isinstance(other, Named) and other.name == self.name and other.package is self.package

    def __repr__(self) -> str:
        return f"{self.package.path}.{self.name}"


class ExternalType(Type):
    """A type of a module that is not in the repository, or that a model stands in for."""

    __slots__ = ("arguments", "name", "path")

    def __init__(self, path: str, name: str, arguments: tuple[Type, ...] = ()) -> None:
        self.path = path
        self.name = name
        self.arguments = arguments

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ExternalType) and (self.path, self.name) == (other.path, other.name)

    def __hash__(self) -> int:
        return hash((self.path, self.name))

    def __repr__(self) -> str:
        return f"{self.path}.{self.name}"


class PointerType(Type):
    """`*T`."""

    __slots__ = ("elem",)

    def __init__(self, elem: Type) -> None:
        self.elem = elem


class SliceType(Type):
    """`[]T`, and `[n]T`, whose length is kept."""

    __slots__ = ("elem", "length")

    def __init__(self, elem: Type, length: int | None = None) -> None:
        self.elem = elem
        self.length = length


class MapType(Type):
    """`map[K]V`."""

    __slots__ = ("elem", "key")

    def __init__(self, key: Type, elem: Type) -> None:
        self.key = key
        self.elem = elem


class Field(NamedTuple):
    """One field of a struct type."""

    name: str
    node: Any
    embedded: bool


class StructType(Type):
    """`struct { … }`; the types of its fields are resolved one by one when asked for."""

    __slots__ = ("embedded", "fields", "order", "resolved", "scope")

    def __init__(self, fields: tuple[Field, ...], scope: Scope) -> None:
        self.fields = {field.name: field for field in fields}
        self.order = tuple(field.name for field in fields)
        self.embedded = tuple(field.name for field in fields if field.embedded)
        self.scope = scope
        self.resolved: dict[str, Type] = {}


class InterfaceType(Type):
    """`interface { … }`."""

    __slots__ = ("embedded", "methods", "scope")

    def __init__(self, methods: tuple[str, ...], embedded: tuple[Any, ...], scope: Scope | None) -> None:
        self.methods = methods
        self.embedded = embedded
        self.scope = scope


class FunctionType(Type):
    """`func(…) …`; its parameters do not matter to us."""

    __slots__ = ()


class UnknownType(Type):
    """A type that could not be settled."""

    __slots__ = ("reason",)

    def __init__(self, reason: str) -> None:
        self.reason = reason


EMPTY_INTERFACE = InterfaceType((), (), None)
FUNCTION = FunctionType()
BYTES = SliceType(Basic("uint8"))
