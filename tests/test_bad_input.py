"""Pages that are broken, hostile or no pages at all: the right text, or an empty document that says why."""

import gzip
import os
import random
import subprocess
import sys
from collections.abc import Callable
from typing import ClassVar, Final

import numpy as np
import pytest
from reference import dom
from selectolax.lexbor import LexborHTMLParser

import maintext
from maintext.read import read
from maintext.selection import Ready, Selection
from maintext.table import PageTable, tags

SENTENCE: Final = "The ferry left at noon, and nobody on the quay had seen it come back since."
DEEP: Final = 100_000
PATIENCE: Final = 120
"""Seconds after which a page is taken to need time that grows with the square of its length."""

every_method = pytest.mark.parametrize("method", maintext.methods())


class Everything:
    """A method that selects the whole page: what it gives is what the reader and the renderer made of it."""

    name: ClassVar[str] = "everything"

    def select(self, table: PageTable) -> Selection:
        rows = np.ones(len(table), dtype=bool)
        keep = np.ones(len(table.segment_owner), dtype=bool)
        return Selection(keep, 1.0, "", Ready(np.flatnonzero(rows)[:1], rows, {"score": rows.astype(np.float64)}))


def text_of(page: str | bytes, method: str | maintext.Method = maintext.DEFAULT_METHOD) -> str:
    return maintext.extract(page, method=method).text


def all_text_of(page: str | bytes) -> str:
    return text_of(page, Everything())


def assert_found_or_reasoned(page: str | bytes, text: str) -> None:
    """The default method finds the text, all others do or say why not."""
    for result in maintext.compare(page).results:
        assert result.text == text or (result.text == "" and result.reason), result.method
    assert text_of(page) == text


@every_method
@pytest.mark.parametrize(
    "page", ["", b"", " ", b"\n\t ", "\xa0\u3000", "\ufeff", b"\xef\xbb\xbf", b"\x00\x00", "\u200b"]
)
def test_nothing_to_see_gives_an_empty_document(page: str | bytes, method: str) -> None:
    found = maintext.extract(page, method=method)
    assert found.text == ""
    assert found.reason


@every_method
@pytest.mark.parametrize(
    ("page", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + b"some text in a picture, as it happens" * 20, "PNG"),
        (b"%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj (words of a document, that is no page)", "PDF"),
        (b"GIF89a\x01\x00\x01\x00", "GIF"),
        (gzip.compress(b"<p>It rained.</p>" * 50, mtime=0), "gzip"),
        (random.Random(7).randbytes(5_000), "binary data"),
    ],
    ids=["png", "pdf", "gif", "gzip", "random"],
)
def test_a_file_that_is_no_text_is_told_as_such(page: bytes, kind: str, method: str) -> None:
    found = maintext.extract(page, method=method)
    assert (found.text, found.source_html) == ("", "")
    assert kind in found.reason
    assert maintext.judge(page).has_main_text is False


@pytest.mark.parametrize(
    ("page", "text"),
    [
        (f"<p>{SENTENCE}</p>", SENTENCE),
        (f"{SENTENCE}", SENTENCE),
        (f"<html><head><title>T</title><p>{SENTENCE}", SENTENCE),
        (f"<div><p><b><i>{SENTENCE}", SENTENCE),
        (f"<div><section><article><ul><li><table><tr><td>{SENTENCE}", SENTENCE),
        (f"</div></p></table>{SENTENCE}</b></body></html></html>", SENTENCE),
        (f"<p>{SENTENCE}</p></body></html><p>More of it.</p>", f"{SENTENCE}\nMore of it."),
        (f"<div>{SENTENCE}<!-- a comment that never ends <p>lost</p>", SENTENCE),
        (f"<div>{SENTENCE}</div><p unfinished", SENTENCE),
        (f"<div>{SENTENCE}</div><textarea><p>form value", SENTENCE),
        (f"<div>{SENTENCE}</div><title>late title <p>still title", SENTENCE),
        (f"<div>{SENTENCE}<![CDATA[<p>not seen</p>]]></div>", f"{SENTENCE}not seen\n]]>"),
        (f"<div>{SENTENCE}<?php echo 1 ?></div>", SENTENCE),
        (f"<div>{SENTENCE}<svg><text>icon</text><![CDATA[<p>x]]></svg></div>", SENTENCE),
        (f"<div>{SENTENCE} <math><mi>x</mi><mo>&lt;</mo><mi>y</mi></math></div>", f"{SENTENCE} x<y"),
        (f"<div>{SENTENCE} &#0; &#xD800; &bogus; &amp;amp;</div>", f"{SENTENCE} \ufffd \ufffd &bogus; &amp;"),
        (f"<plaintext>{SENTENCE} <b>&amp;</plaintext>", f"{SENTENCE} <b>&amp;</plaintext>"),
        (f"<xmp>{SENTENCE} <b>&lt;</xmp>", f"{SENTENCE} <b>&lt;"),
        (f"<div>{SENTENCE}</div><script><!--<script>x</script>y--></script><p>More.</p>", f"{SENTENCE}\nMore."),
        (f"<div>{SENTENCE}</div><script><!--<script> never ends", SENTENCE),
        (f"<div>{SENTENCE}</div><script>if (a<b) document.write('<p>no</p>')", SENTENCE),
        (f"<div>{SENTENCE}</div><style>p > a {{ content: '<p>' }}", SENTENCE),
        (f"<p<script>{SENTENCE}", SENTENCE),
        (f"<div<p>{SENTENCE}</div>", SENTENCE),
        (f'<p title="a > b < c">{SENTENCE}</p>', SENTENCE),
        (f"<div>{SENTENCE} <math><area>x</math></div>", f"{SENTENCE} x"),
        (f"<BODY><DIV CLASS=x>{SENTENCE}</DIV></BODY>", SENTENCE),
    ],
)  # fmt: skip
def test_broken_markup_gives_the_text_that_a_browser_shows(page: str, text: str) -> None:
    assert all_text_of(page) == text
    assert all_text_of(page.encode()) == text
    assert SENTENCE in text_of(page)


@every_method
@pytest.mark.parametrize(
    "page",
    [
        "<script>var a = 'not a text, as it is only code, which nobody reads';</script>",
        "<body><noscript>Please turn on scripts, for without them you see nothing here.</noscript></body>",
        "<frameset cols='20%,80%'><frame src=a.html><frame src=b.html></frameset>",
        "<frameset><frame src=a.html><noframes>Your browser has no frames, which it should have.</noframes></frameset>",
        "<svg><text>A picture, drawn by hand.</text></svg>",
        "<template><p>It is not there before a script puts it there.</p></template>",
        "<title>A page of which only the title is known</title>",
    ],
)
def test_a_page_that_shows_no_text_says_so(page: str, method: str) -> None:
    found = maintext.extract(page, method=method)
    assert found.text == ""
    assert "no visible text" in found.reason


@every_method
def test_a_page_of_links_alone_has_no_main_text_or_only_what_it_shows(method: str) -> None:
    page = "<div>" + "<a href=x>A headline that leads to a story</a>" * 30 + "</div>"
    found = maintext.extract(page, method=method)
    assert bool(found.text) != bool(found.reason)
    assert maintext.judge(page).has_main_text is False


def test_paragraphs_of_invisible_characters_give_no_line() -> None:
    page = f"<div><p>{SENTENCE}</p><p>&#8203;</p><p>&nbsp;</p><p>&shy;</p><p>\ufeff</p><p>{SENTENCE}</p></div>"
    assert all_text_of(page) == f"{SENTENCE}\n{SENTENCE}"


@pytest.mark.parametrize(
    ("page", "text"),
    [
        (f"<p>{SENTENCE} \ud83d</p>", f"{SENTENCE} \ufffd"),
        (f"<p>{SENTENCE} \ud83d\ude00</p>", f"{SENTENCE} \U0001f600"),
        (f"<p>{SENTENCE} a\x00b</p>", f"{SENTENCE} ab"),
    ],
)
def test_characters_that_are_none_do_no_harm(page: str, text: str) -> None:
    found = maintext.extract(page)
    assert found.text == text
    found.text.encode()


def test_a_page_beyond_all_measure_is_refused_with_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("maintext.read.reader.MAX_BYTES", 1000)
    page = f"<p>{SENTENCE}</p>".encode().ljust(1000)
    assert maintext.extract(page).text == SENTENCE
    with pytest.raises(maintext.MaintextError, match="1,001 bytes; no more than 1,000"):
        maintext.extract(page + b" ")


def test_nul_bytes_are_left_out() -> None:
    assert all_text_of(f"<p>{SENTENCE}</p>\x00<p>a\x00b</p>".encode()) == f"{SENTENCE}\nab"


@every_method
def test_a_huge_text_without_a_tag_is_the_text_or_there_is_a_reason(method: str) -> None:
    text = " ".join([SENTENCE] * 20_000)
    found = maintext.extract(text, method=method)
    assert found.text == text or (method == "div-density" and "no div" in found.reason)


NESTED: Final[dict[str, Callable[[int], str]]] = {
    "div": lambda _: "<div>",
    "b": lambda _: "<b>",
    "span": lambda _: "<span>",
    "ul-li": lambda number: "<ul>" if number % 2 else "<li>",
    "font": lambda number: f"<font size={number}>",
    "table": lambda number: ("<table>", "<tr>", "<td>")[number % 3],
    "mixed": lambda number: ("<div>", "<b>", "<p>", "<em class=x>")[number % 4],
}  # fmt: skip


QUICK: Final = ("div", "b", "font")


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in NESTED]
)
def test_the_text_at_the_bottom_of_a_deep_page_is_found(name: str) -> None:
    page = "<body>" + "".join(map(NESTED[name], range(DEEP))) + SENTENCE
    assert_found_or_reasoned(page, SENTENCE)


@pytest.mark.parametrize("name", ["div", "b"])
def test_what_comes_behind_a_deep_nesting_keeps_its_lines(name: str) -> None:
    page = f"<body>{f'<{name}>' * DEEP}{SENTENCE}{f'</{name}>' * DEEP}<p>One.</p><p>Two.</p><p>Three.</p>"
    assert all_text_of(page).split("\n")[-3:] == ["One.", "Two.", "Three."]


@pytest.mark.parametrize("name", ["div", "b", "span", "ul"])
def test_a_nesting_of_900_is_read_as_it_is(name: str) -> None:
    page = f"<body>{f'<{name}>' * 900}{SENTENCE}{f'</{name}>' * 900}<p>{SENTENCE}</p>" + "<i>x</i>" * 15_000
    assert dom.read(page).source.decode() == LexborHTMLParser(page, scripting=True).html
    assert read(page).has_tag(frozenset({name})).sum() == 900


@pytest.mark.parametrize(
    "item",
    [
        "<p>",
        "<li>",
        "<tr><td>",
        "<dt>",
        "<dd><p>",
        "<p><font size=2>",
        "<li><b>",
        "<option>",
    ],
)
def test_3000_elements_without_an_end_tag_keep_their_lines(item: str) -> None:
    """End tags of these may be left out, so the page is not deep: nothing of it may be flattened."""
    first = {"<li>": "<ul>", "<tr><td>": "<table>", "<dt>": "<dl>", "<dd><p>": "<dl>"}.get(item, "<div>")
    lines = [f"This is entry {number} of them." for number in range(3_000)]
    page = f"<body>{first}" + "".join(f"{item}{line}\n" for line in lines)
    assert all_text_of(page).split("\n") == lines


@pytest.mark.parametrize(("start", "end"), [("<!--", "-->"), ("<script>", "</script>"), ("<textarea>", "</textarea>")])
def test_tags_that_are_none_do_not_count_as_nesting(start: str, end: str) -> None:
    lines = [f"This is paragraph {number} of the page, and it has a few words." for number in range(50)]
    page = f"<body>{start}{'<div>' * 3_000}{end}<div>{''.join(f'<p>{line}</p>' for line in lines)}</div>"
    assert all_text_of(page).split("\n") == lines


def test_100_000_attributes_in_one_tag_do_no_harm() -> None:
    attributes = " ".join(f"a{number}=x" for number in range(100_000))
    assert_found_or_reasoned(f"<div {attributes}>{SENTENCE}</div>", SENTENCE)


def test_a_void_element_by_the_thousand_is_no_nesting() -> None:
    page = "<div>" + "<br>".join(f"Line {number}, as it stands." for number in range(5_000)) + "</div>"
    assert len(all_text_of(page).split("\n")) == 5_000


def ends(code: str) -> str:
    """What a program prints that must come to an end; it is ended by force where it does not."""
    done = subprocess.run(
        [sys.executable, "-c", f"import maintext\n{code}"],
        capture_output=True,
        timeout=PATIENCE,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    assert done.stderr == b""
    return done.stdout.decode().strip()


@pytest.mark.slow
@every_method
def test_a_million_siblings_come_to_an_end(method: str) -> None:
    line = "<p>A line of text, long enough for methods that count characters.</p>"
    page = f"'<div>' + {line!r} * 1_000_000 + '</div>'"
    assert ends(f"print(len(maintext.extract({page}, method={method!r}).text.split('\\n')))") == "1000000"


@pytest.mark.slow
@every_method
def test_a_page_of_50_megabytes_comes_to_an_end(method: str) -> None:
    piece = "<div class=c><p>It rained, and <a href=x>nobody</a> minded.</p><table><tr><td>1<td>2</table></div>"
    code = f"page = '<body><div>' + {piece!r} * (50_000_000 // {len(piece)})\n"
    code += f"found = maintext.extract(page.encode(), method={method!r})\nprint(bool(found.text) != bool(found.reason))"
    assert ends(code) == "True"


HOSTILE: Final = {
    "attributes parted by slashes": "'<p ' + '/'.join(f'a{n}' for n in range(200_000)) + '>' + text",
    "code with every other line blank": "'<div>' + text + '</div><pre>' + 'x = 1\\n\\n' * 400_000 + '</pre>'",
    "code of blank lines": "'<div>' + text + '<pre>' + '\\n' * 2_000_000 + '</pre></div>'",
    "scripts in a comment in a script": (
        "'<div>' + text + '</div><script><!--' + '<script></script>' * 50_000 + '--></script>'"
    ),
    "many unclosed comments": "'<div>' + text + '</div>' + '<!--' * 1_000_000",
    "many unclosed scripts": "'<div>' + text + '</div>' + '<script>' * 1_000_000",
    "many half tags": "'<div>' + text + '</div>' + '<p ' * 1_000_000",
    "many less-than signs": "'<div>' + text + '</div>' + '<' * 5_000_000",
    "many end tags": "'<div>' + text + '</div>' + '</p></b></x>' * 300_000",
    "links in formatting": "''.join(f'<i><a href={n}>' for n in range(100_000)) + text",
    "misnested formatting": "'<div>' + text + '</div>' + '<b><p></b>' * 100_000",
    "tables in tables": "'<div>' + text + '</div>' + '<table><b>' * 50_000",
    "many references": "'<div>' + text + '</div><p>' + '&amp;' * 2_000_000 + '</p>'",
    "many digits": "'<div>' + text + '</div><p>' + '2018' * 1_000_000 + '</p>'",
    "many spaces": "'<div>' + text + '</div><p>' + '2018' + ' ' * 3_000_000 + '</p>'",
    "many separators in the title": "'<title>' + ' | ' * 1_000_000 + '</title><div>' + text + '</div>'",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_page_comes_to_an_end(name: str) -> None:
    code = f"text = {SENTENCE!r}\nfound = maintext.extract({HOSTILE[name]})\nfound.to_dict()\n"
    assert ends(code + "print(bool(found.text) != bool(found.reason))") == "True"


@pytest.mark.parametrize("name", sorted(tags.VOID | tags.BLOCK | tags.UNRENDERED))
def test_any_element_may_stand_alone_or_around_a_text(name: str) -> None:
    for page in (f"<{name}>", f"</{name}>", f"<{name}>{SENTENCE}</{name}>", f"<{name}><{name}></{name}>"):
        for method in maintext.methods():
            found = maintext.extract(page, method=method)
            assert bool(found.text) != bool(found.reason), (page, method)
            assert found.text in ("", SENTENCE) or name in ("plaintext", "xmp"), (page, method)


@pytest.mark.parametrize(
    "page",
    [
        "<p>.</p>" * 50_000,
        "<h1>Rain in May</h1>" * 20_000,
        '<time datetime="2018-09-02">x</time>' * 20_000,
        '<p class="author">Ann Lee</p>' * 20_000,
        '<b itemprop="author">Ann Lee</b>' * 20_000,
        '<meta name="date" content="2018-09-02">' * 20_000,
        "<p>By the way, 2018-09-02 and 02/09/2018</p>" * 20_000,
        "<p>作者：" + "雨" * 200_000 + "</p>",
        "<p>" + "written by " * 50_000 + "</p>",
        "<p>" + "1 January " * 100_000 + "2018</p>",
        '<script type="application/ld+json">' + "/*" * 90_000 + "</script>",
        '<script type="application/ld+json">' + "1 " * 90_000 + "</script>",
        '<script type="application/ld+json">' + '{"author":' * 900 + "1" + "}" * 900 + "</script>",
        "<title>" + "a - " * 50_000 + "</title>",
    ],
    ids=lambda page: page[:30],
)
def test_metadata_of_a_page_made_to_be_slow_takes_a_moment(page: str) -> None:
    """No time is measured here: a step that grows with the square of the page would never end."""
    assert maintext.extract(page, "https://example.org/").metadata is not None
