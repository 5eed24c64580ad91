"""The cty type that a schema implies, and which stored states a changed type can still read.

Types are in Terraform's JSON form: `"string"`, `["list", "string"]`, `["object", {"name": "string"}]`; None is a type
that the source does not settle. What a state of one type is read as follows Terraform's own decoding: JSON state holds
lists and sets alike as arrays, and a number or truth value reads as text; flat state, which Terraform wrote before its
0.12, gives the elements of lists and sets different keys.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from release_check.model import Attribute, Era, Source

Type = Any
"""A cty type in Terraform's JSON form, or None where it is unknown."""

_PRIMITIVES = {"string": "string", "bool": "bool", "int": "number", "float": "number", "number": "number"}
_SEQUENCES = frozenset({"list", "set"})
_COLLECTIONS = frozenset({"list", "set", "map"})
_IMPLICIT = frozenset({"id", "timeouts"})
"""What the SDK adds to the type of a whole resource, so that a schema may or may not name it."""


class Difference(NamedTuple):
    """An attribute whose type differs between a saved schema and the one that was released."""

    path: str
    saved: str
    """Its type in words, or `absent`."""
    real: str
    saved_at: Source | None
    real_at: Source | None
    left_out: bool = False
    """Whether the saved schema lacks it: a state that is read with that loses the value."""
    never_was: bool = False
    """Whether no release had it: it is read as null."""
    readable: bool = False
    """Whether what was stored can be read as the saved type all the same."""


def implied_type(attribute: Attribute, era: Era) -> Type:
    """The type of one attribute or block as Terraform stores it."""
    kind = attribute.type
    if not kind or "type" in attribute.unknown:
        return None
    if kind in _PRIMITIVES:
        return _PRIMITIVES[kind]
    if kind in _COLLECTIONS:
        element = _element_type(attribute, era)
        return [kind, element] if element is not None else None
    if kind == "object":
        return attribute.cty if attribute.cty is not None else _object(attribute, era)
    return kind


def implied_object(attrs: Mapping[str, Attribute], era: Era) -> Type:
    """The type of a schema as a whole; attributes whose type is not settled have None."""
    return ["object", {name: implied_type(attrs[name], era) for name in sorted(attrs)}]


def is_readable(stored: Type, wanted: Type, *, flat: bool = False) -> bool | None:
    """Whether what was stored as one type can be read as another without an upgrader; None where that is unknown.

    Args:
        stored: the type that the state was written with.
        wanted: the type that the schema has now.
        flat: whether the state may be Terraform's flat one, from before 0.12.
    """
    if stored is None or wanted is None or "dynamic" in (stored, wanted):
        return None
    if isinstance(stored, str) or isinstance(wanted, str):
        return stored == wanted or (isinstance(stored, str) and wanted == "string")
    if stored[0] == "object" or wanted[0] == "object":
        return stored[0] == wanted[0] and _are_readable(stored[1], wanted[1], flat)
    if stored[0] != wanted[0] and (flat or {stored[0], wanted[0]} != _SEQUENCES):
        return False
    return is_readable(stored[1], wanted[1], flat=flat)


def differences(
    saved: Mapping[str, Attribute], saved_era: Era, real: Mapping[str, Attribute], real_era: Era
) -> tuple[Difference, ...]:
    """What differs in implied type between a saved schema and the one that was released, attribute by attribute."""
    if saved_era is real_era and (saved is real or saved == real):
        return ()
    return tuple(_differences("", saved, saved_era, real, real_era))


def type_words(kind: Type) -> str:
    """A type in words: `list of string`, `set of objects`."""
    if kind is None:
        return "unknown"
    if isinstance(kind, str):
        return kind
    if kind[0] == "object":
        return "object"
    inner = type_words(kind[1])
    return f"{kind[0]} of {'objects' if inner == 'object' else inner}"


def _element_type(attribute: Attribute, era: Era) -> Type:
    if "elem" in attribute.unknown:
        return None
    if attribute.attrs or attribute.block:
        # the SDK ignores what is nested in a map: its values are texts
        return "string" if attribute.type == "map" and era is not Era.FRAMEWORK else _object(attribute, era)
    if attribute.elem is not None:
        return implied_type(attribute.elem, era)
    return "string" if era is not Era.FRAMEWORK and "attrs" not in attribute.unknown else None


def _object(attribute: Attribute, era: Era) -> Type:
    if "attrs" in attribute.unknown:
        return None
    if not attribute.attrs and not attribute.block and era is Era.FRAMEWORK:
        return None
    return implied_object(attribute.attrs, era)


def _are_readable(stored: Any, wanted: Any, flat: bool) -> bool | None:
    """The same for the attributes of objects: one that went is dropped, one that came is null."""
    if stored is None or wanted is None:
        return None
    answers = [is_readable(stored[name], wanted[name], flat=flat) for name in stored if name in wanted]
    if False in answers:
        return False
    return None if None in answers else True


def _differences(
    prefix: str, saved: Mapping[str, Attribute], saved_era: Era, real: Mapping[str, Attribute], real_era: Era
) -> Iterator[Difference]:
    for name in sorted(saved.keys() | real.keys()):
        path = f"{prefix}{name}"
        one, other = saved.get(name), real.get(name)
        if one is None or other is None:
            if prefix or name not in _IMPLICIT:
                sides = _words(one, saved_era), _words(other, real_era)
                places = one.source if one else None, other.source if other else None
                yield Difference(path, *sides, *places, left_out=one is None, never_was=other is None)
            continue
        outlines = _outline(one, saved_era), _outline(other, real_era)
        if outlines[0] == outlines[1] and one.below and other.below:
            yield from _differences(f"{path}.", one.below, saved_era, other.below, real_era)
        elif None not in outlines:
            types = implied_type(one, saved_era), implied_type(other, real_era)
            if types[0] != types[1] and None not in types:
                yield _typed_otherwise(path, one, other, types)


def _typed_otherwise(path: str, saved: Attribute, real: Attribute, types: tuple[Type, Type]) -> Difference:
    readable = is_readable(types[1], types[0], flat=True) is True
    return Difference(path, type_words(types[0]), type_words(types[1]), saved.source, real.source, readable=readable)


def _words(attribute: Attribute | None, era: Era) -> str:
    return "absent" if attribute is None else type_words(implied_type(attribute, era))


def _outline(attribute: Attribute, era: Era) -> Type:
    """The type of an attribute without what its objects hold, which is looked at on its own."""
    kind = attribute.type
    if not kind or "type" in attribute.unknown:
        return None
    if kind in _COLLECTIONS:
        if "elem" in attribute.unknown:
            return None
        if attribute.attrs or attribute.block:
            inner: Type = "string" if kind == "map" and era is not Era.FRAMEWORK else ["object"]
        elif attribute.elem is not None:
            inner = _outline(attribute.elem, era)
        else:
            inner = _element_type(attribute, era)
        return [kind, inner] if inner is not None else None
    return ["object"] if kind == "object" else _PRIMITIVES.get(kind, kind)
