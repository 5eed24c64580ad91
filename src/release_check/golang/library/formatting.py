"""`fmt` and `strconv`."""

from __future__ import annotations

import decimal
import math
import re
from typing import TYPE_CHECKING, Any

from release_check.golang.interpreter import assertions, typing
from release_check.golang.library.natives import pure
from release_check.golang.types import Basic, ExternalType, SliceType
from release_check.golang.values import (
    GoError,
    Map,
    Native,
    Place,
    Pointer,
    Slice,
    Struct,
    Typed,
    Unknown,
    Value,
    with_type,
)

if TYPE_CHECKING:
    from release_check.golang.interpreter.evaluator import Evaluator

_VERB = re.compile(r"%(?:([+\-# 0]*)(\*|\d+)?(?:\.(\d+))?(?:\[(\d+)\])?([a-zA-Z%]))?")
_PLAIN_EXPONENT, _SHORT_EXPONENT = 21, 6
"""From which power of ten on `%v` and `%g` write a number with an exponent."""
_WIDEST = 1000


def sprintf(template: str, arguments: list[Value], ev: Evaluator | None = None) -> str:
    """What Go's `fmt.Sprintf` gives for values that are known; with an evaluator, also by their own methods.

    Raises:
        ValueError: an argument or verb is not one we can print as Go does.
    """
    position = 0
    chosen = False

    def replace(match: re.Match[str]) -> str:
        nonlocal position, chosen
        flags, width, precision, index, verb = match.groups()
        if verb == "%":
            return "%"
        if verb is None or width == "*" or int(width or 0) > _WIDEST or int(precision or 0) > _WIDEST:
            raise ValueError("a verb that is not known")
        if index:
            position, chosen = int(index) - 1, True
        if not 0 <= position < len(arguments):
            return f"%!{verb}(MISSING)"
        value = arguments[position]
        position += 1
        return _pad(_print(verb, flags, precision, value, ev), flags, width)

    text = _VERB.sub(replace, template)
    if position < len(arguments) and not chosen:
        raise ValueError("more arguments than verbs")
    return text


def _pad(text: str, flags: str, width: str | None) -> str:
    if not width:
        return text
    if "-" in flags:
        return text.ljust(int(width))
    return text.zfill(int(width)) if "0" in flags else text.rjust(int(width))


def _print(verb: str, flags: str, precision: str | None, value: Value, ev: Evaluator | None) -> str:
    if verb in "vsw":
        text = show(value, "#" in flags, ev, texts=verb == "s")
        return text if precision is None or verb != "s" else text[: int(precision)]
    if verb == "q":
        return _quoted(value, ev)
    if verb == "t" and isinstance(value, bool):
        return "true" if value else "false"
    if verb == "T":
        kind = typing.dynamic_type(value)
        return kind.name if isinstance(kind, Basic) else _refuse(verb)
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return _refuse(verb)
    if verb in "dxXobc" and isinstance(value, int):
        return _whole(verb, flags, int(value))
    if verb in "xX" and isinstance(value, str) and not flags.strip("-"):
        found = typing.encoded(value).hex()
        return found if verb == "x" else found.upper()
    if verb in "feEgG" and isinstance(value, int | float) and "#" not in flags and isinstance(value, float):
        return _signed(_number(verb, precision, float(value)), flags)
    return _refuse(verb)


def _whole(verb: str, flags: str, value: int) -> str:
    if verb == "c":
        return chr(value)
    prefix = {"x": "0x", "X": "0X", "o": "0", "b": "0b"}.get(verb, "") if "#" in flags else ""
    digits = prefix + format(abs(value), verb)
    return _signed(("-" if value < 0 else "") + digits, flags)


def _signed(text: str, flags: str) -> str:
    if text.startswith("-"):
        return text
    return "+" + text if "+" in flags else " " + text if " " in flags else text


def _number(verb: str, precision: str | None, value: float) -> str:
    if verb in "gG" and precision is None:
        text = _float(value, _SHORT_EXPONENT)
        return text.upper() if verb == "G" else text
    return format(value, f".{precision or 6}{verb}")


def _refuse(verb: str) -> str:
    raise ValueError(f"%{verb}")


_ESCAPES = {"\a": "\\a", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\v": "\\v", "\\": "\\\\"}


def quote(text: str, mark: str = '"') -> str:
    """A Go string literal, or with another mark that of a character."""
    return mark + "".join("\\" + mark if letter == mark else _escaped(letter) for letter in text) + mark


def _escaped(letter: str) -> str:
    if letter in _ESCAPES:
        return _ESCAPES[letter]
    if letter.isprintable():
        return letter
    code = ord(letter)
    return f"\\x{code:02x}" if code < 0x80 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _quoted(value: Value, ev: Evaluator | None) -> str:
    if isinstance(value, Slice) and value.open is None and all(isinstance(item, str) for item in value):
        return "[" + " ".join(_quoted(item, ev) for item in value) + "]"
    if isinstance(value, int) and not isinstance(value, bool):
        return quote(chr(value), "'")
    return quote(show(value, False, ev, texts=True))


def show(value: Value, syntax: bool = False, ev: Evaluator | None = None, texts: bool = False) -> str:
    """A value as `%v` prints it; `syntax` as `%#v`; `texts` as `%s`, which takes no numbers.

    Raises:
        ValueError: it cannot be printed as Go does.
    """
    if value is None or isinstance(value, Unknown):
        # of nil it is not kept what it is a nil of: a nil slice prints as an empty one
        raise ValueError("unknown value")
    if ev is not None and not syntax:
        value = _by_method(ev, value)
    if isinstance(value, GoError):
        return show(value.message, False, ev)
    if isinstance(value, str):
        return quote(value) if syntax else str(value)
    if isinstance(value, Slice) and value.open is None:
        if syntax:
            return _texts(value)
        return "[" + " ".join(show(item, False, ev, texts) for item in value) + "]"
    if texts:
        raise ValueError("%s of something else")
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, float):
        return _float(value, _PLAIN_EXPONENT)
    if isinstance(value, Map) and value.open is None and not syntax:
        return "map[" + " ".join(f"{show(k, False, ev)}:{show(value[k], False, ev)}" for k in sorted(value)) + "]"
    raise ValueError("value")


def _texts(values: Slice) -> str:
    if isinstance(values.type, SliceType) and all(type(item) is str for item in values) and values:
        return "[]string{" + ", ".join(quote(item) for item in values) + "}"
    raise ValueError("%#v of a slice")


def _by_method(ev: Evaluator, value: Value) -> Value:
    """What a value's own `Error` or `String` says; the value itself where it has neither."""
    if isinstance(value, GoError) or not isinstance(value, Typed | Pointer | Struct | Slice | Map):
        return value
    # an outside type of which we know how it prints is no error
    printed = isinstance(typing.dynamic_type(value), ExternalType) and assertions.has_method(ev, value, "String")
    for name in ("String",) if printed else ("Error", "String"):
        has = assertions.has_method(ev, value, name)
        if has is None:
            raise ValueError(f"method {name}")
        if has:
            text = ev.call(ev.select(value, name, ev.nowhere), [], ev.nowhere)
            if not isinstance(text, str):
                raise ValueError(f"method {name}")
            return text
    return value


def _float(value: float, limit: int) -> str:
    if not math.isfinite(value):
        return "NaN" if math.isnan(value) else "+Inf" if value > 0 else "-Inf"
    sign, digits, exponent = decimal.Decimal(repr(float(value))).normalize().as_tuple()
    power = len(digits) + int(exponent) - 1
    if value and not -4 <= power < max(limit, len(digits) if limit == _SHORT_EXPONENT and int(exponent) < 0 else 0):
        rest = "".join(map(str, digits[1:]))
        point = "." + rest if rest else ""
        return f"{'-' if sign else ''}{digits[0]}{point}e{'-' if power < 0 else '+'}{abs(power):02d}"
    text = format(decimal.Decimal(repr(float(value))), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _format(name: str, make: Any) -> Native:
    def call(ev: Evaluator, arguments: list[Value], place: Place) -> Value:
        if not arguments or not isinstance(arguments[0], str):
            return make(Unknown(f"fmt.{name}", place.file, place.line))
        try:
            return make(sprintf(arguments[0], arguments[1:], ev))
        except (ValueError, TypeError, OverflowError):
            return make(Unknown(f"fmt.{name} of an unknown value", place.file, place.line))

    return Native(f"fmt.{name}", call)


def _sprint(line: bool) -> Native:
    def call(ev: Evaluator, arguments: list[Value], place: Place) -> Value:
        try:
            text = ""
            for position, value in enumerate(arguments):
                # without lines, only between what is no text
                if position and (line or not (isinstance(value, str) or isinstance(arguments[position - 1], str))):
                    text += " "
                text += show(value, False, ev)
            return text + ("\n" if line else "")
        except (ValueError, TypeError):
            return Unknown("fmt.Sprint of an unknown value", place.file, place.line)

    return Native("fmt.Sprint", call)


def _itoa(value: int) -> str:
    return str(int(value))


_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_FLOAT = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)


def _in_base(value: int, base: int) -> str:
    if not 2 <= base <= len(_DIGITS):
        raise ValueError("base")
    value, sign = abs(int(value)), "-" if value < 0 else ""
    digits = ""
    while value or not digits:
        value, digit = divmod(value, base)
        digits = _DIGITS[digit] + digits
    return sign + digits


def _parse_whole(name: str, kind: str) -> Any:
    def parse(text: str, base: int = 10, bits: int = 64) -> tuple[Any, Any]:
        if not 2 <= base <= len(_DIGITS):
            raise ValueError("base")
        signs = "[+-]?" if kind != "uint64" else ""
        allowed = "".join(_DIGITS[:base])
        if not re.fullmatch(f"{signs}[{allowed}]+", text.lower()):
            return _of_kind(0, kind), _syntax(name, text)
        value, size = int(text, base), int(bits) or 64
        least, most = (0, 2**size - 1) if kind == "uint64" else (-(2 ** (size - 1)), 2 ** (size - 1) - 1)
        if least <= value <= most:
            return _of_kind(value, kind), None
        error = GoError(f"strconv.{name}: parsing {quote(text)}: value out of range")
        return _of_kind(most if value > most else least, kind), error

    return parse


def _of_kind(value: int, kind: str) -> Value:
    return value if kind == "int" else with_type(value, typing.BASICS[kind])


def _syntax(name: str, text: str) -> GoError:
    return GoError(f"strconv.{name}: parsing {quote(text)}: invalid syntax")


def _parse_float(text: str, _bits: int = 64) -> tuple[Any, Any]:
    if not _FLOAT.fullmatch(text):
        if text.strip("+-")[:1].lower() in ("i", "n", "0"):
            raise ValueError("a form that is not modelled")
        return 0.0, _syntax("ParseFloat", text)
    return float(text), None


def _parse_bool(text: str) -> tuple[bool, Any]:
    if text in ("1", "t", "T", "true", "TRUE", "True"):
        return True, None
    if text in ("0", "f", "F", "false", "FALSE", "False"):
        return False, None
    return False, _syntax("ParseBool", text)


def _nothing(_ev: Evaluator, _arguments: list[Value], _place: Place) -> Value:
    return None


MEMBERS: dict[tuple[str, str], Value] = {
    ("fmt", "Sprintf"): _format("Sprintf", lambda text: text),
    ("fmt", "Errorf"): _format("Errorf", GoError),
    ("fmt", "Sprint"): _sprint(line=False),
    ("fmt", "Sprintln"): _sprint(line=True),
    **{
        ("fmt", name): Native(f"fmt.{name}", _nothing) for name in ("Print", "Printf", "Println", "Fprintf", "Fprintln")
    },
    ("strconv", "Itoa"): pure("strconv.Itoa", _itoa),
    ("strconv", "FormatInt"): pure("strconv.FormatInt", _in_base),
    ("strconv", "FormatBool"): pure("strconv.FormatBool", lambda value: "true" if value else "false"),
    ("strconv", "Quote"): pure("strconv.Quote", quote),
    ("strconv", "Atoi"): pure("strconv.Atoi", _parse_whole("Atoi", "int")),
    ("strconv", "ParseInt"): pure("strconv.ParseInt", _parse_whole("ParseInt", "int64")),
    ("strconv", "ParseUint"): pure("strconv.ParseUint", _parse_whole("ParseUint", "uint64")),
    ("strconv", "ParseFloat"): pure("strconv.ParseFloat", _parse_float),
    ("strconv", "ParseBool"): pure("strconv.ParseBool", _parse_bool),
}
