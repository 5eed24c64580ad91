from __future__ import annotations

from release_check.model import IncompleteError, ReleaseCheckError, UsageProblem


def test_each_failure_knows_its_exit_code() -> None:
    assert {error.__name__: error.exit_code for error in (ReleaseCheckError, UsageProblem, IncompleteError)} == {
        "ReleaseCheckError": 3,
        "UsageProblem": 2,
        "IncompleteError": 3,
    }
    assert issubclass(UsageProblem, ReleaseCheckError)
    assert issubclass(IncompleteError, ReleaseCheckError)
