"""The names that a statement mentions, whichever way it writes them."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator

import msgspec


class Mention(msgspec.Struct, frozen=True):
    """A name or path in a text: `a.0.b`, `resource/example_widget`, `example_*`."""

    parts: tuple[str, ...]
    """Its names in lower case, without indices."""
    quoted: bool
    """Whether it is set off by backticks, quotes or bold type."""
    leading: bool = False
    """Whether it opens the text, followed by a colon or dash, as the scope of what is said."""
    kind: str = ""
    """The kind of entity that a prefix names: `resource/x`, `data.x`."""

    @property
    def strong(self) -> bool:
        """Whether it can hardly be an ordinary word."""
        return self.quoted or len(self.parts) > 1 or any("_" in part for part in self.parts)


_URL = re.compile(r"\]\([^)\s]*\)|<?https?://[^\s)>\]]+>?|\[?\[?\(?(?:GH-|#)\d+\)?\]?\]?")
_ALTERNATIVES = re.compile(r"\(([\w*]{1,80}(?:\|[\w*]{1,80}){1,20})\)")
_DATA_SOURCE = re.compile(r"\bdata[ -_]?sources?\s*/", re.IGNORECASE)
_BRACES = re.compile(r"([\w.*]{0,80})\{([\w*]{0,80}(?:,\s{0,4}[\w*]{0,80}){1,20})\}([\w.*]{0,80})")
_QUOTED = re.compile(
    r"(?<!`)(`{1,3})(?!`)(?P<code>[^`\n]+)\1(?!`)|\"(?P<double>[\w.*\[\]#/ -]{1,120})\""
    r"|(?<!\w)'(?P<single>[\w.*\[\]#/-]{1,120})'"
    r"|\*\*(?P<bold>[^*\n]{1,120})\*\*"
)
_NAME = re.compile(r"[A-Za-z0-9_*]+(?:(?:\.|->|/|\[[\w*#]*\]\.?|\.\[\w*\]\.?|::)[A-Za-z0-9_*#]+)*")
_SPLIT = re.compile(r"\.|->|/|\[[^\]]*\]|::")
_PREFIX = re.compile(r"(`|\")(\w+_)\1")
"""What ends in an underscore is what several names begin with."""
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_INDEX = re.compile(r"(?:\d+|#|\*|N|n)\Z")
_SCOPE_END = re.compile(r"[`*\]\"']*\s*(?::|-\s|\u2013|\u2014|\()")
_KIND_WORDS = {
    "resource": "resource",
    "resources": "resource",
    "r": "resource",
    "data": "data-source",
    "d": "data-source",
    "ds": "data-source",
    "datasource": "data-source",
    "data_source": "data-source",
    "ephemeral": "ephemeral-resource",
    "function": "function",
    "functions": "function",
}
_MOST = 400
"""How many names of one statement are looked at."""
_LONGEST = 10_000
"""How much of one statement is looked at."""


@functools.lru_cache(maxsize=65536)
def mentions_of(text: str) -> tuple[Mention, ...]:
    """Every name in a text, in order, without those in addresses of pages."""
    return tuple(itertools.islice(_mentions(_plain(text[:_LONGEST])), _MOST))


def _plain(text: str) -> str:
    """The text without links, with `a_{b,c}` written out."""
    text = _URL.sub(lambda found: "]" if found[0].startswith("](") else " ", text.replace("\\_", "_"))
    text = _PREFIX.sub(r"\1\2*\1", text)
    text = _ALTERNATIVES.sub(lambda found: found[1].split("|")[0], _DATA_SOURCE.sub("data/", text))
    return _BRACES.sub(_expanded, text)


def _expanded(found: re.Match[str]) -> str:
    before, choices, after = found.groups()
    return " ".join(f"{before}{choice.strip()}{after}" for choice in choices.split(",")[:16])


def _mentions(text: str) -> Iterator[Mention]:
    end = 0
    for span in _QUOTED.finditer(text):
        yield from _names(text, end, span.start(), quoted=False)
        inner = next(group for group in ("code", "double", "single", "bold") if span[group] is not None)
        yield from _names(text, span.start(inner), span.end(inner), quoted=inner != "bold" or " " not in span[inner])
        end = span.end()
    yield from _names(text, end, len(text), quoted=False)


def _names(text: str, start: int, end: int, *, quoted: bool) -> Iterator[Mention]:
    for found in _NAME.finditer(text, start, end):
        parts = [part.lower() for part in _SPLIT.split(found[0]) if part and not _INDEX.match(part)]
        kind = ""
        if len(parts) > 1 and parts[0] in _KIND_WORDS:
            kind = _KIND_WORDS[parts.pop(0)]
        if not parts or not any(letter.isalpha() for part in parts for letter in part):
            continue
        humped = _HUMP.sub("_", found[0]).lower()
        if humped != found[0].lower() and "/" not in humped and "." not in humped:
            yield Mention((humped,), quoted)
        if "/" in found[0] and not quoted and kind in ("", "function"):
            # `function/cloud_function` may be two names, and no function
            yield from (Mention((one,), quoted) for one in found[0].lower().split("/") if one)
        opens = not text[: found.start()].strip(" `*[-\"'")
        leading = opens and _SCOPE_END.match(text, found.end()) is not None
        yield Mention(tuple(parts), quoted, leading, kind)
