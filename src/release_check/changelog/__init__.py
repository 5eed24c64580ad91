"""What a release says of itself in its changelog, fragments and upgrade guides, and whether they name an address."""

from release_check.changelog.choosing import Step
from release_check.changelog.claims import Claim, claims_in
from release_check.changelog.drafts import Draft, Missing, Subject, drafts_of
from release_check.changelog.entries import Entry, Title, says_nothing
from release_check.changelog.fragment import BODY, Fragments, Problem
from release_check.changelog.heading import unreleased_version
from release_check.changelog.matching import Grade, Match, Matcher
from release_check.changelog.reading import Changelog, is_changelog, read_changelog
from release_check.changelog.requests import Brought, Request, exemption_of, new_entries
from release_check.changelog.sections import Section
from release_check.changelog.settings import Settings
from release_check.changelog.styles import Style, Tool, style_of
from release_check.changelog.titles import Filed, suggested_title
from release_check.changelog.words import Intent, intents_of

__all__ = [
    "BODY",
    "Brought",
    "Changelog",
    "Claim",
    "Draft",
    "Entry",
    "Filed",
    "Fragments",
    "Grade",
    "Intent",
    "Match",
    "Matcher",
    "Missing",
    "Problem",
    "Request",
    "Section",
    "Settings",
    "Step",
    "Style",
    "Subject",
    "Title",
    "Tool",
    "claims_in",
    "drafts_of",
    "exemption_of",
    "intents_of",
    "is_changelog",
    "new_entries",
    "read_changelog",
    "says_nothing",
    "style_of",
    "suggested_title",
    "unreleased_version",
]
