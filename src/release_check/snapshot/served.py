"""A snapshot as Terraform sees it: what the SDKs make of a schema when they serve it.

Source says more than the plugin protocol carries, and the SDKs add what no source says. `served` carries out what they
do, and counts it, so that what is left over between a snapshot and Terraform's own view is a real difference.
"""

from __future__ import annotations

import collections
from collections.abc import Mapping
from typing import Any

import msgspec

from release_check.model import KINDS, Attribute, Entity, EntityKind, Era, Provider

IMPLICIT_ID = "id that the SDK adds"
TIMEOUTS = "timeouts block that the SDK adds"
NUMBERS = "int or float that is served as number"
OBJECTS = "nested schema that is served as an attribute of object type"
MAPS = "map of resources that is served as a map of strings"
LIMITS = "item limits that the SDK adds or leaves out"
REMOVED = "Removed attribute that is served as if it could be used"

Folds = collections.Counter[str]
"""How often each thing was done."""

_NUMBERS = frozenset({"int", "float"})
_COLLECTIONS = frozenset({"list", "set", "map"})


def served(provider: Provider) -> tuple[Provider, Folds]:
    """The provider as Terraform sees it, and what the SDKs did to it."""
    folds = Folds()
    groups: dict[str, Any] = {}
    for kind, key in KINDS.items():
        if kind != EntityKind.PROVIDER:
            group: Mapping[str, Entity] = getattr(provider, key)
            groups[key] = {name: _entity(kind, entity, folds) for name, entity in group.items()}
    config = _entity(EntityKind.PROVIDER, provider.provider_config, folds)
    return msgspec.structs.replace(provider, provider_config=config, **groups), folds


def _entity(kind: str, entity: Entity, folds: Folds) -> Entity:
    if kind == EntityKind.FUNCTION:
        return entity
    sdk = entity.era is not Era.FRAMEWORK
    attrs = {name: _attribute(attribute, sdk, folds) for name, attribute in entity.attrs.items()}
    if sdk and kind in (EntityKind.RESOURCE, EntityKind.DATA_SOURCE) and "attrs" not in entity.unknown:
        if "id" not in attrs:
            attrs["id"] = Attribute(type="string", optional=True, computed=True, source=entity.source)
            folds[IMPLICIT_ID] += 1
        if entity.timeouts and "timeouts" not in attrs:
            names = {name: Attribute(type="string", optional=True, source=entity.source) for name in entity.timeouts}
            attrs["timeouts"] = Attribute(type="object", block=True, optional=True, attrs=names, source=entity.source)
            folds[TIMEOUTS] += 1
    return msgspec.structs.replace(entity, attrs=attrs)


def _attribute(attribute: Attribute, sdk: bool, folds: Folds) -> Attribute:
    if attribute.removed is not None:
        folds[REMOVED] += 1
    made: dict[str, Any] = {"type": _kind(attribute, folds), "config_mode": ""}
    if attribute.block:
        made |= _block(attribute, sdk, folds)
    elif attribute.attrs and sdk and attribute.type == "map":
        made |= {"attrs": {}, "elem": Attribute(type="string")}
        folds[MAPS] += 1
    elif attribute.attrs and sdk:
        made |= {"attrs": _members(attribute.attrs, folds), "min_items": 0, "max_items": 0}
        folds[OBJECTS] += 1
    elif attribute.attrs:
        made |= {"attrs": {name: _attribute(child, sdk, folds) for name, child in attribute.attrs.items()}}
    else:
        made |= _element(attribute, sdk, folds)
    if not attribute.block and (attribute.min_items or attribute.max_items):
        made |= {"min_items": 0, "max_items": 0}
    return msgspec.structs.replace(attribute, **made)


def _block(attribute: Attribute, sdk: bool, folds: Folds) -> dict[str, Any]:
    least, most = (attribute.min_items, attribute.max_items) if sdk else (0, 0)
    if sdk and attribute.required:
        least = max(least, 1)
    elif sdk and attribute.optional:
        least = 0
    if (least, most) != (attribute.min_items, attribute.max_items):
        folds[LIMITS] += 1
    return {
        "attrs": {name: _attribute(child, sdk, folds) for name, child in attribute.attrs.items()},
        "required": least > 0,
        "optional": least == 0,
        "computed": False,
        "sensitive": False,
        "min_items": least,
        "max_items": most,
    }


def _kind(attribute: Attribute, folds: Folds) -> str:
    if attribute.type in _NUMBERS:
        folds[NUMBERS] += 1
        return "number"
    return attribute.type


def _element(attribute: Attribute, sdk: bool, folds: Folds) -> dict[str, Any]:
    if attribute.type not in _COLLECTIONS:
        # what some write there means nothing
        return {"elem": None}
    if attribute.elem is not None:
        member = _member(attribute.elem, folds)
        if member.type == "object" and attribute.type != "map":
            return {"attrs": member.attrs, "elem": None}
        return {"elem": member}
    if sdk and "elem" not in attribute.unknown:
        return {"elem": Attribute(type="string")}
    return {}


def _members(attrs: Mapping[str, Attribute], folds: Folds) -> dict[str, Attribute]:
    """What is nested, as members of an object type: they have a type and nothing else."""
    return {name: _member(attribute, folds) for name, attribute in attrs.items()}


def _member(attribute: Attribute, folds: Folds) -> Attribute:
    shape: dict[str, Any] = {"type": _kind(attribute, folds), "source": attribute.source}
    if attribute.attrs and attribute.type == "map":
        shape["elem"] = Attribute(type="string")
        folds[MAPS] += 1
    elif attribute.attrs:
        shape["attrs"] = _members(attribute.attrs, folds)
    else:
        shape |= _element(attribute, True, folds)
    return Attribute(**shape, unknown=tuple(field for field in attribute.unknown if field in _SHAPE))


_SHAPE = frozenset({"type", "elem", "attrs"})
