"""Attributes and escapes compared with patterns and worked by hand; hostile pages need work in proportion to size."""

import cProfile
import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import maintext
from maintext.blocks import Paragraph, Text
from maintext.formats import to_markdown
from maintext.formats._markdown import escaped
from maintext.table._table import attribute_at, attributes_at
from maintext.table.references import in_attribute

HOSTILE: dict[str, Callable[[int], str]] = {
    "nested lists": lambda count: "<ul><li>" * count + "x",
    "nested quotes": lambda count: "<blockquote>" * count + "x",
    "backticks": lambda count: "<p>" + "`" * 10 * count,
    "backticks in code": lambda count: "<p><code>a" + "` `` " * 2 * count + "</code>",
    "brackets": lambda count: "<p>" + "[" * 10 * count,
    "ampersands": lambda count: "<p>" + "&a&#1" * 2 * count,
    "exclamation marks before a link": lambda count: "<p>" + "!" * 10 * count + "<a href=/x>y</a>",
    "rows of a table": lambda count: "<table>" + "<tr><td>a<td>b" * count,
    "cells of a row": lambda count: "<table><tr><th>a<th>b<tr>" + "<td>a" * count,
    "line breaks": lambda count: "<p>" + "a<br>" * count,
    "styles": lambda count: "<p>" + "<b>a</b><i>b</i>" * count,
    "spans of code": lambda count: "<pre>" + "<span>a</span>" * count,
    "images": lambda count: "<p>a</p>" + "<img src=/x.png>" * count + "<p>b</p>",
}


@st.composite
def tags_as_written(draw: st.DrawFn) -> bytes:
    """Something like a start tag, with everything that can go wrong in one."""
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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("It rained all day.", "It rained all day."),
        ("a*b", r"a\*b"),
        (r"C:\x", r"C:\\x"),
        ("`[x]`", r"&#96;\[x\]&#96;"),
        ("a < b ~ c > d", r"a < b \~ c > d"),
        ("<a <", "&lt;a &lt;"),
        ("{x}", r"\{x}"),
        ("snake_case_name", "snake_case_name"),
        ("中_文", "中_文"),
        ("_x_", r"\_x\_"),
        ("a _ b", r"a \_ b"),
        ("a__b", r"a\_\_b"),
        ("a_-", r"a\_-"),
        ("&amp;", "&amp;amp;"),
        ("&#39; &#x27;", "&amp;#39; &amp;#x27;"),
        ("&é_1;", "&amp;é_1;"),
        ("a & b &; &# &#;", "a & b &; &amp;# &amp;#;"),
        ("R&D", "R&D"),
        ("R&", "R&amp;"),
        ("R&\n", "R&amp;\n"),
        ("&amp", "&amp"),
        ("😀*", r"😀\*"),
    ],
)
def test_characters_that_could_be_markup_are_escaped(text: str, expected: str) -> None:
    assert escaped(text) == expected


_SPECIAL = re.compile(r"[\\`*\[\]~{]|<(?! )|&(?=#|\w+;)|&$|_(?!(?<=[^\W_]_)[^\W_])")
_REFERENCES = {"<": "&lt;", "&": "&amp;", "`": "&#96;"}


@given(st.text(alphabet="a_*[]{<~&;#`\\ é中\n1-"))
def test_a_text_is_escaped_as_a_pattern_would_do_it(text: str) -> None:
    assert escaped(text) == _SPECIAL.sub(lambda found: _REFERENCES.get(found[0], "\\" + found[0]), text)


_LINE_START = re.compile(r">|#{1,6}(?:\s|$)|[+-](?:\s|$)|=+\s*$|[|:\s-]*-[|:\s-]*$")


@given(st.text(alphabet=">#+-=|: \u3000a1").map(str.strip).filter(lambda text: text[:1] in tuple(">#+-=|:")))
def test_a_line_that_begins_like_a_block_is_escaped_as_a_pattern_would_find_it(line: str) -> None:
    expected = "\\" + line if _LINE_START.match(line) else line
    assert to_markdown((Paragraph((Text(line),)),)) == expected


def written(name: str, count: int) -> tuple[int, int]:
    """The number of calls that Markdown and HTML of a hostile page take, and the size of both."""
    document = maintext.extract(f"<article>{HOSTILE[name](count)}</article>", "https://e.org/", "p-value")
    profile = cProfile.Profile()
    markdown, html = profile.runcall(lambda: (document.markdown, document.html))
    assert markdown
    assert html
    return int(sum(each.callcount for each in profile.getstats())), len(markdown) + len(html)


@pytest.mark.parametrize("name", HOSTILE)
def test_twice_the_hostile_markup_takes_twice_the_calls_and_the_space(name: str) -> None:
    calls, size = written(name, 1_000)
    more_calls, larger_size = written(name, 2_000)
    assert more_calls <= 2 * calls
    assert larger_size <= 2 * size + 10


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_pages_of_a_megabyte_are_written(name: str) -> None:
    """Work that grows with the square of the page would not finish within the time limit of the suite."""
    _, size = written(name, 1_000)
    _, larger_size = written(name, 100_000)
    assert larger_size <= 100 * size
