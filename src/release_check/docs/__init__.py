"""What a provider's pages say: which attributes they list and how, and what they warn of."""

from release_check.docs.layout import has_templates, page_files, sidebars, stems_of
from release_check.docs.page import Admonition, Listed, Page, Word, page_of
from release_check.docs.pages import Pages
from release_check.docs.places import Contradiction, Places, word_of
from release_check.docs.settings import Deprecated, DocsSettings

__all__ = [
    "Admonition",
    "Contradiction",
    "Deprecated",
    "DocsSettings",
    "Listed",
    "Page",
    "Pages",
    "Places",
    "Word",
    "has_templates",
    "page_files",
    "page_of",
    "sidebars",
    "stems_of",
    "word_of",
]
