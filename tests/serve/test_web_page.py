"""The page in a real browser: what a visitor does, and what a hostile page cannot do."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from helpers.servers import Server
from helpers.services import TRUSTING, running
from playwright.sync_api import Browser, Page, expect, sync_playwright

import maintext
from maintext.cli import main
from maintext.serve import ServeOptions

CHROMIUM = "/usr/bin/chromium"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path(CHROMIUM).exists(), reason="needs Chromium as Debian installs it"),
]
EXAMPLES = Path(__file__).parents[2] / "examples"
NEWS = EXAMPLES / "english-news.html"


@pytest.fixture(name="browser", scope="module")
def fixture_browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(name="labels", scope="module")
def fixture_labels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("labels") / "labels.jsonl"


@pytest.fixture(name="address", scope="module")
def fixture_address(labels: Path) -> Iterator[str]:
    with running(ServeOptions(workers=1, labels=labels, fetch=TRUSTING)) as address:
        yield address


@pytest.fixture(name="page")
def fixture_page(browser: Browser, address: str) -> Iterator[Page]:
    """The page, opened by a visitor who reads English. A script error or a refused request fails the test."""
    context = browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 900})
    context.set_default_timeout(20_000)
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("response", lambda response: None if _is_own(response.url, address) else problems.append(response.url))
    page.goto(address)
    page.wait_for_selector("#examples button")
    yield page
    context.close()
    assert problems == []


def _is_own(url: str, address: str) -> bool:
    return url.startswith((address, "about:", "blob:", "data:"))


def _paste(page: Page, html: str) -> None:
    page.locator("#paste summary").click()
    page.fill("#html", html)
    page.click("#source button[type=submit]")
    page.wait_for_selector(".article h1")


def test_an_address_becomes_an_article(page: Page, site: Server) -> None:
    page.fill("#url", f"{site.url}/english-news.html")
    page.keyboard.press("Enter")
    expect(page.locator(".article h1")).to_have_text(maintext.extract(NEWS).title or "")
    expect(page.locator(".facts")).to_contain_text("Philippa Thorne")
    expect(page.locator(".prose")).to_contain_text("A flood that never drained")
    page.get_by_role("button", name="Markdown").click()
    expect(page.locator(".source pre")).to_contain_text("## A flood that never drained")
    assert f"url={site.url}".replace(":", "%3A").replace("/", "%2F") in page.url
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "maintext.md"


def test_a_link_reopens_the_same_view(page: Page, address: str, site: Server) -> None:
    page.goto(f"{address}/#view=why&method=link-density&option.ltd=0.2&url={site.url}/english-news.html")
    page.reload()
    expect(page.locator(".why-side h2")).to_have_text("link-density")
    expect(page.locator("#option-ltd")).to_have_value("0.2")


def test_a_pasted_page_never_gets_into_the_address(page: Page) -> None:
    _paste(page, NEWS.read_text())
    assert "Harwick" not in page.url
    page.click("#share")
    expect(page.locator("#status")).to_contain_text("Pasted pages stay on this machine")


def test_a_dropped_file_is_read_in_its_own_encoding(page: Page) -> None:
    page.set_input_files("#file", EXAMPLES / "chinese-news.html")
    expect(page.locator(".article h1")).to_have_text("青岚江古渡口修复工程完工 百年石阶重见天日")


@pytest.mark.parametrize("method", ["learned", "symbol-density", "p-value"])
def test_the_heat_map_shows_the_numbers_of_explain(page: Page, method: str) -> None:
    _paste(page, NEWS.read_text())
    page.select_option("#method", method)
    page.click("#tab-why")
    expect(page.locator(".why-side h2")).to_have_text(method)
    frame = page.frame_locator(".page-frame")
    paragraph = frame.locator("p", has_text="The vote, taken shortly before eleven")
    paragraph.hover()
    path = page.locator(".details .path").inner_text()
    explained = maintext.explain(NEWS.read_text(), method)
    row = next(row for row in explained.rows() if row.path == path)
    shown = page.locator(".numbers dt").all_inner_texts()
    assert shown == list(explained.columns)
    score = page.locator(".numbers div", has=page.locator("dt", has_text="score")).locator("dd").inner_text()
    assert float(score.replace(",", "")) == pytest.approx(row.values["score"], rel=0.01)
    expect(frame.locator(".mt-chosen")).to_have_count(len(explained.selected()))
    tinted = frame.locator(f'[data-row="{row.row}"]').evaluate("element => getComputedStyle(element).backgroundImage")
    assert "linear-gradient" in tinted


def test_the_page_opens_at_the_chosen_text_and_tints_do_not_add_up(page: Page) -> None:
    """White paper under the tint of a paragraph hides the tint of the element around it."""
    _paste(page, NEWS.read_text())
    page.select_option("#method", "p-value")
    page.click("#tab-why")
    expect(page.locator(".why-side h2")).to_have_text("p-value")
    chosen = page.frame_locator(".page-frame").locator(".mt-chosen")
    expect(chosen).to_have_count(1)
    assert 0 <= chosen.evaluate("element => element.getBoundingClientRect().top") < 100
    paragraph = chosen.locator("p[data-mt-tinted]").first
    tinted = paragraph.evaluate("element => getComputedStyle(element).backgroundImage")
    assert tinted.endswith("linear-gradient(rgb(255, 255, 255), rgb(255, 255, 255))")


def test_the_chunks_of_a_page_have_links_into_it(page: Page, site: Server) -> None:
    url = f"{site.url}/english-news.html"
    page.fill("#url", url)
    page.keyboard.press("Enter")
    page.wait_for_selector(".article h1")
    page.click("#tab-chunks")
    chunks = maintext.extract(NEWS, url).chunks(256)
    expect(page.locator(".cards article")).to_have_count(len(chunks))
    last = page.locator(".cards article").last
    expect(last).to_contain_text("What happens next")
    assert last.locator("a").get_attribute("href") == chunks[-1].link


def test_the_curve_and_the_page_point_at_each_other(page: Page) -> None:
    _paste(page, NEWS.read_text())
    page.click("#tab-why")
    page.locator(".curve").focus()
    page.keyboard.press("End")
    frame = page.frame_locator(".page-frame")
    expect(frame.locator(".mt-point")).to_have_count(1)
    last = maintext.explain(NEWS.read_text()).to_dict()["rows"][-1]
    expect(page.locator(".details .path")).to_have_text(last["path"])
    assert page.locator(".curve").get_attribute("aria-valuetext").startswith(last["path"])  # type: ignore[union-attr]


def test_methods_are_compared_line_by_line(page: Page) -> None:
    _paste(page, (EXAMPLES / "forum.html").read_text())
    page.click("#tab-compare")
    expect(page.locator(".method-card")).to_have_count(len(maintext.methods()))
    comparison = maintext.compare((EXAMPLES / "forum.html").read_text())
    one, other = maintext.methods()[:2]
    row = page.locator(".matrix tbody tr").nth(0).locator("td")
    assert row.nth(1).inner_text() == str(round(100 * comparison.agreement[one][other]))


def test_blocks_are_marked_saved_listed_and_measured(page: Page, labels: Path) -> None:
    _paste(page, NEWS.read_text())
    page.click("#tab-labels")
    frame = page.frame_locator(".page-frame")
    expect(frame.locator(".mt-marked").first).to_be_attached()
    page.get_by_role("button", name="Unmark all").click()
    expect(frame.locator(".mt-marked")).to_have_count(0)
    frame.locator("p", has_text="The vote, taken shortly").click()
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".label-list li")).to_have_count(1)
    saved = json.loads(labels.read_text())
    assert saved["text"].startswith("The vote, taken shortly before eleven")
    assert "\n" not in saved["text"]
    page.get_by_role("button", name="Measure all methods").click()
    expect(page.locator(".figures tbody tr")).to_have_count(len(maintext.methods()), timeout=60_000)
    page.get_by_role("button", name="Remove").click()
    expect(page.locator(".label-list")).to_contain_text("No page is labelled yet")


def test_the_page_works_by_keyboard_alone(page: Page) -> None:
    page.locator("#examples button").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".article h1")
    page.locator("#tab-article").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#tab-why")).to_be_focused()
    expect(page.locator(".why-side h2")).to_have_text("learned")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#tab-labels")).to_have_attribute("aria-selected", "true")


def test_the_page_speaks_chinese(browser: Browser, address: str) -> None:
    page = browser.new_page(locale="zh-CN")
    page.goto(address)
    expect(page.locator("button[type=submit]")).to_have_text("提取")
    page.click("#language")
    expect(page.locator("button[type=submit]")).to_have_text("Extract")
    words = page.evaluate("() => [Object.keys(WORDS.en).sort().join(), Object.keys(WORDS.zh).sort().join()]")
    assert words[0] == words[1]
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(browser: Browser, address: str, scheme: str) -> None:
    page = browser.new_page(locale="en", color_scheme=scheme)  # type: ignore[arg-type]
    page.goto(address)
    page.locator("#examples button").first.click()
    page.wait_for_selector(".article h1")
    for view, ready in (
        ("article", ".article"),
        ("why", ".why-side"),
        ("compare", ".matrix"),
        ("chunks", ".cards"),
        ("labels", ".label-list"),
    ):
        page.click(f"#tab-{view}")
        page.wait_for_selector(ready)
        found = Axe().run(page, options={"iframes": False})
        serious = [each for each in found.response["violations"] if each["impact"] in ("serious", "critical")]
        assert [(each["id"], each["nodes"][0]["html"][:200]) for each in serious] == []
    page.close()


def test_nothing_overflows_on_a_phone(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport={"width": 380, "height": 800}, has_touch=True, is_mobile=True)
    page.goto(address)
    page.locator("#examples button").first.click()
    page.wait_for_selector(".article h1")
    for view, ready in (
        ("article", ".article"),
        ("why", ".page-frame"),
        ("compare", ".matrix"),
        ("chunks", ".cards"),
        ("labels", ".label-list"),
    ):
        page.click(f"#tab-{view}")
        page.wait_for_selector(ready)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.close()


def test_a_hostile_page_runs_nothing_and_reaches_nobody(page: Page) -> None:
    seen: list[str] = []

    class Listener(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            seen.append(self.path)
            self.send_response(204)
            self.end_headers()

    with HTTPServer(("127.0.0.1", 0), Listener) as listener:
        threading.Thread(target=listener.serve_forever, daemon=True).start()
        evil = f"http://127.0.0.1:{listener.server_port}"
        _paste(
            page,
            f"""<html><head><meta http-equiv=refresh content="0;url={evil}/a"><link rel=stylesheet href={evil}/b>
            <style>@import '{evil}/c'; p{{background:url({evil}/d)}}</style>
            <script>parent.hacked = 1; fetch('{evil}/e')</script>
            </head><body onload="parent.hacked=2"><article><h1>News</h1>
            <p>{"It rained, and nobody minded at all. " * 9}</p>
            <img src={evil}/f onerror="parent.hacked=3"><svg onload="parent.hacked=4"><image href={evil}/g /></svg>
            <iframe src={evil}/h></iframe><a href="{evil}/i" ping={evil}/j target=_top>click</a>
            <p>&lt;img src={evil}/k onerror=parent.hacked=5&gt; {"It rained, and nobody minded. " * 9}</p>
            <form action={evil}/l><button>send</button></form><video poster={evil}/m src={evil}/n></video>
            <p style="background-image:url({evil}/o)">{"It rained, and nobody minded at all. " * 9}</p></article>""",
        )
        for view in ("why", "compare", "labels"):
            page.click(f"#tab-{view}")
            page.wait_for_timeout(500)
            if view != "compare":
                frame = page.frame_locator(".page-frame")
                frame.locator("text=click").click()
                frame.locator("text=send").click()
        page.wait_for_timeout(500)
        hacked = page.evaluate("window.hacked")
        listener.shutdown()
    assert seen == []
    assert hacked is None


def test_files_open_without_a_service(browser: Browser, tmp_path: Path) -> None:
    assert main(["explain", str(NEWS), "--method", "p-value", "--output", str(tmp_path / "why.html")]) == 0
    assert main(["compare", str(NEWS), "--output", str(tmp_path / "compare.html")]) == 0
    page = browser.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text))
    page.goto(f"file://{tmp_path}/why.html")
    page.frame_locator(".page-frame").locator("p", has_text="The vote, taken").hover()
    expect(page.locator(".details .path")).to_contain_text("html > body")
    page.goto(f"file://{tmp_path}/compare.html")
    expect(page.locator(".method-card")).to_have_count(len(maintext.methods()))
    page.close()
    assert problems == []
