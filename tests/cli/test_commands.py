import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from release_check.cli import main
from release_check.model import Provider
from release_check.policy import load_rules
from release_check.report import Report

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
    return make_repository(
        tmp_path, {"v1.0.0": provider_files(SIZE), "v1.1.0": provider_files(), "v1.1.1": provider_files()}
    )


@pytest.mark.parametrize(("ref", "code", "closing"), [("v1.1.0", 1, "FAIL"), ("v1.1.1", 0, "PASS")])
def test_check_ends_with_the_verdict_as_line_and_as_exit_code(call, repository, ref, code, closing):
    got, out, err = call("check", "--repo", repository, "--ref", ref)
    assert (got, err) == (code, "")
    assert out.splitlines()[-1].startswith(closing)


def test_check_judges_the_working_tree_as_the_version_given(call, repository):
    code, out, _ = call("check", "1.1.2", "--repo", repository, "--format", "json")
    report = msgspec.json.decode(out, type=Report)
    assert (code, report.release.ref, report.release.version) == (0, "working tree", "1.1.2")


def test_quiet_leaves_the_last_line(call, repository):
    _, out, _ = call("check", "--repo", repository, "--ref", "v1.1.0", "-q")
    assert len(out.splitlines()) == 1
    assert out.startswith("FAIL")


def test_outputs_go_where_they_are_sent(call, repository, tmp_path):
    text, data = tmp_path / "out.txt", tmp_path / "out.json"
    code, out, _ = call("check", "--repo", repository, "--ref", "v1.1.0", "--output", text, "--output", f"json:{data}")
    assert (code, out) == (1, "")
    assert text.read_text().splitlines()[-1].startswith("FAIL")
    assert json.loads(data.read_text())["verdict"] == "fail"


def test_the_same_input_gives_the_same_bytes(call, repository):
    results = {call("check", "--repo", repository, "--ref", "v1.1.0", "--format", "json") for _ in range(2)}
    assert len(results) == 1


def test_an_incomplete_verdict_is_told_on_standard_error_where_the_report_goes_elsewhere(
    call, tmp_path, make_repository, provider_files
):
    folder = make_repository(tmp_path, {"v1.0.0": provider_files(), "v1.1.0": {"README.md": "gone"}})
    code, out, err = call("check", "--repo", folder, "--ref", "v1.1.0", "--format", "json")
    assert (code, json.loads(out)["verdict"]) == (3, "incomplete")
    assert err.startswith("release-check: ")
    assert err.count("\n") == 1


def test_snapshot_prints_what_the_provider_declares(call, repository):
    code, out, _ = call("snapshot", "v1.0.0", "--repo", repository, "--format", "json")
    assert code == 0
    assert set(msgspec.json.decode(out, type=Provider).resources["example_widget"].attrs) == {"name", "size"}


def test_diff_names_the_changes(call, repository):
    code, out, _ = call("diff", "v1.0.0", "v1.1.0", "--repo", repository, "--format", "json")
    document = json.loads(out)
    assert (code, document["format"]) == (0, "release-check/diff-v1")
    assert [(one["change"], one["address"]) for one in document["changes"]] == [
        ("attribute-deleted", "resource/example_widget/size")
    ]
    assert document["changes"][0]["location"]["ref"] == "v1.0.0"


def test_graph_lists_every_release(call, repository):
    code, out, _ = call("graph", "--repo", repository)
    assert code == 0
    assert [row.split()[0] for row in out.splitlines()[1:]] == ["v1.0.0", "v1.1.0", "v1.1.1"]


def test_rules_lists_every_rule_with_its_level(call):
    code, out, _ = call("rules", "--format", "json")
    rows = {row["rule"]: row["level"] for row in json.loads(out)["rules"]}
    assert (code, set(rows)) == (0, set(load_rules()))
    assert rows["attribute-deleted-outside-major"] == "error"
    _, text, _ = call("rules")
    assert all(rule in text for rule in rows)


@pytest.mark.parametrize("rule", sorted(load_rules()))
def test_every_rule_is_explained(call, rule):
    code, out, err = call("explain", rule)
    assert (code, err) == (0, "")
    assert out.startswith(f"{rule}\n")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("profile: hashicorp-guide\nlevel: {}\n", "{file}:2: `level` is not known here; did you mean levels."),
        ("profile: [\n", "{file}:2: this is no YAML"),
        ("levels:\n  attribute-deleted-outside-mayor: off\n", "{file}:2: there is no rule"),
        ("levels:\n  attribute-deleted-outside-major: of\n", "{file}:2: `of` is not known here"),
        ("profile: hashicorp-gide\n", "hashicorp-gide is neither a profile nor a file"),
        ("- a\n", "{file}:1: "),
    ],
)
def test_a_wrong_configuration_is_told_with_its_line(call, repository, text, says):
    file = repository / ".release-check.yml"
    file.write_text(text)
    code, out, err = call("check", "--repo", repository, "--ref", "v1.1.0")
    assert (code, out) == (2, "")
    assert err.startswith("release-check: " + says.replace("{file}", str(file)))
    assert err.count("\n") == 1


@pytest.mark.parametrize("text", ["", "# nothing yet\n"])
def test_an_empty_configuration_is_the_default_one(call, repository, text):
    (repository / ".release-check.yml").write_text(text)
    assert call("check", "--repo", repository, "--ref", "v1.1.1")[0] == 0


def test_a_configuration_changes_levels(call, repository):
    (repository / ".release-check.yml").write_text(
        "levels:\n  attribute-deleted-outside-major: warning\n  attribute-deleted-without-deprecation: off\n"
    )
    _, out, _ = call("check", "--repo", repository, "--ref", "v1.1.0", "--format", "json")
    levels = {one["rule"]: one["level"] for one in json.loads(out)["findings"]}
    assert levels["attribute-deleted-outside-major"] == "warning"
    assert "attribute-deleted-without-deprecation" not in levels


@pytest.mark.parametrize(("given", "expected"), [((), False), (("--env", "NEXT=true"), True)])
def test_environment_switches_reach_the_source(call, tmp_path, make_repository, provider_files, given, expected):
    code = '"size": {Type: schema.TypeInt, Optional: true, Computed: os.Getenv("NEXT") == "true"},'
    files = dict(provider_files(code))
    files["example/provider.go"] = str(files["example/provider.go"]).replace("import ", 'import "os"\nimport ', 1)
    folder = make_repository(tmp_path, {"v1.0.0": files})
    _, out, _ = call("snapshot", "v1.0.0", "--repo", folder, "--format", "json", *given)
    assert json.loads(out)["resources"]["example_widget"]["attrs"]["size"].get("computed", False) is expected


def test_the_entry_point_is_taken_from_the_configuration(call, repository):
    (repository / ".release-check.yml").write_text("entrypoint: example.Nothing\n")
    code, out, err = call("snapshot", "v1.0.0", "--repo", repository)
    assert (code, out) == (3, "")
    assert "example.Nothing" in err
    (repository / ".release-check.yml").write_text("entrypoint: example.Provider\n")
    assert call("snapshot", "v1.0.0", "--repo", repository)[0] == 0


def bare(tmp_path, make_repository, provider_files):
    return make_repository(tmp_path, {"v1.0.0": provider_files()}, bare=True)


def no_tags(tmp_path, make_repository, provider_files):
    return make_repository(tmp_path, {"nightly": provider_files()})


def usual(tmp_path, make_repository, provider_files):
    return make_repository(tmp_path, {"v1.0.0": provider_files(), "v1.1.0": {"README.md": "no Go"}})


def nowhere(tmp_path, *_):
    return tmp_path / "nowhere"


def plain_folder(tmp_path, *_):
    return tmp_path


@pytest.mark.parametrize(
    ("where", "arguments", "code", "says"),
    [
        (nowhere, ("check",), 2, "is no folder"),
        (plain_folder, ("check",), 2, "is no git repository"),
        (no_tags, ("check", "--ref", "nightly"), 3, "No tag is a version like v1.2.3"),
        (no_tags, ("graph",), 3, "No tag is a version like v1.2.3"),
        (bare, ("check",), 2, "name a ref with --ref"),
        (usual, ("check", "--ref", "v9.9.9"), 2, "There is no tag, branch or commit v9.9.9"),
        (usual, ("check", "--base", "v9.9.9"), 2, "v9.9.9 is no release"),
        (usual, ("check", "soon"), 2, "'soon' is not a version"),
        (usual, ("check", "--profile", "strickt"), 2, "strickt is neither a profile nor a file"),
        (usual, ("check", "--config", "no.yml"), 2, "no.yml cannot be read"),
        (usual, ("check", "--env", "X"), 2, "'X' is not NAME=VALUE"),
        (usual, ("check", "--output", "no/such/folder/x"), 2, "there is no folder"),
        (usual, ("check", "--output", "jsn:x"), 2, "did you mean json?"),
        (usual, ("check", "--no-such-option"), 2, "No such option"),
        (usual, ("snapshot", "v1.1.0"), 3, ""),
        (usual, ("snapshot", "v9.9.9"), 2, "There is no tag, branch or commit v9.9.9"),
        (usual, ("diff", "v1.0.0", "v1.1.0"), 3, ""),
        (None, ("explain", "atribute-deleted-outside-major"), 2, "did you mean attribute-deleted-outside-major"),
        (None, ("demo", "renames"), 2, "There is no scenario renames"),
        (None, ("chek",), 2, "No such command 'chek'"),
    ],
)
def test_wrong_input_is_one_plain_sentence(
    call, tmp_path, make_repository, provider_files, monkeypatch, where, arguments, code, says
):
    monkeypatch.chdir(tmp_path)
    given = () if where is None else ("--repo", where(tmp_path, make_repository, provider_files))
    got, out, err = call(*arguments, *given)
    assert (got, out) == (code, "")
    assert err.startswith("release-check: ")
    assert says in err
    assert err.count("\n") == 1


def process(*arguments, **options):
    command = [sys.executable, "-m", "release_check", *map(str, arguments)]
    return subprocess.run(command, stderr=subprocess.PIPE, check=False, **options)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("output", [(), ("--output", "/dev/full")])
def test_a_full_disk_is_told(repository, output):
    with Path("/dev/full").open("wb") as full:
        done = process("check", "--repo", repository, "--ref", "v1.1.1", *output, stdout=full)
    assert done.returncode == 3
    assert done.stderr.decode().startswith("release-check: ")
    assert b"No space left on device" in done.stderr
    assert done.stderr.count(b"\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="pipes break otherwise there")
def test_a_reader_that_is_gone_ends_it_quietly(repository):
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = process("check", "--repo", repository, "--ref", "v1.1.1", stdout=writing)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


def test_colour_is_shown_when_asked_for(repository):
    coloured = process("check", "--repo", repository, "--ref", "v1.1.0", "--color", "always", stdout=subprocess.PIPE)
    plain = process("check", "--repo", repository, "--ref", "v1.1.0", stdout=subprocess.PIPE)
    assert b"\x1b[" in coloured.stdout
    assert b"\x1b[" not in plain.stdout


def test_output_is_utf8_whatever_the_locale(tmp_path, make_repository, provider_files):
    code = '"size": {Type: schema.TypeInt, Optional: true, Deprecated: "größer"},'
    folder = make_repository(tmp_path, {"v1.0.0": provider_files(code)})
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = process("snapshot", "v1.0.0", "--repo", folder, env=environment, stdout=subprocess.PIPE)
    assert done.returncode == 0
    assert "größer" in done.stdout.decode()


def test_the_version_is_told(call):
    code, out, _ = call("--version")
    assert code == 0
    assert out.startswith("release-check ")


def test_a_shell_completes_commands_and_rules():
    def complete(line):
        environment = {**os.environ, "_RELEASE_CHECK_COMPLETE": "bash_complete", "COMP_WORDS": line}
        environment["COMP_CWORD"] = str(len(line.split()) - 1)
        program = "from release_check.cli import main; main()"
        done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, check=False)
        return done.stdout.decode().split()

    assert "plain,check" in complete("release-check ch")
    assert "plain,attribute-deleted-outside-major" in complete("release-check explain attribute-deleted-o")
    assert "plain,semver-only" in complete("release-check pr --profile sem")
    assert "plain,sarif" in complete("release-check check --format sa")
