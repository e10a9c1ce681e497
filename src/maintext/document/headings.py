"""The headline and the headings of sections: whether they are part of the text does not depend on the selection.

A method selects a headline on some pages and not on others. So it is found here, and the options say where it is
written. A section that was selected has its heading, and a heading whose section was not selected is left out.
"""

from html import unescape
from typing import Final, NamedTuple

from maintext.blocks import Block, Heading, Paragraph, Text
from maintext.blocks._build import may_begin_with
from maintext.document._plain_text import has_visible_text, scan_sections
from maintext.metadata._collect import letters
from maintext.options import Options
from maintext.table import Mask, PageTable, tags

_MIN_LETTERS: Final = 8
"""Letters of a heading that is not part of a page's title by chance."""
_MAX_LEADING: Final = 12
"""Blocks at the beginning among which the headline is looked for."""
_DEEPEST: Final = 6
"""The lowest level of a heading."""
_TITLE, _H1 = map(tags.code_of, ("title", "h1"))


class MendedHeadings(NamedTuple):
    """A selection whose sections have their headings."""

    keep: Mask
    headline: int
    """The row of the selected headline, -1 if none was selected."""


def mend_headings(table: PageTable, keep: Mask) -> MendedHeadings:
    """The selection with the headings of its sections, without headings that have no text; and the headline in it."""
    restored, lone, leading, count = scan_sections(
        keep, table.segment_columns, table.tag, table.row_columns, table.rendered
    )
    leading = leading[:_MAX_LEADING]
    if restored or lone:
        keep = keep.copy()
        for start, stop in restored:
            keep[start:stop] = True
        for start, stop in lone:
            keep[start:stop] = False
        leading = [row for row in leading if any(keep[segment] for segment in table.segments_of(row))]
    return MendedHeadings(keep, _headline(table, leading, count) if leading else -1)


def without_lone_headings(table: PageTable, keep: Mask) -> Mask:
    """The selection without headings that have no text any more, because it was left out after the selection."""
    _, lone, _, _ = scan_sections(keep, table.segment_columns, table.tag, table.row_columns, table.rendered)
    if not lone:
        return keep
    keep = keep.copy()
    for start, stop in lone:
        keep[start:stop] = False
    return keep


def _headline(table: PageTable, leading: list[int], first_level_headings: int) -> int:
    """The row of the only selected ``h1``, else of a heading that is part of the page's title; -1 without one."""
    if first_level_headings == 1:
        for row in leading:
            if table.tag.item(row) == _H1:
                return row
    title = letters(_title_text(table))
    for row in leading if title else ():
        heading = letters(table.text_of(row))
        if heading == title or (len(heading) >= _MIN_LETTERS and heading in title):
            return row
    return -1


def _title_text(table: PageTable) -> str:
    """The text of the first ``<title>`` of the page."""
    row = table.first_of(_TITLE)
    return unescape(table.inner_markup(row)) if row >= 0 else ""


def without_headline(table: PageTable, keep: Mask, headline: int) -> Mask:
    """The selection without the headline, unless nothing else was selected."""
    if headline < 0:
        return keep
    rest = keep.copy()
    segments = table.segments_of(headline)
    rest[segments.start : segments.stop] = False
    return rest if has_visible_text(rest, table.segment_columns) else keep


def with_headline(blocks: tuple[Block, ...], selected: str, title: str) -> tuple[Block, ...]:
    """The blocks with the headline once, as the only heading of the first level.

    Headings right above it, such as a date or the name of a section, are paragraphs: they have no text of their own.

    Args:
        blocks: the text; nothing is added to an empty one.
        selected: the text of the selected headline, empty if none was selected.
        title: the title of the page, for pages whose headline was not selected.
    """
    place = _place_of(blocks, letters(selected or title))
    if not blocks or (place < 0 and not title):
        return blocks
    found = list(blocks)
    headings = {number: block for number, block in enumerate(blocks) if isinstance(block, Heading)}
    above = [number for number in headings if number < place and (number + 1 in headings or number + 1 == place)]
    others = [number for number in headings if number != place and number not in above]
    for number in others if any(headings[number].level == 1 for number in others) else ():
        heading = headings[number]
        found[number] = Heading(min(heading.level + 1, _DEEPEST), heading.inlines, heading.within, heading.span)
    for number in above:
        heading = headings[number]
        found[number] = Paragraph(heading.inlines, heading.within, heading.span)
    block = blocks[place]
    if place >= 0 and isinstance(block, Heading | Paragraph):
        found[place] = Heading(1, block.inlines, block.within, block.span)
        return tuple(found)
    return (Heading(1, (Text(title),)), *found)


def without_headline_block(blocks: tuple[Block, ...], options: Options) -> tuple[Block, ...]:
    """The blocks of a plain text: without the headline, which is the only heading of the first level, if not wanted."""
    if options.headline != "formats":
        return blocks
    return tuple(block for block in blocks if not (isinstance(block, Heading) and block.level == 1))


def _place_of(blocks: tuple[Block, ...], wanted: str) -> int:
    """The number of the first block, among those at the beginning, that has the given letters; -1 without one."""
    for number, block in enumerate(blocks[:_MAX_LEADING] if wanted else ()):
        is_text = isinstance(block, Heading | Paragraph) and may_begin_with(block.inlines, wanted[0])
        if is_text and letters(block.text) == wanted:
            return number
    return -1
