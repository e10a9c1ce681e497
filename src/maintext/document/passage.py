"""The segments of a page table that become the text of a document."""

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from maintext.blocks import Block, Gathered
from maintext.blocks.inline_text import reworded
from maintext.blocks.notes import NO_NOTES, Notes
from maintext.document._plain_text import FirstLook
from maintext.document.first_look import first_look
from maintext.document.headings import mend_headings, with_headline, without_headline, without_lone_headings
from maintext.document.hidden import shown_of
from maintext.document.invisible_characters import without_invisible, without_tags
from maintext.document.linked_article import is_streamed, linked_article
from maintext.document.placeholder import is_placeholder
from maintext.document.plain_text import text_of
from maintext.document.repeats import without_repeats
from maintext.document.script_data import script_article
from maintext.document.subscription_wall import without_wall
from maintext.metadata._collect import letters
from maintext.options import EVERYTHING, Options
from maintext.selection import Selection
from maintext.support.budget import LimitReached, check, is_over
from maintext.table import Mask, PageTable, tags

_MATH: Final = tags.code_of("math")


class Passage(NamedTuple):
    """The text of a document as segments of a table, before it is written."""

    table: PageTable
    keep: Mask
    text_source: str = "page"
    """``page``, ``noscript``, ``json-ld`` or ``script data``."""
    is_forum: bool = False
    options: Options = EVERYTHING
    headline: int = -1
    """The row of the selected headline, -1 if none was selected."""
    selected: Mask | None = None
    """The selected segments of the page with the headings of their sections; None if they are ``selection.keep``."""
    notes: Notes = NO_NOTES
    """The footnotes of the selected text."""
    has_dropped: bool = False
    """Whether hidden text was left out."""
    is_in_hidden: bool = False
    """Whether most of the text is in a hidden container."""

    @property
    def is_data(self) -> bool:
        """Whether the text was found in data of the page, so that the table is not that of the page."""
        return self.text_source in {"json-ld", "script data"}

    @property
    def source(self) -> str:
        """Where the text was found: ``page``, ``noscript``, ``hidden container``, ``json-ld`` or ``script data``."""
        if self.text_source != "page":
            return self.text_source
        return "hidden container" if self.is_in_hidden or is_streamed(self.table, self.keep) else "page"

    def text(self, title: Callable[[], str]) -> str:
        """The text, one line per block. It has the words of the blocks, but is made without them.

        Args:
            title: returns the title of the page, for options that want a headline that was not selected.
        """
        text = text_of(self.table, self.keep_for_text)
        if self.options.headline == "everywhere" and text and self.headline < 0:
            first = title()
            return f"{first}\n{text}" if first and letters(first) != letters(text.partition("\n")[0]) else text
        return text

    def gathered(self, base: str) -> Gathered:
        """Everything that the blocks are made from; relative addresses are resolved against ``base``."""
        keep = self.keep if self.options.headline != "nowhere" else self.keep_for_text
        table = without_tags(self.table) if self.options.hidden == "drop" else self.table
        return Gathered(table, keep, self.options, base, self.is_forum, self.notes)

    def with_headline(self, blocks: tuple[Block, ...], title: Callable[[], str]) -> tuple[Block, ...]:
        """The blocks of the text with the headline, if it is wanted in them."""
        if self.options.headline == "nowhere" or not blocks:
            return blocks
        found = with_headline(blocks, self._headline_text, "" if self.headline >= 0 else title())
        return with_headline(blocks, "", title()) if found is blocks and self.headline >= 0 else found

    @property
    def _headline_text(self) -> str:
        return self.table.text_of(self.headline) if self.headline >= 0 else ""

    @property
    def keep_for_text(self) -> Mask:
        """The segments of the plain text: without the headline, unless it is wanted everywhere."""
        if self.options.headline == "everywhere":
            return self.keep
        return without_headline(self.table, self.keep, self.headline)


def passage_of(table: PageTable, selection: Selection, options: Options = EVERYTHING) -> Passage:
    """The selected text, or an article in the page's data, without what the options exclude.

    A page that shows only that it is loading has no text of its own.
    """
    try:
        return _cleaned(_found(table, selection, options))
    except LimitReached:
        return Passage(table, selection.keep, table.text_source, selection.page_type == "forum", options)


def _found(table: PageTable, selection: Selection, options: Options) -> Passage:
    """The selected text with its headings, or an article in data."""
    keep, headline = selection.keep, -1
    if not options.include and not options.exclude:
        keep, headline = mend_headings(table, keep)
    selected = keep
    if is_placeholder(table, keep):
        keep = np.zeros_like(keep)
    check()
    article, source = linked_article(table), "json-ld"
    if article is None:
        article, source = script_article(table), "script data"
    if article is not None:
        return Passage(article, article.in_body[article.segment_owner], source, False, options)
    return Passage(table, keep, table.text_source, selection.page_type == "forum", options, headline, selected)


def _cleaned(passage: Passage) -> Passage:
    """The passage without hidden and repeated text, and reworded."""
    options, drops_hidden = passage.options, passage.options.hidden == "drop"
    may_have_wall = not passage.is_data and not passage.is_forum
    check()
    look = first_look(passage.table, passage.keep, drops_hidden, may_have_wall)
    if look.may_be_hidden or look.has_invisible:
        passage = _without_hidden(passage, look)
        if passage.table is not look.table or passage.keep is not look.keep:
            look = first_look(passage.table, passage.keep, False, may_have_wall)
    keep = without_wall(passage.table, passage.keep) if look.may_have_wall else passage.keep
    if look.repeats or keep is not look.keep or passage.table.present_tags[_MATH]:
        keep = without_repeats(passage.table, keep, passage.is_forum, options.repeats == "keep")
    if not passage.is_data and (passage.has_dropped or keep is not passage.keep) and not options.include:
        keep = without_lone_headings(passage.table, keep)
    passage = passage._replace(keep=keep) if keep is not passage.keep else passage
    if is_over():
        return passage
    return _reworded(passage if options.tables else _without_tables(passage))


def _reworded(passage: Passage) -> Passage:
    """The passage with the text of its inline elements as it should be read."""
    table, notes = reworded(passage.table, passage.keep, passage.options)
    if table is passage.table and notes is passage.notes:
        return passage
    return passage._replace(table=table, notes=notes)


def _without_hidden(passage: Passage, look: FirstLook) -> Passage:
    """The passage without hidden text and without invisible characters."""
    shown = shown_of(look)
    table = without_invisible(passage.table, shown.keep).table if look.has_invisible else passage.table
    if table is passage.table and not shown.findings and not shown.is_container:
        return passage
    has_dropped = bool(shown.findings)
    return passage._replace(table=table, keep=shown.keep, has_dropped=has_dropped, is_in_hidden=shown.is_container)


def _without_tables(passage: Passage) -> Passage:
    """The passage without its tables of data."""
    table = passage.table
    in_tables = np.zeros(len(table), dtype=bool)
    in_tables[Gathered(table, passage.keep).tables] = True
    return passage._replace(keep=passage.keep & ~table.inside(in_tables)[table.segment_owner])
