"""The doors that the README shows beside the command line: what stands there runs, or is what its reader takes."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from release_check.cli.commands import group

ROOT = Path(__file__).parent.parent
SIZE = '"size": {Type: schema.TypeInt, Optional: true},'
SCHEMAS = {"on:\n  pull_request": "vendor.github-workflows", "image: python": "vendor.gitlab-ci"}


def blocks(language):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def block_with(language, words):
    (found,) = [block for block in blocks(language) if words in block]
    return found


@pytest.fixture
def provider(tmp_path, make_repository, provider_files):
    """A provider with releases, `main` and `topic`, that may become 2.0.0."""
    trees = {"v1.3.0": SIZE, "v1.4.0": SIZE, "head": SIZE, "topic": SIZE.replace("size", "colour") + SIZE}
    folder = make_repository(tmp_path, {name: provider_files(code) for name, code in trees.items()})
    for arguments in (("update-ref", "refs/heads/main", "head"), ("tag", "-d", "head")):
        subprocess.run(["git", "-C", folder, *arguments], check=True, capture_output=True)
    return folder


@pytest.mark.parametrize(("words", "schema"), SCHEMAS.items())
def test_snippets_of_ci_are_what_their_systems_take(tmp_path, words, schema):
    file = tmp_path / "snippet.yml"
    file.write_text(block_with("yaml", words))
    command = [Path(sys.executable).parent / "check-jsonschema", "--builtin-schema", schema, file]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_snippet_for_python_runs(provider, capsys):
    exec(block_with("python", "from release_check import api").replace("path/to/provider", str(provider)), {})  # noqa: S102
    printed = capsys.readouterr().out
    assert printed.startswith("pass minor [")
    assert "## release-check: pass" in printed


def test_the_snippet_for_a_shell_runs(provider, tmp_path):
    clone, programs = tmp_path / "clone", tmp_path / "bin"
    subprocess.run(["git", "clone", "-q", "--depth=1", f"file://{provider}", clone], check=True)
    programs.mkdir()
    (programs / "release-check").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m release_check "$@"\n')
    (programs / "release-check").chmod(0o755)
    environment = {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    command = ["sh", "-c", block_with("sh", "git fetch --quiet --tags --unshallow")]
    done = subprocess.run(command, cwd=clone, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1] == "may be merged", done.stdout + done.stderr
    assert {"release-check.json", "release-check.md"} <= {file.name for file in clone.iterdir()}


def test_hooks_run_commands_that_there_are():
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    shown = block_with("yaml", "hooks: [{id: release-check}]")
    assert [hook["id"] for hook in hooks] == ["release-check", "release-check-changelog"]
    for hook in hooks:
        program, command = shlex.split(hook["entry"])
        assert (program, command in group.commands, hook["language"]) == ("release-check", True, "python")
        assert hook["pass_filenames"] is False
        assert re.search(hook["files"], "internal/resource_widget.go")
        assert re.search(hook["files"], "CHANGELOG.md")
        assert hook["id"] in shown
