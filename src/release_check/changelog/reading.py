"""Everything that a release says of itself, gathered from wherever this provider writes it."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

import msgspec

from release_check.changelog.blocks import MOST_LINES
from release_check.changelog.choosing import Step, choose, frozen_since, is_of, is_own
from release_check.changelog.entries import Entry, Title, entries_of, says_nothing
from release_check.changelog.fragment import BODY, Fragments, Problem, Types
from release_check.changelog.fragments import changie_of, waiting
from release_check.changelog.guides import is_beside_guides, linked_guides, upgrade_guides
from release_check.changelog.matching import Matcher
from release_check.changelog.release_notes import notes_in
from release_check.changelog.sections import MOST_SECTIONS, Section, sections_of
from release_check.changelog.settings import Settings, any_like
from release_check.changelog.templates import Template, template_of
from release_check.changelog.texts import text_of
from release_check.changelog.titles import Filed
from release_check.model import Version

Read = Callable[[Sequence[str]], Mapping[str, bytes]]
"""Reads several files."""

_CHANGELOG = re.compile(
    r"(?:docs/|\.github/)?(?:CHANGELOG|CHANGES|HISTORY|RELEASE[-_ ]?NOTES)[^/]*?(?:\.(?:md|markdown|txt|rst))?\Z",
    re.IGNORECASE,
)
_NEXT = re.compile(r"(?:NEXT|UNRELEASED|UPCOMING)[-_]CHANGELOG\.md\Z", re.IGNORECASE)


class Changelog(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """What a release says of itself."""

    entries: tuple[Entry, ...] = ()
    titles: tuple[tuple[str, Title], ...] = ()
    """The titles in the sections of the release, each with its file."""
    guide: tuple[Entry, ...] = ()
    """What upgrade guides say, where the release is a MAJOR."""
    section: Section | None = None
    """The section of the version itself."""
    advice: Section | None = None
    """Where there is none, the section that may have been meant."""
    fragments: Fragments = Fragments()
    looked_in: tuple[str, ...] = ()
    """Every file that was read."""
    told: frozenset[Version] = frozenset()
    """Every version that has a section."""
    frozen_since: Version | None = None
    """The last version that was told, where the changelog was given up since."""
    problems: tuple[Problem, ...] = ()
    aside: frozenset[str] = frozenset()
    """Pages that were read though they stand beside the guides, where readers are not sent."""
    declared: tuple[str, ...] = ()
    """The titles that the provider says it uses, in their order."""

    @property
    def exists(self) -> bool:
        """Whether there is anything to hold a release against."""
        return bool(self.told or self.section or self.advice or self.fragments.files)

    @property
    def is_complete(self) -> bool:
        """Whether the version is told: by a section of its own, by one of what is unreleased, or by fragments."""
        return self.section is not None or bool(self.fragments.entries)

    def tells(self, entry: Entry) -> bool:
        """Whether an entry stands where a release is told, rather than on a page beside the guides."""
        return entry.file not in self.aside

    @property
    def where(self) -> str:
        """Where was looked, in words."""
        return ", ".join(self.looked_in) if self.looked_in else "no file"

    def matcher(self, types: Collection[str]) -> Matcher:
        """What looks for addresses in all that is said; the changelog goes before the guide."""
        return self._matchers(frozenset(types))

    @functools.cached_property
    def _matchers(self) -> Callable[[frozenset[str]], Matcher]:
        return functools.lru_cache(maxsize=2)(lambda types: Matcher((*self.entries, *self.guide), types))

    def filed_under(self, filed: Filed) -> tuple[Entry, ...]:
        """The entries of the changelog that stand under one thing alone; what only says "none" is no entry."""
        return tuple(entry for entry in self.entries if entry.filed == {filed} and not says_nothing(entry.text))


def is_changelog(path: str) -> bool:
    """Whether a file is a changelog, or an archive of one."""
    return _CHANGELOG.match(path) is not None


_BY_ITSELF = Settings()


def read_changelog(
    paths: Iterable[str], read: Read, step: Step, settings: Settings = _BY_ITSELF, *, body: str | None = None
) -> Changelog:
    """Gather what a candidate says of itself.

    The section of its version comes first; else what stands there as unreleased; fragments and the file of what comes
    next count unless the version's own section is there already. For a MAJOR, upgrade guides count too.

    Args:
        paths: every file of the candidate.
        read: reads several of them.
        step: what the candidate is.
        settings: what the provider says of where and how it tells.
        body: the text of a pull request that may carry release notes.
    """
    # nobody tells of a release in source or in vendored modules, which are most of all files
    known = [path for path in paths if not path.endswith(".go") and not path.startswith("vendor/")]
    files = any_like(known, settings.files) or [path for path in known if is_changelog(path)]
    sections: list[Section] = []
    looked: list[str] = []
    problems: list[Problem] = []
    for file in sorted(files, key=_order):
        if any(is_of(section, step.version) for section in sections):
            break
        shortened, own_sections = _sections(file, read((file,))[file])
        if shortened:
            problems.append(Problem(file, 1, shortened))
        if len(own_sections) == MOST_SECTIONS:
            problems.append(Problem(file, 1, f"only its first {MOST_SECTIONS:,} sections were told apart"))
        if own_sections:
            looked.append(file)
            sections += own_sections
    chosen, advice = choose(sections, step)
    own = next((section for section in chosen if is_own(section, step)), None)
    template = template_of(known, read)
    types = Types(own=settings.types, taken_up=template.types, template=template.file)
    fragments = _fragments(known, read, step, types) if _counts_fragments(own, step) else Fragments()
    told = notes_in(BODY, body.encode(), types) if body is not None else Fragments()
    # a text without notes is no place where the provider tells
    if told.entries:
        fragments = _joined(fragments, told)
    read_of = chosen or ([advice] if advice is not None else [])
    problems += _too_long(read_of)
    entries, titles = _entries(read_of)
    asked = any_like(known, settings.guides)
    asked += tuple(path for path in _linked(known, step, entries) if path not in asked)
    found = [path for path in _guides(known, step) if path not in asked]
    aside = frozenset(path for path in found if is_beside_guides(path))
    guides = (*asked, *sorted(found, key=lambda path: (path in aside, path)))
    pages = {file: text_of(read((file,))[file]) for file in guides}
    problems += [Problem(file, 1, text.shortened) for file, text in pages.items() if text.shortened]
    return Changelog(
        entries=(*entries, *fragments.entries),
        titles=tuple(titles),
        guide=tuple(entry for file, text in pages.items() for entry in _page(file, text.lines)),
        section=own,
        advice=advice,
        fragments=fragments,
        looked_in=(*looked, *_folders(fragments.files), *guides),
        told=frozenset(section.version for section in sections if section.version is not None),
        frozen_since=None if own or advice or fragments.files else frozen_since(sections, step),
        problems=(*problems, *fragments.problems),
        aside=aside,
        declared=settings.titles or _declared(known, read, template),
    )


@functools.lru_cache(maxsize=3)
def _sections(file: str, content: bytes) -> tuple[str, tuple[Section, ...]]:
    """The sections of a file, and what to say where not all of it could be read; a request has most of them thrice."""
    text = text_of(content)
    return text.shortened, tuple(sections_of(file, text.lines))


def _too_long(sections: Iterable[Section]) -> Iterator[Problem]:
    """A problem where not all could be read: of one section, or of several together."""
    lines = 0
    for section in sections:
        lines += len(section.lines)
        if lines > MOST_LINES:
            what = f"only the first {MOST_LINES:,} lines that tell of this release were read"
            yield Problem(section.file, section.heading.line, what)
            return


def _declared(paths: Iterable[str], read: Read, template: Template) -> tuple[str, ...]:
    """The titles that a tool of the provider's puts into the changelog, in its order."""
    changie = changie_of(paths, read)
    return changie.titles if changie is not None else template.titles


def _order(path: str) -> tuple[int, str]:
    """The changelog proper before its archives, the newest of those first."""
    numbers = re.findall(r"\d+", path)
    name = path.rpartition("/")[2].partition(".")[0].upper()
    return (len(path.split("/")) * 1000 - (int(numbers[0]) if numbers else 0) + (name != "CHANGELOG") * 500, path)


def _counts_fragments(own: Section | None, step: Step) -> bool:
    if own is None or own.version is None:
        return True
    return own.heading.unreleased and not step.tagged


def _fragments(paths: Sequence[str], read: Read, step: Step, types: Types) -> Fragments:
    before = step.before or {}
    fresh = [path for path in paths if path not in before or path.startswith(".changie.")]
    found = waiting(fresh, read, step.version, types)
    for path in (path for path in paths if _NEXT.match(path)):
        text = text_of(read((path,))[path])
        entries, _ = _entries(sections_of(path, text.lines) or [_whole(path, text.lines)])
        found = _joined(found, Fragments(entries=tuple(entries), files=(path,)))
    return found


def _joined(one: Fragments, other: Fragments) -> Fragments:
    return msgspec.structs.replace(
        one,
        entries=one.entries + other.entries,
        problems=one.problems + other.problems,
        files=one.files + other.files,
    )


def _whole(file: str, lines: Sequence[str]) -> Section:
    from release_check.changelog.heading import Heading

    return Section(file, Heading("", 0, None, True), tuple(lines))


def _entries(sections: Iterable[Section]) -> tuple[list[Entry], list[tuple[str, Title]]]:
    entries: list[Entry] = []
    titles: list[tuple[str, Title]] = []
    for section in sections:
        if len(entries) >= MOST_LINES:
            break
        for one in entries_of(section.file, section.lines, section.first_line):
            if isinstance(one, Entry):
                entries.append(one)
            else:
                titles.append((section.file, one))
    return entries, titles


def _guides(paths: Sequence[str], step: Step) -> tuple[str, ...]:
    if not _may_break(step) or step.base is None:
        return ()
    return upgrade_guides(paths, {step.version.major if step.version is not None else step.base.major + 1})


def _linked(paths: Sequence[str], step: Step, entries: Iterable[Entry]) -> tuple[str, ...]:
    return linked_guides(paths, [entry.text for entry in entries]) if _may_break(step) else ()


def _may_break(step: Step) -> bool:
    return step.base is not None and (step.version is None or step.version.major != step.base.major)


def _page(file: str, lines: Sequence[str]) -> Iterator[Entry]:
    """The statements of a guide, with all headings around them."""
    yield from (one for one in entries_of(file, lines, 1) if isinstance(one, Entry))


def _folders(files: Iterable[str]) -> tuple[str, ...]:
    """Files, or where there are several in a folder that folder."""
    folders: dict[str, list[str]] = {}
    for file in files:
        folders.setdefault(file.rpartition("/")[0], []).append(file)
    return tuple(names[0] if len(names) == 1 or not folder else f"{folder}/" for folder, names in folders.items())
