"""What a statement says happens, read from its words and not from where it is filed."""

from __future__ import annotations

import enum
import functools
import re
from collections.abc import Mapping

from release_check.changelog.titles import Filed


class Intent(enum.StrEnum):
    """What is said to happen to what a statement names."""

    DEPRECATE = "deprecate"
    UNDEPRECATE = "undeprecate"
    REMOVE = "remove"
    RENAME = "rename"
    REQUIRE = "require"
    RELAX = "relax"
    RETYPE = "retype"
    READ_ONLY = "read-only"
    FORCE_NEW = "force-new"
    DEFAULT = "default"
    ADD = "add"


def _words(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


_UNDEPRECATE = _words(
    r"\bun-?deprecat\w*",
    r"\b(?:no longer|not|never) (?:be(?:en|ing)? |as |marked |marked as )*deprecat\w*",
    r"\bremov\w* (?:the )?deprecation\b",
    r"\brevert\w* (?:the |a )?deprecation\b",
)
_REMOVED_DEPRECATED = _words(
    r"\b(?:remov\w+|drop\w*|delet\w+) (?:\w+,? ){0,4}?(?:previously[ -])?deprecated\b",
    r"\bdeprecated\b[^.;]{0,80}?\b(?:(?:has|have|had) been|is|are|was|were|now|fields?|attributes?)(?: now)?"
    r" (?:removed|dropped|deleted)\b",
    r"\b(?:removed|dropped|deleted)\b[^.;]{0,80}?\b(?:previously|was|were|had been|already) (?:\w+ )?deprecated\b",
)
_COMING = _words(
    r"\b(?:will|shall|to|may|might|can|should) be (?:removed|dropped|deleted)\b",
    r"\b(?:scheduled|slated|planned|marked) for (?:removal|deletion)\b",
    r"\b(?:before|until|future|upcoming|its|pending) (?:removal|deletion)\b",
)
_DEPRECATE = _words(
    r"\bdeprecat\w*",
    _COMING.pattern,
    r"\bsunset\w*\b",
    r"\bend[- ]of[- ](?:life|support|sale)\b",
    r"\bdiscourag\w+",
    r"\bobsolete\w*",
    r"\bretir\w+",
)
_PATTERNS: Mapping[Intent, re.Pattern[str]] = {
    Intent.REMOVE: _words(
        r"\bremov(?:e|es|ed|ing|al|als)\b",
        r"\bdrop(?:s|ped|ping)?\b",
        r"\bdelet(?:e|es|ed|ing|ion)\b",
        r"\bno longer (?:support|avail|exist|accept|export|part|includ|valid|possible|usable|present|ha[sv]e?)\w*",
        r"\bno longer (?:be )?used\b",
        r"\b(?:is|are|been|was|were|now) (?:gone|discontinued|unsupported|retired|superseded|replaced)\b",
        r"\breplac(?:e|es|ed|ing)\b",
        r"\bdiscontinu\w+",
        r"\bretir(?:e|es|ed|ing)\b",
        r"\brevert(?:s|ed|ing)?\b",
        r"\bswitch(?:ed|es|ing)? (?:from|to)\b",
        r"\beliminat\w+",
        r"\bclean(?:ed|ing|s)?[ -]?up\b",
        r"\brip(?:ped|s)? out\b",
        r"\bsuperseded by\b",
        r"\bstop(?:s|ped)? support\w*",
        r"\bmov(?:e|es|ed|ing)\b[^.;]{0,80}\b(?:to|into|under|from)\b",
        r"\bsplit(?:s|ting)?\b",
        r"\bmerg(?:e|es|ed|ing)\b",
        r"\bconvert(?:s|ed|ing)?\b",
    ),
    Intent.RENAME: _words(
        r"\brenam(?:e|es|ed|ing)\b",
        r"\b(?:changed?|changes|changing|corrected|corrects|fix(?:ed|es)?|updated?)\b[^.;]{0,120}\bto\b",
        r"\breplac(?:e|es|ed|ing|ement)\b",
        r"\bin favou?r of\b",
        r"\bsuperseded by\b",
        r"\binstead\b",
        r"\bmov(?:e|es|ed|ing)\b",
    ),
    Intent.REQUIRE: _words(
        r"\b(?:now|is|are|be|become|becomes|made|make|making|marked|as) (?:a |an )?(?:required|mandatory)\b",
        r"\b(?:required|mandatory) now\b",
        r"\b(?:mak(?:e|es|ing)|made|mark(?:s|ed|ing)?)\b[^.;]{0,80}\b(?:required|mandatory)\b",
        r"\brequir(?:e|es|ing)\b",
        r"\b(?:must|needs? to) (?:now )?be (?:set|specified|provided|configured)\b",
    ),
    Intent.RELAX: _words(
        r"\b(?:now|is|are|be|become|made|make|making|marked|as) (?:an? )?optional\b", r"\bno longer (?:be )?required\b"
    ),
    Intent.RETYPE: _words(
        r"\b(?:changed?|changes|changing|convert\w*|retyp\w+|now|switch\w*|swap\w*|migrat\w*)\b[^.;]{0,120}"
        r"\b(?:type|string|int(?:eger)?|int64|number|float|bool(?:ean)?|list|set|map|block|object|array)s?\b",
        r"\b(?:data)?type (?:of|change|from)\b",
    ),
    Intent.READ_ONLY: _words(
        r"\bread[- ]only\b",
        r"\boutput[- ]only\b",
        r"\bcomputed\b",
        r"\bno longer (?:be )?(?:settable|configurable|set|configured|specified)\b",
    ),
    Intent.FORCE_NEW: _words(
        r"\bforce[- ]?new\b",
        r"\b(?:forc(?:e|es|ing)|trigger\w*|cause\w*|require\w*) (?:a |the )?(?:re-?creat\w+|replacement|new resource)",
        r"\bre-?creat(?:e|es|ed|ion)\b",
        r"\bimmutable\b",
        r"\bRequiresReplace\b",
    ),
    Intent.DEFAULT: _words(r"\bdefault(?:s|ed|ing)?\b"),
    Intent.ADD: _words(
        r"\b(?:add|adds|added|adding|introduc\w+|new)\b",
        r"\bsupport(?:s|ed)? (?:for|the)\b",
        r"\bnow (?:support|export|return)\w*",
    ),
}


_LONGEST = 10_000
"""How much of a statement is looked at."""


@functools.lru_cache(maxsize=65536)
def intents_of(text: str) -> frozenset[Intent]:
    """Everything that a statement says happens.

    "Removed deprecated `x`" is a removal and no deprecation, "will be removed" the reverse; "no longer deprecated" is
    neither.
    """
    text = text[:_LONGEST]
    found = {intent for intent, pattern in _PATTERNS.items() if pattern.search(text)}
    if Intent.REMOVE in found and not _PATTERNS[Intent.REMOVE].search(_COMING.sub(" ", text)):
        found.discard(Intent.REMOVE)
    rest = _REMOVED_DEPRECATED.sub(" ", text)
    if rest != text:
        found.add(Intent.REMOVE)
    plain = _UNDEPRECATE.sub(" ", rest)
    if plain != rest:
        found.add(Intent.UNDEPRECATE)
    if _DEPRECATE.search(plain):
        found.add(Intent.DEPRECATE)
    return frozenset(found)


FILED_INTENTS: Mapping[Filed, Intent] = {Filed.DEPRECATIONS: Intent.DEPRECATE, Filed.REMOVED: Intent.REMOVE}
"""What a title says in the place of words."""
