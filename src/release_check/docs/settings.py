"""What a provider may say of how it documents."""

from __future__ import annotations

import enum

import msgspec


class Deprecated(enum.StrEnum):
    """What becomes of a deprecated attribute on its page."""

    MARK = "mark"
    """It stays listed, and is marked."""
    OMIT = "omit"
    """It may be left out; where it is listed, it is marked."""


class DocsSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How pages are written here; each key may be left out."""

    deprecated: Deprecated = Deprecated.OMIT
    """Whether a deprecated attribute must stay on its page, `mark`, or may be left out, `omit`."""
