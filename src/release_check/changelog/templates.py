"""What the template of hashicorp/go-changelog declares: types of notes that it takes up, and its titles in order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from release_check.changelog.fragment import LARGEST
from release_check.changelog.texts import text_of

_PLACE = re.compile(r"(?:\.changelog|scripts|\.github|\.ci)/(?:[^/]+/)*(?:changelog\.tmpl|allowed-types\.txt)\Z")
_TYPE = re.compile(r"\.NotesByType(?:\.(?P<plain>\w+)|\s+\"(?P<quoted>[\w-]+)\")")
_TITLE = re.compile(r"(?:#+\s*)?(?P<title>[A-Z][A-Z /&'-]{2,50}):?\s*\Z")


class Template(msgspec.Struct, frozen=True, kw_only=True):
    """What is declared, and where."""

    file: str = ""
    types: tuple[str, ...] = ()
    """The types of notes; a note of another one is lost."""
    titles: tuple[str, ...] = ()
    """The titles, in their order."""


def template_of(paths: Iterable[str], read: Callable[[Sequence[str]], Mapping[str, bytes]]) -> Template:
    """The template among some files, and the list of allowed types beside it; nothing where there is none."""
    files = sorted(path for path in paths if _PLACE.match(path))
    found = Template()
    for file, data in read(files).items() if files else ():
        lines = text_of(data[:LARGEST]).lines
        if file.endswith(".txt"):
            types = tuple(row.strip() for row in lines if re.fullmatch(r"[\w-]+", row.strip()))
            found = msgspec.structs.replace(found, types=tuple(dict.fromkeys((*found.types, *types))))
        elif not found.file and any(".NotesByType" in row for row in lines):
            types = tuple(one["plain"] or one["quoted"] for row in lines for one in _TYPE.finditer(row))
            titles = tuple(title["title"] for row in lines if (title := _TITLE.match(row)) is not None)
            known = tuple(dict.fromkeys((*found.types, *types)))
            found = Template(file=file, types=known, titles=tuple(dict.fromkeys(titles)))
    return found if found.file else Template()
