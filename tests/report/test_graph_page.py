from release_check.history import VersionGraph
from release_check.report.page import plain
from release_check.report.text_graph import graph_page


def test_each_release_stands_with_the_one_that_operators_come_from():
    graph = VersionGraph.build(
        [
            ("v1.0.0", "a", "2020-01-01T00:00:00Z"),
            ("v1.1.0", "b", "2020-02-01T00:00:00Z"),
            ("v2.0.0", "c", "2020-03-01T00:00:00Z"),
            ("v1.1.1", "d", "2020-04-01T00:00:00Z"),
            ("nightly", "e", "2020-05-01T00:00:00Z"),
        ]
    )
    assert plain(graph_page(graph)) == (
        "4 releases\n"
        "  v1.0.0  2020-01-01  it is the first release\n"
        "  v1.1.0  2020-02-01  minor      after v1.0.0\n"
        "  v1.1.1  2020-04-01  patch      after v1.1.0\n"
        "  v2.0.0  2020-03-01  major      after v1.1.0\n"
        "\n"
        "1 tag left out\n"
        "  nightly  is no version like 1.2.3\n"
    )
