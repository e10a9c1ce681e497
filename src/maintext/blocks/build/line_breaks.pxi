"""The ``<br>`` elements of a text."""


cdef class LineBreaks:
    """Answers where there are line breaks between segments and elements."""

    # The rows of ``<br>`` elements, and the segments after them.
    cdef list _rows
    cdef list _segments

    def __init__(self, list rows, TableView view):
        """Take the rows of ``<br>`` elements."""
        self._rows = rows
        self._segments = [view.segment_start[row] for row in rows]

    cdef int between(self, int before, int segment) except? -1:
        """The number of line breaks between two segments."""
        if not self._rows:
            return 0
        return bisect_right(self._segments, segment) - bisect_right(self._segments, before)

    cdef bint is_after_row(self, int row, int segment) except -1:
        """Whether there is a line break between an element and a segment after it."""
        return bisect_right(self._segments, segment) > bisect_left(self._rows, row)

    cdef bint is_before_row(self, int segment, int row) except -1:
        """Whether there is a line break between a segment and an element after it."""
        return bisect_left(self._rows, row) > bisect_right(self._segments, segment)
