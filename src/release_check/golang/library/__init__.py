"""The functions and constants of Go's standard library that schemas use."""

from release_check.golang.library import collections, encoding, formatting, numbers, process, reflection, syncmap, text
from release_check.golang.values import Value

LIBRARY: dict[tuple[str, str], Value] = {
    **text.MEMBERS,
    **formatting.MEMBERS,
    **numbers.MEMBERS,
    **collections.MEMBERS,
    **process.MEMBERS,
    **syncmap.MEMBERS,
    **reflection.MEMBERS,
    **encoding.MEMBERS,
}

__all__ = ["LIBRARY"]
