"""How a provider writes its entries, learnt from those that it has."""

from __future__ import annotations

import collections
import enum
import re
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from release_check.changelog.changie import Changie, changie_settings
from release_check.changelog.entries import Entry, Title, entries_of
from release_check.changelog.release_notes import notes_in
from release_check.changelog.sections import Section, sections_of
from release_check.changelog.settings import Settings, any_like
from release_check.changelog.templates import template_of
from release_check.changelog.texts import text_of
from release_check.changelog.titles import Filed


class Tool(enum.StrEnum):
    """What entries wait in until they are released."""

    CHANGELOG = "changelog"
    """The changelog itself."""
    GO_CHANGELOG = "go-changelog"
    CHANGIE = "changie"


class Style(msgspec.Struct, frozen=True, kw_only=True):
    """How entries are written here."""

    tool: Tool = Tool.CHANGELOG
    lead: str = "resource/{type}: "
    """How an entry begins; `{type}` stands for the type, `resource` for the kind of entity."""
    bullet: str = "*"
    file: str = "CHANGELOG.md"
    titles: Mapping[Filed, str] = {}
    """The titles in use, as they are written."""
    types: frozenset[str] = frozenset()
    """The types of release notes in use."""
    changie: Changie = Changie()
    customs: tuple[str, ...] = ()
    """What changie asks of each entry beside its text."""
    sections: tuple[Section, ...] = ()


_LEADS: Mapping[str, re.Pattern[str]] = {
    "resource/{type}: ": re.compile(r"(?:resource|data-source|data_source|provider)/\w+:"),
    "`resource/{type}`: ": re.compile(r"`(?:resource|data-source|data_source)/\w+`:"),
    "`{type}` - ": re.compile(r"`\w+` - "),
    "`{type}`: ": re.compile(r"`\w+`:"),
    "[{type}] ": re.compile(r"\[\w+\] "),
    "{type}: ": re.compile(r"[a-z]+(?:_[a-z0-9]+)+: "),
}
_SECTIONS_LOOKED_AT = 20
_FRAGMENTS_LOOKED_AT = 100


_BY_ITSELF = Settings()


def style_of(
    paths: Iterable[str], read: Callable[[Sequence[str]], Mapping[str, bytes]], settings: Settings = _BY_ITSELF
) -> Style:
    """Learn the style from a provider's files; where there are none yet, the most common one.

    Args:
        paths: every file there is.
        read: reads several.
        settings: what the provider says of how it tells.
    """
    known = sorted(paths)
    own = any_like(known, settings.files)
    file = own[0] if own else next((path for path in known if path.upper() == "CHANGELOG.MD"), "CHANGELOG.md")
    lines: tuple[str, ...] = text_of(read((file,))[file]).lines if file in known else ()
    sections = sections_of(file, lines)
    recent = [one for section in sections[:_SECTIONS_LOOKED_AT] for one in _entries(section)]
    entries = [one for one in recent if isinstance(one, Entry)]
    titles: dict[Filed, str] = {}
    for one in recent:
        if isinstance(one, Title) and len(one.filed) == 1:
            titles.setdefault(next(iter(one.filed)), lines[one.line - 1].strip())
    style = Style(
        lead=_most_common(entry.text for entry in entries),
        bullet=_bullet(lines),
        file=file,
        titles=titles,
        sections=sections,
    )
    tool = next((path for path in known if path in (".changie.yaml", ".changie.yml")), None)
    if tool is not None:
        content = read((tool,))[tool]
        changie = changie_settings(content) or Changie()
        return msgspec.structs.replace(style, tool=Tool.CHANGIE, changie=changie, customs=changie.customs)
    notes = [path for path in known if re.match(r"\.changelog/[^/]+\.txt\Z", path)]
    if notes:
        some = read(notes[-_FRAGMENTS_LOOKED_AT:])
        declared = frozenset(template_of(known, read).types)
        types = declared or frozenset(
            entry.title for path, data in some.items() for entry in notes_in(path, data).entries
        )
        return msgspec.structs.replace(style, tool=Tool.GO_CHANGELOG, types=types)
    return style


def _entries(section: Section) -> list[Entry | Title]:
    return list(entries_of(section.file, section.lines, section.first_line))


def _most_common(texts: Iterable[str]) -> str:
    counts: collections.Counter[str] = collections.Counter()
    for text in texts:
        lead = next((lead for lead, pattern in _LEADS.items() if pattern.match(text)), None)
        if lead is not None:
            counts[lead] += 1
    return max(_LEADS, key=lambda lead: counts[lead])


def _bullet(lines: Sequence[str]) -> str:
    dashes = sum(row.startswith("- ") for row in lines)
    return "-" if dashes > sum(row.startswith("* ") for row in lines) else "*"
