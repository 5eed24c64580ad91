"""Rules on what a release says of itself as a whole."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Mapping, Sequence

from release_check.changelog import BODY, Brought, Changelog, Entry, Filed, Title, suggested_title
from release_check.model import RELEASE, Address, Bump, Change, ChangeKind, Location
from release_check.policy.bumps import least_bump_of
from release_check.policy.case import Case
from release_check.policy.hits import Hit
from release_check.policy.rule import ChangelogMatch, ChangelogTest, Rule

Found = tuple[str, str, int] | None
"""What a test found, in words, with file and line."""


def changelog_hits(rule: Rule, match: ChangelogMatch, case: Case, hits: Sequence[Hit]) -> Iterator[Hit]:
    """The release, where the test finds something."""
    if case.evidence is None or (match.bumps and case.bump not in match.bumps):
        return
    found = _TESTS[match.test](case, case.evidence.changelog, hits)
    if found is not None:
        detail, file, line = found
        location = Location(case.ref, file, line) if file and file != BODY else None
        yield Hit(rule=rule, address=RELEASE, location=location, values={"detail": detail})


def _section_missing(case: Case, changelog: Changelog, hits: Sequence[Hit]) -> Found:
    del hits
    if case.version is None or case.base is None or changelog.is_complete:
        return None
    if not changelog.exists or changelog.frozen_since is not None:
        return None
    if changelog.advice is None:
        return f"looked in {changelog.where}", "", 0
    heading = changelog.advice.heading
    return f"the heading that may be meant says {heading.text}", changelog.advice.file, heading.line


def _breaking_section(case: Case, changelog: Changelog, hits: Sequence[Hit]) -> Found:
    del hits
    own = [entry for entry in changelog.filed_under(Filed.BREAKING) if _is_own(entry, changelog)]
    if not own or case.base is None:
        return None
    entries = "1 entry" if len(own) == 1 else f"{len(own)} entries"
    return f"{entries} under {own[0].title or 'the mark of a breaking change'}", own[0].file, own[0].line


def _is_own(entry: Entry, changelog: Changelog) -> bool:
    """Whether an entry is of the version itself, rather than of one that was passed over since the base."""
    section = changelog.section
    if entry.file in changelog.fragments.files or section is None:
        return True
    return entry.file == section.file and section.holds(entry.line)


def _frozen(case: Case, changelog: Changelog, hits: Sequence[Hit]) -> Found:
    del hits
    if changelog.frozen_since is None or case.base is None:
        return None
    return f"it tells of no release after {changelog.frozen_since}", changelog.looked_in[0], 1


def _unknown_title(case: Case, changelog: Changelog, hits: Sequence[Hit]) -> Found:
    del case, hits
    declared = {_spelt(name): name for name in changelog.declared}
    for file, title in changelog.titles:
        if declared and title.filed and _is_own_title(title, file, changelog):
            if _spelt(title.text) not in declared:
                near = difflib.get_close_matches(_spelt(title.text), declared, 1, cutoff=0.5)
                meant = f"did you mean {declared[near[0]]}" if near else f"they are {', '.join(changelog.declared)}"
                return f"{title.text} is none of the titles that are used here; {meant}", file, title.line
        elif not title.filed and title.text.isupper() and (usual := suggested_title(title.text)) is not None:
            return f"{title.text} is none of the usual titles; did you mean {usual}", file, title.line
    return None


def _wrong_order(case: Case, changelog: Changelog, hits: Sequence[Hit]) -> Found:
    del case, hits
    places = {_spelt(name): place for place, name in enumerate(changelog.declared)}
    above: Title | None = None
    for file, title in changelog.titles:
        if _spelt(title.text) not in places or not _is_own_title(title, file, changelog):
            continue
        if above is not None and places[_spelt(title.text)] < places[_spelt(above.text)]:
            return f"{title.text} stands below {above.text}, and is to come before it", file, title.line
        above = title
    return None


def _spelt(title: str) -> str:
    return title.strip(" *_:#").upper()


def _is_own_title(title: Title, file: str, changelog: Changelog) -> bool:
    section = changelog.section
    return section is not None and file == section.file and section.holds(title.line)


def _entry_missing(case: Case, changelog: Changelog, hits: Sequence[Hit]) -> Found:
    brought = case.evidence.brought if case.evidence is not None else None
    changes = _told_of(case)
    if brought is None or brought.entries or not changes or case.base is None:
        return None
    if not changelog.exists or changelog.frozen_since is not None:
        return None
    grave = _grave(changes, hits)
    if brought.exemption and not grave:
        return None
    return _without_entry(changes, grave, brought, changelog), "", 0


def _told_of(case: Case) -> Sequence[Change]:
    """What a request changes, without what it only takes back before it was ever released."""
    if case.brought is None:
        return case.changes
    since_release = {(one.address, one.kind) for one in case.changes}
    return [one for one in case.brought if (one.address, one.kind) in since_release]


def _without_entry(changes: Sequence[Change], grave: Sequence[Change], brought: Brought, changelog: Changelog) -> str:
    shown = (grave or changes)[0]
    count = "1 change" if len(changes) == 1 else f"{len(changes)} changes"
    more = (
        f"; {brought.exemption}, but not from telling of a deprecation, removal or break" if brought.exemption else ""
    )
    return f"{count} of the schemas, such as {shown.kind} at {shown.address}; looked in {changelog.where}{more}"


def _grave(changes: Sequence[Change], hits: Sequence[Hit]) -> list[Change]:
    """What must be told whatever exempts a request: deprecations, removals, and what needs a MAJOR."""
    breaking: set[tuple[Address, ChangeKind]] = set()
    for hit in hits:
        if hit.address != RELEASE and least_bump_of(hit) is Bump.MAJOR:
            breaking.update((one.address, one.kind) for one in hit.changes)
    return [one for one in changes if one.kind in _TOLD_ALWAYS or (one.address, one.kind) in breaking]


_TOLD_ALWAYS = frozenset(
    {
        ChangeKind.ENTITY_DEPRECATED,
        ChangeKind.ENTITY_SOFT_REMOVED,
        ChangeKind.ENTITY_DELETED,
        ChangeKind.ATTRIBUTE_DEPRECATED,
        ChangeKind.ATTRIBUTE_SOFT_REMOVED,
        ChangeKind.ATTRIBUTE_DELETED,
    }
)


def _unreadable(case: Case, changelog: Changelog, hits: Sequence[Hit]) -> Found:
    del case, hits
    if not changelog.problems:
        return None
    first, more = changelog.problems[0], len(changelog.problems) - 1
    place = f" in line {first.line} of {BODY}" if first.file == BODY else ""
    return f"{first.what}{place}{f' (and {more} more)' if more else ''}", first.file, first.line


def _declares_less(case: Case, changelog: Changelog, hits: Sequence[Hit]) -> Found:
    declared = changelog.fragments.declared
    needed = max((bump for hit in hits if (bump := least_bump_of(hit)) is not None), key=_rank, default=None)
    if declared is None or needed is None or declared.at_least(needed) or case.base is None:
        return None
    return f"they ask for a {declared.upper()}, the changes need a {needed.upper()}", changelog.fragments.files[0], 1


def _rank(bump: Bump) -> int:
    return bump.rank


_TESTS: Mapping[ChangelogTest, Callable[[Case, Changelog, Sequence[Hit]], Found]] = {
    ChangelogTest.SECTION_MISSING: _section_missing,
    ChangelogTest.BREAKING_SECTION: _breaking_section,
    ChangelogTest.FROZEN: _frozen,
    ChangelogTest.UNKNOWN_TITLE: _unknown_title,
    ChangelogTest.WRONG_ORDER: _wrong_order,
    ChangelogTest.ENTRY_MISSING: _entry_missing,
    ChangelogTest.UNREADABLE: _unreadable,
    ChangelogTest.DECLARES_LESS: _declares_less,
}
