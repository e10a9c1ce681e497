"""Loops of the methods that count words, lines and tokens, one pass each."""

from maintext.table._characters cimport DIGIT, INVISIBLE, KINDS, LOWER, WIDE, WORD_CHARACTER
from maintext.table._table cimport END, PARENT, SEGMENT_START, SEGMENT_STOP
from maintext.table.hash_table cimport mix

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


def best_below(const int[::1] parent, const double[::1] value, int[::1] best):
    """Find the row with the largest value among each row and its descendants; of equal values the first one."""
    cdef Py_ssize_t row
    cdef int above
    for row in range(best.shape[0]):
        best[row] = <int> row
    for row in range(best.shape[0] - 1, 0, -1):
        above = parent[row]
        if above >= 0 and (
            value[best[row]] > value[best[above]] or (value[best[row]] == value[best[above]] and best[above] != above)
        ):
            best[above] = best[row]


def count_tokens(const unsigned char[::1] text, const int[::1] place, bint marks, long long[::1] tokens):
    """Count the words of each segment: runs of letters and digits, and each wide character by itself.

    Args:
        text: the text of all segments in UTF-8.
        place: where each segment begins in it, and where the last one ends.
        marks: whether each other visible character counts too.
        tokens: the result, one number per segment.
    """
    cdef Py_ssize_t segment
    cdef int at, stop, kinds, width, is_inside
    for segment in range(tokens.shape[0]):
        at, stop, is_inside, tokens[segment] = place[segment], place[segment + 1], False, 0
        while at < stop:
            kinds = KINDS[point_at(text, at, &width)]
            at += width
            if kinds & WORD_CHARACTER and not kinds & WIDE:
                tokens[segment] += not is_inside
                is_inside = True
            else:
                is_inside = False
                tokens[segment] += bool(kinds & WIDE) or (marks and not kinds & INVISIBLE)


def split_at_line_ends(const unsigned char[::1] text, const int[::1] place, int[:, ::1] pieces):
    """Cut the segments at line ends; returns the number of pieces.

    Args:
        text: the text of all segments in UTF-8.
        place: where each segment begins in it, and where the last one ends.
        pieces: 3 x (segments + line ends): the segment of each piece, its line, and its visible characters.
    """
    cdef int at, stop, width, count = 0, line = 0, point
    cdef Py_ssize_t segment
    for segment in range(place.shape[0] - 1):
        at, stop = place[segment], place[segment + 1]
        pieces[0, count], pieces[1, count], pieces[2, count] = <int> segment, line, 0
        while at < stop:
            point = point_at(text, at, &width)
            at += width
            if point == NEW_LINE:
                line += 1
                count += 1
                pieces[0, count], pieces[1, count], pieces[2, count] = <int> segment, line, 0
            elif not KINDS[point] & INVISIBLE:
                pieces[2, count] += 1
        count += 1
    return count


cdef class TokenList:
    """The words and tags of a page in document order."""

    cdef const unsigned char[::1] text
    cdef const int[::1] place
    cdef const short[::1] tag
    cdef const int[:, ::1] rows
    cdef const unsigned char[::1] is_shown
    cdef unsigned long long[::1] hashes
    cdef int[:, ::1] places
    cdef int count, segment

    def __init__(self, text, place, tag, rows, is_shown, hashes, places):
        """Store a page's columns and the arrays to fill, which have one entry per token, see ``fill``."""
        self.text, self.place, self.tag, self.rows, self.is_shown = text, place, tag, rows, is_shown
        self.hashes, self.places = hashes, places

    def fill(self, const int[::1] owner, int[::1] stack):
        """Write all tokens; returns their number.

        ``hashes`` gets the hash of each token: a word in lower case, a number, which are all alike, or a tag.
        ``places`` gets the tag of the innermost element around it, the segment that it is in or before, and whether it
        is a tag. ``stack`` is a scratch array of at least as many entries as the tree has levels.
        """
        cdef int row, depth = 0, top
        self.count = self.segment = 0
        for row in range(<int> self.tag.shape[0]):
            while depth and self.rows[<int> END, stack[depth - 1]] <= row:
                depth -= 1
                self._close(stack[depth], owner)
            self._words_before(self.rows[<int> SEGMENT_START, row], owner)
            top = self.rows[<int> PARENT, row]
            self._tag(row, START_TAG, self.tag[top] if top >= 0 else 0)
            stack[depth] = row
            depth += 1
        while depth:
            depth -= 1
            self._close(stack[depth], owner)
        return self.count

    cdef int _close(self, int row, const int[::1] owner) except -1:
        self._words_before(self.rows[<int> SEGMENT_STOP, row], owner)
        return self._tag(row, END_TAG, self.tag[row])

    cdef int _tag(self, int row, int kind, int around) except -1:
        """Add a tag, unless the element is not shown."""
        if self.is_shown[row]:
            self._add(mix(kind, self.tag[row]), around, True)
        return 0

    cdef int _words_before(self, int stop, const int[::1] owner) except -1:
        """Add the words of the segments up to a segment."""
        while self.segment < stop:
            if self.is_shown[owner[self.segment]]:
                self._words(self.tag[owner[self.segment]])
            self.segment += 1
        return 0

    cdef int _words(self, int around) except -1:
        """Add the words of the current segment."""
        cdef int at = self.place[self.segment], stop = self.place[self.segment + 1], point, kinds, width
        cdef int is_inside = False, is_number = True
        cdef unsigned long long word = WORD
        while at < stop:
            point = point_at(self.text, at, &width)
            kinds = KINDS[point]
            at += width
            if is_inside and (kinds & WIDE or not kinds & WORD_CHARACTER):
                self._add(mix(NUMBER, 0) if is_number else word, around, False)
                is_inside = False
            if kinds & WIDE:
                self._add(mix(WORD, point), around, False)
            elif kinds & WORD_CHARACTER:
                if not is_inside:
                    word, is_inside, is_number = WORD, True, True
                word = mix(word, LOWER[point])
                is_number = is_number and kinds & DIGIT
        if is_inside:
            self._add(mix(NUMBER, 0) if is_number else word, around, False)
        return 0

    cdef int _add(self, unsigned long long token, int around, bint is_tag) except -1:
        self.hashes[self.count] = token
        self.places[<int> AROUND, self.count] = around
        self.places[<int> AT_SEGMENT, self.count] = self.segment
        self.places[<int> IS_TAG, self.count] = is_tag
        self.count += 1
        return 0


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
