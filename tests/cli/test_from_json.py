"""`verify`, and `--from-json` in place of source."""

import json

import pytest

from release_check.cli import main

SIZE = '"size": {Type: schema.TypeInt, Optional: true, Default: 1},'


def printed(**attributes):
    block = {"attributes": {"id": {"type": "string", "optional": True, "computed": True}, **attributes}}
    provider = {"resource_schemas": {"example_widget": {"version": 0, "block": block}}}
    return json.dumps({"format_version": "1.0", "provider_schemas": {"registry.terraform.io/x/example": provider}})


NAME = {"type": "string", "required": True}
NUMBER = {"type": "number", "optional": True}


@pytest.fixture
def call(capsys):
    def run(*arguments):
        with pytest.raises(SystemExit) as end:
            main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return end.value.code, captured.out, captured.err

    return run


@pytest.fixture
def repository(tmp_path, make_repository, provider_files):
    return make_repository(tmp_path, {"v1.0.0": provider_files(SIZE), "v1.1.0": provider_files(SIZE)})


@pytest.fixture
def write(tmp_path):
    def to_file(text, name="printed.json"):
        (tmp_path / name).write_text(text)
        return tmp_path / name

    return to_file


def test_verify_finds_nothing_where_there_is_nothing(call, repository, write):
    code, out, _ = call("verify", write(printed(name=NAME, size=NUMBER)), "--repo", repository, "--ref", "v1.0.0")
    assert code == 0
    assert out.splitlines()[-1] == "No difference."


def test_verify_shows_a_difference_with_its_line(call, repository, write):
    file = write(printed(name=NAME, size={**NUMBER, "computed": True}))
    code, out, _ = call("verify", file, "--repo", repository, "--ref", "v1.0.0")
    assert code == 1
    assert "resource/example_widget/size" in out
    assert "computed: source false, Terraform true  example/provider.go:11" in out


def test_verify_writes_json(call, repository, write):
    file = write(printed(name=NAME))
    _, out, _ = call("verify", file, "--repo", repository, "--ref", "v1.0.0", "--format", "json")
    (found,) = json.loads(out)["differences"]
    assert (found["address"], found["printed"]) == ("resource/example_widget/size", "not printed")


def test_a_printed_candidate_is_compared_as_terraform_sees_both(call, repository, write):
    same, out, _ = call(
        "diff", "v1.0.0", "v1.1.0", "--repo", repository, "--from-json", write(printed(name=NAME, size=NUMBER))
    )
    assert (same, out.splitlines()[-1]) == (0, "No change in the schemas.")


def test_a_printed_ref_is_named(call, repository, write):
    file = write(printed(name=NAME))
    _, out, _ = call("diff", "v1.0.0", "v1.1.0", "--repo", repository, "--from-json", f"v1.0.0={file}")
    assert "+ size  attribute-added" in out


def test_check_judges_what_terraform_printed(call, repository, write):
    code, out, _ = call("check", "--ref", "v1.1.0", "--repo", repository, "--from-json", write(printed(name=NAME)))
    assert code == 1
    assert "attribute-deleted-outside-major" in out


def test_snapshot_shows_what_terraform_printed(call, repository, write):
    file = write(printed(name=NAME, other=NUMBER))
    _, out, _ = call("snapshot", "v1.0.0", "--repo", repository, "--from-json", file, "--format", "json")
    snapshot = json.loads(out)
    assert "force_new" in snapshot["resources"]["example_widget"]["attrs"]["other"]["unknown"]


def test_a_file_that_is_not_there_is_told(call, repository):
    code, _, err = call("verify", "nowhere.json", "--repo", repository)
    assert (code, err) == (2, "release-check: nowhere.json cannot be read: No such file or directory.\n")
