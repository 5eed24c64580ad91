import msgspec

from release_check.model import Coverage, Location, Since
from release_check.report import BaseRelease, Due, JudgedRelease, Plan, RenameInProgress, render

PLAN = Plan(
    provider="example",
    release=JudgedRelease(version="3.0.0", ref="main", commit="0123456789abcdef", bump="major"),
    base=BaseRelease(version="2.1.0", ref="v2.1.0", commit="fedcba9876543210", why="it is the newest release"),
    coverage=Coverage(entities=2, attributes=9),
    must=(
        Due(
            address="resource/example_widget/size",
            do="delete it",
            why="its use has been an error since an earlier MAJOR",
            message="use *length*, says @somebody <b>",
            announced=Since("2.0.0", "v2.0.0"),
            releases=2,
            days=40,
            location=Location("main", "example/widget.go", 12),
        ),
    ),
    not_yet=(Due(address="provider/region", do="", why="no release has announced it yet"),),
    renames=(
        RenameInProgress(
            old="resource/example_widget/size",
            new="resource/example_widget/length",
            replacement=False,
            why="the message of the old one names the new",
            left=("delete it",),
        ),
    ),
)


def test_a_plan_reads_from_what_must_to_what_may_not():
    assert render(PLAN, "text") == (
        "example, plan for 3.0.0\n"
        "  looked at main (0123456789)\n"
        "  after     v2.1.0 (fedcba9876): it is the newest release\n"
        "  read      2 entities, 9 attributes, every value settled\n"
        "\n"
        "Must be done in 3.0.0\n"
        "  resource/example_widget/size\n"
        "    do        delete it\n"
        "    why       its use has been an error since an earlier MAJOR\n"
        "    notice    announced in 2.0.0, carried by 2 releases over 40 days\n"
        "    message   use *length*, says @somebody <b>\n"
        "    where     example/widget.go:12\n"
        "\n"
        "May not be done yet\n"
        "  provider/region\n"
        "    why       no release has announced it yet\n"
        "\n"
        "Renames in progress\n"
        "  resource/example_widget/size becomes resource/example_widget/length\n"
        "    why       the message of the old one names the new\n"
        "    left      delete it\n"
        "\n"
        "3.0.0: 1 must go, 0 may, 1 may not yet; 1 rename in progress.\n"
    )


def test_what_one_line_says_of_several_addresses_is_told_once():
    (due,) = PLAN.must
    crate = msgspec.structs.replace(due, address="resource/example_crate/size")
    other = msgspec.structs.replace(due, address="resource/example_jar/size", message="use width")
    text = render(msgspec.structs.replace(PLAN, must=(due, other, crate)), "text")
    assert (
        "    where     example/widget.go:12\n    also      resource/example_crate/size\n\n  resource/example_jar"
        in text
    )
    assert "3 must go" in text


def test_steps_that_are_left_are_numbered():
    (rename,) = PLAN.renames
    both = msgspec.structs.replace(rename, left=("tell of it", "delete it"))
    text = render(msgspec.structs.replace(PLAN, renames=(both,)), "text")
    assert "    left      1. tell of it\n              2. delete it\n" in text


def test_in_markdown_there_is_a_box_for_what_can_be_done():
    rows = render(PLAN, "markdown").splitlines()
    assert rows[0] == "# example: plan for 3.0.0"
    assert [row[:5] for row in rows if "`resource/example_widget/size`:" in row] == ["- [ ]"]
    assert [row[:3] for row in rows if "`provider/region`:" in row] == ["- `"]
    assert "  - [ ] delete it" in rows


def test_what_a_message_says_formats_nothing_and_mentions_nobody():
    (row,) = [row for row in render(PLAN, "markdown").splitlines() if "says" in row]
    assert r"\*length\*" in row
    assert r"\<b\>" in row
    assert "@somebody" not in row
    assert "@\u2060somebody" in row


def test_an_address_is_code_whatever_it_holds():
    odd = Plan(
        provider="example",
        release=PLAN.release,
        base=PLAN.base,
        coverage=Coverage(),
        may=(Due(address="resource/a/b`c", do="delete it", why="it may"),),
    )
    assert "- [ ] `` resource/a/b`c ``: delete it; it may." in render(odd, "markdown")
