import pytest

from release_check.check import version_graph
from release_check.git import Repository
from release_check.history import TagRules

GO = {"main.go": "package main\n"}


@pytest.fixture
def graph_of(tmp_path, make_repository):
    def call(trees, rules=TagRules()):  # noqa: B008
        with Repository.open(make_repository(tmp_path, trees)) as repository:
            return version_graph(repository, rules)

    return call


TREES = {
    "no Go": ({"README.md": "soon"}, "is no provider: there is no Go in it"),
    "another module": ({**GO, "go.mod": "module example.com/sdk\n"}, "is no provider: its go.mod names nothing of"),
    "a provider's module": ({"go.mod": "module example.com/terraform-provider-example\n"}, None),
    "Go further down": ({"src/example/provider.go": "package example\n"}, None),
    "main at the top": (GO, None),
}


@pytest.mark.parametrize(("tree", "why"), TREES.values(), ids=TREES)
def test_a_tag_of_something_else_is_left_out(graph_of, tree, why):
    graph = graph_of({"v1.0.0": tree, "v1.1.0": GO})
    assert ("v1.0.0" in {release.ref for release in graph.releases}) is (why is None)
    assert [one.why.startswith(why) for one in graph.left_out] == [True] * (why is not None)


def test_where_none_is_a_provider_all_stay_so_that_reading_says_what_is_missing(graph_of):
    graph = graph_of({"v1.0.0": {"README.md": "soon"}})
    assert [release.ref for release in graph.releases] == ["v1.0.0"]


def test_the_rules_for_tags_hold(graph_of):
    graph = graph_of({"v1.0.0": GO, "v1.1.0": GO, "v1.2.0": GO}, TagRules(retracted=("v1.1.0",)))
    assert [release.ref for release in graph.releases] == ["v1.0.0", "v1.2.0"]
    assert [release.ref for release in graph.aside] == ["v1.1.0"]
