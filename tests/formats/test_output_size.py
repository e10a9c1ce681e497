"""No format is larger than 20 times the page and 400 bytes for each of its tags, whatever the page is."""

import re

import pytest
from helpers.swelling_pages import FAMILIES, swelling_page
from hypothesis import given, settings
from hypothesis import strategies as st

import maintext
from maintext.document.document import FORMATS

ALL = maintext.Options(include="body")
CONSTANT = 60_000
"""Bytes for the parts that every document has, and for what the limits of a page spare small pages."""
_TAG = re.compile(r"<[a-zA-Z/!]")


def assert_bounded(page: str) -> None:
    document = maintext.extract(page, "http://e.org/x", "p-value", options=ALL)
    room = 20 * len(page.encode()) + 400 * len(_TAG.findall(page)) + CONSTANT
    sizes = {form: len(document.formatted(form).encode()) for form in FORMATS}
    assert max(sizes.values()) <= room, (sizes, room)


@pytest.mark.parametrize("name", FAMILIES)
def test_a_family(name: str) -> None:
    assert_bounded(swelling_page(name, 3_000))


@pytest.mark.slow
@settings(max_examples=25)
@given(st.lists(st.sampled_from(sorted(FAMILIES)), min_size=2, max_size=4), st.integers(100, 700))
def test_families_within_each_other(names: list[str], size: int) -> None:
    assert_bounded("".join(swelling_page(name, size) for name in names))


def test_long_addresses_are_dropped_and_others_kept() -> None:
    links = f"<a href='/{'a' * 1_900}'>one</a> <a href='/{'a' * 2_000}'>two</a> <a href='/b'>three</a>"
    document = maintext.extract(f"<p>It rained {links} all day.", "http://e.org/", options=ALL)
    assert document.markdown == f"It rained [one](http://e.org/{'a' * 1_900}) two [three](http://e.org/b) all day."


def test_deep_lists_keep_their_containers_in_json() -> None:
    """Limits are for pages that repeat containers many thousand times."""
    items = "<ul><li>It rained" * 8 + "<li>all day" * 60
    blocks = maintext.extract(items, options=ALL).to_dict()["blocks"]
    assert {len(block["within"]) for block in blocks[7:]} == {16}
