"""The HTML parser: one pass over the bytes of a page fills its page table, without a tree of Python objects."""

cimport cython
from cpython.buffer cimport PyBuffer_FillInfo
from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.string cimport memchr, memcpy, memset
from maintext.decode._utf8 cimport width_of
from maintext.read._html_codes cimport *
from maintext.table._characters cimport is_html_space
from maintext.table._table cimport *
from maintext.table.byte_scan cimport (
    FIRST_BYTE, HIDES, IS_SMALL, MAY_BE_COLOUR, SIXTEEN, TAKES_SIXTEEN, WORD, before_first, continuations_in, ends_with,
    first_bytes, length_of,
    like_among_sixteen, lower_name, lowest, may_be_pale, may_end_name, may_end_tag_name,
    may_hide, wide_among_sixteen, word_at, word_before,
)
from maintext.table.hash_table cimport mix, next_slot, slot

import numpy as np

from maintext.read import html_rules
from maintext.read.doctype import is_quirky
from maintext.support.budget import hit, is_over
from maintext.support.buffer import NO_BUFFER, arena_for, borrow, give_back, keep, kept
from maintext.table import PageTable, tags

include "parser/state.pxi"
include "parser/text.pxi"
include "parser/references.pxi"
include "parser/tags.pxi"
include "parser/nodes.pxi"
include "parser/open_elements.pxi"
include "parser/formatting.pxi"
include "parser/head.pxi"
include "parser/body.pxi"
include "parser/table_modes.pxi"
include "parser/modes.pxi"
include "parser/columns.pxi"


def read_page(bytes page not None, int max_elements):
    """Read a page in UTF-8 up to a number of elements, with the parser and the memory of the last page of the thread.

    If a page needs far more memory, that memory is not kept.
    """
    cdef object buffer = borrow()
    cdef Parser parser = kept("parser", Parser)
    cdef object table
    parser.begin(page, buffer)
    parser.max_elements = max_elements
    table = parsed(parser)
    if parser.stopped_by is not None:
        hit(parser.stopped_by)
    if give_back(parser.release()):
        keep("parser", parser)
    else:
        give_back(buffer)
    return table


cdef object parsed(Parser parser):
    """Read the whole page and fill its columns, without the interpreter's lock."""
    cdef ColumnWriter columns = ColumnWriter()
    with nogil:
        build_tree(parser)
        if parser.moved:
            put_in_order(parser)
        reserve(columns, parser.count - parser.texts, parser.texts, parser.text_size if parser.moved else 0)
        fill_columns(parser, columns)
    return columns.table(parser)
