"""How a provider's source is read, and who is told."""

from __future__ import annotations

import collections
from collections.abc import Callable, Collection, Mapping

import msgspec

from release_check.git import Tree
from release_check.model import Coverage, Provider
from release_check.snapshot import provider_name, read_provider, served
from release_check.snapshot.code import CodeReader
from release_check.snapshot.read import Earlier, Read, read_after
from release_check.snapshot.terraform_json import read_printed

_NAMED = 3
Progress = Callable[[str], None]
"""Is told what is being done, for whoever waits."""


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """The settings with which source is read, the same for every ref."""

    environment: Mapping[str, str] = {}
    entrypoint: str | None = None
    printed: Mapping[str, tuple[str, bytes]] = {}
    """What Terraform printed of some refs, to be taken instead of their source: the file's name and its content."""
    instead: tuple[str, bytes] | None = None
    """The same, for every ref."""
    as_served: bool = False
    """Whether snapshots are shown as Terraform sees them: with something that it printed, they are compared so."""

    def provider(self, tree: Tree, only: Collection[tuple[str, str]] | None = None) -> Provider:
        """The provider's schemas at one ref, or those of `only` some entities.

        Raises:
            UsageProblem: what stands for the ref is not what Terraform prints.
            IncompleteError: there is none to be found.
        """
        printed = self.instead or self.printed.get(tree.ref)
        if printed is not None:
            file, content = printed
            found = read_printed(content, file, provider_name(tree), tree.ref).provider
            return msgspec.structs.replace(found, commit=tree.commit)
        provider = read_provider(tree, environment=self.environment, entrypoint=self.entrypoint, only=only)
        return served(provider)[0] if self.as_served else provider

    def after(self, tree: Tree, earlier: Earlier | None) -> Read:
        """The whole snapshot of one ref, with what is the same taken over from another.

        Raises:
            IncompleteError: there is none to be found.
        """
        return read_after(tree, earlier, environment=self.environment, entrypoint=self.entrypoint)

    def code(self, tree: Tree) -> CodeReader:
        """What reads the functions at one ref, when somebody asks."""
        for known, how, reader in _readers:
            if known is tree and how == self:
                return reader
        reader = CodeReader(tree, environment=self.environment, entrypoint=self.entrypoint)
        _readers.append((tree, self, reader))
        return reader


_readers: collections.deque[tuple[Tree, Reading, CodeReader]] = collections.deque(maxlen=2)
"""The last two: the candidate of one release is the base of the next."""


def unparsed(coverage: Coverage, ref: str) -> tuple[str, ...]:
    """A sentence for each file that is no Go: what it declares was not read, so nothing can be said to be whole."""
    return tuple(
        f"{place.file}:{place.line} at {ref} does not parse as Go, and what it declares was not read: mend it first."
        for place in coverage.unresolved
        if place.address == "file"
    )


def unread(provider: Provider, ref: str) -> tuple[str, ...]:
    """A sentence for each file that is no Go, or else one for the entities of which nothing could be read."""
    broken = unparsed(provider.coverage, ref)
    if broken:
        return broken
    lost = [
        f"{kind}/{name}" if name else kind
        for kind, name, entity in provider.entities()
        if "attrs" in entity.unknown and not entity.attrs
    ]
    if not lost:
        return ()
    first = ", ".join(lost[:_NAMED]) + (f" and {len(lost) - _NAMED} more" if len(lost) > _NAMED else "")
    place = next((one for one in provider.coverage.unresolved if one.address == lost[0]), None)
    stopped = f" ({place.construct} at {place.file}:{place.line})" if place is not None and place.file else ""
    sentence = (
        f"Nothing could be read of {first} at {ref}{stopped}, so what changed there is not known; "
        "write it so that the source settles it, or report the construct."
    )
    return (sentence,)


def silent(step: str) -> None:
    """Tell nobody."""
    del step
