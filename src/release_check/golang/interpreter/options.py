"""What a reader of values knows about modules outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from release_check.golang.types import Type
from release_check.golang.values import Value


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
    concrete: Callable[[str, str], bool] = lambda _path, _name: False
    """Whether an outside type is known to be no interface."""
    zero_type: Callable[[str, str], Value] | None = None
    """The zero value of an outside type that is no struct; `Unknown` where it is one."""
    methods: Mapping[tuple[str, str], tuple[str, ...]] = {}
    """The methods that outside interfaces ask for: (import path, name) to method names."""
    nil_methods: Mapping[str, Value] = {}
    """Methods of outside slices that are called on nil ones too, by name alone: a nil does not tell its type."""
    fields: Callable[[str, str], Mapping[str, Type] | None] = lambda _path, _name: None
    """The fields of an outside struct type, by import path and name, for code that looks at them by reflection; None
    where they are not known."""
    environment: Mapping[str, str] = {}
    """Environment variables; all others are unset."""
    steps: int = 2_000_000
    """Calls and loop rounds that one evaluation may take, as long as none has taken more."""
