"""How something is rendered, and what formats may tell of the rules that found something."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from release_check.model import GuideSection


class RuleHelp(msgspec.Struct, frozen=True, kw_only=True):
    """What a rule is about."""

    title: str
    why: str
    remedy: str
    family: str
    guide: GuideSection | None = None


class Manner(NamedTuple):
    """How something is rendered."""

    width: int
    """Where text wraps."""
    verbose: bool
    """Whether text lists everything that is otherwise cut to the first few."""
    rules: Mapping[str, RuleHelp]
    """What each rule is about."""
