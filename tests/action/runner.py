"""A small stand-in for GitHub's runner: it runs the steps of `action.yml` as they stand there, one shell each."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import yaml

ACTION = Path(__file__).parents[2] / "action.yml"
_EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}", re.DOTALL)
_TOKEN = re.compile(r"'[^']*'|&&|\|\||[!=]=|[()]|null\b|[A-Za-z_][\w.-]*|\s+")


class Ran(NamedTuple):
    """What came of a job."""

    code: int
    log: str
    """Standard output of all steps, as the runner reads commands from it."""
    summary: str
    outputs: dict[str, str]
    uses: list[tuple[str, dict[str, str]]]
    """The other actions that were used, with what they were given."""


class Runner:
    """One repository on GitHub, as far as the action sees it."""

    def __init__(self, temp: Path) -> None:
        self.temp = temp
        self.bin = temp / "bin"
        self.bin.mkdir(parents=True)
        self.github = temp / "github.json"
        self.github.write_text(json.dumps({"comments": [], "labels": [], "calls": [], "readonly": False}))
        _executable(self.bin / "python", _PYTHON.replace("REAL", sys.executable))
        _executable(self.bin / "gh", f"#!{sys.executable}\nSTATE = {str(self.github)!r}\n{_GH}")

    @property
    def state(self) -> dict[str, Any]:
        """What GitHub holds of comments and labels, and what it was asked."""
        return json.loads(self.github.read_text())

    def set(self, **fields: Any) -> None:
        """Change what GitHub holds."""
        self.github.write_text(json.dumps({**self.state, **fields}))

    def run(self, workspace: Path, *, event: str, payload: dict[str, Any], ref: str, **inputs: str) -> Ran:
        """Run the action in a checkout, as `event` starts it."""
        action = yaml.safe_load(ACTION.read_text(encoding="utf-8"))
        temp = self.temp / "runner"
        subprocess.run(["rm", "-rf", str(temp)], check=True)
        temp.mkdir()
        (temp / "event.json").write_text(json.dumps(payload))
        sha = subprocess.check_output(["git", "-C", str(workspace), "rev-parse", "HEAD"], text=True).strip()
        github = {
            "event_name": event,
            "event": payload,
            "repository": "example/terraform-provider-example",
            "action_path": str(ACTION.parent),
            "server_url": "https://github.example.invalid",
            "sha": sha,
            "token": "t0ken",
        }
        context: dict[str, Any] = {"github": github, "runner": {"temp": str(temp)}, "steps": {}}
        given = {name.replace("_", "-"): value for name, value in inputs.items()}
        assert set(given) <= set(action["inputs"]), "an input that the action does not have"
        context["inputs"] = {
            name: given.get(name, _filled(str(spec["default"]), context)) for name, spec in action["inputs"].items()
        }
        kind, _, name = ref.removeprefix("refs/").partition("/")
        environment = {
            **{key: value for key, value in os.environ.items() if not key.startswith(("GITHUB_", "GIT_"))},
            "PATH": f"{self.bin}{os.pathsep}{os.environ['PATH']}",
            "GITHUB_EVENT_PATH": str(temp / "event.json"),
            "GITHUB_REF": ref,
            "GITHUB_REF_TYPE": "tag" if kind == "tags" else "branch",
            "GITHUB_REF_NAME": name,
            "GITHUB_STEP_SUMMARY": str(temp / "summary.md"),
        }
        (temp / "summary.md").write_text("")
        log, uses, code = "", [], 0
        for number, step in enumerate(action["runs"]["steps"]):
            if "if" in step and not _truth(step["if"], context):
                continue
            outputs: dict[str, str] = {}
            if "uses" in step:
                own = {key: _filled(str(value), context) for key, value in step["with"].items()}
                uses.append((step["uses"].partition("@")[0], own))
                outputs = {"python-path": str(self.bin / "python")}
            else:
                assert step["shell"] == "bash"
                script = temp / f"step{number}.sh"
                script.write_text(step["run"])
                file = temp / f"output{number}"
                file.write_text("")
                own = {key: _filled(str(value), context) for key, value in step.get("env", {}).items()}
                assert "${{" not in step["run"], "what others write must reach a shell as environment alone"
                done = subprocess.run(
                    ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", str(script)],
                    cwd=workspace,
                    env={**environment, **own, "GITHUB_OUTPUT": str(file)},
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    text=True,
                    check=False,
                )
                log += done.stdout
                outputs = dict(row.split("=", 1) for row in file.read_text().splitlines())
                code = done.returncode
            if "id" in step:
                context["steps"][step["id"]] = {"outputs": outputs}
            if code:
                break
        return Ran(
            code,
            log,
            (temp / "summary.md").read_text(),
            {name: _filled(spec["value"], context) for name, spec in action["outputs"].items()},
            uses,
        )


def obeyed(log: str) -> list[str]:
    """The commands in a log that the runner obeys: none between `stop-commands` and its end."""
    commands, stopped = [], ""
    for row in log.splitlines():
        if stopped:
            stopped = "" if row.strip() == f"::{stopped}::" else stopped
        elif row.lstrip().startswith("::stop-commands::"):
            stopped = row.strip().removeprefix("::stop-commands::")
        elif row.lstrip().startswith("::") or "##[" in row:
            commands.append(row)
    return commands


def _filled(text: str, context: dict[str, Any]) -> str:
    def value(match: re.Match[str]) -> str:
        found = _evaluated(match[1], context)
        return "" if found is None else str(found)

    return _EXPRESSION.sub(value, text)


def _truth(text: str, context: dict[str, Any]) -> bool:
    match = _EXPRESSION.fullmatch(text.strip())
    return bool(_evaluated(match[1] if match is not None else text, context))


def _evaluated(expression: str, context: dict[str, Any]) -> Any:
    """A value of the expression language, as far as the action uses it."""
    words = {"&&": " and ", "||": " or ", "null": " None "}
    tokens = _TOKEN.findall(expression)
    assert "".join(tokens) == expression, f"an expression that the stand-in does not know: {expression}"
    python = "".join(
        words.get(word, f"look({word!r})" if word[0].isalpha() and word != "null" else word) for word in tokens
    )

    def look(path: str) -> Any:
        found: Any = context
        for name in path.split("."):
            found = found.get(name) if isinstance(found, dict) else None
        return found

    return eval(python, {"__builtins__": {}, "look": look})  # noqa: S307  (our own action's text)


def _executable(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


_PYTHON = """#!/bin/bash
# what setup-python leaves behind, with an environment in which release-check is there already
set -eu
if [ "$1 $2" = "-m venv" ]; then
  mkdir -p "$3/bin"
  printf '#!/bin/bash\\nif [ "${1:-} ${2:-}" = "-m pip" ]; then exit 0; fi\\nexec REAL "$@"\\n' > "$3/bin/python"
  printf '#!/bin/bash\\nexec REAL -m release_check "$@"\\n' > "$3/bin/release-check"
  chmod +x "$3/bin/python" "$3/bin/release-check"
else
  exec REAL "$@"
fi
"""

_GH = """
import json, re, sys

with open(STATE) as file:
    state = json.load(file)
arguments = sys.argv[1:]
assert arguments.pop(0) == "api"
state["calls"].append(arguments)
method, fields, jq, path = "GET", {}, None, None
while arguments:
    word = arguments.pop(0)
    if word == "--method":
        method = arguments.pop(0)
    elif word in ("--field", "--raw-field"):
        key, _, value = arguments.pop(0).partition("=")
        fields[key] = open(value[1:]).read() if word == "--field" and value.startswith("@") else value
        method = "POST" if method == "GET" else method
    elif word == "--jq":
        jq = arguments.pop(0)
    elif word not in ("--paginate", "--silent"):
        path = word
code = 0
if path == "graphql":
    print("github-actions[bot]")
elif method != "GET" and state["readonly"]:
    print("gh: Resource not accessible by integration (HTTP 403)", file=sys.stderr)
    code = 1
elif re.fullmatch(r"repos/example/terraform-provider-example/issues/7/comments\\?per_page=100", path):
    assert "release-check" in jq
    for one in state["comments"]:
        if one["body"].startswith("<!-- release-check -->"):
            print(one["id"], one["login"])
elif method == "POST" and path.endswith("/issues/7/comments"):
    number = 100 + len(state["comments"])
    state["comments"].append({"id": number, "login": "github-actions[bot]", "body": fields["body"]})
elif method == "PATCH" and "/issues/comments/" in path:
    (found,) = [one for one in state["comments"] if path.endswith(f"/{one['id']}")]
    found["body"] = fields["body"]
elif method == "POST" and path.endswith("/issues/7/labels"):
    state["labels"].append(fields["labels[]"])
elif method == "DELETE" and "/issues/7/labels/" in path:
    name = path.rpartition("/")[2]
    code = 0 if name in state["labels"] else 1
    state["labels"] = [one for one in state["labels"] if one != name]
else:
    code = f"what is {method} {path}?"
with open(STATE, "w") as file:
    json.dump(state, file)
sys.exit(code)
"""
