"""Allowed values: narrower or not."""

import pytest

from release_check.history.allowed import is_narrower

TABLE = [
    ((), (), False),
    ((), ("a",), True),
    (("a",), (), False),
    (("a", "b"), ("a",), True),
    (("a",), ("a", "b"), False),
    ((), (">= 1",), True),
    ((">= 1",), (">= 0",), False),
    ((">= 1",), (">= 2",), True),
    ((">= 1", "<= 5"), (">= 1",), False),
    ((">= 1",), (">= 1", "<= 5"), True),
    ((">= 0.5",), (">= 0.25",), False),
    ((1, 2), (">= 1",), False),
    ((0, 1), (">= 1",), True),
    ((">= 1",), (1, 2), True),
]


@pytest.mark.parametrize(("before", "after", "expected"), TABLE)
def test_narrower(before, after, expected: bool) -> None:
    assert is_narrower(before, after) is expected
