"""The page in the sandboxed frame: the same text, and nothing that acts."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext.read import page_table, read
from maintext.serve.frame import framed_page

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.html"))
HOSTILE = """<html onload=alert(1)><head><base href=//evil.example><meta http-equiv=refresh content="0;//evil.example">
<link rel=stylesheet href=//evil.example/a.css><script>alert(2)</script>
<style>@import "//evil.example/b.css";</style></head>
<body onclick=alert(3) background=//evil.example/i.png><a href=javascript:alert(4) ping=//evil.example>One</a>
<img src=//evil.example/p.png onerror=alert(5) alt="A boat"><iframe src=//evil.example></iframe>
<form action=//evil.example>
<input value=x autofocus onfocus=alert(6)><button formaction=//evil.example>Two</button></form>
<svg onload=alert(7)></svg>
<object data=//evil.example></object><embed src=//evil.example><video src=//evil.example></video>
<math><mi href=//evil.example>x</mi></math>
<p style="background:url(//evil.example/c.png)" title='"><script>alert(8)</script>'>Three</p>
<x-a onclick=alert(9)>Four</x-a>"""


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_frame_shows_the_text_of_the_page_in_its_order(path: Path) -> None:
    table = page_table(path.read_bytes())
    framed = iter("".join(read(framed_page(table)).text.split()))
    missing = [character for character in "".join(table.text.split()) if character not in framed]
    assert not missing  # the frame has the descriptions of images too


def test_each_element_carries_its_row() -> None:
    table = read("<body><div><p>One</p>two<p>Three</p></div></body>")
    found = re.findall(r'<(\w+) data-row="(\d+)"', framed_page(table))
    assert found == [(table.name(int(row)), row) for _, row in found]
    assert [name for name, _ in found] == ["html", "body", "div", "p", "p"]
    assert framed_page(table).endswith('<p data-row="4">One</p>two<p data-row="5">Three</p></div></body></html>')


def test_nothing_in_the_frame_acts_or_loads() -> None:
    framed = framed_page(read(HOSTILE))
    body = framed.partition("</head>")[2]
    assert not re.search(r"<(script|iframe|object|embed|form|input|button|link|base|svg|video|img|math)\b", body)
    assert not re.search(r"\s(on\w+|href|src|action|formaction|ping|background|srcset)=", body)
    assert "default-src &#x27;none&#x27;" in framed
    assert "refresh" not in framed
    assert all(word in body for word in ("One", "Two", "Three", "Four", "A boat"))


def test_own_styles_stay_and_cannot_close_their_element() -> None:
    framed = framed_page(read("<style>p{color:red}</style><style>a:after{content:'</'}</style><p>x"))
    assert "<style>p{color:red}</style>" in framed
    assert "content:" not in framed


PIECES = (
    "<p>|</p>|<div class=a>|</div>|<b>|<td>|<table>|x| y |<br>|<a href=x>|</a>|<script>|</script>|&lt;i&gt;|<i|"
    "<svg><g>|<textarea>|<li>"
).split("|")


@settings(max_examples=60)
@given(st.lists(st.sampled_from(PIECES), max_size=40))
def test_no_page_gets_more_elements_or_an_attribute_of_its_own(pieces: list[str]) -> None:
    table = read("".join(pieces))
    body = framed_page(table).partition("</head>")[2]
    assert body.count("data-row=") <= len(table)
    assert not re.search(r"<[^>]*\shref=", body)
