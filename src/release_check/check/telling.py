"""How a provider tells of its releases, and the request that tells of the candidate."""

from __future__ import annotations

import msgspec

from release_check.changelog import Request, Settings
from release_check.docs import DocsSettings


class Telling(msgspec.Struct, frozen=True, kw_only=True):
    """The settings with which changelog and pages are read, the same for every ref, and the pull request if any."""

    changelog: Settings = Settings()
    docs: DocsSettings = DocsSettings()
    request: Request | None = None
