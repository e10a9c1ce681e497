"""What is compiled for blocks and formats: the same answers as plain patterns give, and no page that makes it slow."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

import maintext
from maintext.formats.markdown import _SPECIAL, escaped
from maintext.table._table import attribute_at, attributes_at
from maintext.table.references import in_attribute

HOSTILE = {
    "100,000 nested lists": "<ul><li>" * 100_000 + "x",
    "100,000 nested quotes": "<blockquote>" * 100_000 + "x",
    "a megabyte of backticks": "<p>" + "`" * 1_000_000,
    "a megabyte of backticks in code": "<p><code>a" + "` `` " * 200_000 + "</code>",
    "a megabyte of brackets": "<p>" + "[" * 1_000_000,
    "a megabyte of exclamation marks before a link": "<p>" + "!" * 1_000_000 + "<a href=/x>y</a>",
    "a table of 100,000 cells": "<table>" + "<tr><td>a<td>b" * 50_000,
    "a row of 100,000 cells": "<table><tr><th>a<th>b<tr>" + "<td>a" * 100_000,
    "100,000 line breaks": "<p>" + "a<br>" * 100_000,
    "100,000 styles": "<p>" + "<b>a</b><i>b</i>" * 50_000,
    "100,000 spans of code": "<pre>" + "<span>a</span>" * 100_000,
    "100,000 images": "<p>a</p>" + "<img src=/x.png>" * 100_000 + "<p>b</p>",
}


@st.composite
def tags_as_written(draw: st.DrawFn) -> bytes:
    """Something like a start tag, with all that may go wrong in one."""
    parts = st.sampled_from(["a", "B", "é", "=", " ", "\n", "/", '"', "'", ">", "&amp;", "&", "&lt", "<", "\0"])
    return ("<" + "".join(draw(st.lists(parts, max_size=20)))).encode()


_ATTRIBUTE = re.compile(
    rb"""[\t\n\f\r /]*([^\t\n\f\r />][^\t\n\f\r />=]*)"""
    rb"""(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r >]*)))?"""
)


@given(tags_as_written())
def test_attributes_are_found_as_a_pattern_finds_them(tag: bytes) -> None:
    expected: dict[str, str] = {}
    found = re.match(rb"<[^\t\n\f\r />]*", tag)
    while found and (found := _ATTRIBUTE.match(tag, found.end())):
        value = (found[2] or found[3] or found[4] or b"").decode("utf-8", "replace")
        expected.setdefault(found[1].decode("utf-8", "replace").lower(), in_attribute(value))
    assert attributes_at(tag, 0) == expected
    assert {name: attribute_at(tag, 0, name.encode()) for name in expected if name.isascii()} == {
        name: value for name, value in expected.items() if name.isascii()
    }


@given(st.text(alphabet="a_*[]<~&;#`\\ é中"))
def test_a_text_is_escaped_as_the_pattern_says(text: str) -> None:
    assert escaped(text) == _SPECIAL.sub(r"\\\g<0>", text)


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_pages_that_are_made_to_be_slow_are_written_in_seconds(name: str) -> None:
    """What grows with the square of the page would take minutes."""
    document = maintext.extract(f"<article>{HOSTILE[name]}</article>", "https://e.org/", "p-value")
    begin = time.process_time()
    assert document.markdown
    assert document.html
    assert time.process_time() - begin < 20
