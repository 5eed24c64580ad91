import pytest

from release_check.changelog import Intent, Matcher, Missing, Step, Subject, drafts_of, read_changelog, style_of
from release_check.model import Address, Version

SIZE = Address("resource", "example_widget", "size")
MISSING = [
    Missing(Subject.DEPRECATION, SIZE, "use volume."),
    Missing(Subject.REMOVAL, Address("data-source", "example_gadget")),
]
OLD = "## 1.0.0 (March 1, 2023)\n\nNOTES:\n\n* resource/example_widget: new looks\n"
CHANGIE = """changesDir: .changes
unreleasedDir: next
custom:
- {key: Issue, type: int}
kinds:
- label: BREAKING CHANGES
- label: NOTES
"""


def draft(files, missing=MISSING):
    contents = {path: text.encode() for path, text in files.items()}
    style = style_of(contents, lambda paths: {path: contents[path] for path in paths})
    return drafts_of(missing, style, version=Version("1.1.0"), request="12", date="2024-03-01T12:00:00Z")


def written(files, drafts):
    """The files with the drafts in them, those lowest down first, so that lines stay where they are."""
    files = dict(files)
    for one in sorted(drafts, key=lambda one: -(one.after_line or 0)):
        if one.after_line is None:
            files[one.file] = one.text
        else:
            rows = files[one.file].splitlines(keepends=True)
            files[one.file] = "".join([*rows[: one.after_line], one.text, *rows[one.after_line :]])
    return files


PROVIDERS = {
    "changelog without a section": {"CHANGELOG.md": OLD},
    "changelog with a section": {"CHANGELOG.md": f"## 1.1.0 (Unreleased)\n\nNOTES:\n\n* resource/x: y\n\n{OLD}"},
    "changelog of another style": {"CHANGELOG.md": "# Log\n\n## [Unreleased]\n\n### Fixed\n\n- `example_x` - y\n"},
    "empty changelog": {"CHANGELOG.md": ""},
    "nothing": {},
    "go-changelog": {"CHANGELOG.md": OLD, ".changelog/1.txt": "```release-note:bug\nx\n```\n"},
    "changie": {"CHANGELOG.md": OLD, ".changie.yaml": CHANGIE},
}


@pytest.mark.parametrize("files", PROVIDERS.values(), ids=PROVIDERS)
def test_the_matching_accepts_what_is_drafted(files):
    contents = {path: text.encode() for path, text in written(files, draft(files)).items()}
    found = read_changelog(
        contents,
        lambda paths: {path: contents[path] for path in paths},
        Step(version=Version("1.1.0"), base=Version("1.0.0"), before={".changelog/1.txt": ""}),
    )
    assert not found.problems
    matcher = Matcher(found.entries, ["example_widget", "example_gadget"])
    for one, intent in zip(MISSING, (Intent.DEPRECATE, Intent.REMOVE), strict=True):
        match = matcher.find(one.address, [intent])
        assert (match.grade, match.fits) == ("full", True), one


def test_each_provider_gets_its_own_form():
    assert [one.file for one in draft(PROVIDERS["go-changelog"])] == [".changelog/12.txt"]
    first, second = draft(PROVIDERS["changie"])
    assert first.file == ".changes/next/NOTES-20240301-120000-1.yaml"
    assert first.text == (
        "kind: NOTES\nbody: 'resource/example_widget: Deprecated `size`. use volume.'\n"
        'time: 2024-03-01T12:00:00Z\ncustom:\n  Issue: "12"\n'
    )
    assert second.file == ".changes/next/BREAKING CHANGES-20240301-120000-2.yaml"
    (whole,) = draft(PROVIDERS["changelog without a section"])
    assert whole.text.startswith("## 1.1.0 (Unreleased)\n\nNOTES:\n\n* resource/example_widget: Deprecated `size`.")
    assert "* data-source/example_gadget: Removed this data source. TODO: say" in whole.text


def test_nothing_missing_is_no_draft():
    assert draft(PROVIDERS["changie"], []) == ()


def test_a_new_name_that_the_entry_on_the_old_one_names_gets_none_of_its_own():
    renamed = Missing(Subject.RENAME, Address("resource", "example_widget", "volume"))
    (one,) = draft({"CHANGELOG.md": OLD}, [MISSING[0], renamed])
    assert "Renamed" not in one.text
    elsewhere = Missing(Subject.RENAME, Address("resource", "example_gadget", "volume"))
    assert "Renamed" in draft({"CHANGELOG.md": OLD}, [MISSING[0], elsewhere])[0].text


@pytest.mark.parametrize(
    ("files", "kind", "text"),
    [
        ({"CHANGELOG.md": OLD}, "resource", "* **New Resource:** `example_gizmo`\n"),
        ({"CHANGELOG.md": OLD}, "data-source", "* **New Data Source:** `example_gizmo`\n"),
        (
            {".changelog/1.txt": "```release-note:bug\nx\n```\n"},
            "resource",
            "```release-note:new-resource\nexample_gizmo\n",
        ),
        (
            {".changelog/1.txt": "```release-note:bug\nx\n```\n"},
            "data-source",
            "```release-note:new-datasource\nexample_g",
        ),
    ],
)
def test_a_new_entity_is_drafted_as_such(files, kind, text):
    (one,) = draft(files, [Missing(Subject.NEW_ENTITY, Address(kind, "example_gizmo"))])
    assert text in one.text


def test_additions_go_under_the_kind_of_changies_that_stands_for_them():
    settings = CHANGIE + "- label: ENHANCEMENTS\n"
    (one,) = draft({".changie.yaml": settings}, [Missing(Subject.ADDITION, SIZE)])
    assert one.text.startswith("kind: ENHANCEMENTS\nbody: 'resource/example_widget: Added `size`.")
