"""Lives of real attributes that went the whole way, each compared by hand with the source at each tag."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from release_check.check import Reading, life, version_graph
from release_check.git import Repository
from release_check.history import VersionGraph
from release_check.model import Address, Provider, Version
from release_check.report import Life

FOLDER = os.environ.get("RELEASE_CHECK_PROVIDERS", "")
GOOGLE = Path(FOLDER) / "hashicorp+terraform-provider-google" / "repo"
LAST = Version("3.50.0")
"""Where all of them are long gone; later releases take longer to be read."""

pytestmark = pytest.mark.skipif(not GOOGLE.is_dir(), reason="RELEASE_CHECK_PROVIDERS names no folder with that one")

LIVES = {
    "resource/google_bigtable_instance/cluster_id": (
        "v0.1.2 introduced", "v1.19.0 deprecated", "v1.19.0 replaced by cluster", "v2.0.0 soft-removed",
        "v3.0.0-beta.1 deleted", "v3.0.0 deleted v1.19.0 27 421",
    ),
    "resource/google_cloudfunctions_function/trigger_bucket": (
        "v1.5.0 introduced", "v1.19.0 deprecated", "v1.19.0 replaced by event_trigger", "v2.0.0 soft-removed",
        "v3.0.0-beta.1 deleted", "v3.0.0 deleted v1.19.0 27 421",
    ),
    "resource/google_cloudfunctions_function/retry_on_failure": (
        "v1.13.0 introduced", "v1.19.0 deprecated", "v1.19.0 replaced by event_trigger", "v2.0.0 soft-removed",
        "v2.5.0 deleted v1.19.0 8 191",
    ),
    "resource/google_compute_instance/network_interface.address": (
        "v0.1.0 introduced", "v1.19.0 deprecated", "v1.19.0 replaced by network_interface.network_ip",
        "v2.0.0 soft-removed", "v3.0.0-beta.1 deleted", "v3.0.0 deleted v1.19.0 27 421",
    ),
    "resource/google_compute_instance/create_timeout": (
        "v0.1.0 introduced", "v1.5.0 deprecated", "v2.0.0 soft-removed", "v2.5.0 deleted v1.5.0 25 454",
    ),
    "resource/google_container_cluster/master_ipv4_cidr_block": (
        "v1.9.0 introduced", "v1.19.0 deprecated", "v2.0.0 soft-removed", "v2.5.0 deleted v1.19.0 8 191",
    ),
    "resource/google_container_cluster/zone": (
        "v0.1.0 introduced", "v2.3.0 deprecated", "v2.3.0 renamed to location", "v3.0.0-beta.1 soft-removed",
        "v3.0.0 soft-removed", "v3.41.0 deleted v2.3.0 62 551",
    ),
    "resource/google_compute_subnetwork/enable_flow_logs": (
        "v1.12.0 introduced", "v2.19.0 deprecated", "v2.19.0 replaced by log_config", "v3.0.0-beta.1 soft-removed",
        "v3.0.0 soft-removed", "v3.41.0 deleted v2.19.0 43 327",
    ),
    "resource/google_compute_network/ipv4_range": (
        "v0.1.0 introduced", "v0.1.0 deprecated", "v1.0.0 soft-removed", "v1.3.0 soft removal withdrawn",
        "v1.3.0 deprecated", "v2.2.0 deprecation reworded", "v3.0.0-beta.1 soft-removed", "v3.0.0 soft-removed",
        "v3.41.0 deleted v0.1.0 96 1195",
    ),
    "resource/google_container_cluster/ip_allocation_policy.use_ip_aliases": (
        "v2.2.0 introduced", "v2.19.0 deprecated", "v3.0.0-beta.1 soft-removed", "v3.0.0 soft-removed",
        "v3.10.0 deleted v2.19.0 12 111",
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def follow() -> Iterator[object]:
    """Follows an address; each release is read once for all of them."""
    types = {(address.kind, address.type) for address in map(Address.parse, LIVES)}
    parts: dict[str, Provider] = {}
    with Repository.open(GOOGLE) as repository:
        graph = VersionGraph([one for one in version_graph(repository).releases if one.version <= LAST])

        def source(ref: str, only: object = None) -> Provider:
            del only
            if ref not in parts:
                parts[ref] = Reading().provider(repository.tree(ref), types)
            return parts[ref]

        yield lambda address: life(graph, source, Address.parse(address))


@pytest.mark.parametrize("address", LIVES)
def test_a_life_is_what_the_source_shows_at_each_tag(follow, address: str) -> None:
    found: Life = follow(address)
    told = []
    for event in found.events:
        words = [event.ref, event.event]
        if event.other is not None:
            words.append(Address.parse(event.other).path)
        if event.notice is not None and "-" not in event.version:
            words += [event.notice.since, str(event.notice.releases), str(event.notice.days)]
        told.append(" ".join(words))
    assert tuple(told) == LIVES[address]
    assert (found.state, found.incomplete) == ("deleted", ())
