"""The files that were asked for: read, or written whole or not at all."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from release_check.model import IncompleteError, UsageProblem


def read_file(name: str) -> bytes:
    """The content of a file; of standard input for `-`.

    Raises:
        UsageProblem: it cannot be read.
    """
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise UsageProblem(f"{name} cannot be read: {error.strerror or error}.") from error


def require_writable(name: str) -> None:
    """Find out before the work, not after it, that a result has nowhere to go.

    Raises:
        UsageProblem: the file is a folder, lies in none, or may not be written.
    """
    file = Path(name)
    if file.is_dir():
        raise UsageProblem(f"{file} is a folder: name a file for --output.")
    parent = file.resolve().parent
    if not parent.is_dir():
        raise UsageProblem(f"{file} cannot be written: there is no folder {parent}; make it first.")
    writable = os.access(file, os.W_OK) if file.exists() else os.access(parent, os.W_OK)
    if not writable:
        raise UsageProblem(f"{file} cannot be written: you lack the permission; name another file for --output.")


def write_file(name: str, text: str) -> None:
    """Write a file whole or not at all; what is no regular file, such as a device or pipe, is written straight.

    Raises:
        IncompleteError: the disk is full or the like.
    """
    path = Path(name)
    content = text.encode("utf-8", "backslashreplace")
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)
        else:
            _replace(path.resolve(), content)
    except OSError as error:
        raise IncompleteError(f"{path} could not be written: {error.strerror or error}.") from error


def _replace(path: Path, content: bytes) -> None:
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        temporary.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
