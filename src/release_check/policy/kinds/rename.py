"""Rules that fire at renames: pairs of an old and a new name."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping

import msgspec

from release_check.history import Rename, Stage, ever, excludes, is_settable, names
from release_check.model import Address, Attribute, Change, ChangeKind, Entity, Generation
from release_check.policy.case import Case
from release_check.policy.conditions import holds
from release_check.policy.hits import Hit, in_scope, is_exempt, location_of
from release_check.policy.kinds.functions import shortcoming
from release_check.policy.rule import RenameMatch, RenameTest, Replacements, Rule


def rename_hits(rule: Rule, match: RenameMatch, case: Case) -> Iterator[Hit]:
    """Each rename that the rule's conditions hold of, at its old name."""
    for rename in case.renames:
        if rename.stage in match.stages and _is_wanted(match, rename) and _matches(rule, match, case, rename):
            left_out = _left_out(match, case, rename) if match.code is not None else str(rename.reason)
            if left_out is None:
                continue
            before, after = _sides(case, rename.old)
            yield Hit(
                rule=rule,
                address=rename.old,
                also=(rename.new,),
                location=location_of(case, rename.old, after or before, at_base=after is None),
                changes=_halves(case, rename),
                before=before,
                after=after,
                values={"other": rename.new.name, "detail": left_out},
            )


def _halves(case: Case, rename: Rename) -> tuple[Change, ...]:
    """The changes that are a rename at once: the old name goes, the new one comes."""
    if rename.stage is not Stage.AT_ONCE:
        return ()
    halves = {(ChangeKind.ATTRIBUTE_DELETED, rename.old), (ChangeKind.ATTRIBUTE_ADDED, rename.new)}
    return tuple(change for change in case.changes if (change.kind, change.address) in halves)


class _Names(msgspec.Struct, frozen=True):
    """Both names of a rename as they stand at one ref."""

    rename: Rename
    old: Attribute
    new: Attribute
    entity: Entity
    case: Case


def _is_wanted(match: RenameMatch, rename: Rename) -> bool:
    if not rename.replacement or match.replacements is Replacements.ALL:
        return True
    return match.replacements is Replacements.NEW and rename.new_is_added


def _matches(rule: Rule, match: RenameMatch, case: Case, rename: Rename) -> bool:
    before, after = _sides(case, rename.old)
    new_before, new_after = _sides(case, rename.new)
    if not in_scope(match, case, rename.old, before, after) or holds(match.new, new_after) is not True:
        return False
    if is_exempt(rule, case, rename.old, before, after):
        return False
    if match.test is None:
        return True
    old, entity = after or before, case.entity_after(rename.old)
    if old is None or new_after is None or entity is None:
        return False
    test = _TESTS[match.test]
    if test(_Names(rename, old, new_after, entity, case)) is not True:
        return False
    entity_before = case.entity_before(rename.old)
    if rename.stage is not Stage.IN_PROGRESS or case.standing or entity_before is None:
        return True
    # What did not hold at the base already, where the rename was in progress as well, stands since earlier.
    if before is None or new_before is None or not before.deprecated:
        return True
    return test(_Names(rename, before, new_before, entity_before, case)) is False


def _left_out(match: RenameMatch, case: Case, rename: Rename) -> str | None:
    """What the functions leave out, where the release brings that about."""
    new_before, new = _sides(case, rename.new)
    old_before = _sides(case, rename.old)[0]
    if match.code is None or new is None:
        return None
    found = shortcoming(match.code, case, rename.old, rename.new, new)
    if found is None or case.standing or old_before is None or new_before is None or not old_before.deprecated:
        return found
    earlier = shortcoming(match.code, case, rename.old, rename.new, new_before, at_base=True)
    return found if earlier is None else None


def _sides(case: Case, address: Address) -> tuple[Attribute | None, Attribute | None]:
    sides = case.before, case.after
    before, after = (
        side.attribute(address.kind, address.type, address.path) if side is not None else None for side in sides
    )
    return before, after


def _conflicts_missing(names_: _Names) -> bool | None:
    """ConflictsWith or ExactlyOneOf on both; in the framework ExactlyOneOf on the new one suffices."""
    old, new = names_.rename.old, names_.rename.new
    if any({"conflicts_with", "exactly_one_of"} & set(side.unknown) for side in (names_.old, names_.new)):
        return None
    if not is_settable(names_.old) or not is_settable(names_.new):
        return False
    on_new = excludes(new, names_.new, old)
    if names_.entity.generation is Generation.C:
        return not on_new
    return not (on_new and excludes(old, names_.old, new))


def _required_kept(names_: _Names) -> bool | None:
    if names_.old.required:
        return True
    return names_.new.required and _old_was_required(names_)


def _message_omits_new_name(names_: _Names) -> bool | None:
    if "deprecation_message" in names_.old.unknown:
        return None
    return not names(names_.old.deprecated or "", names_.rename.new.name)


def _types_differ(names_: _Names) -> bool | None:
    old, new = names_.old, names_.new
    elements = [side.elem.type if side.elem is not None else "" for side in (old, new)]
    flags = operator.attrgetter("sensitive", "force_new", "type")
    return flags(old) != flags(new) or (all(elements) and elements[0] != elements[1])


def _old_was_required(names_: _Names) -> bool | None:
    return ever(names_.case.timeline, names_.rename.old, lambda attribute: attribute.required)


_TESTS: Mapping[RenameTest, Callable[[_Names], bool | None]] = {
    RenameTest.CONFLICTS_MISSING: _conflicts_missing,
    RenameTest.REQUIRED_KEPT: _required_kept,
    RenameTest.MESSAGE_OMITS_NEW_NAME: _message_omits_new_name,
    RenameTest.TYPES_DIFFER: _types_differ,
    RenameTest.OLD_WAS_REQUIRED: _old_was_required,
}
