# Where each block comes from: its element, its segments, and its range of bytes in the page.

# For each class of blocks, where in an object its span is.
cdef dict SPAN_PLACES = {
    kind: place_of_slot(kind.__dict__["span"])
    for kind in (Code, Embed, Figure, Formula, Heading, ListItem, Paragraph, Post, Quote, Rule, Table)
}


cdef class BlockPlace:
    """The element that a block is, -1 if it is a part of one, and its first and last segment, -1 without text."""

    cdef int row
    cdef int first
    cdef int last
    # The first segment of each row of a table.
    cdef tuple rows

    cdef int extend(self, int first, int last) except -1:
        """Add the segments of a line."""
        if self.first < 0:
            self.first = first
        self.last = last
        return 0

    cdef tuple span(self, TableView view):
        """The range of bytes: of the element with its tags, else of the text without white space at its ends."""
        cdef int start, stop
        if self.row >= 0:
            return view.open_start[self.row], max(view.open_start[self.row], view.close_end[self.row])
        start = min(view.source_start[self.first], view.source_start[self.last])
        stop = max(view.source_stop[self.first], view.source_stop[self.last])
        while start < stop and is_html_space(view.source[start]):
            start += 1
        while stop > start and is_html_space(view.source[stop - 1]):
            stop -= 1
        return start, stop


cdef BlockPlace _place(int row, int first=-1, int last=-1):
    """The place of a block."""
    cdef BlockPlace place = BlockPlace.__new__(BlockPlace)
    place.row = row
    place.first = first
    place.last = last
    place.rows = ()
    return place


cdef int _set_span(object block, tuple span) except -1:
    """Set the span of a block that nobody has seen yet. Until now it is None."""
    cdef Py_ssize_t place = SPAN_PLACES[type(block)]
    cdef PyObject** slot = <PyObject**> (<char*> <PyObject*> block + place)
    cdef PyObject* before = slot[0]
    Py_INCREF(span)
    slot[0] = <PyObject*> span
    Py_XDECREF(before)
    return 0
