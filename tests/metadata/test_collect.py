"""The compiled parts of the metadata, as machine code and as the Python that they are, against plain versions."""

import importlib
import json
import re
import time
import unicodedata
from importlib.util import module_from_spec, spec_from_file_location
from itertools import groupby, pairwise
from pathlib import Path
from types import ModuleType
from typing import Final

import numpy as np
import pytest
from helpers.pages import PAGES
from hypothesis import given, settings
from hypothesis import strategies as st

import maintext
from maintext.metadata import names
from maintext.metadata.rows import Rows
from maintext.read import read
from maintext.table import tags
from maintext.table.references import in_attribute

ATTRIBUTE: Final = re.compile(
    rb"""[\t\n\f\r /]*([^\t\n\f\r />][^\t\n\f\r />=]*)"""
    rb"""(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r >]*)))?"""
)
SECONDS: Final = 5.0
"""Far more than hostile input takes, and far less than it would if time grew with its square."""


def as_python(name: str) -> ModuleType:
    """A module as Python, whether or not it is compiled."""
    compiled = importlib.import_module(name)
    path = Path(maintext.__file__).parent.joinpath(*name.split(".")[1:]).with_suffix(".py")
    spec = spec_from_file_location(f"{name}_as_python", path)
    assert spec and spec.loader and compiled.__name__ == name
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def both(name: str) -> list[ModuleType]:
    return [importlib.import_module(name), as_python(name)]


ATTRIBUTES: Final = [importlib.import_module("maintext.table._table")]
SEARCH: Final = both("maintext.metadata.search")
TEXT: Final = both("maintext.metadata.text")
META: Final = both("maintext.metadata.meta")
BREAKS: Final = both("maintext.metadata.breaks")


def plain_attributes(source: bytes) -> dict[str, str]:
    values: dict[str, str] = {}
    found = re.match(rb"<([^\t\n\f\r />]*)", source)
    while found := found and ATTRIBUTE.match(source, found.end()):
        value = found[2] or found[3] or found[4] or b""
        values.setdefault(found[1].decode("utf-8", "replace").lower(), in_attribute(value.decode("utf-8", "replace")))
    return values


@given(st.lists(st.sampled_from([*b"<>/=\"' \n\tabAB&;\xc3\xa9\xff", *b"amp"]), max_size=60).map(bytes))
@settings(deadline=None)
def test_attributes_are_read_as_browsers_do(rest: bytes) -> None:
    """Names end at white space, slashes, equal and greater signs; values at their quotation marks, if there are two."""
    source = b"<p" + rest
    wanted = plain_attributes(source)
    for module in ATTRIBUTES:
        assert module.attributes_at(source, 0) == wanted
        assert all(module.attribute_at(source, 0, name.encode()) == wanted.get(name, "") for name in ("a", "ab", "b"))


@given(st.lists(st.sampled_from("author Author autor ;author publish pub date x < 'author \"AUTHOR é".split(" "))))
@settings(deadline=None)
def test_words_are_found_wherever_they_stand(parts: list[str]) -> None:
    """In any case, at any place, one in another, and in no other row than their own."""
    source = "".join(parts).encode()
    words = (b"author", b"autor", b";author", b"publish", b"horau")
    wanted = [
        (place, number)
        for place in range(len(source))
        for number, word in enumerate(words)
        if source[place : place + len(word)].lower() == word
    ]
    borders = np.linspace(0, len(source), 4).astype(np.int64)
    for module in SEARCH:
        search = module.Words(words)
        assert search.places(source) == wanted
        marks = np.zeros(3, dtype=np.int64)
        search.mark(source, borders[:-1], borders[1:], 20, marks)
        for row, (start, stop) in enumerate(pairwise(borders.tolist())):
            part = source[start : min(stop, start + 20)].lower()
            assert int(marks[row]) == sum(1 << number for number, word in enumerate(words) if word in part)


def test_words_are_found_far_into_a_page() -> None:
    """Places have room for any page."""
    source = b"-" * 70_000 + b"author"
    assert all(module.Words((b"author",)).places(source) == [(70_000, 0)] for module in SEARCH)


def test_rows_out_of_the_page_are_passed_over() -> None:
    """Places are checked once a row, before its bytes are looked at."""
    for module in SEARCH:
        marks = np.zeros(2, dtype=np.int64)
        starts, stops = np.array([-8, 0], dtype=np.int64), np.array([4, 80], dtype=np.int64)
        module.Words((b"author",)).mark(b"author", starts, stops, 500, marks)
        assert marks.tolist() == [0, 0]


@given(st.text(alphabet="aB3_ -é\u0130ﬁ²\u4e00\u3000\xdf", max_size=30))
def test_letters_are_what_is_left_without_style(text: str) -> None:
    """Letters and digits, in lower case, in their usual form."""
    usual = text if text.isascii() else unicodedata.normalize("NFKC", text)
    assert {module.letters(text) for module in TEXT} == {re.sub(r"[\W_]+", "", usual.lower())}


def test_lines_are_found_by_their_first_word() -> None:
    """What stands before it does not count, up to a limit."""
    text = "  «By: AnnBy Ann" + "By: Bob" + " " * 300 + "By: Eve_by: "
    starts = [0, 10, 16, 23, 330]
    for module in TEXT:
        assert module.lines_beginning(text, starts, 0, frozenset({"by:"})) == [0, 2]
        assert module.lines_beginning(text, starts, 1, frozenset({"by:"})) == [2]


def test_chinese_and_korean_are_seen() -> None:
    """Up to the place that is asked for."""
    for module in TEXT:
        assert module.has_cjk("ab中", 3)
        assert module.has_cjk("ab한", 9)
        assert not module.has_cjk("ab中", 2)
        assert not module.has_cjk("abéか", 9)


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), max_size=30))
def test_lines_begin_and_end_with_what_is_seen(segments: list[tuple[int, int]]) -> None:
    """A line has all segments between two tags of blocks, blank ones at its ends left out; a blank line is none."""
    line = np.cumsum([step for step, _ in segments], dtype=np.int64)
    characters = np.array([count for _, count in segments], dtype=np.int64)
    seen = [number for number, count in enumerate(characters.tolist()) if count]
    lines = [list(group) for _, group in groupby(seen, key=lambda number: line[number])]
    wanted = [group[0] for group in lines], [group[-1] + 1 for group in lines]
    assert all(module.line_breaks(line, characters) == wanted for module in BREAKS)


def test_meta_elements_are_read_by_all_their_names() -> None:
    """Each content once a name, white space folded, none of the empty ones."""
    source = b'<meta name=B property=a content=" x  y "><meta name=b content="x y"><meta name=b content=z><meta name=c>'
    places = [match.start() for match in re.finditer(b"<meta", source)]
    for module in META:
        assert module.meta_contents(source, places) == {"a": ("x y",), "b": ("x y", "z")}


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
    assert names.may_lead(line)


def test_lines_that_lead_to_no_name_are_passed_over() -> None:
    """A word that says who wrote it without a colon says nothing."""
    assert not names.may_lead("Babylon products posted today")


def test_every_lead_is_one_that_may_be() -> None:
    """The quick look at a line's words knows all the words that the pattern of leads knows."""
    for word in re.findall(r"[^\W\d]+", names._BY.replace(r"\s", " ")):
        lead = names.LEAD.match(f"{word}: Ann Lee")
        assert not lead or names.may_lead(f"{word}: Ann Lee")
    for wrote in (
        names._WROTE.replace(r"\s+", " ").replace("post(?:ed)?", "post|posted").replace("words?", "word").split("|")
    ):
        assert names.LEAD.match(f"{wrote}: Ann Lee")
        assert names.may_lead(f"{wrote}: Ann Lee")


@pytest.mark.parametrize("page", PAGES)
def test_spans_hold_what_stands_in_elements(page: str) -> None:
    """The same rows as the page table tells."""
    table = read(PAGES[page].read_bytes())
    for elements in (("a",), ("nav", "aside", "footer"), ("div",), ("svg",)):
        spans = Rows(table).spans_of(*elements)
        inside = np.flatnonzero(table.inside(table.has_tag(frozenset(elements)))).tolist()
        assert [row for row in range(len(table)) if spans.hold(row)] == inside


@pytest.mark.parametrize("page", PAGES)
def test_rows_are_found_by_words_and_names(page: str) -> None:
    """The same rows as searching each start tag finds."""
    table = read(PAGES[page].read_bytes())
    rows = Rows(table)
    spans = list(zip(table.open_start.tolist(), table.open_end.tolist(), strict=True))
    for word in (b"author", b"itemprop", b" datetime=", b"canonical"):
        wanted = [row for row, (start, stop) in enumerate(spans) if word in table.source[start:stop][:500].lower()]
        assert rows.naming(word) == wanted
    for name in ("meta", "h2", "time"):
        assert rows.of(name) == np.flatnonzero(table.tag == tags.code_of(name)).tolist()


HOSTILE: Final = {
    "many attributes": "<p " + " ".join(f"author{number}=1" for number in range(100_000)) + ">By Ann Lee</p>",
    "many tags of authors": "<b class=author>by</b>" * 50_000,
    "many items": "<i itemscope itemprop=author>" * 20_000,
    "many years": "<p>" + "2018 " * 200_000,
    "many dates": "<p>2 May 2018</p>" * 30_000,
    "many keys": "<script>" + '"author":' * 100_000 + "</script>",
    "many slashes": "<p>" + "1/1/" * 200_000,
    "open quotation marks": "<p a='\"" * 20_000,
    "long linked data": '<script type="application/ld+json">'
    + json.dumps([{"@type": "Article", "author": {"name": "A" * 100}}] * 20_000)
    + "</script>",
    "deep linked data": '<script type="application/ld+json">' + "[" * 100_000 + "</script>",
    "broken linked data": '<script type="application/ld+json">' + '{"a":"' * 30_000 + "</script>",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_pages_do_not_take_long(name: str) -> None:
    """Time grows with the page, not with its square."""
    document = maintext.extract(
        f"<html><head><title>T</title></head><body>{HOSTILE[name]}</body></html>", None, "p-value"
    )
    begin = time.process_time()
    assert document.metadata["title"].value == "T"
    assert time.process_time() - begin < SECONDS
