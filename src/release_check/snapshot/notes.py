"""What could not be settled, collected while a provider is read."""

from __future__ import annotations

from release_check.golang.values import Unknown
from release_check.model import Unresolved


class Notes:
    """Unknown values by address and field, and the count of attributes that were read."""

    def __init__(self) -> None:
        self.unresolved: list[Unresolved] = []
        self.attributes = 0

    @property
    def unknown(self) -> int:
        """How many attributes and entities have something that is not settled."""
        return len({note.address for note in self.unresolved})

    def mark(self) -> tuple[int, int]:
        """Where the notes stand, to tell later what came since."""
        return len(self.unresolved), self.attributes

    def since(self, mark: tuple[int, int]) -> tuple[tuple[Unresolved, ...], int]:
        """What came since a mark: unresolved places, and how many attributes."""
        return tuple(self.unresolved[mark[0] :]), self.attributes - mark[1]

    def take(self, unresolved: tuple[Unresolved, ...], attributes: int) -> None:
        """Add what an earlier reading noted."""
        self.unresolved.extend(unresolved)
        self.attributes += attributes

    def add(self, address: str, field: str, value: Unknown) -> None:
        """Note one field that is not settled, with the construct that stopped us."""
        self.unresolved.append(Unresolved(address, field, value.file, value.line, value.construct))
