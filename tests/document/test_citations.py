"""Byte ranges of blocks and citations: in any encoding, the bytes of the page that say the same."""

import re
from html import unescape
from pathlib import Path

import numpy as np
import pytest
from helpers.made_articles import ARTICLES
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import maintext
from maintext.decode import GivenBytes
from maintext.errors import OptionError
from maintext.read import page_table

WHOLE = maintext.Options(include="main")
EXAMPLES = Path(__file__).parents[2] / "examples"
PAGE = """<html><head><title>渡口 &amp; 石段</title></head><body><main id=text>
<h1>渡口 &amp; 石段</h1>
<p id=first>古渡口<b>已了</b>修理&#8212;市民可以参加。</p>
<ul><li>一 <i>甲</i></li><li>二</li></ul>
<table><tr><th>項目</th><th>時間</th></tr><tr><td>望江亭</td><td>8:30</td></tr></table>
<pre><code>x = "渡口"</code></pre>
<figure><img src="a.png"><figcaption>石段</figcaption></figure>
<hr>散文一段<br><br>又一段。
</main></body></html>"""


def words_of(markup: str) -> str:
    return "".join(unescape(re.sub(r"<[^>]*>", "", markup)).split())


@pytest.mark.parametrize(
    ("encoding", "charset"),
    [
        ("utf-8", None),
        ("utf-8-sig", None),
        ("utf-16", None),
        ("gb18030", "gb2312"),
        ("big5hkscs", "big5"),
        ("cp932", "shift_jis"),
        ("euc_jp", "euc-jp"),
        ("iso2022_jp_ext", "iso-2022-jp"),
    ],
)
def test_the_span_of_a_block_has_its_words_in_any_encoding(encoding: str, charset: str | None) -> None:
    """The bytes of each block, decoded on their own, are its markup."""
    data = PAGE.encode(encoding)
    blocks = maintext.extract(data, options=WHOLE, charset=charset).blocks
    assert blocks == maintext.extract(PAGE, options=WHOLE).blocks
    bare = {"utf-8-sig": "utf-8", "utf-16": "utf-16-le"}.get(encoding, encoding)
    for block in blocks:
        assert block.span is not None
        said = words_of(data[slice(*block.span)].decode(bare, "replace")).replace("\x1b(B", "")
        assert said == "".join(block.text.split()) or encoding == "iso2022_jp_ext"


def test_elements_span_their_tags_and_lines_their_text() -> None:
    page = PAGE.encode()
    spans = [page[slice(*block.span)].decode() for block in maintext.extract(page, options=WHOLE).blocks if block.span]
    assert spans == [
        "<h1>渡口 &amp; 石段</h1>",
        "古渡口<b>已了</b>修理&#8212;市民可以参加。",
        "一 <i>甲",
        "二",
        "<table><tr><th>項目</th><th>時間</th></tr><tr><td>望江亭</td><td>8:30</td></tr></table>",
        '<pre><code>x = "渡口"</code></pre>',
        '<figure><img src="a.png"><figcaption>石段</figcaption></figure>',
        "<hr>",
        "散文一段",
        "又一段。",
    ]


def test_a_page_of_characters_has_spans_in_utf_8() -> None:
    as_bytes = maintext.extract(PAGE.encode(), options=WHOLE).blocks
    assert [block.span for block in maintext.extract(PAGE, options=WHOLE).blocks] == [block.span for block in as_bytes]


def test_a_page_with_broken_bytes() -> None:
    """A bad byte becomes a character of three bytes; spans still refer to the page as it was given."""
    data = "<body><main><p>Vor\xe4b \xfc</p><p>Der zweite Absatz: schön.</p></main></body>".encode("latin-1", "replace")
    data = data.replace(b"sch\xf6n", "schön, größer, süß".encode())
    doc = maintext.extract(data, options=WHOLE, charset="utf-8")
    assert data[slice(*doc.blocks[1].span or (0, 0))].decode() == "Der zweite Absatz: schön, größer, süß."


def test_a_text_in_data_has_no_span() -> None:
    body = "It rained all day in the old town, and nobody minded much. " * 8
    page = f'<script type="application/ld+json">{{"@type": "NewsArticle", "articleBody": "{body}"}}</script>'
    doc = maintext.extract(page)
    assert doc.source == "json-ld"
    assert [block.span for block in doc.blocks] == [None] * len(doc.blocks)
    cited = doc.cite(0, 10)
    assert (cited.text, cited.span, cited.path) == ("It rained ", None, "")


@given(ARTICLES, st.data())
@settings(max_examples=60)
def test_a_citation_has_the_bytes_of_its_text(page: str, data: st.DataObject) -> None:
    """The markup in the span has the words of the range, and no others."""
    doc = maintext.extract(page, options=WHOLE)
    assume(doc.text)
    start = data.draw(st.integers(0, len(doc.text) - 1))
    stop = data.draw(st.integers(start + 1, len(doc.text)))
    cited = doc.cite(start, stop)
    if not doc.text[start:stop].strip():
        return
    assert cited.span is not None
    assert words_of(page.encode()[slice(*cited.span)].decode()) == "".join(doc.text[start:stop].split())


def test_a_citation_says_where_it_is() -> None:
    doc = maintext.extract(PAGE.encode("gb18030"), url="https://e.org/a", options=WHOLE, charset="gbk")
    start = doc.text.index("已了")
    cited = doc.cite(start, start + 2)
    assert cited.span is not None
    assert PAGE.encode("gb18030")[slice(*cited.span)].decode("gb18030") == "已了"
    assert cited.path == "html > body > main#text > p#first > b"
    assert cited.xpath == "/html/body/main/p/b"
    assert cited.anchor == "first"
    assert cited.link.startswith("https://e.org/a#:~:text=")
    dash = doc.cite(doc.text.index("—"), doc.text.index("—") + 1)
    assert dash.span is not None
    assert PAGE.encode("gb18030")[slice(*dash.span)] == b"&#8212;"


def test_paths_lead_to_the_element() -> None:
    """The XPath and the CSS path of each chunk find one element, in which the text is."""
    lxml = pytest.importorskip("lxml.html")
    for name in ("english-news", "documentation"):
        data = (EXAMPLES / f"{name}.html").read_bytes()
        tree = lxml.document_fromstring(data)
        for chunk in maintext.extract(data).chunks(50):
            (element,) = tree.xpath(chunk.xpath)
            assert tree.cssselect(chunk.path) == [element]
            assert "".join(chunk.text.split())[:20] in "".join(element.text_content().split())


@pytest.mark.parametrize(("start", "stop"), [(-1, 3), (5, 5), (3, 2), (0, 10_000), (None, 3)])
def test_a_range_outside_of_the_text_is_an_error(start: int, stop: int) -> None:
    with pytest.raises(OptionError):
        maintext.extract(PAGE, options=WHOLE).cite(start, stop)


def test_a_forum_with_bylines_finds_its_posts() -> None:
    doc = maintext.extract(EXAMPLES / "forum.html", options=maintext.Options(bylines=True))
    data = (EXAMPLES / "forum.html").read_bytes()
    for post in doc.posts:
        line = post.text.split("\n")[0]
        start = doc.text.index(line)
        span = doc.cite(start, start + len(line)).span
        assert span is not None
        assert words_of(data[slice(*span)].decode())[:15] == "".join(line.split())[:15]


def test_offsets_in_the_middle_of_pieces() -> None:
    """Each character of a long page is found, wherever the pieces begin that it is decoded in."""
    text = "".join(f"渡{number}口" for number in range(400))
    data = text.encode("gb18030")
    places = [len(text[:count].encode()) for count in range(len(text))]
    found = GivenBytes(data, "gb18030").offsets(text.encode(), np.array(places))
    assert found.tolist() == [len(text[:count].encode("gb18030")) for count in range(len(text))]


def test_segments_know_their_source() -> None:
    table = page_table("<p>a &amp; b<!-- c --> d</p><p>e")
    assert [
        table.source[start:stop]
        for start, stop in zip(table.segment_source_start.tolist(), table.segment_source_stop.tolist(), strict=True)
    ] == [b"a &amp; b", b" d", b"e"]
