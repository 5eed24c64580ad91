"""What a function takes and gives."""

from __future__ import annotations

from collections.abc import Iterator

from release_check.model import Address, Change, ChangeKind, Entity, Parameter


def signature_changes(address: Address, before: Entity, after: Entity) -> Iterator[Change]:
    """The signature, as one change: calls that were right before are not, or merely more calls are right.

    Parameters are passed by position, so their names do not matter.
    """
    if {"parameters", "returns"} & {*before.unknown, *after.unknown}:
        return
    old, new = before.parameters, after.parameters
    if _same_type(before.returns, after.returns) and _accepts(old, new):
        if len(old) == len(new) and all(a.variadic is b.variadic for a, b in zip(old, new, strict=True)):
            return
        kind = ChangeKind.FUNCTION_SIGNATURE_WIDENED
    else:
        kind = ChangeKind.FUNCTION_SIGNATURE_CHANGED
    yield Change(kind=kind, address=address, before=before, after=after, old=_written(before), new=_written(after))


def _accepts(old: tuple[Parameter, ...], new: tuple[Parameter, ...]) -> bool:
    """Whether every call that fitted the old parameters fits the new ones."""
    if old and old[-1].variadic and not (len(new) == len(old) and new[-1].variadic):
        return False
    if len(new) < len(old) or any(not parameter.variadic for parameter in new[len(old) :]):
        return False
    return all(_same_type(a.type, b.type) for a, b in zip(old, new, strict=False))


def _same_type(old: object, new: object) -> bool:
    return old is None or new is None or old == new


def _written(entity: Entity) -> str:
    taken = ", ".join(
        f"{'...' if parameter.variadic else ''}{_type(parameter.type)}" for parameter in entity.parameters
    )
    return f"({taken}) {_type(entity.returns)}"


def _type(value: object) -> str:
    if value is None:
        return "?"
    if isinstance(value, list | tuple):
        return " of ".join(_type(part) for part in value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {_type(part)}" for name, part in value.items()) + "}"
    return str(value)
