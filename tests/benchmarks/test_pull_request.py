"""What a pull request costs with main's snapshots kept, beside `git diff` of its trees; printed, and gates nothing.

Where `RELEASE_CHECK_PROVIDERS` names a folder with bare clones of real providers, they are measured too.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

REAL = {"hashicorp+terraform-provider-azurerm": "e40a9b9256", "integrations+terraform-provider-github": "f9b067867"}


def measured(repository, commit):
    script = Path(__file__).parent / "pull_request.py"
    done = subprocess.run([sys.executable, script, repository, commit], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def show(capsys, name, found):
    with capsys.disabled():
        print(  # noqa: T201
            f"\n{name}: {found['seconds']:.2f} s, again {found['again']:.2f} s, git diff {found['git']:.3f} s "
            f"(ratio {found['seconds'] / max(found['git'], 0.001):.0f})"
        )


def test_a_request_on_a_small_provider(tmp_path, make_repository, provider_files, capsys):
    size = '"size": {Type: schema.TypeInt, Optional: true},'
    trees = {"v1.0.0": provider_files(size), "base": provider_files(size), "topic": provider_files()}
    folder = make_repository(tmp_path, trees)
    found = measured(folder, "topic")
    assert found["again"] > 0
    show(capsys, "small", found)


@pytest.mark.parametrize("name", REAL)
def test_a_request_on_a_real_provider(name, capsys):
    repository = Path(os.environ.get("RELEASE_CHECK_PROVIDERS", "/nowhere")) / name / "repo"
    if not repository.is_dir():
        pytest.skip("no real providers here")
    show(capsys, name, measured(repository, REAL[name]))
