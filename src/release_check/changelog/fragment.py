"""What a fragment is: entries that wait in a file of their own, and what is wrong with them."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any

import msgspec

from release_check.changelog.entries import Entry
from release_check.changelog.titles import Filed, filed_under
from release_check.model import Bump

BODY = "the pull request"
"""What the text of a pull request is called where a file is named."""
LARGEST = 256 * 1024
"""How much of a fragment is read."""


class Problem(msgspec.Struct, frozen=True):
    """Something in a changelog or fragment that its own tool would stumble over."""

    file: str
    line: int
    what: str
    """One phrase, with what may have been meant."""


class Fragments(msgspec.Struct, frozen=True, kw_only=True):
    """What the fragments of a release say."""

    entries: tuple[Entry, ...] = ()
    problems: tuple[Problem, ...] = ()
    declared: Bump | None = None
    """The bump that the kinds of the entries ask for, where the provider says which kind asks for which."""
    files: tuple[str, ...] = ()


TYPES: Mapping[str, Filed] = {
    "breaking-change": Filed.BREAKING,
    "breaking": Filed.BREAKING,
    "deprecation": Filed.DEPRECATIONS,
    "note": Filed.NOTES,
    "feature": Filed.FEATURES,
    "new-resource": Filed.FEATURES,
    "new-data-source": Filed.FEATURES,
    "new-datasource": Filed.FEATURES,
    "new-ephemeral": Filed.FEATURES,
    "new-ephemeral-resource": Filed.FEATURES,
    "new-function": Filed.FEATURES,
    "new-action": Filed.FEATURES,
    "new-list-resource": Filed.FEATURES,
    "new-guide": Filed.FEATURES,
    "enhancement": Filed.ENHANCEMENTS,
    "improvement": Filed.ENHANCEMENTS,
    "bug": Filed.FIXES,
    "bug-fix": Filed.FIXES,
    "security": Filed.SECURITY,
    "dependency": Filed.OTHER,
    "internal": Filed.OTHER,
    "none": Filed.OTHER,
}
"""The types of release notes that hashicorp/go-changelog and its users know."""


class Types(msgspec.Struct, frozen=True, kw_only=True):
    """The types of release notes that a provider has."""

    own: Mapping[str, Filed] = {}
    """Those that it says it has beside the usual ones, with what each files an entry under."""
    taken_up: tuple[str, ...] = ()
    """Those that its template takes up; nothing where it has none that is known."""
    template: str = ""
    """The template's file."""


USUAL = Types()
_SAID_NOWHERE = ("none",)
"""Types of notes that are no entries, which no template takes up."""


def filed_as(kind: str, types: Types) -> tuple[frozenset[Filed], str]:
    """What a type files an entry under, and what is wrong with the type.

    Args:
        kind: the type.
        types: the types that the provider has.
    """
    known = {**TYPES, **types.own}
    if types.taken_up and kind not in (*types.taken_up, *types.own, *_SAID_NOWHERE):
        filed = frozenset({known[kind]}) if kind in known else filed_under(kind.replace("-", " "))
        meant = nearest_of(kind, dict.fromkeys(types.taken_up))
        return filed, f"`{kind}` is none of the types that {types.template} takes up{meant}"
    if kind in types.taken_up and kind not in known:
        return filed_under(kind.replace("-", " ")), ""
    if kind in known:
        return frozenset({known[kind]}), ""
    near = difflib.get_close_matches(kind.lower(), known, 1, cutoff=0.75)
    filed = frozenset({known[near[0]]}) if near else filed_under(kind.replace("-", " "))
    return filed, f"`{kind}` is no type of release note{nearest_of(kind, known)}"


def nearest_of(word: str, known: Mapping[str, Any]) -> str:
    """A clause that suggests the known word most like a word, or lists them."""
    near = difflib.get_close_matches(word.lower(), {name.lower(): name for name in known}, 1, cutoff=0.5)
    shown = next((name for name in known if near and name.lower() == near[0]), "")
    return f"; did you mean {shown}" if shown else f"; it is one of {', '.join(sorted(known))}"
