"""Markdown is text that others render: no text or address of a page becomes a live element, handler or script."""

from pathlib import Path
from typing import Any

import pytest
from helpers.renderers import RENDERERS, dangers
from helpers.script_payloads import Attack, attacks

import maintext

ATTACKS = list(attacks())
CHROMIUM = Path("/usr/bin/chromium")
NO_FENCES = ("Python-Markdown", "Python-Markdown extra")
"""The first knows no fenced code, the second none in lists and quotes."""


def rendered(attack: Attack) -> dict[str, str]:
    """The HTML of a page's Markdown by each renderer that knows all of its syntax."""
    markdown = maintext.extract(attack.page, method="p-value").markdown
    assert "nobody minded" in markdown
    return {
        name: render(markdown) for name, render in RENDERERS.items() if not (attack.has_fence and name in NO_FENCES)
    }


def assert_nothing_gets_through(chosen: list[Attack]) -> None:
    found = {
        (name, attack.position, attack.payload): bad
        for attack in chosen
        for name, html in rendered(attack).items()
        if (bad := dangers(html))
    }
    assert not found


def test_the_check_finds_live_elements() -> None:
    """What was written before, a backslash, is live in some renderers; the check sees that."""
    live = {name for name, render in RENDERERS.items() if dangers(render("\\<img src=x onerror=alert(1)>"))}
    assert "Python-Markdown" in live
    assert dangers("<a href='java&#9;script:x'>x</a>")
    assert dangers("<p onclick=x>x</p>")
    assert not dangers("<p>It <em>rained</em>.</p>")


def test_a_sample_of_the_payloads() -> None:
    assert_nothing_gets_through(ATTACKS[::61])


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_all_payloads(part: int) -> None:
    assert len(ATTACKS) > 5_000
    assert_nothing_gets_through(ATTACKS[part::8])


@pytest.mark.slow
@pytest.mark.skipif(not CHROMIUM.exists(), reason="no Chromium")
def test_nothing_runs_in_a_browser() -> None:
    """One page with the output of all renderers for some hundred payloads; handlers and scripts would call alert."""
    sync_api = pytest.importorskip("playwright.sync_api")
    called: list[str] = []

    def answer(dialog: Any) -> None:
        called.append(dialog.message)
        dialog.dismiss()

    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        page = browser.new_page()
        page.on("dialog", answer)
        page.set_content("<img src=x: onerror=alert('seen')>")
        page.wait_for_timeout(500)
        assert called == ["seen"]
        for attack in ATTACKS[::20]:
            page.set_content("<hr>".join(rendered(attack).values()), wait_until="domcontentloaded")
        page.wait_for_timeout(500)
        browser.close()
    assert called == ["seen"]


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("javascript&amp;colon;alert(1)", False),
        ("javascript%3Aalert(1)", False),
        ("java%0Ascript%253Aalert(1)", False),
        ("data%3Atext/html,x", False),
        ("Talk%3AHarwick", True),
        ("a%20b.html", True),
        ("?q=javascript%3Ax", True),
    ],
)
def test_an_address_that_decodes_to_a_script_is_dropped(written: str, kept: bool) -> None:
    words = "It rained all day in Harwick, and nobody minded much. " * 4
    page = f"<body><p>{words}</p><p>{words}<a href='{written}'>rain</a></p></body>"
    assert ("[rain](" in maintext.extract(page, method="p-value").markdown) is kept


@pytest.mark.parametrize(
    "before",
    [
        '"[ ] &amp;#<sup>;</sup>',
        '"[ ] &amp;#x<sup>;</sup>',
        "<code>&amp;#x&amp;#60&lt;/script></code> ;",
        "<code>&amp;#markdown=1;</code>",
        "<code>](&amp;#``</code> <mark>&lt;div></mark> ;",
        "<a href='/?a&amp;#top'>x</a> ;",
        "<math alttext='a &amp;# b'><mi>a</mi></math> ;",
    ],
)
def test_a_reference_that_is_none_does_not_free_the_code_after_it(before: str) -> None:
    """At ``&#`` without a number Python-Markdown loses its place, and code later in the text became an element."""
    page = (
        f"<main><p>x {before} <sup><code>&lt;script></code></sup> <code>&lt;svg>;&lt;svg></code>"
        "<code>&lt;textarea></code></p><h2>x <code>&lt;title>``&lt;?--></code></h2><p>Nobody minded.</p></main>"
    )
    markdown = maintext.extract(page, "https://e.org/", options=maintext.Options(include="main")).markdown
    assert "&#m" not in markdown and "&#<" not in markdown and "&#t" not in markdown and "&# " not in markdown
    assert {name: bad for name, render in RENDERERS.items() if (bad := dangers(render(markdown)))} == {}


def test_references_in_code_stay_between_backticks() -> None:
    page = "<main><p>Write <code>&amp;#60;</code> or <code>&amp;#x3c;</code> or <code>&amp;lt;</code>, not this.</main>"
    markdown = maintext.extract(page, options=maintext.Options(include="main")).markdown
    assert markdown == "Write `&#60;` or `&#x3c;` or `&lt;`, not this."


@pytest.mark.parametrize("tag", ["<a href='/`'>x</a>", "<img src='/`'>", "<a href='/``x'><img src='/`'></a>"])
def test_a_backtick_in_an_address_does_not_free_the_code_after_it(tag: str) -> None:
    """In some renderers it begins a span of code, which ends where the next one begins."""
    page = f"<main><p>x {tag} <code>&lt;img src=x onerror=alert(1)></code></p><p>Nobody minded.</p></main>"
    markdown = maintext.extract(page, "https://e.org/", options=maintext.Options(include="main")).markdown
    assert {name: bad for name, render in RENDERERS.items() if (bad := dangers(render(markdown)))} == {}
