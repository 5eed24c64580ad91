"""Fragments of changie: its settings, and the files that wait in its folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from release_check.changelog.entries import Entry
from release_check.changelog.fragment import LARGEST, Fragments, Problem, nearest_of
from release_check.changelog.texts import text_of
from release_check.changelog.titles import filed_under
from release_check.model import Bump


class Changie(msgspec.Struct, frozen=True):
    """What `.changie.yaml` says."""

    root: str = ".changes"
    unreleased: str = "unreleased"
    kinds: Mapping[str, Bump | None] = {}
    """Each kind with the bump that it asks for."""
    titles: tuple[str, ...] = ()
    """What the kinds are called in the changelog, in order."""
    customs: tuple[str, ...] = ()
    """What it asks of each entry beside kind and text."""


def changie_settings(data: bytes) -> Changie | None:
    """Read `.changie.yaml`; None where it is no YAML mapping."""
    content = _yaml(data)
    if not isinstance(content, dict):
        return None
    kinds: dict[str, Bump | None] = {}
    titles: list[str] = []
    listed = content.get("kinds")
    for kind in listed if isinstance(listed, list) else ():
        label = _scalar(kind.get("label")) if isinstance(kind, dict) else ""
        if label:
            titles.append(label)
            auto = _scalar(kind.get("auto")).lower()
            bump = Bump(auto) if auto in (Bump.MAJOR, Bump.MINOR, Bump.PATCH, Bump.NONE) else None
            for name in dict.fromkeys((label, _scalar(kind.get("key")) or label)):
                kinds[name] = bump
    folders = [_scalar(content.get(key)).strip("/") for key in ("changesDir", "unreleasedDir")]
    asked = content.get("custom")
    customs = [_scalar(one.get("key")) for one in (asked if isinstance(asked, list) else ()) if isinstance(one, dict)]
    return Changie(
        root=folders[0] or ".changes",
        unreleased=folders[1] or "unreleased",
        kinds=kinds,
        titles=tuple(titles),
        customs=tuple(name for name in customs if name),
    )


def changie_note(file: str, data: bytes, settings: Changie) -> Fragments:
    """The one entry of a file that waits in changie's folder."""
    content = _yaml(data[:LARGEST])
    if not isinstance(content, dict):
        return Fragments(problems=(Problem(file, 1, "this is no YAML mapping with `kind` and `body`"),), files=(file,))
    lines = text_of(data[:LARGEST]).lines
    kind, body = (_scalar(content.get(key)) for key in ("kind", "body"))
    given = {"kind": kind, "body": body}
    problems = [Problem(file, 1, f"`{key}` is missing") for key, value in given.items() if not value]
    if kind and settings.kinds and kind not in settings.kinds:
        what = f"`{kind}` is none of the kinds in .changie.yaml{nearest_of(kind, settings.kinds)}"
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


def _line_of(lines: Sequence[str], key: str) -> int:
    return next((index for index, row in enumerate(lines, 1) if row.startswith(f"{key}:")), 1)


def _scalar(value: Any) -> str:
    """A plain value as text; what nests could be written out without end."""
    return str(value).strip() if isinstance(value, str | int | float) else ""


def _yaml(data: bytes) -> Any:
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        return yaml.load(data[:LARGEST].decode("utf-8-sig", "replace"), Loader=loader)  # noqa: S506 (a safe loader)
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
