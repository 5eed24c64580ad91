"""Drafts of entries that are missing, in the provider's own form, for a person to finish."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from release_check.changelog.sections import Section
from release_check.changelog.styles import Style, Tool
from release_check.changelog.titles import Filed
from release_check.model import Address, EntityKind, Version


class Subject(enum.StrEnum):
    """What an entry is missing on."""

    DEPRECATION = "deprecation"
    REMOVAL = "removal"
    RENAME = "rename"
    BREAKING_CHANGE = "breaking change"
    NEW_ENTITY = "new entity"
    ADDITION = "addition"
    CHANGE = "change"


class Missing(msgspec.Struct, frozen=True):
    """An entry that is missing."""

    subject: Subject
    address: Address
    note: str = ""
    """What the schema says, such as the deprecation message."""


class Draft(msgspec.Struct, frozen=True):
    """Text for one file."""

    file: str
    text: str
    after_line: int | None = None
    """Where it goes into a file that is there: below this line; None for a new file."""


_TODO = "TODO: say what to do instead."


def drafts_of(
    missing: Iterable[Missing], style: Style, *, version: Version | None, request: str, date: str
) -> tuple[Draft, ...]:
    """The missing entries as the provider would write them; nothing that is there is changed.

    Args:
        missing: what is missing.
        style: how entries are written here.
        version: the planned version, for the heading where there is none yet.
        request: the number of the pull request, which fragments are named after.
        date: when the candidate was committed, ISO 8601; what changie calls the time of an entry.
    """
    grouped: dict[Filed, list[Missing]] = {}
    asked = tuple(missing)
    for one in asked:
        if _is_told_by_another(one, asked):
            continue
        grouped.setdefault(_filed(one, style), []).append(one)
    if not grouped:
        return ()
    return tuple(_FORMS[style.tool](grouped, style, version, request, date))


def _is_told_by_another(missing: Missing, others: Iterable[Missing]) -> bool:
    """Whether a new name stands in the entry on the name that it takes the place of."""
    name = missing.address.path.rpartition(".")[2]
    return missing.subject is Subject.RENAME and any(
        other.subject is not Subject.RENAME
        and other.address.entity == missing.address.entity
        and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", other.note) is not None
        for other in others
    )


def entry_text(missing: Missing, style: Style) -> str:
    """One entry, from the type to what is left to say."""
    address = missing.address
    if missing.subject is Subject.NEW_ENTITY:
        bare = style.tool is Tool.GO_CHANGELOG
        return address.type if bare else f"**New {_KINDS[address.kind].title()}:** `{address.type}`"
    name = f"`{address.path}`" if address.path else ""
    said = _SAID[missing.subject].format(name=name or "this " + _KINDS.get(address.kind, "resource"))
    note = " ".join(missing.note.split()).rstrip(".")
    return f"{_lead(address, style)}{said}. {f'{note}.' if note else _TODOS.get(missing.subject, _TODO)}"


def _lead(address: Address, style: Style) -> str:
    if address.kind == EntityKind.PROVIDER:
        return "provider: "
    lead = style.lead.format(type=address.type)
    if address.kind != EntityKind.RESOURCE:
        lead = lead.replace("resource/", f"{address.kind}/")
        if "/" not in lead:
            lead = f"{_KINDS[address.kind].capitalize()} {lead}"
    return lead


_SAID: Mapping[Subject, str] = {
    Subject.DEPRECATION: "Deprecated {name}",
    Subject.REMOVAL: "Removed {name}",
    Subject.RENAME: "Renamed an attribute to {name}",
    Subject.BREAKING_CHANGE: "Changed {name} in a way that can break configurations",
    Subject.ADDITION: "Added {name}",
    Subject.CHANGE: "Changed {name}",
}
_TODOS: Mapping[Subject, str] = {
    Subject.ADDITION: "TODO: say what it is for.",
    Subject.CHANGE: "TODO: say how.",
}
_KINDS: Mapping[str, str] = {
    EntityKind.RESOURCE: "resource",
    EntityKind.DATA_SOURCE: "data source",
    EntityKind.EPHEMERAL_RESOURCE: "ephemeral resource",
    EntityKind.LIST_RESOURCE: "list resource",
    EntityKind.ACTION: "action",
    EntityKind.FUNCTION: "function",
}
_TITLES: Mapping[Filed, str] = {
    Filed.BREAKING: "BREAKING CHANGES:",
    Filed.NOTES: "NOTES:",
    Filed.FEATURES: "FEATURES:",
    Filed.ENHANCEMENTS: "ENHANCEMENTS:",
}
_NOTE_TYPES: Mapping[Filed, Sequence[str]] = {
    Filed.BREAKING: ("breaking-change", "breaking"),
    Filed.DEPRECATIONS: ("deprecation",),
    Filed.NOTES: ("note",),
    Filed.FEATURES: ("new-resource", "feature"),
    Filed.ENHANCEMENTS: ("enhancement", "improvement"),
}
"""The types of notes that a title stands for, the usual one first."""
_NEW_TYPES: Mapping[str, Sequence[str]] = {
    EntityKind.DATA_SOURCE: ("new-datasource", "new-data-source", "feature"),
    EntityKind.EPHEMERAL_RESOURCE: ("new-ephemeral", "new-ephemeral-resource", "feature"),
    EntityKind.FUNCTION: ("new-function", "feature"),
    EntityKind.ACTION: ("new-action", "feature"),
    EntityKind.LIST_RESOURCE: ("new-list-resource", "feature"),
}
_KIND_WORDS: Mapping[Filed, Sequence[str]] = {
    Filed.BREAKING: ("BREAKING",),
    Filed.DEPRECATIONS: ("DEPRECAT",),
    Filed.NOTES: ("NOTE",),
    Filed.FEATURES: ("FEATURE", "ADDED", "NEW"),
    Filed.ENHANCEMENTS: ("ENHANCE", "IMPROVE", "ADDED", "CHANGED"),
}
"""What the kinds of changie's that stand for a title have in their names."""
_ADDS: Mapping[Subject, Filed] = {
    Subject.NEW_ENTITY: Filed.FEATURES,
    Subject.ADDITION: Filed.ENHANCEMENTS,
    Subject.CHANGE: Filed.ENHANCEMENTS,
}


def _filed(missing: Missing, style: Style) -> Filed:
    """What an entry goes under: a deprecation under notes, where it has no title of its own here."""
    if missing.subject in _ADDS:
        return _ADDS[missing.subject]
    if missing.subject in (Subject.REMOVAL, Subject.BREAKING_CHANGE):
        return Filed.BREAKING
    own = {
        Tool.GO_CHANGELOG: "deprecation" in style.types,
        Tool.CHANGIE: any("DEPRECAT" in kind.upper() for kind in style.changie.kinds),
        Tool.CHANGELOG: Filed.DEPRECATIONS in style.titles,
    }
    return Filed.DEPRECATIONS if own[style.tool] else Filed.NOTES


def _as_release_notes(
    grouped: Mapping[Filed, Sequence[Missing]], style: Style, version: Version | None, request: str, date: str
) -> Iterator[Draft]:
    del version, date
    blocks = [
        f"```release-note:{_note_type(filed, one, style)}\n{entry_text(one, style)}\n```\n"
        for filed, some in grouped.items()
        for one in some
    ]
    yield Draft(f".changelog/{request or 'TODO'}.txt", "\n".join(blocks))


def _note_type(filed: Filed, missing: Missing, style: Style) -> str:
    """The type of a note: the first that is in use here, or else the usual one."""
    own = _NEW_TYPES.get(missing.address.kind) if missing.subject is Subject.NEW_ENTITY else None
    known = own or _NOTE_TYPES[filed]
    return next((one for one in known if one in style.types), known[0])


def _as_changie(
    grouped: Mapping[Filed, Sequence[Missing]], style: Style, version: Version | None, request: str, date: str
) -> Iterator[Draft]:
    del version
    moment = re.sub(r"\D", "", date)[:14]
    number = 0
    for filed, some in grouped.items():
        kind = _kind_of(filed, style)
        for one in some:
            number += 1
            quoted = entry_text(one, style).replace("'", "''")
            custom = "".join(f'\n  {key}: "{request or "TODO"}"' for key in style.customs)
            yield Draft(
                f"{style.changie.root}/{style.changie.unreleased}/{kind}-{moment[:8]}-{moment[8:]}-{number}.yaml",
                f"kind: {kind}\nbody: '{quoted}'\ntime: {date}\n" + (f"custom:{custom}\n" if custom else ""),
            )


def _kind_of(filed: Filed, style: Style) -> str:
    """The kind of changie's that stands for a title."""
    kinds = list(style.changie.kinds)
    found = next((kind for kind in kinds if any(word in kind.upper() for word in _KIND_WORDS[filed])), None)
    return found or next((kind for kind in kinds if "NOTE" in kind.upper()), kinds[0] if kinds else "NOTES")


def _as_section(
    grouped: Mapping[Filed, Sequence[Missing]], style: Style, version: Version | None, request: str, date: str
) -> Iterator[Draft]:
    """Lines for the section of what is unreleased: below its title where it has one, else at the end of the section."""
    del request, date
    own = next((one for one in style.sections if _is_open(one, version)), None)
    rest: list[str] = []
    for filed, some in grouped.items():
        rows = "\n".join(f"{style.bullet} {entry_text(one, style)}" for one in some)
        title = style.titles.get(filed) or _TITLES.get(filed, "DEPRECATIONS:")
        at = _line_of(own, title) if own is not None else None
        if at is not None:
            yield Draft(style.file, f"{rows}\n", at)
        else:
            rest.append(f"{title}\n\n{rows}\n")
    if rest and own is not None:
        yield Draft(style.file, "\n" + "\n".join(rest), own.heading.line + _length(own))
    elif rest:
        line = style.sections[0].heading.line - 1 if style.sections else None
        heading = f"## {version} (Unreleased)" if version is not None else "## Unreleased"
        yield Draft(style.file, f"{heading}\n\n" + "\n".join(rest) + "\n", line)


def _is_open(section: Section, version: Version | None) -> bool:
    return section.heading.unreleased if version is None or section.version is None else section.version == version


def _line_of(section: Section, title: str) -> int | None:
    """The line below which an entry goes: the title's, or the empty one that follows it."""
    for index, row in enumerate(section.lines):
        if row.strip() == title:
            empty = index + 1 < len(section.lines) and not section.lines[index + 1].strip()
            return section.first_line + index + (1 if empty else 0)
    return None


def _length(section: Section) -> int:
    """How many lines a section has, without empty ones at its end."""
    return max((index for index, row in enumerate(section.lines, 1) if row.strip()), default=0)


_FORMS = {Tool.GO_CHANGELOG: _as_release_notes, Tool.CHANGIE: _as_changie, Tool.CHANGELOG: _as_section}
