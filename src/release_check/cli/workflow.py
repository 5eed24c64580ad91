"""The workflow that `init` writes: the action on pull requests and pushed tags, fitted to a repository."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from release_check.check.first_look import FirstLook

PLACE = ".github/workflows/release-check.yml"
"""Where GitHub looks for it."""
_ACTION = "release-check/release-check@v{version}"
_TOLD = {
    "changelog": "Entries stand in {changelog}: a request that changes the schemas must add one.",
    "go-changelog": "Entries wait in .changelog/ or stand in a request's text: who changes the schemas must bring one.",
    "changie": "Entries wait in changie's folder: a request that changes the schemas must add one.",
    "": "No changelog was found, so that none is asked for.",
}


def workflow_text(seen: FirstLook, version: str) -> str:
    """The workflow.

    Args:
        seen: what the repository shows.
        version: that of the action which is used.
    """
    return "\n".join(_lines(seen, version)) + "\n"


def _lines(seen: FirstLook, version: str) -> Iterator[str]:
    told = _TOLD[seen.tool].format(changelog=seen.changelog)
    edited = ", edited" if seen.tool == "go-changelog" else ""
    yield "# Judges pull requests by what they change, and releases when their tag is pushed. Nothing of the provider"
    yield "# is built or run, so that requests from forks need no more than the read-only token that they have."
    yield f"# {seen.sdk or 'The SDK was not found in go.mod'}."
    yield f"# {told}"
    yield "name: release-check"
    yield "on:"
    yield "  pull_request:"
    yield f"    types: [opened, synchronize, reopened, labeled, unlabeled{edited}]"
    yield "  push:"
    yield f"    tags: [{_quoted(_filter(seen))}]"
    yield f"    branches: [{seen.branch}] # pull requests find the snapshots that are kept here"
    yield ""
    yield "permissions: {}"
    yield ""
    yield "concurrency:"
    yield "  group: release-check-${{ github.ref }}"
    yield "  cancel-in-progress: true"
    yield ""
    yield "jobs:"
    yield "  release-check:"
    yield "    runs-on: ubuntu-latest"
    yield "    timeout-minutes: 30"
    yield "    permissions:"
    yield "      contents: read"
    yield "      pull-requests: write # for the one comment; without it there is the summary"
    yield "    steps:"
    yield "      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2"
    yield "        with:"
    yield "          persist-credentials: false"
    yield f"      - uses: {_ACTION.format(version=version)}"
    yield "        with:"
    yield "          # or warning, note, never; what is on the branch already is not to be mended by who pushes next"
    yield "          fail-on: ${{ github.event_name == 'push' && github.ref_type == 'branch' && 'never' || 'error' }}"


def _filter(seen: FirstLook) -> str:
    """What tags of releases look like, as a filter of GitHub's."""
    if seen.pattern:
        before, _, after = seen.pattern.partition("{version}")
    else:
        before, after = ("v" if not seen.newest or seen.newest.startswith("v") else ""), ""
    return f"{_plain(before)}[0-9]+.[0-9]+.[0-9]+*{_plain(after)}"


def _plain(text: str) -> str:
    return "".join(f"\\{character}" if character in "*?+[]!\\" else character for character in text)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
