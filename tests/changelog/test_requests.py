import pytest

from release_check.changelog import Entry, Request, Settings, exemption_of, new_entries
from release_check.changelog.settings import is_like

CODE = ("internal/widget.go",)


def entry(text, line=1):
    return Entry(text=text, file="CHANGELOG.md", line=line)


def test_what_stood_there_already_is_not_new_wherever_it_stands_now():
    found = new_entries([entry("old", 9), entry("new"), entry("of\ntwo lines")], [entry("old"), entry("of two lines")])
    assert [one.text for one in found] == ["new"]


def test_an_entry_that_is_there_twice_is_new_once():
    assert len(new_entries([entry("same"), entry("same", 2)], [entry("same")])) == 1


@pytest.mark.parametrize("text", ["None", "_nothing_", "[#12](https://example.com/12)"])
def test_what_says_that_there_is_nothing_is_no_entry(text):
    assert new_entries([entry(text)], []) == ()


@pytest.mark.parametrize(
    ("request_", "changed", "exempt"),
    [
        (Request(labels=("enhancement",)), CODE, False),
        (Request(labels=("enhancement", "No-Changelog-Needed")), CODE, True),
        (Request(labels=("pr/no-changelog",)), CODE, True),
        (Request(title="chore: tidy up"), CODE, True),
        (Request(title="Docs(widget): mend a link"), CODE, True),
        (Request(title="[docs] mend a link"), CODE, True),
        (Request(title="documentation of widgets"), CODE, False),
        (Request(title="widget: add docs: none"), CODE, False),
        (Request(), ("docs/index.md", "internal/widget_test.go", ".github/workflows/ci.yml"), True),
        (Request(), ("docs/index.md", *CODE), False),
        (Request(), (), False),
    ],
)
def test_labels_titles_and_paths_exempt(request_, changed, exempt):
    assert bool(exemption_of(request_, changed, Settings())) is exempt


def test_what_is_configured_takes_the_place_of_what_is_usual():
    settings = Settings(exempt_labels=("trivial*",), exempt_titles=(), exempt_paths=("legacy/*",))
    assert exemption_of(Request(labels=("trivial/docs",)), CODE, settings) == "its label trivial/docs exempts it"
    assert exemption_of(Request(labels=("no-changelog-needed",), title="chore: x"), CODE, settings) == ""
    assert exemption_of(Request(), ("legacy/a/b.go",), settings) == "it changes only files that are exempt"


def test_a_pattern_means_what_it_says_but_for_the_star():
    assert is_like("[a] b", "[A] *")
    assert not is_like("a b", "[a] *")
    assert is_like("chore(deps): bump", "chore(*):", whole=False)
