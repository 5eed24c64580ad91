"""Which versions of the SDKs a ref depends on, and what its provider is called."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from release_check.golang.modules import requirements
from release_check.golang.source import SourceTree

_LOCK_NAME = re.compile(r'^\s*name\s*=\s*"([^"]+)"', re.MULTILINE)
_LOCK_VERSION = re.compile(r'^\s*version\s*=\s*"v?([^"]+)"', re.MULTILINE)
_PROVIDER = re.compile(r"terraform-provider-([A-Za-z0-9_-]+)")
_MODULE = re.compile(r"^module\s+\S*terraform-provider-([A-Za-z0-9_-]+)", re.MULTILINE)


def module_versions(tree: SourceTree) -> Mapping[str, str]:
    """Module path to version without the leading `v`, from `go.mod`, else `vendor/vendor.json`, else `Gopkg.lock`."""
    if "go.mod" in tree.files:
        text = tree.read("go.mod").decode("utf-8", "replace")
        return {path: version.removeprefix("v") for path, version in requirements(text).items()}
    if "vendor/vendor.json" in tree.files:
        return _vendor_json(tree.read("vendor/vendor.json"))
    if "Gopkg.lock" in tree.files:
        return _gopkg_lock(tree.read("Gopkg.lock").decode("utf-8", "replace"))
    return {}


def _vendor_json(content: bytes) -> dict[str, str]:
    try:
        packages = json.loads(content).get("package", [])
    except (ValueError, AttributeError):
        return {}
    found: dict[str, str] = {}
    for package in packages if isinstance(packages, list) else ():
        if isinstance(package, dict):
            path = "/".join(str(package.get("path", "")).split("/")[:3])
            version = str(package.get("versionExact") or package.get("version") or "").removeprefix("v")
            if path and version:
                found.setdefault(path, version)
    return found


def _gopkg_lock(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for project in text.split("[[projects]]"):
        name, version = _LOCK_NAME.search(project), _LOCK_VERSION.search(project)
        if name and version:
            found[name[1]] = version[1]
    return found


def provider_name(tree: SourceTree) -> str:
    """The provider's name, as its module path or the imports of its `main.go` give it; empty where neither does."""
    for path, line in (("go.mod", _MODULE), ("main.go", _PROVIDER)):
        if path in tree.files:
            match = line.search(tree.read(path).decode("utf-8", "replace"))
            if match:
                return match[1]
    return ""
