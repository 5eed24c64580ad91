"""The rules as pages: all of them in a list, and one in full."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import msgspec

from release_check.model import Level
from release_check.policy import Example, Profile, Rule, Rules
from release_check.report.page import BLANK, Line, Page, Span, Style, labelled, line, prose, verbatim
from release_check.report.words import LEVEL_STYLES, count, listed, with_article


def list_page(rules: Rules, profile: Profile) -> Page:
    """Every rule with its level in a profile, by family."""
    return tuple(_list(rules, profile))


def rule_page(rule: Rule, profile: Profile) -> Page:
    """One rule: what it fires at, why, what to do then, and its examples."""
    return tuple(_rule(rule, profile))


def rules_json(rules: Rules, profile: Profile) -> str:
    """Every rule in the form of `release-check/rules-v1`; `level` is null where the profile leaves it out."""
    rows = [
        {
            "rule": rule.id,
            "family": rule.family,
            "title": prose(rule.title),
            "level": _level(rule, profile),
            "least_bump": rule.least_bump,
            "guide": rule.guide,
            "why": prose(rule.why),
            "absorbs": rule.absorbs,
        }
        for rule in rules.values()
    ]
    document = {"format": "release-check/rules-v1", "profile": profile.name, "rules": rows}
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"


def _list(rules: Rules, profile: Profile) -> Iterator[Line]:
    column = 4 + max((len(rule.id) for rule in rules.values()), default=0)
    ordered = sorted(rules.values(), key=lambda rule: (rule.family, rule.id))
    for family, members in itertools.groupby(ordered, key=lambda rule: rule.family):
        yield line(Span(family, Style.STRONG))
        for rule in members:
            yield labelled(Span(rule.id), _level_span(rule, profile, pad=9), prose(rule.title), column=column)
        yield BLANK
    yield line(f"{count(len(rules), 'rule')}, {len(profile.held(rules))} of them held by the profile {profile.name}.")


def _rule(rule: Rule, profile: Profile) -> Iterator[Line]:
    yield line(Span(rule.id, Style.STRONG))
    yield line(prose(rule.title))
    yield BLANK
    yield labelled("level", _level_span(rule, profile), f" in the profile {profile.name}")
    yield labelled("family", rule.family)
    yield labelled("guide", f"{rule.guide.document}: {rule.guide.section}")
    if rule.least_bump is not None:
        yield labelled("needs", f"{with_article(rule.least_bump)} release")
    yield labelled("why", prose(rule.why))
    yield labelled("do", prose(rule.remedy))
    for exemption in rule.unless:
        yield labelled("silent", prose(exemption.reason))
    if rule.absorbs:
        yield labelled("absorbs", listed(rule.absorbs))
    for example in rule.examples:
        yield BLANK
        yield from _example(example)


def _level(rule: Rule, profile: Profile) -> Level | None:
    held = profile.held({rule.id: rule})
    return held[0].level if held else None


def _level_span(rule: Rule, profile: Profile, pad: int = 0) -> Span:
    level = _level(rule, profile)
    return Span("off".ljust(pad), Style.FAINT) if level is None else Span(level.ljust(pad), LEVEL_STYLES[level])


def _example(example: Example) -> Iterator[Line]:
    yield line(Span("Example: ", Style.FAINT), Span(prose(example.title), Style.STRONG), f" ({example.sdk})")
    for tag, content in example.releases.items():
        yield line(Span(tag, Style.ADDRESS), indent=2)
        entries = {"": content} if isinstance(content, str) else content
        for name, code in entries.items():
            if name:
                yield line(Span(name, Style.FAINT), indent=4)
            if not code.strip():
                yield line(Span("nothing", Style.FAINT), indent=4)
            for row in code.rstrip().splitlines():
                yield verbatim(row, indent=6 if name else 4)
    for found in example.finds or ("nothing",):
        yield labelled("finds", found, column=8)
