"""`changelog`: the changelog gate alone, and drafts of what it misses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from release_check.cli import options
from release_check.cli.dossier import dossier_for
from release_check.cli.failure import say
from release_check.cli.opening import configured, opened, reading_of, sourced, telling_of
from release_check.cli.output import Look, deliver, targets, write_stdout
from release_check.cli.progress import progress

if TYPE_CHECKING:
    from release_check.changelog import Draft, Request


@click.command(short_help="Hold the changelog alone against what a candidate changes.")
@click.argument("version", required=False)
@options.source
@options.cached
@click.option("--ref", metavar="REF", show_default="the working tree", help="What is judged: a tag, branch or commit.")
@click.option(
    "--base",
    metavar="TAG",
    show_default="the release that the version graph leads from",
    help="The release to judge against.",
)
@click.option("--draft", is_flag=True, help="Print the missing entries in the provider's own form, to be finished.")
@click.option("--write", is_flag=True, help="Put the drafts into the working tree; what is there is never changed.")
@click.option("--request", metavar="NUMBER", default="", help="The pull request, after which fragments are named.")
@click.option("--title", metavar="TEXT", default="", help="The pull request's title, which may exempt it.")
@click.option("--label", "labels", metavar="NAME", multiple=True, help="A label of it, which may. May be repeated.")
@click.option("--body", metavar="FILE", help="A file with the text of it, which may carry release notes.")
@click.option("--since", metavar="REF", show_default="the base", help="Where it branched off.")
@options.profiled
@options.judged
@options.looks
def changelog(
    version: str | None,
    repo: str,
    config: str | None,
    environment: Mapping[str, str],
    cache: Path | None,
    ref: str | None,
    base: str | None,
    draft: bool,
    write: bool,
    request: str,
    title: str,
    labels: tuple[str, ...],
    body: str | None,
    since: str | None,
    profile: str | None,
    format_name: str,
    outputs: tuple[tuple[str | None, str], ...],
    look: Look,
) -> int:
    """Hold what a candidate says of itself against what it changes: changelog, fragments, upgrade guides.

    VERSION, --ref and --base are as in `check`. A pull request that changes the schemas must add an entry, where one is
    described by any of --request, --title, --label, --body and --since; labels, titles and paths can exempt it. With
    --draft the missing entries are printed instead of the report, and with --write they are put where the provider
    keeps its entries.
    """
    from release_check import check as use_cases
    from release_check.check.changelog import changelog_part, drafts
    from release_check.history import changes
    from release_check.model import UsageProblem

    if write and ref is not None:
        raise UsageProblem("Drafts can be written into the working tree alone: leave out --ref, or --write.")
    where = targets(format_name, outputs)
    with opened(repo) as repository, progress(look) as tell:
        settings = configured(repository, config)
        rules, reading = settings.load_rules(), reading_of(settings, environment)
        described = _request(request, title, labels, body, since)
        with sourced(repository, reading, cache) as source:
            whole = use_cases.check(
                repository,
                rules=rules,
                profile=settings.choose_profile(profile, rules),
                version=version,
                ref=ref,
                base=base,
                tags=settings.tag_rules,
                reading=reading,
                telling=telling_of(settings, described),
                source=source,
                progress=tell,
            )
            report = changelog_part(whole, rules)
            beside = dossier_for(where, repository, settings, source, report, reading=reading, tell=tell)
            written: tuple[Draft, ...] = ()
            if (draft or write) and report.findings:
                tree = repository.working_tree() if ref is None else repository.tree(ref)
                provider = reading.provider(tree) if ref is None else source(ref)
                origin = since or report.base.ref
                written = drafts(
                    report,
                    rules,
                    tree,
                    provider,
                    request=request,
                    settings=settings.content.changelog,
                    changes=changes(source(origin), provider) if described is not None and origin is not None else (),
                )
        if write:
            _write(repository.top(), written)
    if draft and not write:
        write_stdout("\n".join(_shown(written)) or "Nothing is missing.\n")
    else:
        deliver(report, where, look, rules, beside)
    for sentence in report.incomplete:
        say(sentence)
    return report.exit_code


def _request(number: str, title: str, labels: tuple[str, ...], body: str | None, since: str | None) -> Request | None:
    """The pull request that the command line describes, or None.

    Raises:
        UsageProblem: its text cannot be read.
    """
    from release_check.changelog import Request
    from release_check.cli.files import read_file

    if not (number or title or labels or body or since):
        return None
    text = read_file(body).decode("utf-8", "replace") if body is not None else None
    return Request(title=title, labels=labels, body=text, since=since)


def _shown(written: Iterable[Draft]) -> Iterable[str]:
    for one in written:
        place = one.file if one.after_line is None else f"{one.file}, below line {one.after_line}"
        yield f"# {place}\n{one.text}"


def _write(top: Path, written: Iterable[Draft]) -> None:
    """Put drafts into a working tree, those lowest down in a file first, so that lines stay where they are.

    Raises:
        UsageProblem: a file that a draft would make is there already.
        IncompleteError: the disk is full or the like.
    """
    from release_check.cli.files import write_file
    from release_check.model import UsageProblem

    for one in sorted(written, key=lambda one: (one.file, -(one.after_line or 0))):
        path = top / one.file
        if one.after_line is None:
            if path.exists() and path.stat().st_size:
                raise UsageProblem(f"{one.file} is there already: name another pull request with --request.")
            path.parent.mkdir(parents=True, exist_ok=True)
            write_file(str(path), one.text)
        else:
            rows = path.read_bytes().decode("utf-8", "surrogateescape").splitlines(keepends=True)
            text = "".join([*rows[: one.after_line], one.text, *rows[one.after_line :]])
            path.write_bytes(text.encode("utf-8", "surrogateescape"))
        new = "" if one.after_line is not None else "; `git add` it, for what git does not track is not read"
        say(f"{one.file}: written, to be finished{new}.")
