"""A rule, as its YAML file holds it."""

from __future__ import annotations

import enum
from collections.abc import Mapping

import msgspec

from release_check.changelog import Filed, Intent
from release_check.history import Stage
from release_check.model import Bump, ChangeKind, EntityKind, GuideSection, Level
from release_check.policy.conditions import AttributeCondition, EntityCondition, HistoryCondition


class Scope(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What every condition of a rule may ask: of the release, the entity, and the life of the address."""

    entities: tuple[EntityKind, ...] = ()
    """Kinds of entity; none named means all."""
    bumps: tuple[Bump, ...] = ()
    """What the release claims to be; none named means anything, also nothing."""
    entity_before: EntityCondition | None = None
    """The entity at the base."""
    entity_after: EntityCondition | None = None
    """The entity at the candidate."""
    before: AttributeCondition | None = None
    """The attribute at the base."""
    after: AttributeCondition | None = None
    """The attribute at the candidate."""
    history: HistoryCondition | None = None
    """The life of the address up to the base."""


class Exemption(Scope, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Where a rule stays silent all the same, and why."""

    reason: str
    renaming: bool | None = None
    """Whether the address, or one of those that the change binds together, is part of a rename in progress."""
    suppressed_nothing: bool = False
    """Only where the DiffSuppressFunc at the base suppressed nothing."""


class ChangeMatch(Scope, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="change", omit_defaults=True):
    """Fires at each change of some kinds that the conditions hold of."""

    changes: tuple[ChangeKind, ...] = ()
    """Kinds of change."""
    gather: bool = False
    """One finding for the release that lists them all, rather than one for each."""


class StateOf(enum.StrEnum):
    """What a state is a state of."""

    ATTRIBUTE = "attribute"
    ENTITY = "entity"


class StateMatch(Scope, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="state", omit_defaults=True):
    """Fires at each attribute or entity of the candidate that is in a state which the release brings about.

    The state is `after`, or for entities `entity_after`, holding at the candidate and not at the base. With `before` or
    `entity_before` it fires where both hold.
    """

    of: StateOf = StateOf.ATTRIBUTE
    """Attribute or entity."""
    in_code: bool = False
    """Only where functions of the entity still get or set the attribute."""


class Replacements(enum.StrEnum):
    """Whether a rule looks at what was replaced rather than renamed too: by what was there, a block, another type."""

    NONE = "none"
    NEW = "new"
    """Where the replacement comes with the release."""
    ALL = "all"


class RenameTest(enum.StrEnum):
    """What can be asked of the two names of a rename."""

    CONFLICTS_MISSING = "conflicts-missing"
    """Both can be set, and nothing keeps an operator from setting both."""
    REQUIRED_KEPT = "required-kept"
    """The old one was required, and one of the two is while both stand."""
    MESSAGE_OMITS_NEW_NAME = "message-omits-new-name"
    """The deprecation message of the old one does not name the new."""
    TYPES_DIFFER = "types-differ"
    """They differ in element, Sensitive or ForceNew."""
    OLD_WAS_REQUIRED = "old-was-required"
    """The old one was required in some release."""


class CodeTest(enum.StrEnum):
    """What can be asked of the functions that handle a rename; what cannot be followed is passed over."""

    IGNORES_ONE = "ignores-one"
    """Create, Read or Update, or Read alone where both are computed, handles only one of the two names."""
    NEITHER_UNCHECKED = "neither-unchecked"
    """Create or Update, or Read of a data source, makes no error where neither is set."""


class RenameMatch(Scope, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="rename", omit_defaults=True):
    """Fires at each rename, at its old name; `before` and `after` ask of the old one."""

    stages: tuple[Stage, ...] = ()
    """How far it has come."""
    replacements: Replacements = Replacements.NONE
    new: AttributeCondition | None = None
    """The new attribute at the candidate."""
    test: RenameTest | None = None
    code: CodeTest | None = None
    """What the functions of the entity leave out."""


class MigrationTest(enum.StrEnum):
    """What can be asked of how a resource's state comes forward."""

    VERSION_DECREASED = "version-decreased"
    """Its schema version is lower than at the base."""
    VERSION_SKIPPED = "version-skipped"
    """Its schema version rose by more than one, over one that was released and is not carried on."""
    VERSION_WITHOUT_CAUSE = "version-without-cause"
    """Its schema version rose, and nothing else changed that has to do with it."""
    UPGRADER_MISSING = "upgrader-missing"
    """Its schema version rose, and state of the version before is not taken forward."""
    UPGRADER_DROPPED = "upgrader-dropped"
    """State of some version was taken forward, and no longer is."""
    UPGRADERS_OUT_OF_ORDER = "upgraders-out-of-order"
    """The SDK's upgraders do not lead from one version to the next up to the current one."""
    UPGRADER_INCOMPLETE = "upgrader-incomplete"
    """An upgrader lacks its type, its function or its version, or has its type from elsewhere than a saved schema."""
    UPGRADER_NOT_TOTAL = "upgrader-not-total"
    """An upgrade function takes a value for one of some type without looking."""
    UPGRADE_UNTESTED = "upgrade-untested"
    """No test names an upgrade function."""
    FROZEN_DIFFERS = "frozen-differs"
    """A saved schema is not the one that was released."""
    FROZEN_NOT_PLAIN = "frozen-not-plain"
    """A saved resource carries more than its schema."""
    TYPE_UNREADABLE = "type-unreadable"
    """The type of an attribute changed, stored state cannot be read as the new one, and its schema version is the
    same."""
    MIGRATE_STATE_GAP = "migrate-state-gap"
    """A MigrateState lacks a case, or one that leads on, or an error by default."""
    MECHANISM_TOO_OLD = "mechanism-too-old"
    """A MigrateState comes in with an SDK that has StateUpgraders."""
    MECHANISM_TOO_NEW = "mechanism-too-new"
    """StateUpgraders come in with an SDK that has MigrateState alone."""


class MigrationMatch(
    Scope, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="migration", omit_defaults=True, kw_only=True
):
    """Fires at each resource, or attribute of one, where the test finds something that the release brings about."""

    test: MigrationTest


class SourceTest(enum.StrEnum):
    """What can be asked of the provider's functions, wherever they stand."""

    RETRY_DROPPED = "retry-dropped"
    """An error that a function had an operation tried again on ends it now."""


class SourceMatch(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="source", omit_defaults=True
):
    """Fires at each entity that stands in a file where the test finds something, or else at the release."""

    test: SourceTest


class EntityRenameTest(enum.StrEnum):
    """What can be asked of the two names of a renamed type."""

    MESSAGE_OMITS_NEW_NAME = "message-omits-new-name"
    """The deprecation message of the old one does not name the new."""
    SCHEMAS_DIFFER = "schemas-differ"
    """The new one lacks attributes of the old one."""


class EntityRenameMatch(
    Scope, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="entity-rename", omit_defaults=True
):
    """Fires at each renamed resource, data source or other type, at its old name, in the release that renames it."""

    stages: tuple[Stage, ...] = ()
    """How far it has come: `at-once`, or `in-progress` where the release begins it."""
    test: EntityRenameTest | None = None


class ReleaseTest(enum.StrEnum):
    """What can be asked of a release as a whole."""

    BUMP_TOO_SMALL = "bump-too-small"
    """It claims less than its changes need."""
    BUMP_TOO_LARGE = "bump-too-large"
    """It claims to be a MAJOR and changes nothing that needs one."""
    VERSION_NOT_NEXT = "version-not-next"
    """Its version is not one that follows its base."""


class ReleaseMatch(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="release", omit_defaults=True
):
    """Fires once, at the release as a whole."""

    test: ReleaseTest


class UnannouncedMatch(
    Scope, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="unannounced", omit_defaults=True
):
    """Fires at each change that nothing of what the release says of itself names.

    Where it is named in part, as by its type alone, the finding says so and an error weighs one level less.
    """

    changes: tuple[ChangeKind, ...] = ()
    """Kinds of change."""
    needs: Bump | None = None
    """Instead of kinds of change: every change that some rule says needs this bump."""
    apart_from: tuple[ChangeKind, ...] = ()
    """Kinds of change that are left to other rules."""
    renames: bool = False
    """Instead of kinds of change: every rename that the release begins or makes at once, by its new name."""
    intents: tuple[Intent, ...] = ()
    """What must be said of it, one of these; none named means anything."""


class FiledMatch(Scope, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="filed", omit_defaults=True):
    """Fires at each change that the changelog names only under some titles."""

    changes: tuple[ChangeKind, ...] = ()
    """Kinds of change."""
    under: tuple[Filed, ...] = ()
    """Titles that say something else."""
    intents: tuple[Intent, ...] = ()
    """What is said of it, one of these."""


class ClaimMatch(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="claim", omit_defaults=True
):
    """Fires at each address of which the changelog says what the schemas do not show."""

    intents: tuple[Intent, ...] = ()
    """What is said."""


class ChangelogTest(enum.StrEnum):
    """What can be asked of a changelog as a whole."""

    SECTION_MISSING = "section-missing"
    """The version is told nowhere."""
    BREAKING_SECTION = "breaking-section"
    """It files something under breaking changes."""
    FROZEN = "frozen"
    """It was given up several releases ago."""
    UNKNOWN_TITLE = "unknown-title"
    """It files something under a title that is none of the usual ones, or of those that the provider says it uses."""
    WRONG_ORDER = "wrong-order"
    """Its titles stand in another order than the provider says, in its settings or those of its tool."""
    ENTRY_MISSING = "entry-missing"
    """A pull request changes the schemas, adds no entry, and is not exempt."""
    UNREADABLE = "unreadable"
    """A fragment is not what its own tool reads, or a file could not be read whole."""
    DECLARES_LESS = "declares-less"
    """The kinds of its fragments ask for a smaller bump than the changes need."""


class ChangelogMatch(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="changelog", omit_defaults=True
):
    """Fires at the release, where the test finds something in what it says of itself."""

    test: ChangelogTest
    bumps: tuple[Bump, ...] = ()
    """What the release claims to be; none named means anything, also nothing."""


class DocsTest(enum.StrEnum):
    """What can be asked of the pages; what is ambiguous, or has no page of its own, is passed over."""

    DEPRECATION_MISSING = "deprecation-missing"
    """An attribute that the release deprecates is listed without a mark, or in a rename without its new name."""
    WORD_DIFFERS = "word-differs"
    """A page says Required of what is Optional, or the reverse, which the release brings about."""
    NEW_NAME_MISSING = "new-name-missing"
    """The new name of a rename that begins is not listed."""
    EITHER_OR_MISSING = "either-or-missing"
    """The old name of a rename that begins was required, and the page does not say that one of the two must be set."""
    WARNING_MISSING = "warning-missing"
    """The page of an entity that the release deprecates does not warn."""
    SOFT_REMOVED_PAGE = "soft-removed-page"
    """The page of an entity that the release soft-removes does not say so, or the sidebar links to it."""
    DELETED_PAGE_LEFT = "deleted-page-left"
    """The page of an entity that the release deletes is there still."""
    DELETED_ATTRIBUTE_LEFT = "deleted-attribute-left"
    """An attribute that the release deletes is listed still."""


class DocsMatch(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="docs", omit_defaults=True
):
    """Fires at each address of which the provider's pages say something else than the schemas."""

    test: DocsTest


Match = (
    ChangeMatch
    | StateMatch
    | MigrationMatch
    | SourceMatch
    | RenameMatch
    | EntityRenameMatch
    | ReleaseMatch
    | UnannouncedMatch
    | FiledMatch
    | ClaimMatch
    | ChangelogMatch
    | DocsMatch
)


class SinceWhen(enum.StrEnum):
    """Which stretch of an address's life a finding dates."""

    ANNOUNCED = "announced"
    """Since when it was deprecated or soft-removed."""
    SOFT_REMOVED = "soft-removed"
    """Since when it was soft-removed."""


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A small provider at several tags, and every finding on the last of them, whatever rule it comes from.

    What stands at a tag is either the Go entries of the attribute map of `resource/example_widget`, or a mapping from
    `resource/TYPE`, `data-source/TYPE` or `provider` to the Go fields inside its braces.
    """

    title: str
    sdk: str = "v2"
    """Which SDK the provider is written with: `core` (Terraform's own before 0.12) and `v1` (era A), `v2` (era B),
    `framework` (era C)."""
    releases: Mapping[str, str | Mapping[str, str]]
    go: str = ""
    """Go declarations that stand beside the entities, the same at every tag."""
    files: Mapping[str, Mapping[str, str]] = {}
    """More files at a tag, by path: changelog, fragments, pages. Without any, what the release says of itself is not
    looked at."""
    request: Mapping[str, str] | None = None
    """The pull request that the last tag stands for: its `title`, `label` and `body`; none means none is judged."""
    finds: tuple[str, ...] = ()
    """Each finding as `RULE ADDRESS`."""


class Rule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One rule: what it fires at, why, and what to do then."""

    id: str
    title: str
    family: str
    level: Level
    guide: GuideSection
    why: str
    message: str
    remedy: str
    match: Match
    unless: tuple[Exemption, ...] = ()
    least_bump: Bump | None = None
    """What it fires at needs this bump; it fires only where the release claims less."""
    absorbs: tuple[str, ...] = ()
    """Rules whose findings at the same address, or below it, are consequences of the same cause."""
    since: SinceWhen | None = None
    examples: tuple[Example, ...] = ()
