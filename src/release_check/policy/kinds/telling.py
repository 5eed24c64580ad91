"""Rules that hold what a release says of itself against what it does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from release_check.changelog import Changelog, Grade, Intent, Match, Matcher
from release_check.history import Stage
from release_check.model import RELEASE, Address, Attribute, Bump, Change, ChangeKind, Level, Source
from release_check.policy.absorption import absorbed
from release_check.policy.bumps import least_bump_of
from release_check.policy.case import Case
from release_check.policy.hits import Hit, in_scope, is_exempt, location_of
from release_check.policy.rule import FiledMatch, Rule, UnannouncedMatch


def unannounced_hits(rule: Rule, match: UnannouncedMatch, case: Case, hits: Sequence[Hit]) -> Iterator[Hit]:
    """Each change that is not named, with where was looked and what was found instead."""
    if not is_told(case) or case.evidence is None:
        return
    told: dict[Source, Address] = {}
    untold: list[tuple[Address, tuple[Change, ...], Match, Level]] = []
    for address, changes in _wanted(rule, match, case, hits).items():
        found = _found(case, address, match)
        level = _level(rule, found, case.evidence.changelog)
        source = changes[0].source if changes else None
        if level is not None:
            untold.append((address, changes, found, level))
        elif source is not None:
            told.setdefault(source, address)
    for address, changes, found, level in untold:
        other = told.get(source) if changes and (source := changes[0].source) is not None else None
        detail = _detail(case, found)
        if other is not None:
            detail += f"; it is named for {other}, which has it from the same line of source"
        weight = level if other is None else _LOWER[level]
        yield _hit(rule, case, address, changes, level=weight, detail=detail)


_LOWER: Mapping[Level, Level] = {Level.ERROR: Level.WARNING, Level.WARNING: Level.NOTE, Level.NOTE: Level.NOTE}


def _found(case: Case, address: Address, match: UnannouncedMatch) -> Match:
    """The best match of an address, or where its type is renamed at once of an entry that renames to the new one."""
    matcher = matcher_of(case)
    found = matcher.find(address, match.intents)
    if address.path or found.fits or Intent.RENAME not in match.intents:
        return found
    renamed = next((one.new for one in case.entity_renames if one.old == address and one.stage is Stage.AT_ONCE), None)
    instead = matcher.find(renamed, (Intent.RENAME,)) if renamed is not None else found
    says_so = instead.fits and instead.entry is not None and "renam" in instead.entry.text.lower()
    return instead if says_so and instead.grade is Grade.FULL else found


def filed_hits(rule: Rule, match: FiledMatch, case: Case, hits: Sequence[Hit]) -> Iterator[Hit]:
    """Each change that is named in full, and under none but the wrong titles."""
    del hits
    if not is_told(case):
        return
    wrong = frozenset(match.under)
    for change in case.changes:
        if change.kind not in match.changes or not _matches(rule, match, case, change):
            continue
        found = matcher_of(case).all_of(change.address, match.intents)
        entries = [one.entry for one in found if one.entry is not None]
        if entries and all(entry.filed and entry.filed <= wrong for entry in entries):
            detail = f"{entries[0].place} files it under {entries[0].title}"
            yield _hit(rule, case, change.address, (change,), detail=detail)


def is_told(case: Case) -> bool:
    """Whether there is a changelog that is kept; one that was given up is said to be, once."""
    if case.evidence is None or case.base is None:
        return False
    changelog = case.evidence.changelog
    return changelog.exists and changelog.frozen_since is None


def matcher_of(case: Case) -> Matcher:
    """What looks for addresses in what the candidate says of itself."""
    assert case.evidence is not None  # noqa: S101  (asked only where there is something to look at)
    return case.evidence.changelog.matcher(_types(case))


def _types(case: Case) -> frozenset[str]:
    known: frozenset[str] | None = case.__dict__.get("_types")
    if known is None:
        sides = (case.before, case.after)
        known = frozenset(name for side in sides if side is not None for _, name, _ in side.entities() if name)
        case.__dict__["_types"] = known
    return known


def _wanted(
    rule: Rule, match: UnannouncedMatch, case: Case, hits: Sequence[Hit]
) -> Mapping[Address, tuple[Change, ...]]:
    """What must be named, with the changes there."""
    found: dict[Address, tuple[Change, ...]] = {}
    if match.renames:
        for rename in case.renames:
            begun = rename.stage is Stage.AT_ONCE or (rename.stage is Stage.IN_PROGRESS and rename.new_is_added)
            if begun and not rename.replacement:
                found.setdefault(rename.new, ())
        return found
    if match.needs is not None:
        for hit in _needing(hits, match.needs):
            changes = tuple(one for one in hit.changes if one.kind not in match.apart_from and _can_break(one))
            if changes:
                found[hit.address] = found.get(hit.address, ()) + changes
    for change in case.changes:
        if change.kind in match.changes and change.kind not in match.apart_from:
            found[change.address] = (*found.get(change.address, ()), change)
    return {
        address: changes
        for address, changes in found.items()
        if any(_matches(rule, match, case, change) for change in changes)
    }


def _can_break(change: Change) -> bool:
    """Whether a configuration that stands can meet a change: what is new and need not be set is told as a feature."""
    after = change.after
    if change.kind is not ChangeKind.ATTRIBUTE_ADDED or not isinstance(after, Attribute):
        return True
    return after.required


def _needing(hits: Sequence[Hit], needed: Bump) -> Iterator[Hit]:
    """The hits that need a bump and stand for themselves."""
    asking = [hit for hit in hits if hit.address != RELEASE and least_bump_of(hit) is needed]
    yield from (hit for hit, _ in absorbed(asking))


def _matches(rule: Rule, match: UnannouncedMatch | FiledMatch, case: Case, change: Change) -> bool:
    before = change.before if isinstance(change.before, Attribute) else None
    after = change.after if isinstance(change.after, Attribute) else None
    if not in_scope(match, case, change.address, before, after):
        return False
    return not is_exempt(rule, case, change.address, before, after)


def _hit(
    rule: Rule, case: Case, address: Address, changes: Sequence[Change], *, level: Level | None = None, detail: str
) -> Hit:
    """A hit that carries no changes: what is undone at once must be told all the same."""
    first = changes[0] if changes else None
    before, after = (first.before, first.after) if first is not None else (None, None)
    thing = after if after is not None else before
    gone = first is not None and after is None
    return Hit(
        rule=rule,
        address=address,
        location=location_of(case, address, thing, at_base=gone),
        before=before,
        after=after,
        level=level,
        values={"detail": detail, "changes": tuple(changes)},
    )


def _level(rule: Rule, found: Match, changelog: Changelog) -> Level | None:
    """How much it weighs that no more was found than this; None where it is enough."""
    told = found.entry is not None and changelog.tells(found.entry)
    if told and found.fits and found.grade in (Grade.FULL, Grade.FAMILY):
        return None
    if found.grade in (Grade.ABSENT, Grade.NEAR_MISS):
        return rule.level
    if rule.level is Level.ERROR:
        return Level.WARNING
    return rule.level if found.grade is Grade.TYPE else Level.NOTE


def _detail(case: Case, found: Match) -> str:
    """That no entry says it, what was found instead, and where was looked."""
    assert case.evidence is not None  # noqa: S101
    looked = f"looked in {case.evidence.changelog.where}"
    if found.entry is None:
        return f"no entry says so: {looked}"
    if not case.evidence.changelog.tells(found.entry):
        return f"no entry says so, only {found.entry.place}, which is no guide that readers are sent to; {looked}"
    said = _FOUND[found.grade].format(place=found.entry.place, near=found.near)
    meant = f" (was {found.near} meant to be it?)" if found.near and found.grade is Grade.TYPE else ""
    return f"no entry says so{' in full' if found.grade in _PARTIAL else ''}: {said}{meant}; {looked}"


_PARTIAL = frozenset({Grade.TYPE, Grade.ATTRIBUTE})


_FOUND: Mapping[Grade, str] = {
    Grade.NEAR_MISS: "{place} names {near}, which is none: was this one meant?",
    Grade.TYPE: "{place} names the type and not the attribute",
    Grade.FAMILY: "{place} speaks of what it belongs to, and says something else",
    Grade.ATTRIBUTE: "{place} names the attribute and no type that is known",
    Grade.FULL: "{place} names it, and says something else",
}
