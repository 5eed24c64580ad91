"""The page in a real browser: what is drawn, what the filter does, and that nothing of a hostile repository runs."""

import json
import os
import shutil
from pathlib import Path

import pytest

from release_check.cli import main

FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
CHROMIUM = os.environ.get("CHROMIUM") or next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None
)

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here; CHROMIUM names one")

INK = "rgb(25, 32, 44)"
"""What is written with on white, which paper is whatever the screen is."""

MARKUP = "\"><img src=x onerror='window.pwned=1'><script>window.pwned=1</script>"
TAG = "<img/src=x/onerror=window.pwned=1>/v{version}"
FILE = 'example/"><img src=x onerror=window.pwned=1>.go'
SIZE = '"size": {Type: schema.TypeInt, Optional: true},'
OLD = '"size": {Type: schema.TypeInt, Optional: true, Deprecated: "%s"},'
HOSTILE = '"%s": {Type: schema.TypeString, Optional: true, Deprecated: "%s</script><b onclick=pwn()>"},'

IN_A_FILE = """package example

import "github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"

func size() *schema.Schema {
	return &schema.Schema{Type: schema.TypeInt, Optional: true, Deprecated: "%s"}
}
"""


def quoted(text):
    return text.replace('"', '\\"')


@pytest.fixture(scope="module")
def chromium():
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


class Watched:
    """A page with all that it said, asked for, or wanted to fetch."""

    def __init__(self, page):
        self.page, self.said, self.fetched = page, [], []
        page.on("console", lambda message: self.said.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.on("dialog", lambda dialog: (self.said.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        page.on("request", lambda request: self.fetched.append(request.url))

    def visible(self, selector):
        return self.page.locator(selector).filter(visible=True).count()


@pytest.fixture
def opened(chromium):
    """Give a function that opens a file as on a screen."""
    contexts = []

    def open_page(file, *, width=1280, height=900, scheme="light"):
        context = chromium.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
        contexts.append(context)
        watched = Watched(context.new_page())
        watched.page.goto(Path(file).as_uri())
        return watched

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="module")
def kept():
    """What is made once for all tests."""
    return {}


@pytest.fixture
def written(folder, kept):
    """Give a function that writes the page of a command, once."""

    def write(*arguments):
        words = tuple(map(str, arguments))
        if words not in kept:
            file = folder / f"page{len(kept)}.html"
            with pytest.raises(SystemExit) as end:
                main([*words, "--output", f"html:{file}", "-q"])
            assert end.value.code in (0, 1)
            kept[words] = file
        return kept[words]

    return write


@pytest.fixture
def tame(folder, kept, make_repository, provider_files):
    """A repository with an attribute that is deprecated, and deleted in a MINOR; and with a default that changes."""
    more = '"height": {Type: schema.TypeInt, Optional: true, Default: %d},'
    codes = {
        "v1.0.0": SIZE + more % 1,
        "v1.1.0": OLD % "use height" + more % 1,
        "v1.1.1": more % 2,
        "v1.2.0": more % 2,
        "v2.0.0": OLD % "use height" + more % 2,
    }
    if "tame" not in kept:
        releases = {tag: provider_files(code) for tag, code in codes.items()}
        kept["tame"] = make_repository(folder / "tame", releases)
    return kept["tame"]


@pytest.fixture
def audit_page(written, tame):
    return written("audit", "--repo", tame)


def test_graph_timeline_and_calendar_are_there_to_be_seen(opened, audit_page):
    shown = opened(audit_page)
    assert shown.page.title() == "example · audit of 5 releases"
    assert shown.visible("#graph svg a .stop") == 5
    assert shown.visible("#graph .stop.unsaid") == 2  # one of them in the legend
    assert shown.visible("#lives svg.bar rect.stretch.deprecated") >= 1
    assert shown.visible("#plan .due rect.stretch") == 1
    assert shown.said == []
    assert shown.fetched == [audit_page.as_uri()]


def test_the_filter_narrows_by_rule_level_kind_and_words(opened, audit_page):
    page = opened(audit_page).page
    result = page.locator("form.filter output")
    everything = int(result.inner_text().split()[0])
    assert everything > 3
    page.select_option("select[name=rule]", "minimum-bump")
    assert result.inner_text() == f"1 of {everything} findings"
    assert page.locator(".finding").filter(visible=True).count() == 1
    assert page.locator("details.release[open]").count() == 1
    page.click("button[type=reset]")
    page.wait_for_selector("button[type=reset]", state="hidden")
    assert page.locator("details.release[open]").count() == 0
    assert result.inner_text() == f"{everything} findings"
    page.fill("input[name=text]", "height default")
    page.wait_for_selector("output:has-text(' of ')")
    left = page.locator(".finding:not([hidden])").evaluate_all(
        "all => all.map(one => one.closest('article').textContent)"
    )
    assert 0 < len(left) < everything
    assert all("height" in text and "default" in text for text in left)
    page.fill("input[name=text]", "no such words anywhere")
    page.wait_for_selector(".none:not([hidden])")
    page.press("input[name=text]", "Escape")
    page.uncheck("input[value=error]")
    assert page.locator(".finding.error:not([hidden])").count() == 0
    page.check("input[value=error]")
    page.select_option("select[name=kind]", "release")
    assert (
        page.locator(".finding:not([hidden])").evaluate_all("all => new Set(all.map(one => one.dataset.kind)).size")
        == 1
    )


def test_a_rule_of_the_tally_filters_and_a_release_on_the_map_opens(opened, audit_page):
    page = opened(audit_page).page
    page.click("button[data-pick=minimum-bump]")
    assert page.locator("button[aria-pressed=true]").count() == 1
    page.click("button[data-pick=minimum-bump]")
    page.click("#graph a[href='#r3'] .stop")
    page.wait_for_selector("details#r3[open]")


def test_it_can_be_used_by_keyboard(opened, audit_page):
    page = opened(audit_page).page
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.name") == "text"
    page.keyboard.type("size")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    assert page.evaluate("document.activeElement.tagName") == "H3"
    assert page.evaluate("document.activeElement.closest('details').open")


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_nothing_hangs_over_the_edge_of_a_screen(opened, audit_page, width):
    page = opened(audit_page, width=width).page
    page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true })")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_without_script_everything_can_still_be_read(chromium, audit_page):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(audit_page.as_uri())
    assert page.locator("form.filter").is_hidden()
    assert page.locator("details.release > summary").first.is_visible()
    context.close()


def test_what_is_folded_away_is_printed(opened, audit_page):
    page = opened(audit_page).page
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details:not([open])").count() == 0
    page.emulate_media(media="print", color_scheme="dark")
    assert page.locator("form.filter").is_hidden()
    assert page.evaluate("getComputedStyle(document.body).color") == INK
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert page.locator("details.release[open]").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("command", ["check", "audit", "history", "plan"])
def test_axe_finds_nothing_against_it(opened, written, tame, command, scheme):
    """Contrast, labels, roles, order of headings, targets and the like, by axe-core."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")
    arguments = {
        "check": ("--ref", "v1.1.1", "--standing", "--lives"),
        "audit": (),
        "history": ("resource/example_widget/size",),
        "plan": ("--ref", "v2.0.0"),
    }
    page = opened(written(command, "--repo", tame, *arguments[command]), scheme=scheme).page
    page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true })")
    found = axe.Axe().run(page).response["violations"]
    assert [(one["id"], [node["html"][:120] for node in one["nodes"][:3]]) for one in found] == []


@pytest.fixture
def hostile(folder, kept, make_repository, provider_files):
    """A repository whose tags, files, attributes, messages and changelog are markup."""
    name = quoted(MARKUP) + "long" * 100
    codes = {
        "1.0.0": HOSTILE % (name, name) + '"size": size(),',
        "1.1.0": HOSTILE % (name, name + " more") + '"size": size(),',
        "1.2.0": "",
        "2.0.0": HOSTILE % (name, name),
    }
    releases = {}
    for version, code in codes.items():
        changelog = f"## 1.2.0\n\nBUGS {MARKUP}:\n\n* {MARKUP}\n"
        more = {"CHANGELOG.md": changelog, FILE: IN_A_FILE % (name if version > "1.0.0" else "")}
        releases[TAG.replace("{version}", version)] = provider_files(code, more)
    if "hostile" not in kept:
        kept["hostile"] = make_repository(folder / "hostile", releases)
    return kept["hostile"]


@pytest.mark.parametrize("command", ["check", "audit", "history", "plan"])
def test_nothing_of_a_hostile_repository_runs(opened, written, folder, hostile, command):
    settings = folder / "settings.yml"
    waiver = {"rule": "minimum-bump", "address": "release", "reason": MARKUP}
    settings.write_text(json.dumps({"releases": {"tags": TAG}, "waivers": [waiver]}), encoding="utf-8")
    arguments = {
        "check": ("--ref", TAG.replace("{version}", "1.2.0"), "--standing", "--lives"),
        "audit": (),
        "history": ("resource/example_widget/size",),
        "plan": ("--ref", TAG.replace("{version}", "2.0.0")),
    }
    file = written(command, "--repo", hostile, "--config", settings, *arguments[command])
    shown = opened(file)
    shown.page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true })")
    shown.page.wait_for_timeout(100)
    shown.page.set_viewport_size({"width": 390, "height": 800})
    assert shown.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert "onerror" in shown.page.content()
    assert "onerror" in shown.page.locator("body").inner_text()
    assert shown.page.evaluate("window.pwned") is None
    assert shown.page.locator("img, body script:not(:last-child), b[onclick], iframe").count() == 0
    assert shown.said == []
    assert shown.fetched == [file.as_uri()]


def test_even_what_slipped_through_could_not_run(opened, audit_page, tmp_path):
    """The policy of the page holds where escaping should ever fail."""
    text = audit_page.read_text(encoding="utf-8")
    broken = tmp_path / "broken.html"
    broken.write_text(
        text.replace("<main", f"<p>{MARKUP}<a href='javascript:window.pwned=1'>x</a><main", 1), encoding="utf-8"
    )
    shown = opened(broken)
    shown.page.click("a:text('x')")
    shown.page.wait_for_timeout(100)
    assert shown.page.evaluate("window.pwned") is None
    assert any("Content Security Policy" in words for words in shown.said)
    assert len([url for url in shown.fetched if "pwned" in url or url.startswith("http")]) == 0
