"""The guide's scenarios as data: what each release of a small provider does, and what the verdict on it should be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Literal

import msgspec

_ORDER = (
    "attribute-removal",
    "rename-required",
    "rename-optional",
    "rename-computed",
    "resource-removal",
    "resource-rename",
)
"""The order of the guide."""


class Expectation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule that must report at an address, as soon as the rule is there."""

    rule: str
    address: str


class Step(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One release: what it does, and the verdict that it deserves; the first one is judged by nobody."""

    tag: str
    does: str
    verdict: Literal["pass", "fail"] | None = None
    expect: tuple[Expectation, ...] = ()
    drops: tuple[str, ...] = ()
    """Files of the release before that are gone."""


class Telling(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One way the story goes: done right, or with a classic mistake."""

    name: Literal["right", "wrong"]
    title: str
    steps: tuple[Step, ...]


class Scenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One scenario of the guide."""

    title: str
    section: str
    """The guide's section."""
    about: str
    shared: tuple[str, ...]
    """Folders of files that other scenarios use, too."""
    tellings: tuple[Telling, ...]


def scenario_names() -> tuple[str, ...]:
    """Every scenario, in the order of the guide."""
    return _ORDER


def load_scenario(name: str) -> Scenario:
    """One scenario.

    Raises:
        KeyError: there is none of that name.
    """
    if name not in _ORDER:
        raise KeyError(name)
    import yaml

    text = (_folder() / name / "story.yml").read_text(encoding="utf-8")
    return msgspec.convert(yaml.safe_load(text), Scenario)


def releases(name: str, scenario: Scenario, telling: Telling) -> Mapping[str, Mapping[str, bytes]]:
    """The whole tree of every release of a telling.

    Each release has the files of the one before, less what it drops, with those of its own folder over them; the first
    has the shared ones and those of `start`, which both tellings begin with.
    """
    layers = [_folder() / "shared" / shared for shared in scenario.shared]
    files: dict[str, bytes] = {}
    for layer in (*layers, _folder() / name / "start"):
        files.update(_files(layer))
    trees: dict[str, Mapping[str, bytes]] = {}
    for step in telling.steps:
        files = {path: content for path, content in files.items() if path not in step.drops}
        own = _folder() / name / telling.name / step.tag
        if own.is_dir():
            files.update(_files(own))
        trees[step.tag] = dict(files)
    return trees


def _folder() -> Traversable:
    return resources.files("release_check.demo") / "scenarios"


def _files(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, bytes]]:
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir():
            yield from _files(item, f"{prefix}{item.name}/")
        else:
            yield prefix + item.name, item.read_bytes()
