"""A provider's schemas as a page: every entity, and its attributes as a tree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from release_check.model import Attribute, Entity, EntityKind, Provider
from release_check.report.page import BLANK, Line, Page, Span, Style, line, prose
from release_check.report.text_diff import value_text
from release_check.report.words import at_commit, count, coverage_lines, entity_counts, place

_FLAGS = ("required", "optional", "computed", "force_new", "sensitive", "write_only")
_LISTS = ("conflicts_with", "exactly_one_of", "at_least_one_of", "required_with", "allowed_values")


def snapshot_page(provider: Provider, *, verbose: bool = False) -> Page:
    """The whole snapshot."""
    return tuple(_page(provider, verbose))


def _page(provider: Provider, verbose: bool) -> Iterator[Line]:
    yield line(
        Span(provider.provider, Style.STRONG),
        f" at {at_commit(provider.ref, provider.commit)}: {entity_counts(provider)}",
    )
    yield from coverage_lines(provider.coverage, verbose=verbose)
    for kind, name, entity in provider.entities():
        if kind == EntityKind.PROVIDER and not entity.attrs:
            continue
        yield BLANK
        yield from _entity(f"{kind}/{name}" if name else kind, entity)


def _entity(address: str, entity: Entity) -> Iterator[Line]:
    facts = ", ".join(_entity_facts(entity))
    where = place(entity.source)
    yield line(Span(address, Style.ADDRESS), f"  {facts}", Span(f"  {where}" if where else "", Style.FAINT), hang=4)
    yield from _tree(entity.attrs, indent=2)


def _entity_facts(entity: Entity) -> Iterator[str]:
    yield entity.era
    if entity.schema_version:
        yield f"schema version {entity.schema_version}"
    if entity.state_upgraders:
        yield f"upgrades from {', '.join(map(str, entity.state_upgraders))}"
    if entity.migrate_state:
        yield "MigrateState"
    if entity.importer:
        yield "importer"
    if entity.deprecated is not None:
        yield f"deprecated: {prose(entity.deprecated)}"
    if entity.soft_removed is not None:
        yield f"soft-removed: {prose(entity.soft_removed)}"
    if entity.unknown:
        yield f"unknown: {', '.join(entity.unknown)}"


def _tree(attrs: Mapping[str, Attribute], indent: int) -> Iterator[Line]:
    column = max(map(len, attrs), default=0)
    for name in sorted(attrs):
        attribute = attrs[name]
        where = place(attribute.source)
        facts = ", ".join(_facts(attribute))
        shown = (f"{name.ljust(column)}  {facts}", Span(f"  {where}" if where else "", Style.FAINT))
        yield line(*shown, indent=indent, hang=indent + 4)
        yield from _tree(attribute.below, indent + 2)


def _facts(attribute: Attribute) -> Iterator[str]:
    yield _type(attribute)
    yield from (flag.replace("_", " ") for flag in _FLAGS if getattr(attribute, flag))
    if attribute.default is not None:
        yield f"default {value_text(attribute.default)}"
    for bound, limit in (("at least", attribute.min_items), ("at most", attribute.max_items)):
        if limit:
            yield f"{bound} {count(limit, 'item')}"
    for field in _LISTS:
        values = getattr(attribute, field)
        if values:
            yield f"{field.replace('_', ' ')} {' '.join(map(str, values))}"
    for state in ("deprecated", "removed"):
        message = getattr(attribute, state)
        if message is not None:
            yield f"{state}: {prose(message)}"
    if attribute.unknown:
        yield f"unknown: {', '.join(attribute.unknown)}"


def _type(attribute: Attribute) -> str:
    kind = f"{attribute.type or 'unknown type'}{' block' if attribute.block else ''}"
    elem = attribute.elem
    return f"{kind} of {_type(elem)}" if elem is not None and not elem.below and elem.type else kind
