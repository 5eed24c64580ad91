"""Import paths to directories of the repository: go.mod, vendoring, and the time before both."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

_MODULE = re.compile(r"^module\s+\"?([^\s\"]+)", re.MULTILINE)
_REQUIRE = re.compile(r"^\s*(?:require\s+)?\"?([\w.~/-]+\.[\w.~/-]+)\"?\s+(v[\w.+-]+)", re.MULTILINE)
_REPLACE = re.compile(r"^\s*(?:replace\s+)?([^\s=]+)(?:\s+v\S+)?\s+=>\s+(\S+)(?:\s+(v\S+))?", re.MULTILINE)


class Modules:
    """Which directory of the repository an import path names."""

    def __init__(self, directories: frozenset[str], manifests: Mapping[str, str]) -> None:
        """Take the directories that hold Go files, and the texts of all go.mod files by directory ("" is the root)."""
        self._directories = directories
        self._roots: list[tuple[str, str]] = []
        for directory, text in manifests.items():
            match = _MODULE.search(text)
            if match:
                self._roots.append((match[1], directory))
            for old, new, _version in _REPLACE.findall(text):
                if new.startswith("."):
                    self._roots.append((old, _join(directory, new)))
        self._roots.sort(key=lambda root: -len(root[0]))
        self._learned: dict[str, str] = {}
        self._known: dict[str, str | None] = {}

    def directory(self, path: str) -> str | None:
        """The directory of the package at an import path, or None where it is not in the repository."""
        if path not in self._known:
            self._known[path] = self._find(path)
        return self._known[path]

    def _find(self, path: str) -> str | None:
        for module, root in self._roots:
            if path == module or path.startswith(module + "/"):
                directory = _join(root, path[len(module) :].lstrip("/"))
                if directory in self._directories:
                    return directory
        vendored = "vendor/" + path
        if vendored in self._directories:
            return vendored
        if not self._roots:
            return self._before_modules(path)
        return None

    def paths(self, directory: str) -> Iterator[str]:
        """The import paths that name a directory of one of the repository's own modules."""
        for module, root in self._roots:
            if directory == root or directory.startswith(root + "/") or not root:
                rest = directory[len(root) :].lstrip("/")
                path = f"{module}/{rest}" if rest else module
                if self.directory(path) == directory:
                    yield path

    def _before_modules(self, path: str) -> str | None:
        if "src/" + path in self._directories:
            # the repository is a GOPATH
            return "src/" + path
        # without go.mod the repository's own import prefix is host/owner/name
        parts = path.split("/")
        rest = "/".join(parts[3:])
        if len(parts) >= 3 and "." in parts[0] and rest in self._directories:
            prefix = "/".join(parts[:3])
            if rest or prefix in self._learned.values():
                own = self._learned.setdefault("own", prefix)
                return rest if own == prefix or parts[2] == own.split("/")[2] else None
        return None


def _join(root: str, rest: str) -> str:
    parts: list[str] = []
    for part in f"{root}/{rest}".split("/"):
        if part == "..":
            if parts:
                parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def requirements(manifest: str) -> dict[str, str]:
    """Module path to version, as a go.mod file requires them (replacements by other modules applied)."""
    found = dict(_REQUIRE.findall(manifest))
    for old, _new, version in _REPLACE.findall(manifest):
        if version and old in found:
            found[old] = version
    return found
