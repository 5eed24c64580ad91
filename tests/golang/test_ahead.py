"""Files are read in runs of neighbours, and each of them once."""

from __future__ import annotations

from release_check.golang.ahead import Ahead

_FILES = {
    "main.go": b"m",
    "internal/provider/provider.go": b"p",
    "internal/services/a/a.go": b"a",
    "internal/services/a/parse/id.go": b"ai",
    "internal/services/b/b.go": b"b",
    "internal/services/c/c.go": b"c",
    "vendor/example.org/x/sdk/one/constants.go": b"1",
    "vendor/example.org/x/sdk/one/client.go": b"1c",
    "vendor/example.org/x/sdk/two/constants.go": b"2",
    "vendor/example.org/y/other/constants.go": b"3",
}


class _Tree:
    def __init__(self, absent=()):
        self.files = {path: path for path in _FILES}
        self.asked = []
        self._absent = absent

    def read(self, path):
        return _FILES[path]

    def read_many(self, paths, *, skip_absent=False):
        assert skip_absent
        asked = list(paths)
        self.asked.append(asked)
        return {path: _FILES[path] for path in asked if path not in self._absent}


def _ahead(tree, **options):
    directories = {}
    for path in _FILES:
        directories.setdefault(path.rpartition("/")[0], []).append(path)
    return Ahead(tree, directories, **options)


def test_neighbours_come_along():
    tree = _Tree()
    ahead = _ahead(tree)
    assert ahead.read("internal/services/a", ["internal/services/a/a.go"]) == {"internal/services/a/a.go": b"a"}
    assert ahead.read("internal/services/c", ["internal/services/c/c.go"]) == {"internal/services/c/c.go": b"c"}
    assert ahead.read("internal/services/a/parse", ["internal/services/a/parse/id.go"])
    assert len(tree.asked) == 1
    assert "internal/provider/provider.go" not in tree.asked[0]


def test_of_what_is_vendored_only_enumerations_come_along_and_only_of_one_module():
    tree = _Tree()
    ahead = _ahead(tree)
    ahead.read("vendor/example.org/x/sdk/one", ["vendor/example.org/x/sdk/one/constants.go"])
    assert tree.asked == [["vendor/example.org/x/sdk/one/constants.go", "vendor/example.org/x/sdk/two/constants.go"]]
    ahead.read("vendor/example.org/x/sdk/one", ["vendor/example.org/x/sdk/one/client.go"])
    assert tree.asked[1:] == [["vendor/example.org/x/sdk/one/client.go"]]


def test_nothing_is_read_ahead_at_the_root():
    tree = _Tree()
    _ahead(tree).read("", ["main.go"])
    assert tree.asked == [["main.go"]]


def test_a_run_is_bounded_and_may_be_none():
    for run, files in ((0, 1), (1, 2)):
        tree = _Tree()
        _ahead(tree, run=run).read("internal/services/a", ["internal/services/a/a.go"])
        assert len(tree.asked[0]) == files


def test_what_this_copy_lacks_is_left_out():
    tree = _Tree(absent={"internal/services/b/b.go"})
    ahead = _ahead(tree)
    ahead.read("internal/services/a", ["internal/services/a/a.go"])
    assert ahead.read("internal/services/b", ["internal/services/b/b.go"]) == {}


def test_of_a_later_ref_what_differs_comes_along_once():
    tree = _Tree()
    ahead = _ahead(tree, run=0, first=lambda: ["internal/services/b/b.go", "internal/services/a/a.go"])
    ahead.read("internal/services/a", ["internal/services/a/a.go"])
    ahead.read("internal/services/b", ["internal/services/b/b.go"])
    ahead.read("internal/services/c", ["internal/services/c/c.go"])
    assert tree.asked == [
        ["internal/services/a/a.go", "internal/services/b/b.go"],
        ["internal/services/c/c.go"],
    ]
