import pytest

from release_check.configuration import Configuration, read_configuration
from release_check.git import Repository
from release_check.model import UsageProblem
from release_check.policy import load_rules


@pytest.mark.parametrize(
    ("text", "environment"),
    [
        ("env: {A: true, B: 1, C: x}\n", {"A": "true", "B": "1", "C": "x"}),
        ("env: {A: 'True'}\n", {"A": "True"}),
        ("profile: strict\n", {}),
    ],
)
def test_environment_values_are_what_a_process_would_have(tmp_path, text, environment):
    file = tmp_path / "c.yml"
    file.write_text(text)
    assert read_configuration(None, str(file)).environment == environment


def test_without_a_file_the_defaults_hold(tmp_path, make_repository):
    folder = make_repository(tmp_path, {"v1.0.0": {"a": ""}})
    with Repository.open(folder) as repository:
        assert read_configuration(repository, None) == Configuration()


@pytest.mark.parametrize("bare", [True, False])
def test_the_file_at_the_top_of_the_working_tree_is_found(tmp_path, make_repository, bare):
    folder = make_repository(tmp_path, {"v1.0.0": {".release-check.yml": "entrypoint: a.B\n", "sub/a": ""}}, bare=bare)
    with Repository.open(folder if bare else folder / "sub") as repository:
        assert read_configuration(repository, None).content.entrypoint == (None if bare else "a.B")


def test_a_profile_beside_the_file_is_found_from_anywhere(tmp_path):
    (tmp_path / "own.yaml").write_text("name: own\ntitle: Our own\nrules: {attribute-deleted-outside-major: note}\n")
    (tmp_path / "c.yml").write_text("profile: own.yaml\n")
    rules = load_rules()
    profile = read_configuration(None, str(tmp_path / "c.yml")).choose_profile(None, rules)
    assert [(rule.id, rule.level) for rule in profile.held(rules)] == [("attribute-deleted-outside-major", "note")]


def test_the_command_line_outweighs_the_file(tmp_path):
    (tmp_path / "c.yml").write_text("profile: nothing-like-it\n")
    configuration = read_configuration(None, str(tmp_path / "c.yml"))
    assert configuration.choose_profile("hashicorp-guide", load_rules()).name == "hashicorp-guide"


def test_a_file_that_is_no_text_is_refused(tmp_path):
    (tmp_path / "c.yml").write_bytes(b"\xff\xfe")
    with pytest.raises(UsageProblem, match="cannot be read"):
        read_configuration(None, str(tmp_path / "c.yml"))
