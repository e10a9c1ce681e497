"""Plain text and repeated lines by plain Python: what ``maintext.document._plain_text`` does byte by byte."""

from itertools import groupby

import numpy as np

from maintext.table import Ints, Mask, PageTable, tags


def text_of(table: PageTable, keep: Mask) -> str:
    """The text of the kept segments: one line per block, tabs between cells, preformatted text with its lines."""
    kept = [segment for segment in range(len(keep)) if keep[segment]]
    text, last_line = "", -1
    for (line, _), group in groupby(kept, lambda each: (table.segment_line[each], table.segment_cell[each])):
        segments = list(group)
        if not sum(table.segment_characters[segments]):
            continue
        is_preformatted = _is_preformatted(table, int(table.segment_owner[segments[0]]))
        piece = _lines(table, segments) if is_preformatted else _folded(table, segments)
        separator = "\t" if line == last_line and not is_preformatted else "\n"
        text, last_line = text + separator * bool(text) + piece, line
    return text


def _is_preformatted(table: PageTable, row: int) -> bool:
    while row >= 0:
        if tags.NAMES[table.tag[row]] in tags.PREFORMATTED:
            return True
        row = int(table.parent[row])
    return False


def _piece(table: PageTable, segment: int) -> str:
    return table.encoded[table.segment_place[segment] : table.segment_place[segment + 1]].decode()


def _folded(table: PageTable, segments: list[int]) -> str:
    """Words with single spaces between them; segments with others left out between them are separate words."""
    joined, before = "", segments[0] - 1
    for segment in segments:
        joined += " " * (segment > before + 1) + _piece(table, segment)
        before = segment
    return " ".join(joined.split())


def _lines(table: PageTable, segments: list[int]) -> str:
    """Lines with their indentation, without blanks at their ends and without two empty lines in a row.

    A gap between segments is a space, unless white space is there already; blanks before a gap are dropped.
    """
    joined, before = "", segments[0] - 1
    for segment in segments:
        piece = _piece(table, segment)
        if segment > before + 1:
            joined = joined[: len(joined.rstrip()) + len(_after_text(joined).rstrip(_BLANKS))] + "\0"
        joined += piece
        before = segment
    return _joined_lines(joined)


_BLANKS = "".join(chr(point) for point in range(0x3001) if chr(point).isspace() and chr(point) != "\n")


def _after_text(text: str) -> str:
    return text[len(text.rstrip()) :]


def _joined_lines(text: str) -> str:
    """Resolve gaps (NUL characters) and drop what nobody sees."""
    written, space, gap = "", "", False
    for character in text:
        if character == "\0":
            gap = True
        elif character.isspace():
            space += character
        else:
            newlines, blanks = space.count("\n"), space.rpartition("\n")[2]
            if written:
                written += "\n" * min(newlines, 2) + " " * (gap and not newlines and not blanks)
            written += blanks + character
            space, gap = "", False
    return written


def same_line(lines: list[bytes]) -> list[int]:
    """For each line the first one with the same bytes apart from ASCII white space, -1 for blank ones."""
    folded = [bytes(byte for byte in line if byte >= 0x80 or not chr(byte).isspace()) for line in lines]
    return [folded.index(line) if line else -1 for line in folded]


def copied_segments(table: PageTable, keep: Mask, min_length: int, levels: int) -> list[int]:
    """The segments of repeated lines: in boxes without a new line, or directly after the line that they repeat."""
    segments = np.flatnonzero(keep)
    if not len(segments):
        return []
    line = table.segment_line[segments]
    first = np.flatnonzero(np.append(True, line[1:] != line[:-1]))
    last = np.append(first[1:], len(segments)) - 1
    begin, end = table.segment_place[segments[first]], table.segment_place[segments[last] + 1]
    long = end - begin >= min_length
    same = np.array(same_line([table.encoded[start:stop] for start, stop in zip(begin, end, strict=True)]))
    if len(set(same[long].tolist())) == np.count_nonzero(long):
        return []
    is_quote = table.inside(table.has_tag(frozenset({"blockquote", "pre"})))[table.segment_owner[segments[first]]]
    repeats = ~is_quote & ((same < 0) | ((same < np.arange(len(same))) & ~is_quote[same]))
    for number in np.flatnonzero(repeats & (same >= 0)).tolist():
        one, other = (int(table.segment_owner[segments[first[each]]]) for each in (number, same[number]))
        repeats[number] &= not _is_on_purpose(table, one, other, levels)
    copied = _in_copied_box(table, segments[first], repeats, long)
    copied[1:] |= (same[1:] == same[:-1]) & long[1:] & repeats[1:]
    found: list[int] = segments[np.repeat(copied, last + 1 - first)].tolist()
    return found


def _is_on_purpose(table: PageTable, row: int, other: int, levels: int) -> bool:
    for _ in range(levels):
        tags_of = [table.source[table.open_start[each] : table.open_end[each]] for each in (row, other)]
        if row < 0 or other < 0 or tags_of[0] != tags_of[1]:
            return False
        row, other = int(table.parent[row]), int(table.parent[other])
        if row == other:
            return True
    return False


def _in_copied_box(table: PageTable, first: Ints, repeats: Mask, long: Mask) -> Mask:
    lines_before = np.searchsorted(first, np.arange(table.segment_count + 1))
    start, stop = lines_before[table.segment_start], lines_before[table.segment_stop]
    news, longs = np.append(0, np.cumsum(~repeats)), np.append(0, np.cumsum(repeats & long))
    boxes = table.has_tag(frozenset("article aside details div main section".split()))
    copied = boxes & (stop - start > 1) & (news[stop] == news[start]) & (longs[stop] > longs[start])
    found: Mask = table.inside(copied)[table.segment_owner[first]]
    return found
