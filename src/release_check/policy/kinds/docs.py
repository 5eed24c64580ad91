"""Rules that hold the provider's pages against its schemas, where the release brings a difference about."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from release_check.docs import Deprecated, Listed, Page, Pages, Places, Word
from release_check.history import Rename, Stage, names
from release_check.model import Address, Attribute, Change, ChangeKind, Entity, Location, Provider, Source
from release_check.policy.case import Case
from release_check.policy.hits import Hit
from release_check.policy.rule import DocsMatch, DocsTest, Rule


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a page says otherwise than it should."""

    address: Address
    file: str
    line: int
    detail: str
    other: str = ""


def docs_hits(rule: Rule, match: DocsMatch, case: Case, hits: Sequence[Hit]) -> Iterator[Hit]:
    """Each address of which a page says something else, at the line of the page, with that of the schema."""
    del hits
    if case.evidence is None or case.before is None:
        return
    for found in _TESTS[match.test](case, case.evidence.pages):
        before, after = (_thing(side, found.address) for side in (case.before, case.after))
        thing = after if after is not None else before
        source = thing.source if thing is not None else None
        yield Hit(
            rule=rule,
            address=found.address,
            location=Location(case.ref, found.file, found.line),
            before=before,
            after=after,
            values={"detail": f"{found.detail}{_where(source, gone=after is None)}", "other": found.other},
        )


def _where(source: Source | None, *, gone: bool) -> str:
    if source is None:
        return ""
    return f"; the schema {'stood' if gone else 'stands'} at {source.file}:{source.line}"


def _thing(provider: Provider | None, address: Address) -> Attribute | Entity | None:
    if provider is None:
        return None
    if not address.path:
        return provider.entity(address.kind, address.type)
    return provider.attribute(address.kind, address.type, address.path)


def _listed(case: Case, pages: Pages, address: Address) -> tuple[Page, Entity, tuple[Listed, ...]] | None:
    """The page of an address with the listings that are of it for certain; None without a page."""
    page, entity = pages.page(address.kind, address.type), case.entity_after(address)
    if page is None or entity is None:
        return None
    return page, entity, Places(page, entity).listings_of(address.path)


def _changes(case: Case, *kinds: ChangeKind) -> Iterator[Change]:
    return (change for change in case.changes if change.kind in kinds and change.address.type)


def _begun(case: Case) -> Iterator[Rename]:
    """The renames that the release begins, or makes at once."""
    for rename in case.renames:
        begins = rename.stage is Stage.IN_PROGRESS and rename.new_is_added
        if not rename.replacement and (begins or rename.stage is Stage.AT_ONCE):
            yield rename


def _deprecation_missing(case: Case, pages: Pages) -> Iterator[Found]:
    """Where an attribute is listed, the mark must be there; what is not listed at all was left out on purpose."""
    successors = {rename.old: rename.new for rename in _begun(case)}
    for change in _changes(case, ChangeKind.ATTRIBUTE_DEPRECATED):
        found = _listed(case, pages, change.address)
        if found is None:
            continue
        page, _, listings = found
        if not listings:
            marked = pages.settings.deprecated is Deprecated.MARK
            if marked and page.listed and not page.named(change.address.name):
                yield Found(address=change.address, file=page.file, line=1, detail="its page does not list it")
            continue
        first = listings[0]
        if page.tells_end_of(change.address.name):
            continue
        if not any(one.is_marked_deprecated for one in listings):
            yield Found(address=change.address, file=page.file, line=first.line, detail="its listing has no mark")
        elif (new := successors.get(change.address)) and not any(_speaks_of(one.text, new.name) for one in listings):
            detail = f"its mark does not name {new.name}"
            yield Found(address=change.address, file=page.file, line=first.line, detail=detail)


def _speaks_of(text: str, name: str) -> bool:
    return names(text, name) or re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def _word_differs(case: Case, pages: Pages) -> Iterator[Found]:
    """Where attribute or page changed: what contradicted before stands since earlier."""
    touched = {address.entity for address, _, _ in case.differing}
    for kind, entity_type, entity in case.after.entities():
        here = Address(kind, entity_type)
        file = pages.file_of(kind, entity_type) if entity_type else None
        if file is None or not (case.standing or here in touched or _is_edited(case, pages, file)):
            continue
        page = pages.page(kind, entity_type)
        found = list(Places(page, entity).contradictions()) if page is not None else []
        before, earlier = case.entity_before(here), _page_before(case, kind, entity_type) if found else None
        stood = Places(earlier, before) if earlier is not None and before is not None else None
        ahead = _ahead(case, pages, page, here) if page is not None and found else frozenset()
        for one in found:
            if one.path in ahead and one.listed.word is Word.REQUIRED:
                continue
            if case.standing or stood is None or stood.contradiction_at(one.path) is None:
                detail = f"{file}:{one.listed.line} says {one.listed.word}, and it is {one.schema}"
                address = Address(kind, entity_type, one.path)
                yield Found(address=address, file=file, line=one.listed.line, detail=detail)


def _ahead(case: Case, pages: Pages, page: Page, entity: Address) -> frozenset[str]:
    """The new names of renames that begin, which the page may call Required already, where it left the old one out."""
    found = set()
    for rename in _begun(case):
        before = _thing(case.before, rename.old)
        was_required = isinstance(before, Attribute) and before.required
        if rename.new.entity == entity and was_required and _tells_of_new_alone(pages, page, rename):
            found.add(rename.new.path)
    return frozenset(found)


def _tells_of_new_alone(pages: Pages, page: Page, rename: Rename) -> bool:
    """Whether the old name is left out, as it may be: who reads the page sets the new one, and knows of no choice."""
    return pages.settings.deprecated is Deprecated.OMIT and not page.named(rename.old.name)


def _is_edited(case: Case, pages: Pages, file: str) -> bool:
    assert case.evidence is not None  # noqa: S101
    before = case.evidence.pages_before
    return before is None or before.blob(file) != pages.blob(file)


def _page_before(case: Case, kind: str, entity_type: str) -> Page | None:
    assert case.evidence is not None  # noqa: S101
    before = case.evidence.pages_before
    return before.page(kind, entity_type) if before is not None else None


def _new_name_missing(case: Case, pages: Pages) -> Iterator[Found]:
    for rename in _begun(case):
        page = pages.page(rename.new.kind, rename.new.type)
        if page is None or not page.listed or page.named(rename.new.name):
            continue
        old = page.named(rename.old.name)
        line = old[0].line if old else 1
        detail = f"its page lists {len(page.listed)} attributes, and not this one"
        yield Found(address=rename.new, file=page.file, line=line, detail=detail, other=rename.old.name)


def _either_or_missing(case: Case, pages: Pages) -> Iterator[Found]:
    for rename in _begun(case):
        before, after = (_thing(side, rename.old) for side in (case.before, case.after))
        if not (isinstance(before, Attribute) and before.required and isinstance(after, Attribute)):
            continue
        page = pages.page(rename.old.kind, rename.old.type)
        listed = [*page.named(rename.old.name), *page.named(rename.new.name)] if page is not None else []
        if page is None or not listed or after.required or _tells_of_new_alone(pages, page, rename):
            continue
        pair = rename.old.name, rename.new.name
        texts = [one.text for one in listed] + [row for _, row in page.prose] + [one.text for one in page.admonitions]
        if not any(
            _EITHER_OR.search(text) and all(name in text for name in pair) for text in _with_names(listed, texts)
        ):
            detail = f"nothing there says that one of {pair[0]} and {pair[1]} must be set"
            yield Found(address=rename.old, file=page.file, line=listed[0].line, detail=detail, other=rename.new.name)


_EITHER_OR = re.compile(
    r"\b(?:either|one of|exactly one|at least one|must be (?:set|specified|provided|configured|given)"
    r"|required (?:if|unless|when)|needs? to be)\b",
    re.IGNORECASE,
)


def _with_names(listed: Sequence[Listed], texts: Sequence[str]) -> Iterator[str]:
    """Each text; that of a listing with its own name, which the sentence need not repeat."""
    yield from texts
    for one in listed:
        yield f"{one.name} {one.text}"


def _warning_missing(case: Case, pages: Pages) -> Iterator[Found]:
    for change in _changes(case, ChangeKind.ENTITY_DEPRECATED):
        page = pages.page(change.address.kind, change.address.type)
        if page is not None and not page.warns:
            yield Found(address=change.address, file=page.file, line=1, detail="its page does not warn")


def _soft_removed_page(case: Case, pages: Pages) -> Iterator[Found]:
    for change in _changes(case, ChangeKind.ENTITY_SOFT_REMOVED):
        page = pages.page(change.address.kind, change.address.type)
        link = pages.sidebar_link(change.address.type)
        if link is not None:
            yield Found(
                address=change.address, file=link[0], line=link[1], detail="the sidebar still links to its page"
            )
        elif page is not None and not page.tells_removal:
            yield Found(
                address=change.address, file=page.file, line=1, detail="its page does not say that it is removed"
            )


def _deleted_page_left(case: Case, pages: Pages) -> Iterator[Found]:
    for change in _changes(case, ChangeKind.ENTITY_DELETED):
        file = pages.file_of(change.address.kind, change.address.type)
        page = pages.page(change.address.kind, change.address.type)
        # A page that says so is kept for those who come from the release before.
        if file is not None and page is not None and not page.tells_removal:
            yield Found(address=change.address, file=file, line=1, detail="its page is there still")


def _deleted_attribute_left(case: Case, pages: Pages) -> Iterator[Found]:
    """Where no attribute of that name remains in the entity, and the page listed it for certain at the base."""
    for change in _changes(case, ChangeKind.ATTRIBUTE_DELETED):
        address, before = change.address, case.entity_before(change.address)
        page, after = pages.page(address.kind, address.type), case.entity_after(address)
        if page is None or before is None or after is None:
            continue
        if any(path.rpartition(".")[2] == address.name for path, _ in after.walk()):
            continue
        left = [one for one in page.named(address.name) if not one.is_marked_deprecated]
        if left and (Places(page, before).listings_of(address.path) or len(left) == 1):
            yield Found(address=address, file=page.file, line=left[0].line, detail="its page lists it still")


_TESTS: Mapping[DocsTest, Callable[[Case, Pages], Iterator[Found]]] = {
    DocsTest.DEPRECATION_MISSING: _deprecation_missing,
    DocsTest.WORD_DIFFERS: _word_differs,
    DocsTest.NEW_NAME_MISSING: _new_name_missing,
    DocsTest.EITHER_OR_MISSING: _either_or_missing,
    DocsTest.WARNING_MISSING: _warning_missing,
    DocsTest.SOFT_REMOVED_PAGE: _soft_removed_page,
    DocsTest.DELETED_PAGE_LEFT: _deleted_page_left,
    DocsTest.DELETED_ATTRIBUTE_LEFT: _deleted_attribute_left,
}
