"""Everything about metadata that looks at all rows, all start tags or all characters of a page."""

import html
import unicodedata

import numpy as np

from cpython.unicode cimport (
    PyUnicode_1BYTE_KIND, PyUnicode_2BYTE_KIND, PyUnicode_DATA, PyUnicode_KIND, PyUnicode_READ,
)
from libc.string cimport memcmp, memcpy, memset

from maintext.dates._years cimport forms_around, places_of_years
from maintext.table._table cimport (
    CLASS_START, CLASS_STOP, CLOSE_START, END, OPEN_END, OPEN_START, ORIGIN, PARENT, SEGMENT_CHARACTERS, SEGMENT_LINE,
    SEGMENT_OFFSET, SEGMENT_OWNER, SEGMENT_PLACE, SEGMENT_START, SEGMENT_STOP, attribute_at, attributes_at,
)

from maintext.table import tags

include "collect/texts.pxi"
include "collect/word_sets.pxi"
include "collect/language.pxi"
include "collect/word_search.pxi"
include "collect/rows.pxi"
include "collect/values.pxi"
include "collect/meta.pxi"
include "collect/shown.pxi"
include "collect/lines.pxi"
include "collect/linked.pxi"


def collect_rows(table):
    """The rows of a page that may hold metadata."""
    return RowIndex(table)


def collect_lines(RowIndex rows):
    """The lines of a page."""
    return Lines(rows)
