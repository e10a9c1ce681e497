"""TEI output against a schema of ours that allows no more than the guidelines do of what is written."""

from pathlib import Path

import pytest
from helpers.pages import EXAMPLES, ROOT
from helpers.random_blocks import documents
from hypothesis import given
from lxml import etree

import maintext
from maintext.blocks import Block, Container, Gathered, ListItem, Paragraph, Text, blocks_of
from maintext.data import read_pages
from maintext.formats import to_tei
from maintext.read import read

SCHEMA = etree.RelaxNG(etree.parse(Path(__file__).with_name("tei_subset.rng")))
DATA = sorted((ROOT.parent / "shared" / "data").glob("*-dev.jsonl.xz"))


def errors(xml: str) -> list[str]:
    SCHEMA.validate(etree.fromstring(xml.encode()))
    return [f"{error.line}: {error.message}" for error in SCHEMA.error_log][:3]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
@pytest.mark.parametrize("method", ["learned", "p-value"])
def test_the_examples_are_valid(path: Path, method: str) -> None:
    assert errors(maintext.extract(path.read_bytes(), "https://example.org/1", method).xml) == []


@given(documents())
def test_whatever_blocks_there_are_the_document_is_valid(blocks: list[Block]) -> None:
    assert errors(to_tei(blocks, {"title": "A & B", "language": "en", "date": "2018-09-02T10:40"})) == []


def test_no_text_is_valid() -> None:
    assert errors(maintext.extract("").xml) == []


def test_posts_that_are_items_of_a_list_are_valid() -> None:
    post = "<li class=post><span class=author>Ann</span><p>Post number {} says this."
    table = read(f"<body><ul>{post.format(1)}{post.format(2)}</ul>")
    blocks = blocks_of(Gathered(table, table.in_body[table.segment_owner], is_forum=True))
    assert [block.kind for block in blocks] == ["post", "paragraph"] * 2
    assert errors(to_tei(blocks, {})) == []


def test_text_right_in_a_list_is_valid() -> None:
    within = (Container("bullets", 1),)
    text, item = Paragraph((Text("one"),), within), ListItem((Text("two"),), (*within, Container("item", 3)))
    assert errors(to_tei([text, item], {})) == []


@pytest.mark.slow
@pytest.mark.skipif(not DATA, reason="the labelled pages are not here")
@pytest.mark.parametrize("path", DATA, ids=lambda path: path.name.split(".")[0])
def test_labelled_pages_are_valid(path: Path) -> None:
    wrong = [
        (page.id, found)
        for number, page in enumerate(read_pages(path, print))
        if number % 10 == 0 and (found := errors(maintext.extract(page.html, "https://example.org/1").xml))
    ]
    assert wrong == []
