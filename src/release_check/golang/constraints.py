"""Which files belong to a build: file name suffixes and build constraints, for linux on amd64."""

from __future__ import annotations

import re

_SYSTEMS = frozenset(
    [
        "aix",
        "android",
        "darwin",
        "dragonfly",
        "freebsd",
        "hurd",
        "illumos",
        "ios",
        "js",
        "linux",
        "nacl",
        "netbsd",
        "openbsd",
        "plan9",
        "solaris",
        "wasip1",
        "windows",
        "zos",
    ]
)
_ARCHITECTURES = frozenset(
    [
        "386",
        "amd64",
        "amd64p32",
        "arm",
        "arm64",
        "arm64be",
        "armbe",
        "loong64",
        "mips",
        "mips64",
        "mips64le",
        "mips64p32",
        "mips64p32le",
        "mipsle",
        "ppc",
        "ppc64",
        "ppc64le",
        "riscv",
        "riscv64",
        "s390",
        "s390x",
        "sparc",
        "sparc64",
        "wasm",
    ]
)
_SET = frozenset({"linux", "amd64", "unix", "cgo", "gc"})
_TOKEN = re.compile(r"\s*(&&|\|\||!|\(|\)|[\w.]+)")


def belongs(file_name: str, constraint: str) -> bool:
    """Whether a file is compiled into a provider for linux on amd64."""
    stem = file_name.removesuffix(".go")
    parts = stem.split("_")[1:]
    if parts and parts[-1] == "test":
        return False
    if len(parts) >= 2 and parts[-1] in _ARCHITECTURES and parts[-2] in _SYSTEMS:
        if parts[-1] != "amd64" or parts[-2] != "linux":
            return False
    elif parts and parts[-1] in _SYSTEMS | _ARCHITECTURES and parts[-1] not in ("linux", "amd64"):
        return False
    return not constraint or _Expression(constraint).value


class _Expression:
    """A `//go:build` line, evaluated."""

    def __init__(self, text: str) -> None:
        self._tokens = [match[1] for match in _TOKEN.finditer(text)]
        self._at = 0
        self.value = self._either()

    def _either(self) -> bool:
        value = self._both()
        while self._take("||"):
            value = self._both() or value
        return value

    def _both(self) -> bool:
        value = self._single()
        while self._take("&&"):
            value = self._single() and value
        return value

    def _single(self) -> bool:
        if self._take("!"):
            return not self._single()
        if self._take("("):
            value = self._either()
            self._take(")")
            return value
        if self._at >= len(self._tokens):
            return True
        tag = self._tokens[self._at]
        self._at += 1
        return tag in _SET or re.fullmatch(r"go1\.\d+", tag) is not None

    def _take(self, token: str) -> bool:
        if self._at < len(self._tokens) and self._tokens[self._at] == token:
            self._at += 1
            return True
        return False
