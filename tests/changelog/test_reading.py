import time

import pytest

from release_check.changelog import Filed, Settings, Step, read_changelog
from release_check.changelog.fragment import BODY
from release_check.changelog.guides import upgrade_guides
from release_check.model import Version

BASE, NEXT = Version("1.0.0"), Version("1.1.0")
OLD = "## 1.0.0 (March 1, 2023)\n\n* first\n"
NOTE = "```release-note:note\nfrom a fragment\n```\n"


def read(files, version=NEXT, base=BASE, **more):
    contents = {path: text.encode() for path, text in files.items()}
    step = Step(version=version, base=base, **more)
    return read_changelog(contents, lambda paths: {path: contents[path] for path in paths}, step)


def texts(found):
    return [entry.text for entry in found.entries]


def test_the_section_of_the_version_and_no_other():
    found = read({"CHANGELOG.md": f"## 1.2.0 (Unreleased)\n\n* later\n\n## 1.1.0 (March 1, 2024)\n\n* now\n\n{OLD}"})
    assert (texts(found), found.section.heading.line) == (["now"], 5)


def test_two_sections_of_one_version_are_one():
    found = read({"CHANGELOG.md": f"## 1.1.0\n\n* one\n\n## 1.1.0\n\n* two\n\n{OLD}"})
    assert texts(found) == ["one", "two"]


def test_what_is_unreleased_does_where_no_section_is_named():
    found = read({"CHANGELOG.md": f"## Unreleased\n\n* now\n\n{OLD}"})
    assert (texts(found), found.is_complete) == (["now"], True)


def test_a_heading_of_another_version_is_advice_and_evidence():
    found = read({"CHANGELOG.md": f"## 1.2.0 (Unreleased)\n\n* now\n\n{OLD}"})
    assert (texts(found), found.is_complete, found.advice.heading.text) == (["now"], False, "1.2.0 (Unreleased)")


def test_archives_are_read_only_where_the_changelog_lacks_the_version():
    archive = {"CHANGELOG.md": "## 2.0.0\n\n* new\n", "CHANGELOG_v1.md": "## 1.1.0\n\n* now\n", "CHANGELOG_v0.md": OLD}
    assert read(archive).section.file == "CHANGELOG_v1.md"
    assert read(archive, Version("2.0.0")).looked_in == ("CHANGELOG.md",)


def test_versions_that_were_passed_over_count_as_well():
    found = read(
        {"CHANGELOG.md": "## 1.1.0\n\n* now\n\n## 1.1.0-rc1\n\n* before\n\n## 1.0.5\n\n* fix\n\n## 1.0.0\n\n* old\n"}
    )
    assert texts(found) == ["now", "before", "fix"]


def test_a_pre_release_may_be_told_under_its_final_release():
    found = read({"CHANGELOG.md": f"## 1.1.0 (Unreleased)\n\n* now\n\n{OLD}"}, Version("1.1.0-beta1"))
    assert (texts(found), found.is_complete) == (["now"], True)


@pytest.mark.parametrize(
    ("heading", "tagged", "counts"),
    [
        ("## 1.1.0 (Unreleased)", False, True),
        ("## 1.1.0 (Unreleased)", True, False),
        ("## 1.1.0 (March 1, 2024)", False, False),
        ("## Unreleased", True, True),
        ("## 1.0.0", True, True),
    ],
)
def test_fragments_count_until_the_version_is_told(heading, tagged, counts):
    found = read({"CHANGELOG.md": f"{heading}\n", ".changelog/1.txt": NOTE}, tagged=tagged)
    assert ("from a fragment" in texts(found)) is counts


def test_fragments_of_the_base_are_not_of_this_release():
    found = read({"CHANGELOG.md": OLD, ".changelog/1.txt": NOTE}, before={".changelog/1.txt": "blob"})
    assert (texts(found), found.is_complete) == ([], False)


def test_the_file_of_what_comes_next_counts():
    found = read(
        {"CHANGELOG.md": OLD, "NEXT_CHANGELOG.md": "# NEXT CHANGELOG\n\n## Release v1.1.0\n\n### Bug Fixes\n\n* now\n"}
    )
    assert (texts(found), found.is_complete) == (["now"], True)


def test_the_text_of_a_pull_request_counts():
    contents = {"CHANGELOG.md": OLD.encode()}
    step = Step(version=NEXT, base=BASE)
    found = read_changelog(contents, lambda paths: {path: contents[path] for path in paths}, step, body=NOTE)
    assert texts(found) == ["from a fragment"]


def test_without_a_version_all_that_comes_after_the_base_counts():
    found = read({"CHANGELOG.md": f"## Unreleased\n\n* now\n\n## 1.0.1\n\n* fix\n\n{OLD}"}, None)
    assert texts(found) == ["now", "fix"]


LINE = tuple(Version(f"1.{minor}.0") for minor in range(5))


@pytest.mark.parametrize(
    ("text", "line", "frozen"),
    [
        (OLD, LINE, "1.0.0"),
        (OLD, LINE[:3], None),
        (OLD.replace("1.0.0", "1.3.0"), LINE, None),
        ("## Unreleased\n\n" + OLD, LINE, None),
        ("nothing of versions", LINE, None),
    ],
)
def test_a_changelog_is_given_up_where_the_last_three_releases_are_not_told(text, line, frozen):
    found = read({"CHANGELOG.md": text}, Version("1.5.0"), line[-1], line=line)
    assert (str(found.frozen_since) if found.frozen_since else None) == frozen


def test_a_guide_counts_for_a_major_only():
    files = {
        "CHANGELOG.md": OLD,
        "docs/guides/version-2-upgrade.md": "# Upgrade\n\n## example_widget\n\n### `size`\n\nIt is gone.\n",
    }
    assert read(files).guide == ()
    (entry,) = read(files, Version("2.0.0")).guide
    assert (entry.text, entry.line, entry.context) == ("It is gone.", 7, ("Upgrade", "example_widget", "`size`"))


@pytest.mark.parametrize(
    ("path", "counts"),
    [
        ("website/docs/guides/version_2_upgrade.html.markdown", True),
        ("docs/guides/2.0-upgrade-guide.md", True),
        ("docs/guides/v2-upgrade-guide.md", True),
        ("website/docs/2.0-upgrade-guide.html.markdown", True),
        ("docs/guides/version-2-migration.md", True),
        ("templates/guides/version-2-upgrade.md.tmpl", True),
        ("MIGRATION.md", True),
        ("UPGRADING.md", True),
        ("docs/guides/version-3-upgrade.md", False),
        ("docs/guides/12.0-upgrade-guide.md", False),
        ("docs/guides/getting-started.md", False),
        ("docs/resources/database_migration.md", False),
        ("examples/upgrade/README.md", False),
        ("vendor/x/MIGRATION.md", False),
    ],
)
def test_which_pages_tell_how_to_come_to_a_major(path, counts):
    assert (upgrade_guides([path], [2]) == (path,)) is counts


def test_pages_that_name_no_version_count_only_where_none_is_named():
    unnamed, named = "docs/guides/cluster-migration.md", "docs/guides/version-2-upgrade.md"
    assert upgrade_guides([unnamed], [2]) == (unnamed,)
    assert upgrade_guides([unnamed, named, "MIGRATION.md"], [2]) == ("MIGRATION.md", named)


def test_what_is_filed_under_breaking_changes_alone():
    text = (
        "## 1.1.0\n\nBREAKING CHANGES:\n\n* one\n\nBACKWARDS INCOMPATIBILITIES / NOTES:\n\n* two\n\nNOTES:\n\n* three\n"
    )
    assert [entry.text for entry in read({"CHANGELOG.md": text}).filed_under(Filed.BREAKING)] == ["one"]


def test_nothing_is_read_that_is_not_asked_for():
    asked = []

    def remember(paths):
        asked.extend(paths)
        return dict.fromkeys(paths, b"## 1.1.0\n")

    read_changelog(["CHANGELOG.md", "CHANGELOG_v0.md", "main.go", "docs/x.md"], remember, Step(version=NEXT, base=BASE))
    assert set(asked) == {"CHANGELOG.md"}


SETTINGS = Settings(files=("NEWS/*.md",), guides=("handbook/*.md",), types={"chore": Filed.OTHER})


def configured(files, settings=SETTINGS, version=NEXT, **more):
    contents = {path: text.encode() for path, text in files.items()}
    step = Step(version=version, base=BASE)
    return read_changelog(contents, lambda paths: {path: contents[path] for path in paths}, step, settings, **more)


def test_the_files_that_are_named_are_read_instead_of_those_that_are_found():
    found = configured({"CHANGELOG.md": "## 1.1.0\n\n* found\n", "NEWS/one.md": "## 1.1.0\n\n* named\n"})
    assert (texts(found), found.looked_in) == (["named"], ("NEWS/one.md",))
    assert texts(configured({"CHANGELOG.md": "## 1.1.0\n\n* found\n"})) == ["found"]


def test_guides_that_are_named_count_for_every_release():
    found = configured({"CHANGELOG.md": "## 1.1.0\n\n* x\n", "handbook/upgrade.md": "# Upgrade\n\n`size` is removed\n"})
    assert [entry.text for entry in found.guide] == ["`size` is removed"]
    assert found.tells(found.guide[0])


def test_more_types_of_release_notes_can_be_named():
    note = {".changelog/1.txt": "```release-note:chore\nx\n```\n"}
    assert [one.what for one in read(note).problems] != []
    assert configured(note).problems == ()


def test_the_text_of_a_request_may_carry_notes():
    found = configured({"CHANGELOG.md": OLD}, body="hello\n\n```release-note:chore\nnamed\n```\n")
    assert ([entry.text for entry in found.entries], found.looked_in) == (["named"], ("CHANGELOG.md", BODY))


def test_the_text_of_a_request_counts_even_where_the_version_is_told_already():
    found = configured({"CHANGELOG.md": "## 1.1.0\n\n* x\n"}, body="```release-note:chore\nnamed\n```\n")
    assert texts(found) == ["x", "named"]


def test_the_titles_that_are_declared_are_those_of_the_settings_or_of_changie():
    kinds = {".changie.yaml": "kinds:\n- label: NOTES\n- label: BUG FIXES\n  key: bug\n"}
    assert read({"CHANGELOG.md": OLD, **kinds}).declared == ("NOTES", "BUG FIXES")
    assert configured({"CHANGELOG.md": OLD, **kinds}, Settings(titles=("B", "A"))).declared == ("B", "A")
    assert read({"CHANGELOG.md": OLD}).declared == ()


def test_a_heading_that_was_copied_and_never_changed_is_advice_and_evidence():
    doubled = "## Unreleased\n\n## 1.0.0 (March 1, 2023)\n\n* now\n\n" + OLD
    found = read({"CHANGELOG.md": doubled})
    assert (texts(found), found.is_complete, found.advice.heading.line) == (["now"], False, 3)
    assert texts(read({"CHANGELOG.md": doubled.replace("Unreleased\n", "Unreleased\n\n* mine\n")})) == ["mine"]
    assert texts(read({"CHANGELOG.md": f"## Unreleased\n\n{OLD}"})) == []


def test_a_page_that_the_changelog_calls_the_upgrade_guide_is_one_in_a_major():
    files = {
        "CHANGELOG.md": "## 2.0.0\n\n* read the [Upgrade Guide](https://example.com/latest/docs/guides/new-api#one)\n",
        "docs/guides/new-api.md": "`size` has been removed\n",
        "docs/guides/other.md": "more\n",
    }
    assert [entry.file for entry in read(files, Version("2.0.0")).guide] == ["docs/guides/new-api.md"]
    assert read(files, Version("1.1.0")).guide == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("## 1.0.0\n" * 200_000, "only its first 5,000 sections were told apart"),
        ("## 1.1.0\n" * 20_000, "only its first 5,000 sections were told apart"),
        ("## 1.1.0\n\n" + "* `x`\n" * 30_000, "only the first 20,000 lines that tell of this release were read"),
        ("## 1.1.0\n\n* " + "`a " * 100_000, "of lines longer than 20,000 characters only the beginning was read"),
        ("\0" * 1_000_000, "it is full of NUL bytes, and may be no text"),
        ("## 1.1.0\n" + "* x\n" * 2_200_000, "only its first 8 MB were read"),
        ("## 1.1.0\n" + "\n" * 250_000, "only its first 200,000 lines were read"),
    ],
    ids=["headings", "headings of the version", "bullets", "no line ends", "no text", "length", "empty lines"],
)
def test_hostile_changelogs_cost_bounded_time_and_are_told_of(text, said):
    start = time.process_time()
    found = read({"CHANGELOG.md": text})
    assert said in [one.what for one in found.problems]
    assert time.process_time() - start < 10


def test_a_guide_that_could_not_be_read_whole_is_told_of():
    files = {"CHANGELOG.md": "## 2.0.0\n\n* x\n", "docs/guides/version-2-upgrade.md": "`a " * 100_000}
    (problem,) = read(files, Version("2.0.0")).problems
    assert (problem.file, "longer than" in problem.what) == ("docs/guides/version-2-upgrade.md", True)


def test_a_page_beside_the_guides_weighs_less_also_where_the_changelog_links_to_it():
    link = "* see the [upgrade guide](https://example.com/version_2_upgrade.html)"
    files = {
        "CHANGELOG.md": f"## 2.0.0\n\n{link}\n",
        "website/docs/version_2_upgrade.html.markdown": "`size` is removed\n",
    }
    found = read(files, Version("2.0.0"))
    assert [found.tells(entry) for entry in found.guide] == [False]
