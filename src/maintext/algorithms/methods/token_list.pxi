"""The words and tags of a page in document order, for trained scores."""

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
