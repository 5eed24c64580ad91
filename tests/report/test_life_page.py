from release_check.model import Location
from release_check.report import Carried, Life, LifeEvent, Notice, SchemaVersionSpan, render

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


_UPGRADE = Carried(
    version=1,
    to=2,
    by="upgradeV1",
    sets=("fqdn", "a", "b", "c", "d"),
    drops=("name", "old"),
    renames=(("name", "fqdn"),),
    location=Location("v3.0.0", "example/widget.go", 30),
)
_MIGRATE = Carried(version=0, to=2, by="migrate")
MIGRATED = Life(
    provider="example",
    address="resource/example_widget",
    releases=5,
    newest="v3.0.0",
    state="active",
    events=(
        LifeEvent(event="schema version", version="1.0.0", ref="v1.0.0", date="2024-01-01", schema_version=1),
        LifeEvent(
            event="upgraders changed",
            version="2.0.0",
            ref="v2.0.0",
            date="2024-02-01",
            schema_version=1,
            carried=(_MIGRATE,),
        ),
        LifeEvent(
            event="schema version",
            version="3.0.0",
            ref="v3.0.0",
            date="2024-03-01",
            schema_version=2,
            carried=(_MIGRATE, _UPGRADE),
        ),
        LifeEvent(
            event="takes over state of", version="3.0.0", ref="v3.0.0", date="2024-03-01", other="resource/example_box"
        ),
    ),
    schema_versions=(
        SchemaVersionSpan(version=0, first="v0.1.0", last="v0.9.0"),
        SchemaVersionSpan(version=1, first="v1.0.0", last="v2.0.0", carried=_UPGRADE),
        SchemaVersionSpan(version=2, first="v3.0.0", last="v3.0.0", current=True),
    ),
)


def test_schema_versions_are_told_with_what_takes_them_forward():
    assert render(MIGRATED, "text") == (
        "resource/example_widget, example, 5 releases\n"
        "  v1.0.0  2024-01-01  schema version 1; no state is taken forward\n"
        "  v2.0.0  2024-02-01  upgraders changed; state goes from 0 to 2 by migrate\n"
        "  v3.0.0  2024-03-01  schema version 2; state goes from 0 to 2 by migrate, 1 to 2 by upgradeV1\n"
        "  v3.0.0  2024-03-01  takes over state of resource/example_box\n"
        "\n"
        "State of each schema version, with what takes it forward\n"
        "  0  v0.1.0 to v0.9.0  nothing takes it forward\n"
        "  1  v1.0.0 to v2.0.0  to 2 by upgradeV1: renames name to fqdn, sets a, b, c and 1 more, drops old\n"
        "     example/widget.go:30\n"
        "  2  since v3.0.0\n"
        "\n"
        "At v3.0.0: active.\n"
    )
