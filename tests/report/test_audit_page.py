import json

import msgspec

from release_check.model import Finding, Level
from release_check.report import Audit, BaseRelease, JudgedRelease, Report, page, render
from release_check.report.page import Style


def report(version, base, *, verdict="pass", findings=(), needs="patch", incomplete=()):
    return Report(
        provider="example",
        release=JudgedRelease(version=version, ref=f"v{version}", commit="c", bump="minor" if base else None),
        base=BaseRelease(version=base, ref=f"v{base}" if base else None, commit=None, why=""),
        profile="hashicorp-guide",
        verdict=verdict,
        minimum_bump=needs,
        legal_version=None,
        coverage=None,
        changes={"attribute-deleted": 2} if findings else {},
        incomplete=incomplete,
        findings=findings,
    )


def finding(rule, level, address="resource/x/a"):
    return Finding(rule=rule, level=level, address=address, message="m", remedy="r", fingerprint="f")


AUDIT = Audit(
    reports=(
        report("1.0.0", None),
        report(
            "1.1.0",
            "1.0.0",
            verdict="fail",
            needs="major",
            findings=(finding("attribute-deleted", Level.ERROR), finding("something", Level.NOTE)),
        ),
        report("1.2.0", "1.1.0", verdict="incomplete", needs=None, incomplete=("v1.2.0 does not parse.",)),
    )
)


def test_an_audit_is_a_table_with_a_line_for_each_release():
    assert render(AUDIT, "text") == (
        "release  after   claims  needs  verdict     errors  warnings  notes  changes\n"
        "v1.0.0   -       -       patch  pass             -         -      -        -\n"
        "v1.1.0   v1.0.0  minor   major  fail             1         -      1        2\n"
        "v1.2.0   v1.1.0  minor   ?      incomplete       -         -      -        -\n"
        "    v1.2.0 does not parse.\n"
        "\n"
        "     1  error    attribute-deleted\n"
        "     1  note     something\n"
        "\n"
        "3 releases judged: 1 pass, 1 fail, 1 incomplete.\n"
    )


def test_verbose_names_each_finding_below_its_release():
    text = render(AUDIT, "text", verbose=True)
    assert "    error    attribute-deleted  resource/x/a\n    note     something          resource/x/a\n" in text


def test_counts_and_what_is_needed_stand_out_where_there_is_something_to_see():
    row = next(line for line in page(AUDIT) if line.spans and line.spans[0].text.startswith("v1.1.0"))
    styles = {span.text.strip(): span.style for span in row.spans}
    assert (styles["major"], styles["1"], styles["-"]) == (Style.ERROR, Style.NOTE, Style.FAINT)
    assert styles["minor"] is Style.PLAIN


def test_a_waiver_that_covers_nothing_in_any_release_is_told_of():
    reports = [msgspec.structs.replace(report, stale_waivers=("a at x",)) for report in AUDIT.reports]
    assert "  note  the waiver a at x covers nothing" not in render(AUDIT, "text")
    told = "note  the waiver a at x covers nothing in any of them\n"
    assert told in render(Audit(reports=tuple(reports)), "text")
    assert told not in render(Audit(reports=(*reports, AUDIT.reports[0])), "text")


def test_json_is_a_report_a_line():
    rows = render(AUDIT, "json").splitlines()
    assert [json.loads(row)["format"] for row in rows] == ["release-check/findings-v1"] * 3
    assert tuple(msgspec.json.decode(row, type=Report) for row in rows) == AUDIT.reports


def test_the_gravest_verdict_is_the_exit_code():
    assert AUDIT.exit_code == 3
    assert Audit(reports=AUDIT.reports[:2]).exit_code == 1
    assert Audit(reports=()).exit_code == 0
