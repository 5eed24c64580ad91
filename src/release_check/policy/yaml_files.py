"""YAML into frozen data, with file, line and a suggestion where it does not fit."""

from __future__ import annotations

import difflib
import enum
import re
import types
import typing
from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec
import yaml

from release_check.model import UsageProblem

T = TypeVar("T")
Path = tuple[str | int, ...]

_PLACE = re.compile(r"^(?P<what>.*?)(?: - at `(?P<path>\$[^`]*)`)?$", re.DOTALL)
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]")
_NAMED = {
    "unknown": re.compile(r"Object contains unknown field `(?P<name>[^`]*)`"),
    "missing": re.compile(r"Object missing required field `(?P<name>[^`]*)`"),
    "word": re.compile(r"Invalid (?:enum )?value '(?P<name>[^']*)'"),
}


def read_yaml(text: str, shape: type[T], file: str) -> T:
    """Read one document as `shape`.

    Args:
        text: the document.
        shape: what it must be.
        file: how messages call it.

    Raises:
        UsageProblem: it is no YAML, or not of that shape; says where, and what may have been meant.
    """
    root = _compose(text, file)
    value = _plain(root, yaml.constructor.SafeConstructor(), file)
    try:
        return msgspec.convert(value, shape)
    except msgspec.ValidationError as error:
        raise _Explanation(root, value, shape, file).problem(str(error)) from error


def problem_at(text: str, path: Path, what: str, file: str) -> UsageProblem:
    """A problem that only meaning shows, placed at the line where `path` stands in the document."""
    return UsageProblem(f"{file}:{_line(_compose(text, file), path)}: {what}.")


def line_of(text: str, key: str, file: str) -> int | None:
    """The line where a key stands at the top of a document, or below `.` in what stands there; None where it is not."""
    node = _compose(text, file)
    line = None
    for step in key.split("."):
        if not isinstance(node, yaml.MappingNode):
            return None
        found = next(((name, value) for name, value in node.value if name.value == step), None)
        if found is None:
            return None
        line, node = found[0].start_mark.line + 1, found[1]
    return line


def nearest(word: str, known: Iterable[str]) -> str:
    """A clause that suggests the known word most like `word`, or lists what there is where that is short."""
    words = sorted(known)
    near = difflib.get_close_matches(word, words, 1)
    if near:
        return f"; did you mean {near[0]}"
    return f"; it is one of {', '.join(words)}" if 0 < len(words) <= 20 else ""


def _compose(text: str, file: str) -> yaml.Node:
    try:
        root = yaml.compose(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = f":{mark.line + 1}" if mark is not None else ""
        raise UsageProblem(f"{file}{line}: this is no YAML: {error.problem or error.context}.") from error
    except yaml.YAMLError as error:
        raise UsageProblem(f"{file}: this is no YAML: {error}.") from error
    if root is None:
        raise UsageProblem(f"{file}: the file is empty.")
    return root


def _plain(node: yaml.Node, constructor: yaml.constructor.SafeConstructor, file: str) -> Any:
    """The node as plain data, each key once."""
    if isinstance(node, yaml.MappingNode):
        found: dict[str, Any] = {}
        for key, value in node.value:
            name = str(_plain(key, constructor, file))
            if name in found:
                raise UsageProblem(f"{file}:{key.start_mark.line + 1}: `{name}` stands here a second time.")
            found[name] = _plain(value, constructor, file)
        return found
    if isinstance(node, yaml.SequenceNode):
        return [_plain(part, constructor, file) for part in node.value]
    try:
        return constructor.construct_object(node)
    except (yaml.YAMLError, ValueError) as error:
        raise UsageProblem(f"{file}:{node.start_mark.line + 1}: `{node.value}` cannot be read.") from error


def _line(node: yaml.Node, path: Path) -> int:
    """The line of what `path` leads to, or of the nearest thing on the way."""
    line = int(node.start_mark.line)
    for step in path:
        if isinstance(node, yaml.MappingNode):
            found = next(((key, value) for key, value in node.value if key.value == step), None)
            if found is None:
                break
            line, node = found[0].start_mark.line, found[1]
        elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
            node = node.value[step]
            line = node.start_mark.line
        else:
            break
    return line + 1


class _Explanation:
    """Turns the message of a failed conversion into one that says where, and what may have been meant."""

    def __init__(self, root: yaml.Node, value: Any, shape: Any, file: str) -> None:
        self.root, self.value, self.shape, self.file = root, value, shape, file

    def problem(self, message: str) -> UsageProblem:
        match = _PLACE.match(message)
        what, place = (match["what"], match["path"] or "") if match else (message, "")
        path: Path = tuple(name or int(index) for name, index in _STEP.findall(place))
        named = {sort: found["name"] for sort, pattern in _NAMED.items() if (found := pattern.search(what))}
        if "unknown" in named:
            path = (*path, named["unknown"])
            what = f"`{named['unknown']}` is not known here{nearest(named['unknown'], self._fields(path[:-1]))}"
        elif "word" in named:
            path = self._entry(path, named["word"])
            what = f"`{named['word']}` is not known here{nearest(named['word'], self._words(path))}"
        elif "missing" in named:
            what = f"`{named['missing']}` is missing"
        else:
            where = ".".join(str(step) for step in path)
            what = (f"`{where}`: " if where else "") + what[:1].lower() + what[1:]
        return UsageProblem(f"{self.file}:{_line(self.root, path)}: {what}.")

    def _entry(self, path: Path, word: str) -> Path:
        """Where in a mapping a word stands: paths of messages end before keys that are free to choose."""
        value = self.value
        for step in path:
            value = value.get(step) if isinstance(value, dict) else None
        entries = value.items() if isinstance(value, dict) else ()
        return next(((*path, key) for key, one in entries if one == word), path)

    def _fields(self, path: Path) -> set[str]:
        """The keys that may stand at a place."""
        found: set[str] = set()
        for option in self._shapes(path):
            found |= set(getattr(option, "__struct_encode_fields__", ()))
            config = getattr(option, "__struct_config__", None)
            if config is not None and config.tag_field:
                found.add(config.tag_field)
        return found

    def _words(self, path: Path) -> set[str]:
        """The values that may stand at a place."""
        found: set[str] = set()
        for option in self._shapes(path):
            if isinstance(option, type) and issubclass(option, enum.Enum):
                found |= {str(member.value) for member in option}
        if path:
            configs = [getattr(option, "__struct_config__", None) for option in self._shapes(path[:-1])]
            found |= {str(config.tag) for config in configs if config is not None and config.tag_field == path[-1]}
        return found

    def _shapes(self, path: Path) -> tuple[Any, ...]:
        """The types that a place may hold, where the value there says which of a union is meant, that one."""
        shapes, value = _options(self.shape), self.value
        for step in path:
            shapes = tuple(inner for one in _chosen(shapes, value) for inner in _options(_inner(one, step)))
            has = (isinstance(value, dict) and step in value) or (
                isinstance(value, list) and isinstance(step, int) and step < len(value)
            )
            value = value[step] if has else None
        return _chosen(shapes, value)


def _options(shape: Any) -> tuple[Any, ...]:
    if typing.get_origin(shape) in (typing.Union, types.UnionType):
        return tuple(option for one in typing.get_args(shape) for option in _options(one))
    return (shape,)


def _chosen(shapes: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    """The structs whose tag the value carries; all where it carries none of them."""

    def fits(shape: Any) -> bool:
        config = getattr(shape, "__struct_config__", None)
        if config is None or not config.tag_field or not isinstance(value, dict):
            return True
        return bool(value.get(config.tag_field) == config.tag)

    return tuple(shape for shape in shapes if fits(shape)) or shapes


def _inner(shape: Any, step: str | int) -> Any:
    """The type of what stands one step below."""
    origin, arguments = typing.get_origin(shape), typing.get_args(shape)
    if isinstance(step, int):
        return arguments[0] if origin in (list, tuple) else None
    if hasattr(shape, "__struct_fields__"):
        return typing.get_type_hints(shape).get(step)
    return arguments[1] if len(arguments) == 2 else None
