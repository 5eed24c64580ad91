import pytest

from release_check.check import GitSource, Reading, audit, check, version_graph
from release_check.git import Repository
from release_check.policy import load_profile, load_rules

SIZE = '"size": {Type: schema.TypeInt, Optional: true},'
DEPRECATED = '"size": {Type: schema.TypeInt, Optional: true, Deprecated: "size has no effect"},'


@pytest.fixture
def repository(tmp_path, make_repository, provider_files):
    releases = {"v1.0.0": SIZE, "v1.1.0": DEPRECATED, "v1.1.1": "", "v2.0.0": "", "v1.1.2": ""}
    trees = {tag: provider_files(code) for tag, code in releases.items()}
    with Repository.open(make_repository(tmp_path, trees, parents={"v2.0.0": "v1.1.0"})) as opened:
        yield opened


def test_each_release_is_judged_as_check_would_judge_it(repository):
    rules, profile = load_rules(), load_profile("hashicorp-guide")
    graph = version_graph(repository)
    reports = list(audit(repository, graph, GitSource(repository, Reading()), rules=rules, profile=profile))
    assert [report.release.ref for report in reports] == ["v1.0.0", "v1.1.0", "v1.1.1", "v1.1.2", "v2.0.0"]
    assert reports == [check(repository, rules=rules, profile=profile, ref=one.ref) for one in graph.releases]
    assert [report.verdict for report in reports] == ["pass", "pass", "fail", "pass", "pass"]


def test_only_the_releases_asked_for_are_judged(repository):
    graph = version_graph(repository)
    read = []

    def source(ref, only=None):
        read.append(ref)
        return Reading().provider(repository.tree(ref), only)

    held = {"rules": load_rules(), "profile": load_profile("hashicorp-guide")}
    reports = audit(repository, graph, source, releases=[graph.by_ref("v1.1.2")], **held)
    assert read == []
    assert [report.release.ref for report in reports] == ["v1.1.2"]
    assert set(read) == {"v1.1.2", "v1.1.1"}


def test_what_stands_since_earlier_is_listed_and_weighs_nothing(repository):
    held = {"rules": load_rules(), "profile": load_profile("hashicorp-guide")}
    plain = check(repository, ref="v1.1.2", **held)
    listed = check(repository, ref="v1.1.2", standing=True, **held)
    assert (listed.verdict, listed.findings) == (plain.verdict, plain.findings)
    assert listed.standing == ()


def test_a_soft_removal_that_was_kept_stands(tmp_path, make_repository, provider_files):
    removed = '"size": {Type: schema.TypeInt, Optional: true, Removed: "size has no effect"},'
    v1 = {"go.mod": "module github.com/example/terraform-provider-example\n\n"
          "require github.com/hashicorp/terraform-plugin-sdk v1.7.0\n"}  # fmt: skip
    files = provider_files(removed, v1)
    files["example/provider.go"] = files["example/provider.go"].replace(
        "terraform-plugin-sdk/v2", "terraform-plugin-sdk"
    )
    with Repository.open(make_repository(tmp_path, {"v1.0.0": files, "v1.0.1": files})) as repository:
        held = {"rules": load_rules(), "profile": load_profile("hashicorp-guide")}
        report = check(repository, ref="v1.0.1", standing=True, **held)
    assert report.findings == ()
    assert [(one.rule, one.address) for one in report.standing] == [
        ("soft-removed-attribute-not-computed", "resource/example_widget/size")
    ]
