"""What one tag costs from nothing, as a multiple of parsing its Go once; printed, and never a reason to fail."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PROVIDERS = os.environ.get("RELEASE_CHECK_PROVIDERS")
SCRIPT = Path(__file__).parent / "reading.py"


@pytest.mark.skipif(not PROVIDERS, reason="RELEASE_CHECK_PROVIDERS names no folder of repositories")
@pytest.mark.parametrize(
    ("name", "tag"),
    [("hashicorp+terraform-provider-google", "v6.0.0"), ("hashicorp+terraform-provider-azurerm", "v5.2.0")],
)
def test_one_tag_from_nothing(capsys, name, tag):
    repository = Path(str(PROVIDERS)) / name / "repo"
    if not repository.exists():
        pytest.skip(f"there is no {repository}")
    command = [sys.executable, str(SCRIPT), str(repository), tag]
    parts = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    read, parsed = parts["read"], parts["parse"]
    with capsys.disabled():
        sys.stdout.write(
            f"\n{name.rpartition('-')[2]} {tag}: {read['entities']:,} entities, {read['attributes']:,} attributes; "
            f"{read['seconds']:.1f} s for reading, {parsed['seconds']:.1f} s for parsing {parsed['megabytes']:.1f} MB "
            f"once: {read['seconds'] / parsed['seconds']:.2f} times; peak {read['megabytes']:.0f} MB\n"
        )
    assert read["attributes"] > 0
