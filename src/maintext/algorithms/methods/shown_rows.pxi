"""What a page shows, and what its tags mean to a method."""

# What the tag of an element means to a method. A method has a column of these bits, one entry per tag.
cpdef enum TagKind:
    LINK = 1
    PARAGRAPH = 2
    REMOVED = 4
    CANDIDATE = 8
    SPARED = 16

cdef int BODY = tags.code_of("body")


cdef double bounded(number) except? -1:
    """An option as a number of eight bytes. Callers may give a whole number that has more; no quantity is so large."""
    return min(max(number, -LARGEST), LARGEST)


cdef class MethodView(TableView):
    """The columns of a page, and where its body is."""

    cdef int body_start
    cdef int body_stop

    def __init__(self, table):
        """Find the body. A page without one (a frameset) is shown as a whole."""
        cdef int row
        TableView.__init__(self, table)
        self.body_start, self.body_stop = 0, self.count
        for row in range(self.count):
            if self.tag[row] == BODY:
                self.body_start, self.body_stop = row, self.end[row]
                break

    cdef inline bint is_shown(self, int row) except -1:
        """Whether the text of a row is visible and in the body."""
        return self.body_start <= row < self.body_stop and self.rendered[row]

    cdef int first_shown(self) except -1:
        """The first row that is shown, 0 if there is none."""
        cdef int row
        for row in range(self.body_start, self.body_stop):
            if self.rendered[row]:
                return row
        return 0


def mark_shown_rows(table):
    """For each row whether its text is visible and in the body."""
    cdef MethodView page = MethodView(table)
    cdef object shown = np.empty(page.count, dtype=np.bool_)
    cdef unsigned char[::1] is_shown = shown.view(np.uint8)
    cdef int row
    for row in range(page.count):
        is_shown[row] = page.is_shown(row)
    return shown


def count_shown_characters(table):
    """The number of characters of each segment, 0 if it is not visible or not in the body."""
    cdef MethodView page = MethodView(table)
    cdef object shown = np.empty(page.segments, dtype=np.int64)
    cdef long long[::1] characters = shown
    cdef int segment
    for segment in range(page.segments):
        characters[segment] = page.segment_characters[segment] if page.is_shown(page.owner[segment]) else 0
    return shown
