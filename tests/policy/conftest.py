"""Judging the examples that rules carry."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping

import pytest

from release_check.changelog import Request, Step
from release_check.check.evidence import TreeEvidence
from release_check.check.telling import Telling
from release_check.history import Release, VersionGraph, changes
from release_check.model import Entity, Provider
from release_check.policy import Case, Example, Profile, Rules, Verdict, judge
from release_check.policy.examples import files_of
from release_check.snapshot import read_provider
from release_check.snapshot.code import CodeReader


class Files:
    """The files of one tag, in memory."""

    def __init__(self, ref: str, texts: Mapping[str, str]) -> None:
        self.ref = self.commit = ref
        self.texts = {path: text.encode() for path, text in texts.items()}
        self.files = {path: str(hash(text)) for path, text in self.texts.items()}

    def read(self, path: str) -> bytes:
        return self.texts[path]

    def read_many(self, paths: Iterable[str], *, skip_absent: bool = False) -> Mapping[str, bytes]:
        return {path: self.texts[path] for path in paths if path in self.texts or not skip_absent}


class Past:
    """Snapshots that are all there already."""

    def __init__(self, releases: Iterable[Release], providers: Mapping[str, Provider]) -> None:
        self.releases = tuple(releases)
        self.providers = providers

    def entity(self, release: Release, kind: str, entity_type: str) -> Entity | None:
        return self.providers[release.ref].entity(kind, entity_type)


def case_of(
    providers: Mapping[str, Provider],
    *,
    version: bool = True,
    files: Mapping[str, Files] | None = None,
    code: Mapping[str, Files] | None = None,
    request: Request | None = None,
) -> Case:
    """The last of several snapshots by tag, judged against the line of the others, each tagged a day after the last."""
    graph = VersionGraph.build((tag, tag, f"2024-01-{day:02}") for day, tag in enumerate(providers, 1))
    last = graph.by_ref(list(providers)[-1])
    assert last is not None
    base = graph.base(last.version).release
    before, after = providers[base.ref] if base else None, providers[last.ref]
    return Case(
        version=last.version if version else None,
        ref=last.ref,
        commit=last.commit,
        base=base,
        before=before,
        after=after,
        changes=changes(before, after) if before else (),
        timeline=Past(graph.leading_to(base) if base else (), providers),
        bump=last.version.bump_from(base.version) if base and version else None,
        releases=graph.releases,
        evidence=_evidence(graph, last, base, files, request) if files else None,
        code=CodeReader(code[last.ref]) if code else None,
        code_before=CodeReader(code[base.ref]) if code and base else None,
    )


def _evidence(
    graph: VersionGraph, last: Release, base: Release | None, files: Mapping[str, Files], request: Request | None
) -> TreeEvidence:
    step = Step(
        version=last.version,
        base=base.version if base else None,
        before=files[base.ref].files if base else None,
        line=tuple(release.version for release in graph.leading_to(base)) if base else (),
    )
    before, telling = files[base.ref] if base else None, Telling(request=request)
    return TreeEvidence(files[last.ref], step, base=before, provider="example", telling=telling)


def _request_of(example: Example) -> Request | None:
    given = example.request
    if given is None:
        return None
    labels = (given["label"],) if "label" in given else ()
    return Request(title=given.get("title", ""), labels=labels, body=given.get("body"))


@functools.cache
def _read(ref: str, texts: tuple[tuple[str, str], ...]) -> Provider:
    return read_provider(Files(ref, dict(texts)), ref=ref)


def providers_of(example: Example) -> Mapping[str, Provider]:
    return {tag: _read(tag, tuple(files_of(example, tag).items())) for tag in example.releases}


@pytest.fixture
def make_case() -> Callable[..., Case]:
    return case_of


@pytest.fixture
def read_example() -> Callable[[Example], Mapping[str, Provider]]:
    return providers_of


@pytest.fixture
def judge_example() -> Callable[[Example, Rules, Profile], Verdict]:
    def judged(example: Example, rules: Rules, profile: Profile) -> Verdict:
        files = {tag: Files(tag, files_of(example, tag)) for tag in example.releases}
        told = files if example.files else None
        case = case_of(providers_of(example), files=told, code=files, request=_request_of(example))
        return judge(case, rules, profile)

    return judged


@pytest.fixture
def judge_case() -> Callable[[Case, Rules, Profile], Verdict]:
    return judge
