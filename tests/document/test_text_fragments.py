"""Text fragments: which words they have, and that a real browser finds them."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

import maintext
from maintext.document.text_fragments import PageWords, linked
from maintext.read import page_table

EXAMPLES = Path(__file__).parents[2] / "examples"


def fragment(text: str, start: int, stop: int) -> str:
    return unquote(PageWords.of_text(text).fragment(start, stop))


def test_a_short_passage_is_written_whole() -> None:
    text = "It rained, and nobody minded.\nThe ferry came at nine."
    assert fragment(text, 30, 39) == "#:~:text=The ferry"


def test_a_long_passage_is_its_beginning_and_its_end() -> None:
    text = "One two three four five six.\nSeven eight nine ten eleven."
    assert fragment(text, 0, len(text)) == "#:~:text=One two three four,nine ten eleven."


def test_a_repeated_beginning_has_words_before_it() -> None:
    """A browser takes the first place with the words, so the second heading needs the words before it."""
    text = "Contents\nHistory of it\nHow it was.\nHistory of it\nMore of it."
    second = text.rindex("History")
    assert fragment(text, second, second + 13) == "#:~:text=was.-,History of it"


def test_signs_with_a_meaning_are_escaped() -> None:
    found = PageWords.of_text("a-b, c & d").fragment(0, 10)
    assert found == "#:~:text=a%2Db%2C%20c%20%26%20d"


def test_chinese_begins_and_ends_at_punctuation() -> None:
    text = "古渡口已经修好，市民可以免费参观，每天限三千人。"
    assert fragment(text, 10, 12) == "#:~:text=市民可以免费参观，"


def test_a_short_word_that_is_part_of_a_clause_has_words_before_it() -> None:
    """Browsers divide a clause by a dictionary, so they find the word in it."""
    text = "这个项目很大。\n项目\n说明"
    assert fragment(text, 8, 10) == "#:~:text=这个项目很大。-,项目"


def test_lines_of_code_are_found_one_by_one() -> None:
    page = "<body><p>Text before it is here.</p><pre>one two\nthree four five six\nseven eight</pre></body>"
    words = PageWords.of_table(page_table(page))
    text = page_table(page).text
    assert unquote(words.fragment(text.index("one"), len(text))) == "#:~:text=one two,seven eight"


def test_an_address_keeps_its_own_place() -> None:
    assert linked("https://e.org/a#b", "#:~:text=x") == "https://e.org/a#b:~:text=x"
    assert linked("https://e.org/a#b:~:text=y", "#:~:text=x") == "https://e.org/a#b:~:text=x"
    assert linked("", "#:~:text=x") == "#:~:text=x"
    assert linked("https://e.org/a", "") == "https://e.org/a"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_arguments: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(EXAMPLES)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api")
    path = Path("/usr/bin/chromium")
    with playwright.sync_playwright() as started:
        yield started.chromium.launch(executable_path=str(path) if path.exists() else None, args=["--no-sandbox"])


IS_SHOWN = """words => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const bare = text => text.replace(/\\s+/g, " ").trim();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = bare(node.data);
        if (text.length > 2 && (words.startsWith(text) || text.includes(words))) {
            const range = document.createRange();
            range.selectNodeContents(node);
            const box = range.getBoundingClientRect();
            if (box.height && box.bottom > 0 && box.top < innerHeight) return true;
        }
    }
    return false;
}"""
"""Whether a text node with the first words of a passage is within the window."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["english-news", "chinese-news", "japanese-news", "documentation", "arabic-news", "blog"]
)
def test_a_browser_scrolls_to_each_chunk(name: str, site: str, browser: Any) -> None:
    """The window is so low that a chunk is only shown if the browser has found it. It shows the middle."""
    url = f"{site}/{name}.html"
    doc = maintext.extract(EXAMPLES / f"{name}.html", url=url)
    context = browser.new_context(viewport={"width": 800, "height": 160})
    chunks = doc.chunks(60)
    assert len(chunks) > 3
    for chunk in chunks:
        page = context.new_page()
        page.goto(chunk.link)
        page.wait_for_timeout(150)
        lines = [line.split("\t")[0][:12] for line in chunk.text.split("\n")]
        assert any(page.evaluate(IS_SHOWN, line) for line in lines), chunk.link
        page.close()
    context.close()


@pytest.mark.slow
def test_without_a_fragment_the_last_chunk_is_not_shown(site: str, browser: Any) -> None:
    """The test above can fail."""
    doc = maintext.extract(EXAMPLES / "english-news.html", url=f"{site}/english-news.html")
    page = browser.new_page(viewport={"width": 800, "height": 160})
    page.goto(f"{site}/english-news.html")
    assert not page.evaluate(IS_SHOWN, doc.chunks(60)[-1].text[:12])
