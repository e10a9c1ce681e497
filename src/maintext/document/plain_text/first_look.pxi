"""One look at the selected text, which tells which of the steps that clean it may have something to do."""

cdef int _STYLE = tags.code_of("style")


cdef class FirstLook:
    """What the selected segments of a page may need. Most need nothing, and no step that is not named has to run."""

    # The table and the segments that were looked at.
    cdef readonly object table
    cdef readonly object keep
    # The rows that may be hidden by their own tags, the names of all rows around the text, and those of the names that
    # the page's own rules may hide, None if there are too many. Without style sheets no names are looked for.
    cdef readonly list rows
    cdef readonly NameSet names
    cdef readonly list hiding
    cdef readonly bint may_be_hidden
    cdef readonly bint has_invisible
    cdef readonly bint may_have_wall
    # Bits of ``Repeat``.
    cdef readonly int repeats

    def __init__(self, table, keep, bint with_hidden, int max_coloured, tuple tail, int min_repeat):
        """Look at a page.

        Args:
            table: the page.
            keep: its selected segments.
            with_hidden: whether to look for hidden text and invisible characters.
            max_coloured: the largest size of style sheets whose colours matter.
            tail: for walls: the phrases, and the numbers for ``last_lines``, then the bytes of markup that may have
                the name of one. Empty if there cannot be a wall.
            min_repeat: the smallest size of a line that matters if it is repeated.
        """
        cdef const unsigned char[::1] kept = keep.view(np.uint8)
        cdef const int[:, ::1] segments = table.segment_columns
        cdef bytes encoded = table.encoded
        cdef const unsigned char[::1] text = encoded
        cdef int count = <int> kept.shape[0]
        self.table, self.keep = table, keep
        self.rows, self.hiding = [], []
        if not count:
            return
        if segments.shape[1] <= count:
            raise IndexError(count)
        self.repeats = _possible_repeats(
            text, &kept[0], &segments[<int> SEGMENT_LINE, 0], segments[<int> SEGMENT_CHARACTERS],
            segments[<int> SEGMENT_PLACE], count, min_repeat,
        )
        if with_hidden:
            self._find_hidden(table.source, kept, segments, table.row_columns, table.hiding, table.tag, max_coloured)
            self.has_invisible = _has_invisible(
                encoded, len(encoded), &kept[0], &segments[<int> SEGMENT_PLACE, 0], count
            )
        if tail:
            self._find_wall(table.source, encoded, kept, segments, table.row_columns, tail)

    cdef int _find_hidden(
        self, bytes source, const unsigned char[::1] keep, const int[:, ::1] segments, const int[:, ::1] rows,
        const unsigned char[::1] hiding, const short[::1] tag, int max_coloured,
    ) except -1:
        """Find rows that may be hidden, by themselves or by a rule."""
        cdef bint has_sheets = self.table.present_tags[_STYLE]
        if has_sheets:
            self.names = NameSet()
        self.rows = _rows_around(source, keep, segments, rows, hiding, tag, self.names, None)
        if has_sheets:
            self.hiding = _hiding_names(source, rows, tag, _STYLE, self.names, max_coloured)
        self.may_be_hidden = bool(self.rows) or self.hiding is None or bool(self.hiding)
        return 0

    cdef int _find_wall(
        self, bytes source, bytes encoded, const unsigned char[::1] keep, const int[:, ::1] segments,
        const int[:, ::1] rows, tuple tail,
    ) except -1:
        """Find phrases and names of walls at the end of the text."""
        cdef Phrases phrases
        cdef int max_segments, max_lines, max_characters, max_markup, last, stop
        cdef list lines = []
        phrases, max_segments, max_lines, max_characters, max_markup = tail
        last = _last_lines(encoded, keep, segments, phrases, max_segments, max_lines, max_characters, lines)
        if last >= 0:
            stop = rows[<int> OPEN_END, segments[<int> SEGMENT_OWNER, last]]
            self.may_have_wall = bool(lines) or _mentions_wall(
                source, max(stop - max_markup, 0), min(stop, <int> len(source))
            )
        return 0
