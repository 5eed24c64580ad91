"""Where the documents stand that rules carry out."""

from __future__ import annotations

from collections.abc import Mapping

from release_check.model import GuideSection

_PLUGIN = "https://developer.hashicorp.com/terraform/plugin"
PAGES: Mapping[str, str] = {
    "Deprecations, Removals, and Renames": f"{_PLUGIN}/sdkv2/best-practices/deprecations",
    "Resources - State Migration": f"{_PLUGIN}/sdkv2/resources/state-migration",
    "Versioning": f"{_PLUGIN}/best-practices/versioning",
}


def page_of(guide: GuideSection | None) -> str | None:
    """The page that a section stands on, where it is known."""
    return PAGES.get(guide.document) if guide is not None else None
