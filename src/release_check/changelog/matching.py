"""Whether what a release says of itself names an address, how fully, and where."""

from __future__ import annotations

import difflib
import enum
import fnmatch
import functools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import msgspec

from release_check.changelog.entries import Entry
from release_check.changelog.names import Mention, mentions_of
from release_check.changelog.words import FILED_INTENTS, Intent, intents_of
from release_check.model import Address, EntityKind


class Grade(enum.StrEnum):
    """How fully an address is named, from not at all."""

    ABSENT = "absent"
    NEAR_MISS = "near miss"
    """Something is named that is spelt much like it."""
    TYPE = "type alone"
    """The entity, and nothing of the attribute."""
    FAMILY = "family"
    """A group of entities that it belongs to, in other words than their names."""
    ATTRIBUTE = "attribute alone"
    """The attribute, without an entity that is known."""
    FULL = "full"
    """By type and name, or by a pattern, or with the block around it."""


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """The best that could be found for an address."""

    grade: Grade
    entry: Entry | None = None
    fits: bool = False
    """Whether the entry says what was asked for, rather than something else."""
    near: str = ""
    """What is spelt much like it."""


_RANKS = {grade: rank for rank, grade in enumerate(Grade)}
_ABSENT = Match(grade=Grade.ABSENT)
_ALIKE, _MUCH_ALIKE = 0.75, 0.85
_SHORTEST = 2
"""How much of a pattern for attributes must be spelt out."""
_LONGEST = 4_000
"""How much of an entry is searched for the words of a name."""
# fmt: off
_ORDINARY = frozenset({
    "name", "type", "id", "resource", "data", "source", "field", "attribute", "argument", "block", "provider",
    "version", "default", "state", "value", "values", "the", "support", "config", "configuration", "description",
    "status", "and", "or", "with", "from", "in", "to", "of", "for", "a", "an", "is", "are", "be", "on", "not",
    "new", "all", "read", "update", "create", "delete", "tags", "labels", "label", "key", "path",
})
# fmt: on
"""Words that changelogs use without meaning an attribute; one of these must be set off to count."""


class Matcher:
    """Looks for addresses among the entries of one release."""

    def __init__(self, entries: Iterable[Entry], types: Collection[str]) -> None:
        """Take the entries, and every type that the provider has or had, to tell the names of entities from others."""
        self.entries = tuple(entries)
        self._types = frozenset(types)
        self._prefix = _common_prefix(self._types)
        self._aliases = self._aliases_of(self._types)

    def find(self, address: Address, intents: Collection[Intent] = ()) -> Match:
        """The best match of an address; of equals, the first.

        Args:
            address: what to look for.
            intents: what must be said of it, one of these; none named means anything.
        """
        wanted = frozenset(intents)
        best = max(self._matches(address, wanted), key=_rank, default=_ABSENT)
        if address.path and best.grade in (Grade.ABSENT, Grade.TYPE):
            best = max((best, *self._in_prose(address, wanted)), key=_rank)
        if best.grade is Grade.TYPE:
            return msgspec.structs.replace(best, near=self._name_like(address, wanted))
        return best if best.grade is not Grade.ABSENT else self._near(address)

    def all_of(self, address: Address, intents: Collection[Intent] = ()) -> tuple[Match, ...]:
        """Every full match that says one of the intents."""
        found = self._matches(address, frozenset(intents))
        return tuple(match for match in found if match.grade is Grade.FULL and match.fits)

    def types_of(self, entry: Entry) -> frozenset[str]:
        """The types that an entry speaks of, by itself or by what is around it."""
        return self._types_named(entry)[0]

    def types_by_name(self, name: str) -> frozenset[str]:
        """The types that a name stands for where it is set off as one."""
        return self._types_by_name(name, leading=False)

    def _matches(self, address: Address, intents: frozenset[Intent]) -> Iterator[Match]:
        if address.kind == EntityKind.PROVIDER:
            yield from self._of_provider(address, intents)
        elif not address.path:
            yield from self._of_entity(address, intents)
        else:
            yield from self._of_attribute(address, intents)

    def _of_entity(self, address: Address, intents: frozenset[Intent]) -> Iterator[Match]:
        for entry in self.entries:
            types, _ = self._types_named(entry)
            if address.type in types:
                yield Match(grade=Grade.FULL, entry=entry, fits=_fits(entry, intents))
            elif not types and _fits(entry, intents) and self._is_family(entry, address.type):
                yield Match(grade=Grade.FAMILY, entry=entry, fits=True)

    def _of_attribute(self, address: Address, intents: frozenset[Intent]) -> Iterator[Match]:
        path = tuple(part.lower() for part in address.path.split("."))
        joined = {f"{address.type}_{name}" for name in (path[-1], "_".join(path))}
        for index in self._speaking_of((*path, *joined), address.type):
            entry = self.entries[index]
            if any(not joined.isdisjoint(mention.parts) for mention in _mentions(entry)):
                yield Match(grade=Grade.FULL, entry=entry, fits=_fits(entry, intents))
                continue
            types, strangers = self._types_named(entry)
            mine = address.type in types
            if not mine and types:
                continue
            named = _names_path(entry, path, self._aliases, self._types, weakly=mine)
            if named and mine:
                yield Match(grade=Grade.FULL, entry=entry, fits=_fits(entry, intents))
            elif named:
                near = self._like(address.type, strangers)
                if near or not strangers:
                    yield Match(grade=Grade.ATTRIBUTE, entry=entry, fits=_fits(entry, intents), near=near)
            elif mine:
                yield Match(grade=Grade.TYPE, entry=entry, fits=_fits(entry, intents))

    def _of_provider(self, address: Address, intents: frozenset[Intent]) -> Iterator[Match]:
        path = tuple(part.lower() for part in address.path.split("."))
        for entry in self.entries:
            types, strangers = self._types_named(entry)
            spoken = any("provider" in mention.parts for mention in _mentions(entry))
            if (types or strangers) and not spoken:
                continue
            if _names_path(entry, path, self._aliases, self._types, weakly=spoken):
                yield Match(grade=Grade.FULL, entry=entry, fits=_fits(entry, intents))

    def _in_prose(self, address: Address, intents: frozenset[Intent]) -> Iterator[Match]:
        """Where the words of a name stand in a sentence: `app name` for `app_name`."""
        words = address.path.rpartition(".")[2].lower().replace("_", " ")
        if " " not in words:
            return
        for index, text in enumerate(self._lowered):
            if words in text:
                entry = self.entries[index]
                types, strangers = self._types_named(entry)
                if address.type in types or not (types or strangers):
                    grade = Grade.FULL if address.type in types else Grade.ATTRIBUTE
                    yield Match(grade=grade, entry=entry, fits=_fits(entry, intents))

    @functools.cached_property
    def _lowered(self) -> Sequence[str]:
        return [entry.text[:_LONGEST].lower() for entry in self.entries]

    def _near(self, address: Address) -> Match:
        if address.kind == EntityKind.PROVIDER:
            return _ABSENT
        for entry in self.entries:
            _, strangers = self._types_named(entry)
            near = self._like(address.type, strangers)
            if near:
                return Match(grade=Grade.NEAR_MISS, entry=entry, near=near)
        return _ABSENT

    def _name_like(self, address: Address, intents: frozenset[Intent]) -> str:
        """What entries on an entity name that is spelt much like an attribute of it, such as its singular."""
        leaf = address.path.rpartition(".")[2].lower()
        names: dict[str, None] = {}
        for index in self._by_type.get(address.type, ()):
            entry = self.entries[index]
            if _fits(entry, intents):
                names |= dict.fromkeys(one.parts[-1] for one in mentions_of(entry.text) if one.quoted)
        near = difflib.get_close_matches(leaf, [name for name in names if name not in self._types], 1, _MUCH_ALIKE)
        return near[0] if near else ""

    def _like(self, entity_type: str, strangers: Iterable[str]) -> str:
        """The stranger that is spelt much like a type, apart from what all types begin with; or nothing."""
        bare = {name.removeprefix(self._prefix): name for name in strangers}
        near = difflib.get_close_matches(entity_type.removeprefix(self._prefix), bare, 1, _ALIKE)
        return bare[near[0]] if near else ""

    def _speaking_of(self, path: Sequence[str], entity_type: str) -> list[int]:
        """The entries that mention a name of the path or the type, in order."""
        found: set[int] = set()
        for name in path:
            found.update(self._by_name.get(name, ()))
        found.update(self._by_type.get(entity_type, ()))
        found.update(self._by_name.get("*", ()))
        return sorted(found)

    @functools.cached_property
    def _by_name(self) -> Mapping[str, Sequence[int]]:
        index: dict[str, list[int]] = {}
        for number, entry in enumerate(self.entries):
            names = {part for mention in _mentions(entry) for part in mention.parts}
            for name in {"*" if "*" in part else part for part in names}:
                index.setdefault(name, []).append(number)
        return index

    @functools.cached_property
    def _by_type(self) -> Mapping[str, Sequence[int]]:
        index: dict[str, list[int]] = {}
        for number, entry in enumerate(self.entries):
            for name in self._types_named(entry)[0]:
                index.setdefault(name, []).append(number)
        return index

    def _types_named(self, entry: Entry) -> tuple[frozenset[str], tuple[str, ...]]:
        """The known types that an entry names, and what looks like a type and is none; its own or those around it."""
        known, strangers = self._types_in(entry.text)
        for text in reversed(entry.context):
            more, odd = self._types_in(text)
            if more or odd:
                return known | more, (*strangers, *odd)
        return known, strangers

    def _types_in(self, text: str) -> tuple[frozenset[str], tuple[str, ...]]:
        if text not in self._in_text:
            known: set[str] = set()
            strangers: list[str] = []
            for mention in mentions_of(text):
                for part in mention.parts:
                    types = self._types_by_name(part, leading=mention.leading or bool(mention.kind))
                    known |= types
                    if not types and self._prefix and part.startswith(self._prefix) and part != self._prefix:
                        strangers.append(part)
            self._in_text[text] = frozenset(known), tuple(strangers)
        return self._in_text[text]

    @functools.cached_property
    def _in_text(self) -> dict[str, tuple[frozenset[str], tuple[str, ...]]]:
        return {}

    def _types_by_name(self, name: str, *, leading: bool) -> frozenset[str]:
        if "*" in name:
            return self._types_by_pattern(name)
        if "_" not in name and not leading and name not in self._types:
            return frozenset()
        for form in (name, name.removeprefix("resource_"), name.removeprefix("data_source_")):
            if form in self._aliases:
                return self._aliases[form]
        return frozenset()

    def _types_by_pattern(self, pattern: str) -> frozenset[str]:
        if len(pattern.replace("*", "").strip("_")) < 4 or pattern.rstrip("*_") + "_" == self._prefix:
            return frozenset()
        return frozenset(one for one in self._types if fnmatch.fnmatchcase(one, pattern))

    def _aliases_of(self, types: Iterable[str]) -> Mapping[str, frozenset[str]]:
        found: dict[str, frozenset[str]] = {}
        for name in types:
            for alias in {name, name.removeprefix(self._prefix)}:
                found[alias] = found.get(alias, frozenset()) | {name}
        return found

    def _is_family(self, entry: Entry, entity_type: str) -> bool:
        """Whether an entry speaks of a family by its compact name: `gameservices` for `x_game_services_realm`."""
        words = entity_type.removeprefix(self._prefix).split("_")
        compact = {"".join(words[:count]) for count in range(1, len(words) + 1)}
        spelt = {"_".join(words[:count]) for count in range(1, len(words) + 1)}
        names = {part for mention in mentions_of(entry.text) if not mention.leading for part in mention.parts}
        return any(len(name) >= 6 for name in names & (compact | spelt))


def _rank(match: Match) -> tuple[bool, float]:
    return match.fits and match.grade in (Grade.FULL, Grade.FAMILY), _RANKS[match.grade] + (0.5 if match.fits else 0)


def _fits(entry: Entry, intents: frozenset[Intent]) -> bool:
    if not intents:
        return True
    if any(FILED_INTENTS.get(filed) in intents for filed in entry.filed):
        return True
    return any(not intents.isdisjoint(intents_of(text)) for text in (entry.text, *entry.context))


def _mentions(entry: Entry) -> Iterator[Mention]:
    yield from mentions_of(entry.text)
    for text in entry.context:
        yield from mentions_of(text)


def _names_path(
    entry: Entry, path: tuple[str, ...], aliases: Collection[str], types: Collection[str], *, weakly: bool
) -> bool:
    """Whether an entry names a path: by its leaf with any of what is around it, or by a block around it alone."""
    others = around = False
    for mention in _mentions(entry):
        parts = mention.parts
        if parts[0] in aliases and parts[0] not in path and (len(parts) > 1 or mention.leading):
            parts = parts[1:]
        sure = bool(parts) and (mention.strong if mention.quoted or not mention.leading else False)
        sure = sure or (weakly and bool(parts) and not mention.leading and parts[-1] not in _ORDINARY)
        # What stands for a type without the provider's name may be an attribute all the same.
        if not sure or parts[-1] in types or (mention.leading and parts[-1] in aliases):
            continue
        if not _leads_to(parts, path):
            others = others or mention.quoted
        elif _is_called(path[-1], parts[-1]):
            return True
        elif mention.strong:
            around = True
    # Where it names a block and something else in it, what it says is said of that.
    return around and not others


def _leads_to(parts: Sequence[str], path: Sequence[str]) -> bool:
    """Whether names stand in a path in this order."""
    rest = iter(path)
    return all(any(_is_called(name, part) for name in rest) for part in parts)


def _is_called(name: str, part: str) -> bool:
    """Whether a name is the one that is written, or fits the pattern that is: `zone_*`."""
    if "*" not in part:
        return name == part
    return len(part.replace("*", "").strip("_")) >= _SHORTEST and fnmatch.fnmatchcase(name, part)


@functools.lru_cache(maxsize=64)
def _common_prefix(types: frozenset[str]) -> str:
    """What most types begin with, such as `example_`."""
    counts: dict[str, int] = {}
    for name in types:
        head, dash, _ = name.partition("_")
        if dash:
            counts[head + "_"] = counts.get(head + "_", 0) + 1
    return max(sorted(counts), key=counts.__getitem__, default="")
