"""The segments of a page table that become the text of a document."""

from typing import NamedTuple

import numpy as np

from maintext.blocks import Block, Gathered, blocks_of
from maintext.document.linked_article import is_streamed, linked_article
from maintext.document.plain_text import text_of
from maintext.document.repeats import without_repeats
from maintext.options import EVERYTHING, Options
from maintext.selection import Selection
from maintext.table import Mask, PageTable


class Passage(NamedTuple):
    """The text of a document as segments of a table, before it is written."""

    table: PageTable
    keep: Mask
    text_source: str = "page"
    """``page``, ``noscript`` or ``json-ld``."""
    is_forum: bool = False
    options: Options = EVERYTHING

    @property
    def source(self) -> str:
        """Where the text was found: ``page``, ``noscript``, ``hidden container`` or ``json-ld``."""
        is_hidden = self.text_source == "page" and is_streamed(self.table, self.keep)
        return "hidden container" if is_hidden else self.text_source

    def text(self) -> str:
        """The text, one line per block. It has the words of the blocks, but is made without them."""
        return text_of(self.table, self.keep)

    def blocks(self, base: str) -> tuple[Block, ...]:
        """The text as blocks; relative addresses are resolved against ``base``."""
        return blocks_of(Gathered(self.table, self.keep, self.options, base, self.is_forum))


def passage_of(table: PageTable, selection: Selection, options: Options = EVERYTHING) -> Passage:
    """The selected text, or the article in the linked data, without repeats and without what the options exclude."""
    is_forum = selection.page_type == "forum"
    keep = without_repeats(table, selection.keep, is_forum)
    article = linked_article(table)
    if article is not None:
        passage = Passage(article, article.in_body[article.segment_owner], "json-ld", False, options)
    else:
        passage = Passage(table, keep, table.text_source, is_forum, options)
    return passage if options.tables else _without_tables(passage)


def _without_tables(passage: Passage) -> Passage:
    """The passage without its tables of data."""
    table = passage.table
    in_tables = np.zeros(len(table), dtype=bool)
    in_tables[Gathered(table, passage.keep).tables] = True
    return passage._replace(keep=passage.keep & ~table.inside(in_tables)[table.segment_owner])
