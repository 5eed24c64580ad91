"""What the rules add to the time of an audit; printed, and never a reason to fail."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PROVIDERS = os.environ.get("RELEASE_CHECK_PROVIDERS")
SCRIPT = Path(__file__).parent / "judging.py"


@pytest.mark.skipif(not PROVIDERS, reason="RELEASE_CHECK_PROVIDERS names no folder of repositories")
@pytest.mark.parametrize("name", ["hashicorp+terraform-provider-kubernetes", "integrations+terraform-provider-github"])
def test_the_share_of_the_rules(capsys, name):
    repository = Path(str(PROVIDERS)) / name / "repo"
    if not repository.exists():
        pytest.skip(f"there is no {repository}")
    command = [sys.executable, str(SCRIPT), str(repository)]
    passes = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    for which, parts in passes.items():
        findings = parts.pop("findings")
        total = sum(parts.values())
        rows = sorted(parts.items(), key=lambda row: -row[1])
        words = ", ".join(f"{part} {seconds:.1f} s ({seconds / total:.0%})" for part, seconds in rows)
        with capsys.disabled():
            sys.stdout.write(f"\n{name.rpartition('-')[2]}, {which}: {words}; {findings} findings\n")
        assert total > 0
