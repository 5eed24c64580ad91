"""Tags and other names of commits."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from typing import NamedTuple

from release_check.git.objects import Found, Objects
from release_check.git.process import Git
from release_check.model import UsageProblem


class Commit(NamedTuple):
    """A commit and when it was made: ISO 8601, UTC."""

    id: str
    date: str


class Tag(NamedTuple):
    """A tag, and the commit that it leads to in the end, with that commit's date: ISO 8601, UTC."""

    name: str
    commit: str
    date: str


_TAGS = "refs/tags/"
_FIELDS = "%00".join(
    f"%({peeled}{field})" for peeled in ("", "*") for field in ("objecttype", "objectname", "committerdate:unix")
)
_COMMITTER = re.compile(rb"^committer .*> (-?\d+)(?: |$)", re.MULTILINE)


def list_tags(git: Git, objects: Objects) -> tuple[Tag, ...]:
    """All tags that lead to a commit, lightweight and annotated, in name order; one on a tree or a blob is no release.

    Raises:
        GitError: a tag's commit is not there.
    """
    listing = git.run("for-each-ref", f"--format=%(refname)%00{_FIELDS}", _TAGS)
    tags = []
    for line in listing.splitlines():
        name, *fields = (field.decode("utf-8", "surrogateescape") for field in line.split(b"\0"))
        commit = _peel(objects, fields)
        if commit is not None:
            tags.append(Tag(printable(name.removeprefix(_TAGS)), *commit))
    return tuple(tags)


def find_commit(objects: Objects, ref: str, *, advise: Callable[[], str]) -> Commit:
    """The commit that a tag, branch or commit id leads to; where a tag and a branch share a name, git takes the tag.

    Args:
        objects: where to look.
        ref: any name that git knows (`gitrevisions`).
        advise: says what to do where there is no such ref.

    Raises:
        UsageProblem: there is no such ref, several objects fit it, or it names something else.
    """
    if not ref or not ref.isprintable():
        raise UsageProblem(f"{ref!r} is no ref: name a tag, a branch or a commit.")
    found = objects.look_up(f"{ref}^{{commit}}")
    if isinstance(found, Found):
        return _commit(found)
    bare = objects.look_up(ref)
    if isinstance(bare, Found):
        raise UsageProblem(f"{ref} names a {_end(objects, bare)}, not a commit: name a tag, a branch or a commit.")
    if "ambiguous" in (found, bare):
        raise UsageProblem(f"{ref} fits several objects: give more of the commit id.")
    raise UsageProblem(f"There is no tag, branch or commit {ref} in this repository: {advise()}")


def printable(name: str) -> str:
    r"""A name that can be shown; where it is not UTF-8, its odd bytes stand as `\xff`."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _peel(objects: Objects, fields: list[str]) -> Commit | None:
    for kind, name, seconds in (fields[:3], fields[3:]):
        if kind == "commit":
            return Commit(name, _iso(int(seconds or 0)))
    # What older gits make of a tag on a tag: they stop at the second.
    if fields[3] == "tag":
        found = objects.look_up(f"{fields[4]}^{{commit}}")
        return _commit(found) if isinstance(found, Found) else None
    return None


def _commit(found: Found) -> Commit:
    header = found.content.partition(b"\n\n")[0]
    committer = _COMMITTER.search(header)
    return Commit(found.id, _iso(int(committer[1]) if committer else 0))


def _iso(seconds: int) -> str:
    try:
        moment = datetime.datetime.fromtimestamp(seconds, datetime.UTC)
    except (ValueError, OverflowError, OSError):
        # A date that no calendar has; git shows it as the epoch, too.
        moment = datetime.datetime.fromtimestamp(0, datetime.UTC)
    return moment.isoformat().replace("+00:00", "Z")


def _end(objects: Objects, found: Found) -> str:
    while found.type == "tag":
        target = objects.look_up(found.content.partition(b"\n")[0].removeprefix(b"object ").decode())
        if not isinstance(target, Found):
            break
        found = target
    return found.type
