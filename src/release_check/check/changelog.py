"""The changelog gate alone, and drafts of what it misses."""

from __future__ import annotations

from collections.abc import Iterable, Set

import msgspec

from release_check.changelog import Draft, Intent, Missing, Settings, Subject, drafts_of, style_of
from release_check.git import Tree
from release_check.model import Address, Change, ChangeKind, EntityKind, Finding, Level, Provider, Version
from release_check.policy import Rules
from release_check.policy.rule import ChangelogMatch, ChangelogTest, UnannouncedMatch
from release_check.report import Report, verdict_of

FAMILY = "changelog"
"""The family of the rules on changelogs."""


def changelog_part(report: Report, rules: Rules) -> Report:
    """A report's part that is about the changelog, with the verdict on that alone.

    Args:
        report: of a whole check, for what must be told depends on all other rules.
        rules: the rules that there are.
    """
    findings = tuple(one for one in report.findings if rules[one.rule].family == FAMILY)
    return msgspec.structs.replace(
        report,
        findings=findings,
        verdict=verdict_of(findings, report.incomplete),
        waived=sum(one.waived is not None for one in findings),
        rules=sum(rule.family == FAMILY for rule in rules.values()),
        standing=msgspec.UNSET,
    )


_BY_ITSELF = Settings()


def is_about_entries(finding: Finding, rules: Rules) -> bool:
    """Whether a finding says that an entry is missing."""
    match = rules[finding.rule].match
    asked = isinstance(match, ChangelogMatch) and match.test is ChangelogTest.ENTRY_MISSING
    return (asked or isinstance(match, UnannouncedMatch)) and finding.level is not Level.NOTE


def _asks_for_an_entry(finding: Finding, rules: Rules) -> bool:
    match = rules[finding.rule].match
    return is_about_entries(finding, rules) and isinstance(match, ChangelogMatch) and finding.waived is None


def _unsaid(changes: Iterable[Change], said: Set[Address]) -> Iterable[Missing]:
    """An entry for each address that a request changes, without what lies in a new one."""
    seen = set(said)
    for change in changes:
        address = change.address
        if not (change.parent_added or address in seen or any(one in seen for one in address.above())):
            seen.add(address)
            yield Missing(_ADDS.get(change.kind, Subject.CHANGE), address)


_ADDS = {ChangeKind.ENTITY_ADDED: Subject.NEW_ENTITY, ChangeKind.ATTRIBUTE_ADDED: Subject.ADDITION}


def drafts(
    report: Report,
    rules: Rules,
    tree: Tree,
    provider: Provider,
    *,
    request: str,
    settings: Settings = _BY_ITSELF,
    changes: Iterable[Change] = (),
) -> tuple[Draft, ...]:
    """The entries that a report misses, in the provider's own form, for a person to finish.

    Args:
        report: what was found.
        rules: the rules that there are.
        tree: the candidate.
        provider: its schemas.
        request: the number of the pull request, after which fragments are named; or nothing.
        settings: what the provider says of how it tells.
        changes: what a pull request changes, which it must tell of where it has no entry at all.
    """
    missing = [*_missing(report.findings, rules, provider)]
    if any(_asks_for_an_entry(finding, rules) for finding in report.findings):
        missing += _unsaid(changes, {one.address for one in missing})
    version = Version.from_tag(report.release.version) if report.release.version is not None else None
    return drafts_of(
        missing,
        style_of(tree.files, tree.read_many, settings),
        version=version,
        request=request,
        date=tree.date,
    )


def _missing(findings: Iterable[Finding], rules: Rules, provider: Provider) -> Iterable[Missing]:
    for finding in findings:
        match = rules[finding.rule].match
        if isinstance(match, UnannouncedMatch) and is_about_entries(finding, rules) and finding.waived is None:
            address = Address.parse(finding.address)
            yield Missing(_subject(match), address, _note(provider, address))


def _subject(match: UnannouncedMatch) -> Subject:
    if match.renames:
        return Subject.RENAME
    if Intent.DEPRECATE in match.intents:
        return Subject.DEPRECATION
    return Subject.REMOVAL if Intent.REMOVE in match.intents else Subject.BREAKING_CHANGE


def _note(provider: Provider, address: Address) -> str:
    """What the schema itself says of the end of an address."""
    if not address.path:
        entity = provider.entity(address.kind, address.type) if address.kind != EntityKind.PROVIDER else None
        return (entity.soft_removed or entity.deprecated or "") if entity is not None else ""
    attribute = provider.attribute(address.kind, address.type, address.path)
    return (attribute.removed or attribute.deprecated or "") if attribute is not None else ""
