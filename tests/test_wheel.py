"""The wheel alone, away from the checkout: the policies are inside, and nothing is read from elsewhere."""

import json
import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """A fresh environment with the wheel in it, that sees our dependencies and not our editable install."""
    folder = tmp_path_factory.mktemp("venv")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*pip, str(wheel)], check=True, capture_output=True)
    (site,) = folder.glob("lib/python*/site-packages")
    # A path file inside another path file's folder is not read, so what is installed there as editable stays unseen.
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder / "bin"


@pytest.fixture
def run(installed, tmp_path):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}

    def call(*arguments, program="release-check"):
        command = [str(installed / program), *arguments]
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)

    return call


def test_every_policy_and_every_scenario_is_in_the_wheel(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    policies = {f"release_check/{path.relative_to(ROOT)}" for path in (ROOT / "policies").rglob("*.yaml")}
    package = ROOT / "src" / "release_check"
    scenarios = {
        str(path.relative_to(package.parent)) for path in (package / "demo").rglob("*") if path.suffix != ".pyc"
    }
    page = package / "report" / "html" / "templates"
    scenarios |= {str(path.relative_to(package.parent)) for path in page.iterdir()}
    files = {name for name in scenarios if (package.parent / name).is_file()}
    assert policies
    assert not (policies | files) - names


def test_the_installed_package_is_the_one_that_runs(run, installed):
    found = run("-c", "import release_check; print(release_check.__file__)", program="python")
    assert found.stdout.startswith(str(installed.parent))


def test_rules_are_listed(run):
    done = run("rules")
    assert (done.returncode, done.stderr) == (0, "")
    assert "attribute-deleted-outside-major" in done.stdout


def test_the_demo_is_as_told(run):
    done = run("demo")
    assert (done.returncode, done.stderr) == (0, "")
    assert "every verdict as told" in done.stdout


def test_a_release_is_judged(run, tmp_path):
    assert run("demo", "attribute-removal", "--keep", str(tmp_path / "kept")).returncode == 0
    repository = str(tmp_path / "kept" / "attribute-removal-wrong")
    done = run("check", "--repo", repository, "--ref", "v1.1.0", "--format", "json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["verdict"] == "fail"
