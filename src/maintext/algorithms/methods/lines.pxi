"""The lines of a page: their pieces, blocks of them, and the segments that are kept with them."""

# Rows of ``pieces``: what one segment contributes to one line.
cdef enum:
    PIECE_SEGMENT, PIECE_LINE, PIECE_CHARACTERS


def fill_shown_pieces(table, long long[:, ::1] pieces):
    """Each segment is a piece of the line that a reader sees it on."""
    cdef MethodView page = MethodView(table)
    cdef int segment
    for segment in range(page.segments):
        pieces[<int> PIECE_SEGMENT, segment], pieces[<int> PIECE_LINE, segment] = segment, page.line[segment]
        pieces[<int> PIECE_CHARACTERS, segment] = (
            page.segment_characters[segment] if page.is_shown(page.owner[segment]) else 0
        )


def split_at_line_ends(table, long long[:, ::1] pieces):
    """Cut the segments at line ends; returns the number of pieces. ``pieces`` is 3 x (segments + line ends)."""
    cdef MethodView page = MethodView(table)
    cdef int at, stop, width, count = 0, line = 0, point, segment
    cdef bint is_shown
    for segment in range(page.segments):
        at, stop, is_shown = page.place[segment], page.place[segment + 1], page.is_shown(page.owner[segment])
        _begin_piece(pieces, count, segment, line)
        while at < stop:
            point = point_at(page.text, at, &width)
            at += width
            if point == NEW_LINE:
                line += 1
                count += 1
                _begin_piece(pieces, count, segment, line)
            elif is_shown and not KINDS[point] & INVISIBLE:
                pieces[<int> PIECE_CHARACTERS, count] += 1
        count += 1
    return count


cdef int _begin_piece(long long[:, ::1] pieces, int count, int segment, int line) except -1:
    pieces[<int> PIECE_SEGMENT, count], pieces[<int> PIECE_LINE, count] = segment, line
    pieces[<int> PIECE_CHARACTERS, count] = 0
    return 0


def add_by_line(const long long[::1] line, const long long[::1] value, long long[::1] total):
    """Add up a number of each piece over the lines; ``total`` is all zeros."""
    cdef Py_ssize_t piece
    for piece in range(line.shape[0]):
        total[line[piece]] += value[piece]


def keep_on_lines(const long long[:, ::1] pieces, table, const unsigned char[::1] chosen, unsigned char[::1] keep):
    """Keep the segments that have at least half of their characters on chosen lines."""
    cdef MethodView page = MethodView(table)
    cdef Py_ssize_t piece = 0
    cdef int segment
    cdef long long inside
    for segment in range(page.segments):
        inside = 0
        while piece < pieces.shape[1] and pieces[<int> PIECE_SEGMENT, piece] == segment:
            if chosen[pieces[<int> PIECE_LINE, piece]]:
                inside += pieces[<int> PIECE_CHARACTERS, piece]
            piece += 1
        keep[segment] = inside > 0 and 2 * inside >= page.segment_characters[segment]


def block_sums(const long long[::1] characters, Py_ssize_t block, long long[::1] sums):
    """For each line the characters of its block; the last blocks are shorter."""
    cdef Py_ssize_t line
    cdef long long inside = 0
    for line in range(characters.shape[0] - 1, -1, -1):
        inside += characters[line]
        if block < characters.shape[0] - line:
            inside -= characters[line + block]
        sums[line] = inside


def between_surge_and_dip(const long long[::1] b, threshold, unsigned char[::1] chosen):
    """Choose the lines from a surge on, up to the next block that is empty."""
    cdef Py_ssize_t line
    cdef bint is_text, is_after_surge = False
    cdef double least = bounded(threshold)
    for line in range(b.shape[0]):
        is_text = b[line] > 0
        if is_text and b[line] > least and line + 1 < b.shape[0] and b[line + 1] > 0:
            is_after_surge = True
        is_after_surge = is_after_surge and is_text
        chosen[line] = is_after_surge
