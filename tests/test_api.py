import subprocess
import sys

import pytest

from release_check import api
from release_check.cli import main

SIZE = '"size": {Type: schema.TypeInt, Optional: true},'


@pytest.fixture
def repository(tmp_path, make_repository, provider_files):
    return make_repository(
        tmp_path,
        {
            "v1.0.0": provider_files(SIZE),
            "v1.1.0": provider_files(),
            "topic": provider_files(SIZE.replace("size", "colour")),
        },
    )


def test_a_release_is_judged_as_the_command_judges_it(repository, capsys):
    report = api.check(repository, ref="v1.1.0")
    assert (report.verdict, report.minimum_bump) == (api.VerdictWord.FAIL, "major")
    with pytest.raises(SystemExit) as end:
        main(["check", "--repo", str(repository), "--ref", "v1.1.0", "--format", "json"])
    assert end.value.code == report.exit_code
    assert capsys.readouterr().out == api.render(report, "json")


def test_the_schemas_at_a_ref_are_given(repository):
    provider = api.snapshot(repository, "v1.0.0")
    assert sorted(provider.resources["example_widget"].attrs) == ["name", "size"]


def test_two_refs_are_compared(repository):
    (change,) = api.diff(repository, "v1.0.0", "v1.1.0").changes
    assert (change.change, change.address) == ("attribute-deleted", "resource/example_widget/size")


def test_a_session_serves_several_questions(repository, tmp_path):
    with api.Session(repository, cache=tmp_path / "kept", profile="strict") as session:
        assert session.check(ref="v1.1.0").profile == "strict"
        assert session.pull_request(api.Asked(target="v1.1.0", ref="topic")).minimum_bump == "minor"
    assert list((tmp_path / "kept").iterdir())


def test_what_goes_wrong_is_one_sentence(repository, tmp_path):
    with pytest.raises(api.UsageProblem, match="There is no tag, branch or commit v9"):
        api.snapshot(repository, "v9")
    with pytest.raises(api.ReleaseCheckError):
        api.check(tmp_path / "nowhere")


def test_importing_the_package_loads_nothing_of_it():
    program = "import sys, release_check; print(sorted(name for name in sys.modules if 'release_check.' in name))"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout == "[]\n"


def test_the_package_can_be_run():
    done = subprocess.run(
        [sys.executable, "-m", "release_check", "--version"], check=True, capture_output=True, text=True
    )
    assert done.stdout.startswith("release-check ")
