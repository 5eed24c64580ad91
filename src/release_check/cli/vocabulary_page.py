"""What a rule's file may say, as a page and as JSON."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from release_check.policy.vocabulary import Topic, vocabulary
from release_check.report.page import BLANK, Line, Page, Span, Style, labelled, line, prose

_WIDEST = 30


def vocabulary_page() -> Page:
    """Every key of a rule's file, the kinds of `match`, conditions, values and placeholders."""
    return tuple(row for topic in vocabulary() for row in _topic(topic))


def vocabulary_json() -> str:
    """The same in the form of `release-check/vocabulary-v1`."""
    document = {"format": "release-check/vocabulary-v1", "topics": vocabulary()}
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"


def _topic(topic: Topic) -> Iterator[Line]:
    yield line(Span(topic.name, Style.STRONG))
    if topic.meaning:
        yield line(prose(topic.meaning), indent=2)
    column = 4 + min(_WIDEST, max((len(word.name) for word in topic.words), default=0))
    for word in topic.words:
        needed = "needed" if word.required else ""
        parts = [part for part in (word.takes, needed) if part]
        takes = f"({', '.join(parts)}) " if parts else ""
        yield labelled(Span(word.name, Style.ADDRESS), Span(takes, Style.FAINT), prose(word.meaning), column=column)
    yield BLANK
