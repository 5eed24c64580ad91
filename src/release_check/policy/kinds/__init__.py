"""The kinds of rule: how each finds the places where it fires. A rule of a known kind is one YAML file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from release_check.policy.case import Case
from release_check.policy.hits import Hit
from release_check.policy.kinds.change import change_hits
from release_check.policy.kinds.changelog import changelog_hits
from release_check.policy.kinds.claim import claim_hits
from release_check.policy.kinds.docs import docs_hits
from release_check.policy.kinds.entity_rename import entity_rename_hits
from release_check.policy.kinds.migration import migration_hits
from release_check.policy.kinds.rename import rename_hits
from release_check.policy.kinds.source import source_hits
from release_check.policy.kinds.state import state_hits
from release_check.policy.kinds.telling import filed_hits, unannounced_hits
from release_check.policy.rule import (
    ChangelogMatch,
    ChangeMatch,
    ClaimMatch,
    DocsMatch,
    EntityRenameMatch,
    FiledMatch,
    MigrationMatch,
    RenameMatch,
    Rule,
    SourceMatch,
    StateMatch,
    UnannouncedMatch,
)

KINDS: Mapping[type, Callable[[Rule, Any, Case], Iterator[Hit]]] = {
    ChangeMatch: change_hits,
    StateMatch: state_hits,
    MigrationMatch: migration_hits,
    SourceMatch: source_hits,
    RenameMatch: rename_hits,
    EntityRenameMatch: entity_rename_hits,
}
"""What finds the hits of a rule that looks at one place; rules on the release as a whole come after all of these."""

TELLING_KINDS: Mapping[type, Callable[[Rule, Any, Case, Sequence[Hit]], Iterator[Hit]]] = {
    UnannouncedMatch: unannounced_hits,
    FiledMatch: filed_hits,
    ClaimMatch: claim_hits,
    ChangelogMatch: changelog_hits,
    DocsMatch: docs_hits,
}
"""What finds the hits of a rule that holds what a release says of itself against the hits of those."""
