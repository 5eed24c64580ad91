import pytest

from release_check.changelog import unreleased_version


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("## 1.2.0 (Unreleased)\n\n## 1.1.0 (March 1, 2024)\n", "1.2.0"),
        ("# Changelog\n\n## [v2.0.0-rc1] - UNRELEASED\n", "2.0.0-rc1"),
        ("# 1.2.0 (unreleased)\n", "1.2.0"),
        ("## Unreleased\n\n## 1.1.0\n", None),
        ("## 1.1.0 (March 1, 2024)\n\n## 1.0.0 (Unreleased)\n", None),
        ("# Changelog of 1.x\n\n## 1.3.0 (Unreleased)\n", "1.3.0"),
        ("```\n## 9.9.9 (Unreleased)\n```\n## 1.2.0 (Unreleased)\n", "1.2.0"),
        ("Nothing here\n", None),
        ("", None),
        ("## 1.2.0 (Unreleased)\r\n", "1.2.0"),
    ],
)
def test_the_top_unreleased_heading_tells_the_planned_version(text, expected):
    found = unreleased_version(text)
    assert (None if found is None else str(found)) == expected


def test_the_version_that_is_announced_is_found_in_any_encoding_and_at_any_length():
    text = "# Changelog\n\n## 1.2.0 (Unreleased)\n"
    for data in (
        text.encode(),
        text.encode("utf-16"),
        text.replace("\n", "\r\n").encode(),
        b"\xef\xbb\xbf" + text.encode(),
    ):
        assert str(unreleased_version(data)) == "1.2.0"
    assert str(unreleased_version(text.encode() + b"\n" * 20_000_000)) == "1.2.0"
