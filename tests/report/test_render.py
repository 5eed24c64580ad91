import json
import os
from pathlib import Path

import msgspec
import pytest

from release_check.model import (
    Attribute,
    Coverage,
    Entity,
    Era,
    Finding,
    GuideSection,
    Level,
    Location,
    Provider,
    Source,
    Unresolved,
    WaivedBy,
    fingerprint,
)
from release_check.report import (
    EXIT_CODES,
    FORMATS,
    BaseRelease,
    ComparedRef,
    Diff,
    DiffChange,
    Forcing,
    JudgedRelease,
    Report,
    VerdictWord,
    render,
    verdict_of,
)

GOLDEN = Path(__file__).parent / "golden"
UPDATE = os.environ.get("UPDATE_GOLDEN") == "1"

GUIDE = GuideSection("Deprecations, Removals, and Renames", "Provider Attribute Removal")
LOCATION = Location("v1.0.0", "example/resource_widget.go", 27)
COVERAGE = Coverage(entities=3, attributes=14)
GAPS = Coverage(
    entities=3,
    attributes=14,
    unknown=5,
    unresolved=tuple(
        Unresolved(f"resource/example_widget/a{n}", "default", "example/widget.go", n, f"call of computed{n}")
        for n in range(1, 6)
    ),
)


def finding(rule, address="resource/example_widget/legacy_mode", level=Level.ERROR, **fields):
    values = {
        "message": f"What {rule} says.",
        "remedy": f"What to do about {rule}.",
        "fingerprint": fingerprint(rule, address, "1.1.0"),
        "guide": GUIDE,
        "location": LOCATION,
    }
    return Finding(rule=rule, address=address, level=level, **values | fields)


def report(**fields):
    values = {
        "provider": "example",
        "release": JudgedRelease(
            version="1.1.0", ref="v1.1.0", commit="b" * 40, bump="minor", why="the tag's own version"
        ),
        "base": BaseRelease(
            version="1.0.0", ref="v1.0.0", commit="a" * 40, why="the highest release below 1.1.0", coverage=COVERAGE
        ),
        "profile": "hashicorp-guide",
        "verdict": VerdictWord.PASS,
        "minimum_bump": "patch",
        "legal_version": "1.1.0",
        "coverage": COVERAGE,
        "rules": 28,
    }
    return Report(**values | fields)


FAILING = report(
    verdict=VerdictWord.FAIL,
    minimum_bump="major",
    legal_version="2.0.0",
    changes={"attribute-deleted": 1, "attribute-added": 2},
    forced_by=(Forcing("attribute-deleted", "resource/example_widget/legacy_mode"),),
    findings=(
        finding("minimum-bump", "release", location=None),
        finding("deprecation-message-empty", "resource/example_widget/size", Level.WARNING),
        finding("attribute-deleted-outside-major"),
        finding("attribute-deleted-without-deprecation", absorbs=("some-rule", "other-rule")),
    ),
)

DIFF = Diff(
    provider="example",
    before=ComparedRef(ref="v1.0.0", commit="a" * 40, coverage=COVERAGE),
    after=ComparedRef(ref="v1.1.0", commit="b" * 40, coverage=COVERAGE),
    changes=(
        DiffChange(change="attribute-added", address="resource/example_widget/colour", location=LOCATION),
        DiffChange(change="default-changed", address="resource/example_widget/size", old=1, new=None),
        DiffChange(change="entity-deleted", address="data-source/example_widget"),
    ),
)

SNAPSHOT = Provider(
    provider="example",
    ref="v1.0.0",
    commit="a" * 40,
    coverage=COVERAGE,
    provider_config=Entity(era=Era.SDK_V2, attrs={"region": Attribute(type="string", optional=True, default="here")}),
    resources={
        "example_widget": Entity(
            era=Era.SDK_V2,
            schema_version=2,
            state_upgraders=(0, 1),
            importer=True,
            source=Source("example/widget.go", 10),
            attrs={
                "tags": Attribute(type="map", elem=Attribute(type="string"), optional=True),
                "disk": Attribute(
                    type="list",
                    block=True,
                    optional=True,
                    max_items=1,
                    attrs={"size": Attribute(type="int", required=True, source=Source("example/widget.go", 20))},
                ),
                "id": Attribute(type="string", computed=True, deprecated="do\nnot use", unknown=("default",)),
            },
        )
    },
)

INCOMPLETE = report(
    verdict=VerdictWord.INCOMPLETE,
    minimum_bump=None,
    legal_version=None,
    coverage=GAPS,
    incomplete=("v1.0.0 could not be read: no Go source.",),
)
SUBJECTS = {
    "failing": FAILING,
    "passing": report(),
    "incomplete": INCOMPLETE,
    "first-release": report(
        base=msgspec.structs.replace(report().base, version=None, ref=None, commit=None, why="no release is lower")
    ),
    "no-version": report(
        release=msgspec.structs.replace(report().release, version=None, ref="working tree", bump=None, why=""),
        minimum_bump="major",
        legal_version="2.0.0",
        forced_by=tuple(Forcing("attribute-deleted", f"resource/example_widget/a{n}") for n in range(12)),
    ),
    "waived": report(
        waived=1, stale_waivers=("attribute-deleted-*",), findings=(finding("minimum-bump", waived=WaivedBy("agreed")),)
    ),
    "diff": DIFF,
    "no-diff": msgspec.structs.replace(DIFF, changes=()),
    "snapshot": SNAPSHOT,
}


@pytest.mark.parametrize("name", SUBJECTS)
@pytest.mark.parametrize("format_name", FORMATS)
def test_reports_look_as_they_did_when_last_reviewed(name, format_name):
    """`UPDATE_GOLDEN=1 pytest` writes the files anew; read the difference before you commit it."""
    golden = GOLDEN / f"{name}.{format_name}"
    shown = render(SUBJECTS[name], format_name)
    if UPDATE:
        golden.write_text(shown, encoding="utf-8")
    assert shown == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("subject", "kind"), [(FAILING, Report), (INCOMPLETE, Report), (DIFF, Diff), (SNAPSHOT, Provider)]
)
def test_json_reads_back_as_what_was_rendered(subject, kind):
    assert msgspec.json.decode(render(subject, "json"), type=kind) == subject


def test_snapshot_json_has_the_published_keys_in_the_published_order():
    keys = list(json.loads(render(SNAPSHOT, "json")))
    assert keys[:6] == ["format", "provider", "ref", "commit", "coverage", "provider_config"]
    assert set(keys[6:]) == {
        "resources", "data_sources", "ephemeral_resources", "functions", "list_resources", "actions",
    }  # fmt: skip


def test_findings_json_has_every_published_key():
    document = json.loads(render(FAILING, "json"))
    assert {
        "format", "provider", "release", "base", "profile", "verdict", "minimum_bump", "legal_version", "coverage",
        "waived", "stale_waivers", "findings",
    } <= set(document)  # fmt: skip
    assert {"rule", "level", "address", "message", "remedy", "location", "guide", "fingerprint"} <= set(
        document["findings"][2]
    )
    assert {"version", "ref", "commit", "bump"} <= set(document["release"])
    assert {"version", "ref", "commit", "why"} <= set(document["base"])


@pytest.mark.parametrize("format_name", FORMATS)
@pytest.mark.parametrize("character", ["\x1b", "\x9b", "\u202e"])
def test_no_format_lets_the_repository_drive_the_terminal(format_name, character):
    hostile = report(
        findings=(finding("minimum-bump", message=f"use {character}[31m", remedy=character),),
        base=msgspec.structs.replace(report().base, ref=f"v1{character}"),
    )
    assert character not in render(hostile, format_name)


def test_two_rules_on_one_event_are_one_block():
    text = render(FAILING, "text")
    assert text.count("resource/example_widget/legacy_mode\n  where") == 1


SHARED = [f"resource/example_{name}/spec.size" for name in ("box", "crate", "jar", "pot", "tin")]


def test_what_one_line_gives_to_several_addresses_is_told_once():
    text = render(report(findings=tuple(finding("a-rule", address) for address in SHARED)), "text")
    assert text.count("What a-rule says.") == 1
    assert "also      resource/example_crate/spec.size" in text
    assert "and at 1 place more" in text
    assert "5 errors" in text


def test_all_of_them_are_listed_when_asked():
    text = render(report(findings=tuple(finding("a-rule", address) for address in SHARED)), "text", verbose=True)
    assert all(address in text for address in SHARED)


@pytest.mark.parametrize(
    "other",
    [
        finding("another-rule", SHARED[1]),
        finding("a-rule", SHARED[1], level=Level.WARNING),
        finding("a-rule", SHARED[1], location=Location("v1.0.0", "example/resource_widget.go", 28)),
        finding("a-rule", "resource/example_crate/spec.height"),
        finding("a-rule", "data-source/example_box/spec.size"),
        finding("a-rule", SHARED[1], location=None),
    ],
)
def test_what_differs_in_more_than_the_entity_stands_for_itself(other):
    text = render(report(findings=(finding("a-rule", SHARED[0]), other)), "text")
    assert text.count(" says.") == 2
    assert "also " not in text


def test_what_is_cut_to_the_first_few_is_listed_when_asked():
    assert "a5 default" not in render(INCOMPLETE, "text")
    assert "a5 default" in render(INCOMPLETE, "text", verbose=True)
    assert "a11" not in render(SUBJECTS["no-version"], "text")
    assert "a11" in render(SUBJECTS["no-version"], "text", verbose=True)


@pytest.mark.parametrize(
    ("findings", "incomplete", "expected"),
    [
        ((), (), VerdictWord.PASS),
        ((finding("r", level=Level.WARNING), finding("s", level=Level.NOTE)), (), VerdictWord.PASS),
        ((finding("r"),), (), VerdictWord.FAIL),
        ((finding("r", waived=WaivedBy("agreed")),), (), VerdictWord.PASS),
        ((), ("not read",), VerdictWord.INCOMPLETE),
        ((finding("r"),), ("not read",), VerdictWord.INCOMPLETE),
    ],
)
def test_verdict_follows_from_errors_and_from_what_was_not_read(findings, incomplete, expected):
    assert verdict_of(findings, incomplete) is expected


def test_exit_codes_are_the_promised_ones():
    assert EXIT_CODES == {"pass": 0, "fail": 1, "incomplete": 3}
