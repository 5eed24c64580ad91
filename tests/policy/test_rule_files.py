"""Rule files: what is wrong with one is said with file, line and a suggestion."""

from pathlib import Path

import pytest

from release_check.model import UsageProblem
from release_check.policy import load_rules, read_rule
from release_check.policy.packaged import packaged_folder

GOOD = """\
id: no-size
title: A size goes
family: own
level: warning
guide: {document: Ours, section: Sizes}
why: Sizes matter.
message: "{what} goes."
remedy: Keep {name}.
match:
  kind: change
  changes: [attribute-deleted]
  before: {type: int}
"""


def test_a_rule_is_read() -> None:
    rule = read_rule(GOOD, "own/no-size.yaml")
    assert (rule.id, rule.match.before.type) == ("no-size", "int")


BROKEN = {
    "an unknown key": (
        "level: warning",
        "levle: warning",
        "own/no-size.yaml:4: `levle` is not known here; did you mean level.",
    ),
    "an unknown level": (
        "warning",
        "warnning",
        "own/no-size.yaml:4: `warnning` is not known here; did you mean warning.",
    ),
    "an unknown kind of rule": (
        "kind: change",
        "kind: chnage",
        "own/no-size.yaml:10: `chnage` is not known here; did you mean change.",
    ),
    "an unknown kind of change": (
        "attribute-deleted",
        "attribute-delete",
        "own/no-size.yaml:11: `attribute-delete` is not known here; did you mean attribute-deleted.",
    ),
    "an unknown field of an attribute": (
        "{type: int}",
        "{typ: int}",
        "own/no-size.yaml:12: `typ` is not known here; did you mean type.",
    ),
    "a missing key": ("title: A size goes\n", "", "own/no-size.yaml:1: `title` is missing."),
    "a key given twice": ("family: own", "title: Again", "own/no-size.yaml:3: `title` stands here a second time."),
    "a wrong type": ("id: no-size", "id: [no, size]", "own/no-size.yaml:1: `id`: expected `str`, got `array`."),
    "an unknown placeholder": (
        "{what} goes",
        "{waht} goes",
        "own/no-size.yaml:7: `{waht}` stands for nothing; did you mean what.",
    ),
    "an id that is not the file's": (
        "id: no-size",
        "id: no-sizes",
        "own/no-size.yaml:1: the rule is called no-sizes, its file no-size; both must be the same.",
    ),
    "a rule that would never fire": (
        "  changes: [attribute-deleted]\n",
        "",
        "own/no-size.yaml:9: `changes` is missing, so the rule would never fire.",
    ),
    "no YAML": ("match:", "match: [", "own/no-size.yaml:11: this is no YAML"),
    "an empty file": (GOOD, "", "own/no-size.yaml: the file is empty."),
}


@pytest.mark.parametrize(("old", "new", "message"), BROKEN.values(), ids=BROKEN)
def test_what_is_wrong_is_said_with_the_line(old: str, new: str, message: str) -> None:
    with pytest.raises(UsageProblem) as caught:
        read_rule(GOOD.replace(old, new, 1), "own/no-size.yaml")
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_own_rules_stand_beside_the_packaged_ones(tmp_path: Path) -> None:
    (tmp_path / "no-size.yaml").write_text(GOOD, encoding="utf-8")
    rules = load_rules([tmp_path])
    assert "no-size" in rules
    assert "attribute-deleted-outside-major" in rules


def test_a_rule_absorbs_only_what_there_is(tmp_path: Path) -> None:
    (tmp_path / "no-size.yaml").write_text(GOOD + "absorbs: [attribute-deleted-outside-mayor]\n", encoding="utf-8")
    with pytest.raises(UsageProblem, match=r"no-size.yaml:13: .* did you mean attribute-deleted-outside-major"):
        load_rules([tmp_path])


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(UsageProblem, match="neither a folder nor a file"):
        load_rules([tmp_path / "nowhere"])


def test_packaged_rules_are_called_as_their_files() -> None:
    files = {
        file.name.removesuffix(".yaml"): family.name
        for family in packaged_folder().iterdir()
        if family.is_dir() and family.name != "profiles"
        for file in family.iterdir()
    }
    assert {rule.id: rule.family for rule in load_rules().values()} == files


def test_examples_come_last_and_are_read_when_asked_for() -> None:
    assert not any(rule.examples for rule in load_rules().values())
    assert all(rule.examples for rule in load_rules(examples=True).values())


def test_texts_are_sentences() -> None:
    for rule in load_rules().values():
        assert rule.why.endswith(".")
        assert rule.remedy.endswith(".")
        assert not rule.title.endswith(".")
        assert len(rule.title) <= 110
