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

_SPACE = " \t\n\v\f\r\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))


def _one(changed: str, letter: str) -> str:
    return changed if len(changed) == 1 else letter


def _upper(text: str) -> str:
    return text.upper() if text.isascii() else "".join(_one(letter.upper(), letter) for letter in text)


def _lower(text: str) -> str:
    return text.lower() if text.isascii() else "".join(_one(letter.lower(), letter) for letter in text)


def _title(text: str) -> str:
    return re.sub(r"(?<!\w)\w", lambda match: _upper(match[0]), text)


def _bytes_before(text: str, position: int) -> int:
    return position if position < 0 or text.isascii() else len(text[:position].encode("utf-8", "surrogatepass"))


def _index(text: str, part: str) -> int:
    return _bytes_before(text, text.find(part))


def _last_index(text: str, part: str) -> int:
    return _bytes_before(text, text.rfind(part))


def _index_any(text: str, characters: str) -> int:
    return next((_bytes_before(text, at) for at, letter in enumerate(text) if letter in characters), -1)


def _fields(text: str) -> Slice:
    return strings(part for part in re.split(f"[{re.escape(_SPACE)}]+", text) if part)


def _repeat(text: str, count: int) -> Value:
    if count < 0:
        raise ValueError("negative count")
    return text * count if len(text) * count < 1_000_000 else Unknown("strings.Repeat")


def _equal_fold(left: str, right: str) -> bool:
    if left.isascii() and right.isascii():
        return left.lower() == right.lower()
    return len(left) == len(right) and all(
        _lower(a) == _lower(b) or _upper(a) == _upper(b) for a, b in zip(left, right, strict=True)
    )


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


def _join_paths(*parts: str) -> str:
    given = "/".join(part for part in parts if part)
    return re.sub("^//+", "/", posixpath.normpath(given)) if given else ""


def _error(_ev: Evaluator, arguments: list[Value], _place: Place) -> Value:
    return GoError(arguments[0] if arguments else "")


_STRINGS: dict[str, Callable[..., Any]] = {
    "ToLower": _lower,
    "ToUpper": _upper,
    "Title": _title,
    "ToTitle": _upper,
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
    "ContainsRune": lambda text, code: chr(code) in text,
    "EqualFold": _equal_fold,
    "Index": _index,
    "IndexAny": _index_any,
    "IndexByte": lambda text, code: text.encode().find(code),
    "IndexRune": lambda text, code: _index(text, chr(code)),
    "LastIndex": _last_index,
    "LastIndexByte": lambda text, code: text.encode().rfind(code),
    "Count": lambda text, part: text.count(part) if part else len(text) + 1,
    "Repeat": _repeat,
    "Replace": _replace,
    "ReplaceAll": lambda text, old, new: text.replace(old, new),
    "Split": _split,
    "SplitN": _split_n,
    "Fields": _fields,
    "Join": _join,
    "Compare": lambda left, right: (left > right) - (left < right),
    "Cut": lambda text, separator: (*text.partition(separator)[::2], separator in text),
}

_UNICODE = {
    "IsUpper": lambda code: chr(code).isupper(),
    "IsLower": lambda code: chr(code).islower(),
    "IsDigit": lambda code: chr(code).isdecimal(),
    "IsLetter": lambda code: chr(code).isalpha(),
    "IsSpace": lambda code: chr(code) in _SPACE,
    "ToUpper": lambda code: ord(_upper(chr(code))),
    "ToLower": lambda code: ord(_lower(chr(code))),
}

MEMBERS: dict[tuple[str, str], Value] = {
    **{("strings", name): pure(f"strings.{name}", function) for name, function in _STRINGS.items()},
    **{("unicode", name): pure(f"unicode.{name}", function) for name, function in _UNICODE.items()},
    ("strings", "Map"): Native("strings.Map", _map_runes),
    ("errors", "New"): Native("errors.New", _error),
    ("path", "Join"): pure("path.Join", _join_paths),
    ("path", "Base"): pure("path.Base", lambda text: text.rstrip("/").rpartition("/")[2] or text[:1] or "."),
    ("path/filepath", "Join"): pure("filepath.Join", _join_paths),
}
