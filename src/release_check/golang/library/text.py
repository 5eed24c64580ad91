"""`strings`, `unicode`, `errors`, `regexp` and path functions."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from release_check.golang.library.natives import pure, strings
from release_check.golang.values import GoError, Native, Place, Slice, Unknown, Value

if TYPE_CHECKING:
    from release_check.golang.interpreter.evaluator import Evaluator

_SPACE = " \t\n\v\f\r\x85\xa0"


def _title(text: str) -> str:
    return re.sub(r"(?:^|(?<=[^\w']))\w", lambda match: match[0].upper(), text)


def _split(text: str, separator: str) -> Slice:
    return strings(text.split(separator) if separator else list(text))


def _split_n(text: str, separator: str, count: int) -> Slice | None:
    if count == 0:
        return None
    return strings(text.split(separator, count - 1 if count > 0 else -1))


def _replace(text: str, old: str, new: str, count: int) -> str:
    return text.replace(old, new, count)


def _map_runes(ev: Evaluator, arguments: list[Value], place: Place) -> Value:
    function, text = arguments
    if not isinstance(text, str):
        return Unknown("strings.Map", place.file, place.line)
    mapped = [ev.call(function, [ord(character)], place) for character in text]
    if not all(isinstance(code, int) for code in mapped):
        return Unknown("strings.Map", place.file, place.line)
    return "".join(chr(code) for code in mapped if code >= 0)


def _join(parts: Slice | None, separator: str) -> str:
    return separator.join(parts or ())


def _error(_ev: Evaluator, arguments: list[Value], _place: Place) -> Value:
    return GoError(arguments[0] if arguments else "")


_STRINGS: dict[str, Callable[..., Any]] = {
    "ToLower": str.lower,
    "ToUpper": str.upper,
    "Title": _title,
    "ToTitle": str.upper,
    "TrimSpace": lambda text: text.strip(_SPACE),
    "Trim": lambda text, cut: text.strip(cut),
    "TrimLeft": lambda text, cut: text.lstrip(cut),
    "TrimRight": lambda text, cut: text.rstrip(cut),
    "TrimPrefix": lambda text, prefix: text.removeprefix(prefix),
    "TrimSuffix": lambda text, suffix: text.removesuffix(suffix),
    "HasPrefix": lambda text, prefix: text.startswith(prefix),
    "HasSuffix": lambda text, suffix: text.endswith(suffix),
    "Contains": lambda text, part: part in text,
    "ContainsAny": lambda text, characters: any(character in text for character in characters),
    "EqualFold": lambda left, right: left.casefold() == right.casefold(),
    "Index": lambda text, part: text.find(part),
    "LastIndex": lambda text, part: text.rfind(part),
    "Count": lambda text, part: text.count(part) if part else len(text) + 1,
    "Repeat": lambda text, count: text * count if len(text) * count < 1_000_000 else Unknown("strings.Repeat"),
    "Replace": _replace,
    "ReplaceAll": lambda text, old, new: text.replace(old, new),
    "Split": _split,
    "SplitN": _split_n,
    "Fields": lambda text: strings(text.split()),
    "Join": _join,
    "Compare": lambda left, right: (left > right) - (left < right),
    "Cut": lambda text, separator: (*text.partition(separator)[::2], separator in text),
}

_UNICODE = {
    "IsUpper": lambda code: chr(code).isupper(),
    "IsLower": lambda code: chr(code).islower(),
    "IsDigit": lambda code: chr(code).isdigit(),
    "IsLetter": lambda code: chr(code).isalpha(),
    "IsSpace": lambda code: chr(code).isspace(),
    "ToUpper": lambda code: ord(chr(code).upper()[0]),
    "ToLower": lambda code: ord(chr(code).lower()[0]),
}

MEMBERS: dict[tuple[str, str], Value] = {
    **{("strings", name): pure(f"strings.{name}", function) for name, function in _STRINGS.items()},
    **{("unicode", name): pure(f"unicode.{name}", function) for name, function in _UNICODE.items()},
    ("strings", "Map"): Native("strings.Map", _map_runes),
    ("errors", "New"): Native("errors.New", _error),
    ("path", "Join"): pure(
        "path.Join", lambda *parts: posixpath.normpath("/".join(p for p in parts if p)) if any(parts) else ""
    ),
    ("path", "Base"): pure("path.Base", lambda text: text.rstrip("/").rpartition("/")[2] or "."),
    ("path/filepath", "Join"): pure(
        "filepath.Join", lambda *parts: posixpath.normpath("/".join(p for p in parts if p))
    ),
}
