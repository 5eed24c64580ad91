"""Profiles: which rules are held, and at which levels."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from release_check.model import Bump, Level, UsageProblem
from release_check.policy.packaged import PROFILES, packaged_folder
from release_check.policy.rule import Rule
from release_check.policy.rules import Rules, load_rules
from release_check.policy.waivers import Waiver
from release_check.policy.yaml_files import nearest, problem_at, read_yaml

DEFAULT_PROFILE = "hashicorp-guide"


class Choice(enum.StrEnum):
    """What a profile makes of a rule or family."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"
    OFF = "off"
    ON = "on"
    """At the level that the rule itself has."""


class Setting(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A rule's level, and the bump that it asks for where that differs from the rule's own."""

    level: Choice = Choice.ON
    least_bump: Bump | None = None


class ProfileFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A profile as its YAML file holds it."""

    name: str
    title: str
    extends: str | None = None
    """Another profile, whose settings hold where this one says nothing."""
    families: Mapping[str, Choice | bool] = {}
    rules: Mapping[str, Choice | Setting | bool] = {}


class Profile(msgspec.Struct, frozen=True):
    """The rules that are held, each with its level and the bump that it asks for."""

    name: str
    title: str
    rules: Mapping[str, Setting]
    waivers: tuple[Waiver, ...] = ()
    """What is passed over all the same."""

    def held(self, rules: Rules) -> tuple[Rule, ...]:
        """The rules as this profile holds them."""
        return tuple(_held(rules[name], setting) for name, setting in self.rules.items() if name in rules)

    def with_levels(self, levels: Mapping[str, Choice | Setting | bool]) -> Profile:
        """This profile with some rules set otherwise."""
        return msgspec.structs.replace(self, rules=_without_off({**self.rules, **_settings(levels)}))

    def with_waivers(self, waivers: tuple[Waiver, ...]) -> Profile:
        """This profile with reviewed exceptions."""
        return msgspec.structs.replace(self, waivers=waivers)


def load_profile(name_or_file: str | Path = DEFAULT_PROFILE, rules: Rules | None = None) -> Profile:
    """Load a packaged profile by name, or one from a file.

    Args:
        name_or_file: the name of a packaged profile, or the path of a YAML file.
        rules: the rules that it may name; the packaged ones where None.

    Raises:
        UsageProblem: there is none, or it names a rule, family or profile that does not exist; with file and line.
    """
    known = rules if rules is not None else load_rules()
    file, text = _find(name_or_file)
    read = read_yaml(text, ProfileFile, file)
    settings: dict[str, Setting] = {}
    if read.extends is not None:
        if read.extends == read.name:
            raise problem_at(text, ("extends",), f"{read.name} extends itself", file)
        settings.update(load_profile(read.extends, known).rules)
    families = {rule.family for rule in known.values()}
    _refuse_unknown(text, file, "families", read.families, families)
    _refuse_unknown(text, file, "rules", read.rules, known)
    for rule in known.values():
        if rule.family in read.families:
            settings[rule.id] = _setting(read.families[rule.family])
    settings.update(_settings(read.rules))
    ordered = {name: settings[name] for name in known if name in settings}
    return Profile(read.name, read.title, _without_off(ordered))


def profile_names() -> tuple[str, ...]:
    """The packaged profiles."""
    return tuple(sorted(file.name.removesuffix(".yaml") for file in (packaged_folder() / PROFILES).iterdir()))


def _find(name_or_file: str | Path) -> tuple[str, str]:
    """How messages call the file, and its text."""
    name = str(name_or_file)
    packaged = packaged_folder() / PROFILES / f"{name}.yaml"
    if "/" not in name and packaged.is_file():
        return f"policies/{PROFILES}/{name}.yaml", packaged.read_text(encoding="utf-8")
    try:
        return name, Path(name_or_file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        hint = nearest(name, profile_names())
        raise UsageProblem(f"{name} is neither a profile nor a file that can be read{hint}.") from error


def _refuse_unknown(text: str, file: str, key: str, given: Iterable[str], known: Iterable[str]) -> None:
    names = set(known)
    for name in given:
        if name not in names:
            raise problem_at(text, (key, name), f"there is no `{name}` among the {key}{nearest(name, names)}", file)


def _settings(given: Mapping[str, Choice | Setting | bool]) -> dict[str, Setting]:
    return {name: _setting(one) for name, one in given.items()}


def _setting(given: Choice | Setting | bool) -> Setting:
    """What YAML made of a word: it reads `on` and `off` as true and false."""
    if isinstance(given, Setting):
        return given
    return Setting((Choice.ON if given else Choice.OFF) if isinstance(given, bool) else given)


def _without_off(settings: Mapping[str, Setting]) -> dict[str, Setting]:
    return {name: setting for name, setting in settings.items() if setting.level is not Choice.OFF}


def _held(rule: Rule, setting: Setting) -> Rule:
    level = rule.level if setting.level is Choice.ON else Level(setting.level)
    return msgspec.structs.replace(rule, level=level, least_bump=setting.least_bump or rule.least_bump)
