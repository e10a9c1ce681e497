"""The selected rows as text and as markup. Nothing here knows which method selected them."""

import numpy as np

from maintext import tags
from maintext.selection import Selection
from maintext.table import Ints, Mask, PageTable


def as_text(table: PageTable, selection: Selection) -> str:
    """Paragraphs, headings, list items and table rows on lines of their own, cells parted by tabs, in page order."""
    segments = np.flatnonzero(selection.keep[table.segment_owner])
    if not len(segments):
        return ""
    owner = table.segment_owner[segments]
    new_line = _begins_line(table, segments, owner)
    cell = table.nearest(table.has_tag(tags.CELL))[owner]
    new_piece = new_line.copy()
    new_piece[1:] |= cell[1:] != cell[:-1]
    verbatim = table.inside(table.has_tag(tags.PREFORMATTED))[owner]

    first = np.flatnonzero(new_piece)
    last = np.append(first[1:], len(segments)) - 1
    lines: list[str] = []
    cells: list[str] = []
    for begin, end, breaks, is_verbatim in zip(
        first.tolist(), last.tolist(), new_line[first].tolist(), verbatim[first].tolist(), strict=True
    ):
        if breaks and cells:
            lines.append("\t".join(cells))
            cells = []
        text = _joined(table, segments[begin : end + 1])
        if is_verbatim:
            lines.extend(_code_lines(text))
        elif words := text.split():
            cells.append(" ".join(words))
    if cells:
        lines.append("\t".join(cells))
    return "\n".join(lines)


def as_source(table: PageTable, selection: Selection) -> str:
    """The page's own markup of the selected elements, without the parts whose text was not selected."""
    chosen = np.zeros(len(table), dtype=bool)
    chosen[selection.rows] = True
    depth = table.coverage(chosen)
    outermost = selection.rows[depth[selection.rows] == 1]
    kept = table.subtree(np.where(selection.keep, table.characters, 0))
    cut = (table.subtree(table.characters) > 0) & (kept == 0)
    cut &= table.coverage(cut) == 1
    return "\n".join(_without(table, row, cut) for row in outermost.tolist())


def _begins_line(table: PageTable, segments: Ints, owner: Ints) -> Mask:
    """Which segments stand on another line than the one before: a block began or ended in between."""
    is_block = table.has_tag(tags.BLOCK)
    opened_row = np.searchsorted(table.segment_start, segments, side="right") - 1
    blocks_opened = np.cumsum(is_block)[opened_row]
    around = table.nearest(is_block)[owner]
    begins = np.ones(len(segments), dtype=bool)
    begins[1:] = blocks_opened[1:] != blocks_opened[:-1]
    begins[1:] |= (owner[1:] < around[:-1]) | (owner[1:] >= table.end[around[:-1]])
    return begins


def _joined(table: PageTable, segments: Ints) -> str:
    first, last = int(segments[0]), int(segments[-1])
    offset = table.segment_offset
    if last - first + 1 == len(segments):
        return table.text[offset[first] : offset[last + 1]]
    return " ".join(table.text[offset[segment] : offset[segment + 1]] for segment in segments.tolist())


def _code_lines(text: str) -> list[str]:
    """The lines of preformatted text with their indentation, no blank ones around it nor two in a row."""
    lines = [line.rstrip() for line in text.split("\n")]
    return [
        line
        for place, line in enumerate(lines)
        if line or (any(lines[:place]) and place + 1 < len(lines) and lines[place + 1])
    ]


def _without(table: PageTable, row: int, cut: Mask) -> str:
    """An element's markup with some elements below it left out."""
    pieces: list[bytes] = []
    start = int(table.open_start[row])
    for hole in (np.flatnonzero(cut[row : table.end[row]]) + row).tolist():
        pieces.append(table.source[start : int(table.open_start[hole])])
        start = int(table.close_end[hole])
    pieces.append(table.source[start : int(table.close_end[row])])
    return b"".join(pieces).decode()
