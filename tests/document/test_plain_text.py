"""Text and markup of what was selected."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import maintext
from maintext.document.plain_text import as_text
from maintext.document.source_html import as_source
from maintext.read import read
from maintext.selection import Ready, Selection


def everything(html: str) -> tuple[str, str]:
    """The text and the markup of the whole body."""
    table = read(f"<body>{html}</body>")
    body = table.in_body
    rows = body.nonzero()[0][:1]
    selection = Selection(body[table.segment_owner], 1.0, "", Ready(rows, body, {}))
    return as_text(table, selection), as_source(table, selection, selection.keep)


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>one</p><p>two</p>", "one\ntwo"),
        ("<h1>Head</h1>text", "Head\ntext"),
        ("a<br>b<br><br>c", "a\nb\nc"),
        ("<ul><li>one<li>two <b>bold</b></ul>", "one\ntwo bold"),
        ("<ul><li>one<ul><li>inner</ul><li>two</ul>", "one\ninner\ntwo"),
        ("<table><tr><th>a<th>b<tr><td>1<td>2 <i>x</i></table>", "a\tb\n1\t2 x"),
        ("<dl><dt>term<dd>meaning</dl>", "term\nmeaning"),
        ("wor<b>d</b>s run <i>on</i>, here", "words run on, here"),
        ("<b>one</b> <i>two</i>", "one two"),
        ("<span>one</span>\n  <span>two</span>", "one two"),
        ("before<div>inside</div>after", "before\ninside\nafter"),
        ("before<div></div>after", "before\nafter"),
        ("a<hr>b", "a\nb"),
        ("  a \n\n  b\t c ", "a b c"),
        ("a\u3000b&nbsp;c", "a b c"),
        ("a<script>x</script>b<style>y</style>c", "abc"),
        ("<pre>  if x:\n      y()\n\n\n\n  z()\n</pre>after", "  if x:\n      y()\n\n  z()\nafter"),
        ("<p>1 &lt; 2 &amp;amp; 3</p>", "1 < 2 &amp; 3"),
        ("\U0001f600 <b>中文</b>。", "\U0001f600 中文。"),
        ("", ""),
        ("<p> </p><p>\n</p>", ""),
    ],
)
def test_text_has_a_line_a_block(html: str, text: str) -> None:
    assert everything(html)[0] == text


@given(
    st.lists(st.sampled_from(["a", "of", "word", "longer word", " ", "  ", "\n", "\x1f", "\x7f", "é", "中", "\u2003"]))
)
def test_white_space_is_folded_wherever_it_stands(pieces: list[str]) -> None:
    """Words are written eight bytes at a time."""
    text = "".join(pieces)
    assert everything(f"<p>{text}</p>")[0] == " ".join(text.split())


def test_source_is_the_pages_own_markup() -> None:
    html = '<div class="x"><!-- note --><p>a <a href="/b">c</a></p></div>'
    assert everything(html)[1] == f"<body>{html}</body>"


def test_source_leaves_out_what_was_not_selected() -> None:
    """The aside is removed by the P value, the paragraphs around it stay."""
    words = "some words that make up a paragraph of the main text, "
    page = f"<body><div><p>{words * 3}</p><aside>by the way</aside><p>{words * 3}</p></div></body>"
    source = maintext.extract(page, method="p-value").source_html
    assert source == f"<div><p>{words * 3}</p><p>{words * 3}</p></div>"
