# The headings of the selected text: sections that lost their heading or their text, and the headings at the beginning.

cdef enum:
    # Segments without text after a heading that are passed over to find the text that it begins.
    MAX_BLANK_SEGMENTS = 50
    # Selected lines before a heading that can be the headline.
    MAX_LINES_BEFORE = 8
    # This many headings in a row without text between them are a list of headings, which is text itself.
    MIN_LIST = 3
    # If headings are more than one part in this many of the selected characters, they are text themselves.
    MIN_TEXT_PER_HEADING = 5

cdef bytes _heading_levels():
    """For each tag code the level of a heading, 0 for other elements."""
    cdef dict levels = {tags.code_of(f"h{level}"): level for level in range(1, 7)}
    return bytes([levels.get(code, 0) for code in range(len(tags.NAMES))])


cdef const unsigned char[::1] _LEVELS = _heading_levels()


cdef class SectionScan:
    """One pass over the headings of a page and the selected text between them."""

    # Headings of the selected text as [level, first segment, segment after the last, has lost its text].
    cdef list headings
    # Ranges of segments of headings to add.
    cdef list restored
    # Rows of selected headings near the beginning.
    cdef list leading
    cdef int first_level_headings
    # The number of segments, and columns of them.
    cdef int count
    cdef const unsigned char* keep
    cdef const int* characters
    cdef const int* line
    cdef int cursor
    cdef int lines
    cdef int last_line
    cdef long long total
    cdef long long in_headings
    cdef bint has_text
    # Whether text that was not selected came after the last heading.
    cdef bint has_left_out

    def __init__(self):
        """Begin before the first segment."""
        self.headings = []
        self.restored = []
        self.leading = []
        self.last_line = -1

    cdef long long pass_to(self, int stop) noexcept:
        """Move to a segment; return the number of selected characters on the way."""
        cdef const unsigned char* keep = self.keep
        cdef const int* characters = self.characters
        cdef const int* line = self.line
        cdef long long size = 0
        cdef int segment
        for segment in range(self.cursor, min(stop, self.count)):
            if characters[segment] == 0:
                continue
            if not keep[segment]:
                self.has_left_out = True
                continue
            size += characters[segment]
            if line[segment] != self.last_line:
                self.last_line = line[segment]
                self.lines += 1
        self.cursor = max(self.cursor, stop)
        self.total += size
        return size

    cdef int add(self, int level, int start, int stop, long long size) except -1:
        """Add a heading of the selected text."""
        cdef list before
        if self.headings and not self.has_text:
            before = self.headings[len(self.headings) - 1]
            before[3] = self.has_left_out and level <= <int> before[0]
        self.headings.append([level, start, stop, False])
        self.has_text = self.has_left_out = False
        self.in_headings += size
        return 0

    cdef list lone(self):
        """Ranges of segments of headings that lost their text, if they are not a list and the page has enough text."""
        cdef list found = [], run = [], heading
        if self.headings and not self.has_text:
            self.headings[len(self.headings) - 1][3] = self.has_left_out
        if MIN_TEXT_PER_HEADING * self.in_headings > self.total:
            return found
        for heading in [*self.headings, [0, 0, 0, False]]:
            if heading[3]:
                run.append(heading)
                continue
            if len(run) < MIN_LIST:
                found += [(each[1], each[2]) for each in run if each[0] > 1]
            run = []
        return found


def scan_sections(
    const unsigned char[::1] keep, const int[:, ::1] segments, const short[::1] tag, const int[:, ::1] rows,
    const unsigned char[::1] rendered,
):
    """The headings of the selected text that need attention.

    Returns the ranges of segments of headings that were not selected although the text after them was, those of
    selected headings without text, the rows of selected headings near the beginning, and the number of selected
    headings of the first level.
    """
    cdef SectionScan scan = SectionScan()
    cdef int row, level, start, stop, before, row_count = <int> tag.shape[0]
    cdef long long size
    cdef const int[::1] characters = segments[<int> SEGMENT_CHARACTERS]
    cdef const int[::1] line = segments[<int> SEGMENT_LINE]
    cdef const short* tags_of = &tag[0] if row_count else NULL
    cdef const unsigned char* levels = &_LEVELS[0]
    scan.count = <int> keep.shape[0]
    if characters.shape[0] <= scan.count or rows.shape[1] != row_count or rendered.shape[0] != row_count:
        raise IndexError(row_count)
    scan.characters, scan.line = &characters[0], &line[0]
    if scan.count:
        scan.keep = &keep[0]
    for row in range(row_count):
        level = levels[tags_of[row]]
        if level == 0 or not rendered[row]:
            continue
        start, stop = rows[<int> SEGMENT_START, row], rows[<int> SEGMENT_STOP, row]
        if start < scan.cursor or start == stop:
            continue
        if scan.pass_to(start):
            scan.has_text = True
        before = scan.lines
        size = scan.pass_to(stop)
        if size:
            scan.add(level, start, stop, size)
            scan.first_level_headings += level == 1
            if before <= MAX_LINES_BEFORE:
                scan.leading.append(row)
        elif level > 1 and _begins_text(
            keep, characters, start, stop, rows[<int> SEGMENT_STOP, max(rows[<int> PARENT, row], 0)]
        ):
            scan.add(level, start, stop, 0)
            scan.restored.append((start, stop))
    if scan.pass_to(scan.count):
        scan.has_text = True
    return scan.restored, scan.lone(), scan.leading, scan.first_level_headings


cdef bint _begins_text(
    const unsigned char[::1] keep, const int[::1] characters, int start, int stop, int end
) except -1:
    """Whether a heading between two segments has text, and the text after it, up to ``end``, is selected."""
    cdef int segment
    cdef bint is_visible = False
    for segment in range(start, stop):
        if characters[segment]:
            is_visible = True
            break
    if not is_visible:
        return False
    for segment in range(stop, min(end, stop + MAX_BLANK_SEGMENTS)):
        if characters[segment]:
            return keep[segment]
    return False
