"""The reader on small pages: its tokens and its tree worked out by hand from the HTML standard."""

import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import numpy as np
import pytest
from helpers.odd_pages import moderately, pages
from hypothesis import example, given
from hypothesis import strategies as st
from reference import dom

from maintext.decode import repair
from maintext.read import read
from maintext.read.html_rules import MAX_DEPTH
from maintext.table import PageTable, tags

TESTS: Final = Path(__file__).parents[1]
COLUMNS: Final = (
    "tag parent end level rendered characters punctuation segment_start segment_stop segment_owner segment_line "
    "segment_cell segment_characters segment_offset segment_place"
).split()


def markup_of(table: PageTable, row: int) -> str:
    """The content of a row written out: its texts, and the elements below it."""
    pieces: list[str] = []
    written = int(table.segment_start[row])
    child = row + 1

    def texts_up_to(stop: int) -> None:
        nonlocal written
        for segment in range(written, stop):
            pieces.append(table.text[table.segment_offset[segment] : table.segment_offset[segment + 1]])
        written = max(written, stop)

    while child < table.end[row]:
        texts_up_to(int(table.segment_start[child]))
        name = table.name(child)
        pieces.append(f"<{name}>{markup_of(table, child)}" + ("" if name in tags.VOID else f"</{name}>"))
        written = int(table.segment_stop[child])
        child = int(table.end[child])
    texts_up_to(int(table.segment_stop[row]))
    return "".join(pieces)


def body_of(page: str) -> str:
    """What the body of a page holds."""
    table = read(page)
    body = np.flatnonzero(table.has_tag(frozenset({"body"})))
    return markup_of(table, int(body[0]))


def text_of(page: str) -> str:
    return read(page).text


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("a &amp; b &lt;c&gt; &quot;d&quot; &#39;e&#x27;", "a & b <c> \"d\" 'e'"),
        ("&copy;&copy &copy2 &notit; &notin; &NotEqualTilde;", "©© ©2 ¬it; ∉ ≂̸"),
        ("&ampx &am &unknown; & &; &&", "&x &am &unknown; & &; &&"),
        ("&#65;&#x41;&#X41;&#65 &#x41g", "AAAA Ag"),
        ("&#0;&#128;&#x80;&#xD800;&#x110000;&#99999999999;", "�€€���"),
        ("&#;&#x;&#xg;", "&#;&#x;&#xg;"),
        ("a&nbsp;b&#160;c\xa0d", "a b c d"),
        ("a\r\nb\rc", "a\nb\nc"),
        ("a\x00b", "ab"),
        ("1 < 2 <3 <", "1 < 2 <3 <"),
        ("a</>b</ c>d</", "abd</"),
        ("a<!-- b -->c<!-->d<!--->e<!-- -- --!>f", "acdef"),
        ("a<!-- b", "a"),
        ("a<!doctype b><!c><?d>e", "ae"),
        ("a<p b='>'>c<p b=\">\">d<p b=>e", "acde"),
        ("a<p b=c/d>e<p/f>g<p b = 'c' d>h", "aegh"),
        ("a<p b", "a"),
        ("a<p b='c", "a"),
        ("a<script>b</script >c<script>d</scriptx></script/>e", "ace"),
        ("a<script><!--<script></script>--></script>b", "ab"),
        ("a<script><!--></script>b", "ab"),
        ("a<style><!--</style>b--></style>", "ab-->"),
        ("a<textarea></p>b</textarea>c<title>d&lt;</title>e", "ace"),
        ("<xmp>a<b>&amp;</xmp>", "a<b>&amp;"),
        ("<plaintext>a</plaintext>&lt;", "a</plaintext>&lt;"),
        ("<pre>\n\na</pre><pre>\r\nb</pre>", "\nab"),
        ("<pre>&#10;a</pre><pre>&NewLine;b</pre><pre>&#13;c&amp;</pre><pre>&amp;</pre>", "ab\rc&&"),
        ("<math><mtext><![CDATA[a]]></mtext><![CDATA[b<c>]]d]]>]]></math><![CDATA[e]]>", "ab<c>]]d]]>"),
        ("<math><![cdata[a]]>b", "b"),
        ("<math>a\0<annotation-xml>b\0</annotation-xml><mi>c\0<![CDATA[d\0]]></mi><![CDATA[e\0]]>", "a�b�cde�"),
    ],
)
def test_tokens(page: str, text: str) -> None:
    """References, comments, quoting and raw text as in the standard."""
    assert text_of("<!doctype html><body>" + page) == text


@pytest.mark.parametrize(
    ("page", "body"),
    [
        ("<p>a<p>b<div>c", "<p>a</p><p>b</p><div>c</div>"),
        ("<p><span>a<p>b", "<p><span>a</span></p><p>b</p>"),
        ("<p><button><p>a</button>b", "<p><button><p>a</p></button>b</p>"),
        ("a</p>b</br>c</x>d", "a<p></p>b<br>cd"),
        ("<ul><li>a<li>b<ul><li>c</ul>d</ul>", "<ul><li>a</li><li>b<ul><li>c</li></ul>d</li></ul>"),
        ("<li>a<div><li>b", "<li>a<div></div></li><li>b</li>"),
        ("<li>a<ol><li>b", "<li>a<ol><li>b</li></ol></li>"),
        ("<dl><dt>a<dd>b<p>c<dt>d</dl>", "<dl><dt>a</dt><dd>b<p>c</p></dd><dt>d</dt></dl>"),
        ("<h1>a<h2>b</h3>c", "<h1>a</h1><h2>b</h2>c"),
        ("<ruby>a<rt>b<rp>c<rt>d</ruby>", "<ruby>a<rt>b</rt><rp>c</rp><rt>d</rt></ruby>"),
        ("<option>a<option>b", "<option>a</option><option>b</option>"),
        ("<button>a<button>b", "<button>a</button><button>b</button>"),
        ("<form>a<form>b</form>c", "<form>ab</form>c"),
        ("<form><div>a</form>b</div>c", "<form><div>ab</div></form>c"),
        ("<img>a<br/>b<hr>c<image>", "<img>a<br>b<hr>c<img>"),
        ("<div/>a", "<div>a</div>"),
        ("<a>1<a>2", "<a>1</a><a>2</a>"),
        ("<a>1<p>2<a>3</p>4", "<a>1</a><p><a>2</a><a>3</a></p><a>4</a>"),
        ("<b>1<i>2</b>3</i>4", "<b>1<i>2</i></b><i>3</i>4"),
        ("<b>1<p>2</b>3</p>4", "<b>1</b><p><b>2</b>3</p>4"),
        ("<b><i><div>1</b>2</i>3", "<b><i></i></b><i></i><div><i><b>1</b>2</i>3</div>"),
        ("<p><b>1<p>2</b>3", "<p><b>1</b></p><p><b>2</b>3</p>"),
        ("<p><b><b><b><b>1<p>2", "<p><b><b><b><b>1</b></b></b></b></p><p><b><b><b>2</b></b></b></p>"),
        ("<nobr>1<nobr>2", "<nobr>1</nobr><nobr>2</nobr>"),
        ("<b><object>1</b>2</object>3", "<b><object></object>3</b>"),
        ("<table><tr><td>1<td>2<tr><td>3</table>",
         "<table><tbody><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></tbody></table>"),
        ("<table>1<tr>2<td>3</table>4", "12<table><tbody><tr><td>3</td></tr></tbody></table>4"),
        ("<table><p>1<tr><td>2", "<p>1</p><table><tbody><tr><td>2</td></tr></tbody></table>"),
        ("<table><b>1<tr><td>2</table>3", "<b>1</b><table><tbody><tr><td>2</td></tr></tbody></table><b>3</b>"),
        ("<table><caption>1<p>2<tr><td>3",
         "<table><caption>1<p>2</p></caption><tbody><tr><td>3</td></tr></tbody></table>"),
        ("<table><col>1<tr>", "1<table><colgroup><col></colgroup><tbody><tr></tr></tbody></table>"),
        ("<table> <tr> <td>1</td> </tr> </table>", "<table> <tbody><tr> <td>1</td> </tr> </tbody></table>"),
        ("<table><td><table><td>1</table>2",
         "<table><tbody><tr><td><table><tbody><tr><td>1</td></tr></tbody></table>2</td></tr></tbody></table>"),
        ("<table><table>1", "<table></table>1<table></table>"),
        ("<td>1<tr>2", "12"),
        ("<p>1<table><td>2", "<p>1</p><table><tbody><tr><td>2</td></tr></tbody></table>"),
        ("<svg><p>1</svg>2", "<svg></svg><p>12</p>"),
        ("<p>1<svg><g/><path></svg>2", "<p>1<svg><g></g><path></path></svg>2</p>"),
        ("<math><mi>1<b>2</b></mi></math>3", "<math><mi>1<b>2</b></mi></math>3"),
        ("<math><mo><p>1</mo>2", "<math><mo><p>12</p></mo></math>"),
        ("<select><option>1<p>2</select>3", "<select><option><p></p></option></select>3"),
        ("<select><select>1", "<select></select>1"),
        ("<select><button><selectedcontent></button><div>1<input>2",
         "<select><button><selectedcontent></selectedcontent></button><div></div></select><input>2"),
        ("1<?php a > b ?>2", "1 b ?>2"),
        ("<noscript><i>1</i></noscript>2", "<noscript></noscript>2"),
        ("<noscript><iframe></noscript>1", "<noscript></noscript>1"),
        ("<noscript><iframe src=a /></noscript>1", "<noscript></noscript>1"),
        ("<noscript><!--</noscript>1", "<noscript></noscript>1"),
        ("<noscript><style></noscript>1", "<noscript></noscript>1"),
        ("<noscript><noscript>1</noscript>2</noscript>3", "<noscript></noscript>23"),
        ("<template><td>1</template>2", "<template><td></td></template>2"),
        ("<p><b>1<plaintext>2</b>", "<p><b>1</b></p><plaintext><b>2</b></b></plaintext>"),
        ("1</body>2</html>3", "123"),
        ("1<html><body>2<head>3", "123"),
        ("<frameset>1", "1"),
        ("<b><video>1<p>2</b>3", "<b><video></video></b><p><b>2</b>3</p>"),
        ("<svg a=/>1</svg><svg a />2", "<svg></svg><svg></svg>2"),
        ("<i><dialog>1</i>2", "<i><dialog>1</dialog></i>2"),
        ("<p><b>1<plaintext>", "<p><b>1</b></p><plaintext></plaintext>"),
        ("<p><b a='>1'><b a='>1'><b a='>2'><b a='>2'>1<p>2",
         "<p><b><b><b><b>1</b></b></b></b></p><p><b><b><b><b>2</b></b></b></b></p>"),
        ("<math><mi><p><b>1</p><![CDATA[2]]>", "<math><mi><p><b>1</b></p><b>2</b></mi></math>"),
        ("<math><mi><p><b>1</p><![CDATA[]]>", "<math><mi><p><b>1</b></p></mi></math>"),
        ("<table>&#32;<tr>&NewLine;<td>1", "<table> <tbody><tr>\n<td>1</td></tr></tbody></table>"),
        ("<table>\n\0<tr>&nbsp;<td>1", " <table>\n<tbody><tr><td>1</td></tr></tbody></table>"),
        ("<table><colgroup>\0 <tr>", "<table><colgroup></colgroup> <tbody><tr></tr></tbody></table>"),
        ("<table><input type=a type=hidden>", "<input><table></table>"),
        ("<math><annotation-xml encoding=a encoding=text/html><p>1",
         "<math><annotation-xml></annotation-xml></math><p>1</p>"),
        ("<form><math><option></form>1", "<form><math><option>1</option></math></form>"),
        ("<table><colgroup><!DOCTYPE><col>", "<table><colgroup><col></colgroup></table>"),
        ("<a><header><font><section><menu><ol><summary><figcaption><main><address><u><a></ol>1",
         "<a></a><header><a><font></font></a><font><section><a></a><menu><a></a><ol><a></a><summary><a></a><figcaption>"
         "<a></a><main><a></a><address><a><u><a></a></u></a></address></main></figcaption></summary></ol><a><u><a>1</a>"
         "</u></a></menu></section></font></header>"),
        ("<dd><nobr><dd><nobr><u><blockquote><strike><w><m><e><blockquote><nobr>1",
         "<dd><nobr></nobr></dd><dd><nobr></nobr><nobr><u></u></nobr><u><blockquote><nobr><strike><w><m><e></e></m></w>"
         "</strike></nobr><blockquote><nobr></nobr><nobr>1</nobr></blockquote></blockquote></u></dd>"),
    ],
)  # fmt: skip
def test_trees(page: str, body: str) -> None:
    """Implied end tags, scopes, misnested formatting and misplaced content as in the standard, scripting on."""
    assert body_of("<!doctype html><body>x" + page) == "x" + body


@pytest.mark.parametrize(
    ("page", "names"),
    [
        ("", "html head body"),
        ("x", "html head body"),
        ("<title>a</title>b", "html head title body"),
        ("<head><noscript><link></noscript><p>", "html head noscript body p"),
        ("<head><noscript><img></noscript><meta><p>", "html head noscript meta body p"),
        ("</head><meta><p>", "html head meta body p"),
        ("<p><title>a</title>", "html head body p title"),
        ("<frameset><frame><p></frameset>", "html head frameset frame"),
        ("<html><frameset></frameset><noframes><p></noframes>", "html head frameset noframes"),
        ("<template><tr><td>a", "html head template tr td body"),
        ("&#13;<title>a</title>&#x20;&Tab;<meta>b", "html head title meta body"),
        ("&nbsp;<meta>", "html head body meta"),
        ("<svg><![CDATA[a]]></svg><frameset>", "html head body svg"),
        ("<svg><![CDATA[ ]]></svg><frameset>", "html head frameset"),
    ],
)
def test_what_every_page_has(page: str, names: str) -> None:
    table = read(page)
    assert " ".join(table.name(row) for row in range(len(table))) == names


@pytest.mark.parametrize("size", [0, 1, 15, 16, 17, 31, 32, 33, 127, 128, 129, 143, 144, 145, 500])
@pytest.mark.parametrize("quote", ['"', "'"])
def test_the_length_of_a_tag_counts_the_characters_of_quoted_values(size: int, quote: str) -> None:
    """Wherever a value ends, and wherever characters of several bytes stand in it or right behind it."""
    other = "'" if quote == '"' else '"'
    values = [other * size, *("a" * at + "é漢" + "a" * (size - at) for at in {0, size // 2, size})]
    for value in values:
        for behind in ("", " ", "é" * 20, "x" * 20):
            page = f"<p title={quote}{value}{quote}>{behind}"
            table = read(page.encode())
            assert table.tag_length[-1] == read(b"<p title=''>").tag_length[-1] + len(value)
            assert table.encoded.decode() == behind


@pytest.mark.parametrize("size", [0, 14, 15, 16, 17, 130])
def test_a_quoted_value_that_does_not_end_takes_the_rest_of_the_page(size: int) -> None:
    assert read(f"1<p title='{'é' * size}".encode()).encoded == b"1"


@pytest.mark.parametrize(
    ("doctype", "closes"),
    [
        ("<!doctype html>", True),
        ("<!DOCTYPE HTML PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' 'xhtml1-strict.dtd'>", True),
        ("<!DOCTYPE HTML PUBLIC '-//W3C//DTD HTML 4.01 Transitional//EN' 'loose.dtd'>", True),
        ("<!DOCTYPE HTML PUBLIC '-//W3C//DTD HTML 4.01 Transitional//EN'>", False),
        ("<!DOCTYPE HTML PUBLIC '-//W3C//DTD HTML 3.2 Final//EN'>", False),
        ("<!doctype svg>", False),
        ("", False),
    ],
)  # fmt: skip
def test_a_table_closes_a_paragraph_unless_the_doctype_is_quirky(doctype: str, closes: bool) -> None:
    table = read(f"{doctype}<body><p>a<table></table>")
    assert int(table.level[-1]) == (2 if closes else 3)


def test_rows_are_spans_of_the_page_itself() -> None:
    page = "<BODY><DIV ID=a CLASS='b c'>x<P>y<p>z</DIV>w"
    table = read(page)
    spans = [page[table.open_start[row] : table.close_end[row]] for row in range(len(table))]
    assert spans == [page, "", page, page[6:-1], "<P>y", "<p>z"]
    assert dict(table.attributes(3)) == {"id": "a", "class": "b c"}
    assert page[table.class_start[3] : table.class_stop[3]] == "b c"
    assert page[table.id_start[3] : table.id_stop[3]] == "a"


@pytest.mark.parametrize(
    ("tag", "attributes"),
    [
        ("<p a=1 b='2' c=\"3\" d>", {"a": "1", "b": "2", "c": "3", "d": ""}),
        ("<p a = 1\n\tb\n=\n'2'/c/>", {"a": "1", "b": "2", "c": ""}),
        ("<p A=1 a=2>", {"a": "1"}),
        ("<p a='x&amp;y&lt;&copy=1&copy;&#65;'>", {"a": "x&y<&copy=1©A"}),
        ("<p a=b/c/>", {"a": "b/c/"}),
        ("<p =a 'b'>", {"=a": "", "'b'": ""}),
    ],
)
def test_attributes_in_all_forms(tag: str, attributes: dict[str, str]) -> None:
    table = read(f"<body>{tag}x")
    assert dict(table.attributes(3)) == attributes


@pytest.mark.parametrize(
    ("page", "row", "said"),
    [
        ("<body><p class=a class=b id id=c role=d role=e>", 3, ("a", "", "d", False)),
        ("<body><p style='color:red' style='display:none' aria-hidden=false aria-hidden=true>", 3, ("", "", "", False)),
        ("x<body class=a id=b role=c hidden>", 2, ("a", "b", "c", True)),
        ("<head><html class=a>", 0, ("a", "", "", False)),
        ("<body class=a><body class=b id=c>", 2, ("a", "", "", False)),
    ],
)
def test_the_first_attribute_of_a_name_counts_and_the_first_tag_of_the_body(
    page: str, row: int, said: tuple[str, str, str, bool]
) -> None:
    table = read(page)
    spans = ("class", "id", "mark")
    found = [page[getattr(table, f"{name}_start")[row] : getattr(table, f"{name}_stop")[row]] for name in spans]
    assert (*found, bool(table.hidden[row])) == said


def test_an_element_that_is_opened_again_has_its_attributes() -> None:
    table = read("<body><p><b class=x>1<p>2")
    rows = np.flatnonzero(table.has_tag(frozenset({"b"}))).tolist()
    assert [dict(table.attributes(row)) for row in rows] == [{"class": "x"}, {"class": "x"}]


def assert_same(page: bytes) -> None:
    """The reader and the reference fill the table with the same numbers."""
    ours, reference = read(page), dom.read(page)
    for column in COLUMNS:
        assert getattr(ours, column).tolist() == getattr(reference, column).tolist(), column
    assert ours.text == reference.text
    assert [ours.name(row) for row in range(len(ours))] == [reference.name(row) for row in range(len(ours))]


KNOWN_TO_DIFFER: Final = ("<plaintext", "<image", "<template", "<textarea")
"""See docs/development/reader.md."""


@moderately
@given(pages.filter(lambda page: not any(name in page for name in KNOWN_TO_DIFFER)))
@example("<b><video><p>1</b>2")
@example("<p>a<table></p><!-- b --><p>c")
def test_the_reader_and_the_reference_fill_the_same_table(page: str) -> None:
    assert_same(repair(page).encode())


@moderately
@given(
    st.binary(max_size=200)
    | st.lists(st.sampled_from([*map(bytes, zip(range(256))), b"<p>", b"</", b"&#"])).map(b"".join)
)
def test_any_bytes_make_a_table(page: bytes) -> None:
    table = read(page)
    assert len(table) >= 3
    assert table.text == table.encoded.decode()
    assert int(table.segment_offset[-1]) == len(table.text)
    assert int(table.characters.sum()) == int(table.segment_characters.sum())


@pytest.mark.parametrize("cut", range(0, 120, 7))
def test_a_page_may_end_anywhere(cut: int) -> None:
    start = "<!doctype html><p title='a&amp;b'>中&notin;<!-- c -->"
    page = start + "<script><!--<script>d</script>--></script><svg><![CDATA[e]]>"
    assert read(page.encode()[:cut]) is not None


def test_bytes_that_are_no_utf_8_become_replacement_characters() -> None:
    assert read(b"<p>a\xffb\xe4\xb8c\xc2\xa0d\xed\xa0\x80\xf0\x9f\x98\x80").text == "a�b��c d���😀"


HOSTILE: Final[dict[str, Callable[[int], bytes]]] = {
    "nested blocks": lambda size: b"<div>" * size,
    "nested blocks, closed": lambda size: b"<div>" * size + b"x" + b"</div>" * size,
    "nested formatting": lambda size: b"<b>" * size + b"x",
    "formatting left open": lambda size: b"".join(b"<p><b id=%d>x</p>" % number for number in range(size)),
    "links left open": lambda size: b"<a><div>x" * size,
    "misnested": lambda size: b"<b><p></b>x" * size,
    "misnested and deep": lambda size: b"<i><b><div></i>x" * size,
    "out of tables": lambda size: b"<table>" + b"x<tr>" * size,
    "tables in tables": lambda size: b"<table><tr><td>x" * size,
    "end tags without start": lambda size: b"<p><div>" + b"</span></p></i>" * size,
    "comments that do not end": lambda size: b"x<!-- ->" * size,
    "comments in scripts": lambda size: b"<script>" + b"<!--<script>" * size,
    "raw text that does not end": lambda size: b"<title>" + b"</titl <title>" * size,
    "ampersands": lambda size: b"&ampamp&&#x" * size,
    "attributes": lambda size: b"<p " + b"a=b " * size + b">x",
    "quotes": lambda size: b"<p a='" + b'<b c="' * size,
    "templates": lambda size: b"<template><tr>" * size,
    "foreign": lambda size: b"<svg><p>" * size,
    "selects": lambda size: b"<select><option><b>" * size,
    "sections of characters": lambda size: b"<svg>" + b"<![CDATA[x" * size,
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_rows_grow_no_faster_than_the_page(kind: str) -> None:
    """Sixteen times the page has about sixteen times as many rows, and is not deeper than allowed."""
    small, large = read(HOSTILE[kind](3_000)), read(HOSTILE[kind](48_000))
    assert len(large) <= 18 * len(small)
    assert int(large.level.max()) <= MAX_DEPTH + 64


PATIENCE: Final = 240
"""Seconds for all hostile pages together. They take about ten; a step per pair of pieces takes 500 for one page."""


@pytest.mark.slow
def test_no_page_takes_time_that_grows_with_the_square_of_its_size() -> None:
    """Each page has a million pieces. Going through all of them again for each piece would not end in time."""
    page = "from read.test_parser import HOSTILE; from maintext.read import read; read(HOSTILE[{kind!r}](1_000_000))"
    script = "\n".join(page.format(kind=kind) for kind in HOSTILE)
    subprocess.run([sys.executable, "-c", script], cwd=TESTS, check=True, timeout=PATIENCE)


@pytest.mark.parametrize("piece", ["<p>a", "<br>", "<td>a</td>b", "<b>a<p>b</b>c", "<!-- -->a<i class=b>c</i>"])
@pytest.mark.parametrize("begin", ["", "<table>"])
def test_a_page_with_more_elements_and_texts_than_usual_is_read_whole(begin: str, piece: str) -> None:
    """The arrays are smaller at first, and grow: in order, and where nodes are moved out of a table or formatting.

    A new thread has no arrays from another page.
    """
    with ThreadPoolExecutor(1) as pool:
        pool.submit(assert_same, (begin + piece * 900).encode()).result()


def test_depth_is_bounded_without_losing_text() -> None:
    page = "".join(f"<div>{number},<b>{number};" for number in range(3_000))
    assert "".join(read(page).text.split()) == "".join(f"{number},{number};" for number in range(3_000))


def test_threads_do_not_disturb_each_other() -> None:
    made = [f"<div>{'<p>ab &amp; c' * number}</div>" for number in range(1, 60)] * 4
    wanted = [read(page).text for page in made]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda page: read(page).text, made)) == wanted


def test_nothing_of_a_page_is_kept() -> None:
    page = b"<p>" + b"x" * 1_000
    before = sys.getrefcount(page)
    read(page)
    assert sys.getrefcount(page) == before
