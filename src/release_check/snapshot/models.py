"""What is known of modules whose source is not in the repository: a few that many providers build schemas with.

Each is a YAML file in `modelled/`, named after the module with `+` for `/`. It holds the values of enumerations, and
Go that makes the schemas the module's functions make; what it leaves out stays outside. It counts as the package's
source where a go.mod asks for the module and the repository does not have it vendored.
"""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources

import msgspec

from release_check.golang.modules import requirements
from release_check.golang.source import SourceTree

_FILE = "what_is_known_of_it.go"
_MAJOR = re.compile(r"/v\d+$")


class _Package(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    constants: Mapping[str, Mapping[str, str | int]] = {}
    """Type to name to value; names below `string` have no type of their own."""
    go: str = ""


class _Module(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    module: str
    packages: Mapping[str, _Package]


class ModelledTree:
    """The files of a ref, with what is known of the modules that it asks for and does not hold."""

    def __init__(self, tree: SourceTree, added: Mapping[str, bytes]) -> None:
        self.ref = str(getattr(tree, "ref", ""))
        self.commit = str(getattr(tree, "commit", ""))
        self._tree = tree
        self._added = added
        ids = {path: hashlib.sha1(text, usedforsecurity=False).hexdigest() for path, text in added.items()}
        self.files: Mapping[str, str] = {**tree.files, **ids}

    def read(self, path: str) -> bytes:
        """The content of one file."""
        return self._added[path] if path in self._added else self._tree.read(path)

    def read_many(self, paths: Iterable[str], *, skip_absent: bool = False) -> Mapping[str, bytes]:
        """The contents of several files; those that this copy of the repository lacks may be left out."""
        wanted = tuple(paths)
        there = self._tree.read_many([path for path in wanted if path not in self._added], skip_absent=skip_absent)
        return {path: self._added.get(path) or there[path] for path in wanted if path in self._added or path in there}


def with_models(tree: SourceTree) -> SourceTree:
    """The tree, with models of the modules that its go.mod files ask for as if they were vendored."""
    added: dict[str, bytes] = {}
    for path in tree.files:
        if (path == "go.mod" or path.endswith("/go.mod")) and "vendor/" not in path:
            for module in requirements(tree.read(path).decode("utf-8", "replace")):
                added.update(_files(module))
    if not added:
        return tree
    wanted = {path.rpartition("/")[0] for path in added}
    roots = tuple({"/".join(directory.split("/")[:3]) + "/" for directory in wanted})
    vendored = {path.rpartition("/")[0] for path in tree.files if path.startswith(roots) and path.endswith(".go")}
    added = {path: text for path, text in added.items() if path.rpartition("/")[0] not in vendored}
    return ModelledTree(tree, added) if added else tree


def is_model(file: str) -> bool:
    """Whether a file is one of ours rather than one of the repository's."""
    return file.endswith("/" + _FILE)


@functools.cache
def _files(module: str) -> Mapping[str, bytes]:
    """The models of a module's packages as files, by path below `vendor`."""
    name = _MAJOR.sub("", module).replace("/", "+") + ".yaml"
    if name not in _names():
        return {}
    import yaml

    # the quicker loader where libyaml is there; both are safe ones
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    text = (resources.files("release_check.snapshot") / "modelled" / name).read_text("utf-8")
    model = msgspec.convert(yaml.load(text, Loader=loader), _Module)  # noqa: S506
    return {
        f"vendor/{module}/{package}/{_FILE}".replace("/./", "/"): "\n".join(_source(package, content)).encode()
        for package, content in model.packages.items()
    }


@functools.cache
def _names() -> frozenset[str]:
    return frozenset(entry.name for entry in (resources.files("release_check.snapshot") / "modelled").iterdir())


def _source(package: str, content: _Package) -> Iterator[str]:
    yield content.go or f"package {package.rpartition('/')[2].strip('.') or 'models'}"
    for kind, values in content.constants.items():
        named = "" if kind == "string" else kind
        if named:
            yield f"type {kind} {'string' if all(isinstance(value, str) for value in values.values()) else 'int'}"
        for name, value in values.items():
            yield f"const {name} {named} = {msgspec.json.encode(value).decode()}"
