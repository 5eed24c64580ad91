"""The published JSON formats: `findings-v1`, `snapshot-v1`, `diff-v1`, `history-v1`, `plan-v1`, `graph-v1`."""

from __future__ import annotations

import re

import msgspec

from release_check.model import Entity, Provider

_replace = msgspec.structs.replace

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
    return _replace(subject, resources={name: _without_saved(one) for name, one in subject.resources.items()})


def _without_saved(entity: Entity) -> Entity:
    if not entity.upgraders and not entity.movers:
        return entity
    upgraders = tuple(_replace(one, saved=None) for one in entity.upgraders)
    return _replace(entity, upgraders=upgraders, movers=tuple(_replace(one, saved=None) for one in entity.movers))


def _escaped(text: str) -> str:
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def schema_text(kind: type[msgspec.Struct], name: str) -> str:
    """The JSON schema of a published format; what it does not name may be there too, since fields are added.

    Args:
        kind: what is published.
        name: the format, such as `findings-v1`.
    """
    schema = msgspec.json.schema(kind)
    described = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"release-check/{name}", **schema}
    return msgspec.json.format(msgspec.json.encode(described, order="deterministic"), indent=2).decode() + "\n"
