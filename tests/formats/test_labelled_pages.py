"""The formats of labelled pages of many sites: Markdown has the structure of the blocks, and one headline."""

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from helpers.heading_rules import broken_rules
from helpers.markdown_structure import structure_of_blocks, structure_of_markdown
from helpers.pages import DATA
from helpers.safe_html import assert_safe

import maintext
from maintext.data import LabelledPage, read_pages

SETS = sorted(DATA.glob("*-dev.jsonl.xz"))
PAGES_PER_SET = 200
PAGES_FOR_HEADINGS = 100

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not SETS, reason="the labelled pages are not here"),
    pytest.mark.parametrize("path", SETS, ids=lambda path: path.name.partition(".")[0]),
]


def spread(path: Path, count: int) -> Iterator[LabelledPage]:
    """Some pages of a set, evenly spread; all if there are fewer."""
    pages = list(read_pages(path, print))
    yield from pages if len(pages) <= count else (pages[number * len(pages) // count] for number in range(count))


def test_markdown_is_read_back_as_the_blocks_and_html_and_tei_are_sound(path: Path) -> None:
    different = []
    for number, page in enumerate(spread(path, PAGES_PER_SET)):
        document = maintext.extract(page.html, page.url, "learned" if number % 3 else "p-value")
        blocks, markdown = structure_of_blocks(document.blocks), structure_of_markdown(document.markdown)
        parts = [name for name in blocks._fields if getattr(blocks, name) != getattr(markdown, name)]
        different += [(page.id, parts)] if parts else []
        assert_safe(document.html)
        ElementTree.fromstring(document.xml.encode("utf-8", "replace"))
    assert different == []


def test_the_headline_is_there_once_and_sections_have_their_headings(path: Path) -> None:
    pages = spread(path, PAGES_FOR_HEADINGS)
    found = [(page.id, rules) for page in pages if (rules := broken_rules(maintext.extract(page.html, page.url)))]
    assert found == []
