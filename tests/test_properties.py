"""The page table against a walk through the parser's own tree, and its columns against plain loops."""

import html
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from unittest import mock

import numpy as np
import pytest
from conftest import elements_of, squeezed
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

import maintext
from maintext import dom, markup, tags
from maintext.characters import WHITE_SPACE
from maintext.decode import repair
from maintext.read import read
from maintext.table import PageTable

CHARACTERS: Final = "ab1 中。，ﬁé\n\t\xa0\u3000\u200b\xad𝒳.;!?&<>\"'="
CONTAINERS: Final = (
    "div p span a b i em ul ol li h1 h2 article section main aside nav form label button pre code blockquote dl dt dd "
    "font center table tbody tr td th caption select option noscript object video x-card figure figcaption ruby rt"
).split()
VOIDS: Final = sorted(tags.VOID - {"frame"})
RAW: Final = "script style textarea title iframe xmp noembed noframes template".split()
ENTITIES: Final = "&amp; &lt;b&gt; &nbsp; &#20013; &copy &notit; &#0; &#x1F600; &quot; & &; &#xD800;".split(" ")
SOUP: Final = [
    *(f"<{name}>" for name in CONTAINERS),
    *(f"</{name}>" for name in CONTAINERS),
    *(f"<{name}>" for name in VOIDS),
    *(f"<{name}>" for name in RAW),
    *(f"</{name}>" for name in RAW),
    *ENTITIES,
    *"<html> <head> <body> </body> </html> </head> <plaintext> <frameset> <frame> </frameset> <!doctype html>".split(),
    *"<!-- --> <!--> <!---> --!> <![CDATA[x]]> <?php <!x </ </> < > <p <a<b> <p/> </p </br> <image> <nobr> =".split(),
    *(" ", "\n", "\x00", "\ud800", "\xa0", "text", " more words ", "中文，也是。", "\ufeff"),
    *("<p title='a>b<c\"d'>", '<a href="?a=1&b=2">', "<p a<b\"c>", "<div id=x id=y class='&lt;'>", "<pre>\n\n x"),
    *("<script><!--<script>", "<!-- </script> -->", "<style>a<b>c</style>", "<svg>", "</svg>", "<math>", "</math>"),
    *("<svg><title>", "<svg><desc><p>", "<math><mi>", "<math><annotation-xml encoding='text/html'>", "<table><tr><td>"),
]  # fmt: skip

texts = st.text(CHARACTERS, min_size=1, max_size=12)
attributes = st.lists(
    st.tuples(st.sampled_from("id class style href title data-x colspan".split()), texts),
    max_size=2,
    unique_by=lambda a: a[0],
)


def tag(name: str, pairs: list[tuple[str, str]], content: str, closed: bool) -> str:
    start = "".join(f' {key}="{html.escape(value)}"' for key, value in pairs)
    return f"<{name}{start}>{content}</{name}>" if closed else f"<{name}{start}>{content}"


leaves = st.one_of(
    texts.map(html.escape),
    st.sampled_from(ENTITIES),
    texts.map(lambda text: f"<!--{text.replace('>', '')}-->"),
    st.builds(tag, st.sampled_from(VOIDS), attributes, st.just(""), st.just(False)),
    st.builds(tag, st.sampled_from(RAW), attributes, texts.map(lambda text: text.replace("<", "< ")), st.just(True)),
)
tables = st.lists(st.lists(texts.map(html.escape), min_size=1, max_size=3), min_size=1, max_size=3).map(
    lambda rows: (
        "<table>" + "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows) + "</table>"
    )
)
trees = st.recursive(
    leaves | tables,
    lambda inner: st.builds(
        tag,
        st.sampled_from(CONTAINERS),
        attributes,
        st.lists(inner, max_size=4).map("".join),
        st.booleans() | st.just(True),
    ),
    max_leaves=25,
)
soups = st.lists(st.sampled_from(SOUP), max_size=40).map("".join)


def has_raw_names_in_foreign_content(page: str) -> bool:
    """In SVG and MathML an ``<iframe>`` is an element like any other; the reader takes it for raw text."""
    foreign = re.search("<(?:svg|math)", page)
    return foreign is not None and re.search(f"<(?:{'|'.join(tags.RAW_TEXT)})", page[foreign.end() :]) is not None


anything = st.one_of(trees, soups, soups.map(lambda soup: f"<body>{soup}"))
pages = anything.filter(lambda page: not has_raw_names_in_foreign_content(page))

moderately = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def rows_outside_templates(table: PageTable) -> list[int]:
    """The parser keeps the content of a template apart from the tree, and writes it out within."""
    is_template = table.has_tag(frozenset({"template"}))
    return np.flatnonzero(table.coverage(is_template) - is_template == 0).tolist()


@contextmanager
def mending_counted() -> Iterator[mock.Mock]:
    with mock.patch.object(markup, "_mended", wraps=markup._mended) as mended:
        yield mended


@moderately
@given(pages)
@example("<p><a><div><textarea>1</textarea></p>")
def test_the_table_has_the_elements_and_texts_of_the_parsers_tree(page: str) -> None:
    page = repair(page)
    table = read(page)
    rows = rows_outside_templates(table)
    place = {row: number for number, row in enumerate(rows)}
    own: dict[int, list[str]] = {row: [] for row in range(len(table))}
    for segment, owner in enumerate(table.segment_owner.tolist()):
        own[owner].append(table.text[table.segment_offset[segment] : table.segment_offset[segment + 1]])
    found = [
        (table.name(row).lower(), place.get(int(table.parent[row]), -1), squeezed("".join(own[row]))) for row in rows
    ]
    assert found == [tuple(element) for element in elements_of(page)]


@moderately
@given(pages)
def test_what_the_parser_writes_needs_no_mending(page: str) -> None:
    with mending_counted() as mended:
        dom.read(repair(page))
    assert not mended.called


@pytest.mark.parametrize("source", [b"<a><b></a>", b"</a><p>x</p>", b"<p>x", b"<p><p></p>"])
def test_markup_that_is_not_balanced_is_mended(source: bytes) -> None:
    with mending_counted() as mended:
        tokens = markup.tokenize(source)
    assert mended.called
    assert (tokens.level >= 0).all()


@moderately
@given(pages)
def test_tags_nest_in_what_the_parser_writes(page: str) -> None:
    """In the page's own markup they may not: an end tag may close an element around one that is still open."""
    table = dom.read(repair(page))
    inner = table.parent >= 0
    parent = table.parent[inner]
    assert (table.open_end[parent] <= table.open_start[inner]).all()
    assert (table.close_end[inner] <= table.close_start[parent]).all()


@moderately
@given(pages)
def test_rows_nest(page: str) -> None:
    table = read(repair(page))
    for row in range(len(table)):
        parent, end = int(table.parent[row]), int(table.end[row])
        assert row < end <= len(table)
        assert parent < row
        if parent >= 0:
            assert table.level[row] == table.level[parent] + 1
            assert end <= table.end[parent]
            assert table.segment_start[parent] <= table.segment_start[row]
            assert table.segment_stop[row] <= table.segment_stop[parent]
        else:
            assert (row, table.level[row]) == (0, 0)
        assert table.segment_start[row] <= table.segment_stop[row]
        below = [other for other in range(row, len(table)) if is_below(table, other, row)]
        assert below == list(range(row, end))


def is_below(table: PageTable, row: int, ancestor: int) -> bool:
    while row > ancestor:
        row = int(table.parent[row])
    return row == ancestor


@moderately
@given(pages)
def test_spans_are_the_tags_in_what_the_parser_wrote(page: str) -> None:
    table = dom.read(repair(page))
    for row in range(len(table)):
        start = table.source[table.open_start[row] : table.open_end[row]]
        stop = table.source[table.close_start[row] : table.close_end[row]]
        name = table.name(row).encode()
        assert start.startswith(b"<" + name)
        assert start.endswith(b">")
        assert stop in (b"</" + name + b">", b"")
        assert stop or table.name(row) in tags.VOID


@moderately
@given(pages)
def test_spans_are_tags_of_the_page_itself_or_empty(page: str) -> None:
    table = read(repair(page))
    for row in range(len(table)):
        start = table.source[table.open_start[row] : table.open_end[row]]
        stop = table.source[table.close_start[row] : table.close_end[row]]
        assert not start or (start.startswith(b"<") and start.endswith(b">"))
        assert not stop or stop.startswith(b"</")


@moderately
@given(pages)
def test_segments_are_the_text_in_order(page: str) -> None:
    table = read(repair(page))
    offset = table.segment_offset.tolist()
    assert (offset[0], offset[-1], len(offset)) == (0, len(table.text), len(table.segment_owner) + 1)
    assert offset == sorted(offset)
    for row in range(len(table)):
        inside = [
            segment for segment, owner in enumerate(table.segment_owner) if row <= int(owner) < int(table.end[row])
        ]
        assert inside == list(range(table.segment_start[row], table.segment_stop[row]))
    assert table.rendered[table.segment_owner].all()


@moderately
@given(pages)
def test_characters_are_the_visible_ones_of_the_text(page: str) -> None:
    table = read(repair(page))
    visible = [character for character in table.text if character not in WHITE_SPACE]
    assert table.characters.sum() == len(visible)
    assert (table.punctuation <= table.characters).all()
    assert not len(table) or table.subtree(table.characters)[0] == len(visible)


@moderately
@given(pages, st.randoms(use_true_random=False), st.floats(0, 1))
def test_subtree_coverage_inside_and_nearest_agree_with_loops(page: str, random: Any, share: float) -> None:
    table = read(repair(page))
    marked = np.array([random.random() < share for _ in range(len(table))], dtype=bool)
    column = np.array([random.randrange(100) for _ in range(len(table))], dtype=np.int64)
    covered: list[int] = []
    nearest: list[int] = []
    totals = column.copy()
    for row, parent in enumerate(table.parent.tolist()):
        covered.append((covered[parent] if parent >= 0 else 0) + int(marked[row]))
        nearest.append(row if marked[row] else nearest[parent] if parent >= 0 else -1)
    for row in range(len(table) - 1, 0, -1):
        totals[table.parent[row]] += totals[row]
    assert table.coverage(marked).tolist() == covered
    assert table.inside(marked).tolist() == [count > 0 for count in covered]
    assert table.nearest(marked).tolist() == nearest
    assert table.subtree(column).tolist() == totals.tolist()
    assert table.below(column).tolist() == (totals - column).tolist()
    assert table.subtree(np.ones(len(table))).tolist() == (table.end - np.arange(len(table))).tolist()


@moderately
@given(trees)
def test_attributes_are_those_of_the_parsers_tree(page: str) -> None:
    table = read(page)
    root = LexborHTMLParser(page, scripting=True).root
    nodes = [node for node in root.traverse() if node.is_element_node] if root else []
    for row, node in zip(rows_outside_templates(table), nodes, strict=True):
        assert dict(table.attributes(row)) == {name: value or "" for name, value in node.attributes.items()}


def is_kept_by_all_methods(page: str | bytes) -> None:
    for method in maintext.methods():
        found = maintext.extract(page, "https://example.org/", method)
        assert bool(found.text) != bool(found.reason), method
        assert np.isfinite(found.score), method
        assert found == maintext.extract(page, "https://example.org/", method), method


@settings(moderately, max_examples=60)
@given(pages)
def test_every_method_has_a_text_or_a_reason_for_any_page(page: str) -> None:
    is_kept_by_all_methods(page)


@pytest.mark.slow
@settings(moderately, max_examples=5_000)
@given(soups | st.lists(st.sampled_from(SOUP), max_size=300).map("".join))
def test_no_soup_of_tags_makes_any_method_fail(page: str) -> None:
    is_kept_by_all_methods(page)


@pytest.mark.slow
@settings(moderately, max_examples=2_000)
@given(st.binary(max_size=400) | soups.map(lambda soup: soup.encode("utf-8", "surrogatepass")))
def test_no_bytes_make_any_method_fail(page: bytes) -> None:
    is_kept_by_all_methods(page)
