"""The rules for headings: one headline, no section without its heading, and no heading without its section."""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Final
from xml.etree import ElementTree

from markdown_it import MarkdownIt

from maintext import Document
from maintext.blocks import Block, Heading
from maintext.table import PageTable, tags

_LEVELS: Final = {tags.code_of(f"h{level}"): level for level in range(1, 7)}
_MIN_LIST: Final = 3
"""This many headings in a row are a list."""
_MAX_SHARE: Final = 1 / 6
"""Where headings are much of the text, they are text themselves."""
_TEI: Final = "{http://www.tei-c.org/ns/1.0}"
_PARSER: Final = MarkdownIt("commonmark")


def broken_rules(document: Document) -> list[str]:
    """A line for each rule that a document breaks."""
    if not document.blocks:
        return []
    return [*_headline_rules(document), *_lone_headings(document), *_lost_headings(document)]


def _headline_rules(document: Document) -> Iterator[str]:
    """The headline is the only heading of the first level in every format, and is not repeated right after it."""
    headlines = [block for block in document.blocks if isinstance(block, Heading) and block.level == 1]
    found = {
        "blocks": len(headlines),
        "markdown": sum(token.tag == "h1" for token in _PARSER.parse(document.markdown)) // 2,
        "html": document.html.count("<h1>"),
        "title": int(document.title is not None),
    }
    if len(set(found.values())) > 1:
        yield f"headlines: {found}"
    for headline in headlines:
        number = document.blocks.index(headline)
        headings = [_letters(block.text) for block in document.blocks if isinstance(block, Heading)]
        title = _letters(headline.text)
        if _text_heads(document.xml).count(title) != headings.count(title):
            yield f"not once in TEI: {headline.text!r}"
        following = document.blocks[number + 1 : number + 2]
        if any(_letters(getattr(block, "text", "")) == _letters(headline.text) for block in following):
            yield f"repeated headline: {headline.text!r}"


def _lone_headings(document: Document) -> Iterator[str]:
    """A heading that stays has text, if its section on the page has any."""
    blocks, table = document.blocks, document._view.passage.table
    headings = [block.text for block in blocks if isinstance(block, Heading)]
    if sum(map(len, headings)) > _MAX_SHARE * len(document.text):
        return
    begins_text = {_letters(text) for text, has_text in _page_headings(table) if has_text}
    for is_lone, run in groupby(_headings(blocks), key=lambda pair: pair[1]):
        lone = [heading for heading, _ in run]
        if is_lone and len(lone) < _MIN_LIST:
            yield from (f"lone heading: {each.text!r}" for each in lone if _letters(each.text) in begins_text)


def _headings(blocks: tuple[Block, ...]) -> Iterator[tuple[Heading, bool]]:
    """The headings below the first level, each with whether nothing of its section follows."""
    for number, block in enumerate(blocks):
        if isinstance(block, Heading) and block.level > 1:
            following = blocks[number + 1] if number + 1 < len(blocks) else None
            is_lone = following is None or (isinstance(following, Heading) and following.level <= block.level)
            yield block, is_lone


def _page_headings(table: PageTable) -> Iterator[tuple[str, bool]]:
    """The headings of the page, each with whether text comes before the next one."""
    rows = [row for row in range(len(table)) if table.tag[row] in _LEVELS and table.rendered[row]]
    starts = [*(table.segments_of(row).start for row in rows), len(table.segment_owner)]
    for row, start in zip(rows, starts[1:], strict=True):
        between = range(table.segments_of(row).stop, start)
        yield table.text_of(row), any(_letters(table.segment_text(segment)) for segment in between)


def _lost_headings(document: Document) -> Iterator[str]:
    """The heading of a section whose first text, next to it in the same element, stays, is selected too.

    It may still be left out as hidden or repeated text.
    """
    view = document._view
    table, keep, selected = view.passage.table, view.passage.keep, view.passage.selected
    if selected is None or view.passage.is_data:
        return
    for row in range(len(table)):
        if _LEVELS.get(int(table.tag[row]), 1) == 1 or not table.rendered[row] or not table.text_of(row):
            continue
        inside = range(table.segments_of(row).stop, table.segments_of(int(table.parent[row])).stop)
        first = next((segment for segment in inside if table.segment_text(segment).strip()), -1)
        if first < 0 or not keep[first] or _in_heading(table, first):
            continue
        heading = table.segments_of(row)
        if not selected[heading.start : heading.stop].any():
            yield f"lost heading: {table.text_of(row)!r}"


def _in_heading(table: PageTable, segment: int) -> bool:
    row = int(table.segment_owner[segment])
    while row > 0 and int(table.tag[row]) not in _LEVELS:
        row = int(table.parent[row])
    return row > 0


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).casefold()


def _text_heads(xml: str) -> list[str]:
    """The letters of the headings of a TEI document, without the descriptions of pictures in them."""
    found = []
    for element in ElementTree.fromstring(xml).iter():
        if element.tag == f"{_TEI}head" or element.get("type") == "head":
            pictures = "".join("".join(figure.itertext()) for figure in element.iter(f"{_TEI}figure"))
            found.append(_letters("".join(element.itertext())).removeprefix(_letters(pictures)))
    return found
