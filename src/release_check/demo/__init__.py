"""The guide's own scenarios, each as a small provider with a tag per step, judged release by release."""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Iterator
from pathlib import Path

from release_check import policy
from release_check.demo.stage import Outcome, perform
from release_check.demo.story import load_scenario, scenario_names
from release_check.demo.telling import closing_page, scenario_page
from release_check.report.page import Page

__all__ = ["Outcome", "closing_page", "play", "scenario_names"]


def play(
    names: Collection[str], rules: policy.Rules, profile: policy.Profile, *, keep: Path | None = None
) -> Iterator[tuple[Page, tuple[Outcome, ...]]]:
    """Play scenarios, each in a repository of its own that is removed afterwards; give a page and the outcomes of each.

    Args:
        names: the scenarios; none for all.
        rules: the rules that there are.
        profile: the rules that are held.
        keep: a folder in which the repositories are made, and stay.

    Raises:
        UsageProblem: the folder holds something else already.
    """
    with tempfile.TemporaryDirectory(prefix="release-check-demo-") as scratch:
        folder = keep if keep is not None else Path(scratch)
        for name in scenario_names():
            if names and name not in names:
                continue
            scenario = load_scenario(name)
            played = [
                (told, tuple(perform(folder / f"{name}-{told.name}", name, scenario, told, rules, profile)))
                for told in scenario.tellings
            ]
            outcomes = tuple(outcome for _, some in played for outcome in some)
            yield scenario_page(name, scenario, played), outcomes
