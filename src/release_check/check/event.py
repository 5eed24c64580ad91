"""What GitHub tells a workflow of a pull request: the file that GITHUB_EVENT_PATH names."""

from __future__ import annotations

import msgspec

from release_check.model import UsageProblem


class _Label(msgspec.Struct, frozen=True):
    name: str = ""


class _Milestone(msgspec.Struct, frozen=True):
    title: str = ""


class _Side(msgspec.Struct, frozen=True):
    ref: str = ""
    sha: str = ""


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """A pull request as GitHub describes it; what is not there is empty."""

    number: int | None = None
    title: str = ""
    body: str | None = None
    labels: tuple[_Label, ...] = ()
    milestone: _Milestone | None = None
    base: _Side = _Side()


class _Payload(msgspec.Struct, frozen=True):
    pull_request: Event | None = None


def read_event(content: bytes, file: str) -> Event:
    """Read an event.

    Args:
        content: the file's.
        file: how messages call it.

    Raises:
        UsageProblem: it is none of a pull request.
    """
    try:
        found = msgspec.json.decode(content, type=_Payload).pull_request
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise UsageProblem(f"{file} is no event of GitHub's ({error}): name the file of GITHUB_EVENT_PATH.") from error
    if found is None:
        raise UsageProblem(f"{file} is no event of a pull request: run this on `pull_request`, or name --base.")
    return found
