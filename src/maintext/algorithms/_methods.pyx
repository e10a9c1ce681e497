"""The methods of the papers, and those that they are compared with: a few passes over a page for each.

Each formula is here once. ``explain`` shows the columns that a method chose by.
"""

from libc.math cimport INFINITY, log, log10, sqrt
from maintext.table._characters cimport DIGIT, INVISIBLE, KINDS, LOWER, WIDE, WORD_CHARACTER
from maintext.table._table cimport END, PARENT, SEGMENT_START, SEGMENT_STOP, TableView
from maintext.table.hash_table cimport mix

import math
import sys

import numpy as np

from maintext.table import tags

cdef double E = math.e
cdef double LARGEST = sys.float_info.max

cdef enum:
    BEYOND_CJK = 0xF900
    BEYOND_OTHER = 0xFFFF
    FIRST_CJK_BEYOND = 0x20000
    NEW_LINE = 10

# Rows of ``places``, and what a token's hash begins with.
cdef enum:
    AROUND, AT_SEGMENT, IS_TAG

cdef enum:
    WORD = 1, NUMBER, START_TAG, END_TAG


cdef inline int point_at(const unsigned char[::1] text, int at, int* width) except -1 nogil:
    """The code point at an offset and its number of bytes. Points beyond the basic plane become one inside it."""
    cdef int byte = text[at], point
    if byte < 0x80:
        width[0] = 1
        return byte
    if byte < 0xE0:
        width[0] = 2
        return (byte & 0x1F) << 6 | (text[at + 1] & 0x3F)
    if byte < 0xF0:
        width[0] = 3
        return (byte & 0x0F) << 12 | (text[at + 1] & 0x3F) << 6 | (text[at + 2] & 0x3F)
    width[0] = 4
    point = (byte & 0x07) << 18 | (text[at + 1] & 0x3F) << 12
    return BEYOND_OTHER if point < FIRST_CJK_BEYOND else BEYOND_CJK


include "methods/shown_rows.pxi"
include "methods/subtree_counts.pxi"
include "methods/densities.pxi"
include "methods/link_search.pxi"
include "methods/p_values.pxi"
include "methods/composite.pxi"
include "methods/tree_search.pxi"
include "methods/texts.pxi"
include "methods/lines.pxi"
include "methods/tag_ratios.pxi"
include "methods/token_list.pxi"
include "methods/theme_blocks.pxi"
