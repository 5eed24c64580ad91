"""Import paths to directories of the repository: go.mod, vendoring, and the time before both."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

_COMMENT = re.compile(r"//.*")


def _lines(manifest: str, wanted: str) -> Iterator[list[str]]:
    """What a go.mod file says by one kind of line, word by word, in blocks or alone."""
    block = ""
    for line in manifest.splitlines():
        words = _COMMENT.sub("", line).replace("(", " ( ").replace(")", " ) ").split()
        words = [word.strip('"`') for word in words]
        if not words:
            continue
        if words[0] == ")":
            block = ""
        elif words[1:] == ["("]:
            block = words[0]
        elif block == wanted:
            yield words
        elif not block and words[0] == wanted:
            yield words[1:]


def _replacements(manifest: str) -> Iterator[tuple[list[str], list[str]]]:
    for words in _lines(manifest, "replace"):
        if "=>" in words:
            arrow = words.index("=>")
            if words[:arrow] and words[arrow + 1 :]:
                yield words[:arrow], words[arrow + 1 :]


class Modules:
    """Which directory of the repository an import path names."""

    def __init__(self, directories: frozenset[str], manifests: Mapping[str, str]) -> None:
        """Take the directories that hold Go files, and the texts of all go.mod files by directory ("" is the root)."""
        self._directories = directories
        self._roots: list[tuple[str, str]] = []
        own: list[str] = []
        for directory, text in manifests.items():
            for module in _lines(text, "module"):
                self._roots.append((module[0], directory))
                own.append(directory)
            for old, new in _replacements(text):
                target = _join(directory, new[0]) if new[0].startswith(".") else None
                if target is not None:
                    self._roots.append((old[0], target))
        self._own = sorted(own, key=len, reverse=True)
        self._roots.sort(key=lambda root: -len(root[0]))
        self._learned: dict[str, str] = {}
        self._known: dict[str, str | None] = {}

    @property
    def roots(self) -> tuple[tuple[str, str], ...]:
        """Import paths of modules, with the directories they are in."""
        return tuple(self._roots)

    def directory(self, path: str) -> str | None:
        """The directory of the package at an import path, or None where it is not in the repository."""
        if path not in self._known:
            self._known[path] = self._find(path)
        return self._known[path]

    def _find(self, path: str) -> str | None:
        for module, root in self._roots:
            if path == module or path.startswith(module + "/"):
                directory = _join(root, path[len(module) :].lstrip("/"))
                if directory in self._directories and len(self._module_around(directory)) <= len(root):
                    return directory
        vendored = "vendor/" + path
        if vendored in self._directories:
            return vendored
        if not self._roots:
            return self._before_modules(path)
        return None

    def _module_around(self, directory: str) -> str:
        """The directory of the module that a directory belongs to."""
        for root in self._own:
            if directory == root or directory.startswith(root + "/"):
                return root
        return ""

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


def _join(root: str, rest: str) -> str | None:
    """Where a path leads from a directory; None where it leads out of the repository."""
    parts: list[str] = []
    for part in f"{root}/{rest}".split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def requirements(manifest: str) -> dict[str, str]:
    """Module path to version, as a go.mod file requires them (replacements by other modules applied)."""
    found = {words[0]: words[1] for words in _lines(manifest, "require") if len(words) > 1}
    for old, new in _replacements(manifest):
        if len(new) > 1 and old[0] in found and (len(old) < 2 or old[1] == found[old[0]]):
            found[old[0]] = new[1]
    return found
