from release_check.changelog import Missing, Step, Subject, drafts_of, read_changelog, style_of
from release_check.changelog.templates import template_of
from release_check.model import Address, Version

TEMPLATE = """{{- if index .NotesByType "breaking-change" -}}
BREAKING CHANGES:

{{range index .NotesByType "breaking-change" -}}
{{ end -}}
{{- end -}}
{{- $features := combineTypes .NotesByType.feature (index .NotesByType "new-resource") }}
### FEATURES:
{{- if .NotesByType.deprecation }}
DEPRECATIONS:
{{- end -}}
{{- if .NotesByType.doc }}
DOCS:
{{- end -}}
"""
FILES = {".changelog/changelog.tmpl": TEMPLATE, "CHANGELOG.md": "## Unreleased\n"}


def reader(files):
    contents = {path: text.encode() for path, text in files.items()}
    return contents, lambda paths: {path: contents[path] for path in paths}


def problems(note, files=FILES):
    step = Step(version=Version("1.1.0"), base=Version("1.0.0"))
    all_files = {**files, ".changelog/1.txt": f"```release-note:{note}\nx\n```\n"}
    return [one.what for one in read_changelog(*reader(all_files), step).problems]


def test_types_and_titles_are_those_of_the_template():
    found = template_of(*reader(FILES))
    assert found.types == ("breaking-change", "feature", "new-resource", "deprecation", "doc")
    assert found.titles == ("BREAKING CHANGES", "FEATURES", "DEPRECATIONS", "DOCS")


def test_a_list_of_allowed_types_adds_to_it():
    files = {
        "scripts/changelog/changelog.tmpl": TEMPLATE,
        "scripts/changelog/allowed-types.txt": "feature\nnew-guide\n",
    }
    assert template_of(*reader(files)).types[:3] == ("feature", "new-guide", "breaking-change")


def test_another_template_is_none():
    assert template_of(*reader({".changelog/changelog.tmpl": "hello"})).types == ()
    assert template_of(*reader({"docs/changelog.tmpl": TEMPLATE})).types == ()


def test_what_the_template_takes_up_is_known_and_what_it_does_not_is_lost():
    assert problems("doc") == []
    assert problems("none") == []
    (lost,) = problems("improvement")
    assert lost.startswith("`improvement` is none of the types that .changelog/changelog.tmpl takes up; ")
    assert problems("improvement", {"CHANGELOG.md": "## Unreleased\n"}) == []


def test_the_order_is_the_templates():
    step = Step(version=Version("1.1.0"), base=Version("1.0.0"))
    assert read_changelog(*reader(FILES), step).declared[0] == "BREAKING CHANGES"


def test_drafts_are_of_a_type_that_the_template_takes_up():
    missing = [Missing(Subject.DEPRECATION, Address("resource", "example_widget", "size"), "no size any more")]
    style = style_of(*reader({**FILES, ".changelog/1.txt": "```release-note:feature\nx\n```\n"}))
    (one,) = drafts_of(missing, style, version=None, request="7", date="")
    assert one.text.startswith("```release-note:deprecation\n")
