import pytest

from release_check.check import check
from release_check.git import Repository
from release_check.model import IncompleteError
from release_check.policy import load_profile, load_rules
from release_check.report import VerdictWord

SIZE = '"size": {Type: schema.TypeInt, Optional: true},'
DEPRECATED = '"size": {Type: schema.TypeInt, Optional: true, Deprecated: "size has no effect"},'
UNKNOWN = '"size": {Type: schema.TypeInt, Optional: true, Default: computedElsewhere()},'


@pytest.fixture
def judge(tmp_path, make_repository):
    def call(releases, **asked):
        with Repository.open(make_repository(tmp_path, releases)) as repository:
            rules = load_rules()
            return check(repository, rules=rules, profile=load_profile("hashicorp-guide"), **asked)

    return call


def rules_at(report, address):
    return {finding.rule for finding in report.findings if finding.address == address}


def test_a_deletion_that_was_announced_passes_in_a_major(judge, provider_files):
    releases = {"v1.0.0": SIZE, "v1.1.0": DEPRECATED, "v2.0.0": ""}
    report = judge({tag: provider_files(code) for tag, code in releases.items()}, ref="v2.0.0")
    assert (report.verdict, report.findings) == (VerdictWord.PASS, ())
    assert (report.minimum_bump, report.legal_version) == ("major", "2.0.0")
    assert report.changes == {"attribute-deleted": 1}


def test_a_deletion_in_a_minor_fails_and_the_legal_version_is_told(judge, provider_files):
    report = judge({tag: provider_files(code) for tag, code in {"v1.0.0": SIZE, "v1.1.0": ""}.items()}, ref="v1.1.0")
    assert report.verdict is VerdictWord.FAIL
    assert {"attribute-deleted-outside-major", "attribute-deleted-without-deprecation"} <= rules_at(
        report, "resource/example_widget/size"
    )
    assert (report.minimum_bump, report.legal_version) == ("major", "2.0.0")
    assert [(one.change, one.address) for one in report.forced_by] == [
        ("attribute-deleted", "resource/example_widget/size")
    ]


def test_two_identical_trees_give_nothing(judge, provider_files):
    report = judge({"v1.0.0": provider_files(DEPRECATED), "v1.0.1": provider_files(DEPRECATED)}, ref="v1.0.1")
    assert (report.verdict, report.findings, report.changes) == (VerdictWord.PASS, (), {})
    assert report.minimum_bump == "patch"


def test_a_first_release_has_nothing_to_answer_for(judge, provider_files):
    report = judge({"v1.0.0": provider_files(SIZE)}, ref="v1.0.0")
    assert report.verdict is VerdictWord.PASS
    assert (report.base.ref, report.release.bump) == (None, None)


def test_the_working_tree_is_judged_as_the_version_that_is_planned(judge, provider_files):
    report = judge({"v1.0.0": provider_files(SIZE)}, version="1.0.1")
    assert (report.release.version, report.release.ref, report.release.bump) == ("1.0.1", "working tree", "patch")
    assert (report.base.ref, report.verdict) == ("v1.0.0", VerdictWord.PASS)


@pytest.mark.parametrize("broken", [{"README.md": "no provider"}, {"main.go": "package main\n\nfunc {\n"}])
def test_a_candidate_that_cannot_be_read_is_no_pass(judge, provider_files, broken):
    report = judge({"v1.0.0": provider_files(SIZE), "v1.1.0": broken}, ref="v1.1.0")
    assert report.verdict is VerdictWord.INCOMPLETE
    assert (report.exit_code, report.minimum_bump, report.legal_version) == (3, None, None)
    assert len(report.incomplete) == 1
    assert report.coverage is None


def test_a_file_that_does_not_parse_is_no_pass_even_where_the_rest_was_read(judge, provider_files):
    broken = provider_files(SIZE, {"example/other.go": "package example\n\nfunc other() { return {{ }\n"})
    broken["example/provider.go"] = broken["example/provider.go"].replace(
        "map[string]*schema.Resource{", 'map[string]*schema.Resource{\n\t\t\t"example_other": other(),'
    )
    report = judge({"v1.0.0": provider_files(SIZE), "v1.1.0": broken}, ref="v1.1.0")
    assert (report.verdict, report.exit_code) == (VerdictWord.INCOMPLETE, 3)
    assert [sentence.split(" ")[0] for sentence in report.incomplete] == ["example/other.go:3"]
    assert report.coverage.attributes == 2


def test_a_base_that_cannot_be_read_is_no_pass_either(judge, provider_files):
    report = judge({"v1.0.0": {"main.go": "package main\n"}, "v1.1.0": provider_files(SIZE)}, ref="v1.1.0")
    assert report.verdict is VerdictWord.INCOMPLETE
    assert (report.minimum_bump, report.base.coverage) == (None, None)
    assert report.coverage.attributes == 2


def test_an_earlier_release_that_cannot_be_read_leaves_open_what_it_announced(judge, provider_files):
    trees = {
        "v1.0.0": {"main.go": "package main\n"},
        "v1.1.0": provider_files(SIZE),
        "v2.0.0": provider_files(),
    }
    report = judge(trees, ref="v2.0.0")
    assert report.verdict is VerdictWord.INCOMPLETE
    assert report.incomplete[0].startswith("What v1.0.0 announced is not known.")


def test_an_unknown_value_is_counted_and_is_no_finding(judge, provider_files):
    report = judge({"v1.0.0": provider_files(SIZE), "v1.0.1": provider_files(UNKNOWN)}, ref="v1.0.1")
    assert (report.verdict, report.findings) == (VerdictWord.PASS, ())
    assert report.coverage.unknown == 1
    assert report.coverage.unresolved[0].address == "resource/example_widget/size"


def test_an_entity_of_which_nothing_could_be_read_is_no_pass(judge, provider_files):
    opaque = provider_files(SIZE)
    opaque["example/provider.go"] = opaque["example/provider.go"].replace(
        "map[string]*schema.Resource{", 'map[string]*schema.Resource{\n\t\t\t"example_other": madeElsewhere(),'
    )
    report = judge({"v1.0.0": provider_files(SIZE), "v1.1.0": opaque}, ref="v1.1.0")
    assert (report.verdict, report.exit_code) == (VerdictWord.INCOMPLETE, 3)
    assert "resource/example_other at v1.1.0" in report.incomplete[0]


def test_what_a_rule_asks_for_and_this_clone_lacks_is_no_pass(judge, provider_files, monkeypatch):
    def lacking(*_given, **_settings):
        raise IncompleteError("CHANGELOG.md of v1.1.0 is not among the objects.")

    monkeypatch.setattr("release_check.check.evidence.read_changelog", lacking)
    report = judge({"v1.0.0": provider_files(SIZE), "v1.1.0": provider_files(DEPRECATED)}, ref="v1.1.0")
    assert report.verdict is VerdictWord.INCOMPLETE
    assert report.incomplete == ("CHANGELOG.md of v1.1.0 is not among the objects.",)
    assert report.changes == {"attribute-deprecated": 1}
