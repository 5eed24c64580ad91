from __future__ import annotations

from release_check.model import fingerprint


def test_the_fingerprint_tells_rule_address_and_release_apart() -> None:
    same = fingerprint("attribute-deleted", "resource/a/b", "1.0.0")

    assert same == fingerprint("attribute-deleted", "resource/a/b", "1.0.0")
    assert len({
        same,
        fingerprint("attribute-added", "resource/a/b", "1.0.0"),
        fingerprint("attribute-deleted", "resource/a/c", "1.0.0"),
        fingerprint("attribute-deleted", "resource/a/b", "1.0.1"),
        fingerprint("attribute-deleted", "resource/a", "b1.0.0"),
    }) == 5  # fmt: skip


def test_the_fingerprint_is_the_one_that_users_have_written_down() -> None:
    assert fingerprint("attribute-deleted", "resource/a/b", "1.0.0") == "9068c2b7159ebedaf044"
