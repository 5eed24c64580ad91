"""A plan as Markdown, to be put into an issue or a milestone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from release_check.report.markup import code, escaped
from release_check.report.plan import Due, Plan
from release_check.report.text_plan import SECTIONS, closing, notice_of


def plan_markdown(plan: Plan) -> str:
    """The whole plan, with a box to tick for whatever can be done."""
    return "\n".join(_lines(plan)).rstrip() + "\n"


def _lines(plan: Plan) -> Iterator[str]:
    yield f"# {escaped(plan.provider)}: plan for {plan.release.version}"
    yield ""
    looked = f"Looked at {escaped(plan.release.ref)}, after {escaped(plan.base.ref or 'nothing')}."
    yield f"{escaped(closing(plan))} {looked}"
    for field, heading, _ in SECTIONS.values():
        rows: Sequence[Due] = getattr(plan, field)
        if rows:
            yield ""
            yield f"## {heading.format(version=plan.release.version)}"
            yield ""
            for due in rows:
                yield _due(due)
    if plan.renames:
        yield ""
        yield "## Renames in progress"
        for rename in plan.renames:
            yield ""
            arrow = "is replaced by" if rename.replacement else "becomes"
            yield f"- {code(rename.old)} {arrow} {code(rename.new)}: {escaped(rename.why)}"
            for step in rename.left:
                yield f"  - [ ] {escaped(step)}"
    if plan.incomplete:
        yield ""
        yield "## Not known"
        yield ""
        for sentence in plan.incomplete:
            yield f"- {escaped(sentence)}"


def _due(due: Due) -> str:
    box = "- [ ] " if due.do else "- "
    parts = [escaped(part) for part in (due.do, due.why, notice_of(due)) if part]
    message = f" “{escaped(due.message)}”" if due.message else ""
    where = f" ({code(f'{due.location.file}:{due.location.line}')})" if due.location is not None else ""
    return f"{box}{code(due.address)}: {'; '.join(parts)}.{message}{where}"
