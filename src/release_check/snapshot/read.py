"""One ref to one `Provider`."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, NamedTuple

from release_check.golang.interpreter import Evaluator
from release_check.golang.packages import Workspace
from release_check.golang.program import Program
from release_check.golang.source import SourceTree
from release_check.golang.values import Struct, Value
from release_check.model import (
    KINDS,
    Coverage,
    Entity,
    EntityKind,
    Era,
    IncompleteError,
    Provider,
    Unresolved,
)
from release_check.snapshot import entrypoint as entrypoints
from release_check.snapshot import sdks
from release_check.snapshot.dependencies import module_versions, provider_name
from release_check.snapshot.framework import FrameworkReader
from release_check.snapshot.memory import give_back, held_memory
from release_check.snapshot.models import with_models
from release_check.snapshot.notes import Notes
from release_check.snapshot.protocol import GROUPS, ProtocolReader
from release_check.snapshot.reuse import Readings, Reuse
from release_check.snapshot.sdk import SdkReader
from release_check.snapshot.trail import Carried, Trail, carried_over

_SDK_MAPS = {EntityKind.RESOURCE: "ResourcesMap", EntityKind.DATA_SOURCE: "DataSourcesMap"}
_WORKSPACE = Workspace()
_READINGS = Readings()
"""Both shared by all refs that one process reads: most of what they hold is the same in most of them."""


def read_provider(
    tree: SourceTree,
    *,
    name: str = "",
    ref: str = "",
    environment: Mapping[str, str] | None = None,
    entrypoint: str | None = None,
    only: Collection[tuple[str, str]] | None = None,
) -> Provider:
    """Read the provider's schemas at one ref, straight from its source.

    Args:
        tree: the files of the ref.
        name: the provider's name; found in the module path where not given.
        ref: the ref's name as it is to be shown.
        environment: environment variables that are set, for feature switches; all others are unset.
        entrypoint: `DIR.FUNCTION`, the provider's constructor, where `main` does not lead to it.
        only: kinds and types of the entities to read; all where not given.

    Raises:
        IncompleteError: there is no Go, it does not parse, or it does not lead to a provider.
    """
    with _collector_paused():
        return _read(tree, name, ref, dict(environment or {}), entrypoint, only).snapshot


class Earlier(NamedTuple):
    """A snapshot that was read before, of a ref that has much in common with the one to be read."""

    tree: SourceTree
    provider: Provider
    trail: Trail


class Read(NamedTuple):
    """A snapshot, and what lays its trail for the next."""

    snapshot: Provider
    trail: Callable[[], Trail]


def read_after(
    tree: SourceTree,
    earlier: Earlier | None,
    *,
    environment: Mapping[str, str] | None = None,
    entrypoint: str | None = None,
) -> Read:
    """Read all of the provider's schemas at one ref, and take over from another snapshot what is the same there.

    Args:
        tree: the files of the ref.
        earlier: what may be taken over from; it must have been read with the same settings.
        environment: environment variables that are set, for feature switches; all others are unset.
        entrypoint: `DIR.FUNCTION`, the provider's constructor, where `main` does not lead to it.

    Raises:
        IncompleteError: there is no Go, it does not parse, or it does not lead to a provider.
    """
    with _collector_paused():
        return _read(tree, "", "", dict(environment or {}), entrypoint, None, earlier)


_YOUNG = 300_000
"""How many objects more than after the last collection are worth another."""
_GROWN = 1.5
"""How much more memory is held than after the last whole collection when it is time for another."""
_FIRST = 200
"""Megabytes that count as held before the first: it is not worth while for one or two refs."""
_MORE = 100
"""Megabytes below which growth does not count."""


class _Collector:
    """Collects what refs leave behind in circles: often what is new, and seldom what has lasted long."""

    def __init__(self) -> None:
        self._held = _FIRST
        self._began = False

    def turn(self) -> None:
        """Something more is to be read."""
        held = held_memory()
        if held > max(self._held * _GROWN, self._held + _MORE):
            gc.unfreeze()
            gc.collect()
            give_back()
            self._held = held_memory()
            self._began = True
        elif self._began and gc.get_count()[0] > _YOUNG:
            gc.collect()
        else:
            return
        # to walk what all refs share again and again takes longer than to read them
        gc.freeze()


_collector = _Collector()


@contextlib.contextmanager
def _collector_paused() -> Iterator[None]:
    # millions of small tuples that stay alive: the collector would walk them again and again for a third of the time,
    # and once more when it is let go, did it not take them for permanent
    enabled = gc.isenabled()
    gc.disable()
    try:
        _collector.turn()
        yield
    finally:
        if enabled:
            gc.freeze()
            gc.enable()


def _read(
    tree: SourceTree,
    name: str,
    ref: str,
    environment: dict[str, str],
    entrypoint: str | None,
    only: Collection[tuple[str, str]] | None,
    earlier: Earlier | None = None,
) -> Read:
    files = with_models(tree)
    split, wanted = (earlier.trail.files, earlier.trail.parsed) if earlier is not None else ({}, [])
    program = Program(files, _WORKSPACE, sdks.outside, split, wanted)
    ref = ref or str(getattr(tree, "ref", ""))
    if not program.directories:
        raise IncompleteError(
            f"{_at(ref)} holds no Go source, so there is no provider to read; name a ref that has one."
        )
    name = name or provider_name(tree)
    evaluator, served = entrypoints.find(program, environment, entrypoint)
    if not served:
        raise IncompleteError(_nothing_served(program, ref, entrypoint))
    carried = (
        carried_over(earlier.trail, earlier.provider, with_models(earlier.tree), program, files) if earlier else None
    )
    reading = _Reading(evaluator, module_versions(tree), name, only, tuple(sorted(environment.items())), carried)
    for struct in served.sdk:
        reading.sdk(struct)
    for value in served.framework:
        reading.framework(value)
    for value in served.written:
        reading.written(value)
    return Read(reading.provider(ref, str(getattr(tree, "commit", "")), _broken(program)), reading.trail)


def _at(ref: str) -> str:
    return f"The tree at {ref}" if ref else "The tree"


def _broken(program: Program) -> tuple[Unresolved, ...]:
    return tuple(
        Unresolved("file", path, path, line, "Go that does not parse") for path, line in sorted(program.broken.items())
    )


def _nothing_served(program: Program, ref: str, entrypoint: str | None) -> str:
    where = f" at {ref}" if ref else ""
    for path, line in sorted(program.broken.items()):
        return f"{path}:{line}{where} does not parse as Go, and no provider was found without it; mend the file first."
    if entrypoint:
        return f"The entry point {entrypoint}{where} does not lead to a provider; give DIR.FUNCTION of its constructor."
    return (
        f"No provider was found{where}: neither a main package that serves one nor a constructor in a provider.go; "
        "set entrypoint in .release-check.yml to DIR.FUNCTION."
    )


class _Reading:
    """The parts of a provider as they are read, from one server or several behind a mux."""

    def __init__(
        self,
        evaluator: Evaluator,
        versions: Mapping[str, str],
        name: str,
        only: Collection[tuple[str, str]] | None,
        environment: tuple[tuple[str, str], ...],
        carried: Carried | None = None,
    ) -> None:
        self._evaluator = evaluator
        self._versions = versions
        self._only = only
        self._name = name
        self._notes = Notes()
        self._reuse = Reuse(evaluator, self._notes, _READINGS, environment, self._version, carried)
        self.trail = self._reuse.trail
        self._configuration: Entity | None = None
        self._found: dict[str, dict[str, Entity]] = {kind: {} for kind in KINDS if kind != EntityKind.PROVIDER}

    def _version(self, module: str) -> str:
        for path in (module, "/".join(module.split("/")[:3])):
            if path in self._versions:
                return self._versions[path]
        return ""

    def sdk(self, provider: Struct) -> None:
        """Read one SDK provider."""
        reader = SdkReader(self._evaluator, self._notes, self._version, self._reuse)
        if self._wanted(EntityKind.PROVIDER) and (self._configuration is None or not self._configuration.attrs):
            self._configuration = reader.configuration(provider)
        for kind, field in _SDK_MAPS.items():
            if self._wanted(kind):
                self._add(kind, reader.entities(provider, field, kind, self._only))

    def framework(self, provider: Value) -> None:
        """Read one framework provider."""
        reader = FrameworkReader(self._evaluator, self._notes, self._version, self._name, self._reuse)
        self._name = self._name or reader.type_name(provider)
        if self._wanted(EntityKind.PROVIDER):
            before = self._configuration
            if before is None or not before.attrs:
                self._configuration = reader.configuration(provider)
        for kind in self._found:
            if self._wanted(kind):
                self._add(kind, reader.entities(provider, EntityKind(kind), self._only))

    def written(self, server: Value) -> None:
        """Read one server that the provider wrote itself."""
        reader = ProtocolReader(self._evaluator, self._notes)
        answer = reader.answer(server)
        if answer is None:
            return
        configured = self._configuration is not None and bool(self._configuration.attrs)
        if self._wanted(EntityKind.PROVIDER) and not configured:
            self._configuration = reader.configuration(answer) or self._configuration
        for kind in GROUPS:
            if self._wanted(kind):
                self._add(kind, dict(reader.entities(answer, kind, self._only)))

    def _wanted(self, kind: str) -> bool:
        return self._only is None or any(wanted == kind for wanted, _type in self._only)

    def _add(self, kind: str, found: dict[str, Entity]) -> None:
        for name, entity in found.items():
            self._found[kind].setdefault(name, entity)

    def provider(self, ref: str, commit: str, broken: tuple[Unresolved, ...]) -> Provider:
        """What was read."""
        groups: dict[str, Any] = {KINDS[kind]: dict(sorted(found.items())) for kind, found in self._found.items()}
        coverage = Coverage(
            entities=sum(map(len, groups.values())),
            attributes=self._notes.attributes,
            unknown=self._notes.unknown,
            unresolved=(*broken, *sorted(self._notes.unresolved)),
        )
        return Provider(
            provider=self._name,
            ref=ref,
            commit=commit,
            coverage=coverage,
            provider_config=self._configuration or Entity(era=Era.SDK_V2),
            **groups,
        )
