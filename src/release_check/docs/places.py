"""Which listing on a page is of which attribute of the schema; what is ambiguous is none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from release_check.docs.page import Listed, Page, Word
from release_check.model import Attribute, Entity


class Contradiction(msgspec.Struct, frozen=True):
    """A page that says Required of what the schema has as Optional, or the reverse."""

    path: str
    listed: Listed
    schema: Word


class Places:
    """A page beside the entity that it is about."""

    def __init__(self, page: Page, entity: Entity) -> None:
        """Take both."""
        self.attributes: Mapping[str, Attribute] = dict(entity.walk())
        self._listed: dict[str, list[Listed]] = {}
        for one in page.listed:
            if not one.exported:
                self._listed.setdefault(one.name, []).append(one)
        self._paths: dict[str, list[tuple[str, ...]]] = {}
        for path in self.attributes:
            names = tuple(path.split("."))
            self._paths.setdefault(names[-1], []).append(names)

    def listings_of(self, path: str) -> tuple[Listed, ...]:
        """The listings that are of one attribute for certain; none where they may be of another of that name."""
        names = path.split(".")
        found = self._listed.get(names[-1], [])
        exact = [one for one in found if _is_at(one, names)]
        if exact:
            return tuple(exact) if self._is_alone(exact, names[-1]) else ()
        # Where a page keeps no account of blocks and the schema has the name once, there is no doubt.
        lone = len(found) == 1 and not found[0].blocks and len(self._paths.get(names[-1], ())) == 1
        return tuple(found) if lone else ()

    def contradictions(self) -> Iterator[Contradiction]:
        """Every attribute of which the page says Required and the schema Optional, or the reverse."""
        for path, attribute in self.attributes.items():
            # hardly any page says the opposite of anything, and to find out which listing is meant takes long
            listed = self._listed.get(path.rpartition(".")[2])
            schema = word_of(attribute) if listed else None
            if listed and schema is not None and any(one.word is _OPPOSITE[schema] for one in listed):
                found = self.contradiction_at(path)
                if found is not None:
                    yield found

    def contradiction_at(self, path: str) -> Contradiction | None:
        """What the page says wrongly of one attribute, or None."""
        attribute = self.attributes.get(path)
        schema = word_of(attribute) if attribute is not None else None
        if schema is None:
            return None
        words = {one.word: one for one in self.listings_of(path) if one.word is not None}
        if len(words) != 1:
            return None
        word, listed = next(iter(words.items()))
        return Contradiction(path, listed, schema) if _OPPOSITE.get(word) is schema else None

    def _is_alone(self, found: Sequence[Listed], name: str) -> bool:
        """Whether all attributes that the listings may be of are set alike."""
        meant = [names for names in self._paths.get(name, ()) if any(_is_at(one, names) for one in found)]
        return len({word_of(self.attributes[".".join(names)]) for names in meant}) == 1


_SETTLING = frozenset({"required", "optional"})


def word_of(attribute: Attribute) -> Word | None:
    """What a page should say of an attribute; None where the source does not settle it, or nobody sets it."""
    if attribute.required is attribute.optional or not _SETTLING.isdisjoint(attribute.unknown):
        return None
    return Word.REQUIRED if attribute.required else Word.OPTIONAL


_OPPOSITE: Mapping[Word, Word] = {Word.REQUIRED: Word.OPTIONAL, Word.OPTIONAL: Word.REQUIRED}


def _is_at(listed: Listed, names: Sequence[str]) -> bool:
    """Whether the blocks that a page names lead to where an attribute stands."""
    if len(names) == 1 or not listed.blocks:
        return len(names) == 1 and not listed.blocks
    count = len(listed.blocks)
    return count < len(names) and tuple(names[-1 - count : -1]) == listed.blocks
