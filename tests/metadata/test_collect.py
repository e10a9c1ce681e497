"""The compiled parts of the metadata against plain versions of them."""

import json
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import groupby, pairwise
from typing import Final

import numpy as np
import pytest
from helpers.pages import PAGES
from hypothesis import given, settings
from hypothesis import strategies as st

import maintext
from maintext.dates import written_dates
from maintext.metadata import candidates, person_names
from maintext.metadata._collect import (
    Lines,
    RowIndex,
    Snippets,
    WordSearch,
    collect_lines,
    collect_meta,
    collect_rows,
    contains_any,
    folded,
    has_cjk,
    has_letter,
    letters,
    markup_after,
    may_hold_date,
    texts_of,
    texts_of_facts,
)
from maintext.metadata.candidates import META_NAMES
from maintext.read import read
from maintext.table import tags
from maintext.table._table import RowColumn, attribute_at, attributes_at
from maintext.table.references import in_attribute

ATTRIBUTE: Final = re.compile(
    rb"""[\t\n\f\r /]*([^\t\n\f\r />][^\t\n\f\r />=]*)"""
    rb"""(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r >]*)))?"""
)
ATOMS: Final = (
    "2018 1989 1979 2561 20 19 2 02 12 . , - / – : de of May mai Sept. September März ledna 年 月 日 년 월 일 "
    "令和 平成 元 民國 二〇一八 一 九 十 T10:40 Z พ.ศ. ม.ค tháng năm nd º -го x é ０ ٢ 10:40 ב del Mayis"
).split()


def plain_attributes(source: bytes) -> dict[str, str]:
    values: dict[str, str] = {}
    found = re.match(rb"<([^\t\n\f\r />]*)", source)
    while found := found and ATTRIBUTE.match(source, found.end()):
        value = found[2] or found[3] or found[4] or b""
        values.setdefault(found[1].decode("utf-8", "replace").lower(), in_attribute(value.decode("utf-8", "replace")))
    return values


@given(st.lists(st.sampled_from([*b"<>/=\"' \n\tabAB&;\xc3\xa9\xff", *b"amp"]), max_size=60).map(bytes))
def test_attributes_are_read_as_browsers_do(rest: bytes) -> None:
    """Names end at white space, slashes, equal and greater signs; values at their quotation marks, if there are two."""
    source = b"<p" + rest
    wanted = plain_attributes(source)
    assert attributes_at(source, 0) == wanted
    assert all(attribute_at(source, 0, name.encode()) == wanted.get(name, "") for name in ("a", "ab", "b"))


@given(st.lists(st.sampled_from("author Author autor ;author publish pub date x < 'author \"AUTHOR é".split(" "))))
def test_words_are_found_anywhere(parts: list[str]) -> None:
    """In upper and lower case, at any offset, and one within another."""
    source = "".join(parts).encode()
    words = (b"author", b"autor", b";author", b"publish", b"horau")
    wanted = [
        (place, number)
        for place in range(len(source))
        for number, word in enumerate(words)
        if source[place : place + len(word)].lower() == word
    ]
    assert WordSearch(words).places(source) == wanted


def test_words_are_found_far_into_a_page() -> None:
    """Offsets are not limited to a few bytes."""
    assert WordSearch((b"author",)).places(b"-" * 70_000 + b"author") == [(70_000, 0)]


@pytest.mark.parametrize("words", [(b"abc",), [b"author"] * 63, (b"a" * 600,)])
def test_words_that_do_not_fit_are_refused(words: tuple[bytes, ...]) -> None:
    """The tables have a fixed size."""
    with pytest.raises(ValueError, match="too many words"):
        WordSearch(words)


def test_tags_outside_the_page_are_skipped() -> None:
    """Offsets are checked once per row, before the bytes are read."""
    table = read(b"<p class=author>By Ann</p>")
    row = int(np.flatnonzero(table.tag == tags.code_of("p"))[0])
    assert collect_rows(table).authors == [row]
    for start, stop in ((-8, 4), (0, 80)):
        columns = table.row_columns.copy()
        columns[RowColumn.OPEN_START, row], columns[RowColumn.OPEN_END, row] = start, stop
        assert collect_rows(replace(table, row_columns=columns)).authors == []


@given(st.lists(st.sampled_from([*ATOMS, " ", " ", " "]), max_size=14).map("".join))
@settings(max_examples=400)
def test_texts_without_the_beginnings_of_a_date_have_none(text: str) -> None:
    """The quick look at a line loses no date."""
    assert may_hold_date(text) or not written_dates(text)


@given(st.text(alphabet="aB3_ -é\u0130ﬁ²\u4e00\u3000\xdf", max_size=30))
def test_letters_are_what_is_left_without_style(text: str) -> None:
    """Letters and digits, in lower case, in their usual form."""
    usual = text if text.isascii() else unicodedata.normalize("NFKC", text)
    assert letters(text) == re.sub(r"[\W_]+", "", usual.lower())


def lines_of(page: str) -> Lines:
    return collect_lines(collect_rows(read(page.encode())))


def test_lines_are_found_by_their_first_word() -> None:
    """Other characters before it do not count, up to a limit."""
    lines = lines_of(f"<p>«By: Ann<p>Near By: Ann<p>by: Bob<p>{'-' * 300}By: Eve<p>_by: Eve")
    assert lines.beginning_with(0, frozenset({"by:"})) == [0, 2]
    assert lines.beginning_with(1, frozenset({"by:"})) == [2]


def test_chinese_and_korean_are_recognised() -> None:
    """Up to the given offset."""
    assert has_cjk("ab中", 3)
    assert has_cjk("ab한", 9)
    assert not has_cjk("ab中", 2)
    assert not has_cjk("abéか", 9)


@given(st.text("abcé中 ", max_size=12), st.lists(st.text("abcé中 ", min_size=1, max_size=4), max_size=4))
def test_snippets_are_found_as_plain_search_finds_them(text: str, parts: list[str]) -> None:
    """Pairs of characters rule out only what is not there."""
    assert contains_any(text, Snippets(parts)) == any(part in text for part in parts)


def test_elements_near_the_headline_are_found() -> None:
    """Those before it and those beside the main text are farther away; empty ones are left out."""
    page = "<p id=a>one<p>two<h1>three</h1><p></p><p>four<p>five<aside><p>six</aside>"
    lines = lines_of(page)
    rows = [row for row in range(len(lines.rows.table)) if lines.rows.table.name(row) in ("p", "h1")]
    found = lines.near(rows, 2, 2, 30)
    assert [(lines.text(line), distance) for _, line, distance in found] == [
        ("one", 6), ("two", 4), ("three", 0), ("four", 1), ("five", 2), ("six", 18),
    ]  # fmt: skip
    assert [distance for _, _, distance in lines.near(rows, 2, 2, 4)] == [4, 0, 1, 2]


@given(st.text(alphabet="a1²½_é中- ", max_size=6))
def test_letters_are_recognised(text: str) -> None:
    """In any script; digits are not letters."""
    assert has_letter(text) == any(each.isalpha() for each in text)


TAGS: Final = ("<p>", "</p>", "<b>", "</b>", "<div>", "</div>", "<a href=x>", "</a>", "<br>", "<h2>", "</h2>", "<nav>")
TEXTS: Final = ("Ann Lee", " ", "a  b", "2 May 2018", "é\u0301e", "ANN-lee", "")


@given(st.lists(st.sampled_from([*TAGS, *TEXTS]), max_size=25).map("".join))
def test_lines_are_what_the_columns_say(page: str) -> None:
    """A line has all segments between two tags of blocks without blank ones at its ends; blank lines do not count."""
    table = read(page.encode())
    lines = lines_of(page)
    seen = [number for number, count in enumerate(table.segment_characters.tolist()) if count]
    groups = [list(group) for _, group in groupby(seen, key=lambda number: table.segment_line[number])]
    spans = [(group[0], group[-1] + 1) for group in groups]
    offset = table.segment_offset.tolist()
    texts = [" ".join(table.text[offset[first] : offset[stop]].split()) for first, stop in spans]
    assert [lines.text(number) for number in range(len(lines))] == texts
    assert [lines.start(number) for number in range(len(lines))] == [offset[first] for first, _ in spans]
    assert [lines.spaced(number) for number in range(len(lines))] == [
        " ".join(" ".join(table.text[begin:end] for begin, end in pairwise(offset[first : stop + 1])).split())
        for first, stop in spans
    ]
    assert [lines.row(number) for number in range(len(lines))] == [table.segment_owner[first] for first, _ in spans]
    assert [lines.is_link(number) for number in range(len(lines))] == [
        all(table.in_link[table.segment_owner[segment]] for segment in group) for group in groups
    ]
    for wanted in ("annlee", "ab", "éé", "ée"):
        found = [number for number, text in enumerate(texts) if letters(text) == wanted]
        assert lines.with_letters(wanted) == (found[0] if found else -1)
    for place in range(len(table.text) if spans else 0):
        assert lines.line_at(place) == max(0, sum(offset[first] <= place for first, _ in spans) - 1)
    for row in range(len(table)):
        starts = [first for first, _ in spans]
        assert lines.line_of_row(row) == max(0, sum(first <= table.segment_start[row] for first in starts) - 1)


def test_years_are_searched_for_around_a_line_and_at_the_end() -> None:
    """Long pages have a part between the two that is not read."""
    lines = lines_of("".join(f"<p>In 2018 line {number:06}" for number in range(1000)))
    found = lines.with_years(200, 100, 100)
    offsets = [lines.start(number) for number in range(1000)]
    middle, end = offsets[200], len(lines.page_text)
    places = [offset + 3 for offset in offsets]
    wanted = [number for number, place in enumerate(places) if -100 <= place - middle <= 96 or place >= end - 100]
    assert sorted(found) == wanted


def test_meta_elements_are_filed_under_their_facts() -> None:
    """Best name first, each content once per name, white space folded, empty ones left out."""
    page = (
        b'<meta name=B property=a content=" x  y "><meta name=b content="x y"><meta name=b content=z><meta name=c>'
        b'<meta name=twitter:title content=T><meta property=OG:Title content="A&amp;B"><meta content=none>'
    )
    assert collect_meta(collect_rows(read(page)), META_NAMES) == {
        "other": (("a", "x y"), ("b", "x y"), ("b", "z")),
        "title": (("og:title", "A&B"), ("twitter:title", "T")),
    }


def test_no_name_of_a_meta_element_is_listed_twice() -> None:
    """A name belongs to one fact."""
    names = [name for group in candidates._NAMES_OF_FACT.values() for name in group.split()]
    assert Counter(names).most_common(1)[0][1] == 1
    assert all(name == name.lower() for name in META_NAMES)


@pytest.mark.parametrize(
    ("value", "texts"),
    [
        (" a &amp;amp;  b ", ["a & b"]),
        (["a", {"name": "b"}, {"@value": "c"}, {"other": "d"}, 5, None, ""], ["a", "b", "c"]),
        ([[[["a"]]]], ["a"]),
        ([[[[["a"]]]]], []),
    ],
)
def test_texts_of_linked_data(value: object, texts: list[str]) -> None:
    """Strings, lists and named objects, up to a depth, references in them resolved twice."""
    assert texts_of(value) == texts


@given(st.text("aé中 \t\n\xa0\x85\u2003\x1c😀"))
def test_folding_is_splitting_and_joining(text: str) -> None:
    assert folded(text) == " ".join(text.split())


def test_letters_of_a_long_text() -> None:
    assert letters("A b-" * 1_000) == "ab" * 1_000


def test_white_space_is_folded() -> None:
    """All white space that Python knows."""
    assert folded(" a\n\tb\u3000c ") == "a b c"


@pytest.mark.parametrize(
    "line",
    [
        "By Ann Lee",
        "2 May 2018by Ann Lee",
        "Written and edited by Ann",
        "Posted: Ann Lee",
        "Autorin Ann Lee",
        "Interview: Ann",
    ],
)
def test_lines_that_lead_to_a_name_are_not_passed_over(line: str) -> None:
    """Whatever is before the word that says so."""
    assert leads(line)


def leads(line: str) -> bool:
    lines = lines_of(f"<p>{line}")
    return bool(lines.introducing(range(len(lines)), person_names.BY_WORDS, person_names.WORDS_BEFORE_COLON, 100))


@given(
    st.lists(st.sampled_from(["by", "By", "von", "posted", ":", "：", " ", "_", "1", "²", "x", "é", "-"])).map("".join)
)
def test_a_line_leads_to_a_name_by_its_words(line: str) -> None:
    """Words are runs of word characters that are not decimal digits."""
    words = re.findall(r"[^\W\d]+", line.lower())
    colon = ":" in line or "：" in line
    known = person_names.BY_WORDS.words | (person_names.WORDS_BEFORE_COLON.words if colon else frozenset())
    assert leads(line) == (len(line) <= 100 and not known.isdisjoint(words))


def test_lines_that_lead_to_no_name_are_passed_over() -> None:
    """A word that says who wrote it without a colon says nothing."""
    assert not leads("Babylon products posted today")


def test_every_lead_is_one_that_may_be() -> None:
    """The quick look at a line's words knows all the words that the pattern of leads knows."""
    for word in re.findall(r"[^\W\d]+", person_names._BY.replace(r"\s", " ")):
        lead = person_names.LEAD.match(f"{word}: Ann Lee")
        assert not lead or leads(f"{word}: Ann Lee")
    for wrote in (
        person_names._WROTE.replace(r"\s+", " ")
        .replace("post(?:ed)?", "post|posted")
        .replace("words?", "word")
        .split("|")
    ):
        assert person_names.LEAD.match(f"{wrote}: Ann Lee")
        assert leads(f"{wrote}: Ann Lee")


@pytest.mark.parametrize("page", PAGES)
def test_rows_in_elements_are_those_of_the_table(page: str) -> None:
    """The same rows as the page table says."""
    table = read(PAGES[page].read_bytes())
    rows = collect_rows(table)
    for elements, is_inside in (
        (("nav", "aside", "footer"), rows.is_aside),
        (("h1", "h2", "h3", "h4", "h5", "h6"), rows.is_in_heading),
        (("svg",), rows.is_in_icon),
    ):
        inside = np.flatnonzero(table.inside(table.has_tag(frozenset(elements)))).tolist()
        assert [row for row in range(len(table)) if is_inside(row)] == inside


@pytest.mark.parametrize("page", PAGES)
def test_rows_are_found_by_words_and_names(page: str) -> None:
    """The same rows as searching each start tag finds."""
    table = read(PAGES[page].read_bytes())
    rows = collect_rows(table)
    spans = list(zip(table.open_start.tolist(), table.open_end.tolist(), strict=True))
    for words, element, found in (
        ((b"author", b"byline", b"autor", b"writer", b"username"), "", rows.authors),
        ((b"itemprop", b"schema:"), "", rows.properties),
        ((b"itemprop", b"schema:", b"itemscope", b"itemtype"), "", rows.items),
        ((b" datetime=",), "", rows.datetimes),
        ((b'title="19', b'title="20'), "", rows.titled),
        ((b"canonical", b"image_src"), "link", rows.links),
        ((b"+json", b";json"), "script", rows.scripts),
        ((b'"tag"', b' tag"', b"'tag'", b" tag'"), "a", rows.tag_links),
        ((b"vcard", b"/people/", b"/profile", b"creator"), "", rows.rare_authors),
    ):
        texts = [table.source[start:stop][:500].lower() for start, stop in spans]
        wanted = [row for row, text in enumerate(texts) if any(word in text for word in words)]
        wanted = [row for row in wanted if not element or table.name(row) == element]
        assert [row for row in found if row in wanted] == wanted
        assert len(found) == len(wanted) or words[0] == b"vcard"
    for name in ("meta", "h2", "time"):
        assert rows.named(name) == np.flatnonzero(table.tag == tags.code_of(name)).tolist()


@pytest.mark.parametrize("page", PAGES)
def test_rows_answer_like_the_table(page: str) -> None:
    """Texts, attributes and neighbours of a row."""
    table = read(PAGES[page].read_bytes())
    rows = RowIndex(table)
    for row in range(0, len(table), 7):
        attributes = table.attributes(row)
        assert rows.text(row) == table.text_of(row)
        assert rows.attributes(row) == attributes
        assert rows.inner_markup(row) == table.inner_markup(row)
        assert (rows.parent(row), rows.end(row)) == (table.parent[row], table.end[row])
        above = [each for each in (row, int(table.parent[row])) if each >= 0]
        above += [int(table.parent[above[-1]])] if len(above) > 1 and table.parent[above[-1]] >= 0 else []
        named = [table.attributes(each).get(name, "") for each in above for name in ("class", "id", "itemprop")]
        assert rows.classes(row) == " ".join(named).lower()


HOSTILE: Final[dict[str, Callable[[int], str]]] = {
    "many attributes": lambda size: "<p " + " ".join(f"author{number}=1" for number in range(size)) + ">By Ann Lee</p>",
    "many tags of authors": lambda size: "<b class=author>by</b>" * size,
    "many items": lambda size: "<i itemscope itemprop=author>" * size,
    "many years": lambda size: "<p>" + "2018 " * size,
    "many dates": lambda size: "<p>2 May 2018</p>" * size,
    "many keys": lambda size: "<script>" + '"author":' * size + "</script>",
    "many slashes": lambda size: "<p>" + "1/1/" * size,
    "open quotation marks": lambda size: "<p a='\"" * size,
    "long linked data": lambda size: (
        '<script type="application/ld+json">'
        + json.dumps([{"@type": "Article", "author": {"name": "A" * 100}}] * size)
        + "</script>"
    ),
    "deep linked data": lambda size: '<script type="application/ld+json">' + "[" * size + "</script>",
    "broken linked data": lambda size: '<script type="application/ld+json">' + '{"a":"' * size + "</script>",
}
SIZE: Final = 10_000
GROWTH: Final = 2.3
"""Steps on a page of twice the size, at most; 4 would be a square."""


def steps_of_metadata(page: str) -> int:
    """The number of calls that Python makes for the metadata of a page."""
    document = maintext.extract(f"<html><head><title>T</title></head><body>{page}</body></html>", None, "p-value")
    steps = 0

    def count(*_: object) -> None:
        nonlocal steps
        steps += 1

    sys.setprofile(count)
    try:
        found = document.metadata
    finally:
        sys.setprofile(None)
    assert found["title"].value == "T"
    return steps


@pytest.mark.parametrize("name", HOSTILE)
def test_steps_grow_with_the_page_and_not_with_its_square(name: str) -> None:
    """Pages that are made to be slow."""
    steps_of_metadata(HOSTILE[name](10))
    once, twice = (steps_of_metadata(HOSTILE[name](size)) for size in (SIZE, 2 * SIZE))
    assert twice < GROWTH * once


@pytest.mark.parametrize(
    ("script", "is_value"),
    [
        ('{"author": "Ann Lee"}', True),
        (r"{\"author_name\": \"Ann Lee\"}", True),
        ("{&quot;x&quot;:1,&quot;authors&quot; : &quot;Ann Lee&quot;}", True),
        ('var names = ["author", "Ann Lee"]', False),
        ('the "author" is Ann Lee', False),
    ],
)
def test_only_words_near_the_key_of_a_value_are_returned(script: str, is_value: bool) -> None:
    search = WordSearch([f"{mark}author".encode() for mark in "\"';"])
    rows = collect_rows(read(f"<script>{script}</script><p>Rain".encode()))
    found = markup_after(rows, search, 300)
    assert [script[-8:] in text for _, text in found] == [True] * is_value


def test_texts_of_facts_are_headings_and_long_texts_of_pages_that_may_hide_text() -> None:
    page = "<title>T</title><h1>Rain</h1><p>short<p>{}<p hidden>gone".format("long " * 20)
    table = read(page.encode())
    found = texts_of_facts(table, False, 80)
    assert found is not None
    assert [table.segment_text(segment).strip()[:4] for segment in found.nonzero()[0].tolist()] == ["Rain", "long"]
    plain = read(page.replace(" hidden", "").encode())
    assert texts_of_facts(plain, False, 80) is None
    assert texts_of_facts(plain, True, 80) is not None
