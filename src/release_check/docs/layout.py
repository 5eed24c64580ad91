"""Where pages stand, and which entity each is about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from release_check.model import EntityKind

_LEGACY: Mapping[str, str] = {
    "r": EntityKind.RESOURCE,
    "d": EntityKind.DATA_SOURCE,
    "ephemeral-resources": EntityKind.EPHEMERAL_RESOURCE,
    "list-resources": EntityKind.LIST_RESOURCE,
    "functions": EntityKind.FUNCTION,
    "actions": EntityKind.ACTION,
}
_REGISTRY: Mapping[str, str] = {
    "resources": EntityKind.RESOURCE,
    "data-sources": EntityKind.DATA_SOURCE,
    "ephemeral-resources": EntityKind.EPHEMERAL_RESOURCE,
    "list-resources": EntityKind.LIST_RESOURCE,
    "functions": EntityKind.FUNCTION,
    "actions": EntityKind.ACTION,
}
_PAGE = re.compile(
    r"(?:website/docs/(?P<legacy>[a-z-]+)|docs/(?P<registry>[a-z-]+))/(?P<stem>[^/]+?)"
    r"(?:\.html)?\.(?:markdown|md|mdx)\Z"
)
_SIDEBAR = re.compile(r"website/(?:[^/]+/)*[^/]+\.erb\Z")
_TEMPLATES = re.compile(r"templates/(?:[^/]+/)*[^/]+\.md\.tmpl\Z")


def page_files(paths: Iterable[str]) -> Mapping[tuple[str, str], str]:
    """The page of each kind and file stem, such as `("resource", "widget")`; the first in order of path."""
    found: dict[tuple[str, str], str] = {}
    for path in sorted(paths):
        match = _PAGE.match(path)
        if match is None:
            continue
        folder = match["legacy"] or match["registry"]
        kind = (_LEGACY if match["legacy"] else _REGISTRY).get(folder)
        if kind is not None:
            found.setdefault((kind, match["stem"]), path)
    return found


def stems_of(entity_type: str, provider: str) -> tuple[str, ...]:
    """What the page of a type may be called: without the provider's name, or with it."""
    return tuple(dict.fromkeys((entity_type.removeprefix(f"{provider}_"), entity_type)))


def sidebars(paths: Iterable[str]) -> tuple[str, ...]:
    """The files with the links of the old registry's sidebar."""
    return tuple(sorted(path for path in paths if _SIDEBAR.match(path)))


def has_templates(paths: Iterable[str]) -> bool:
    """Whether pages are generated from templates."""
    return any(_TEMPLATES.match(path) for path in paths)
