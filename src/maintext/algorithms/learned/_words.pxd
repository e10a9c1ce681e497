"""What the engine takes from the unit that reads the bytes of a page."""

from maintext.table._table cimport TableView

# Visible characters of a block by kind. A word is a run between white space; each Chinese, Japanese or Korean
# character is one.
cdef struct CharacterCounts:
    int terminals
    int commas
    int digits
    int upper
    int wide
    int words
    bint ends_sentence

cdef class FoundWords:
    cdef readonly object key_array
    cdef readonly object where_array
    cdef readonly object start_array
    cdef readonly object stop_array
    cdef unsigned long long[::1] keys
    cdef int[::1] owners
    cdef int[::1] starts
    cdef int[::1] stops
    cdef int capacity
    cdef readonly int count

cdef class KnownWords:
    cdef int[::1] places
    cdef int[::1] where
    cdef int capacity
    cdef readonly int count
    cdef object grow(self)

cdef class AttributeValues:
    cdef readonly object of_row_array
    cdef int[:, ::1] of_row
    cdef int[::1] starts
    cdef int[::1] stops
    cdef unsigned int[::1] named
    cdef int[::1] slots
    cdef float[::1] value_score
    cdef int slot_count
    cdef int capacity
    cdef readonly int count
    cdef object reserve(self, int rows, slots, new)
    cdef object grow(self, Py_ssize_t capacity)
    cdef int clear(self, int rows) except -1 nogil

# Columns of ``WordTable.rows``: first those of the kinds of page.
cdef enum WordColumn:
    WEIGHT = 7
    WORD_COLUMNS = 8

cdef class WordTable:
    cdef int size
    cdef const unsigned long long[::1] slots
    cdef const float[:, ::1] rows
    cdef const unsigned char[::1] signs

# The words of the titles of a page; see ``titles.pxi``.
cdef class TitleWords:
    cdef TableView view
    cdef unsigned char[::1] memory
    cdef FoundWords found
    cdef FoundWords in_block
    cdef unsigned long long[::1] keys
    cdef unsigned int[::1] masks
    cdef unsigned char[::1] slots
    cdef int[::1] pieces
    cdef int[::1] common
    cdef readonly int piece_count
    cdef readonly int word_count
    cdef int used
    cdef int clear(self) except -1 nogil

# What an address is like: the parts of its path; digits and hyphens of the last part; whether that names a file.
cdef struct Address:
    bint known
    int parts
    int digits
    int hyphens
    bint is_file
    bint has_query

cdef struct Declared:
    bint says_article
    bint says_website
    bint says_published
    Address address

cdef int count_characters(TableView table, int start, int stop, CharacterCounts* counts) except -1 nogil
cdef int take_words(TableView table, int start, int stop, int limit, FoundWords words, int where) except -1 nogil
cdef int value_number(
    TableView table, int start, int stop, AttributeValues values, FoundWords names, KnownWords known,
    WordTable vocabulary,
) except -1 nogil
cdef int find_words(FoundWords words, WordTable vocabulary, KnownWords known) except -1 nogil
cdef int find_if_many(FoundWords words, WordTable vocabulary, KnownWords known) except -1 nogil
cdef float add_kinds(KnownWords known, WordTable vocabulary, unsigned char[::1] seen, float[::1] out) except -1 nogil
cdef int page_types(TableView table) except -1 nogil
cdef int read_declared(TableView table, TitleWords titles, Declared* out) except -1 nogil
cdef bint may_match(TitleWords titles, FoundWords words, int first) except -1 nogil
cdef float title_match(TitleWords titles, FoundWords words, TableView table, int start, int stop) except -1 nogil
