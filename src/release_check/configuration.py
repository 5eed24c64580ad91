"""`.release-check.yml`: how a repository wants to be judged."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from release_check.changelog import Settings as ChangelogSettings
from release_check.docs import DocsSettings
from release_check.git import Repository
from release_check.history import TagRules
from release_check.model import Scheme, UsageProblem
from release_check.policy import DEFAULT_PROFILE, Choice, Profile, Rules, load_profile, load_rules
from release_check.policy.rules import read_rules
from release_check.policy.waivers import Waiver, problem_of
from release_check.policy.yaml_files import line_of, nearest, problem_at, read_yaml

FILE = ".release-check.yml"


class Releases(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which tags are releases; each key may be left out."""

    tags: str = ""
    """What the tag of a release looks like, such as `provider/v{version}`; empty for `1.2.3` and `v1.2.3`."""
    ignored: tuple[str, ...] = ()
    """Tags that are no releases, though they look like one; `*` stands for anything."""
    retracted: tuple[str, ...] = ()
    """Releases that were taken back, by tag or version: no operator is on them, and their numbers are used up."""
    next: str = ""
    """What the next release is, for `pr`: `major`, `minor`, `patch` or a version; where nothing plainer says it."""
    labels: Mapping[str, str] = {}
    """Labels of pull requests that say so: each with `major`, `minor`, `patch` or a version."""


class Content(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the file may say; each key may be left out."""

    profile: str = DEFAULT_PROFILE
    """A profile by name, or the path of a YAML file, seen from this one."""
    levels: Mapping[str, Choice | bool] = {}
    """Rules that weigh otherwise than the profile says: `error`, `warning`, `note`, `off`, or `on` for their own."""
    rules: tuple[str, ...] = ()
    """Files and folders of rules of one's own, seen from this file; they are held at their own levels."""
    waivers: tuple[Waiver, ...] = ()
    """Reviewed exceptions: `rule`, `address`, `reason`, and where wanted `releases` and `until`."""
    versioning: Scheme = Scheme.SEMVER
    """How versions count: `semver`, `initial-development` (0.MAJOR.MINOR at first), or `1.MAJOR.MINOR`."""
    releases: Releases = Releases()
    """Which tags are releases."""
    entrypoint: str | None = None
    """The function that makes the provider, where it is not found by itself, such as `internal/provider.New`."""
    changelog: ChangelogSettings = ChangelogSettings()
    """How the provider tells of its releases, where that is not found by itself, and which requests need not."""
    documentation: DocsSettings = DocsSettings()
    """How the provider documents."""
    env: Mapping[str, str | bool | int] = {}
    """What the source gets where it reads an environment variable; whatever is not named is unset."""


class Configuration(msgspec.Struct, frozen=True, kw_only=True):
    """What a file says, and where it stands; the defaults where there is none."""

    content: Content = Content()
    file: Path | None = None
    text: str = ""

    @property
    def environment(self) -> Mapping[str, str]:
        """`env` as a process would have it."""
        env = self.content.env
        return {name: str(env[name]).lower() if isinstance(env[name], bool) else str(env[name]) for name in env}

    @property
    def tag_rules(self) -> TagRules:
        """Which tags are releases, and how their versions count.

        Raises:
            UsageProblem: the pattern has no place for a version.
        """
        releases = self.content.releases
        if releases.tags and releases.tags.count("{version}") != 1:
            what = f"`{releases.tags}` does not say where the version stands: write it like `v{{version}}`"
            raise problem_at(self.text, ("releases", "tags"), what, str(self.file))
        return TagRules(
            scheme=self.content.versioning,
            pattern=releases.tags,
            ignored=releases.ignored,
            retracted=releases.retracted,
        )

    def effective(self) -> Iterator[tuple[str, Any, str]]:
        """Every key with its value and where that comes from: a line of the file, or the default."""
        for key in _keys(Content, ""):
            value: Any = self.content
            for step in key.split("."):
                value = getattr(value, step)
            line = line_of(self.text, key, str(self.file)) if self._says_something else None
            yield key, msgspec.to_builtins(value), f"{self.file}:{line}" if line is not None else "default"

    @property
    def _says_something(self) -> bool:
        return _says_something(self.text)

    def choose_profile(self, asked: str | None, rules: Rules) -> Profile:
        """The profile that is asked for, or the file's own, with the file's levels.

        Raises:
            UsageProblem: there is no such profile, or a level is given for a rule that does not exist.
        """
        for name in self.content.levels:
            if name not in rules:
                what = f"there is no rule `{name}`{nearest(name, rules)}"
                raise problem_at(self.text, ("levels", name), what, str(self.file))
        self._refuse_waivers(rules)
        name = asked if asked is not None else self._own_profile()
        own = dict.fromkeys(read_rules(self.rule_places), Choice.ON)
        chosen = load_profile(name, rules)
        own = {rule: level for rule, level in own.items() if rule not in chosen.rules}
        return chosen.with_levels({**own, **self.content.levels}).with_waivers(self.content.waivers)

    @property
    def rule_places(self) -> tuple[Path, ...]:
        """Where rules of the repository's own are."""
        folder = self.file.parent if self.file is not None else Path()
        return tuple(folder / place for place in self.content.rules)

    def load_rules(self, *, examples: bool = False) -> Rules:
        """The packaged rules and the repository's own, as `policy.load_rules` gives them.

        Raises:
            UsageProblem: one of them is no rule.
        """
        return load_rules(self.rule_places, examples=examples)

    def _refuse_waivers(self, rules: Rules) -> None:
        for index, waiver in enumerate(self.content.waivers):
            if not fnmatch.filter(rules, waiver.rule):
                what = f"there is no rule `{waiver.rule}`{nearest(waiver.rule, rules)}"
                raise problem_at(self.text, ("waivers", index, "rule"), what, str(self.file))
            problem = problem_of(waiver)
            if problem is not None:
                raise problem_at(self.text, ("waivers", index, problem[0]), problem[1], str(self.file))

    def _own_profile(self) -> str:
        beside = self.file.parent / self.content.profile if self.file is not None else None
        return str(beside) if beside is not None and beside.is_file() else self.content.profile


def read_configuration(repository: Repository | None, asked: str | None) -> Configuration:
    """Read the file that is asked for, or the repository's own where it has one.

    It is taken from the working tree whichever ref is judged, so that old releases are judged by today's settings.

    Args:
        repository: the provider's; None where none is judged.
        asked: the path of a file, or None.

    Raises:
        UsageProblem: it cannot be read or says something unknown; with file, line and what may have been meant.
    """
    file = Path(asked) if asked is not None else _own_file(repository)
    if file is None:
        return Configuration()
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageProblem(f"{file} cannot be read: name a YAML file in UTF-8 with --config.") from error
    if not _says_something(text):
        return Configuration(file=file, text=text)
    return Configuration(content=read_yaml(text, Content, str(file)), file=file, text=text)


def _keys(kind: type[msgspec.Struct], prefix: str) -> Iterator[str]:
    for field in msgspec.structs.fields(kind):
        if isinstance(field.type, type) and issubclass(field.type, msgspec.Struct):
            yield from _keys(field.type, f"{prefix}{field.name}.")
        else:
            yield prefix + field.name


def _says_something(text: str) -> bool:
    return any(row.strip() and not row.lstrip().startswith("#") for row in text.splitlines())


def _own_file(repository: Repository | None) -> Path | None:
    if repository is None or repository.bare:
        return None
    try:
        file = repository.top() / FILE
    except UsageProblem:
        return None
    return file if file.is_file() else None
