"""Our snapshot held against what Terraform printed of the same provider."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from release_check.check.reading import Progress, Reading, silent
from release_check.git import Repository
from release_check.model import KINDS, Attribute, Entity, EntityKind, Era, Location, Parameter, Provider, Source
from release_check.report.verification import Difference, Verification
from release_check.snapshot import provider_name, served
from release_check.snapshot.served import Folds
from release_check.snapshot.terraform_json import Printed, read_printed

DEFAULT_FUNCTION = "required attribute whose DefaultFunc yields a value, served as optional"
MEMBERS = "object type whose members our snapshots do not name"
MESSAGES = "deprecation message that Terraform does not print"
NOT_PRINTED = "entity of a kind that this Terraform does not print"
UNSERVED = "deprecation that SDK v1 does not serve"
MUXED = "block of a muxed configuration that is served without item limits"
UNKNOWN = "field that the source does not settle"

_FIELDS = ("block", "required", "optional", "computed", "sensitive", "write_only", "min_items", "max_items")


def verify(
    repository: Repository,
    content: bytes,
    file: str,
    *,
    ref: str | None = None,
    reading: Reading,
    progress: Progress = silent,
) -> Verification:
    """Hold the snapshot at a ref against what Terraform printed of the provider built from it.

    Args:
        repository: the provider's.
        content: the output of `terraform providers schema -json`.
        file: what it is called.
        ref: what was built; None for the working tree.
        reading: how source is read.
        progress: told what is being done.

    Raises:
        UsageProblem: the file is not that output, or there is no such ref.
        IncompleteError: no provider was found at the ref.
    """
    tree = repository.working_tree() if ref is None else repository.tree(ref)
    printed = read_printed(content, file, provider_name(tree))
    progress(f"reading {tree.ref}")
    ours = reading.provider(tree)
    shown, folds = served(ours)
    comparison = _Comparison(tree.ref, folds)
    comparison.providers(shown, printed)
    return Verification(
        provider=ours.provider,
        ref=tree.ref,
        commit=tree.commit,
        file=file,
        entities=comparison.entities,
        attributes=comparison.attributes,
        coverage=ours.coverage,
        folded=dict(sorted((what, count) for what, count in folds.items() if count)),
        differences=tuple(sorted(comparison.found, key=lambda found: (found.address, found.field))),
    )


class _Comparison:
    """Two views of one provider, walked side by side."""

    def __init__(self, ref: str, folds: Folds) -> None:
        self.ref = ref
        self.folds = folds
        self.found: list[Difference] = []
        self.entities = 0
        self.attributes = 0
        self.era = Era.SDK_V2
        self.muxed = False

    def providers(self, ours: Provider, printed: Printed) -> None:
        eras = {entity.era for _kind, name, entity in ours.entities() if name}
        self.muxed = Era.FRAMEWORK in eras and len(eras) > 1
        self._entity(EntityKind.PROVIDER, ours.provider_config, printed.provider.provider_config)
        for kind, key in KINDS.items():
            if kind == EntityKind.PROVIDER:
                continue
            mine: Mapping[str, Entity] = getattr(ours, key)
            theirs: Mapping[str, Entity] = getattr(printed.provider, key)
            if key not in printed.groups:
                self.folds[NOT_PRINTED] += len(mine)
                continue
            for name in sorted(mine.keys() | theirs.keys()):
                address = f"{kind}/{name}"
                if name not in theirs:
                    self._differs(address, "entity", "declared", "not printed", mine[name].source)
                elif name not in mine:
                    self._differs(address, "entity", "not found in the source", "printed", None)
                elif kind == EntityKind.FUNCTION:
                    self._function(address, mine[name], theirs[name])
                else:
                    self._entity(address, mine[name], theirs[name])

    def _entity(self, address: str, mine: Entity, theirs: Entity) -> None:
        self.entities += address != EntityKind.PROVIDER
        self.era = mine.era
        self._field(address, mine, "schema_version", mine.schema_version, theirs.schema_version)
        self._deprecation(address, mine, theirs)
        self._level(address + "/", mine.attrs, theirs.attrs, settled="attrs" not in mine.unknown, holder=mine.source)

    def _function(self, address: str, mine: Entity, theirs: Entity) -> None:
        self.entities += 1
        for field in ("parameters", "returns"):
            if field not in mine.unknown:
                one, other = _signature(getattr(mine, field)), _signature(getattr(theirs, field))
                if not _agree(one, other):
                    self._differs(address, field, one, other, mine.source)

    def _level(
        self,
        prefix: str,
        mine: Mapping[str, Attribute],
        theirs: Mapping[str, Attribute],
        *,
        settled: bool,
        holder: Source | None,
    ) -> None:
        for name in sorted(mine.keys() | theirs.keys()):
            address = prefix + name
            if name in mine and name in theirs:
                self._attribute(address, mine[name], theirs[name])
            elif not settled:
                self.folds[UNKNOWN] += 1
            elif name in mine:
                self._differs(address, "attribute", "declared", "not printed", mine[name].source)
            else:
                self._differs(address, "attribute", "not found in the source", "printed", holder)

    def _attribute(self, address: str, mine: Attribute, theirs: Attribute) -> None:
        self.attributes += 1
        one, other = _type(mine), _type(theirs)
        if one != other:
            self._field(address, mine, "type", one, other)
        if mine.required and theirs.optional and "default" in mine.funcs and not mine.block:
            self.folds[DEFAULT_FUNCTION] += 1
            fields = tuple(field for field in _FIELDS if field not in ("required", "optional"))
        elif (
            self.muxed and mine.block and address.startswith("provider/") and not (theirs.min_items or theirs.max_items)
        ):
            self.folds[MUXED] += mine.min_items > 0 or mine.max_items > 0
            fields = ("block", "sensitive", "write_only")
        else:
            fields = _FIELDS
        for field in fields:
            self._field(address, mine, field, getattr(mine, field), getattr(theirs, field))
        self._deprecation(address, mine, theirs)
        below, printed = _below(mine), _below(theirs)
        if printed and not below:
            self.folds[MEMBERS] += 1
            return
        settled = not {"attrs", "elem", "type"} & set(mine.unknown)
        self._level(f"{address}.", below, printed, settled=settled, holder=mine.source)

    def _deprecation(self, address: str, mine: Entity | Attribute, theirs: Entity | Attribute) -> None:
        if self.era is Era.SDK_V1 and mine.deprecated and not theirs.deprecated:
            self.folds[UNSERVED] += 1
            return
        if mine.deprecated and theirs.deprecated:
            self.folds[MESSAGES] += 1
        self._field(address, mine, "deprecated", bool(mine.deprecated), bool(theirs.deprecated))

    def _field(self, address: str, mine: Entity | Attribute, field: str, one: Any, other: Any) -> None:
        if one == other:
            return
        if field in mine.unknown:
            self.folds[UNKNOWN] += 1
        else:
            self._differs(address, field, one, other, mine.source)

    def _differs(self, address: str, field: str, one: Any, other: Any, source: Source | None) -> None:
        location = Location(self.ref, source.file, source.line) if source is not None else None
        self.found.append(
            Difference(address=address.removesuffix("/"), field=field, source=one, printed=other, location=location)
        )


def _below(attribute: Attribute) -> Mapping[str, Attribute]:
    return attribute.below


def _type(attribute: Attribute) -> str:
    """A type with its elements as text, such as `list of string`; what is nested by name is compared by name."""
    return " of ".join(_types(attribute)) or "unknown"


def _types(attribute: Attribute) -> Iterator[str]:
    yield attribute.type
    if attribute.elem is not None and not attribute.attrs:
        yield from _types(attribute.elem)


def _signature(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_signature(item) for item in value]
    if isinstance(value, Parameter):
        return {"name": value.name, "type": value.type, "variadic": value.variadic, "nullable": value.nullable}
    return value


def _agree(one: Any, other: Any) -> bool:
    """Whether two signatures are the same where ours is known: None stands for any type."""
    if one is None or one == other:
        return True
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_agree(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_agree, one, other))
    return False
