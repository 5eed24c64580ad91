"""What the functions of an entity do, read when somebody asks for it: one ref, one entity at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from release_check.golang.interpreter import Evaluator
from release_check.golang.interpreter.assertions import has_method
from release_check.golang.packages import Entry, Workspace
from release_check.golang.program import Program
from release_check.golang.source import SourceTree
from release_check.golang.values import Bound, Closure, GoPanic, Map, Place, Pointer, Struct, Thunk, Value
from release_check.model import EntityKind
from release_check.model.code import Body, Code
from release_check.snapshot import entrypoint as entrypoints
from release_check.snapshot import sdks
from release_check.snapshot.dependencies import module_versions, provider_name
from release_check.snapshot.framework import FrameworkReader
from release_check.snapshot.models import with_models
from release_check.snapshot.notes import Notes
from release_check.snapshot.summaries import summarise

_SDK_MAPS = {EntityKind.RESOURCE: "ResourcesMap", EntityKind.DATA_SOURCE: "DataSourcesMap"}
_SDK_FIELDS: Mapping[str, tuple[str, ...]] = {
    "create": ("Create", "CreateContext", "CreateWithoutTimeout"),
    "read": ("Read", "ReadContext", "ReadWithoutTimeout"),
    "update": ("Update", "UpdateContext", "UpdateWithoutTimeout"),
    "delete": ("Delete", "DeleteContext", "DeleteWithoutTimeout"),
    "check": ("CustomizeDiff",),
}
_FRAMEWORK_METHODS: Mapping[str, tuple[str, ...]] = {
    "create": ("Create",),
    "read": ("Read",),
    "update": ("Update",),
    "delete": ("Delete",),
    "check": ("ModifyPlan", "ValidateConfig", "ConfigValidators"),
}
_NOWHERE = Place("", 0)


class _Turns:
    """Two workspaces, that readers take in turn.

    The candidate of one release is the base of the next, so that what read the one before both is done by then.
    """

    def __init__(self) -> None:
        self._next, self._last = Workspace(), Workspace()
        self._next.beside, self._last.beside = self._last, self._next

    def take(self) -> Workspace:
        """The one that was taken longest ago."""
        self._next, self._last = self._last, self._next
        return self._last


_turns = _Turns()


class CodeReader:
    """Reads the functions of the entities of one ref. Nothing is read before it is asked for."""

    def __init__(
        self, tree: SourceTree, *, environment: Mapping[str, str] | None = None, entrypoint: str | None = None
    ) -> None:
        """Take the files of the ref, and how its provider is found, as `read_provider` does."""
        self._tree = tree
        self._environment = dict(environment or {})
        self._entrypoint = entrypoint
        self._known: dict[tuple[str, str], Code | None] = {}
        self._workspace: Workspace | None = None
        self._serial = 0
        self._started: tuple[Evaluator, entrypoints.Served] | None = None
        self._listed: dict[str, dict[str, Value]] = {}

    def of(self, kind: str, entity_type: str) -> Code | None:
        """What the functions of an entity do; None where it is not there or not what has such functions."""
        key = (kind, entity_type)
        if key not in self._known:
            self._known[key] = self._read(kind, entity_type)
        return self._known[key]

    def suppresses_nothing(self, kind: str, entity_type: str, path: str) -> bool:
        """Whether the DiffSuppressFunc of an SDK's attribute only says that equal values are equal, or always no."""
        if kind not in _SDK_MAPS:
            return False
        ev, served = self._start()
        ev.steps = 0
        try:
            for provider in served.sdk:
                registered = ev.field(provider, _SDK_MAPS[EntityKind(kind)])
                if isinstance(registered, Map) and entity_type in registered:
                    schema = _schema_at(ev, ev.force(registered[entity_type]), path)
                    return schema is not None and _is_idle(ev, schema.fields.get("DiffSuppressFunc"))
        except GoPanic:
            return False
        return False

    def _read(self, kind: str, entity_type: str) -> Code | None:
        if kind not in _SDK_MAPS:
            return None
        ev, served = self._start()
        ev.fresh()
        try:
            for provider in served.sdk:
                registered = ev.field(provider, _SDK_MAPS[EntityKind(kind)])
                if isinstance(registered, Map) and entity_type in registered:
                    return _sdk_code(ev, ev.force(registered[entity_type]))
            value = self._framework(ev, served, EntityKind(kind)).get(entity_type)
            return _framework_code(ev, value) if value is not None else None
        except GoPanic:
            return None

    def _start(self) -> tuple[Evaluator, entrypoints.Served]:
        if self._workspace is not None and self._workspace.serial != self._serial:
            # a workspace serves one program at a time, and another one has it now
            self._started = None
            self._listed.clear()
        if self._started is None:
            self._workspace = _turns.take() if self._workspace is None else Workspace()
            program = Program(with_models(self._tree), self._workspace, sdks.outside)
            self._serial = self._workspace.serial
            self._started = entrypoints.find(program, self._environment, self._entrypoint)
        return self._started

    def _framework(self, ev: Evaluator, served: entrypoints.Served, kind: EntityKind) -> Mapping[str, Value]:
        if kind not in self._listed:
            versions = module_versions(self._tree)
            found: dict[str, Value] = {}
            for provider in served.framework:
                reader = FrameworkReader(
                    ev, Notes(), lambda module: versions.get(module, ""), provider_name(self._tree)
                )
                for name, value in reader.made(provider, kind):
                    found.setdefault(name, value)
            self._listed[kind] = found
        return self._listed[kind]


def _sdk_code(ev: Evaluator, value: Value) -> Code | None:
    struct = value.load() if isinstance(value, Pointer) else value
    if not isinstance(struct, Struct):
        return None
    functions = {
        use: [found for field in fields if field in struct.fields for found in _functions(ev, struct.fields[field])]
        for use, fields in _SDK_FIELDS.items()
    }
    return _code(ev, functions)


def _framework_code(ev: Evaluator, value: Value) -> Code:
    functions: dict[str, list[Value]] = {}
    for use, names in _FRAMEWORK_METHODS.items():
        functions[use] = [
            found
            for name in names
            if has_method(ev, value, name) is True
            and isinstance(found := ev.guard(lambda: ev.select(value, name, _NOWHERE), _NOWHERE), Bound)  # noqa: B023
        ]
    return _code(ev, functions)


def _functions(ev: Evaluator, function: Value) -> Iterator[Closure | Bound]:
    """The functions that a field holds, through those of the SDK that put several together."""
    value = ev.force(function) if isinstance(function, Thunk) else function
    if isinstance(value, Closure | Bound):
        yield value
    for argument in getattr(value, "arguments", ()):
        yield from _functions(ev, argument)


def _schema_at(ev: Evaluator, resource: Value, path: str) -> Struct | None:
    """The `schema.Schema` of an attribute at any depth."""
    found: Value = resource
    for name in path.split("."):
        attributes = ev.field(found, "Schema") if isinstance(found, Struct | Pointer) else None
        if not isinstance(attributes, Map) or name not in attributes:
            return None
        schema = ev.force(attributes[name])
        found = ev.field(schema, "Elem") if isinstance(schema, Struct | Pointer) else None
    target = schema.load() if isinstance(schema, Pointer) else schema
    return target if isinstance(target, Struct) else None


def _is_idle(ev: Evaluator, function: Value) -> bool:
    """Whether a function returns false, or whether its second and third parameters are equal, and does nothing else."""
    for one in _functions(ev, function):
        closure = one.closure if isinstance(one, Bound) else one
        ev.parse(closure)
        names = [name for name, _kind, _variadic in closure.parameters]
        body = closure.body or ()
        if len(body) != 1 or body[0][0] != "return" or len(body[0][2]) != 1:
            return False
        said = body[0][2][0]
        if said[0] == "id" and said[2] == "false":
            return True
        sides = [side[2] for side in said[3:5] if side[0] == "id"] if said[0] == "binary" and said[2] == "==" else []
        return len(sides) == 2 and sorted(sides) == sorted(str(name) for name in names[1:3])
    return False


def _code(ev: Evaluator, functions: Mapping[str, Iterable[Value]]) -> Code:
    """Each use summed up by itself: a Create that ends in Read does not handle what Read does."""
    entries = {use: frozenset(_entries(values)) for use, values in functions.items()}
    bodies: dict[str, Body] = {}
    for use, values in functions.items():
        others = frozenset(entry for other, found in entries.items() if other != use for entry in found)
        body = summarise(ev, values, others - entries[use])
        if body is not None:
            bodies[use] = body
    return Code(bodies)


def _entries(values: Iterable[Value]) -> Iterator[Entry]:
    for value in values:
        closure = value.closure if isinstance(value, Bound) else value
        if isinstance(closure, Closure) and closure.entry is not None:
            yield closure.entry
