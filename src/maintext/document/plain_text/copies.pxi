"""Lines that repeat others and are left out; ``repeats.py`` says which these are."""

cdef enum:
    # Bits for a row: whether it is in a quotation or in code, and whether it is in a box of copies.
    IN_QUOTE = 1
    IN_COPY = 2

cdef const unsigned char[::1] _IS_QUOTE = tags.lookup(frozenset({"blockquote", "pre"})).view(np.uint8)
cdef const unsigned char[::1] _IS_BOX = tags.lookup(
    frozenset("article aside details div main section".split())
).view(np.uint8)


# A line of selected text: its first kept segment and its last one, its bytes, a hash of them, and the first line with the
# same text, -1 for a line without text.
cdef struct TextLine:
    int first
    int last
    int start
    int stop
    int same
    bint is_long
    # Whether it repeats an earlier line or is blank, and whether it is to be left out.
    bint is_repeat
    bint is_copy
    unsigned long long key


# The columns of the page, and memory for its lines and rows.
cdef struct LineTable:
    TextLine* lines
    int count
    int segment_count
    int row_count
    int* slots
    # Lines that begin before each segment; lines that repeat nothing, and long repeats, before each line.
    int* lines_before
    int* news
    int* longs
    unsigned char* around
    const unsigned char* keep
    const short* tag
    const int* owner
    const int* parent
    const int* first_segment
    const int* last_segment


def copied_segments(
    const unsigned char[::1] source, const unsigned char[::1] text, const unsigned char[::1] keep,
    const int[:, ::1] segments, const int[:, ::1] rows, const short[::1] tag, int min_length, int levels,
):
    """List the kept segments of repeated lines: in boxes without a new line, or directly after what they repeat.

    Args:
        source: the markup of the page.
        text: the text of all segments in UTF-8.
        keep: the selected segments.
        segments: the columns of the table's segments.
        rows: the columns of the table's rows.
        tag: the tag of each row.
        min_length: the bytes of a long line.
        levels: how many elements around two lines are compared to see if the repetition is on purpose.
    """
    cdef LineTable page
    cdef list found = []
    cdef int count = <int> keep.shape[0], row_count = <int> tag.shape[0], line, segment
    cdef Py_ssize_t slots = 2
    if not count or not row_count:
        return found
    if segments.shape[1] <= count or rows.shape[1] != row_count:
        raise IndexError(count)
    memset(&page, 0, sizeof(page))
    while slots <= 2 * count:
        slots *= 2
    page.segment_count, page.row_count, page.keep, page.tag = count, row_count, &keep[0], &tag[0]
    page.owner, page.parent = &segments[<int> SEGMENT_OWNER, 0], &rows[<int> PARENT, 0]
    page.first_segment, page.last_segment = &rows[<int> SEGMENT_START, 0], &rows[<int> SEGMENT_STOP, 0]
    try:
        page.lines = <TextLine*> PyMem_RawCalloc(count, sizeof(TextLine))
        page.slots = <int*> PyMem_RawCalloc(slots, sizeof(int))
        page.lines_before = <int*> PyMem_RawCalloc(3 * (count + 1), sizeof(int))
        page.around = <unsigned char*> PyMem_RawCalloc(row_count, 1)
        if page.lines == NULL or page.slots == NULL or page.lines_before == NULL or page.around == NULL:
            raise MemoryError()
        page.news, page.longs = page.lines_before + count + 1, page.lines_before + 2 * (count + 1)
        _find_lines(&page, text, segments[<int> SEGMENT_LINE], segments[<int> SEGMENT_PLACE], min_length)
        _find_same_lines(&page, text, slots - 1)
        if _is_long_repeated(&page):
            _find_repeats(&page, source, rows, levels)
            _find_copies(&page)
            for line in range(page.count):
                for segment in range(page.lines[line].first, page.lines[line].last + 1) if page.lines[line].is_copy else ():
                    if keep[segment]:
                        found.append(segment)
    finally:
        PyMem_RawFree(page.lines)
        PyMem_RawFree(page.slots)
        PyMem_RawFree(page.lines_before)
        PyMem_RawFree(page.around)
    return found


cdef int _find_lines(
    LineTable* page, const unsigned char[::1] text, const int[::1] number, const int[::1] place, int min_length
) except -1:
    """Divide the selected text into lines."""
    cdef TextLine* line = NULL
    cdef int segment
    for segment in range(page.segment_count):
        page.lines_before[segment] = page.count
        if not page.keep[segment]:
            continue
        if not 0 <= page.owner[segment] < page.row_count:
            raise IndexError(segment)
        if line == NULL or number[segment] != number[line.first]:
            line = &page.lines[page.count]
            line.first, line.start = segment, place[segment]
            page.count += 1
        line.last, line.stop = segment, place[segment + 1]
        line.is_long = line.stop - line.start >= min_length
        if not 0 <= line.start <= line.stop <= text.shape[0]:
            raise IndexError(segment)
    page.lines_before[page.segment_count] = page.count
    return 0


cdef int _find_same_lines(LineTable* page, const unsigned char[::1] text, unsigned long long mask) except -1:
    """For each line find the first one with the same text. White space does not count. A slot has a line, from 1."""
    cdef TextLine* line
    cdef TextLine* other
    cdef unsigned long long at_slot
    cdef int number
    for number in range(page.count):
        line = &page.lines[number]
        line.same = -1
        line.key = _line_key(text, line.start, line.stop)
        if line.key == 0:
            continue
        at_slot = slot(line.key >> 1, mask)
        while page.slots[at_slot]:
            other = &page.lines[page.slots[at_slot] - 1]
            if other.key == line.key and _is_same_text(text, other.start, other.stop, line.start, line.stop):
                break
            at_slot = next_slot(at_slot, mask)
        if page.slots[at_slot] == 0:
            page.slots[at_slot] = number + 1
        line.same = page.slots[at_slot] - 1
    return 0


cdef unsigned long long _line_key(const unsigned char[::1] text, int start, int stop) except? 1:
    """A hash of the bytes of a line that are not ASCII white space, 0 if there are none.

    White space changes nothing, without a branch: words are so short that a processor would often guess wrong.
    """
    cdef const unsigned char* bytes_of
    cdef unsigned long long key = 0, extended
    cdef int at
    if start >= stop:
        return 0
    bytes_of = bytes_between(text, start, stop)
    for at in range(start, stop):
        extended = mix(key, bytes_of[at]) | 1
        key = key if is_ascii_space(bytes_of[at]) else extended
    return key


cdef bint _is_long_repeated(LineTable* page) noexcept:
    """Whether two long lines have the same text."""
    cdef TextLine* line
    cdef int number, blank = 0
    cdef bint found = False
    for number in range(page.count):
        line = &page.lines[number]
        if not line.is_long:
            continue
        if line.same < 0:
            blank += 1
            found |= blank > 1
        else:
            # Until repeats are counted, this column says which texts a long line had.
            found |= page.news[line.same]
            page.news[line.same] = 1
    return found


cdef int _find_repeats(
    LineTable* page, const unsigned char[::1] source, const int[:, ::1] rows, int levels
) except -1:
    """Find the lines that repeat earlier ones, except quotations, what these quote, and repetitions on purpose."""
    cdef TextLine* line
    cdef int number
    _mark(page, _IS_QUOTE, IN_QUOTE)
    page.news[0] = 0
    for number in range(page.count):
        line = &page.lines[number]
        line.is_repeat = not _is_in(page, number, IN_QUOTE) and (
            line.same < 0 or (line.same < number and not _is_in(page, line.same, IN_QUOTE))
        ) and not _is_on_purpose(page, source, rows, number, levels)
        page.news[number + 1] = page.news[number] + (not line.is_repeat)
        page.longs[number + 1] = page.longs[number] + (line.is_repeat and line.is_long)
    return 0


cdef bint _is_on_purpose(
    LineTable* page, const unsigned char[::1] source, const int[:, ::1] rows, int number, int levels
) except -1:
    """Whether a line and the first one with its text are in elements that cannot be told apart and follow each other.

    They are in one element, or in two such elements. A copy for another screen has a container of its own, with another
    name.
    """
    cdef int row, other, _
    if not 0 <= page.lines[number].same < number:
        return False
    row, other = page.owner[page.lines[number].first], page.owner[page.lines[page.lines[number].same].first]
    for _ in range(levels):
        if row < 0 or other < 0 or not _has_same_tag(source, rows, row, other):
            return False
        row, other = page.parent[row], page.parent[other]
        if row == other:
            return True
    return False


cdef int _find_copies(LineTable* page) except -1:
    """Find the lines to leave out: in boxes of several lines that are all repeats, at least one of them long.

    So are long lines directly after the line that they repeat.
    """
    cdef TextLine* line
    cdef int number, row, start, stop
    for row in range(page.row_count):
        if not _IS_BOX[page.tag[row]]:
            continue
        start, stop = page.first_segment[row], page.last_segment[row]
        if not 0 <= start <= stop <= page.segment_count:
            raise IndexError(row)
        start, stop = page.lines_before[start], page.lines_before[stop]
        if stop - start > 1 and page.news[stop] == page.news[start] and page.longs[stop] > page.longs[start]:
            page.around[row] |= IN_COPY
    _hand_down(page, IN_COPY)
    for number in range(page.count):
        line = &page.lines[number]
        line.is_copy = _is_in(page, number, IN_COPY) or (
            number > 0 and line.is_long and line.is_repeat and line.same == page.lines[number - 1].same
        )
    return 0


cdef inline bint _is_in(LineTable* page, int number, int bit) noexcept:
    """Whether the element of a line has a bit."""
    return page.around[page.owner[page.lines[number].first]] & bit != 0


cdef int _mark(LineTable* page, const unsigned char[::1] wanted, int bit) except -1:
    """Mark the rows with a wanted tag, and all rows in them."""
    cdef int row
    for row in range(page.row_count):
        if wanted[page.tag[row]]:
            page.around[row] |= bit
    return _hand_down(page, bit)


cdef int _hand_down(LineTable* page, int bit) except -1:
    """Mark the rows that are in a marked one."""
    cdef int row, parent
    for row in range(page.row_count):
        parent = page.parent[row]
        if parent >= row:
            raise IndexError(row)
        if parent >= 0:
            page.around[row] |= page.around[parent] & bit
    return 0


cdef bint _has_same_tag(const unsigned char[::1] source, const int[:, ::1] rows, int row, int other) except -1:
    """Whether two elements have the same start tag, byte for byte."""
    cdef int start = rows[<int> OPEN_START, row], size = rows[<int> OPEN_END, row] - start
    cdef int begin = rows[<int> OPEN_START, other]
    if size != rows[<int> OPEN_END, other] - begin:
        return False
    return size <= 0 or same_bytes(bytes_between(source, min(start, begin), max(start, begin) + size), start, begin, size)
