"""Elements that may be hidden by nothing but the colour of their text."""


def without_opaque_colours(
    bytes source, list listed, const int[:, ::1] rows, const unsigned char[::1] hiding
):
    """List those of some rows that may be hidden by more than an opaque colour of their text.

    That colour hides a text only in front of the same colour. The backgrounds must be unknown, and no style sheet of
    the page must set them.
    """
    cdef const unsigned char* text = source
    cdef int row, start, stop, size = <int> len(source)
    cdef list found = []
    for row in listed:
        start, stop = rows[<int> OPEN_START, row], rows[<int> OPEN_END, row]
        if (
            hiding[row] != BY_DOUBTFUL_STYLE or not 0 <= start < stop <= size
            or _read_classes(text, rows[<int> CLASS_START, row], rows[<int> CLASS_STOP, row], None)
            or not _sets_only_colour(text, start, stop)
        ):
            found.append(row)
    return found


cdef bint _sets_only_colour(const unsigned char* text, int start, int stop) noexcept nogil:
    """Whether a start tag has no declaration that may hide its text, except an opaque colour. In doubt it does not."""
    cdef int colon, name, kind
    for colon in range(start, stop):
        # References, escapes and comments may hide what a style says.
        if text[colon] == c"&" or text[colon] == c"\\" or text[colon] == c"*":
            return False
    colon = find_byte(text, start, stop, c":")
    while colon < stop:
        name = colon
        while name > start and text[name - 1] <= c" ":
            name -= 1
        if ends_with(text, start, name, b"ground", 6) or ends_with(text, start, name, b"ground-color", 12):
            return False
        kind = may_hide(text, start, colon, stop)
        if kind and (kind != MAY_BE_COLOUR or not _is_opaque(text, colon + 1, stop)):
            return False
        colon = find_byte(text, colon + 1, stop, c":")
    return True


cdef bint _is_opaque(const unsigned char* text, int at, int stop) noexcept nogil:
    """Whether a colour is written with three or six digits, or as ``rgb`` with three numbers."""
    cdef int digits = 0, commas = 0
    while at < stop and text[at] <= c" ":
        at += 1
    if at < stop and text[at] == c"#":
        at += 1
        while at < stop and (c"0" <= text[at] <= c"9" or c"a" <= (text[at] | 0x20) <= c"f"):
            digits += 1
            at += 1
        return digits == 3 or digits == 6
    if not _is_word(text, at, stop, b"rgb(", 4):
        return False
    while at < stop and text[at] != c")":
        if text[at] == c"/":
            return False
        commas += text[at] == c","
        at += 1
    return commas == 2
