# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, cdivision=True
"""Some segments of a page as text, written byte by byte; as machine code where the package was built with a compiler.

The types are in ``writing.pxd``. White space is folded as ``str.split`` parts words, but in preformatted elements:
there lines keep their indentation and lose only what nobody sees, blanks at their end and all but one of several empty
lines.
"""

import re

import numpy as np

from maintext.characters import BASIC_PLANE
from maintext.table import ROW_COLUMNS, SEGMENT_COLUMNS, tags

_spaces = {_match.start() for _match in re.finditer(r"\s", BASIC_PLANE)}
_SPACES = bytes(_point in _spaces for _point in range(len(BASIC_PLANE)))
IS_SPACE = _SPACES
_INK = bytes(_point < 0x80 and not _SPACES[_point] for _point in range(256))
IS_INK = _INK
IS_VERBATIM = tags.lookup(tags.PREFORMATTED).view(np.uint8)
IS_COMPILED = not __file__.endswith(".py")
SPACE = 32
TAB = 9
NEWLINE = 10
FACTOR = 0x9E3779B97F4A7C15
ALL = 0xFFFFFFFFFFFFFFFF
MOST_STEPS = 16
ENDS = 24
LOW = 0xFFFFFFFF
STUTTERS = 1
COPIES = 2
OWNER, LINE, CELL, CHARACTERS, PLACE = (
    SEGMENT_COLUMNS.index(f"segment_{_name}") for _name in ("owner", "line", "cell", "characters", "place")
)
PARENT = ROW_COLUMNS.index("parent")


def write_text(text, keep, segments, tag, rows, out):
    """Write the kept segments, a line a block, cells parted by tabs; gives the number of bytes.

    Args:
        text: the text of all segments in UTF-8.
        keep: which segments to write.
        segments: the columns of the table's segments.
        tag: of each row.
        rows: the columns of the table's rows.
        out: room for the text and two bytes more a segment.
    """
    return without_lock(text, keep, segments, tag, rows, out)


def _write(text, keep, segments, tag, rows, out):
    """Write the kept segments, see ``write_text``, which lets other threads run meanwhile."""
    owner, line, cell = segments[OWNER], segments[LINE], segments[CELL]
    characters, place = segments[CHARACTERS], segments[PLACE]
    parent = rows[PARENT]
    size = 0
    written = -1
    count = len(keep)
    first = 0
    while first < count:
        if not keep[first]:
            first += 1
            continue
        shown = characters[first]
        stop = first + 1
        while stop < count and (not keep[stop] or (line[stop] == line[first] and cell[stop] == cell[first])):
            if keep[stop]:
                shown += characters[stop]
            stop += 1
        if shown:
            if size:
                out[size] = TAB if line[first] == written else NEWLINE
                size += 1
            if _is_verbatim(owner[first], tag, parent):
                if size and out[size - 1] == TAB:
                    out[size - 1] = NEWLINE
                size = _copy_lines(text, keep, place, first, stop, out, size)
            else:
                size = _fold(text, keep, place, first, stop, out, size)
            written = line[first]
        first = stop
    return size


def shows_text(keep, segments):
    """Whether the kept segments have any character that is not white space."""
    segment = 0
    while segment < len(keep) and not (keep[segment] and segments[CHARACTERS, segment]):
        segment += 1
    return segment < len(keep)


def may_repeat(text, keep, segments, length, seen):
    """What a text may say twice: a kept segment what the one before it in its line says, a long line what another says.

    Most texts have nothing twice, and this is quick to see; a bit that is set may be wrong, one that is not is right.

    Args:
        text: the text of all segments in UTF-8.
        keep: which segments count.
        segments: the columns of the table's segments.
        length: from so many bytes on a line counts.
        seen: zeros, room for two numbers a line, as many as a power of two; a line that does not fit may be a
            repetition.
    """
    line, characters, place = segments[LINE], segments[CHARACTERS], segments[PLACE]
    found = 0
    before = first = last = -1
    for segment in range(len(keep)):
        if not keep[segment]:
            continue
        if before >= 0 and line[segment] == line[before] and characters[segment] == characters[before]:
            if _are_equal(text, place[before], place[before + 1], place[segment], place[segment + 1]):
                found |= STUTTERS
        if first >= 0 and line[segment] != line[first]:
            if place[last + 1] - place[first] >= length and _is_seen(text, characters, place, first, last, seen):
                found |= COPIES
            first = segment
        elif first < 0:
            first = segment
        last = segment
        if characters[segment]:
            before = segment
    if first >= 0 and place[last + 1] - place[first] >= length:
        if _is_seen(text, characters, place, first, last, seen):
            found |= COPIES
    return found


def _are_equal(text, start, stop, other, end):
    """Whether two texts are the same; white space does not count."""
    while start < stop and other < end:
        if text[start] <= SPACE:
            start += 1
        elif text[other] <= SPACE:
            other += 1
        elif text[start] != text[other]:
            return False
        else:
            start += 1
            other += 1
    return True


def _is_seen(text, characters, place, first, last, seen):
    """Whether a line was seen before; white space does not count. Lines as long that begin and end alike are read."""
    key = 0
    for segment in range(first, last + 1):
        key += characters[segment]
    at = place[first]
    left = ENDS
    while left and at < place[last + 1]:
        if text[at] > SPACE:
            key = ((key << 5) & ALL | key >> 59) ^ text[at]
            left -= 1
        at += 1
    at = place[last + 1] - 1
    left = ENDS
    while left and at >= place[first]:
        if text[at] > SPACE:
            key = ((key << 5) & ALL | key >> 59) ^ text[at]
            left -= 1
        at -= 1
    key = (key * FACTOR) & ALL | 1
    mask = len(seen) // 2 - 1
    slot = (key ^ (key >> 29)) & mask
    start = place[first]
    stop = place[last + 1]
    for _ in range(MOST_STEPS):
        if seen[2 * slot] == 0:
            seen[2 * slot] = key
            seen[2 * slot + 1] = start << 32 | stop
            return False
        if seen[2 * slot] == key:
            before = seen[2 * slot + 1]
            if _are_equal(text, before >> 32, before & LOW, start, stop):
                return True
        slot = (slot + 1) & mask
    return True


def _is_verbatim(row, tag, parent):
    """Whether an element is preformatted or stands in one that is."""
    while row >= 0:
        if IS_VERBATIM[tag[row]]:
            return True
        row = parent[row]
    return False


def space_at(text, place, stop):
    """How many bytes the white space at a place has, 0 if there is none."""
    byte = text[place]
    return IS_SPACE[byte] if byte < 0x80 else _wide_space_at(text, place, stop)


def _wide_space_at(text, place, stop):
    """How many bytes white space of several bytes has at a place, 0 if there is none."""
    byte = text[place]
    if byte >= 0xC2 and byte < 0xE0 and place + 1 < stop:
        return 2 if IS_SPACE[(byte & 0x1F) << 6 | (text[place + 1] & 0x3F)] else 0
    if byte >= 0xE0 and byte < 0xF0 and place + 2 < stop:
        point = (byte & 0x0F) << 12 | (text[place + 1] & 0x3F) << 6 | (text[place + 2] & 0x3F)
        return 3 if IS_SPACE[point] else 0
    return 0


def _fold(text, keep, place, first, stop, out, size):
    """Write some segments with single spaces between words."""
    start = size
    is_between = False
    before = first - 1
    for segment in range(first, stop):
        if not keep[segment]:
            continue
        if segment > before + 1:
            is_between = True
        before = segment
        at = place[segment]
        end = place[segment + 1]
        if at == end:
            continue
        source = bytes_between(text, at, end)
        target = room_between(out, size, size + end - at + 1)
        while at < end:
            byte = source[at]
            width = IS_SPACE[byte] if byte < 0x80 else _wide_space_at(text, at, end)
            if width:
                is_between = True
                at += width
                continue
            if is_between and size > start:
                target[size] = SPACE
                size += 1
            is_between = False
            target[size] = byte
            size += 1
            at += 1
            width = copy_words(source, at, end, target, size)
            while width:
                at += width
                size += width
                width = copy_words(source, at, end, target, size)
            while at < end and IS_INK[source[at]]:
                target[size] = source[at]
                size += 1
                at += 1
    return size


def _copy_lines(text, keep, place, first, stop, out, size):
    """Write some segments with their lines and indentation, without empty lines around them nor two in a row."""
    start = size
    newlines = blanks = 0
    before = first - 1
    for segment in range(first, stop):
        if not keep[segment]:
            continue
        at = place[segment]
        end = place[segment + 1]
        is_apart = segment > before + 1
        if is_apart:
            blanks = 0
        before = segment
        while at < end:
            width = space_at(text, at, end)
            if width == 1 and text[at] == NEWLINE:
                newlines += 1
                blanks = 0
            elif width:
                blanks += width
            else:
                if size > start:
                    for _ in range(min(newlines, 2)):
                        out[size] = NEWLINE
                        size += 1
                    if is_apart and newlines == 0 and blanks == 0:
                        out[size] = SPACE
                        size += 1
                for blank in range(at - blanks, at):
                    out[size] = text[blank]
                    size += 1
                newlines = blanks = 0
                is_apart = False
                out[size] = text[at]
                size += 1
                width = 1
            at += width
    return size


if not IS_COMPILED:
    globals().update(
        bytes_between=lambda text, *_: text,
        room_between=lambda out, *_: out,
        copy_words=lambda *_: 0,
        without_lock=_write,
    )
