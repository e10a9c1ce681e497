# What the selected text does not have, but the blocks do: captions that were not selected.

cdef class Captions:
    """The segments of captions that were not selected, and where they are written."""

    cdef object _unselected
    # The segments that lines are made from: selected ones, and those of the captions.
    cdef const unsigned char[::1] written
    # From the last picture of a figure that is not one block to the figure.
    cdef dict of_last_picture

    def __init__(self, TextCounts counts, unselected, list pictures, dict captioned):
        """Take the captions (None if there are none), the pictures, and the figures that are one block."""
        cdef PictureSource picture
        cdef dict last = {}
        self._unselected = unselected
        self.written = counts.keep
        if unselected is not None:
            self.written = (np.asarray(counts.keep) | unselected).view(np.uint8)
            for picture in pictures:
                if picture.figure >= 0 and picture.figure not in captioned:
                    last[picture.figure] = picture.row
        self.of_last_picture = {row: figure for figure, row in last.items()}

    cdef list lines(self, TextCounts counts, int figure):
        """The first and last segments of the lines of a caption; none if text of the figure was selected."""
        cdef TableView view = counts.view
        cdef int first = view.segment_start[figure], stop = view.segment_stop[figure], last
        cdef list found = []
        if self._unselected is None or counts.kept_in(figure):
            return found
        while first < stop:
            last = first
            if self._unselected[first]:
                while last + 1 < stop and view.line[last + 1] == view.line[first]:
                    last += 1
                found.append((first, last))
            first = last + 1
        return found
