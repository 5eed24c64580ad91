"""All pages at one ref, read one by one as they are asked for."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence

from release_check.docs.layout import page_files, sidebars, stems_of
from release_check.docs.page import Page, page_of
from release_check.docs.settings import DocsSettings

_LARGEST = 2 * 1024 * 1024
_BY_ITSELF = DocsSettings()
_KEPT = 400
_known: dict[tuple[str, str], Page] = {}
"""The last pages that were read, by place and content: most are the same from one release to the next."""


class Pages:
    """The pages of a provider."""

    def __init__(
        self,
        files: Mapping[str, str],
        read: Callable[[Sequence[str]], Mapping[str, bytes]],
        provider: str,
        settings: DocsSettings = _BY_ITSELF,
    ) -> None:
        """Take where pages may stand.

        Args:
            files: path to blob.
            read: reads several files.
            provider: the provider's name, which its types begin with.
            settings: what the provider says of how it documents.
        """
        self.settings = settings
        self._files = files
        self._read = read
        self._provider = provider
        self._pages: dict[str, Page] = {}

    def file_of(self, kind: str, entity_type: str) -> str | None:
        """Where the page of an entity stands, or None where there is none of its own."""
        stems = stems_of(entity_type, self._provider)
        return next((file for stem in stems if (file := self._by_stem.get((kind, stem))) is not None), None)

    def page(self, kind: str, entity_type: str) -> Page | None:
        """The page of an entity, or None."""
        file = self.file_of(kind, entity_type)
        if file is None:
            return None
        if file not in self._pages:
            self._pages[file] = self._page(file)
        return self._pages[file]

    def _page(self, file: str) -> Page:
        key = (file, self._files[file])
        page = _known.pop(key, None)
        if page is None:
            text = self._read((file,))[file][:_LARGEST].decode("utf-8-sig", "replace")
            page = page_of(file, text.splitlines())
        _known[key] = page
        while len(_known) > _KEPT:
            del _known[next(iter(_known))]
        return page

    def blob(self, file: str) -> str | None:
        """What identifies the content of a file."""
        return self._files.get(file)

    def sidebar_link(self, entity_type: str) -> tuple[str, int] | None:
        """File and line of the sidebar that still links to an entity, or None."""
        name = f">{entity_type}<"
        for file in sidebars(self._files):
            rows = self._read((file,))[file][:_LARGEST].decode("utf-8", "replace").splitlines()
            for number, row in enumerate(rows, 1):
                if name in row.replace(" ", ""):
                    return file, number
        return None

    @functools.cached_property
    def _by_stem(self) -> Mapping[tuple[str, str], str]:
        return page_files(self._files)
