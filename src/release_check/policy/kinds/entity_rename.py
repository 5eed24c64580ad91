"""Rules that fire at renamed types: a resource, data source or other entity under a new name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from release_check.history import Rename, Stage, lost_attributes, names
from release_check.model import Entity
from release_check.policy.case import Case
from release_check.policy.hits import Hit, in_scope, is_exempt, location_of
from release_check.policy.rule import EntityRenameMatch, EntityRenameTest, Rule


def entity_rename_hits(rule: Rule, match: EntityRenameMatch, case: Case) -> Iterator[Hit]:
    """Each rename that the rule's conditions hold of, at its old name; what was replaced is not renamed."""
    for rename in case.entity_renames:
        if rename.stage not in match.stages or rename.replacement or not _is_begun(case, rename):
            continue
        if not in_scope(match, case, rename.old, None, None) or is_exempt(rule, case, rename.old, None, None):
            continue
        before, after = case.entity_before(rename.old), case.entity_after(rename.old)
        old, new = after or before, case.entity_after(rename.new)
        if old is None or new is None:
            continue
        found = _TESTS[match.test](old, new, rename) if match.test is not None else _why(rename)
        if found:
            yield Hit(
                rule=rule,
                address=rename.old,
                also=(rename.new,),
                location=location_of(case, rename.old, old, at_base=after is None),
                before=before,
                after=after,
                values={"other": rename.new.type, "detail": found},
            )


def _is_begun(case: Case, rename: Rename) -> bool:
    """Whether the release brings it about, rather than an earlier one."""
    before = case.entity_before(rename.old)
    return case.standing or rename.stage is Stage.AT_ONCE or rename.new_is_added or not (before and before.deprecated)


def _why(rename: Rename) -> str:
    return f"{'certain' if rename.reason.is_certain else 'likely'}: {rename.reason}"


def _message_omits_new_name(old: Entity, new: Entity, rename: Rename) -> str | None:
    del new
    return None if names(old.deprecated or "", rename.new.type) else _why(rename)


def _schemas_differ(old: Entity, new: Entity, rename: Rename) -> str | None:
    del rename
    if "attrs" in (*old.unknown, *new.unknown):
        return None
    lost = lost_attributes(old, new)
    more = f" and {len(lost) - _SHOWN} more" if len(lost) > _SHOWN else ""
    return ", ".join(lost[:_SHOWN]) + more


_SHOWN = 10

_TESTS: Mapping[EntityRenameTest, Callable[[Entity, Entity, Rename], str | None]] = {
    EntityRenameTest.MESSAGE_OMITS_NEW_NAME: _message_omits_new_name,
    EntityRenameTest.SCHEMAS_DIFFER: _schemas_differ,
}
