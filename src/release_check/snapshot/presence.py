"""Whether a field that holds a function or pointer is set, looked at without evaluating more than needed."""

from __future__ import annotations

from typing import Any

from release_check.golang.interpreter import Evaluator
from release_check.golang.scope import Scope
from release_check.golang.values import (
    External,
    ExternalCall,
    ExternalField,
    PackageRef,
    Struct,
    Thunk,
    Unknown,
)


def present(ev: Evaluator, struct: Struct, name: str) -> bool | None:
    """Whether a struct's field is set to something that is not nil; None where that is not settled."""
    raw = struct.fields.get(name)
    if isinstance(raw, Thunk) and raw.waiting and _names_a_function(ev, raw.node, raw.scope):
        return True
    value = ev.field(struct, name)
    if value is None:
        return False
    if isinstance(value, External | ExternalCall | ExternalField):
        return True
    return None if isinstance(value, Unknown) else True


def _names_a_function(ev: Evaluator, node: Any, scope: Scope) -> bool:
    if node[0] == "call":
        # what an outside function returns is not nil; what one of our own returns has to be seen
        node = node[2]
        if node[0] != "sel" or node[2][0] != "id":
            return False
        package = ev.eval(node[2], scope)
        return isinstance(package, PackageRef) and ev.program.package(package.path) is None
    if node[0] == "id":
        entry = ev.look_up(scope.unit.file.package, node[2])
        return entry is not None and entry.declaration.kind == "func" and scope.holder(node[2]) is None
    if node[0] == "sel" and node[2][0] == "id":
        owner = ev.eval(node[2], scope)
        if isinstance(owner, PackageRef):
            package = ev.program.package(owner.path)
            if package is None or package.directory.startswith("vendor/"):
                return True
            entry = ev.look_up(package, node[3])
            return entry is not None and entry.declaration.kind == "func"
    return False
