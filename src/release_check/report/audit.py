"""The outcome of an audit: the report of each release, in order of version."""

from __future__ import annotations

import msgspec

from release_check.report.data import EXIT_CODES, Report, VerdictWord


class Audit(msgspec.Struct, frozen=True, kw_only=True):
    """Every release judged against its line; as JSON one `release-check/findings-v1` a line."""

    reports: tuple[Report, ...]

    @property
    def stale_waivers(self) -> tuple[str, ...]:
        """Waivers that cover nothing in any of the releases, or have ended: in most, one of a single release does."""
        stale = [set(report.stale_waivers) for report in self.reports]
        return tuple(sorted(set.intersection(*stale))) if stale else ()

    @property
    def exit_code(self) -> int:
        """What the program ends with: that of the gravest verdict."""
        return max((report.exit_code for report in self.reports), default=EXIT_CODES[VerdictWord.PASS])
