"""What an audit of all releases costs beside its floor, with one release more and with nothing new; printed, never a
reason to fail. Providers named in RELEASE_CHECK_LONG, as in `google,azurerm`, are measured too; each takes minutes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PROVIDERS = os.environ.get("RELEASE_CHECK_PROVIDERS")
NAMES = ["random", "tls", *filter(None, os.environ.get("RELEASE_CHECK_LONG", "").split(","))]
SCRIPT = Path(__file__).parent / "history.py"


@pytest.mark.skipif(not PROVIDERS, reason="RELEASE_CHECK_PROVIDERS names no folder of repositories")
@pytest.mark.parametrize("name", NAMES)
def test_audit_of_all_releases(capsys, name):
    found = [path / "repo" for path in Path(str(PROVIDERS)).glob(f"*+terraform-provider-{name}")]
    if not found:
        pytest.skip(f"there is no repository of {name}")
    done = subprocess.run([sys.executable, str(SCRIPT), str(found[0])], check=True, capture_output=True, text=True)
    times = json.loads(done.stdout)
    cold, more, warm, floor = (times[part]["processor"] for part in ("cold", "one more", "warm", "floor"))
    with capsys.disabled():
        sys.stdout.write(
            f"\n{name}: cold {cold:.1f} s, {cold / floor:.1f} times the floor of {floor:.1f} s; one release more "
            f"{more:.2f} s, 1/{cold / more:.0f}; warm {warm:.2f} s, 1/{cold / warm:.0f}; at most "
            f"{times['cold']['megabytes']} MB together, store {times['store']} MB\n"
        )
    assert times["store"] < 250
