"""Attributes and blocks, and where they stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec


class Source(msgspec.Struct, frozen=True, order=True):
    """A place in the repository at the ref that was read."""

    file: str
    line: int


class Attribute(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One attribute or block. What is absent is false or none; what `unknown` lists is not settled by the source."""

    type: str = ""
    elem: Attribute | None = None
    attrs: Mapping[str, Attribute] = {}
    block: bool = False
    required: bool = False
    optional: bool = False
    computed: bool = False
    force_new: bool = False
    default: Any = None
    sensitive: bool = False
    write_only: bool = False
    deprecated: str | None = None
    removed: str | None = None
    conflicts_with: tuple[str, ...] = ()
    exactly_one_of: tuple[str, ...] = ()
    at_least_one_of: tuple[str, ...] = ()
    required_with: tuple[str, ...] = ()
    max_items: int = 0
    min_items: int = 0
    config_mode: str = ""
    funcs: tuple[str, ...] = ()
    allowed_values: tuple[Any, ...] = ()
    cty: Any = None
    """The cty type in Terraform's JSON form, where it is given as a whole: an object type of the framework."""
    unknown: tuple[str, ...] = ()
    source: Source | None = None

    @property
    def below(self) -> Mapping[str, Attribute]:
        """What is nested in it by name, whichever way the source nests it."""
        if self.attrs or self.elem is None:
            return self.attrs
        return self.elem.below

    @property
    def settable(self) -> bool:
        """Whether an operator may write it in a configuration."""
        return self.required or self.optional
