"""The verdict: every rule of a profile held against a case."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from release_check.history import ANNOUNCED, Release, State, since
from release_check.model import RELEASE, Address, Finding, Level, Since, Version, WaivedBy, fingerprint
from release_check.policy.absorption import absorbed
from release_check.policy.bumps import least_bump_of, weigh
from release_check.policy.case import Case, Verdict
from release_check.policy.grounds import Grounds, grounds_of, is_asked_of_parts, own_part
from release_check.policy.hits import Hit
from release_check.policy.kinds import KINDS, TELLING_KINDS
from release_check.policy.kinds.release import release_hits
from release_check.policy.messages import fill, listed_paths
from release_check.policy.profile import Profile
from release_check.policy.reverts import is_revert
from release_check.policy.rule import ReleaseMatch, ReleaseTest, Rule, SinceWhen
from release_check.policy.rules import Rules
from release_check.policy.waivers import Waiving


def judge(
    case: Case, rules: Rules, profile: Profile, *, besides: Grounds | None = None, near: Case | None = None
) -> Verdict:
    """Hold the rules of a profile against a case.

    Args:
        case: the candidate, its base, the changes between them, and the line to look back over.
        rules: all rules.
        profile: which of them are held, and at which levels.
        besides: what is found without a pull request, the `grounds` of another verdict; the candidate then answers for
            the rest alone.
        near: the case without what is too far from a pull request to matter, for rules that look at one place; what
            the candidate says of itself is held against all of it.

    Returns:
        The findings, and the least bump that the changes need, whether or not a version was planned.
    """
    held = profile.held(rules)
    hits = [hit for rule in held for hit in _hits(rule, near if near is not None else case)]
    taken = {release.version for release in _tagged_before(case)}
    waiving = _waiving(profile, case, hits, taken)
    everything = list(hits)
    hits = _own(hits, besides)
    free = [hit for hit in hits if not waiving.covers(hit.rule.id, _places(hit))]
    telling = [hit for rule in held for hit in _hits_of_telling(rule, case, free)]
    everything += telling
    telling = _own(telling, besides)
    hits += telling
    # what is passed over needs no bump
    weight = weigh([*free, *telling], case.base, taken)
    fired = [hit for hit in hits if _fires(hit, case)]
    levels = {id(hit): _level(hit, case) for hit in fired}
    asking = [levels[id(hit)] for hit in fired if least_bump_of(hit) is not None]
    for rule in held:
        if isinstance(rule.match, ReleaseMatch) and (besides is None or is_asked_of_parts(rule.match)):
            found = list(release_hits(rule, rule.match, case, weight))
            everything += found
            # the sum of the parts was made of what is not known already
            for hit in found if rule.match.test is ReleaseTest.BUMP_TOO_SMALL else _own(found, besides):
                fired.append(hit)
                levels[id(hit)] = _level(hit, case)
                if hit.least_bump is not None:
                    # The sum weighs no more than the weightiest of its parts.
                    levels[id(hit)] = max(levels[id(hit)], min(asking, key=_RANKS.index), key=_RANKS.index)
    waived = {
        id(hit): waiving.use(hit.rule.id, _places(hit)) for hit in (fired if case.bump is not None else [*hits, *fired])
    }
    if besides is not None:
        for hit in everything:
            waiving.use(hit.rule.id, _places(hit))
    findings = [_finding(hit, below, case, levels[id(hit)], waived[id(hit)]) for hit, below in absorbed(fired)]
    return Verdict(
        findings=tuple(sorted(findings, key=lambda finding: (finding.address, finding.rule))),
        minimum_bump=weight.minimum,
        legal_version=weight.legal,
        forced_by=weight.forced_by,
        # what is too far to be looked at may need a waiver
        stale_waivers=waiving.stale if near is None else (),
        grounds=grounds_of(everything),
    )


def _own(hits: Sequence[Hit], besides: Grounds | None) -> list[Hit]:
    if besides is None:
        return list(hits)
    return [own for hit in hits if (own := own_part(hit, besides)) is not None]


def _waiving(profile: Profile, case: Case, hits: Sequence[Hit], taken: Collection[Version]) -> Waiving:
    """The profile's waivers for the candidate; without a version it counts as the one that would be legal."""
    version = case.version
    if version is None and profile.waivers:
        version = weigh(hits, case.base, taken).legal
    return Waiving(profile.waivers, version, case.date)


def _places(hit: Hit) -> tuple[Address, ...]:
    return (hit.address, *hit.also)


_RANKS = list(Level)

_LOWER: Mapping[Level, Level] = {Level.ERROR: Level.WARNING, Level.WARNING: Level.NOTE, Level.NOTE: Level.NOTE}

_DATED: Mapping[SinceWhen, frozenset[State]] = {
    SinceWhen.ANNOUNCED: ANNOUNCED,
    SinceWhen.SOFT_REMOVED: frozenset({State.SOFT_REMOVED}),
}


def _hits(rule: Rule, case: Case) -> Iterator[Hit]:
    find = KINDS.get(type(rule.match))
    return find(rule, rule.match, case) if find is not None else iter(())


def _hits_of_telling(rule: Rule, case: Case, hits: Sequence[Hit]) -> Iterator[Hit]:
    find = TELLING_KINDS.get(type(rule.match))
    return find(rule, rule.match, case, hits) if find is not None else iter(())


def _fires(hit: Hit, case: Case) -> bool:
    """Whether the release claims less than a hit needs; where it claims nothing, nobody can say."""
    needed = least_bump_of(hit)
    return needed is None or (case.bump is not None and not case.bump.at_least(needed))


def _tagged_before(case: Case) -> Sequence[Release]:
    tagged = (*case.releases, *case.aside)
    own = next((release for release in tagged if release.version == case.version), None)
    return [release for release in tagged if own is None or (release.date < own.date and release != own)]


def _level(hit: Hit, case: Case) -> Level:
    """The rule's level, lowered for what is undone at once, and for a version that promises nothing yet."""
    own = hit.level or hit.rule.level
    level = _LOWER[own] if _is_undone(hit, case) else own
    return Level.WARNING if level is Level.ERROR and _promises_nothing(case) else level


def _is_undone(hit: Hit, case: Case) -> bool:
    return hit.address != RELEASE and bool(hit.changes) and all(is_revert(case, change) for change in hit.changes)


def _finding(hit: Hit, taken: Sequence[Hit], case: Case, level: Level, waived: WaivedBy | None = None) -> Finding:
    """The finding for a hit that stands for itself, and for those that it absorbs."""
    absorbs = tuple(sorted({one.rule.id for one in taken} - {hit.rule.id}))
    below = [one.address for one in taken if one.rule.id == hit.rule.id]
    rule, address = hit.rule, str(hit.address)
    dated = since(case.timeline, hit.address, _DATED[rule.since]) if rule.since is not None else None
    message = fill(rule.message, hit, case, _since_words(rule, dated))
    if below:
        message = f"{_closed(message)} The same goes for what is in it: {listed_paths(below)}."
    if case.base is not None and _is_undone(hit, case):
        message = f"{_closed(message)} It came with {case.base.version} and is undone at once: one level less."
    return Finding(
        rule=rule.id,
        level=level,
        address=address,
        message=message,
        remedy=fill(rule.remedy, hit, case),
        fingerprint=fingerprint(rule.id, address, case.release_name),
        absorbs=absorbs,
        location=hit.location,
        guide=rule.guide,
        since=Since(str(dated.version), dated.ref) if dated is not None else None,
        least_bump=least_bump_of(hit),
        waived=waived,
    )


def _since_words(rule: Rule, dated: Release | None) -> str:
    if dated is None:
        return ""
    return f", {'Removed' if rule.since is SinceWhen.SOFT_REMOVED else 'deprecated'} since {dated.version}"


def _closed(message: str) -> str:
    return message if message.endswith((".", "!", "?")) else f"{message}."


def _promises_nothing(case: Case) -> bool:
    """Whether the release is of initial development, or follows pre-releases alone: errors are then warnings."""
    version = case.version if case.version is not None else (case.base.version if case.base is not None else None)
    early = version is not None and version.promises_nothing
    return early or (case.base is not None and case.base.version.prerelease is not None)
