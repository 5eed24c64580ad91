"""Where attributes stand in the repository."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from release_check.golang.values import Place, Struct
from release_check.model import Attribute, Source
from release_check.snapshot.models import is_model


def source_at(place: Place | Struct | None) -> Source | None:
    """The line of a place or of a struct's literal; None where there is none in the repository."""
    if place is None or not place.file or is_model(place.file):
        return None
    return Source(place.file, place.line)


def placed(attribute: Attribute) -> Attribute:
    """The attribute, with what is nested in it at its own line where it has none: what a model of a module made."""
    below = attribute.attrs
    if attribute.source is None or all(child.source is not None for child in below.values()):
        return attribute
    return msgspec.structs.replace(attribute, attrs=placed_at(below, attribute.source))


def placed_at(attrs: Mapping[str, Attribute], source: Source | None) -> dict[str, Attribute]:
    """Attributes, at a place where they have none: what was made without a line of its own, as by reflection."""
    return {
        name: child if child.source is not None else placed(msgspec.structs.replace(child, source=source))
        for name, child in attrs.items()
    }


def standing(source: Source | None, attrs: Mapping[str, Attribute]) -> Source | None:
    """Where an entity stands: at its source, unless that is a wrapper far from all of its attributes.

    A wrapper that many resources share tells nothing of this one; then its first attribute's line does.
    """
    places = [attribute.source for attribute in attrs.values()]
    own = [place for place in places if place is not None and not place.file.startswith("vendor/")]
    if source is None or not own or None in places or any(_folder(place) == _folder(source) for place in own):
        return source
    return min(own)


def _folder(source: Source) -> str:
    return source.file.rpartition("/")[0]
