"""Counts that the formulas of most methods are made of: characters and tags of each element, in links and in all."""

# Columns of ``counts``. Characters are visible ones.
cdef enum:
    ALL_CHARACTERS, LINK_CHARACTERS, ALL_TAGS, LINK_TAGS, PARAGRAPH_TAGS, MARKS, COUNTS

# What a tag is: the element with text only, each element in a link one of its tags, the row itself not one of its own.
cdef enum:
    WITH_TEXT = 1
    ALL_IN_LINKS = 2
    BELOW = 4


cdef class CountedRows(MethodView):
    """The rows that a method counts, and what it counts in their subtrees."""

    cdef const unsigned char[::1] kinds
    cdef unsigned char[::1] is_counted
    cdef unsigned char[::1] in_link
    cdef long long[:, ::1] counts
    cdef object mask
    cdef object columns

    def __init__(self, table, kinds):
        """Take a page, and what its tags mean to the method."""
        MethodView.__init__(self, table)
        self.kinds = kinds
        self.mask = np.empty(self.count, dtype=np.bool_)
        self.columns = np.zeros((self.count, <int> COUNTS), dtype=np.int64)
        self.is_counted = self.mask.view(np.uint8)
        self.in_link = np.empty(self.count, dtype=np.uint8)
        self.counts = self.columns

    cdef int take_shown(self) except -1:
        """Count the rows that are shown, without elements that are removed. Only void elements are."""
        cdef int row, kind
        for row in range(self.count):
            kind = self._pass(row)
            self.is_counted[row] = self.is_shown(row) and not kind & REMOVED
        return 0

    cdef int take_kept(self) except -1:
        """Count the rows that are rendered, without elements that are removed and all that is in them."""
        cdef int row, kind, above
        for row in range(self.count):
            kind, above = self._pass(row), self.parent[row]
            self.is_counted[row] = self.rendered[row] and not kind & REMOVED and (above < 0 or self.is_counted[above])
        return 0

    cdef inline int _pass(self, int row) except -1:
        """Note whether a row is in a link; returns what its tag means."""
        cdef int kind = self.kinds[self.tag[row]], above = self.parent[row]
        self.in_link[row] = kind & LINK or (above >= 0 and self.in_link[above])
        return kind

    cdef int count_subtrees(self, int how) except -1:
        """Fill ``counts``: from the last row on, each row's counts are added to its parent's."""
        cdef int row, above, kind, column
        cdef bint is_tag, is_link_tag, is_paragraph
        cdef long long* own
        cdef long long* whole
        for row in range(self.count - 1, -1, -1):
            own = &self.counts[row, 0]
            is_tag = is_link_tag = is_paragraph = False
            if self.is_counted[row]:
                kind = self.kinds[self.tag[row]]
                own[ALL_CHARACTERS] += self.characters[row]
                own[LINK_CHARACTERS] += self.characters[row] if self.in_link[row] else 0
                own[MARKS] += self.punctuation[row]
                is_tag = not how & WITH_TEXT or own[ALL_CHARACTERS] > 0
                is_link_tag = is_tag and (kind & LINK != 0 or (how & ALL_IN_LINKS != 0 and self.in_link[row] != 0))
                is_paragraph = is_tag and kind & PARAGRAPH != 0
                own[ALL_TAGS] += is_tag
                own[LINK_TAGS] += is_link_tag
                own[PARAGRAPH_TAGS] += is_paragraph
            above = self.parent[row]
            if above >= 0:
                whole = &self.counts[above, 0]
                for column in range(COUNTS):
                    whole[column] += own[column]
            if how & BELOW:
                own[ALL_TAGS] -= is_tag
                own[LINK_TAGS] -= is_link_tag
                own[PARAGRAPH_TAGS] -= is_paragraph
        return 0

    cdef object kept_segments(self, const unsigned char[::1] is_kept):
        """The segments of counted rows that are marked."""
        cdef object keep = np.empty(self.segments, dtype=np.bool_)
        cdef unsigned char[::1] kept = keep.view(np.uint8)
        cdef int segment, row
        for segment in range(self.segments):
            row = self.owner[segment]
            kept[segment] = is_kept[row] and self.is_counted[row]
        return keep
