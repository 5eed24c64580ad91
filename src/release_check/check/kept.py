"""Verdicts that were reached before, and hold as long as nothing is different that they rest on."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

from release_check import policy
from release_check.check.reading import Reading
from release_check.check.telling import Telling
from release_check.history import Release, VersionGraph
from release_check.report import Report, VerdictWord
from release_check.snapshot.store import Store, fingerprint


class KeptReports:
    """The reports of releases, kept in a store.

    A verdict rests on the release, on those before it in version or time, on the rules and on how all is read; a tag
    that comes later changes nothing.
    """

    def __init__(
        self,
        store: Store,
        graph: VersionGraph,
        rules: policy.Rules,
        profile: policy.Profile,
        reading: Reading,
        telling: Telling,
    ) -> None:
        """Take the store, and all that verdicts rest on beside the release."""
        self._store = store
        self._releases: Sequence[Release] = sorted((*graph.releases, *graph.aside), key=lambda one: (one.date, one.ref))
        settings = ({rule.id: rule for rule in profile.held(rules)}, profile, reading, telling, str(graph.scheme))
        self._setting = hashlib.blake2b(digest_size=16)
        self._setting.update(fingerprint(everything=True).encode())
        self._setting.update(msgspec.json.encode(settings, enc_hook=repr, order="deterministic"))
        self._encode = msgspec.msgpack.Encoder().encode
        self._decode = msgspec.msgpack.Decoder(Report).decode

    def get(self, release: Release) -> Report | None:
        """The report of a release, if it is kept and would be the same."""
        body = self._store.result(self._key(release))
        try:
            return self._decode(body) if body is not None else None
        except msgspec.MsgspecError:
            return None

    def lacks(self, releases: Sequence[Release]) -> tuple[Release, ...]:
        """The releases whose reports are not kept, or would be others now."""
        return tuple(release for release in releases if not self._store.has_result(self._key(release)))

    def put(self, release: Release, report: Report) -> None:
        """Keep a report; one that is incomplete may be whole the next time."""
        if report.verdict is not VerdictWord.INCOMPLETE:
            self._store.put_result(self._key(release), self._encode(report))

    def _key(self, release: Release) -> bytes:
        digest = self._setting.copy()
        for one in self._releases:
            if one.date <= release.date or one.version < release.version:
                digest.update(f"{one.ref}\0{one.commit}\0{one.date}\n".encode())
        digest.update(f"{release.ref}\0{release.commit}".encode())
        return digest.digest()
