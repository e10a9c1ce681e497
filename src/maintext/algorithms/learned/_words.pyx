"""Reads the bytes of a page: kinds of characters, words as hashes, values of attributes, what pages declare.

Indices are checked in this unit, since a page may contain anything.
"""

import re

import numpy as np

from maintext.algorithms.learned.features import NAMED, SAYS
from maintext.table import tags

from libc.math cimport sqrtf
from libc.string cimport memset
from maintext.table._characters cimport CLOSING_MARK, DIGIT, INVISIBLE, KINDS, LOWER, SENTENCE_END, WIDE, WORD_CHARACTER
from maintext.table._table cimport TableView
from maintext.table.byte_scan cimport (
    FIRST_BYTE, TWO_BYTES, WORD, all_of, before, bytes_between, capitals_in, eight_at, fetch, find_byte, first_of,
    is_ascii, length_of, letters_in, padded, run_of, same_bytes, set_rows, small_letters, spaces_in, starts_in, unset,
    writable_between,
)
from maintext.table.hash_table cimport mix, next_slot, slot

include "words/lookup.pxi"
include "words/letters.pxi"
include "words/page_types.pxi"
include "words/titles.pxi"
include "words/declared.pxi"
