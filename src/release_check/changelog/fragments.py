"""Fragments: what waits in files of its own to be told by the next changelog, whichever tool it waits for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from release_check.changelog.changie import Changie, changie_note, changie_settings
from release_check.changelog.fragment import USUAL, Fragments, Types
from release_check.changelog.named_fragments import PER_TYPE, loggy_note, per_type_note
from release_check.changelog.release_notes import notes_in
from release_check.model import Version

_GO = re.compile(r"\.changelog/[^/]+\.txt\Z")
_LOGGY = re.compile(r"\.changelog/(?P<number>[^/]+)\.(?:hcl|md|ya?ml)\Z")


def waiting(
    paths: Sequence[str],
    read: Callable[[Sequence[str]], Mapping[str, bytes]],
    version: Version | None,
    types: Types = USUAL,
) -> Fragments:
    """Every fragment among some files, whichever tool they are for.

    Args:
        paths: the files that may be fragments of the release: those that came since the base.
        read: reads several files.
        version: the planned version, where fragments may stand in a folder named after it.
        types: the types of release notes that the provider has.
    """
    found: list[Fragments] = []
    settings = changie_of(paths, read)
    chosen = [(path, form) for path in sorted(paths) if (form := _form_of(path, settings, version)) is not None]
    contents = read([path for path, _ in chosen])
    for path, form in chosen:
        if settings is not None and form is _CHANGIE_FORM:
            found.append(changie_note(path, contents[path], settings))
        elif form is not _CHANGIE_FORM:
            found.append(_FORMS[form](path, contents[path], types))
    bumps = [one.declared for one in found if one.declared is not None]
    return Fragments(
        entries=tuple(entry for one in found for entry in one.entries),
        problems=tuple(problem for one in found for problem in one.problems),
        declared=max(bumps, key=lambda bump: bump.rank) if bumps else None,
        files=tuple(path for path, _ in chosen),
    )


def changie_of(paths: Iterable[str], read: Callable[[Sequence[str]], Mapping[str, bytes]]) -> Changie | None:
    """The settings of changie among some files; None where there are none."""
    file = next((path for path in paths if path in (".changie.yaml", ".changie.yml")), None)
    return changie_settings(read((file,))[file]) if file is not None else None


_CHANGIE_FORM, _GO_FORM, _PER_TYPE_FORM, _LOGGY_FORM = range(4)
_FORMS: Mapping[int, Callable[[str, bytes, Types], Fragments]] = {
    _GO_FORM: notes_in,
    _PER_TYPE_FORM: per_type_note,
    _LOGGY_FORM: loggy_note,
}


def _form_of(path: str, settings: Changie | None, version: Version | None) -> int | None:
    if _GO.match(path):
        return _GO_FORM
    if settings is not None and path.startswith(f"{settings.root}/{settings.unreleased}/"):
        return _CHANGIE_FORM if path.endswith((".yaml", ".yml")) else None
    per_type = PER_TYPE.match(path)
    if per_type is not None:
        named = Version.from_tag(per_type["version"])
        return _PER_TYPE_FORM if version is None or named is None or named.final == version.final else None
    return _LOGGY_FORM if _LOGGY.match(path) else None
