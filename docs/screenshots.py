"""Take the screenshots in docs/images: the web page in a real browser, on example pages.

    python docs/screenshots.py

Needs Chromium and, for Chinese, a font that has it (Debian: chromium, fonts-noto-cjk).
"""

import sys
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from helpers.services import running  # noqa: E402

import maintext  # noqa: E402
from maintext.serve import ServeOptions  # noqa: E402

IMAGES = ROOT / "docs" / "images"
CHROMIUM = "/usr/bin/chromium"


def opened(browser: Browser, address: str, example: int, view: str, **settings: object) -> Page:
    """The page with an example, in a view."""
    page = browser.new_page(**{"viewport": {"width": 1280, "height": 860}, "locale": "en", **settings})  # type: ignore[arg-type]
    page.goto(address)
    page.locator("#examples button").nth(example).click()
    page.wait_for_selector(".article h1")
    page.click(f"#tab-{view}")
    page.wait_for_timeout(1500)
    return page


def save(page: Page, name: str) -> None:
    """Save what the window shows, and close it."""
    page.screenshot(path=IMAGES / f"{name}.png")
    page.close()


def heat_map(browser: Browser, address: str, method: str) -> None:
    """The heat map of a method, pointing at a block."""
    page = opened(browser, address, 0, "why")
    page.select_option("#method", method)
    page.wait_for_timeout(1500)
    page.frame_locator(".page-frame").locator("p", has_text="The vote, taken shortly").hover()
    page.wait_for_timeout(300)
    save(page, f"serve-why-{method}")


def fragment(browser: Browser) -> None:
    """A chunk of an example page, highlighted by its link."""
    path = ROOT / "examples" / "english-news.html"
    chunks = maintext.extract(path, url=path.as_uri()).chunks(90)
    page = browser.new_page(viewport={"width": 900, "height": 520})
    page.goto(next(chunk.link for chunk in chunks if chunk.text.startswith("A flood that never drained")))
    page.wait_for_timeout(800)
    save(page, "fragment")


def main() -> None:
    """Take all of them."""
    IMAGES.mkdir(exist_ok=True)
    service = ServeOptions(workers=1, labels=IMAGES / "labels.jsonl")  # nothing is saved, so no file is written
    with running(service) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        fragment(browser)
        save(opened(browser, address, 0, "article"), "serve-article")
        for method in ("learned", "symbol-density", "p-value"):
            heat_map(browser, address, method)
        save(opened(browser, address, 2, "compare"), "serve-compare")
        save(opened(browser, address, 2, "labels", color_scheme="dark"), "serve-labels")
        phone = {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"}
        save(opened(browser, address, 0, "why", **phone), "serve-phone")
        save(opened(browser, address, 1, "why", locale="zh-CN"), "serve-chinese")
        browser.close()


if __name__ == "__main__":
    main()
