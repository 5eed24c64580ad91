"""What a release brings, as Markdown for its release page: the changes of the schemas, sorted by what they mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from release_check.model import ChangeKind
from release_check.report.data import Diff, DiffChange
from release_check.report.markup import code, escaped
from release_check.report.text_diff import value_text

_BREAKING = "Breaking changes"
_SECTIONS: Mapping[str, frozenset[ChangeKind]] = {
    _BREAKING: frozenset(),  # whatever no other section takes
    "Deprecations": frozenset({ChangeKind.ENTITY_DEPRECATED, ChangeKind.ATTRIBUTE_DEPRECATED}),
    "New": frozenset({ChangeKind.ENTITY_ADDED, ChangeKind.ATTRIBUTE_ADDED}),
    "Relaxed": frozenset(
        {
            ChangeKind.ENTITY_DEPRECATION_WITHDRAWN,
            ChangeKind.ENTITY_SOFT_REMOVAL_WITHDRAWN,
            ChangeKind.ATTRIBUTE_DEPRECATION_WITHDRAWN,
            ChangeKind.ATTRIBUTE_SOFT_REMOVAL_WITHDRAWN,
            ChangeKind.FUNCTION_SIGNATURE_WIDENED,
            ChangeKind.TYPE_WIDENED,
            ChangeKind.REQUIRED_TO_OPTIONAL,
            ChangeKind.SETTABLE_NOW,
            ChangeKind.COMPUTED_ADDED,
            ChangeKind.FORCE_NEW_DROPPED,
            ChangeKind.SENSITIVE_ADDED,
        }
    ),
}
_OWN = {kind: title for title, kinds in _SECTIONS.items() for kind in kinds}
_SAID: Mapping[ChangeKind, str] = {
    ChangeKind.ENTITY_ADDED: "added",
    ChangeKind.ENTITY_DELETED: "removed",
    ChangeKind.ATTRIBUTE_ADDED: "added",
    ChangeKind.ATTRIBUTE_DELETED: "removed",
    ChangeKind.ENTITY_DEPRECATED: "deprecated",
    ChangeKind.ATTRIBUTE_DEPRECATED: "deprecated",
}


def diff_markdown(diff: Diff) -> str:
    """Every change, one a line, below a heading for what it means to operators."""
    return "\n".join(_lines(diff)).rstrip() + "\n"


def _lines(diff: Diff) -> Iterator[str]:
    yield f"## {escaped(diff.after.ref)}"
    yield ""
    yield f"What changes in the schemas of {escaped(diff.provider)} since {escaped(diff.before.ref)}."
    if not diff.changes:
        yield ""
        yield "Nothing."
    for title in _SECTIONS:
        changes = [one for one in diff.changes if _section(one) == title]
        if changes:
            yield ""
            yield f"### {title}"
            yield ""
            for change in changes:
                yield _entry(change)


def _section(change: DiffChange) -> str:
    """What it means; what stands within something new can break nothing."""
    return "New" if change.parent_added else _OWN.get(ChangeKind(change.change), _BREAKING)


def _entry(change: DiffChange) -> str:
    kind = ChangeKind(change.change)
    said = _SAID.get(kind, kind.replace("-", " "))
    note = f": {escaped(change.new)}" if kind in _NOTED and isinstance(change.new, str) and change.new else ""
    values = ""
    if not note and kind not in _NOTED and (change.old is not None or change.new is not None):
        values = f" ({code(value_text(change.old))} to {code(value_text(change.new))})"
    return f"- {code(change.address)} {said}{values}{note}"


_NOTED = frozenset({ChangeKind.ENTITY_DEPRECATED, ChangeKind.ATTRIBUTE_DEPRECATED})
