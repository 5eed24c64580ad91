"""Messages and remedies: the placeholders they may carry, and what stands for them."""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from release_check.model import RELEASE, Address, Attribute, Bump, Change, Entity, EntityKind, Version
from release_check.policy.case import Case
from release_check.policy.hits import Hit

PLACEHOLDERS: Mapping[str, str] = {
    "address": "the address",
    "name": "the last name of the address",
    "what": "attribute, block, resource, data source, … with its name",
    "entity": "the entity around the address, with its name",
    "release": "the release that is judged, such as `MINOR release 1.3.0`",
    "base": "the version of the base",
    "next_major": "the major version after the one of the base",
    "old": "the value before",
    "new": "the value after",
    "deprecation": "the deprecation message",
    "since": "`, deprecated since 1.2.0` or `, Removed since 2.0.0`, as the rule dates it, or nothing",
    "changes": "the changes that the finding gathers, the first ten",
    "kinds": "the kinds of these changes",
    "needed": "the bump that the changes need",
    "legal": "the version that would be legal",
    "detail": "what a test of the release as a whole found",
    "other": "the other name in a rename",
}
"""What `message` and `remedy` may name in braces."""


def unknown_placeholders(text: str) -> list[str]:
    """The names in braces that stand for nothing."""
    try:
        names = [name for _, name, _, _ in string.Formatter().parse(text) if name is not None]
    except ValueError:
        return [text]
    return [name for name in names if name not in PLACEHOLDERS]


def fill(text: str, hit: Hit, case: Case, since: str = "") -> str:
    """The text with its placeholders filled."""
    thing = hit.after if hit.after is not None else hit.before
    known = {
        "address": str(hit.address),
        "name": hit.address.name,
        "what": name_of(hit.address, thing),
        "entity": name_of(hit.address.entity, None),
        "release": name_of_release(case.version, case.bump),
        "base": str(case.base.version) if case.base is not None else "nothing",
        "next_major": str(case.base.version.next(Bump.MAJOR)) if case.base is not None else "1.0.0",
        "deprecation": getattr(hit.before, "deprecated", None) or getattr(hit.after, "deprecated", None) or "",
        "since": since,
        "old": written(hit.values.get("old")),
        "new": written(hit.values.get("new")),
        "changes": listed(hit.values.get("changes", ())),
        "kinds": ", ".join(dict.fromkeys(change.kind for change in hit.values.get("changes", ()))),
        **{name: hit.values.get(name, "") for name in ("needed", "legal", "detail", "other")},
    }
    return " ".join(text.split()).format_map(known)


def name_of(address: Address, thing: Attribute | Entity | None) -> str:
    """An address in words: `attribute size of resource example_widget`."""
    if address == RELEASE:
        return "the release"
    if not address.path:
        return f"{_KIND_WORDS[address.kind]} {address.type}".strip()
    word = "block" if isinstance(thing, Attribute) and thing.block else "attribute"
    return f"{word} {address.path} of {name_of(address.entity, None)}"


def name_of_release(version: Version | None, bump: Bump | None) -> str:
    """`MINOR release 1.3.0`, as far as it is known."""
    if version is None:
        return "this release"
    if bump in (None, Bump.NONE):
        return f"release {version}"
    return f"{'pre-release' if bump is Bump.PRERELEASE else f'{bump.upper()} release'} {version}"


def written(value: Any) -> str:
    """A value as messages write it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple | list):
        return ", ".join(str(part) for part in value) or "anything"
    return str(value) or '""'


def listed(changes: Sequence[Change], words: Sequence[str] = (), limit: int = 10) -> str:
    """The first few changes, and how many more there are; each with a word of its own, or else with its kind."""
    said = words or [change.kind for change in changes]
    rows = [f"{change.address} ({word})" for change, word in zip(changes, said, strict=True)]
    more = f" and {len(rows) - limit} more" if len(rows) > limit else ""
    return ", ".join(rows[:limit]) + more


def listed_paths(addresses: Iterable[Address], limit: int = 10) -> str:
    """The first few paths, and how many more there are."""
    paths = sorted(address.path for address in addresses)
    more = f" and {len(paths) - limit} more" if len(paths) > limit else ""
    return ", ".join(paths[:limit]) + more


_KIND_WORDS: Mapping[str, str] = {
    EntityKind.PROVIDER: "the provider configuration",
    EntityKind.RESOURCE: "resource",
    EntityKind.DATA_SOURCE: "data source",
    EntityKind.EPHEMERAL_RESOURCE: "ephemeral resource",
    EntityKind.LIST_RESOURCE: "list resource",
    EntityKind.ACTION: "action",
    EntityKind.FUNCTION: "function",
}
