"""`fmt` and `strconv`."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from release_check.golang.library.natives import pure
from release_check.golang.values import GoError, Map, Native, Place, Pointer, Slice, Unknown, Value

if TYPE_CHECKING:
    from release_check.golang.interpreter.evaluator import Evaluator

_VERB = re.compile(r"%([+\-# 0]*)(\*|\d+)?(?:\.(\d+))?(?:\[(\d+)\])?([a-zA-Z%])")


class _Unprintable(Exception):
    pass


def sprintf(template: str, arguments: list[Value]) -> str:
    """What Go's `fmt.Sprintf` gives for values that are known.

    Raises:
        ValueError: an argument or verb is not one we can print as Go does.
    """
    position = 0

    def replace(match: re.Match[str]) -> str:
        nonlocal position
        flags, width, precision, index, verb = match.groups()
        if verb == "%":
            return "%"
        if width == "*":
            raise ValueError("width from an argument")
        if index:
            position = int(index) - 1
        if position >= len(arguments):
            return f"%!{verb}(MISSING)"
        value = arguments[position]
        position += 1
        return _pad(_print(verb, flags, precision, value), flags, width)

    return _VERB.sub(replace, template)


def _pad(text: str, flags: str, width: str | None) -> str:
    if not width:
        return text
    if "-" in flags:
        return text.ljust(int(width))
    return text.zfill(int(width)) if "0" in flags else text.rjust(int(width))


def _print(verb: str, flags: str, precision: str | None, value: Value) -> str:
    if verb in "vs":
        return show(value, "#" in flags)
    if verb == "q":
        if isinstance(value, Slice):
            return "[" + " ".join(quote(show(item)) for item in value) + "]"
        return quote(show(value))
    if verb == "t" and isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise ValueError(f"%{verb}")
    if verb == "T":
        return {str: "string", int: "int", float: "float64"}.get(type(value)) or _refuse(verb)
    if verb in "dxXobc" and isinstance(value, int):
        return chr(value) if verb == "c" else format(int(value), verb)
    if verb in "xX" and isinstance(value, str):
        return value.encode().hex() if verb == "x" else value.encode().hex().upper()
    if verb in "feEgG" and isinstance(value, int | float):
        return format(float(value), f".{precision or 6}{verb}" if precision or verb in "feE" else "")
    return _refuse(verb)


def _refuse(verb: str) -> str:
    raise ValueError(f"%{verb}")


def quote(text: str) -> str:
    """A Go string literal."""
    return json.dumps(text, ensure_ascii=False)


def show(value: Value, syntax: bool = False) -> str:
    """A value as `%v` prints it."""
    if isinstance(value, Unknown):
        raise ValueError("unknown value")
    if value is None:
        return "<nil>"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quote(value) if syntax else str(value)
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, float):
        return _float(value)
    if isinstance(value, GoError):
        return show(value.message)
    if isinstance(value, Slice) and value.open is None:
        if syntax and all(isinstance(item, str) for item in value):
            return "[]string{" + ", ".join(quote(item) for item in value) + "}"
        return "[" + " ".join(show(item) for item in value) + "]"
    if isinstance(value, Map) and value.open is None:
        return "map[" + " ".join(f"{show(k)}:{show(value[k])}" for k in sorted(value)) + "]"
    if isinstance(value, Pointer):
        raise ValueError("pointer")
    raise ValueError("value")


def _float(value: float) -> str:
    if value == int(value) and abs(value) < 1e21:
        return str(int(value))
    return repr(float(value))


def _format(name: str, make: Any) -> Native:
    def call(_ev: Evaluator, arguments: list[Value], place: Place) -> Value:
        if not arguments or not isinstance(arguments[0], str):
            return make(Unknown(f"fmt.{name}", place.file, place.line))
        try:
            return make(sprintf(arguments[0], arguments[1:]))
        except (ValueError, OverflowError):
            return make(Unknown(f"fmt.{name} of an unknown value", place.file, place.line))

    return Native(f"fmt.{name}", call)


def _sprint(between: str, end: str) -> Native:
    def call(_ev: Evaluator, arguments: list[Value], place: Place) -> Value:
        try:
            return between.join(show(value) for value in arguments) + end
        except ValueError:
            return Unknown("fmt.Sprint of an unknown value", place.file, place.line)

    return Native("fmt.Sprint", call)


def _itoa(value: int) -> str:
    return str(int(value))


def _parse(convert: Any) -> Any:
    def parse(text: str, *_rest: Any) -> tuple[Any, Any]:
        try:
            return convert(text), None
        except ValueError:
            return 0, GoError(f"parsing {text!r}: invalid syntax")

    return parse


def _parse_bool(text: str) -> tuple[bool, Any]:
    if text in ("1", "t", "T", "true", "TRUE", "True"):
        return True, None
    if text in ("0", "f", "F", "false", "FALSE", "False"):
        return False, None
    return False, GoError(f"parsing {text!r}: invalid syntax")


def _nothing(_ev: Evaluator, _arguments: list[Value], _place: Place) -> Value:
    return None


MEMBERS: dict[tuple[str, str], Value] = {
    ("fmt", "Sprintf"): _format("Sprintf", lambda text: text),
    ("fmt", "Errorf"): _format("Errorf", GoError),
    ("fmt", "Sprint"): _sprint("", ""),
    ("fmt", "Sprintln"): _sprint(" ", "\n"),
    **{
        ("fmt", name): Native(f"fmt.{name}", _nothing) for name in ("Print", "Printf", "Println", "Fprintf", "Fprintln")
    },
    ("strconv", "Itoa"): pure("strconv.Itoa", _itoa),
    ("strconv", "FormatInt"): pure("strconv.FormatInt", lambda value, base: str(int(value)) if base == 10 else None),
    ("strconv", "FormatBool"): pure("strconv.FormatBool", lambda value: "true" if value else "false"),
    ("strconv", "Quote"): pure("strconv.Quote", quote),
    ("strconv", "Atoi"): pure("strconv.Atoi", _parse(int)),
    ("strconv", "ParseInt"): pure("strconv.ParseInt", _parse(int)),
    ("strconv", "ParseFloat"): pure("strconv.ParseFloat", _parse(float)),
    ("strconv", "ParseBool"): pure("strconv.ParseBool", _parse_bool),
}
