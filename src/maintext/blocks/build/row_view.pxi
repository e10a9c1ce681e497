# Single rows of a page, for the code in Python that looks at a few rows of each post.

cdef enum:
    # Segments of an element that may be one line.
    MAX_LINE_SEGMENTS = 50


cdef class RowView:
    """The rows of a page one at a time. The columns of the table are for many rows at once, and slow for single ones."""

    cdef TableView _view
    cdef bytes _source
    cdef bytes _text

    def __init__(self, table):
        """Take the page."""
        self._view = TableView(table)
        self._source = table.source
        self._text = table.encoded

    def parent(self, int row):
        """The row of the element around an element, -1 for the root."""
        return self._view.parent[row]

    def end(self, int row):
        """The first row after an element and everything in it."""
        return self._view.end[row]

    def segments(self, int row):
        """The first segment of an element, and the one after its last."""
        return self._view.segment_start[row], self._view.segment_stop[row]

    def attributes(self, int row, frozenset wanted):
        """The wanted attributes of an element."""
        cdef int origin = self._view.origin[row]
        return attributes_at(self._source, origin, wanted) if origin >= 0 else {}

    def short_text(self, int row, int limit):
        """The text of an element with up to ``limit`` characters; empty if it is longer."""
        cdef int start = self._view.place[self._view.segment_start[row]]
        cdef int stop = self._view.place[self._view.segment_stop[row]]
        cdef str text
        if stop - start > 4 * limit + 100:
            return ""
        text = " ".join(self._text[start:stop].decode().split())
        return text if len(text) <= limit else ""

    def is_one_line(self, int row):
        """Whether all text of an element is on one line."""
        cdef int first = self._view.segment_start[row], stop = self._view.segment_stop[row], segment
        if stop - first >= MAX_LINE_SEGMENTS:
            return False
        for segment in range(first + 1, stop):
            if self._view.line[segment] != self._view.line[first]:
                return False
        return True
