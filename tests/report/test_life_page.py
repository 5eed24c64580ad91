from release_check.model import Location
from release_check.report import Life, LifeEvent, Notice, render

LIFE = Life(
    provider="example",
    address="resource/example_widget/size",
    releases=4,
    newest="v2.0.0",
    state="deleted",
    events=(
        LifeEvent(
            event="introduced",
            version="1.0.0",
            ref="v1.0.0",
            date="2024-01-01T00:00:00Z",
            location=Location("v1.0.0", "example/widget.go", 12),
        ),
        LifeEvent(
            event="deprecated",
            version="1.1.0",
            ref="v1.1.0",
            date="2024-02-01T00:00:00Z",
            message="use\n`length`",
            on="resource/example_widget",
            after="v1.0.1",
        ),
        LifeEvent(
            event="deleted",
            version="2.0.0",
            ref="v2.0.0",
            date="2024-03-01T00:00:00Z",
            notice=Notice(since="v1.1.0", releases=1, days=29),
            location=Location("v1.1.0", "example/widget.go", 14),
        ),
        LifeEvent(
            event="renamed to",
            version="2.0.0",
            ref="v2.0.0",
            date="2024-03-01T00:00:00Z",
            other="resource/example_widget/length",
        ),
    ),
    incomplete=("v0.9.0: It does not parse.",),
)


def test_a_life_is_a_line_for_each_event():
    assert render(LIFE, "text") == (
        "resource/example_widget/size, example, 4 releases\n"
        "  v1.0.0  2024-01-01  introduced  example/widget.go:12\n"
        "  v1.1.0  2024-02-01  deprecated, with resource/example_widget: use `length` (for operators on\n"
        "          v1.0.1)\n"
        "  v2.0.0  2024-03-01  deleted, after 1 release and 29 days of notice since v1.1.0\n"
        "          example/widget.go:14 at v1.1.0\n"
        "  v2.0.0  2024-03-01  renamed to resource/example_widget/length\n"
        "\n"
        "not known\n"
        "  v0.9.0: It does not parse.\n"
        "\n"
        "At v2.0.0: deleted.\n"
    )


def test_what_an_event_lacks_is_left_out_of_the_json():
    shown = render(LIFE, "json")
    assert '"format": "release-check/history-v1"' in shown
    assert shown.count('"notice"') == 1
    assert "null" not in shown
