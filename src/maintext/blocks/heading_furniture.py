"""Links beside headings and terms that nobody wants to read: to the place itself, and to a form for its text."""

import re
from collections.abc import Iterator
from typing import Final

from maintext.table import PageTable, tags

_A: Final = tags.code_of("a")
_HEADINGS: Final = tags.lookup(frozenset(f"h{level}" for level in range(1, 7)))
_TERMS: Final = tags.lookup(frozenset("dt th caption figcaption legend".split()))
"""Elements besides headings that have a name which others link to."""
_MARKS: Final = frozenset("#¶§🔗⚓∞☍⌗❡\u200b\ufe0e\ufe0f\u2060 \u00a0")
_MAX_LEVELS: Final = 12
"""Elements around a mark that are checked."""
_EDIT: Final = re.compile(rb"(?:^|[\s_-])edit(?:[_-]?links?)?(?:$|[\s_-])|edit[_-]?section|section[_-]?edit")
_HEADING_CLASS: Final = re.compile(rb"(?:^|[\s_-])heading", re.IGNORECASE)
_BRACKETED: Final = re.compile(r"[\[［【(（].+[\]］】)）]")
_MAX_EDIT: Final = 40
"""Characters of links to a form."""


def place_marks(table: PageTable, links: list[int]) -> Iterator[int]:
    """The segments of links beside headings and terms that lead to these, and show a sign like ``#`` or ``¶``.

    Args:
        table: the page.
        links: the rows of its short links to a named place.
    """
    for row in links:
        own = table.segments_of(row)
        if set("".join([table.segment_text(each) for each in own])) <= _MARKS and _marks_place(table, row):
            yield from own


def _marks_place(table: PageTable, link: int) -> bool:
    """Whether a link is in a heading, or in a term with other text and leads to a place of the same page."""
    row = link
    for _ in range(_MAX_LEVELS):
        if row < 0 or _HEADINGS[table.tag.item(row)]:
            return row >= 0
        if _TERMS[table.tag.item(row)]:
            has_other_text = table.visible_in(table.segments_of(row)) > table.visible_in(table.segments_of(link))
            return has_other_text and re.match("#.", table.attribute(link, "href")) is not None
        row = table.parent_of(row)
    return False


def edit_links(table: PageTable, boxes: list[tuple[int, int]]) -> Iterator[int]:
    """The segments of links beside headings to a form, as on the pages of a wiki: ``[edit | edit source]``.

    Args:
        table: the page.
        boxes: the elements that may contain them, each with its heading.
    """
    for row, heading in boxes:
        is_beside = row >= table.end_of(heading)
        if is_beside and not _HEADING_CLASS.search(_class_of(table, table.parent_of(heading))):
            continue
        if (is_beside or _has_more(table, heading, row)) and _is_edit(table, row):
            yield from table.segments_of(row)


def _class_of(table: PageTable, row: int) -> bytes:
    return table.source[int(table.class_start[row]) : int(table.class_stop[row])]


def _has_more(table: PageTable, row: int, inner: int) -> bool:
    """Whether an element has text besides that of one in it."""
    return table.visible_in(table.segments_of(row)) > table.visible_in(table.segments_of(inner))


def _is_edit(table: PageTable, row: int) -> bool:
    """Whether the class of an element says that it is for changes, and it has links, in brackets or for a section."""
    found = _EDIT.search(_class_of(table, row))
    if found is None or table.visible_in(table.segments_of(row)) > _MAX_EDIT:
        return False
    is_of_section = b"section" in found[0]
    has_link = _A in table.tag[row : table.end_of(row)]
    return has_link and (is_of_section or _BRACKETED.fullmatch(table.text_of(row)) is not None)
