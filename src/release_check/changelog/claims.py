"""Claims: what an entry plainly says has happened to something that it names.

Looser words announce; only what can hardly be meant otherwise claims: a verb, and straight after it what it is done to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import msgspec

from release_check.changelog.entries import Entry
from release_check.changelog.names import mentions_of
from release_check.changelog.words import Intent


class Claim(msgspec.Struct, frozen=True):
    """One thing that is said to have happened to one name."""

    entry: Entry
    intent: Intent
    parts: tuple[str, ...]
    """The name or path, in lower case."""


_FLAGS = re.IGNORECASE | re.MULTILINE
_FILL = (
    r"(?:(?:the|a|an|all|both|following|previously|already|now|unused|obsolete|deprecated|optional|required"
    r"|top-level|field|fields|attribute|attributes|argument|arguments|property|properties|block|blocks|resource"
    r"|data ?source)\s+)*"
)
_NAMES = r"(?P<names>`[\w.*#\[\]]+`(?:\s*(?:,|and|&|,\s*and)\s*`[\w.*#\[\]]+`)*)"
_NOUN = r"(?:field|attribute|argument|propert|block|parameter|resource|data ?source|datasource)\w*"
_AFTER = rf"(?=\s*(?:$|[.,;(\[]|\b(?:{_NOUN}|from|in|on|of|for|as|and|which|since|because|due|to|with)\b))"
_VERBS: Mapping[Intent, tuple[str, str]] = {
    Intent.REMOVE: (r"(?:remov(?:e|es|ed|ing)|drop(?:s|ped|ping)?)", "(?:removed|dropped)"),
    Intent.DEPRECATE: (r"(?:deprecat(?:e|es|ed|ing)|deprecation of)", "deprecated"),
    Intent.REQUIRE: (r"(?!)", "(?:required|mandatory)"),
}
_BEFORE = {
    intent: re.compile(rf"(?:^|[:;.\-\u2013]\s*|\band\s+|\*\*\s*)\W{{0,3}}{verb}\s+{_FILL}{_NAMES}{_AFTER}", _FLAGS)
    for intent, (verb, _) in _VERBS.items()
}
_PASSIVE = {
    intent: re.compile(
        rf"{_NAMES}\s+(?:{_NOUN}\s+)?(?:is|are|was|were|(?:has|have)\s+been|is now|are now)\s+(?:now\s+)?{verb}"
        r"(?=\s*(?:$|[.;,(\[]|\b(?:and|in|from|as|since|due|because)\b))",
        _FLAGS,
    )
    for intent, (_, verb) in _VERBS.items()
}
_MADE = re.compile(
    rf"\b(?:mak(?:e|es|ing)|made|mark(?:s|ed|ing)?)\s+{_FILL}{_NAMES}\s+(?:{_NOUN}\s+)?(?:as\s+)?(?:required|mandatory)\b",
    re.IGNORECASE,
)
_WITHHELD = re.compile(
    r"\b(?:when|if|unless|while|where|whenever|only|except|longer|revert\w*|un-?deprecat\w*|values?|examples?"
    r"|documentation|docs?|enum|validation|accepted|allowed|possible|from (?:the )?(?:state|list))\b",
    re.IGNORECASE,
)
"""Words that make a statement hold in some cases only, or of something else than the schema."""
_LONGEST = 2_000
"""How much of an entry is looked at; what claims plainly does so at once."""


def claims_in(entry: Entry) -> Iterator[Claim]:
    """Every claim of an entry; none where it holds in some cases only."""
    text = entry.text[:_LONGEST]
    if _WITHHELD.search(text):
        return
    seen: set[tuple[Intent, tuple[str, ...]]] = set()
    for intent, pattern in [*_BEFORE.items(), *_PASSIVE.items(), (Intent.REQUIRE, _MADE)]:
        for found in pattern.finditer(text):
            for mention in mentions_of(found["names"]):
                if (intent, mention.parts) not in seen:
                    seen.add((intent, mention.parts))
                    yield Claim(entry, intent, mention.parts)
