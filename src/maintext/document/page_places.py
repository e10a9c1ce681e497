"""What the parts of a text need of the page: where its blocks are, in the text and in the bytes of the page."""

import copy
from collections.abc import Sequence

from maintext.blocks import Block, Gathered
from maintext.blocks.records import Post, Span
from maintext.blocks.threads import without_bylines
from maintext.decode import GivenBytes
from maintext.document.layout import Layout, layout_of, searched_layout
from maintext.document.locator import FoundPage, given_spans
from maintext.document.passage import Passage
from maintext.document.text_places import TextPlaces
from maintext.document.view import View


def has_place(passage: Passage) -> bool:
    """Whether the text is in the page's markup, and not in its data."""
    return passage.text_source in ("page", "noscript")


def found_page(view: View, text: str, blocks: Sequence[Block]) -> FoundPage | None:
    """The page of a text, None if the text is not in its markup."""
    if not has_place(view.passage):
        return None
    return FoundPage(view.table, _text_places(view.passage, text, blocks), view.given)


def page_layout(
    passage: Passage,
    text: str,
    blocks: Sequence[Block],
    segments: Sequence[tuple[int, int, tuple[int, ...]]],
    gathered: Gathered,
) -> Layout:
    """Where the blocks of a passage are in its text."""
    table = passage.table
    formulas = [(int(table.segment_start[row]), int(table.segment_stop[row])) for row in gathered.formulas]
    return layout_of(_text_places(passage, text, blocks), blocks, segments, formulas)


def _text_places(passage: Passage, text: str, blocks: Sequence[Block]) -> TextPlaces:
    """The segments that a text was written from."""
    if not (passage.options.bylines and passage.is_forum):
        return TextPlaces(text, passage.table, passage.keep_for_text)
    gathered = Gathered(passage.table, passage.keep_for_text, is_forum=True)
    keep = without_bylines(passage.table, passage.keep_for_text, gathered.posts) if gathered.posts else gathered.keep
    return TextPlaces(text, passage.table, keep, _bylines(text, blocks))


def _bylines(text: str, blocks: Sequence[Block]) -> tuple[Span, ...]:
    """The ranges of a text that are lines with author and time: what is before the first block of each post."""
    starts = searched_layout(text, blocks).starts
    ranges = []
    for number, block in enumerate(blocks):
        if isinstance(block, Post):
            before = text.rfind("\n\n", 0, starts[number]) + 1
            ranges.append((before, starts[number]))
    return tuple(ranges)


def with_given_spans(blocks: tuple[Block, ...], source: bytes, given: GivenBytes | None) -> tuple[Block, ...]:
    """Blocks with their spans in the page as it was given, from those in its UTF-8."""
    if given is None:
        return blocks
    spans = given_spans([block.span for block in blocks], source, given)
    return tuple(_with_span(block, span) for block, span in zip(blocks, spans, strict=True))


def without_spans(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """Blocks of a text that is not in the page's markup."""
    return tuple(_with_span(block, None) for block in blocks)


def _with_span(block: Block, span: Span | None) -> Block:
    changed = copy.copy(block)
    object.__setattr__(changed, "span", span)
    return changed
