"""Selected segments of a page as plain text, which of them repeat others or may be hidden, and the headings among them.

White space is folded as ``str.split`` and ``" ".join`` would, except in preformatted elements. There lines keep their
indentation and lose only blanks at their ends and all but one of several empty lines.
"""

from cpython.mem cimport PyMem_RawCalloc, PyMem_RawFree
from libc.string cimport memcpy, memset

from maintext.table.hash_table cimport mix, next_slot, slot
from maintext.table._characters cimport (
    BASIC_PLANE_SIZE, IS_SPACE, KINDS, LOWER, WIDE, WORD_CHARACTER, is_ascii_space, is_html_space, space_at,
    wide_space_at,
)
from maintext.table._table cimport (
    BY_DOUBTFUL_STYLE, CLASS_START, CLASS_STOP, CLOSE_START, ID_START, ID_STOP, OPEN_END, OPEN_START, ORIGIN, PARENT,
    SEGMENT_CELL, SEGMENT_CHARACTERS, SEGMENT_LINE, SEGMENT_OWNER, SEGMENT_PLACE, SEGMENT_START, SEGMENT_STOP,
)
from maintext.table.byte_scan cimport (
    HIDES, IS_SMALL, MAY_BE_COLOUR, SIXTEEN, TAKES_SIXTEEN, WORD, bytes_between, ends_with, find_byte, highest,
    like_among_sixteen, lowest, may_hide, next_row, same_bytes, wide_among_sixteen, word_at, writable_between,
)

import numpy as np

from maintext.table import tags

include "plain_text/hidden_rows.pxi"
include "plain_text/alike_rows.pxi"
include "plain_text/style_rules.pxi"
include "plain_text/hiding_names.pxi"
include "plain_text/opaque_colours.pxi"
include "plain_text/invisible.pxi"
include "plain_text/repeats.pxi"
include "plain_text/copies.pxi"
include "plain_text/last_lines.pxi"
include "plain_text/link_targets.pxi"
include "plain_text/neighbours.pxi"
include "plain_text/first_look.pxi"

cdef const unsigned char[::1] _IS_PREFORMATTED = tags.lookup(tags.PREFORMATTED).view(np.uint8)
cdef tuple _PREFORMATTED = tuple([tags.code_of(name) for name in tags.PREFORMATTED])
cdef unsigned char SPACE = c" ", TAB = c"\t", NEWLINE = c"\n"

include "plain_text/fingerprint.pxi"
include "plain_text/sections.pxi"


def write_text(
    const unsigned char[::1] text, const unsigned char[::1] keep, const int[:, ::1] segments,
    const short[::1] tag, const int[:, ::1] rows, unsigned char[::1] out,
):
    """Write the kept segments, one line per block and tabs between cells; return the number of bytes.

    Args:
        text: the text of all segments in UTF-8.
        keep: for each segment whether to write it.
        segments: the columns of the table's segments.
        tag: the tag of each row.
        rows: the columns of the table's rows.
        out: where to write; it needs the size of the text and two more bytes per segment.
    """
    cdef Py_ssize_t size
    cdef int rows_count = <int> tag.shape[0], code
    cdef bint has_preformatted = False
    for code in _PREFORMATTED if rows_count else ():
        has_preformatted |= next_row(&tag[0], 0, rows_count, code) < rows_count
    with nogil:
        size = _write(text, keep, segments, tag, rows[<int> PARENT], has_preformatted, out)
    return size


cdef Py_ssize_t _write(
    const unsigned char[::1] text, const unsigned char[::1] keep, const int[:, ::1] segments,
    const short[::1] tag, const int[::1] parent, bint has_preformatted, unsigned char[::1] out,
) except -1 nogil:
    """Do the work of ``write_text``."""
    cdef const int[::1] owner = segments[<int> SEGMENT_OWNER]
    cdef const int[::1] line = segments[<int> SEGMENT_LINE]
    cdef const int[::1] cell = segments[<int> SEGMENT_CELL]
    cdef const int[::1] characters = segments[<int> SEGMENT_CHARACTERS]
    cdef const int[::1] place = segments[<int> SEGMENT_PLACE]
    cdef Py_ssize_t size = 0
    cdef long long written_line = -1, visible
    cdef int count = <int> keep.shape[0], first = 0, stop
    while first < count:
        if not keep[first]:
            first += 1
            continue
        visible = characters[first]
        stop = first + 1
        while stop < count and (not keep[stop] or (line[stop] == line[first] and cell[stop] == cell[first])):
            if keep[stop]:
                visible += characters[stop]
            stop += 1
        if visible:
            if size:
                out[size] = TAB if line[first] == written_line else NEWLINE
                size += 1
            if has_preformatted and _is_preformatted(owner[first], tag, parent):
                if size and out[size - 1] == TAB:
                    out[size - 1] = NEWLINE
                size = _copy_lines(text, keep, place, first, stop, out, size)
            else:
                size = _fold(text, keep, place, first, stop, out, size)
            written_line = line[first]
        first = stop
    return size


cdef bint _is_preformatted(int row, const short[::1] tag, const int[::1] parent) except -1 nogil:
    """Whether an element or one of its ancestors is preformatted."""
    while row >= 0:
        if _IS_PREFORMATTED[tag[row]]:
            return True
        row = parent[row]
    return False


cdef Py_ssize_t _fold(
    const unsigned char[::1] text, const unsigned char[::1] keep, const int[::1] place, int first, int stop,
    unsigned char[::1] out, Py_ssize_t size,
) except -1 nogil:
    """Write the kept of some segments with single spaces between words; return the new size of the output."""
    cdef Py_ssize_t start = size, at, end
    cdef int before = first - 1, segment, width
    cdef bint is_between = False
    cdef unsigned char byte
    cdef const unsigned char* source
    cdef const unsigned char* is_space = IS_SPACE
    cdef unsigned char* target
    for segment in range(first, stop):
        if not keep[segment]:
            continue
        if segment > before + 1 and place[segment] > place[before + 1]:
            is_between = True
        before = segment
        at = place[segment]
        end = place[segment + 1]
        if at == end:
            continue
        source = bytes_between(text, at, end)
        target = writable_between(out, size, size + end - at + 1)
        while at < end:
            byte = source[at]
            width = is_space[byte] if byte < 0x80 else wide_space_at(source, at, end)
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
            width = _copy_eight(source, at, end, target, size)
            while width:
                at += width
                size += width
                width = _copy_eight(source, at, end, target, size)
            while at < end and source[at] < 0x80 and not is_space[source[at]]:
                target[size] = source[at]
                size += 1
                at += 1
    return size


cdef inline int _copy_eight(
    const unsigned char* source, Py_ssize_t at, Py_ssize_t end, unsigned char* target, Py_ssize_t size
) noexcept nogil:
    """Write the next eight bytes; return how many of them count: all, or all except a space at their end.

    Returns 0 if fewer than eight are left, or if they are not ASCII text with single spaces between words. The byte
    before them must not be a space.
    """
    cdef unsigned long long word, spaces
    if at + WORD > end:
        return 0
    word = word_at(source + at)
    if (word | ~(word + 0x6060606060606060ULL)) & 0x8080808080808080ULL:
        return 0
    spaces = ~((word ^ 0x2020202020202020ULL) + 0x7F7F7F7F7F7F7F7FULL) & 0x8080808080808080ULL
    if spaces & spaces << 8:
        return 0
    memcpy(target + size, source + at, WORD)
    return WORD - <int> (spaces >> 63)


cdef Py_ssize_t _copy_lines(
    const unsigned char[::1] text, const unsigned char[::1] keep, const int[::1] place, int first, int stop,
    unsigned char[::1] out, Py_ssize_t size,
) except -1 nogil:
    """Write the kept of some segments with their lines and indentation; return the new size of the output.

    Empty lines are left out at both ends, and after another empty line.
    """
    cdef Py_ssize_t start = size, at, end, blank
    cdef int newlines = 0, blanks = 0, before = first - 1, segment, width, _
    cdef bint is_apart
    for segment in range(first, stop):
        if not keep[segment]:
            continue
        at = place[segment]
        end = place[segment + 1]
        is_apart = segment > before + 1 and at > place[before + 1]
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


def has_visible_text(const unsigned char[::1] keep, const int[:, ::1] segments):
    """Whether the kept segments have any visible character."""
    cdef int segment
    for segment in range(<int> keep.shape[0]):
        if keep[segment] and segments[<int> SEGMENT_CHARACTERS, segment]:
            return True
    return False
