import pytest

from release_check.changelog.sections import sections_of


def read(text):
    return [(str(one.version or ""), one.heading.unreleased) for one in sections_of("CHANGELOG.md", text.split("\n"))]


@pytest.mark.parametrize(
    ("heading", "version", "unreleased"),
    [
        ("## 1.2.3 (March 1, 2024)", "1.2.3", False),
        ("## 1.2.3 (Unreleased)", "1.2.3", True),
        ("## v1.2.3", "1.2.3", False),
        ("# 1.2.3 (Mar, 6 2024)", "1.2.3", False),
        ("### 1.2.3 (July 30th, 2024)", "1.2.3", False),
        ("## 1.2.3 - 2024-03-01", "1.2.3", False),
        ("## [1.2.3] - 2024-03-01", "1.2.3", False),
        ("## [v1.2.3](https://example.com/compare) (2024-03-01)", "1.2.3", False),
        ("## **1.2.3**", "1.2.3", False),
        ("## 1.2.3-beta.1 (March 1, 2024)", "1.2.3-beta.1", False),
        ("## Release 1.2.3", "1.2.3", False),
        ("##1.2.3", "1.2.3", False),
        ("## 1.2 (March 1, 2024)", "1.2.0", False),
        ("## Unreleased", "", True),
        ("## [Unreleased]", "", True),
        ("## (Unreleased)", "", True),
        ("## UNRELEASED", "", True),
        ("1.2.3\n=====", "1.2.3", False),
    ],
)
def test_headings_of_every_form(heading, version, unreleased):
    assert read(f"# Changelog\n\n{heading}\n\n* something\n") == [(version, unreleased)]


@pytest.mark.parametrize(
    "heading",
    [
        "## BUG FIXES",
        "## [MAJOR.MINOR.PATCH] - YYYY-MM-DD",
        "## Upgrading to 2.0.0",
        "1.2.3",
        "## 10 things",
        "#### 1.2.3",
    ],
)
def test_what_is_no_version_heading(heading):
    assert read(f"{heading}\n\n* something\n") == []


def test_a_section_ends_where_the_next_begins_whatever_the_levels():
    text = "## 1.1.0\n\n## FEATURES\n\n* a\n\n### 1.0.0\n\n* b\n"
    first, second = sections_of("CHANGELOG.md", text.split("\n"))
    assert "* a" in first.lines
    assert "* b" not in first.lines
    assert second.lines[1] == "* b"
    assert (first.first_line, second.first_line) == (2, 8)


def test_headings_in_code_are_none():
    assert read("```\n## 1.2.3\n```\n## 1.2.2\n") == [("1.2.2", False)]
