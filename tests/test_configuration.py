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


_RULE = """id: no-foreign-words
title: A new attribute carries a foreign word
family: our-own
level: warning
guide: {document: Our style, section: Names}
why: We name things in English.
message: "{what} is new."
remedy: Name it in English.
match: {kind: change, changes: [attribute-added]}
"""


@pytest.mark.parametrize("place", ["rules", "rules/no-foreign-words.yaml"])
def test_rules_of_ones_own_are_held_at_their_own_levels(tmp_path, place):
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "no-foreign-words.yaml").write_text(_RULE)
    (tmp_path / "own.yml").write_text(f"rules: [{place}]\n")
    settings = read_configuration(None, str(tmp_path / "own.yml"))
    rules = settings.load_rules()
    held = {rule.id: rule for rule in settings.choose_profile(None, rules).held(rules)}
    assert held["no-foreign-words"].level == "warning"
    assert len(held) > 1


WAIVERS = {
    # one entry of waivers: what the message says
    "rule: type-change, address: provider, reason: old": "own.yml:2: there is no rule `type-change`; did you",
    "rule: type-changed, address: provider, reason: ''": "own.yml:2: the reason is empty",
    "rule: type-changed, address: provider": "own.yml:2: `reason` is missing",
    "rule: type-changed, address: provider, reason: old, until: soon": "own.yml:2: `soon` is neither a version",
    "rule: incomplete, address: '*', reason: old": "own.yml:2: there is no rule `incomplete`",
}


@pytest.mark.parametrize(("entry", "message"), WAIVERS.items(), ids=WAIVERS)
def test_a_waiver_that_cannot_hold_is_refused_with_its_line(tmp_path, entry, message):
    (tmp_path / "own.yml").write_text(f"waivers:\n- {{{entry}}}\n")
    rules = load_rules()
    with pytest.raises(UsageProblem) as refused:
        read_configuration(None, str(tmp_path / "own.yml")).choose_profile(None, rules)
    assert message in str(refused.value)
