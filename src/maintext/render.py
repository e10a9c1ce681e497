"""The selected rows as text and as markup. Nothing here knows which method selected them."""

import re
from collections.abc import Iterator
from typing import Final

import numpy as np

from maintext import tags
from maintext.selection import Selection
from maintext.table import Ints, Mask, PageTable

_BLANK_LINES: Final = re.compile(r"\n{3,}")


def as_text(table: PageTable, selection: Selection) -> str:
    """Paragraphs, headings, list items and table rows on lines of their own, cells parted by tabs, in page order."""
    return text_of(table, selection.keep)


def text_of(table: PageTable, keep: Mask) -> str:
    """The text of some segments, a line a block."""
    segments = np.flatnonzero(keep)
    if not len(segments):
        return ""
    line, cell = table.segment_line[segments], table.segment_cell[segments]
    new_piece = np.ones(len(segments), dtype=bool)
    new_piece[1:] = (line[1:] != line[:-1]) | (cell[1:] != cell[:-1])

    first = np.flatnonzero(new_piece)
    shown = np.flatnonzero(np.add.reduceat(table.segment_characters[segments], first))
    last = np.append(first[1:], len(segments))[shown] - 1
    first = first[shown]
    verbatim = table.inside(table.has_tag(tags.PREFORMATTED))[table.segment_owner[segments[first]]]
    lines: list[str] = []
    written = -1
    for text, line_here, is_verbatim in zip(
        _pieces(table, segments, first, last), line[first].tolist(), verbatim.tolist(), strict=True
    ):
        if is_verbatim:
            lines.append(_code(text))
        elif line_here == written:
            lines[-1] += "\t" + " ".join(text.split())
        else:
            lines.append(" ".join(text.split()))
        written = line_here
    return "\n".join(lines)


def as_source(table: PageTable, selection: Selection) -> str:
    """The page's own markup of the selected elements, without the parts whose text was not selected.

    Several elements stand in the smallest one that holds them all: items keep their list and cells their table.
    """
    if not len(selection.rows):
        return ""
    around = (np.arange(len(table)) <= selection.rows.min()) & (table.end >= table.end[selection.rows].max())
    innermost = int(np.flatnonzero(around)[-1])
    kept_characters = np.where(selection.keep, table.segment_characters, 0)
    kept = table.subtree(np.bincount(table.segment_owner, weights=kept_characters, minlength=len(table)))
    cut = (table.subtree(table.characters) > 0) & (kept == 0)
    cut &= table.coverage(cut) == 1
    return _without(table, innermost, cut)


def _pieces(table: PageTable, segments: Ints, first: Ints, last: Ints) -> Iterator[str]:
    """The texts from one of the given segments to another, most of which have no other segment in between."""
    encoded, place = table.encoded, table.segment_place
    begin, end = segments[first], segments[last]
    unbroken = end - begin == last - first
    for piece, (start, stop, is_unbroken) in enumerate(
        zip(place[begin].tolist(), place[end + 1].tolist(), unbroken.tolist(), strict=True)
    ):
        if is_unbroken:
            yield encoded[start:stop].decode()
        else:
            parts = segments[first[piece] : last[piece] + 1]
            spans = zip(place[parts].tolist(), place[parts + 1].tolist(), strict=True)
            yield " ".join(encoded[start:stop].decode() for start, stop in spans)


def _code(text: str) -> str:
    """Preformatted text with its indentation, without blank lines around it nor two in a row."""
    lines = (line.rstrip() for line in text.split("\n"))
    return _BLANK_LINES.sub("\n\n", "\n".join(lines)).strip("\n")


def _without(table: PageTable, row: int, cut: Mask) -> str:
    """An element's markup with some elements below it left out.

    In the page's own markup, elements that the tree has side by side may overlap: such a one stays.
    """
    pieces: list[bytes] = []
    start, stop = int(table.open_start[row]), int(table.close_end[row])
    holes = np.flatnonzero(cut[row : table.end[row]]) + row
    for hole in holes[np.argsort(table.open_start[holes], kind="stable")].tolist():
        if start <= table.open_start[hole] and table.close_end[hole] <= stop:
            pieces.append(table.source[start : int(table.open_start[hole])])
            start = int(table.close_end[hole])
    pieces.append(table.source[start:stop])
    return b"".join(pieces).decode("utf-8", "replace")
