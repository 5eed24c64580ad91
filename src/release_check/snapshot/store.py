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
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from release_check.model import KINDS, Coverage, Entity, EntityKind, Provider
from release_check.snapshot.kept_entities import ID_SIZE, SEPARATOR, Entities, Group, ids_of, names_of
from release_check.snapshot.trail import Trail

FILE_NAME = "snapshots.sqlite3"
_APPLICATION = 0x72636B31
_LIMIT = 240_000_000
_TABLES = (
    "CREATE TABLE IF NOT EXISTS entity (id BLOB PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS snapshot (number INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, body BLOB NOT NULL)",
    (
        "CREATE TABLE IF NOT EXISTS trail (number INTEGER PRIMARY KEY, setting BLOB NOT NULL, snapshot TEXT NOT NULL, "
        "body BLOB NOT NULL, UNIQUE (setting, snapshot))"
    ),
    "CREATE TABLE IF NOT EXISTS result (number INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, body BLOB NOT NULL)",
)
_ATTEMPTS = 200
_PAUSE = 0.01
"""Seconds between attempts at what another process stands in the way of."""
_AT_ONCE = 500
"""Entities that are asked for with one statement."""
_TRAILS = 16
"""Trails that are kept: each is for refs that come after the one it was laid at."""


class _Listed(msgspec.Struct, frozen=True, array_like=True):
    """A snapshot as it is kept: the ids of its entities in place of themselves."""

    provider: str
    commit: str
    coverage: Coverage
    configuration: bytes
    groups: dict[str, tuple[str, bytes]]
    """By kind: the names in one text, and the ids in their order."""


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
        self._entities = Entities(self._bodies)
        self._encoder = msgspec.msgpack.Encoder()
        self._decode_listed = msgspec.msgpack.Decoder(_Listed).decode
        self._decode_trail = msgspec.msgpack.Decoder(Trail).decode
        self._connection = self._opened()

    def get(self, commit: str, setting: str, ref: str) -> Provider | None:
        """The snapshot of a commit, under the name that its ref has now; None where it is not kept."""
        found = self._opened_snapshot(commit, setting, ref, None)
        if found is None:
            return None
        keys = [key for kind, key in KINDS.items() if kind != EntityKind.PROVIDER]
        groups = {key: group for key in keys if isinstance(group := getattr(found, key), Group)}
        self._entities.fetch(identity for group in groups.values() for identity in ids_of(group.ids))
        try:
            return msgspec.structs.replace(found, **{key: dict(group) for key, group in groups.items()})
        except LookupError:
            return None

    def glance(self, commit: str, setting: str, ref: str, again: Callable[[], Provider]) -> Provider | None:
        """The same, of which each entity is looked up when it is asked for.

        Args:
            commit: whose snapshot it is.
            setting: how it was read.
            ref: the name that its ref has now.
            again: reads the snapshot from source, where another process has dropped what was kept of it.
        """
        return self._opened_snapshot(commit, setting, ref, again)

    def _opened_snapshot(
        self, commit: str, setting: str, ref: str, again: Callable[[], Provider] | None
    ) -> Provider | None:
        found = self._query("SELECT body FROM snapshot WHERE key = ?", (_key(commit, setting),))
        if not found:
            return None
        try:
            listed = self._decode_listed(zlib.decompress(found[0][0]))
            configuration = self._entities.get(listed.configuration)
        except (zlib.error, msgspec.MsgspecError):
            return None
        if configuration is None:
            return None
        groups: dict[str, Any] = {
            KINDS[kind]: Group(KINDS[kind], names_of(names), ids, self._entities.get, again)
            for kind, (names, ids) in listed.groups.items()
        }
        return Provider(
            provider=listed.provider,
            ref=ref,
            commit=listed.commit,
            coverage=listed.coverage,
            provider_config=configuration,
            **groups,
        )

    def has(self, commit: str, setting: str) -> bool:
        """Whether a snapshot is kept."""
        return bool(self._query("SELECT 1 FROM snapshot WHERE key = ?", (_key(commit, setting),)))

    def put(self, commit: str, setting: str, provider: Provider) -> None:
        """Keep a snapshot; what is no more than a part of one must not be given."""
        self._entities.make_room()
        bodies: dict[bytes, bytes] = {}
        groups: dict[str, tuple[list[str], list[bytes]]] = {}
        for kind, name, entity in provider.entities():
            names, ids = groups.setdefault(kind, ([], []))
            names.append(name)
            ids.append(self._identify(entity, bodies))
        configuration = groups.pop(EntityKind.PROVIDER)[1][0]
        joined = {kind: (SEPARATOR.join(names), b"".join(ids)) for kind, (names, ids) in groups.items()}
        listed = _Listed(provider.provider, provider.commit, provider.coverage, configuration, joined)
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

    def has_result(self, key: bytes) -> bool:
        """Whether something is kept under a key."""
        return bool(self._query("SELECT 1 FROM result WHERE key = ?", (key,)))

    @property
    def results(self) -> int:
        """What is kept of what somebody worked out."""
        rows = self._query("SELECT count(*) FROM result", ())
        return int(rows[0][0]) if rows else 0

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
            if connection.execute("PRAGMA application_id").fetchone()[0] != _APPLICATION:
                _begin(connection)
            _log_ahead(connection)
            connection.execute("PRAGMA synchronous = NORMAL")
            for statement in _TABLES:
                connection.execute(statement)
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
                needed.update(identity for _names, ids in listed.groups.values() for identity in ids_of(ids))
            kept = [identity for (identity,) in connection.execute("SELECT id FROM entity")]
            unneeded = ((identity,) for identity in kept if identity not in needed)
            connection.executemany("DELETE FROM entity WHERE id = ?", unneeded)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("VACUUM")

    # Entities ---------------------------------------------------------------------------------------------------------

    def _identify(self, entity: Entity, bodies: dict[bytes, bytes]) -> bytes:
        known = self._entities.identity(entity)
        if known is not None:
            return known
        encoded = self._encoder.encode(entity)
        identity = hashlib.blake2b(encoded, digest_size=ID_SIZE).digest()
        bodies[identity] = zlib.compress(encoded, 6)
        self._entities.remember(identity, entity, len(encoded))
        return identity

    def _bodies(self, ids: Sequence[bytes]) -> Iterator[tuple[bytes, bytes]]:
        """The entities among some ids that are kept, as they are kept."""
        for start in range(0, len(ids), _AT_ONCE):
            part = tuple(ids[start : start + _AT_ONCE])
            marks = ",".join("?" * len(part))
            yield from self._query(f"SELECT id, body FROM entity WHERE id IN ({marks})", part)  # noqa: S608


def _begin(connection: sqlite3.Connection) -> None:
    """Make a new file ours.

    Raises:
        sqlite3.DatabaseError: it is another program's.
    """
    # several processes may begin it at once: none must see half of what another does
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        empty = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
        if application != _APPLICATION and not (empty and application == 0):
            raise sqlite3.DatabaseError("it is another program's file")
        connection.execute(f"PRAGMA application_id = {_APPLICATION}")


def _log_ahead(connection: sqlite3.Connection) -> None:
    """Let readers and a writer not wait for each other; sqlite itself does not wait for its turn to do that."""
    for _attempt in range(_ATTEMPTS):
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError:
            time.sleep(_PAUSE)
        else:
            return


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
