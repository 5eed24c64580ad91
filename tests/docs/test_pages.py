import pytest

from release_check.docs import Pages


def pages(files):
    contents = {path: text.encode() for path, text in files.items()}
    return Pages(contents, lambda paths: {path: contents[path] for path in paths}, "example")


@pytest.mark.parametrize(
    ("path", "kind", "name"),
    [
        ("website/docs/r/widget.html.markdown", "resource", "example_widget"),
        ("website/docs/d/widget.html.md", "data-source", "example_widget"),
        ("website/docs/r/example_widget.markdown", "resource", "example_widget"),
        ("docs/resources/widget.md", "resource", "example_widget"),
        ("docs/data-sources/widget.md", "data-source", "example_widget"),
        ("docs/ephemeral-resources/widget.md", "ephemeral-resource", "example_widget"),
        ("docs/list-resources/widget.md", "list-resource", "example_widget"),
        ("docs/functions/parse.md", "function", "parse"),
        ("docs/actions/turn.md", "action", "example_turn"),
    ],
)
def test_both_layouts(path, kind, name):
    assert pages({path: "x", "docs/guides/widget.md": "y", "docs/index.md": "z"}).file_of(kind, name) == path


def test_no_page_is_no_page():
    found = pages({"docs/resources/widget.md": "x"})
    assert found.page("data-source", "example_widget") is None
    assert found.page("resource", "example_gadget") is None


def test_links_in_the_sidebar():
    found = pages({"website/example.erb": '<li>\n<a href="/docs/r/widget.html">example_widget</a>\n</li>\n'})
    assert found.sidebar_link("example_widget") == ("website/example.erb", 2)
    assert found.sidebar_link("example_wid") is None
