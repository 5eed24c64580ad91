"""The published JSON formats: `findings-v1`, `snapshot-v1`, `diff-v1`, `history-v1`, `plan-v1`, `graph-v1`."""

from __future__ import annotations

import re

import msgspec

from release_check.model import Provider

# Valid JSON may hold these as they are, but a terminal would obey them; the escaped form reads as the same string.
_UNSAFE = re.compile(r"[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def json_text(subject: msgspec.Struct) -> str:
    """The subject as indented JSON; the same subject always gives the same bytes."""
    compact = msgspec.json.encode(_published(subject), order="deterministic")
    text = msgspec.json.format(compact, indent=2).decode()
    return _escaped(text) + "\n"


def json_line(subject: msgspec.Struct) -> str:
    """The subject as JSON on one line."""
    return _escaped(msgspec.json.encode(subject, order="deterministic").decode()) + "\n"


def _published(subject: msgspec.Struct) -> msgspec.Struct:
    """A snapshot without the schemas that upgraders save, which would be a sixth of it; anything else as it is."""
    if not isinstance(subject, Provider):
        return subject
    replace = msgspec.structs.replace
    resources = {
        name: replace(entity, upgraders=tuple(replace(upgrader, saved=None) for upgrader in entity.upgraders))
        if entity.upgraders
        else entity
        for name, entity in subject.resources.items()
    }
    return replace(subject, resources=resources)


def _escaped(text: str) -> str:
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
