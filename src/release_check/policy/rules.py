"""Reading rules from their YAML files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources.abc import Traversable
from pathlib import Path

from release_check.model import UsageProblem
from release_check.policy.messages import PLACEHOLDERS, unknown_placeholders
from release_check.policy.packaged import PROFILES, packaged_folder
from release_check.policy.rule import (
    ChangeMatch,
    ClaimMatch,
    EntityRenameMatch,
    FiledMatch,
    RenameMatch,
    Rule,
    StateMatch,
    StateOf,
    UnannouncedMatch,
)
from release_check.policy.yaml_files import nearest, problem_at, read_yaml

Rules = Mapping[str, Rule]
"""Rules by id, in order of id."""

_EXAMPLES = re.compile(r"^examples:", re.MULTILINE)


def load_rules(folders: Iterable[str | Path] = (), *, examples: bool = False) -> Rules:
    """Load the packaged rules, and those in further folders, which may replace packaged ones.

    Args:
        folders: folders and files of the user's own rules, each file one rule.
        examples: whether to read the examples too, which only `explain` and the tests need; they come last in a file.

    Raises:
        UsageProblem: a file is no rule; with file, line and what may have been meant.
    """
    found: dict[str, tuple[Rule, str, str]] = {}
    for file, text in (*_packaged_files(), *_files_in(folders)):
        rule = read_rule(text, file, examples=examples)
        found[rule.id] = rule, file, text
    rules = {name: found[name][0] for name in sorted(found)}
    for rule, file, text in found.values():
        for index, name in enumerate(rule.absorbs):
            if name not in rules:
                what = f"there is no rule `{name}`{nearest(name, rules)}"
                raise problem_at(text, ("absorbs", index), what, file)
    return rules


def read_rules(places: Iterable[str | Path]) -> Rules:
    """Read the rules in files and folders, without the packaged ones and without examples.

    Raises:
        UsageProblem: one of them is none.
    """
    return {rule.id: rule for file, text in _files_in(places) for rule in (read_rule(text, file, examples=False),)}


def read_rule(text: str, file: str, *, examples: bool = True) -> Rule:
    """Read one rule.

    Raises:
        UsageProblem: it is none; with file, line and what may have been meant.
    """
    start = _EXAMPLES.search(text)
    rule = read_yaml(text if examples or start is None else text[: start.start()], Rule, file)
    stem = file.rpartition("/")[2].rpartition(".")[0]
    if rule.id != stem:
        raise problem_at(text, ("id",), f"the rule is called {rule.id}, its file {stem}; both must be the same", file)
    for key in ("message", "remedy"):
        for name in unknown_placeholders(getattr(rule, key)):
            what = f"`{{{name}}}` stands for nothing{nearest(name, PLACEHOLDERS)}"
            raise problem_at(text, (key,), what, file)
    _refuse_empty_match(rule, text, file)
    return rule


def _refuse_empty_match(rule: Rule, text: str, file: str) -> None:
    match = rule.match
    if isinstance(match, ChangeMatch) and not match.changes:
        raise problem_at(text, ("match",), "`changes` is missing, so the rule would never fire", file)
    if isinstance(match, UnannouncedMatch) and not (match.changes or match.needs or match.renames):
        raise problem_at(text, ("match",), "`changes` or `needs` is missing, so the rule would never fire", file)
    if isinstance(match, FiledMatch) and not (match.changes and match.under):
        raise problem_at(text, ("match",), "`changes` or `under` is missing, so the rule would never fire", file)
    if isinstance(match, ClaimMatch) and not match.intents:
        raise problem_at(text, ("match",), "`intents` is missing, so the rule would never fire", file)
    if isinstance(match, RenameMatch | EntityRenameMatch) and not match.stages:
        raise problem_at(text, ("match",), "`stages` is missing, so the rule would never fire", file)
    if isinstance(match, StateMatch):
        key = "entity_after" if match.of is StateOf.ENTITY else "after"
        if getattr(match, key) is None:
            raise problem_at(text, ("match",), f"`{key}` is missing, so the rule would fire everywhere", file)


def _packaged_files() -> Iterator[tuple[str, str]]:
    for family in sorted(packaged_folder().iterdir(), key=lambda folder: folder.name):
        if family.is_dir() and family.name != PROFILES:
            yield from _yaml_files(family, f"policies/{family.name}")


def _files_in(folders: Iterable[str | Path]) -> Iterator[tuple[str, str]]:
    for folder in folders:
        path = Path(folder)
        if path.is_dir():
            yield from _yaml_files(path, str(folder))
        elif path.is_file():
            yield str(folder), _text_of(path, str(folder))
        else:
            raise UsageProblem(f"{folder} is neither a folder nor a file: name one that holds rules as YAML.")


def _yaml_files(folder: Traversable, name: str) -> Iterator[tuple[str, str]]:
    for file in sorted(folder.iterdir(), key=lambda one: one.name):
        if file.name.endswith((".yaml", ".yml")):
            yield f"{name}/{file.name}", _text_of(file, f"{name}/{file.name}")


def _text_of(file: Traversable, name: str) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageProblem(f"{name} cannot be read: make it a UTF-8 text file.") from error
