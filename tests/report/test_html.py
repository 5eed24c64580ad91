import base64
import hashlib
import itertools
import re
from html.parser import HTMLParser

import msgspec
import pytest

from release_check.model import Coverage, Finding, Level, Location, Since, Unresolved, WaivedBy
from release_check.report import (
    Audit,
    BaseRelease,
    Dossier,
    Due,
    Excerpt,
    GraphRelease,
    JudgedRelease,
    Life,
    LifeEvent,
    Notice,
    Plan,
    ReleaseGraph,
    RenameInProgress,
    Report,
    render,
)
from release_check.report.html.metro import metro_of
from release_check.report.html.timeline import calendar_of, life_view, span_of

SIZE = "resource/example_widget/size"
PLACE = Location("v1.1.0", "example/widget.go", 20)
HOSTILE = (
    "\"><script>alert(1)</script><img src=x onerror=alert(1)>'</style></title></pre><!-- javascript:alert(1) \u202e"
)


class Page(HTMLParser):
    """What a browser makes of a page: its elements, and the text outside of script and style."""

    VOID = frozenset({"meta", "input", "wbr", "br", "img", "link"})

    def __init__(self, text):
        super().__init__()
        self.elements, self.words, self.open = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if not {"script", "style"} & set(self.open):
            self.words.append(data)

    @property
    def text(self):
        return re.sub(r"\s+", " ", "".join(self.words))

    def all(self, tag, of_class=""):
        return [attrs for name, attrs in self.elements if name == tag and of_class in attrs.get("class", "").split(" ")]


def finding(rule, address=SIZE, level=Level.ERROR, **fields):
    values = {"message": f"What {rule} says.", "remedy": f"What to do about {rule}.", "fingerprint": f"{rule}{address}"}
    return Finding(rule=rule, address=address, level=level, **values | fields)


def report(version="1.1.0", base="1.0.0", **fields):
    values = {
        "provider": "example",
        "release": JudgedRelease(version=version, ref=f"v{version}", commit="b" * 40, bump="minor"),
        "base": BaseRelease(version=base, ref=f"v{base}" if base else None, commit="a" * 40, why="the one below"),
        "profile": "hashicorp-guide",
        "verdict": "pass",
        "minimum_bump": "patch",
        "legal_version": "1.1.0",
        "coverage": Coverage(entities=3, attributes=14),
    }
    return Report(**values | fields)


FAILING = report(
    verdict="fail",
    minimum_bump="major",
    legal_version="2.0.0",
    findings=(
        finding("minimum-bump", "release"),
        finding("attribute-deleted-outside-major", location=PLACE),
        finding("a-warning", "data-source/example_box", Level.WARNING),
        finding("a-waived-one", "provider/region", waived=WaivedBy("agreed", "2.0.0")),
    ),
    waived=1,
    stale_waivers=("other-rule at resource/x",),
)


def page(subject, **around):
    return Page(render(Dossier(subject=subject, **around), "html"))


def test_the_head_says_verdict_bump_and_legal_version():
    shown = page(FAILING)
    assert "fail example 1.1.0" in shown.text
    figures = dict(re.findall(r"(least bump|lowest legal version)(\S+)", shown.text))
    assert figures == {"least bump": "major", "lowest legal version": "2.0.0"}


def test_every_finding_can_be_filtered_by_rule_kind_and_level():
    rows = [attrs for tag, attrs in page(FAILING).elements if "data-rule" in attrs]
    assert {(row["data-rule"], row["data-kind"], row["data-level"]) for row in rows} == {
        ("minimum-bump", "release", "error"),
        ("attribute-deleted-outside-major", "resource", "error"),
        ("a-warning", "data-source", "warning"),
        ("a-waived-one", "provider", "waived"),
    }


def test_each_choice_of_the_filter_says_how_often():
    text = page(FAILING).text
    assert "attribute-deleted-outside-major (1)" in text
    assert "data source (1)" in text
    assert "errors 2" in text
    assert "waived 1" in text


def test_what_stands_since_earlier_is_told_apart():
    shown = page(msgspec.structs.replace(FAILING, standing=(finding("an-old-one"),)))
    assert "no part of the verdict" in shown.text
    assert [row["data-level"] for _, row in shown.elements if row.get("data-rule") == "an-old-one"] == ["standing"]


def test_the_lines_around_a_finding_are_shown_and_its_own_is_marked():
    lines = ("one", '\t\t"size": { // two', "\t\t\tType: schema.TypeInt,")
    shown = page(FAILING, excerpts=(Excerpt(location=PLACE, first=19, lines=lines),))
    rows = shown.all("span", "line")
    assert [(row["data-n"], "hit" in row["class"]) for row in rows] == [("19", False), ("20", True), ("21", False)]
    assert '"size": { // two' in shown.text


def test_what_one_line_gives_to_several_addresses_is_told_once_and_counted():
    places = [f"resource/example_{name}/spec.size" for name in ("box", "crate", "jar")]
    shown = page(report(findings=tuple(finding("a-rule", place, location=PLACE) for place in places)))
    assert [row["data-times"] for _, row in shown.elements if "data-rule" in row] == ["3"]
    assert all(place in shown.text for place in places)


def test_what_was_not_read_and_waivers_that_cover_nothing_are_told():
    coverage = Coverage(entities=1, unknown=1, unresolved=(Unresolved(SIZE, "default", "a.go", 3, "call of computed"),))
    shown = page(msgspec.structs.replace(FAILING, incomplete=("v1.0.0 does not parse.",), coverage=coverage))
    assert "v1.0.0 does not parse." in shown.text
    assert "call of computed" in shown.text
    assert "Waivers that cover nothing other-rule at resource/x" in shown.text


AUDIT = Audit(reports=(report("1.0.0", None), FAILING, report("1.2.0", "1.1.0")))


def graph(*rows, judged=True):
    releases = tuple(
        GraphRelease(
            version=version,
            ref=f"v{version}",
            commit="c",
            date=f"202{index}-01-01T00:00:00Z",
            base=base,
            why="",
            bump=bump,
            needs=needs,
        )
        for index, (version, base, bump, needs) in enumerate(rows)
    )
    return ReleaseGraph(versioning="semver", releases=releases, judged=judged)


GRAPH = graph(
    ("1.0.0", None, None, None),
    ("1.1.0", "v1.0.0", "minor", "major"),
    ("1.2.0", "v1.1.0", "minor", "patch"),
    ("1.3.0", "v1.2.0", "minor", None),
    ("2.0.0", "v1.2.0", "major", "major"),
)


def test_an_audit_lists_every_release_newest_first_and_the_graph_leads_there():
    shown = page(AUDIT, graph=GRAPH)
    order = [attrs["id"] for _, attrs in shown.elements if "data-group" in attrs]
    assert order == ["r3", "r2", "r1"]
    assert [attrs["href"] for attrs in shown.all("a") if attrs["href"].startswith("#r")] == ["#r1", "#r2", "#r3"]
    assert "needs major" in shown.text


def test_a_waiver_that_covers_something_in_one_release_is_not_stale_in_an_audit():
    stale = tuple(msgspec.structs.replace(report, stale_waivers=("a at x",)) for report in AUDIT.reports)
    assert "Waivers that cover nothing" in page(Audit(reports=stale)).text
    assert "Waivers that cover nothing" not in page(Audit(reports=(*stale, report("1.3.0", "1.2.0")))).text


def test_an_audit_says_which_rules_did_not_hold_how_often():
    shown = page(AUDIT)
    assert "4 rules that did not hold" in shown.text
    assert {attrs.get("data-pick") for attrs in shown.all("button")} >= {"minimum-bump", "a-warning"}


def test_the_map_has_a_row_for_each_major_and_marks_what_breaks():
    found = metro_of(GRAPH, {})
    assert [(row.label, row.number) for row in found.rows] == [("1.x", 4), ("2.x", 1)]
    assert [(stop.ref, stop.looks) for stop in found.stations] == [
        ("v1.0.0", "plain"),
        ("v1.1.0", "unsaid"),
        ("v1.2.0", "plain"),
        ("v1.3.0", "unread"),
        ("v2.0.0", "breaks"),
    ]
    assert found.summary == "5 releases in 2 MAJOR series; 2 of them break, 1 without saying so in the number"
    assert len({(stop.x, stop.y) for stop in found.stations}) == 5


def test_nothing_breaks_on_a_map_that_nobody_judged():
    found = metro_of(msgspec.structs.replace(GRAPH, judged=False), {"v1.1.0": "after"})
    assert found.summary == "5 releases in 2 MAJOR series"
    assert [stop.label for stop in found.stations if stop.label] == ["after"]
    assert not [stop for stop in found.stations if stop.looks == "unread"]


def event(name, ref, date, **fields):
    return LifeEvent(event=name, version=ref[1:], ref=ref, date=f"{date}T00:00:00Z", **fields)


LIFE = Life(
    provider="example",
    address=SIZE,
    releases=5,
    newest="v3.0.0",
    state="deleted",
    events=(
        event("introduced", "v1.0.0", "2020-01-01"),
        event("deprecated", "v1.1.0", "2021-01-01", message="use height"),
        event("renamed to", "v1.1.0", "2021-01-01", other="resource/example_widget/height"),
        event("deprecated", "v0.9.9", "2021-06-01", after="v0.9.8"),
        event("soft-removed", "v2.0.0", "2022-01-01"),
        event("deleted", "v3.0.0", "2023-01-01", notice=Notice(since="v1.1.0", releases=3, days=730)),
    ),
)


def test_a_life_is_a_bar_for_each_state_without_gaps():
    bars = life_view(LIFE, None).bars
    assert [bar.looks for bar in bars] == ["active", "deprecated", "soft-removed"]
    assert [round(one.start + one.width, 1) for one in bars[:-1]] == [round(one.start, 1) for one in bars[1:]]
    assert all(0 <= bar.start <= bar.start + bar.width <= 100 for bar in bars)


def test_what_still_stands_goes_on_to_the_end_of_time():
    life = msgspec.structs.replace(LIFE, events=LIFE.events[:2], state="deprecated")
    (_, last) = life_view(life, span_of(["2020-01-01T00:00:00Z", "2024-01-01T00:00:00Z"])).bars
    assert (last.looks, round(last.start + last.width)) == ("deprecated", 99)


def test_what_became_of_it_on_a_line_beside_is_told_and_not_drawn():
    view = life_view(LIFE, None)
    assert [step.at is None for step in view.steps] == [False, False, False, True, False, False]
    assert "renamed to height in v1.1.0" in view.words
    text = page(LIFE).text
    assert "(for operators on v0.9.8)" in text
    assert "after 3 releases and 730 days of notice since v1.1.0" in text


def test_a_finding_of_an_audit_leads_to_the_life_of_its_address():
    shown = page(AUDIT, lives=(LIFE,))
    (link,) = (
        attrs["href"] for attrs in shown.all("a") if attrs["href"].startswith("#l") and attrs["href"] != "#lives"
    )
    assert [attrs["id"] for attrs in shown.all("div", "life")] == [link[1:]]


def test_a_life_without_events_between_is_no_news_in_a_report():
    dull = msgspec.structs.replace(LIFE, events=LIFE.events[:1])
    assert not page(FAILING, lives=(dull,)).all("svg", "bar")
    assert page(FAILING, lives=(LIFE,)).all("svg", "bar")


PLAN = Plan(
    provider="example",
    release=JudgedRelease(version="2.0.0", ref="v1.3.0", commit="c", bump="major"),
    base=BaseRelease(version="1.3.0", ref="v1.3.0", commit="c", why="the last"),
    coverage=Coverage(entities=1, attributes=2),
    must=(Due(address="resource/a/old", do="delete it", why="its use is an error", announced=None),),
    may=(
        Due(address=SIZE, do="delete it", why="told", announced=Since("1.1.0", "v1.1.0"), releases=3, days=365),
        Due(address="resource/b", do="delete it", why="told", announced=Since("1.0.0", "v1.0.0"), releases=4, days=730),
    ),
    renames=(
        RenameInProgress(old=SIZE, new="resource/example_widget/height", replacement=False, why="named", left=("x",)),
    ),
)


def test_bars_of_a_plan_end_together_and_are_as_long_as_their_notice():
    parts, ticks = calendar_of(PLAN, {"v1.1.0": "2021-03-01T00:00:00Z"})
    assert list(parts) == ["must", "may"]
    assert parts["must"][0].bar is None
    half, whole = (row.bar for row in parts["may"])
    assert round(half.start + half.width) == round(whole.start + whole.width) == 99
    assert round(whole.width / half.width, 1) == 2
    assert [tick.year for tick in ticks] == ["2021", "2022"]


def test_a_plan_has_its_parts_and_renames():
    text = page(PLAN, graph=GRAPH).text
    for words in ("Must be done in 2.0.0", "May be done in 2.0.0", "Renames in progress", "announced by no release"):
        assert words in text


SUBJECTS = {"report": FAILING, "audit": AUDIT, "life": LIFE, "plan": PLAN, "nothing found": report()}


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_a_page_fetches_nothing_and_allows_its_own_style_and_script_alone(subject):
    text = render(subject, "html")
    shown = Page(text)
    assert not [attrs for _, attrs in shown.elements if {"src", "srcset", "style", "action"} & set(attrs)]
    assert all(attrs["href"].startswith("#") for _, attrs in shown.elements if "href" in attrs)
    assert not re.search(r"url\(|@import|https?:", text)
    policy = next(attrs["content"] for attrs in shown.all("meta") if attrs.get("http-equiv"))
    assert policy.startswith("default-src 'none'; ")
    for tag in ("style", "script"):
        (content,) = re.findall(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_headings_go_down_by_one_and_ids_are_given_once(subject):
    shown = page(subject, graph=GRAPH, lives=(LIFE,), plan=PLAN if isinstance(subject, Audit) else None)
    ranks = [int(tag[1]) for tag, _ in shown.elements if re.fullmatch(r"h[1-6]", tag)]
    assert ranks[0] == 1
    assert ranks.count(1) == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(ranks))
    ids = [attrs["id"] for _, attrs in shown.elements if "id" in attrs]
    assert len(ids) == len(set(ids))
    assert {attrs["href"][1:] for attrs in shown.all("a")} <= set(ids)


def test_the_same_gives_the_same_page():
    first = render(Dossier(subject=AUDIT, graph=GRAPH, lives=(LIFE,), plan=PLAN), "html")
    assert first == render(Dossier(subject=AUDIT, graph=GRAPH, lives=(LIFE,), plan=PLAN), "html")


def _everywhere(value):
    """The same data with hostile words in place of every text that a repository or its configuration writes."""
    kept = {"version", "date", "bump", "verdict", "minimum_bump", "level", "needs", "event", "versioning", "base"}
    if isinstance(value, msgspec.Struct):
        fields = {
            name: one if name in kept and not isinstance(one, msgspec.Struct) else _everywhere(one)
            for name, one in ((name, getattr(value, name)) for name in value.__struct_fields__)
        }
        return type(value)(**fields)
    if isinstance(value, tuple):
        return tuple(map(_everywhere, value))
    if isinstance(value, dict):
        return dict.fromkeys([HOSTILE], 1) if value else {}
    return HOSTILE if isinstance(value, str) and not isinstance(value, Level) else value


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_no_string_of_a_repository_becomes_markup(subject):
    excerpts = (Excerpt(location=PLACE, first=19, lines=(HOSTILE, HOSTILE)),)
    plan = PLAN if isinstance(subject, Audit) else None
    tame = Dossier(subject=subject, graph=GRAPH, lives=(LIFE,), plan=plan, excerpts=excerpts)
    text = render(_everywhere(tame), "html")
    shown = Page(text)
    assert shown.open == []
    assert len(shown.all("script")) == len(shown.all("style")) == len(shown.all("title")[:1]) == 1
    assert not shown.all("img")
    assert not [name for _, attrs in shown.elements for name in attrs if name.startswith("on")]
    assert all(attrs["href"].startswith("#") for _, attrs in shown.elements if "href" in attrs)
    assert "\u202e" not in text
    assert "alert(1)" in shown.text
