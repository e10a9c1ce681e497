"""Links of chunks in a real browser: each highlights the characters of its own chunk, and scrolls to them."""

import base64
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from helpers.browser import is_installed

import maintext

pytestmark = pytest.mark.slow
EXAMPLES = Path(__file__).parents[2] / "examples"
LOW, TALL = {"width": 1200, "height": 300}, {"width": 1200, "height": 7000}
SENTENCE = "The harbour office counted forty boats on Monday, and the number has grown every week since the ice left."


def article(title: str, body: str, lang: str = "en") -> str:
    menu = "<nav><ul><li><a href=/>Home</a><li><a href=/w>Why</a><li><a href=/h>History</a></ul></nav>"
    return (
        f"<!doctype html><html lang={lang}><meta charset=utf-8><title>{title}</title><body>{menu}<main><article>"
        f"<h1>{title}</h1>{body}</article></main><footer>Copyright. All rights reserved.</footer>"
    )


def sections(*pairs: tuple[str, str]) -> str:
    return "".join(f"<h2>{heading}</h2><p>{SENTENCE} {SENTENCE}</p><p>{text}</p>" for heading, text in pairs)


WRITTEN = {
    "repeated": article(
        "Boats and more boats",
        sections(
            ("Why", "Nobody knows it yet, but people guess."),
            ("History", "It was always so in living memory."),
            ("Why", "This section has the same heading again."),
            ("Why", "Nobody knows it yet, but people guess."),
            ("Summary", "Nobody knows it yet, but people guess."),
        ),
    ),
    "punctuation": article(
        "C++ &amp; C#: pro-con, 100% (yes/no)?",
        "<p>“Quoted, at the start,” she said — and left. It's a well-known, state-of-the-art boat; isn't it?</p>"
        "<h2>text=, &amp; other - signs</h2><p>Use a-b, c&amp;d, e=f; #:~:text=x is a fragment. 50% of $1,000.00 is "
        "500… right?</p><h2>(Brackets) [and] {braces}</h2><p>-5 °C was measured on 1/2/2024, at 10:30 a.m.; e.g. by "
        "Dr. O'Neill, Jr. «Voilà», dit-il… ¿Qué? ¡Sí!</p><p>*** An asterisk, a bullet • and a dash – are signs too.</p>"
        "<h2>Émigré naïve café</h2><p>Ærøskøbing, Straße, İstanbul, ΣΊΣΥΦΟΣ and a non&nbsp;breaking space.</p>"
        "<ul><li>First, one.<li>First, two.<li>First, one.</ul><p>The end is near, they said; it was not.</p>",
    ),
    "tables-and-code": article(
        "Tables and code",
        f"<p>{SENTENCE}</p><h2>Weeks</h2><table><tr><th>Week<th>Boats<th>Note"
        + "".join(f"<tr><td>{week}<td>{4 * week}<td>counted in the week, as planned" for week in range(1, 9))
        + "</table><h2>Code</h2><pre>def count(boats):\n    return len(boats)\n\n\ndef weeks(year):\n    return 52"
        "</pre><p>Inline <code>count(boats)</code>, <b>bold</b>text, H<sub>2</sub>O, a<br>line<br>break and <a href=/x>"
        "a link</a>, all here.</p><ol><li>one<ul><li>one a<li>one b</ul><li>two</ol><p>Done, said the captain.</p>",
    ),
    "korean": article(
        "어선이 일찍 돌아왔다",
        "<p>항구 사무소는 월요일에 마흔 척의 배를 세었고, 얼음이 녹은 뒤로 매주 그 수가 늘고 있다.</p><h2>이유</h2>"
        "<p>전문가들은 세 가지 이유를 든다. 수온 상승, 바람의 변화, 그리고 물고기의 이동이다.</p><h2>역사</h2>"
        "<p>이 항구는 백오십 년 전에 만들어졌다. 얼음이 녹은 뒤로 매주 그 수가 늘고 있다.</p>",
        "ko",
    ),
    "arabic": article(
        "القوارب تعود",
        "<p dir=rtl>أحصى مكتب الميناء أربعين قاربا يوم الاثنين، ويزداد العدد كل أسبوع منذ ذوبان الجليد.</p>"
        "<h2 dir=rtl>لماذا</h2><p dir=rtl>لا أحد يعرف السبب حتى الآن، لكن الناس يخمنون كثيرا في الميناء.</p>"
        "<h2 dir=rtl>التاريخ</h2><p dir=rtl>يزداد العدد كل أسبوع منذ ذوبان الجليد، كما كان دائما.</p>",
        "ar",
    ),
    "chinese": article(
        "渔船提前归港",
        "<p>港口办公室星期一数到四十条船，从冰融化以后这个数字每个星期都在增加。渔民们说，今年的春天来得特别早。</p>"
        "<h2>原因</h2><p>专家认为，原因有三个：第一，水温升高；第二，风向改变。“我们没有想到会这么快，”王船长说。</p>"
        "<h2>历史</h2><p>港口办公室星期一数到四十条船，从冰融化以后这个数字每个星期都在增加。这句话和上面一样。</p>"
        "<h2>原因</h2><p>原因很简单。2024年5月2日（星期四），GDP增长5.2%，共有1,234条船归港。</p><p>原因很简单。没有别的！</p>",
        "zh",
    ),
}
"""Pages on which the words of a chunk occur elsewhere too, or have signs that mean something in a link."""
NAMES = ("english-news", "chinese-news", "japanese-news", "documentation", "blog")
SIZES = {**dict.fromkeys(WRITTEN, 25), **dict.fromkeys(NAMES, 120), "chinese": 60}
"""The tokens of a chunk, by page."""


class Character(NamedTuple):
    """A character of the page, the middle of its box in the window, and whether it is between the two comments."""

    text: str
    x: float
    y: float
    is_inside: bool


CHARACTERS = """() => {
    const found = [], kinds = NodeFilter.SHOW_TEXT | NodeFilter.SHOW_COMMENT, range = document.createRange();
    const walker = document.createTreeWalker(document.body, kinds);
    let inside = false;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.nodeType === Node.COMMENT_NODE) {
            inside = node.data === "chunk" || (node.data !== "end of chunk" && inside);
            continue;
        }
        let start = 0;
        for (const character of node.data) {
            range.setStart(node, start);
            start += character.length;
            range.setEnd(node, start);
            const box = range.getBoundingClientRect();
            if (character.trim() && box.width && box.height)
                found.push([character, box.left + box.width / 2, box.top + box.height / 2, inside]);
        }
    }
    return found;
}"""
"""All characters that the page shows, in document order."""
COLOUR = "::target-text { background: #f0f !important; color: #f0f !important }"
COLOURED = """async ([picture, points]) => {
    const image = new Image();
    image.src = "data:image/png;base64," + picture;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height), drawn = canvas.getContext("2d");
    drawn.drawImage(image, 0, 0);
    const data = drawn.getImageData(0, 0, image.width, image.height).data;
    return points.map(([x, y]) => {
        const at = 4 * (Math.round(y) * image.width + Math.round(x));
        return data[at] > 240 && data[at + 1] < 15 && data[at + 2] > 240;
    });
}"""
"""Whether each of these points of a picture has the colour of a highlight."""


@pytest.fixture(scope="module")
def pages() -> Iterator[tuple[str, dict[str, bytes]]]:
    """The address of a web server, and its pages by name."""
    served: dict[str, bytes] = {}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = served.get(self.path[1:])
            self.send_response(404 if found is None else 200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(found or b"")

        def log_message(self, *_arguments: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", served
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api")
    if not is_installed():
        pytest.skip("no browser is installed")
    path = Path("/usr/bin/chromium")
    with playwright.sync_playwright() as started:
        yield started.chromium.launch(executable_path=str(path) if path.exists() else None, args=["--no-sandbox"])


def characters_of(page: Any) -> list[Character]:
    return [Character(*each) for each in page.evaluate(CHARACTERS)]


def highlighted(page: Any) -> list[bool]:
    """Whether each character of a page is highlighted."""
    page.add_style_tag(content=COLOUR)
    page.set_viewport_size(TALL)
    page.wait_for_timeout(200)
    points = [[each.x, each.y] for each in characters_of(page)]
    return list(page.evaluate(COLOURED, [base64.b64encode(page.screenshot()).decode(), points]))


@pytest.mark.parametrize("name", SIZES)
def test_a_link_highlights_its_chunk_and_nothing_else(
    name: str, pages: tuple[str, dict[str, bytes]], browser: Any
) -> None:
    """The expected characters are those between two comments at the chunk's range of bytes: its own place."""
    address, served = pages
    html = WRITTEN[name].encode() if name in WRITTEN else (EXAMPLES / f"{name}.html").read_bytes()
    served[name] = html
    chunks = maintext.extract(html, url=f"{address}/{name}").chunks(SIZES[name])
    assert len(chunks) > 1
    context = browser.new_context(viewport=LOW)
    context.route(lambda url: not url.startswith(address), lambda route: route.abort())
    for chunk in chunks[:: max(1, len(chunks) // 3)]:
        assert chunk.span
        start, stop = chunk.span
        served["marked"] = html[:start] + b"<!--chunk-->" + html[start:stop] + b"<!--end of chunk-->" + html[stop:]
        page = context.new_page()
        page.goto(f"{address}/marked")
        expected = "".join(each.text for each in characters_of(page) if each.is_inside)
        page.goto(chunk.link)
        page.wait_for_timeout(100)
        shown = characters_of(page)
        is_lit = highlighted(page)
        assert "".join(each.text for each, lit in zip(shown, is_lit, strict=True) if lit) == expected, chunk.link
        assert any(0 <= each.y <= LOW["height"] for each, lit in zip(shown, is_lit, strict=True) if lit), chunk.link
        page.close()
    context.close()


def test_without_a_fragment_nothing_is_highlighted(pages: tuple[str, dict[str, bytes]], browser: Any) -> None:
    """The test above can fail."""
    address, served = pages
    served["plain"] = WRITTEN["repeated"].encode()
    page = browser.new_page(viewport=LOW)
    page.goto(f"{address}/plain")
    assert not any(highlighted(page))
    page.goto(f"{address}/plain#:~:text=office,ice%20left.")
    assert highlighted(page).count(True) == len("office counted forty boats on Monday,".replace(" ", "")) + len(
        "and the number has grown every week since the ice left.".replace(" ", "")
    )
    page.close()
