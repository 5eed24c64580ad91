import msgspec
import pytest

from release_check import check as use_cases
from release_check import policy
from release_check.git import Repository
from release_check.model import Location
from release_check.report import Audit

SIZE = '"size": {Type: schema.TypeInt, Optional: true},'
OLD = '"size": {Type: schema.TypeInt, Optional: true, Deprecated: "size has no effect"},'
ADDRESS = "resource/example_widget/size"
READING = use_cases.Reading()


@pytest.fixture(scope="module")
def rules():
    return policy.load_rules()


@pytest.fixture
def repository(tmp_path, make_repository, provider_files):
    codes = {"v1.0.0": SIZE, "v1.1.0": OLD, "v1.1.1": "", "v2.0.0": OLD}
    folder = make_repository(tmp_path, {tag: provider_files(code) for tag, code in codes.items()})
    with Repository.open(folder) as opened:
        yield opened


@pytest.fixture
def gather(repository, rules):
    """Give a function that gathers what surrounds a report, or the audit of all."""
    graph = use_cases.version_graph(repository)
    asked = []

    def source(ref, only=None):
        asked.append((ref, frozenset(only) if only is not None else None))
        return use_cases.GitSource(repository, READING)(ref, only)

    def gathered(ref, **options):
        profile = policy.load_profile(rules=rules)
        if ref is None:
            subject = Audit(reports=tuple(use_cases.audit(repository, graph, source, rules=rules, profile=profile)))
        else:
            subject = use_cases.check(repository, rules=rules, profile=profile, ref=ref)
        asked.clear()
        return use_cases.dossier(repository, graph, source, subject, reading=READING, **options)

    gathered.asked = asked
    return gathered


def test_lines_come_from_the_ref_at_which_they_stood(gather):
    found = gather("v1.1.1")
    place = next(one.location for one in found.subject.findings if one.address == ADDRESS)
    excerpt = next(one for one in found.excerpts if one.location == place)
    assert place.ref == "v1.1.0"
    assert excerpt.first == place.line - 2
    assert OLD in excerpt.lines[2]


def test_a_report_follows_lives_only_where_they_are_asked_for(gather):
    assert gather("v1.1.1").lives == ()
    assert gather.asked == []
    (life,) = gather("v1.1.1", lives=True).lives
    assert (life.address, [event.event for event in life.events]) == (
        ADDRESS,
        ["introduced", "deprecated", "deleted", "re-added", "deprecated"],
    )


def test_a_release_is_asked_once_for_all_that_is_followed(gather):
    gather("v1.1.1", lives=True)
    assert gather.asked == [
        (ref, frozenset({("resource", "example_widget")})) for ref in ("v1.0.0", "v1.1.0", "v1.1.1", "v2.0.0")
    ]


def test_an_audit_has_graph_lives_and_the_plan_for_the_next_major(gather):
    found = gather(None)
    assert [(one.ref, one.breaks_unsaid) for one in found.graph.releases if one.breaks] == [("v1.1.1", True)]
    assert [life.address for life in found.lives] == [ADDRESS]
    assert (found.plan.release.version, found.plan.release.ref) == ("3.0.0", "v2.0.0")


def test_a_report_has_the_graph_unjudged(gather):
    assert not gather("v1.1.1").graph.judged


def test_what_is_not_there_has_no_excerpt(gather, repository):
    report = gather("v1.1.1").subject
    lost = tuple(
        msgspec.structs.replace(one, location=place)
        for one in report.findings[:1]
        for place in (
            Location("v1.0.0", "no/such/file.go", 3),
            Location("v9.9.9", "example/provider.go", 3),
            Location("v1.0.0", "example/provider.go", 30_000),
        )
    )
    subject = msgspec.structs.replace(report, findings=lost)
    graph = use_cases.version_graph(repository)
    found = use_cases.dossier(repository, graph, lambda ref, only=None: None, subject, reading=READING)
    assert found.excerpts == ()


def test_lines_of_the_working_tree_are_those_on_disk(repository, rules):
    file = repository.top() / "example" / "provider.go"
    file.write_text("// not committed\n" + file.read_text().replace(OLD, ""))
    profile = policy.load_profile(rules=rules)
    report = use_cases.check(repository, rules=rules, profile=profile, version="2.0.1")
    place = Location("working tree", "example/provider.go", 1)
    subject = msgspec.structs.replace(report, findings=(msgspec.structs.replace(report.findings[0], location=place),))
    graph = use_cases.version_graph(repository)
    (excerpt,) = use_cases.dossier(repository, graph, lambda ref, only=None: None, subject, reading=READING).excerpts
    assert excerpt.lines[0] == "// not committed"
