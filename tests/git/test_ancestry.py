from release_check.git import Repository


def test_one_walk_tells_what_each_tag_holds_and_where_its_history_begins(tmp_path, make_repository):
    trees = {tag: {"a": tag} for tag in ("v1.0.0", "v1.1.0", "v1.0.1", "v9.0.0")}
    folder = make_repository(tmp_path, trees, parents={"v1.0.1": "v1.0.0", "v9.0.0": ""})
    with Repository.open(folder) as repository:
        ancestry = repository.ancestry()
    assert ancestry.contained == {
        "v1.0.0": {"v1.0.0"},
        "v1.1.0": {"v1.0.0", "v1.1.0"},
        "v1.0.1": {"v1.0.0", "v1.0.1"},
        "v9.0.0": {"v9.0.0"},
    }
    assert len(ancestry.roots["v1.1.0"]) == 1
    assert ancestry.roots["v1.1.0"] == ancestry.roots["v1.0.1"]
    assert ancestry.roots["v9.0.0"].isdisjoint(ancestry.roots["v1.0.0"])
    assert ancestry.on_branch == {"v9.0.0"}


def test_a_merge_holds_the_tags_of_both_sides(tmp_path, make_repository, git):
    trees = {tag: {"a": tag} for tag in ("v1.0.0", "v1.1.0", "v1.0.1")}
    folder = make_repository(tmp_path, trees, parents={"v1.0.1": "v1.0.0"})
    git(folder, "checkout", "-q", "v1.1.0")
    git(folder, "merge", "-q", "-s", "ours", "--no-edit", "v1.0.1")
    git(folder, "tag", "v1.2.0")
    git(folder, "tag", "same")
    with Repository.open(folder) as repository:
        held = repository.ancestry().contained
    assert held["v1.2.0"] == held["same"] == {"v1.0.0", "v1.0.1", "v1.1.0", "v1.2.0", "same"}


def test_a_shallow_clone_cannot_tell(tmp_path, make_repository, git):
    folder = make_repository(tmp_path, {tag: {"a": tag} for tag in ("v1.0.0", "v1.1.0")})
    git(tmp_path, "clone", "-q", "--depth=1", folder.as_uri(), "shallow")
    with Repository.open(tmp_path / "shallow") as repository:
        assert repository.ancestry() is None


def test_what_stands_at_the_top_of_many_commits_is_found_at_once(tmp_path, make_repository):
    folder = make_repository(tmp_path, {"v1.0.0": {"go.mod": "one"}, "v1.1.0": {"b/go.mod": "two", "x y": ""}})
    with Repository.open(folder) as repository:
        commits = {tag.name: tag.commit for tag in repository.tags()}
        found = repository.at_top(commits.values(), "go.mod")
        assert set(found) == {commits["v1.0.0"]}
        assert repository.blobs(found.values()) == {found[commits["v1.0.0"]]: b"one"}
        assert repository.at_top(commits.values(), "b") == {}
