# Elements in code whose tags may say that they number lines: code has an element for nearly every word.

def may_number_lines(table, list codes):
    """The rows in some others whose start tag has the beginnings of the words that numbers of lines are called by."""
    return _may_number_lines(table.source, codes, table.row_columns)


cdef list _may_number_lines(bytes source, list codes, const int[:, ::1] rows):
    cdef const unsigned char* text = source
    cdef int code, row, start, stop, end = 0, count = <int> rows.shape[1], size = <int> len(source)
    cdef list found = []
    for code in codes:
        if not 0 <= code < count:
            raise IndexError(code)
        for row in range(max(code + 1, end), min(rows[<int> END, code], count)):
            start, stop = rows[<int> OPEN_START, row], rows[<int> OPEN_END, row]
            if 0 <= start < stop <= size and _may_be_number(text, start, stop):
                found.append(row)
        end = max(end, rows[<int> END, code])
    return found


cdef bint _may_be_number(const unsigned char* text, int start, int stop) noexcept nogil:
    """Whether a tag has ``li``, ``ln``, ``gu``, ``blo`` or ``user``, in any case."""
    cdef int at, following
    for at in range(start, stop - 1):
        following = text[at + 1] | 0x20
        if following == c"i" or following == c"n":
            if text[at] | 0x20 == c"l":
                return True
        elif following == c"u":
            if text[at] | 0x20 == c"g":
                return True
        elif following == c"l":
            if text[at] | 0x20 == c"b" and at + 2 < stop and text[at + 2] | 0x20 == c"o":
                return True
        elif following == c"s" and text[at] | 0x20 == c"u" and ends_with(text, start, min(at + 4, stop), b"user", 4):
            return True
    return False
