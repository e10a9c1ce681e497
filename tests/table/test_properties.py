"""The page table against a walk through the parser's own tree, and its columns against plain loops."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import numpy as np
import pytest
from helpers.odd_pages import SOUP, moderately, pages, soups, trees
from helpers.pages import squeezed
from hypothesis import example, given, settings
from hypothesis import strategies as st
from reference import dom, markup
from reference.lexbor_tree import elements_of

import maintext
from maintext.characters import WHITE_SPACE
from maintext.decode import repair
from maintext.read import read
from maintext.table import PageTable, tags


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
@example("<svg><textarea><svg>")
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
    assert found == [element[:3] for element in elements_of(page)]


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
@example('<table><a><table><tr><td>1</table><textarea>1</textarea><area id="1"></table>')
def test_attributes_are_those_of_the_parsers_tree(page: str) -> None:
    table = read(page)
    for row, element in zip(rows_outside_templates(table), elements_of(page), strict=True):
        assert dict(table.attributes(row)) == element.attributes


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
@settings(moderately, max_examples=400)
@given(soups | st.lists(st.sampled_from(SOUP), max_size=300).map("".join))
def test_no_soup_of_tags_makes_any_method_fail(page: str) -> None:
    is_kept_by_all_methods(page)


@pytest.mark.slow
@settings(moderately, max_examples=400)
@given(st.binary(max_size=400) | soups.map(lambda soup: soup.encode("utf-8", "surrogatepass")))
def test_no_bytes_make_any_method_fail(page: bytes) -> None:
    is_kept_by_all_methods(page)
