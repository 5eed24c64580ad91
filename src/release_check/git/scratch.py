"""New repositories of our own making, for the demo and the tests; never the user's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from release_check.git.process import Git
from release_check.model import UsageProblem

Files = Mapping[str, str | bytes]
"""A whole tree: path to content."""

_FIRST_COMMIT = 1577880000
"""2020-01-01T12:00:00Z; each commit comes a day after the one before, so that ids are the same on every run."""
_DAY = 86400
_IDENTITY = "Release Check <release-check@example.invalid>"

_ENVIRONMENT = {
    "GIT_CONFIG_GLOBAL": "",
    "GIT_CONFIG_NOSYSTEM": "1",
}


def create_repository(
    folder: Path, releases: Mapping[str, Files], *, parents: Mapping[str, str] | None = None, bare: bool = False
) -> Path:
    """Make a git repository with one commit and one tag for each release, in order, on branch `main`.

    Args:
        folder: where the repository is made; it must not exist, or be empty.
        releases: tag to its whole tree.
        parents: tag to the tag that its commit builds on, where that is not the one before; "" for none.
        bare: without a working tree; else the last release is checked out.

    Returns:
        The folder.

    Raises:
        UsageProblem: something is in the folder already.
    """
    if folder.exists() and any(folder.iterdir()):
        raise UsageProblem(f"{folder} is not empty: name a new folder for the repository.")
    folder.mkdir(parents=True, exist_ok=True)
    git = Git(folder)
    kind = ["--bare"] if bare else []
    git.run("init", "--quiet", "--template=", *kind, environment=_ENVIRONMENT)
    git.run("symbolic-ref", "HEAD", "refs/heads/main", environment=_ENVIRONMENT)
    stream = b"".join(_stream(releases, parents or {}))
    git.run("fast-import", "--quiet", "--date-format=raw", stdin=stream, environment=_ENVIRONMENT)
    if releases and not bare:
        git.run("reset", "--quiet", "--hard", environment=_ENVIRONMENT)
    return folder


def _stream(releases: Mapping[str, Files], parents: Mapping[str, str]) -> Iterable[bytes]:
    marks: dict[str, int] = {}
    previous = ""
    for mark, (tag, files) in enumerate(releases.items(), start=1):
        when = _FIRST_COMMIT + (mark - 1) * _DAY
        parent = parents.get(tag, previous)
        if not parent:
            yield b"reset refs/heads/main\n"
        yield f"commit refs/heads/main\nmark :{mark}\ncommitter {_IDENTITY} {when} +0000\n".encode()
        yield _data(f"Release {tag}\n".encode())
        if parent:
            yield f"from :{marks[parent]}\n".encode()
        yield b"deleteall\n"
        for path, content in sorted(files.items()):
            yield b"M 100644 inline " + _quoted(path) + b"\n"
            yield _data(content.encode() if isinstance(content, str) else content)
        yield f"reset refs/tags/{tag}\nfrom :{mark}\n\n".encode()
        marks[tag] = mark
        previous = tag


def _data(content: bytes) -> bytes:
    return b"data %d\n%s\n" % (len(content), content)


def _quoted(path: str) -> bytes:
    escaped = path.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'.encode()
