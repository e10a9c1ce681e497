"""The compiled text writer and its search for repeats, against plain Python."""

from itertools import pairwise
from random import Random
from typing import Final

import numpy as np
import pytest
from helpers.pages import PAGES
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import plain_text as reference

from maintext.document._plain_text import (
    Phrases,
    Repeat,
    copied_segments,
    has_visible_text,
    last_lines,
    link_targets,
    mentions_wall,
    possible_repeats,
    repeated_neighbours,
    write_text,
)
from maintext.document.plain_text import has_text, text_of
from maintext.read import page_table, read

PIECES: Final = (
    "<p> <div> <b> </b> <i> </i> <br> <pre> </pre> <td> <tr> <table> </table> <li> <span> </span> <textarea> "
    "a of word longer-word é 中文 \u3000 \xa0 \u2003 \u200b \x1f \x7f 😀 &nbsp; &amp;"
).split(" ")
MARKUP: Final = st.lists(st.sampled_from([*PIECES, " ", "  ", "\n", "\n\n  ", "\t"]), max_size=40).map("".join)


@given(MARKUP, st.randoms(use_true_random=False))
@settings(max_examples=300)
def test_any_segments_are_written_as_plain_python_writes_them(markup: str, random: Random) -> None:
    table = read(f"<body>{markup}</body>")
    count = len(table.segment_owner)
    for share in (1.0, 0.5):
        keep = np.array([random.random() < share for _ in range(count)], dtype=np.bool_)
        assert text_of(table, keep) == reference.text_of(table, keep)
        assert has_text(table, keep) == any(table.segment_characters[keep])


@pytest.mark.parametrize("page", PAGES)
def test_pages_are_written_as_plain_python_writes_them(page: str) -> None:
    table = page_table(PAGES[page].read_bytes())
    for keep in (table.in_body[table.segment_owner], np.arange(len(table.segment_owner)) % 3 > 0):
        assert text_of(table, keep) == reference.text_of(table, keep)


COPIES: Final = st.lists(
    st.sampled_from(
        (
            "<p>rain at sea|<p>ra in at sea|<p>ferry|<p class=a>rain at sea|<div>|</div>|<div class=b>|<br>|<section>|"
            "</section>|<blockquote>|</blockquote>|<b>é</b>|\x1c|\x85|<li>|<pre>"
        ).split("|")
    ),
    max_size=30,
).map("".join)


@given(COPIES, st.randoms(use_true_random=False))
@settings(max_examples=500)
def test_copies_are_those_that_plain_python_finds(markup: str, random: Random) -> None:
    table = read(f"<body>{markup}{markup}</body>")
    for share in (1.0, 0.8):
        keep = np.array([random.random() < share for _ in range(table.segment_count)], dtype=np.bool_)
        columns = table.segment_columns, table.row_columns, table.tag
        found = copied_segments(table.source, table.encoded, keep, *columns, 8, 3)
        assert found == reference.copied_segments(table, keep, 8, 3)


@pytest.mark.parametrize("page", PAGES)
def test_copies_of_pages_are_those_that_plain_python_finds(page: str) -> None:
    html = PAGES[page].read_bytes()
    table = page_table(html.replace(b"</body>", b"<div>" + html + b"</div></body>"))
    keep = table.in_body[table.segment_owner]
    columns = table.segment_columns, table.row_columns, table.tag
    found = copied_segments(table.source, table.encoded, keep, *columns, 120, 3)
    assert found == reference.copied_segments(table, keep, 120, 3)


@given(st.lists(st.sampled_from(["rain", "ra in", "ferry", "<b>rain</b>", "<i>ra</i>", "<br>", "<p>", " ", "é"])))
def test_no_repeat_is_missed(pieces: list[str]) -> None:
    """The quick look may see a repeat that is none, but never the other way round."""
    table = read(f"<body>{''.join(pieces)}</body>")
    keep = table.in_body[table.segment_owner]
    found = possible_repeats(table.encoded, keep, table.segment_columns, 3)
    place, line = table.segment_place, table.segment_line
    texts = [table.encoded[place[each] : place[each + 1]] for each in range(len(keep))]
    lines = [b"".join(texts[each] for each in np.flatnonzero(line == number)) for number in np.unique(line)]
    same = [first for first, text in zip(reference.same_line(lines), lines, strict=True) if len(text) >= 3]
    if len(set(same) - {-1}) < sum(first >= 0 for first in same):
        assert found & Repeat.LINES
    filled = [each for each in range(len(keep)) if table.segment_characters[each]]
    pairs = repeated_neighbours(table.encoded, keep, table.segment_columns)
    for one, other in pairwise(filled):
        is_pair = line[one] == line[other] and reference.same_line([texts[one], texts[other]]) == [0, 0]
        assert is_pair == ((one, other) in pairs)
    assert bool(pairs) == bool(found & Repeat.SEGMENTS)


def test_more_long_lines_than_are_remembered_may_be_repeats() -> None:
    """With 1,024 slots a line that finds no free one counts as a possible repeat, and memory stays bounded."""
    table = read("<body>" + "".join(f"<p>Line {number} of many different ones</p>" for number in range(3_000)))
    keep = table.in_body[table.segment_owner]
    assert possible_repeats(table.encoded, keep, table.segment_columns, 10) == Repeat.LINES
    assert possible_repeats(table.encoded, keep, table.segment_columns, 1_000) == 0


def test_too_small_an_output_is_an_error() -> None:
    table = read("<body><p>It rained all day.</p><pre>code</pre>")
    keep = table.in_body[table.segment_owner]
    for size in range(len("It rained all day.\ncode")):
        with pytest.raises(IndexError):
            write_text(
                table.encoded, keep, table.segment_columns, table.tag, table.row_columns, np.empty(size, dtype=np.ubyte)
            )


def test_without_kept_segments_there_is_no_text() -> None:
    table = read("<body><p>It rained all day.")
    assert not has_visible_text(np.zeros(1, dtype=bool), table.segment_columns)
    assert text_of(table, np.zeros(1, dtype=bool)) == ""


@pytest.mark.parametrize(
    ("markup", "found"),
    [
        (b'<a href="#more">', {b"more"}),
        (b"<a href='#more'>", {b"more"}),
        (b"<a href=#more>", {b"more"}),
        (b"<a href=#more class=x>", {b"more"}),
        (b'<button data-target="#one">', {b"one"}),
        (b'<button aria-controls="one two">', {b"one", b"two"}),
        (b"<button aria-controls=one>", {b"one"}),
        (b'<a href="/page#more">', set()),
        (b"<style>#more { color: #fff }</style>", set()),
        (b'<a href="#">', set()),
        (b'<a href="#more', set()),
        (b"aria-controls=", set()),
        (b"#more", set()),
        (b'"#' + 300 * b"x" + b'"', set()),
    ],
)
def test_ids_that_links_and_buttons_lead_to(markup: bytes, found: set[bytes]) -> None:
    assert link_targets(markup) == found


def test_the_last_lines_are_those_of_the_last_kept_segments() -> None:
    table = read("<p>one<p>two <b>and</b> more<p>three<p>four")
    keep = np.ones(len(table.segment_owner), dtype=bool)
    any_phrase = Phrases(("four", "hr", "re"))
    page = table.encoded, keep, table.segment_columns, any_phrase
    last, lines = last_lines(*page, 40, 5, 600)
    assert table.segment_text(last) == "four"
    assert lines == ["four", "three", "two and more"]
    assert last_lines(*page, 40, 2, 600)[1] == lines[:2]
    assert last_lines(*page, 2, 5, 600)[1] == lines[:1]
    assert last_lines(*page, 40, 5, 6)[1] == lines[:2]
    assert last_lines(table.encoded, ~keep, table.segment_columns, any_phrase, 40, 5, 600) == (-1, [])


@pytest.mark.parametrize(
    ("line", "is_listed"),
    [
        ("Nothing of the kind", False),
        ("Please SUBscribe now", True),
        ("subscrib", False),
        ("x会員限定", True),
        ("x会", False),
        ("x员", False),
        ("Ähnlich", True),
        ("Это важно", True),
        ("ähnlich, это только שלום और", False),
        ("Ñandú", True),
        ("“quoted” — nothing", False),
        ("s", False),
    ],
)
def test_lines_are_listed_if_they_have_a_phrase_or_capitals_of_other_scripts(line: str, is_listed: bool) -> None:
    table = read(f"<p>before<p>{line}")
    keep = np.ones(len(table.segment_owner), dtype=bool)
    phrases = Phrases(("subscribe", "会員"))
    listed = last_lines(table.encoded, keep, table.segment_columns, phrases, 40, 5, 600)[1]
    assert listed == ([line] if is_listed else [])


@pytest.mark.parametrize(
    ("length", "name", "is_one"), [(0, b"wall", 1), (40, b"Wall", 1), (40, b"WALL", 0), (9, b"wal", 0)]
)
def test_the_name_of_a_wall_is_found_anywhere(length: int, name: bytes, is_one: int) -> None:
    markup = length * b"w" + name
    assert mentions_wall(markup, 0, len(markup)) == bool(is_one)
    assert mentions_wall(markup + b"-x" * 20, 0, len(markup)) == bool(is_one)
    assert not mentions_wall(markup, 0, len(markup) - 1)
    assert not mentions_wall(markup, len(markup) - 3, len(markup) + 9)
