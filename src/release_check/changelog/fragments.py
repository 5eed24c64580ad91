"""Fragments: what waits in files of its own to be told by the next changelog."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from release_check.changelog.entries import Entry
from release_check.changelog.texts import text_of
from release_check.changelog.titles import Filed, filed_under
from release_check.model import Bump, Version


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

_GO = re.compile(r"\.changelog/[^/]+\.txt\Z")
_LOGGY = re.compile(r"\.changelog/(?P<number>[^/]+)\.(?:hcl|md|ya?ml)\Z")
_PER_TYPE = re.compile(r"\.changes/(?P<version>v?\d+\.\d+\.\d+[^/]*)/(?P<number>[^/]+?)-(?P<type>[a-z-]+)\.md\Z")
_FENCE = re.compile(r"^[ \t]*(?P<mark>`{3,}|~{3,})[ \t]*release-notes?:[ \t]*(?P<type>[^\s`]*)[ \t]*$", re.IGNORECASE)
_NEAR_FENCE = re.compile(r"^[ \t]*`{3,}[ \t]*(?P<word>rel\w*[-_ ]?not\w*|changelog)\b", re.IGNORECASE)
_LOGGY_FIELD = re.compile(r"^\s*(?P<key>type|kind|body|description|note|message|text)\s*[:=]\s*(?P<value>.*)$")
_LOGGY_BLOCK = re.compile(r"^\s*(?:change|entry|changelog|note)?\s*\"(?P<type>[a-z_-]+)\"[^{]*\{\s*$")
_LARGEST = 256 * 1024


def notes_in(file: str, data: bytes) -> Fragments:
    """The release notes of one file of hashicorp/go-changelog, or of the text of a pull request.

    They stand in fenced blocks, several in a file, each ` ```release-note:TYPE `; a line in it is an entry.
    """
    lines = text_of(data[:_LARGEST]).lines
    entries: list[Entry] = []
    problems: list[Problem] = []
    index = 0
    while index < len(lines):
        opened = _FENCE.match(lines[index])
        if opened is None:
            near = _NEAR_FENCE.match(lines[index])
            if near is not None:
                problems.append(Problem(file, index + 1, _not_a_note(lines[index].strip())))
            index += 1
            continue
        end = next((at for at in range(index + 1, len(lines)) if lines[at].strip().startswith(opened["mark"])), None)
        filed, problem = _filed(opened["type"])
        if problem:
            problems.append(Problem(file, index + 1, problem))
        if end is None:
            problems.append(Problem(file, index + 1, "the block is never closed; end it with a line of ```"))
            end = len(lines)
        entries += _rows(file, lines, index + 1, end, filed, opened["type"])
        index = end + 1
    if file.startswith(".changelog/") and not entries and not problems and not _has_fence(lines):
        problems.append(Problem(file, 1, "there is no block in it; write ```release-note:TYPE around the entry"))
    return Fragments(entries=tuple(entries), problems=tuple(problems), files=(file,))


class Changie(msgspec.Struct, frozen=True):
    """What `.changie.yaml` says."""

    root: str = ".changes"
    unreleased: str = "unreleased"
    kinds: Mapping[str, Bump | None] = {}
    """Each kind with the bump that it asks for."""
    customs: tuple[str, ...] = ()
    """What it asks of each entry beside kind and text."""


def changie_settings(data: bytes) -> Changie | None:
    """Read `.changie.yaml`; None where it is no YAML mapping."""
    content = _yaml(data)
    if not isinstance(content, dict):
        return None
    kinds: dict[str, Bump | None] = {}
    listed = content.get("kinds")
    for kind in listed if isinstance(listed, list) else ():
        label = _scalar(kind.get("label")) if isinstance(kind, dict) else ""
        if label:
            auto = _scalar(kind.get("auto")).lower()
            bump = Bump(auto) if auto in (Bump.MAJOR, Bump.MINOR, Bump.PATCH, Bump.NONE) else None
            for name in {label, _scalar(kind.get("key")) or label}:
                kinds[name] = bump
    folders = [_scalar(content.get(key)).strip("/") for key in ("changesDir", "unreleasedDir")]
    asked = content.get("custom")
    customs = [_scalar(one.get("key")) for one in (asked if isinstance(asked, list) else ()) if isinstance(one, dict)]
    return Changie(folders[0] or ".changes", folders[1] or "unreleased", kinds, tuple(name for name in customs if name))


def changie_note(file: str, data: bytes, settings: Changie) -> Fragments:
    """The one entry of a file that waits in changie's folder."""
    content = _yaml(data[:_LARGEST])
    if not isinstance(content, dict):
        return Fragments(problems=(Problem(file, 1, "this is no YAML mapping with `kind` and `body`"),), files=(file,))
    lines = text_of(data[:_LARGEST]).lines
    kind, body = (_scalar(content.get(key)) for key in ("kind", "body"))
    given = {"kind": kind, "body": body}
    problems = [Problem(file, 1, f"`{key}` is missing") for key, value in given.items() if not value]
    if kind and settings.kinds and kind not in settings.kinds:
        what = f"`{kind}` is none of the kinds in .changie.yaml{_nearest(kind, settings.kinds)}"
        problems.append(Problem(file, _line_of(lines, "kind"), what))
    entry = Entry(
        text=body,
        file=file,
        line=_line_of(lines, "body"),
        filed=filed_under(kind),
        title=kind,
    )
    return Fragments(
        entries=(entry,) if entry.text else (),
        problems=tuple(problems),
        declared=settings.kinds.get(kind),
        files=(file,),
    )


def per_type_note(file: str, data: bytes) -> Fragments:
    """A file that is named after its type: `.changes/v1.2.0/34-bug-fixes.md`."""
    found = _PER_TYPE.match(file)
    kind = found["type"] if found is not None else ""
    filed = filed_under(kind.replace("-", " "))
    problems: tuple[Problem, ...] = ()
    if not filed:
        problems = (Problem(file, 1, f"`{kind}` in its name is no type of entry{_nearest(kind, TYPES)}"),)
    lines = text_of(data[:_LARGEST]).lines
    return Fragments(
        entries=tuple(_bullets(file, lines, filed, kind)),
        problems=problems,
        files=(file,),
    )


def loggy_note(file: str, data: bytes) -> Fragments:
    """A file of changeloggy: HCL, YAML or Markdown with a type and a text."""
    lines = text_of(data[:_LARGEST]).lines
    filed: frozenset[Filed] = frozenset()
    kind, problems, entries = "", [], []
    for index, row in enumerate(lines):
        block, field = _LOGGY_BLOCK.match(row), _LOGGY_FIELD.match(row)
        named = block["type"] if block is not None else ""
        if field is not None and field["key"] in ("type", "kind"):
            named = field["value"].strip(" \"'")
        if named:
            kind = named
            filed, problem = _filed(named)
            if problem:
                problems.append(Problem(file, index + 1, problem))
        elif row.strip(" {}[]-,#") and (field is not None or _is_prose(row)):
            value = field["value"] if field is not None else row
            text = value.strip(" \"',-*|>").removeprefix("<<EOT").strip()
            if text:
                entries.append(Entry(text=text, file=file, line=index + 1, filed=filed, title=kind))
    if not entries:
        problems.append(Problem(file, 1, "there is no entry in it; write what changes, and its type"))
    return Fragments(entries=tuple(entries), problems=tuple(problems), files=(file,))


def waiting(
    paths: Sequence[str], read: Callable[[Sequence[str]], Mapping[str, bytes]], version: Version | None
) -> Fragments:
    """Every fragment among some files, whichever tool they are for.

    Args:
        paths: the files that may be fragments of the release: those that came since the base.
        read: reads several files.
        version: the planned version, where fragments may stand in a folder named after it.
    """
    found: list[Fragments] = []
    settings = None
    if any(path in (".changie.yaml", ".changie.yml") for path in paths):
        file = next(path for path in paths if path in (".changie.yaml", ".changie.yml"))
        settings = changie_settings(read((file,))[file])
    chosen = [(path, form) for path in sorted(paths) if (form := _form_of(path, settings, version)) is not None]
    contents = read([path for path, _ in chosen])
    for path, form in chosen:
        if settings is not None and form is _CHANGIE_FORM:
            found.append(changie_note(path, contents[path], settings))
        elif form is not _CHANGIE_FORM:
            found.append(_FORMS[form](path, contents[path]))
    bumps = [one.declared for one in found if one.declared is not None]
    return Fragments(
        entries=tuple(entry for one in found for entry in one.entries),
        problems=tuple(problem for one in found for problem in one.problems),
        declared=max(bumps, key=lambda bump: bump.rank) if bumps else None,
        files=tuple(path for path, _ in chosen),
    )


_CHANGIE_FORM, _GO_FORM, _PER_TYPE_FORM, _LOGGY_FORM = range(4)
_FORMS: Mapping[int, Callable[[str, bytes], Fragments]] = {
    _GO_FORM: notes_in,
    _PER_TYPE_FORM: per_type_note,
    _LOGGY_FORM: loggy_note,
}


def _form_of(path: str, settings: Changie | None, version: Version | None) -> int | None:
    if _GO.match(path):
        return _GO_FORM
    if settings is not None and path.startswith(f"{settings.root}/{settings.unreleased}/"):
        return _CHANGIE_FORM if path.endswith((".yaml", ".yml")) else None
    per_type = _PER_TYPE.match(path)
    if per_type is not None:
        named = Version.from_tag(per_type["version"])
        return _PER_TYPE_FORM if version is None or named is None or named.final == version.final else None
    return _LOGGY_FORM if _LOGGY.match(path) else None


def _filed(kind: str) -> tuple[frozenset[Filed], str]:
    """What a type files an entry under, and what is wrong with the type."""
    if kind in TYPES:
        return frozenset({TYPES[kind]}), ""
    near = difflib.get_close_matches(kind.lower(), TYPES, 1, cutoff=0.75)
    filed = frozenset({TYPES[near[0]]}) if near else filed_under(kind.replace("-", " "))
    return filed, f"`{kind}` is no type of release note{_nearest(kind, TYPES)}"


def _nearest(word: str, known: Mapping[str, Any]) -> str:
    near = difflib.get_close_matches(word.lower(), {name.lower(): name for name in known}, 1, cutoff=0.5)
    shown = next((name for name in known if near and name.lower() == near[0]), "")
    return f"; did you mean {shown}" if shown else f"; it is one of {', '.join(sorted(known))}"


def _not_a_note(row: str) -> str:
    return f"`{row[:60]}` opens no release note; write ```release-note:TYPE"


def _has_fence(lines: Sequence[str]) -> bool:
    return any(_FENCE.match(row) for row in lines)


def _rows(file: str, lines: Sequence[str], start: int, end: int, filed: frozenset[Filed], kind: str) -> Iterator[Entry]:
    """The entries of a block: a line each, where it does not go on with an indented one."""
    kept: list[tuple[int, str]] = []
    for index in range(start, end):
        row = lines[index]
        if row.strip() and kept and row[:1] in " \t":
            kept[-1] = kept[-1][0], f"{kept[-1][1]}\n{row.strip()}"
        elif row.strip():
            kept.append((index, row.strip()))
    for index, text in kept:
        yield Entry(text=text.lstrip("*- ").strip() or text, file=file, line=index + 1, filed=filed, title=kind)


def _bullets(file: str, lines: Sequence[str], filed: frozenset[Filed], title: str) -> Iterator[Entry]:
    for index, text in _joined(lines):
        yield Entry(text=text, file=file, line=index + 1, filed=filed, title=title)


def _joined(lines: Sequence[str]) -> list[tuple[int, str]]:
    kept: list[tuple[int, str]] = []
    for index, row in enumerate(lines):
        plain = row.strip()
        if plain.startswith(("* ", "- ")) or (plain and not kept):
            kept.append((index, plain.lstrip("*- ")))
        elif plain:
            kept[-1] = kept[-1][0], f"{kept[-1][1]}\n{plain}"
    return kept


def _is_prose(row: str) -> bool:
    return len(row.split()) > 2 and "=" not in row.split("`")[0]


def _line_of(lines: Sequence[str], key: str) -> int:
    return next((index for index, row in enumerate(lines, 1) if row.startswith(f"{key}:")), 1)


def _scalar(value: Any) -> str:
    """A plain value as text; what nests could be written out without end."""
    return str(value).strip() if isinstance(value, str | int | float) else ""


def _yaml(data: bytes) -> Any:
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        return yaml.load(data[:_LARGEST].decode("utf-8-sig", "replace"), Loader=loader)  # noqa: S506 (a safe loader)
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
