"""Feature switches: the next major, previewed and held against what is there today."""

import json

import pytest

from release_check.cli import main

SWITCHED = '"size": {Type: schema.TypeInt, Optional: true, Computed: os.Getenv("NEXT") != "true"},'


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
    files = dict(provider_files(SWITCHED))
    files["example/provider.go"] = str(files["example/provider.go"]).replace("import ", 'import "os"\nimport ', 1)
    return make_repository(tmp_path, {"v1.0.0": files, "v1.1.0": files})


def test_a_preview_is_judged_against_what_is_there_without_the_switch(call, repository):
    arguments = ("check", "--ref", "v1.1.0", "--repo", repository, "--format", "json")
    _, plain, _ = call(*arguments)
    code, previewed, _ = call(*arguments, "--env", "NEXT=true")
    assert json.loads(plain)["changes"] == {}
    assert json.loads(previewed)["changes"] == {"computed-dropped": 1}
    assert code == 1


def test_a_preview_of_the_very_ref_is_judged_against_that_ref(call, repository):
    arguments = ("--ref", "v1.1.0", "--repo", repository, "--env", "NEXT=true", "--format", "json")
    code, out, _ = call("check", "2.0.0", *arguments)
    report = json.loads(out)
    assert (report["base"]["ref"], report["release"]["ref"], report["changes"]) == (
        "v1.1.0",
        "v1.1.0",
        {"computed-dropped": 1},
    )
    assert code == 0


def test_one_ref_differs_by_a_switch(call, repository):
    _, out, _ = call("diff", "v1.1.0", "v1.1.0", "--repo", repository, "--env", "NEXT=true")
    assert "~ size  computed-dropped" in out


def test_a_switch_of_the_configuration_holds_for_every_ref(call, repository):
    (repository / ".release-check.yml").write_text("env: {NEXT: true}\n")
    _, out, _ = call("diff", "v1.0.0", "v1.1.0", "--repo", repository)
    assert out.splitlines()[-1] == "No change in the schemas."
