"""Schemas that were saved for earlier versions, held against those that were released."""

from __future__ import annotations

from collections.abc import Iterator

from release_check.history import Difference, differences, first_with, has_flat_state, is_settled
from release_check.model import Entity, Era, Level, Upgrader
from release_check.policy.kinds.migration_steps import Found, Step, at_work, last_released, new_in


def not_plain(step: Step) -> Iterator[Found]:
    """Saved resources that carry more than their schema."""

    def look(entity: Entity) -> Iterator[Found]:
        for upgrader in at_work(entity):
            if upgrader.extra:
                yield Found(f"for version {upgrader.version} {', '.join(upgrader.extra)}", upgrader.source)

    return new_in(step, look)


def frozen_differs(step: Step) -> Iterator[Found]:
    """Saved schemas whose implied type is not that of the last release with their version.

    Of one that was there at the base, what differed there already stands since then. It may be made of parts that the
    resource itself uses still, and so take in what comes to these; that is harmless as often as it happens.
    """
    if not is_settled(step.after):
        return
    for upgrader in at_work(step.after):
        stood = None if step.case.standing else _at_base(upgrader.version, step)
        if upgrader.saved is None or (stood is not None and _only_grew(upgrader, stood, step)):
            continue
        released = last_released(step, upgrader.version)
        if released is None or "attrs" in released[1].unknown:
            continue
        version, entity = released
        weighed = _weighed(upgrader, step, entity)
        if stood is not None and stood.saved is not None and step.before is not None:
            known = {_same(one) for one in differences(stood.saved, step.before.era, entity.attrs, entity.era)}
            weighed = [pair for pair in weighed if pair[0] is not Level.NOTE and _same(pair[1]) not in known]
        if weighed:
            yield _found(upgrader, version, weighed)


def _only_grew(upgrader: Upgrader, stood: Upgrader, step: Step) -> bool:
    """Whether a saved schema is as it was at the base, or has more: nothing that was stored is lost for that."""
    if stood.saved is None or step.before is None:
        return False
    changed = differences(upgrader.saved or {}, step.after.era, stood.saved, step.before.era)
    return all(one.never_was for one in changed)


def _at_base(version: int, step: Step) -> Upgrader | None:
    if step.before is None:
        return None
    return next((one for one in at_work(step.before) if one.version == version), None)


def _same(one: Difference) -> tuple[str, str, str]:
    return one.path, one.saved, one.real


def _weighed(upgrader: Upgrader, step: Step, entity: Entity) -> list[tuple[Level, Difference]]:
    """What differs from what was released, the gravest first."""
    found = differences(upgrader.saved or {}, step.after.era, entity.attrs, entity.era)
    decoded = bool(found) and is_decoded_with(upgrader, step)
    weighed = [(_weight(one, upgrader, step, decoded), one) for one in found]
    return sorted(weighed, key=lambda pair: _RANKS.index(pair[0]))


def _found(upgrader: Upgrader, version: str, weighed: list[tuple[Level, Difference]]) -> Found:
    ordered = [one for _level, one in weighed]
    rows = "; ".join(_difference(one, version) for one in ordered[:_SHOWN])
    more = f"; and {len(ordered) - _SHOWN} more" if len(ordered) > _SHOWN else ""
    detail = f"for version {upgrader.version}, last released in {version}: {rows}{more}"
    source = next((one.saved_at for one in ordered if one.saved_at is not None), upgrader.source)
    return Found(detail, source, weighed[0][0])


_SHOWN = 5
_RANKS = list(Level)


def _weight(one: Difference, upgrader: Upgrader, step: Step, decoded: bool) -> Level:
    """How much a difference weighs: what nobody asks for any more may be lost, and what never was is read as null."""
    if one.never_was or (one.left_out and not _is_asked_for(one.path, upgrader, step.after)):
        return Level.NOTE
    return Level.ERROR if decoded and not one.readable else Level.WARNING


def _is_asked_for(path: str, upgrader: Upgrader, after: Entity) -> bool:
    """Whether the schema still has what was stored under a path, or the upgrade function takes it.

    What that function sets without looking at it is as good as lost already.
    """
    keys = upgrader.keys
    if keys is None or not keys.whole:
        return True
    if path in keys.takes or path in keys.sets:
        return path in keys.takes
    level = after.attrs
    for name in path.split("."):
        if name not in level:
            return False
        level = level[name].below
    return True


def _difference(one: Difference, version: str) -> str:
    saved = f"{one.saved} at {one.saved_at.file}:{one.saved_at.line}" if one.saved_at is not None else one.saved
    real = f"{one.real} at {one.real_at.file}:{one.real_at.line}" if one.real_at is not None else one.real
    return f"{one.path} is saved as {saved}, and was {real} in {version}"


def is_decoded_with(upgrader: Upgrader, step: Step) -> bool:
    """Whether state is decoded with the saved schema: in the framework, and of flat state always."""
    if step.after.era is Era.FRAMEWORK:
        return True
    oldest = first_with(step.case.timeline, step.address, upgrader.version)
    return oldest is not None and has_flat_state(oldest) is True
