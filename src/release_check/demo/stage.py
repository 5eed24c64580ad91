"""Puts a scenario on stage: makes its repository, has every release judged, compares with the story."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from release_check import check, policy
from release_check.demo.story import Expectation, Scenario, Step, Telling, releases
from release_check.git import Repository, create_repository
from release_check.model import Finding, Level
from release_check.report import Report, VerdictWord


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What came of one release."""

    step: Step
    report: Report | None
    """None for the first release."""
    awaited: tuple[Expectation, ...] = ()
    """What rules that are not there yet would say."""
    missing: tuple[Expectation, ...] = ()
    """What rules that are there should have said, and did not."""

    @property
    def as_told(self) -> bool:
        """Whether the verdict, and what it rests on, is what the story says, as far as the rules are there."""
        if self.report is None:
            return True
        if self.step.verdict == "pass":
            return self.report.verdict is VerdictWord.PASS and not grave(self.report)
        if self.awaited == self.step.expect:
            return self.report.verdict is VerdictWord.PASS
        return self.report.verdict is VerdictWord.FAIL and not self.missing


def perform(
    folder: Path, name: str, scenario: Scenario, telling: Telling, rules: policy.Rules, profile: policy.Profile
) -> Iterator[Outcome]:
    """Judge the releases of one telling, one after the other, exactly as `release-check check --ref TAG` does.

    Args:
        folder: where the repository is made.
        name: the scenario's name.
        scenario: the scenario.
        telling: which way it goes.
        rules: the rules that there are.
        profile: the rules that are held.
    """
    create_repository(folder, releases(name, scenario, telling))
    with Repository.open(folder) as repository:
        for step in telling.steps:
            if step.verdict is None:
                yield Outcome(step=step, report=None)
                continue
            report = check.check(repository, rules=rules, profile=profile, ref=step.tag)
            yield Outcome(
                step=step,
                report=report,
                awaited=tuple(one for one in step.expect if one.rule not in rules),
                missing=tuple(one for one in step.expect if one.rule in rules and not _reported(one, report)),
            )


def grave(report: Report) -> tuple[Finding, ...]:
    """The findings that somebody should act upon."""
    return tuple(finding for finding in report.findings if finding.level is not Level.NOTE)


def _reported(expected: Expectation, report: Report) -> bool:
    return any(
        expected.address == finding.address and expected.rule in (finding.rule, *finding.absorbs)
        for finding in report.findings
    )
