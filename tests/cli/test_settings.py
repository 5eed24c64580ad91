"""`config`, `init` and `rules --vocabulary`."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from release_check.cli import main
from release_check.configuration import Content, read_configuration

SIZE = '"size": {Type: schema.TypeInt, Optional: true},'


@pytest.fixture
def call(capsys):
    """Run a command line; give its exit code, output and errors."""

    def run(*arguments):
        with pytest.raises(SystemExit) as end:
            main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return end.value.code, captured.out, captured.err

    return run


@pytest.fixture
def repository(tmp_path, make_repository, provider_files):
    return make_repository(tmp_path, {"v1.0.0": provider_files(SIZE), "v1.1.0": provider_files(SIZE)})


def test_config_shows_each_key_with_where_its_value_comes_from(call, repository):
    (repository / ".release-check.yml").write_text("levels:\n  default-changed: warning\nreleases:\n  ignored: [x*]\n")
    code, out, _ = call("config", "--repo", repository)
    assert code == 0
    rows = [row.strip() for row in out.splitlines()]
    assert f"levels: {{default-changed: warning}}  # {repository / '.release-check.yml'}:1" in rows
    assert f"ignored: [x*]  # {repository / '.release-check.yml'}:4" in rows
    assert "profile: hashicorp-guide  # default" in rows


def test_what_config_shows_is_a_configuration(call, repository, tmp_path):
    _, out, _ = call("config", "--repo", repository)
    (tmp_path / "shown.yml").write_text(out)
    assert read_configuration(None, str(tmp_path / "shown.yml")).content == Content()


def test_config_refuses_what_a_check_would_refuse(call, repository):
    (repository / ".release-check.yml").write_text("levels:\n  default-change: warning\n")
    code, out, err = call("config", "--repo", repository)
    assert (code, out) == (2, "")
    assert ".release-check.yml:2: there is no rule `default-change`; did you mean default-changed" in err


def test_init_writes_a_configuration_that_holds_nothing_but_defaults(call, repository):
    code, _, _ = call("init", "--repo", repository)
    assert code == 0
    text = (repository / ".release-check.yml").read_text()
    assert read_configuration(None, str(repository / ".release-check.yml")).content == Content()
    assert "2 tags are releases, v1.1.0 the newest" in text
    assert "It was found by itself: example" in text


def test_init_tells_of_every_key(call, repository):
    _, out, _ = call("init", "--repo", repository, "--output", "-")
    rows = [row.removeprefix("# ").split(":")[0] for row in out.splitlines()]
    assert set(Content.__struct_fields__) <= set(rows)


def test_what_init_comments_out_can_be_put_in(call, repository, tmp_path):
    _, out, _ = call("init", "--repo", repository, "--output", "-")
    start = out.index("# waivers:")
    entries = "\n".join(row.removeprefix("# ") for row in out[start:].splitlines())
    (tmp_path / "own.yml").write_text(entries + "\n")
    settings = read_configuration(None, str(tmp_path / "own.yml"))
    assert settings.choose_profile(None, settings.load_rules()).waivers[0].rule == "default-changed"


def test_init_writes_over_nothing_unless_it_is_told_to(call, repository):
    (repository / ".release-check.yml").write_text("profile: strict\n")
    code, _, err = call("init", "--repo", repository)
    assert code == 2
    assert "is there already" in err
    assert call("init", "--repo", repository, "--force")[0] == 0


def test_init_finds_the_form_of_the_tags(call, tmp_path, make_repository, provider_files):
    tags = {f"provider/v{version}": provider_files(SIZE) for version in ("0.1.0", "0.2.0")}
    repository = make_repository(tmp_path, tags)
    _, out, _ = call("init", "--repo", repository, "--output", "-")
    assert yaml.safe_load(out)["releases"] == {"tags": "provider/v{version}"}
    assert "All releases are below 1.0.0" in out


def test_the_vocabulary_can_be_read_by_programs(call):
    code, out, _ = call("rules", "--vocabulary", "--format", "json")
    assert code == 0
    assert json.loads(out)["format"] == "release-check/vocabulary-v1"


def test_the_vocabulary_is_a_page(call):
    _, out, _ = call("rules", "--vocabulary")
    assert "kind: change" in out
    assert "attribute-deleted" in out


def test_what_is_waived_is_counted_in_check_and_audit(call, tmp_path, make_repository, provider_files):
    repository = make_repository(tmp_path, {"v1.0.0": provider_files(SIZE), "v1.1.0": provider_files()})
    rules = ["attribute-deleted-outside-major", "attribute-deleted-without-deprecation", "removal-not-in-changelog"]
    entries = [f"- {{rule: {rule}, address: 'resource/*', reason: nobody used it, until: 2.0.0}}\n" for rule in rules]
    (repository / ".release-check.yml").write_text("waivers:\n" + "".join(entries))
    code, out, _ = call("check", "--repo", repository, "--ref", "v1.1.0")
    assert code == 0
    assert "2 waived." in out
    assert "The waiver removal-not-in-changelog at resource/* covers nothing." in out
    _, out, _ = call("audit", "--repo", repository, "--no-cache")
    assert "2 findings waived." in out


GO_CHANGELOG = {".changelog/12.txt": "```release-note:note\nresource/example_widget: hello\n```\n"}


@pytest.mark.parametrize(
    ("tag", "more", "expected"),
    [
        ("v1.0.0", {}, ["tags: ['v[0-9]+.[0-9]+.[0-9]+*']", "No changelog was found", "terraform-plugin-sdk 2."]),
        ("1.0.0", {"CHANGELOG.md": "## 1.0.0\n"}, ["tags: ['[0-9]+.[0-9]+.[0-9]+*']", "Entries stand in CHANGELOG.md"]),
        ("v1.0.0", GO_CHANGELOG, ["labeled, unlabeled, edited]", "Entries wait in .changelog/"]),
        ("v1.0.0", {".changie.yaml": "changesDir: .changes\n"}, ["Entries wait in changie's folder"]),
    ],
)
def test_the_workflow_fits_what_init_finds(call, tmp_path, make_repository, provider_files, tag, more, expected):
    folder = make_repository(tmp_path, {tag: provider_files("", more)})
    _, out, _ = call("init", "--repo", folder, "--workflow", "-")
    for text in expected:
        assert text in out
    assert set(yaml.safe_load(out)["jobs"]["release-check"]["permissions"]) == {"contents", "pull-requests"}


def test_the_workflow_names_the_form_of_the_tags(call, tmp_path, make_repository, provider_files):
    folder = make_repository(tmp_path, {f"provider/v1.{n}.0": provider_files() for n in range(3)})
    _, out, _ = call("init", "--repo", folder, "--workflow", "-")
    assert "tags: ['provider/v[0-9]+.[0-9]+.[0-9]+*']" in out
    assert "branches: [main]" in out
    subprocess.run(["git", "-C", folder, "branch", "-m", "main", "master"], check=True)
    assert "branches: [master]" in call("init", "--repo", folder, "--workflow", "-")[1]


def test_the_workflow_is_one_for_github_and_passes_its_own_linters(call, repository):
    assert call("init", "--repo", repository)[0] == 0
    file = repository / ".github" / "workflows" / "release-check.yml"
    scripts = Path(sys.executable).parent
    checked = [scripts / "check-jsonschema", "--builtin-schema", "vendor.github-workflows", file]
    linted = [scripts / "zizmor", "--offline", "--quiet", "--no-progress", file]
    for command in (checked, linted):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        findings = re.findall(r"^(?:error|warning)\[(.*?)\]", done.stdout, re.MULTILINE)
        # the action is named by its release, which has no commit yet
        assert [name for name in findings if name != "unpinned-uses"] == [], done.stdout + done.stderr


def test_init_touches_nothing_where_one_of_the_two_is_there(call, repository):
    (repository / ".github" / "workflows").mkdir(parents=True)
    (repository / ".github" / "workflows" / "release-check.yml").write_text("mine")
    code, _, err = call("init", "--repo", repository)
    assert (code, "--workflow" in err) == (2, True)
    assert not (repository / ".release-check.yml").exists()
