"""Snapshots kept on disk: one SQLite file that may be deleted at any time.

Entities are kept once each by their content, since most of them are the same from one release to the next; a snapshot
is a list of them. What cannot be written is not kept, and what cannot be read is read from source again.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib.resources
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from release_check.model import KINDS, Coverage, Entity, EntityKind, Provider
from release_check.snapshot.trail import Trail

FILE_NAME = "snapshots.sqlite3"
_APPLICATION = 0x72636B31
_LIMIT = 240_000_000
_KEPT_IN_MEMORY = 12_000
_TABLES = """
CREATE TABLE IF NOT EXISTS entity (id BLOB PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS snapshot (number INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, body BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS trail (number INTEGER PRIMARY KEY, setting BLOB NOT NULL, snapshot TEXT NOT NULL,
                                  body BLOB NOT NULL, UNIQUE (setting, snapshot));
CREATE TABLE IF NOT EXISTS result (number INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, body BLOB NOT NULL);
"""
_TRAILS = 16
"""Trails that are kept: each is for refs that come after the one it was laid at."""


class _Listed(msgspec.Struct, frozen=True, array_like=True):
    """A snapshot as it is kept: the ids of its entities in place of themselves."""

    provider: str
    commit: str
    coverage: Coverage
    configuration: bytes
    groups: dict[str, list[tuple[str, bytes]]]


class Store:
    """Keeps snapshots by commit and setting. Usable from several processes at once."""

    def __init__(
        self, folder: Path, *, limit: int = _LIMIT, tell: Callable[[str], None] = lambda _sentence: None
    ) -> None:
        """Open the store in a folder, which is made where it is not there.

        Args:
            folder: where the file is.
            limit: bytes that the file may grow to.
            tell: told, once each, what cannot be used and why; nothing else depends on it.
        """
        self.path = folder / FILE_NAME
        self._limit = limit
        self._tell = tell
        self._entities: dict[bytes, Entity] = {}
        self._ids: dict[int, tuple[Entity, bytes]] = {}
        self._encoder = msgspec.msgpack.Encoder()
        self._decode_entity = msgspec.msgpack.Decoder(Entity).decode
        self._decode_listed = msgspec.msgpack.Decoder(_Listed).decode
        self._decode_trail = msgspec.msgpack.Decoder(Trail).decode
        self._connection = self._opened()

    def get(self, commit: str, setting: str, ref: str) -> Provider | None:
        """The snapshot of a commit, under the name that its ref has now; None where it is not kept."""
        found = self._query("SELECT body FROM snapshot WHERE key = ?", (_key(commit, setting),))
        if not found:
            return None
        try:
            self._forget()
            listed = self._decode_listed(zlib.decompress(found[0][0]))
            ids = {listed.configuration, *(identity for group in listed.groups.values() for _name, identity in group)}
            self._fetch(ids)
            groups: dict[str, Any] = {
                KINDS[kind]: {name: self._entities[identity] for name, identity in group}
                for kind, group in listed.groups.items()
            }
            return Provider(
                provider=listed.provider,
                ref=ref,
                commit=listed.commit,
                coverage=listed.coverage,
                provider_config=self._entities[listed.configuration],
                **groups,
            )
        except (KeyError, ValueError, zlib.error, msgspec.MsgspecError):
            return None

    def has(self, commit: str, setting: str) -> bool:
        """Whether a snapshot is kept."""
        return bool(self._query("SELECT 1 FROM snapshot WHERE key = ?", (_key(commit, setting),)))

    def put(self, commit: str, setting: str, provider: Provider) -> None:
        """Keep a snapshot; what is no more than a part of one must not be given."""
        self._forget()
        bodies: dict[bytes, bytes] = {}
        groups: dict[str, list[tuple[str, bytes]]] = {}
        for kind, name, entity in provider.entities():
            groups.setdefault(kind, []).append((name, self._identify(entity, bodies)))
        configuration = groups.pop(EntityKind.PROVIDER)[0][1]
        listed = _Listed(provider.provider, provider.commit, provider.coverage, configuration, groups)
        body = zlib.compress(self._encoder.encode(listed), 6)
        with self._guarded():
            if self._connection is None:
                return
            with self._connection:
                self._connection.executemany("INSERT OR IGNORE INTO entity VALUES (?, ?)", bodies.items())
                self._connection.execute(
                    "INSERT OR REPLACE INTO snapshot (key, body) VALUES (?, ?)", (_key(commit, setting), body)
                )
            if self.size > self._limit:
                self._prune()

    def put_trail(self, commit: str, setting: str, trail: Trail) -> None:
        """Keep what a snapshot was read from; the oldest are dropped."""
        body = zlib.compress(self._encoder.encode(trail), 3)
        with self._guarded():
            if self._connection is None:
                return
            with self._connection:
                self._connection.execute(
                    "INSERT OR REPLACE INTO trail (setting, snapshot, body) VALUES (?, ?, ?)",
                    (_key("", setting), commit, body),
                )
                self._connection.execute(
                    "DELETE FROM trail WHERE number <= (SELECT max(number) FROM trail) - ?", (_TRAILS,)
                )

    def trailed(self, setting: str) -> list[str]:
        """The commits whose trails are kept, the last kept first."""
        rows = self._query("SELECT snapshot FROM trail WHERE setting = ? ORDER BY number DESC", (_key("", setting),))
        return [commit for (commit,) in rows]

    def trail(self, commit: str, setting: str) -> Trail | None:
        """What the snapshot of a commit was read from; None where it is not kept."""
        found = self._query("SELECT body FROM trail WHERE setting = ? AND snapshot = ?", (_key("", setting), commit))
        try:
            return self._decode_trail(zlib.decompress(found[0][0])) if found else None
        except (zlib.error, msgspec.MsgspecError):
            return None

    def put_result(self, key: bytes, body: bytes) -> None:
        """Keep what somebody worked out, under a key that stands for all that it rests on."""
        with self._guarded():
            if self._connection is not None:
                with self._connection:
                    self._connection.execute(
                        "INSERT OR REPLACE INTO result (key, body) VALUES (?, ?)", (key, zlib.compress(body, 6))
                    )

    def result(self, key: bytes) -> bytes | None:
        """What is kept under a key, or None."""
        found = self._query("SELECT body FROM result WHERE key = ?", (key,))
        try:
            return zlib.decompress(found[0][0]) if found else None
        except zlib.error:
            return None

    @property
    def size(self) -> int:
        """Bytes that the file holds."""
        with contextlib.suppress(OSError):
            return self.path.stat().st_size
        return 0

    @property
    def count(self) -> int:
        """Snapshots that are kept."""
        rows = self._query("SELECT count(*) FROM snapshot", ())
        return int(rows[0][0]) if rows else 0

    def close(self) -> None:
        """Let go of the file."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    # The file ---------------------------------------------------------------------------------------------------------

    def _opened(self) -> sqlite3.Connection | None:
        for attempt in range(2):
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                return self._connected()
            except (sqlite3.DatabaseError, OSError) as error:
                if attempt or isinstance(error, sqlite3.OperationalError | OSError) or not self._move_aside():
                    self._tell(f"Nothing is kept for the next run: {self.path} cannot be used ({error}).")
                    return None
        return None

    def _connected(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=60)
        try:
            application = connection.execute("PRAGMA application_id").fetchone()[0]
            empty = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
            if application != _APPLICATION and not (empty and application == 0):
                raise sqlite3.DatabaseError("it is another program's file")
            if empty:
                connection.execute(f"PRAGMA application_id = {_APPLICATION}")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.executescript(_TABLES)
        except BaseException:
            connection.close()
            raise
        return connection

    def _move_aside(self) -> bool:
        for number in range(1, 100):
            aside = self.path.with_name(f"{FILE_NAME}.unusable-{number}")
            if not aside.exists():
                break
        try:
            self.path.rename(aside)
        except OSError:
            return False
        self._tell(
            f"{self.path} was no store of this program, or damaged; it was moved to {aside.name} and begun anew."
        )
        return True

    @contextlib.contextmanager
    def _guarded(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            self._tell(f"Nothing more is kept for the next run: {self.path} cannot be used ({error}).")
            self.close()

    def _query(self, statement: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        with self._guarded():
            if self._connection is not None:
                return self._connection.execute(statement, values).fetchall()
        return []

    def _prune(self) -> None:
        """Drop the older half of the snapshots, and the entities that no other needs."""
        connection = self._connection
        if connection is None:
            return
        with connection:
            connection.execute("DELETE FROM result WHERE number <= (SELECT avg(number) FROM result)")
            connection.execute(
                "DELETE FROM snapshot WHERE number <= (SELECT avg(number) FROM snapshot)",
            )
            needed: set[bytes] = set()
            for (body,) in connection.execute("SELECT body FROM snapshot"):
                listed = self._decode_listed(zlib.decompress(body))
                needed.add(listed.configuration)
                needed.update(identity for group in listed.groups.values() for _name, identity in group)
            kept = [identity for (identity,) in connection.execute("SELECT id FROM entity")]
            unneeded = ((identity,) for identity in kept if identity not in needed)
            connection.executemany("DELETE FROM entity WHERE id = ?", unneeded)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("VACUUM")

    # Entities ---------------------------------------------------------------------------------------------------------

    def _identify(self, entity: Entity, bodies: dict[bytes, bytes]) -> bytes:
        known = self._ids.get(id(entity))
        if known is not None:
            return known[1]
        encoded = self._encoder.encode(entity)
        identity = hashlib.blake2b(encoded, digest_size=16).digest()
        bodies[identity] = zlib.compress(encoded, 6)
        self._remember(identity, entity)
        return identity

    def _remember(self, identity: bytes, entity: Entity) -> None:
        self._ids[id(entity)] = (entity, identity)
        self._entities[identity] = entity

    def _forget(self) -> None:
        if len(self._ids) >= _KEPT_IN_MEMORY:
            self._ids.clear()
            self._entities.clear()

    def _fetch(self, ids: Iterable[bytes]) -> None:
        missing = [identity for identity in ids if identity not in self._entities]
        for start in range(0, len(missing), 500):
            part = missing[start : start + 500]
            marks = ",".join("?" * len(part))
            for identity, body in self._query(f"SELECT id, body FROM entity WHERE id IN ({marks})", tuple(part)):  # noqa: S608
                self._remember(identity, self._decode_entity(zlib.decompress(body)))


def _key(commit: str, setting: str) -> bytes:
    return hashlib.blake2b(f"{fingerprint()}\0{commit}\0{setting}".encode(), digest_size=16).digest()


def setting_of(name: str, environment: Mapping[str, str], entrypoint: str | None) -> str:
    """What a snapshot depends on beside its commit, as one text."""
    return repr((name, sorted(environment.items()), entrypoint))


@functools.cache
def fingerprint(*, everything: bool = False) -> str:
    """What stands for the code that reads, or for all: what other code read, or judged, is not the same."""
    digest = hashlib.blake2b(digest_size=16)
    root = importlib.resources.files("release_check")
    rooms = ("golang", "model", "snapshot") if not everything else ("",)
    for room in rooms:
        for name, content in _files(root.joinpath(room) if room else root, room):
            digest.update(name.encode() + b"\0" + content + b"\0")
    return digest.hexdigest()


def _files(folder: Any, prefix: str) -> Iterator[tuple[str, bytes]]:
    for item in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if item.is_dir():
            if item.name != "__pycache__":
                yield from _files(item, f"{prefix}/{item.name}")
        else:
            yield f"{prefix}/{item.name}", item.read_bytes()
