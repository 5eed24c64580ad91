"""release-check from Python: judge a release, read the schemas at a ref, compare two; what the commands use themselves.

    from release_check import api

    report = api.check("path/to/provider", "2.0.0")
    if report.verdict is not api.VerdictWord.PASS:
        print(api.render(report, "text"))

`Session` does the same several times over one repository. What goes wrong is a `ReleaseCheckError` with one sentence
that says what to do. (The functions are not in `release_check` itself, where rooms of the house have these names.)
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Self

from release_check import check as use_cases
from release_check.changelog import Request
from release_check.check import Asked, GitSource, Reading, SnapshotSource, StoredSource, Telling, opened_store
from release_check.configuration import Configuration, read_configuration
from release_check.git import Repository
from release_check.model import IncompleteError, Provider, ReleaseCheckError, UsageProblem
from release_check.policy import Profile, Rules
from release_check.report import Diff, Report, VerdictWord, render

__all__ = [
    "Asked",
    "Diff",
    "IncompleteError",
    "Provider",
    "ReleaseCheckError",
    "Report",
    "Session",
    "UsageProblem",
    "VerdictWord",
    "check",
    "diff",
    "render",
    "snapshot",
]


def check(
    repo: str | Path = ".",
    version: str | None = None,
    *,
    ref: str | None = None,
    base: str | None = None,
    profile: str | None = None,
    config: str | None = None,
    cache: Path | None = None,
) -> Report:
    """Judge a candidate as if it were about to be tagged.

    Args:
        repo: the provider's repository.
        version: the planned version; None for the tag's own, or the one that the changelog announces.
        ref: the candidate; None for the working tree.
        base: the release to judge against; None for what the version graph says.
        profile: a profile by name, or the path of one; None for the configuration's.
        config: the path of a configuration; None for the repository's own.
        cache: the folder in which snapshots are kept; None to keep nothing.

    Raises:
        UsageProblem: one of these is none.
        IncompleteError: there is no release to judge against.
    """
    with Session(repo, config=config, profile=profile, cache=cache) as session:
        return session.check(version, ref=ref, base=base)


def snapshot(repo: str | Path = ".", ref: str = "HEAD", *, config: str | None = None) -> Provider:
    """The provider's schemas at a ref.

    Args:
        repo: the provider's repository.
        ref: a tag, branch or commit.
        config: the path of a configuration; None for the repository's own.

    Raises:
        UsageProblem: there is no such ref.
        IncompleteError: no provider was found there.
    """
    with Session(repo, config=config) as session:
        return session.snapshot(ref)


def diff(repo: str | Path, before: str, after: str, *, config: str | None = None) -> Diff:
    """The typed changes between two refs.

    Args:
        repo: the provider's repository.
        before: the earlier ref.
        after: the later ref.
        config: the path of a configuration; None for the repository's own.

    Raises:
        UsageProblem: there is no such ref.
        IncompleteError: no provider was found at one of them.
    """
    with Session(repo, config=config) as session:
        return session.diff(before, after)


def silent(step: str) -> None:
    """Tell nobody."""
    del step


class Session:
    """A repository with its configuration; leave its `with` block, or close it, when done."""

    def __init__(
        self,
        repo: str | Path = ".",
        *,
        config: str | None = None,
        profile: str | None = None,
        environment: Mapping[str, str] | None = None,
        printed: Mapping[str, tuple[str, bytes]] | None = None,
        instead: tuple[str, bytes] | None = None,
        cache: Path | None = None,
        progress: Callable[[str], None] = silent,
        tell: Callable[[str], None] = silent,
    ) -> None:
        """Open a repository.

        Args:
            repo: the provider's repository.
            config: the path of a configuration; None for the repository's own.
            profile: a profile by name, or the path of one; None for the configuration's.
            environment: what the source of the candidate alone gets where it reads environment variables.
            printed: what `terraform providers schema -json` printed of some refs, as file and content, to be taken.
            instead: the same of the candidate.
            cache: the folder in which snapshots are kept; None to keep nothing.
            progress: told what is being done.
            tell: told, in a sentence, what cannot be kept.

        Raises:
            UsageProblem: there is no repository, or its configuration says something that it cannot.
        """
        self._progress = progress
        self._asked_profile = profile
        with contextlib.ExitStack() as stack:
            self.repository = stack.enter_context(Repository.open(repo))
            self.settings: Configuration = read_configuration(self.repository, config)
            own, entrypoint = self.settings.environment, self.settings.content.entrypoint
            named = printed or {}
            served = bool(named) or instead is not None
            self.reading = Reading(environment=own, entrypoint=entrypoint, printed=named, as_served=served)
            """How refs are read."""
            self.preview = Reading(
                environment={**own, **(environment or {})},
                entrypoint=entrypoint,
                printed=named,
                instead=instead,
                as_served=served,
            )
            """How the one is read that is judged, or shown last."""
            self.source: SnapshotSource = stack.enter_context(sourced(self.repository, self.reading, cache, tell))
            self._stack = stack.pop_all()

    @functools.cached_property
    def rules(self) -> Rules:
        """The packaged rules and the repository's own."""
        return self.settings.load_rules()

    @functools.cached_property
    def profile(self) -> Profile:
        """Which of them are held, at which levels."""
        return self.settings.choose_profile(self._asked_profile, self.rules)

    def check(
        self, version: str | None = None, *, ref: str | None = None, base: str | None = None, standing: bool = False
    ) -> Report:
        """Judge a candidate; arguments as in `check`, and `standing` lists also what stands since earlier."""
        return use_cases.check(
            self.repository,
            rules=self.rules,
            profile=self.profile,
            version=version,
            ref=ref,
            base=base,
            standing=standing,
            tags=self.settings.tag_rules,
            reading=self.reading,
            telling=self.telling(),
            source=self.source,
            preview=self.preview,
            progress=self._progress,
        )

    def pull_request(self, asked: Asked) -> Report:
        """Judge a pull request by what it changes."""
        return use_cases.pull_request(
            self.repository,
            asked,
            self.source,
            rules=self.rules,
            profile=self.profile,
            tags=self.settings.tag_rules,
            reading=self.reading,
            preview=self.preview,
            telling=self.telling(),
            progress=self._progress,
        )

    def snapshot(self, ref: str) -> Provider:
        """The provider's schemas at a ref."""
        return use_cases.snapshot(self.repository, ref, self.preview, self._progress)

    def diff(self, before: str, after: str) -> Diff:
        """The typed changes between two refs."""
        return use_cases.diff(self.repository, before, after, self.reading, self._progress, preview=self.preview)

    def telling(self, request: Request | None = None) -> Telling:
        """How the provider tells of its releases: the configuration's settings, and the pull request that is judged."""
        content = self.settings.content
        return Telling(changelog=content.changelog, docs=content.documentation, request=request)

    def close(self) -> None:
        """End what reads."""
        self._stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextlib.contextmanager
def sourced(
    repository: Repository, reading: Reading, cache: Path | None, tell: Callable[[str], None]
) -> Iterator[SnapshotSource]:
    """Where snapshots come from: the store in a folder and then the repository, or the repository alone."""
    # what is shown as Terraform sees it is no snapshot to be kept
    if cache is None or reading.as_served:
        yield GitSource(repository, reading)
        return
    with opened_store(cache, tell) as (store, _folder):
        yield StoredSource(repository, reading, store)
